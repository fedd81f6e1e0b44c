"""Files that are written whole or not at all, and what a killed process left of them.

The new content is written beside the file and takes its place at the end: whoever reads, and
whatever kills, finds the old content or the new. While it is written the new file is locked; the
system lets go of a lock however a process ends, so a file without one is left over.
"""

import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

try:
    import fcntl
except ImportError:  # Windows, where a file that is open cannot be removed anyway
    fcntl = None  # type: ignore[assignment]

_LEFT_OVER = re.compile(r"\..+\.gplsa-new-\w{8}")


@contextmanager
def replaced(path: Path) -> Iterator[BinaryIO]:
    """The stream whose content takes the place of `path`, once all of it is on the disk.

    Raises OSError where it cannot be written; the old content is there then.
    """
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.gplsa-new-")
    temporary = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            with suppress(OSError):  # some network folders have no locks
                _lock(stream)
            yield stream
            stream.flush()
            # Else the name may reach the disk before the content, and a power cut between.
            os.fsync(stream.fileno())
        temporary.chmod(0o666 & ~_umask())
        temporary.replace(path)
        _keep_names(path.parent)
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)


def replace_text(path: Path, text: str) -> None:
    """Write a small file whole, and its folder where there is none; raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with replaced(path) as stream:
        stream.write(text.encode("utf-8", "replace"))


def remove_left_over(folder: Path) -> list[Path]:
    """Remove, and return, what killed processes left of `replaced` files in a folder."""
    removed = []
    with suppress(OSError):
        for path in [path for path in folder.iterdir() if _LEFT_OVER.fullmatch(path.name)]:
            with suppress(OSError):
                with path.open("rb") as stream:
                    _lock(stream)  # raises where somebody writes it just now
                path.unlink()
                removed.append(path)
    return removed


def _lock(stream: BinaryIO) -> None:
    if fcntl is not None:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _keep_names(folder: Path) -> None:
    """Bring the names in a folder to the disk, on systems that can."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
