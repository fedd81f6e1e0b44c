"""Files that are written whole or not at all, by one writer at a time.

The new content is written beside the file and takes its place at the end: whoever reads, and
whatever kills, finds the old content or the new. While it is written the new file is locked; the
system lets go of a lock however a process ends, so a file without one is left over.
"""

import errno
import os
import re
import stat
import tempfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from gplsa.errors import InputError
from gplsa.message import Message

if TYPE_CHECKING:
    from filelock import BaseFileLock

with suppress(ImportError):  # on Windows, where a file that is open cannot be removed anyway
    import fcntl
_UNIX = os.name == "posix"

# Once: while it is read, files of other threads would get another mode.
_UMASK = os.umask(0o077)
os.umask(_UMASK)

PROBE = 2**16  # bytes that show whether a place takes any
MOMENT = 1.0  # seconds before a wait is worth a word
_READABLE = 40  # characters of a file's name in those of our own beside it
_LEFT_OVER = re.compile(r"\..+\.gplsa-(new-\w{8}|lock)", re.DOTALL)
FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
_NO_LOCKS = {errno.ENOSYS, errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOTSUP, errno.EINVAL}

File = str | os.PathLike[str]


def is_full(error: BaseException) -> bool:
    """Whether it says that a disk, or somebody's share of it, is full."""
    return isinstance(error, OSError) and error.errno in FULL


def is_own(name: str) -> bool:
    """Whether a file is one of ours beside another, which is gone in a while."""
    return _LEFT_OVER.fullmatch(name) is not None


def check_name(path: File) -> None:
    """Raises OSError for a name that no file or folder has."""
    name = os.fspath(path)
    if not name or "\0" in name:
        raise OSError(
            errno.EINVAL, Message("no file can have this name"), name.replace("\0", "�") or "“”"
        )


def target(path: File) -> Path:
    """The file that writing to `path` replaces, or makes: links are followed, and stay.

    Raises OSError for what is no regular file, and where the folder is missing.
    """
    check_name(path)
    found = Path(os.path.realpath(path))
    try:
        mode = found.stat().st_mode
    except FileNotFoundError:
        if not found.parent.is_dir():
            why = Message("there is no such folder")
            raise FileNotFoundError(errno.ENOENT, why, str(found.parent)) from None
        return found
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, Message("it is a folder"), str(found))
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, Message("it is a device, a pipe or a socket"), str(found))
    return found


def try_place(path: File, room: int = PROBE) -> Path:
    """Find out before long work whether `path` can be written; returns its `target`.

    room  bytes that will be needed at least
    Raises OSError where it cannot.  What killed commands left in the folder is removed.
    """
    found = target(path)
    with _named(found):
        remove_left_over(found.parent)
        if found.exists() and not os.access(found, os.W_OK):
            raise PermissionError(errno.EACCES, Message("it is write-protected"))
        stream, temporary = _beside(found)
        try:
            with stream:
                stream.write(bytes(PROBE))
                stream.flush()
                os.fsync(stream.fileno())
                free = os.fstatvfs(stream.fileno()) if hasattr(os, "fstatvfs") else None
            if free is not None and free.f_bavail * free.f_frsize < room:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        finally:
            _remove(temporary)
    return found


@contextmanager
def replaced(path: File, *, durable: bool = True) -> Iterator[BinaryIO]:
    """The stream whose content takes the place of `path`, once all of it is on the disk.

    durable  whether it must outlast a power cut, which takes a moment
    Links are followed, mode and owner are kept where the system lets us.
    Raises OSError where it cannot be written; the old content is there then.
    """
    found = target(path)
    with _named(found):
        stream, temporary = _beside(found)
        try:
            with stream:
                yield stream
                stream.flush()
                # Else the name may reach the disk before the content, and a power cut between.
                if durable:
                    os.fsync(stream.fileno())
                _keep_rights(found, temporary)
                if _UNIX:  # while it has its lock: without one it would be taken for left over
                    temporary.replace(found)
            if not _UNIX:  # where nothing that is open can be renamed
                temporary.replace(found)
            if durable:
                _keep_names(found.parent)
        finally:
            _remove(temporary)


def replace_text(path: Path, text: str) -> None:
    """Write a small file whole, and its folder where there is none; raises OSError."""
    replace_bytes(path, text.encode("utf-8", "replace"))


