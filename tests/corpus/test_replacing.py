"""Files are written whole or not at all, and what killed processes left is removed."""

import os
import signal
import subprocess
import sys

import pytest

from gplsa.corpus import replacing
from gplsa.corpus.replacing import remove_left_over, replace_text, replaced
from tests.conftest import REPOSITORY

HALF_WRITTEN = """
import sys, time
from pathlib import Path
from gplsa.corpus.replacing import replaced
with replaced(Path(sys.argv[1])) as stream:
    stream.write(b"half")
    stream.flush()
    print("written", flush=True)
    time.sleep(60)
"""


@pytest.fixture
def writing(tmp_path):
    """A process in the middle of writing the file "kept", which has an old content."""
    path = tmp_path / "kept"
    path.write_bytes(b"old")
    process = subprocess.Popen(
        [sys.executable, "-c", HALF_WRITTEN, path], cwd=REPOSITORY, stdout=subprocess.PIPE
    )
    assert process.stdout.readline() == b"written\n"
    yield process
    process.kill()
    process.wait()
    process.stdout.close()


def test_what_a_kill_leaves_is_removed_and_the_old_content_stays(writing, tmp_path):
    assert len(list(tmp_path.iterdir())) == 2
    assert remove_left_over(tmp_path) == []  # somebody writes it
    os.kill(writing.pid, signal.SIGKILL)
    writing.wait()
    assert len(remove_left_over(tmp_path)) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]
    assert (tmp_path / "kept").read_bytes() == b"old"


def test_files_of_others_stay(tmp_path):
    for name in ("a.gplsa", ".hidden", ".x-12345678", "x.gplsa-new-12345678", ".a.gplsa-new-1"):
        (tmp_path / name).write_text("mine")
    (tmp_path / ".d.gplsa-new-12345678").mkdir()
    assert remove_left_over(tmp_path) == []
    assert len(list(tmp_path.iterdir())) == 6
    assert remove_left_over(tmp_path / "nowhere") == []


def test_content_is_on_the_disk_before_it_has_the_name(tmp_path, monkeypatch):
    done = []
    monkeypatch.setattr(os, "fsync", lambda descriptor: done.append("file"))
    monkeypatch.setattr(replacing, "_keep_names", lambda folder: done.append("folder"))
    with replaced(tmp_path / "kept") as stream:
        stream.write(b"new")
    assert done == ["file", "folder"]
    assert (tmp_path / "kept").read_bytes() == b"new"


def test_a_fault_leaves_the_old_content_and_nothing_else(tmp_path):
    path = tmp_path / "kept"
    replace_text(path, "old")
    with pytest.raises(OSError, match="full"), replaced(path) as stream:
        stream.write(b"half")
        raise OSError("full")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_rights_are_those_of_a_new_file(tmp_path):
    before = os.umask(0o027)
    try:
        replace_text(tmp_path / "folder" / "kept", "x")
    finally:
        os.umask(before)
    assert (tmp_path / "folder" / "kept").stat().st_mode & 0o777 == 0o640
