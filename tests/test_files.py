"""Files are written whole or not at all, and what killed processes left is removed."""

import errno
import json
import os
import signal
import socket
import stat
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import filelock
import pytest

from gplsa import files
from gplsa.app.library.failures import said
from gplsa.errors import InputError
from gplsa.files import (
    locked,
    remove_left_over,
    replace_text,
    replaced,
    try_place,
)
from gplsa.scratch import scratch_folder
from tests.conftest import REPOSITORY
from tests.patience import PATIENCE, SOON

HALF_WRITTEN = """
import sys
from pathlib import Path
from gplsa.files import replaced
with replaced(Path(sys.argv[1])) as stream:
    stream.write(b"half")
    stream.flush()
    print("written", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def writing(tmp_path):
    """A process in the middle of writing the file "kept", which has an old content."""
    path = tmp_path / "kept"
    path.write_bytes(b"old")
    process = subprocess.Popen(
        [sys.executable, "-c", HALF_WRITTEN, path],
        cwd=REPOSITORY,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert process.stdout.readline() == b"written\n"
    yield process
    process.kill()
    process.wait()
    process.stdin.close()
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


def test_a_scratch_folder_is_locked_so_that_nobody_clears_it_away(tmp_path):
    fcntl = pytest.importorskip("fcntl", reason="folders have locks on Unix alone")

    def lock(folder):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
        finally:
            os.close(descriptor)

    lock(tmp_path)
    with scratch_folder(tmp_path, "x-") as folder, pytest.raises(BlockingIOError):
        lock(folder)
    assert not folder.exists()


def test_content_is_on_the_disk_before_it_has_the_name(tmp_path, monkeypatch):
    done = []
    monkeypatch.setattr(os, "fsync", lambda descriptor: done.append("file"))
    monkeypatch.setattr(files, "_keep_names", lambda folder: done.append("folder"))
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


def test_a_new_file_has_the_rights_that_the_process_began_with(tmp_path):
    code = (
        "import os, sys; os.umask(0o027); from pathlib import Path; from gplsa import files;"
        "os.umask = lambda mask: 1 / 0; files.replace_text(Path(sys.argv[1]), 'x')"
    )
    path = tmp_path / "folder" / "kept"
    subprocess.run([sys.executable, "-c", code, path], cwd=REPOSITORY, check=True, timeout=PATIENCE)
    assert path.stat().st_mode & 0o777 == 0o640


def test_mode_and_owner_stay(tmp_path, monkeypatch):
    path = tmp_path / "kept"
    path.write_bytes(b"old")
    path.chmod(0o604)
    given = []
    monkeypatch.setattr(os, "chown", lambda name, *to: given.append(to), raising=False)
    replace_text(path, "new")
    assert path.stat().st_mode & 0o777 == 0o604
    seen = path.stat()
    assert given == [(-1, seen.st_gid), (seen.st_uid, -1)]


@pytest.mark.skipif(os.name != "posix" or os.geteuid(), reason="only root may give files away")
def test_the_owner_of_a_file_stays_where_root_writes(tmp_path):
    path = tmp_path / "kept"
    path.write_bytes(b"old")
    os.chown(path, 12345, 12346)
    replace_text(path, "new")
    assert (path.stat().st_uid, path.stat().st_gid) == (12345, 12346)


def test_links_are_followed_and_stay(tmp_path):
    (tmp_path / "real").mkdir()
    path, link = tmp_path / "real" / "kept", tmp_path / "link"
    path.write_bytes(b"old")
    (tmp_path / "middle").symlink_to("real/kept")
    link.symlink_to("middle")
    assert try_place(link) == path
    replace_text(link, "new")
    assert link.is_symlink()
    assert path.read_text() == "new"
    dangling = tmp_path / "dangling"
    dangling.symlink_to("real/later")
    replace_text(dangling, "made")
    assert (tmp_path / "real" / "later").read_text() == "made"
    assert dangling.is_symlink()


def _fifo(path):
    os.mkfifo(path)


def _socket(path):
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(str(path))
    listening.close()


def _device(path):
    """As /dev/null is."""
    try:
        os.mknod(path, stat.S_IFCHR | 0o666, os.makedev(1, 3))
    except PermissionError:
        pytest.skip("only root makes devices")


@pytest.mark.skipif(os.name != "posix", reason="Windows has none of these")
@pytest.mark.parametrize("make", [_fifo, _socket, _device, os.mkdir])
@pytest.mark.parametrize("linked", [False, True])
def test_what_is_no_regular_file_stays(tmp_path, make, linked, monkeypatch):
    monkeypatch.chdir(tmp_path)  # the name of a socket may not be long
    path = tmp_path / "there"
    make(path.name)
    if linked:
        (tmp_path / "link").symlink_to("there")
    before = path.lstat()
    for write in (try_place, lambda name: replace_text(name, "x"), lambda n: locked(n).__enter__()):
        with pytest.raises(OSError, match="it is a") as refused:
            write(tmp_path / "link" if linked else path)
        assert refused.value.filename == str(path)
    assert (path.lstat().st_ino, path.lstat().st_mode) == (before.st_ino, before.st_mode)
    assert {entry.name for entry in tmp_path.iterdir()} <= {"there", "link"}


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", errno.EINVAL),
        ("a\0b", errno.EINVAL),
        ("n" * 300, errno.ENAMETOOLONG),
        ("no/such/folder", errno.ENOENT),
        ("file/within", errno.ENOTDIR),
        ("loop", errno.ELOOP),
    ],
)
def test_a_place_that_takes_no_file_is_known_before_the_work(tmp_path, monkeypatch, name, code):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").touch()
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(OSError) as refused:
        try_place(name)
    assert refused.value.errno == code
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["file", "loop"]


def test_a_full_disk_and_a_closed_folder_are_known_before_the_work(tmp_path, monkeypatch):
    def full(descriptor):
        raise OSError(errno.ENOSPC, "No space left on device")

    path = tmp_path / "kept"
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(OSError, match="No space left") as refused:
            try_place(path)
    assert refused.value.filename == str(path)
    with pytest.raises(OSError, match="No space left"):
        try_place(path, room=2**62)
    path.write_bytes(b"mine")
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(PermissionError, match="write-protected"):
        try_place(path)
    assert [entry.name for entry in tmp_path.iterdir()] == ["kept"]


def test_a_long_name_can_be_written_and_locked(tmp_path):
    path = tmp_path / ("ä" * 127)  # 254 bytes, of 255 that a name may have
    with locked(path):
        replace_text(path, "x")
    assert [entry.name for entry in tmp_path.iterdir()] == [path.name]


def test_trying_a_place_leaves_it_as_it_is_and_removes_what_a_kill_left(writing, tmp_path):
    os.kill(writing.pid, signal.SIGKILL)
    writing.wait()
    (tmp_path / ".m.gplsa-lock").touch()
    try_place(tmp_path / "other")
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]
    assert (tmp_path / "kept").read_bytes() == b"old"


ADDING = """
import json, sys
from pathlib import Path
from gplsa.files import locked, replace_text
path = Path(sys.argv[1])
for _ in range(5):
    with locked(path):
        replace_text(path, json.dumps([*json.loads(path.read_bytes()), int(sys.argv[2])]))
