"""The example that fills a field of records goes on where it was killed, without loss or repeat."""

import csv
import os
import shlex
import shutil
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from gplsa.answers.documents import KeywordsAsked
from gplsa.service.tokens import add_token
from tests.conftest import REPOSITORY
from tests.patience import PATIENCE
from tests.service.conftest import eventually

SCRIPT = REPOSITORY / "examples" / "fill_keywords.py"
BATCH = 4


@pytest.fixture
def records(tmp_path, letters) -> Path:
    """Records with line breaks and commas in their texts, one without a text, one filled before."""
    path = tmp_path / "records.csv"
    with path.open("w", encoding="utf-8-sig", newline="") as stream:
        table = csv.writer(stream)
        table.writerow(["signature", "abstract", "subjects", "note"])
        for number, text in enumerate(letters + letters):
            table.writerow([f"A {number}", text + f"\n, {number}", "", 'a "note"'])
        table.writerow(["empty", "", "", ""])
        table.writerow(["filled", letters[0], "grain; rain", ""])
    return path


def read(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8-sig", newline="") as stream:
        return list(csv.DictReader(stream))


class Filling:
    """The script on some records, for one service."""

    def __init__(self, running, records: Path, *more: str, token: str = "") -> None:
        self.out = records.with_name(f"filled{records.suffix}")
        self.journal = records.with_name(f"{self.out.name}.journal")
        self._command = [
            sys.executable, str(SCRIPT), str(records), str(self.out), "--from", "de", "--to", "en",
            "--text", "abstract", "--field", "subjects", "--batch", str(BATCH), "--top", "3",
            "--url", f"http://127.0.0.1:{running.port}", *more,
        ]  # fmt: skip
        self._environment = os.environ | {"GPLSA_SERVICE_TOKEN": token}

    def start(self) -> subprocess.Popen:
        return subprocess.Popen(
            self._command, env=self._environment, stderr=subprocess.PIPE, text=True
        )

    def finish(self) -> tuple[int, str]:
        with self.start() as process:
            _, told = process.communicate(timeout=PATIENCE)
        return process.returncode, told

    def done(self) -> int:
        """Records in the journal, its first line aside."""
        whole = self.journal.read_bytes() if self.journal.exists() else b""
        return max(0, whole.count(b"\n") - 1)


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL")
def test_killed_in_the_middle_of_a_batch_it_goes_on(start, records, monkeypatch):
    running = start()
    asked: list[str] = []
    go_on = threading.Semaphore(0)
    compute = KeywordsAsked.of

    def held(fields, model, ids, texts):
        asked.extend(ids)
        assert go_on.acquire(timeout=PATIENCE)
        return compute(fields, model, ids, texts)

    monkeypatch.setattr("gplsa.answers.documents.KeywordsAsked.of", held)
    filling = Filling(running, records)
    begun_again = []
    for kill in range(3):
        n_asked = len(asked)
        process = filling.start()
        go_on.release()  # a batch is answered, and the next is asked
        eventually(lambda n=n_asked: len(asked) == n + 2 * BATCH)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        go_on.release()
        begun_again.append(filling.done())
        assert not filling.out.exists()
        if kill == 1:
            with filling.journal.open("ab") as journal:
                journal.write(b'[12, ["half a li')  # as a power cut leaves it
    go_on.release(len(asked))
    assert filling.finish() == (0, "")

    rows, filled = read(records), read(filling.out)
    assert [{**row, "subjects": ""} for row in filled[:-1]] == rows[:-1]
    assert filled[-1] == rows[-1]
    assert filled[-2]["subjects"] == "" and all(row["subjects"] for row in filled[:-2])
    texts = [row["abstract"].strip() for row in rows[:-2]]
    content = {"from": "de", "to": "en", "documents": texts, "top": 3}
    told = running.ask("POST", "/v1/keywords", content).json["documents"]
    for row, document in zip(filled, told, strict=False):
        assert row["subjects"] == "; ".join(word["word"] for word in document["keywords"])
    # What was on the disk is not asked again; of what was under way, at most a batch each time.
    asked = asked[: -len(texts)]
    assert set(asked) == {str(number) for number in range(len(texts))}
    assert len(asked) <= len(texts) + 3 * BATCH
    assert not filling.journal.exists()


def test_one_record_that_cannot_be_used_keeps_no_other_from_its_keywords(start, records):
    running = start(max_characters=2000)
    with records.open("a", encoding="utf-8", newline="") as stream:
        csv.writer(stream).writerow(["long", "bababaek " * 500, "", ""])
    status, told = Filling(running, records).finish()
    assert status == 0
    assert told.startswith("Record 43: Document 1 has 4,499 characters")
    filled = read(records.with_name("filled.csv"))
    assert filled[-1]["subjects"] == "" and filled[39]["subjects"]


def test_what_cannot_work_is_said_at_once(start, records, tmp_path):
    tokens = tmp_path / "tokens"
    searcher = add_token(tokens, "searcher", scopes=("search",))
    good = add_token(tokens, "good")
    running = start(tokens=tokens)
    assert "not for keywords" in Filling(running, records, token=searcher).finish()[1]
    assert "no column “text”" in Filling(running, records, "--text", "text").finish()[1]
    assert Filling(running, records, "--top", "5", token=good).finish()[0] == 2  # other settings
    filling = Filling(running, records, token=good)
    filling.journal.unlink()
    assert filling.finish() == (0, "")
    assert "is there already" in filling.finish()[1]
    with records.open("a", encoding="utf-8") as stream:
        stream.write("a,b,c,d,e\n")
    filling.out.unlink()
    assert "more cells than headings" in filling.finish()[1]
    assert not filling.out.exists()


def test_the_client_and_the_curl_line_of_the_manual(start, model_file, letters, tmp_path):
    service = start(models=(Path(shutil.copy(model_file, tmp_path / "letters.gplsa")),))
    part = (REPOSITORY / "docs" / "SERVICE.md").read_text("utf-8")
    names: dict = {}
    exec(part.split("```py\n")[1].split("```")[0], names)
    found = names["keywords"](letters[:2], f"http://127.0.0.1:{service.port}")
    assert [len(words) > 2 for words in found] == [True, True]
    line = next(line for line in part.splitlines() if line.startswith("curl"))
    words = shlex.split(line)
    assert words[2] == "http://127.0.0.1:8600/v1/keywords"
    assert words[4] == "Content-Type: application/json"
    body = words[words.index("-d") + 1].replace('"letters"', f'"{service.settings.models[0].stem}"')
    answer = service.ask("POST", "/v1/keywords", body.encode())
    assert answer.status == 200 and len(answer.json["documents"]) == 1
