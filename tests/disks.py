"""Disks of a test's own: small ones, and such that nothing can be written to."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def disk(folder: Path, megabytes: int) -> Iterator[Path]:
    """A disk of this size in the place of a folder; a test is skipped where none can be mounted."""
    folder.mkdir(exist_ok=True)
    if not hasattr(os, "geteuid") or os.geteuid() != 0 or shutil.which("mount") is None:
        pytest.skip("mounts a disk, for which it has to be root on Linux")
    command = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", folder]
    if refused := subprocess.run(command, capture_output=True, check=False).stderr:
        pytest.skip(f"the system mounts no disk here: {refused.decode().strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


def make_read_only(folder: Path) -> None:
    """The disk that is mounted there, for everybody and for root, too."""
    subprocess.run(["mount", "-o", "remount,ro", folder], check=True)


def fill(folder: Path, leave: int = 0) -> Path:
    """A file that takes what is free but for so many bytes."""
    film = folder / "film.mp4"
    room = shutil.disk_usage(folder).free - leave
    film.write_bytes(bytes(max(room, 0)))
    return film
