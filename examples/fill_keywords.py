"""Fill a field of catalogue records with keywords, overnight, from a service (`gplsa serve`).

    python examples/fill_keywords.py records.csv filled.csv --from de --to en \
        --text abstract --field subjects --url http://127.0.0.1:8600

Needs Python alone. The token, where the service asks for one, stands in GPLSA_SERVICE_TOKEN.

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
from collections.abc import Iterator
from pathlib import Path

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
    records, out = Path(options.records), Path(options.out)
    journal = out.with_name(out.name + ".journal")
    if out.exists() and not journal.exists():
        print(f"{out} is there already: name another file, or remove it.", file=sys.stderr)
        return 2
    try:
        done = begin(journal, records, options)
        with journal.open("ab") as lines:
            for batch in batches(records, options, done):
                found = keywords(batch, options)
                lines.write(b"".join(line(number, words) for number, words in found))
                lines.flush()
                os.fsync(lines.fileno())
        n = write(records, journal, out, options)
    except (Refused, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    print(f"{n} records written to {out}")
    return 0


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("records", help="a CSV file in UTF-8 with headings")
    parser.add_argument("out", help="the CSV file to write")
    parser.add_argument("--from", dest="source", required=True, help="the side the texts are in")
    parser.add_argument("--to", dest="target", required=True, help="the side of the keywords")
    parser.add_argument("--text", required=True, help="the column with the texts")
    parser.add_argument("--field", required=True, help="the column to fill where it is empty")
    parser.add_argument("--url", default="http://127.0.0.1:8600")
    parser.add_argument("--model", help="where the service has several")
    parser.add_argument("--top", type=int, default=10, help="keywords at most")
    parser.add_argument("--batch", type=int, default=50, help="records a request")
    parser.add_argument("--patience", type=float, default=3600, help="seconds to wait for it")
    return parser.parse_args()


def begin(journal: Path, records: Path, options: argparse.Namespace) -> int:
    """How many records the journal has; it is begun where there is none, and its torn end cut."""
    with records.open("rb") as stream:
        digest = hashlib.file_digest(stream, "sha256").hexdigest()
    for _ in rows(records, options):
        pass  # what is wrong with the table is said before the night, not in it
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


def rows(records: Path, options: argparse.Namespace) -> Iterator[dict[str, str]]:
    with records.open(encoding="utf-8-sig", newline="") as stream:
        table = csv.DictReader(stream)
        if options.text not in (table.fieldnames or ()):
            raise ValueError(f"{records} has no column “{options.text}”.")
        for number, row in enumerate(table, 1):
            if None in row:
                raise ValueError(f"Record {number} of {records} has more cells than headings.")
            yield row


def batches(
    records: Path, options: argparse.Namespace, done: int
) -> Iterator[list[tuple[int, str]]]:
    """Records that are not done, by number, with the text to ask about, "" for none."""
    left = itertools.islice(enumerate(rows(records, options)), done, None)
    texts = (
        (number, "" if row.get(options.field) else (row[options.text] or "").strip())
        for number, row in left
    )
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
    content = {"from": options.source, "to": options.target, "top": options.top}
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


def write(records: Path, journal: Path, out: Path, options: argparse.Namespace) -> int:
    """The records with the field filled; the file is there when all of it is on the disk."""
    new = out.with_name(out.name + ".new")
    n = 0
    with journal.open("rb") as lines, new.open("w", encoding="utf-8", newline="") as stream:
        next(lines)
        table = None
        for number, row in enumerate(rows(records, options)):
            written, words = json.loads(next(lines))
            if written != number:
                raise ValueError(f"{journal} is damaged at record {number + 1}: remove it.")
            if table is None:
                headings = dict.fromkeys([*row, options.field])
                table = csv.DictWriter(stream, list(headings))
                table.writeheader()
            row[options.field] = row.get(options.field) or "; ".join(words)
            table.writerow(row)
            n += 1
        stream.flush()
        os.fsync(stream.fileno())
    new.replace(out)
    journal.unlink()
    return n


if __name__ == "__main__":
    sys.exit(main())
