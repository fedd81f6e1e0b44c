"""`gplsa update` where the disk is full, the process is killed, the file is damaged: one sentence
at most, the model is as it was, and the same command goes through afterwards."""

import errno
import json
import os
import shutil
import signal
import subprocess
import sys

import pytest

from gplsa.cli import main
from gplsa.model.public import Model
from gplsa.training import update as updating
from gplsa.training.train import train
from tests.conftest import REPOSITORY
from tests.planted import plain_settings, planted_corpus

N, NEW = 60, 12

KILLED = """
import os, signal, sys
from gplsa.cli import main
from gplsa import files
synced = []
def fsync(descriptor):
    synced.append(descriptor)
    if len(synced) == 2:  # after the look whether there is room
        os.kill(os.getpid(), signal.SIGKILL)
files.os.fsync = fsync
main(["update", *sys.argv[1:]])
"""


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    folder = tmp_path_factory.mktemp("update")
    every = planted_corpus(N + NEW)
    train(every.subset(range(N)), plain_settings(n_topics=5)).save(folder / "m.gplsa")
    rows = [
        {"id": every.ids[d], **{side: every.texts[side][d] for side in ("de", "en")}}
        for d in range(N, N + NEW)
    ]
    (folder / "new.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return folder


@pytest.fixture
def files(trained, tmp_path):
    for name in ("m.gplsa", "new.jsonl"):
        shutil.copy(trained / name, tmp_path / name)
    return [str(tmp_path / "m.gplsa"), str(tmp_path / "new.jsonl")]


def refused(capsys, files, status=2):
    """The one line of a command that fails."""
    assert main(["update", *files]) == status
    told = [line for line in capsys.readouterr().err.splitlines() if line.startswith("gplsa: ")]
    # Words drawn at random are in no language, which is told too.
    [line] = [line for line in told if "reads like" not in line]
    return line


def goes_through(files):
    assert main(["update", *files]) == 0
    assert Model.load(files[0]).n_documents == N + NEW


def content(path):
    with open(path, "rb") as stream:
        return stream.read()


def test_a_full_disk(files, tmp_path, capsys, monkeypatch):
    def full(descriptor):
        raise OSError(errno.ENOSPC, "No space left on device")

    before = content(files[0])
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        assert "No space left on device" in refused(capsys, files, status=3)
    assert content(files[0]) == before
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["m.gplsa", "new.jsonl"]
    goes_through(files)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="Windows kills otherwise")
def test_killed_while_it_writes(files, tmp_path):
    before = content(files[0])
    command = [sys.executable, "-c", KILLED, *files]
    ended = subprocess.run(command, check=False, cwd=REPOSITORY, capture_output=True)
    assert ended.returncode == -signal.SIGKILL
    assert content(files[0]) == before
    goes_through(files)
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["m.gplsa", "new.jsonl"]


def test_broken_off_while_it_learns(files, monkeypatch):
    def broken(*_, **__):
        raise KeyboardInterrupt

    before = content(files[0])
    with monkeypatch.context() as patch:
        patch.setattr(updating, "fit_rankers", broken)
        with pytest.raises((KeyboardInterrupt, SystemExit)):
            raise SystemExit(main(["update", *files]))
    assert content(files[0]) == before
    goes_through(files)


@pytest.mark.parametrize("at", [0.3, 0.9])
def test_a_model_that_is_not_what_was_written(files, capsys, at):
    damaged = bytearray(content(files[0]))
    place = int(at * len(damaged))
    damaged[place : place + 64] = bytes(byte ^ 0xFF for byte in damaged[place : place + 64])
    with open(files[0], "wb") as stream:
        stream.write(damaged)
    assert "damaged" in refused(capsys, files)
    assert content(files[0]) == damaged


def test_new_documents_that_cannot_be_read(files, capsys):
    before = content(files[0])
    with open(files[1], "a", encoding="utf-8") as stream:
        stream.write('\n{"de": "cut o')
    assert "is no valid JSONL: line 13" in refused(capsys, files)
    assert content(files[0]) == before
