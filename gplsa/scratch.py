"""Folders for a while, which go with the process that made them, however it ends."""

import os
import shutil
import stat
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

with suppress(ImportError):  # on Windows, where a file that is open cannot be removed anyway
    import fcntl
_UNIX = os.name == "posix"
_MARK = ".gplsa-scratch"


@contextmanager
def scratch_folder(parent: Path, prefix: str) -> Iterator[Path]:
    """A folder for a while, with a mark in it that says so and is locked as long; and so is the
    folder itself, which keeps it from what clears the system's folder of old files."""
    with (
        tempfile.TemporaryDirectory(prefix=prefix, dir=parent) as name,
        Path(name, _MARK).open("wb") as mark,
        ExitStack() as open_folder,
    ):
        with suppress(OSError):
            if _UNIX:
                fcntl.flock(mark, fcntl.LOCK_EX)
                folder = os.open(name, os.O_RDONLY)
                open_folder.callback(os.close, folder)
                fcntl.flock(folder, fcntl.LOCK_EX)
        yield Path(name)


def remove_scratch(parent: Path, prefix: str, old: float) -> list[Path]:
    """Remove, and return, what killed processes left of `scratch_folder`: only what carries the
    mark, which nobody holds and is so many seconds old, as not every file system knows its locks
    on other computers."""
    removed = []
    with suppress(OSError):
        for folder in [*parent.glob(f"{prefix}*")]:
            with suppress(OSError):
                mark = folder / _MARK
                seen = mark.lstat()
                if folder.is_symlink() or not stat.S_ISREG(seen.st_mode):
                    continue
                if seen.st_mtime > time.time() - old:
                    continue
                if _UNIX:
                    with mark.open("rb") as stream:
                        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
                else:
                    mark.unlink()
                shutil.rmtree(folder)
                removed.append(folder)
    return removed
