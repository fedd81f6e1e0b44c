"""Fill a field of catalogue records with keywords, overnight, from a service (`gplsa serve`).

    python examples/fill_keywords.py records.csv filled.csv --from de --to en \
        --text abstract --field subjects --url http://127.0.0.1:8600
    python examples/fill_keywords.py records.mrc filled.mrc --from de --to en \
        --text 245ab,520a --field 653a

Needs Python alone, and marc21.py beside it for records in MARC. The token, where the service asks
for one, stands in GPLSA_SERVICE_TOKEN.

Whatever ends it, a kill or a power cut in the middle of a batch too, the same command goes on where
it stopped: beside the new file lies a journal with one line for each record that is done, on the
disk before the next batch is asked for. The new file appears when all of it is there.
"""

import argparse
import csv
import hashlib
import itertools
import json
import os
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

WAIT, LONGEST_WAIT = 2.0, 60.0
BUSY = (408, 429, 502, 503, 504)
UNUSABLE = (413, 422, 500)


class Refused(Exception):
    """The service does not take a request, and will not later."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


def main() -> int:
    options = arguments()
    out = Path(options.out)
    journal = out.with_name(out.name + ".journal")
    if out.exists() and not journal.exists():
        print(f"{out} is there already: name another file, or remove it.", file=sys.stderr)
        return 2
    try:
        records = records_of(options)
        done = begin(journal, records, options)
        with journal.open("ab") as lines:
            for batch in batches(records, options, done):
                found = keywords(batch, options)
                lines.write(b"".join(line(number, words) for number, words in found))
                lines.flush()
                os.fsync(lines.fileno())
        n = write(records, journal, out)
    except (Refused, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    print(f"{n} records written to {out}")
    return 0


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("records", help="a CSV file in UTF-8 with headings, or MARC 21 (.mrc)")
    parser.add_argument("out", help="the file to write")
    parser.add_argument("--from", dest="source", required=True, help="the side the texts are in")
    parser.add_argument("--to", dest="target", required=True, help="the side of the keywords")
    parser.add_argument("--text", required=True, help="column or fields with the texts")
    parser.add_argument("--field", required=True, help="column or field to fill where it is empty")
    parser.add_argument("--url", default="http://127.0.0.1:8600")
    parser.add_argument("--model", help="where the service has several")
    parser.add_argument("--top", type=int, default=10, help="keywords at most")
    parser.add_argument("--batch", type=int, default=50, help="records a request")
    parser.add_argument("--patience", type=float, default=3600, help="seconds to wait for it")
    return parser.parse_args()


class Table:
    """A CSV file: the texts are in the column `text`, keywords go into the column `field`."""

    def __init__(self, path: Path, text: str, field: str) -> None:
        self.path, self._text, self._field = path, text, field

    def __iter__(self) -> Iterator[dict[str, str]]:
        with self.path.open(encoding="utf-8-sig", newline="") as stream:
            table = csv.DictReader(stream)
            if self._text not in (table.fieldnames or ()):
                raise ValueError(f"{self.path} has no column “{self._text}”.")
            for number, row in enumerate(table, 1):
                if None in row:
                    raise ValueError(
                        f"Record {number} of {self.path} has more cells than headings."
                    )
                yield row

    def text(self, row: dict[str, str]) -> str:
        """ "" where there is none, or keywords stand there already."""
        return "" if row.get(self._field) else (row[self._text] or "").strip()

    def write(self, filled: Iterable[tuple[dict[str, str], list[str]]], path: Path) -> None:
        with path.open("w", encoding="utf-8", newline="") as stream:
            table = None
            for row, words in filled:
                if table is None:
                    table = csv.DictWriter(stream, list(dict.fromkeys([*row, self._field])))
                    table.writeheader()
                row[self._field] = row.get(self._field) or "; ".join(words)
                table.writerow(row)


def records_of(options: argparse.Namespace) -> Any:
    """The records by the ending of their file."""
    path = Path(options.records)
    if path.suffix.lower() in (".mrc", ".marc"):
        import marc21

        return marc21.Records(path, options.text, options.field)
    return Table(path, options.text, options.field)


def begin(journal: Path, records: Any, options: argparse.Namespace) -> int:
    """How many records the journal has; it is begun where there is none, and its torn end cut."""
    with records.path.open("rb") as stream:
        digest = hashlib.file_digest(stream, "sha256").hexdigest()
    for _ in records:
        pass  # what is wrong with the file is said before the night, not in it
    asked = [
        options.source,
        options.target,
        options.text,
        options.field,
        options.model,
        options.top,
    ]
    first = json.dumps({"records": digest, "asked": asked}).encode() + b"\n"
    if not journal.exists() or journal.stat().st_size < len(first):
        journal.write_bytes(first)
        return 0
    with journal.open("r+b") as stream:
        if stream.readline() != first:
            raise ValueError(f"{journal} is of other records or settings: remove it to begin anew.")
        done, end = 0, stream.tell()
        for written in stream:
            if not written.endswith(b"\n"):
                break
            done, end = done + 1, end + len(written)
        stream.truncate(end)
    return done


def batches(
    records: Any, options: argparse.Namespace, done: int
) -> Iterator[list[tuple[int, str]]]:
    """Records that are not done, by number, with the text to ask about, "" for none."""
    left = itertools.islice(enumerate(records), done, None)
    texts = ((number, records.text(one)) for number, one in left)
    while batch := list(itertools.islice(texts, options.batch)):
        yield batch


def keywords(
    batch: list[tuple[int, str]], options: argparse.Namespace
) -> list[tuple[int, list[str]]]:
    """The keywords of each record of a batch, in its order."""
    documents = [{"id": str(number), "text": text} for number, text in batch if text]
    found = dict(ask(documents, options)) if documents else {}
    return [(number, found.get(str(number), [])) for number, _ in batch]


def ask(
    documents: list[dict[str, str]], options: argparse.Namespace
) -> Iterator[tuple[str, list[str]]]:
    """(id, keywords) of documents; one that the service cannot use is named and left empty."""
    content = {"from": options.source, "to": options.target, "limit": options.top}
    content |= {"documents": documents, "evidence": False}
    if options.model:
        content["model"] = options.model
    try:
        answer = post(options.url.rstrip("/") + "/v1/keywords", content, options.patience)
    except Refused as refused:
        if refused.status not in UNUSABLE:
            raise
        if len(documents) == 1:
            print(f"Record {int(documents[0]['id']) + 1}: {refused}", file=sys.stderr)
            yield documents[0]["id"], []
            return
        half = len(documents) // 2
        yield from ask(documents[:half], options)
        yield from ask(documents[half:], options)
        return
    for document in answer["documents"]:
        yield document["id"], [keyword["word"] for keyword in document["keywords"]]


def post(url: str, content: dict, patience: float) -> dict:
    """The answer; waits while the service is busy, starts anew or is away."""
    headers = {"Content-Type": "application/json"}
    if token := os.environ.get("GPLSA_SERVICE_TOKEN"):
        headers["Authorization"] = f"Bearer {token}"
    request = urllib.request.Request(url, json.dumps(content).encode(), headers)
    deadline, wait = time.monotonic() + patience, WAIT
    while True:
        try:
            with urllib.request.urlopen(request, timeout=300) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            with error:
                sentence = problem(error.read())
            if error.code not in BUSY:
                raise Refused(error.code, sentence) from error
            pause = float(error.headers.get("Retry-After") or wait)
        except (OSError, ValueError) as error:  # no connection, or half an answer
            sentence, pause = str(error), wait
        if time.monotonic() + pause > deadline:
            raise Refused(503, f"The service did not answer in time: {sentence}")
        time.sleep(pause)
        wait = min(2 * wait, LONGEST_WAIT)


def problem(body: bytes) -> str:
    try:
        return json.loads(body)["detail"]
    except (ValueError, KeyError, TypeError):
        return "The service refused without a reason."


def line(number: int, words: list[str]) -> bytes:
    return json.dumps([number, words]).encode() + b"\n"


def write(records: Any, journal: Path, out: Path) -> int:
    """The records with the field filled; the file is there when all of it is on the disk."""
    new, n = out.with_name(out.name + ".new"), 0

    def filled() -> Iterator[tuple[Any, list[str]]]:
        nonlocal n
        with journal.open("rb") as lines:
            next(lines)
            for n, (one, told) in enumerate(zip(records, lines, strict=True), 1):
                written, words = json.loads(told)
                if written != n - 1:
                    raise ValueError(f"{journal} is damaged at record {n}: remove it.")
                yield one, words

    records.write(filled(), new)
    with new.open("rb+") as stream:
        os.fsync(stream.fileno())
    new.replace(out)
    journal.unlink()
    return n


if __name__ == "__main__":
    sys.exit(main())