"""


def test_what_several_processes_add_at_once_is_all_there(tmp_path):
    path = tmp_path / "kept"
    path.write_text("[]")
    (tmp_path / "link").symlink_to("kept")  # another name of it is the same file
    running = [
        subprocess.Popen(
            [sys.executable, "-c", ADDING, tmp_path / name, str(number)], cwd=REPOSITORY
        )
        for number, name in enumerate(["kept", "link"] * 3)
    ]
    assert [process.wait(PATIENCE) for process in running] == [0] * 6
    assert sorted(json.loads(path.read_bytes())) == sorted([*range(6)] * 5)
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["kept", "link"]


def test_whoever_waits_is_told_once_and_may_lose_patience(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "MOMENT", SOON / 2)
    path, told, done = tmp_path / "kept", [], threading.Event()

    def hold():
        with locked(path):
            holding.set()
            done.wait(PATIENCE)

    holding = threading.Event()
    other = threading.Thread(target=hold)
    other.start()
    assert holding.wait(PATIENCE)
    refusal = pytest.raises(InputError, match="Another program is changing “kept”")
    with refusal, locked(path, SOON, told.append):
        pytest.fail("two have it")
    assert told == [path]
    done.set()
    other.join()
    with locked(path, PATIENCE, told.append):
        pass
    assert told == [path]
    assert list(tmp_path.iterdir()) == []


def test_where_the_file_system_has_no_locks_the_file_is_one(tmp_path, monkeypatch):
    if os.name != "posix":
        pytest.skip("Windows has its own")
    import fcntl

    def without(descriptor, operation):
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", without)
    with locked(tmp_path / "kept"):
        [lock] = tmp_path.iterdir()
        with pytest.raises(filelock.Timeout):
            filelock.SoftFileLock(lock, thread_local=False).acquire(timeout=SOON)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_takes_no_lock_is_named(tmp_path, monkeypatch):
    def closed(*_, **__):
        raise PermissionError(errno.EACCES, "Permission denied", "…/.kept.gplsa-lock")

    monkeypatch.setattr(filelock.FileLock, "_acquire", closed)
    with pytest.raises(PermissionError) as refused, locked(tmp_path / "kept"):
        pytest.fail("there is no lock")
    assert refused.value.filename == str(tmp_path / "kept")


def test_what_is_finished_is_not_taken_for_left_over(tmp_path, monkeypatch):
    """Whoever looks for what killed processes left finds nothing until a file has its place."""
    keep = files._keep_rights

    def looked_at(found, temporary):
        keep(found, temporary)
        assert remove_left_over(tmp_path) == []

    monkeypatch.setattr(files, "_keep_rights", looked_at)
    with replaced(tmp_path / "model") as stream:
        stream.write(b"hours of work")
    assert (tmp_path / "model").read_bytes() == b"hours of work"


@pytest.mark.skipif(os.name != "posix", reason="what is open has a name elsewhere")
def test_a_lock_that_has_the_name_of_one_that_is_gone_stays(tmp_path, monkeypatch):
    place = tmp_path / ".m.00000000.gplsa-lock"
    place.touch()
    lock = files.fcntl.flock

    def another_one_comes(stream, how):
        place.unlink()
        place.touch()
        lock(stream, how)

    monkeypatch.setattr(files.fcntl, "flock", another_one_comes)
    assert remove_left_over(tmp_path) == []
    assert place.exists()


def test_who_waits_in_vain_is_told_of_the_other_and_of_nothing_else(tmp_path):
    with ThreadPoolExecutor(1) as other, locked(tmp_path / "m"):

        def wait():
            with locked(tmp_path / "m", patience=0):
                pass

        error = other.submit(wait).exception()
    assert "Another program is changing" in said(error)