def replace_bytes(path: Path, content: bytes) -> None:
    """The same of what is no text."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with replaced(path) as stream:
        stream.write(content)


@contextmanager
def locked(
    path: File, patience: float = -1, waiting: Callable[[Path], None] | None = None
) -> Iterator[None]:
    """Nobody else who asks for this lock reads, changes and writes `path` meanwhile.

    patience  seconds to wait for another one; -1: until that one has finished, or is killed
    waiting   is called once where that takes more than a moment
    A thread asks once for a file.  The lock is a file beside it, gone afterwards.
    Raises InputError where patience ends, OSError where the folder takes no lock.
    """
    # Here alone: it takes longer to load than most of what only reads.
    from filelock import FileLock, SoftFileLock, Timeout

    found = target(path)
    # Names may be too long to have anything added, and then begin alike.
    short = f"{found.name[:_READABLE]}.{zlib.crc32(os.fsencode(found.name)):08x}"
    place = found.with_name(f".{short}.gplsa-lock")
    with _named(found):
        # Whoever may write the file may wait for it, also where it belongs to somebody else.
        lock: BaseFileLock = FileLock(place, mode=0o666, fallback_to_soft=False)
        try:
            try:
                _acquire(lock, found, patience, waiting)
            except OSError as error:
                if isinstance(error, Timeout) or error.errno not in _NO_LOCKS:
                    raise
                # On file systems without locks the file itself is one.
                lock = SoftFileLock(place, mode=0o666)
                _acquire(lock, found, patience, waiting)
        except Timeout:
            raise InputError(
                "Another program is changing “{name}”: try again when it has finished.",
                name=found.name,
            ) from None
    native = not isinstance(lock, SoftFileLock)  # which removes its own file
    try:
        yield
    finally:
        # While it is ours, as whoever waits then sees that and makes a new one; but Windows
        # removes nothing that is open, and so nothing that somebody waits for.
        if native and _UNIX:
            _remove(place)
        lock.release()
        if native and not _UNIX:
            _remove(place)


def remove_left_over(folder: Path) -> list[Path]:
    """Remove, and return, what killed processes left of `replaced` and `locked` in a folder."""
    removed = []
    with suppress(OSError):
        for path in [path for path in folder.iterdir() if is_own(path.name)]:
            with suppress(OSError):
                if not _UNIX:
                    path.unlink()  # raises where somebody uses it just now, as the lock does
                else:
                    with path.open("rb") as stream:
                        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
                        if not os.fstat(stream.fileno()).st_nlink:
                            continue  # it is gone, and another one may have its name by now
                        path.unlink()
                removed.append(path)
    return removed


def _acquire(
    lock: "BaseFileLock", path: Path, patience: float, waiting: Callable[[Path], None] | None
) -> None:
    from filelock import Timeout

    try:
        lock.acquire(timeout=MOMENT if patience < 0 else min(MOMENT, patience))
    except Timeout:
        if 0 <= patience <= MOMENT:
            raise
        if waiting is not None:
            waiting(path)
        lock.acquire(timeout=patience)


def _beside(path: Path) -> tuple[BinaryIO, Path]:
    """A new file in the folder of `path`, locked, so that nobody takes it for left over."""
    while True:
        start = f".{path.name[:_READABLE]}.gplsa-new-"
        descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=start)
        stream = os.fdopen(descriptor, "wb")
        with suppress(OSError):  # some network folders have no locks
            if _UNIX:
                fcntl.flock(stream, fcntl.LOCK_EX)
        if os.path.lexists(name):  # else it was taken for left over before it had a lock
            return stream, Path(name)
        stream.close()


def _keep_rights(path: Path, new: Path) -> None:
    """Of `path` to `new`, or those of a new file; as far as the system lets us."""
    with suppress(OSError):
        if not path.exists():
            new.chmod(0o666 & ~_UMASK)
            return
        before = path.stat()
        for owner, group in ((-1, before.st_gid), (before.st_uid, -1)):
            with suppress(OSError, AttributeError):  # Windows has no owners of this kind
                os.chown(new, owner, group)
        new.chmod(stat.S_IMODE(before.st_mode))


def _remove(path: Path) -> None:
    with suppress(OSError):
        path.unlink(missing_ok=True)


def _keep_names(folder: Path) -> None:
    """Bring the names in a folder to the disk, on systems that can."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """An OSError about nothing, or about a file of our own beside `path`, is about `path`."""
    try:
        yield
    except OSError as error:
        nameless = error.errno is not None and error.filename is None
        if nameless or is_own(os.path.basename(str(error.filename))):
            error.filename = str(path)
        raise
