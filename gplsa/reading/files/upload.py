"""What a person hands over: named bytes, from memory, the disk or inside a ZIP."""

import io
import lzma
import os
import re
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from gplsa.errors import InputError
from gplsa.message import MEBIBYTE
from gplsa.progress import Progress, report
from gplsa.reading.files import limits
from gplsa.sandbox.worker import opened
from gplsa.text.composing import nfc, without_halves

CHUNK_BYTES = MEBIBYTE
_ADDRESS = re.compile(r"\w{2,}:/")
_STANDARD_INPUT = ("-", "/dev/stdin")

# What opening and reading a file, or a member of a ZIP, ends with where it is broken.
DAMAGE = (
    OSError, zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error, EOFError, RuntimeError,
)  # fmt: skip


@dataclass(frozen=True)
class Upload:
    """A file: its name ("/" between folders), bytes, a way to open it, the folder handed over."""

    name: str
    size: int
    open: Callable[[], BinaryIO]
    folder: str = ""

    def __post_init__(self) -> None:
        # macOS writes "ü" as two characters, and texts that name files as one.
        object.__setattr__(self, "name", nfc(self.name))

    @classmethod
    def from_path(cls, path: str | os.PathLike[str], name: str | None = None) -> "Upload":
        """A file on the disk, called by its last part unless a name is given."""
        file = Path(path)
        _check_place(os.fspath(path))
        try:
            size = file.stat().st_size
        except OSError as error:
            raise _unreadable(file, error) from error
        if file.is_dir():
            raise InputError("“{file}” is a folder, not a file.", file=file)
        # A name can hold bytes that are no text, and stands in ids and sentences later.
        return cls(without_halves(name or file.name), size, partial(_open, file))

    @classmethod
    def from_bytes(cls, name: str, data: bytes) -> "Upload":
        return cls(name, len(data), partial(io.BytesIO, data))

    @property
    def suffix(self) -> str:
        """ ".csv", in small letters; "" without one."""
        return PurePosixPath(self.name).suffix.lower()

    @property
    def stem(self) -> str:
        """The name without folders and suffix."""
        return PurePosixPath(self.name).stem

    def chunks(self, limit: int | None = None, progress: Progress | None = None) -> Iterator[bytes]:
        """The content in pieces; InputError where there is more than `limit` (FILE_BYTES) bytes."""
        limit = limit or limits.FILE_BYTES
        if self.size > limit:
            raise too_large(self.name, limit)
        done = 0
        opened(self.name)
        with self._opened() as stream:
            while chunk := self._read_from(stream):
                done += len(chunk)
                if done > limit:
                    raise too_large(self.name, limit)
                yield chunk
                report(progress, done / max(self.size, 1), "Reading")

    def _opened(self) -> BinaryIO:
        try:
            return self.open()
        except (ValueError, *DAMAGE) as error:
            if isinstance(error, OSError) and error.strerror:  # no permission, for one
                raise _unreadable(self.name, error) from error
            raise InputError("“{name}” is damaged or cannot be opened.", name=self.name) from error

    def _read_from(self, stream: BinaryIO) -> bytes:
        try:
            return stream.read(CHUNK_BYTES)
        except (ValueError, *DAMAGE) as error:
            raise InputError("“{name}” is damaged or cannot be read.", name=self.name) from error

    def read(self, limit: int | None = None, progress: Progress | None = None) -> bytes:
        """The whole content; InputError where it is empty or larger than `limit` (FILE_BYTES)."""
        data = b"".join(self.chunks(limit, progress))
        if not data:
            raise InputError("“{name}” is empty.", name=self.name)
        return data


Uploads = Sequence[Upload]


def _open(file: Path) -> BinaryIO:
    return file.open("rb")


def _check_place(path: str) -> None:
    """InputError for what other programs take in the place of a file."""
    if _ADDRESS.match(path):
        raise InputError(
            "“{path}” is an address, and nothing is fetched from the network: download the file "
            "and name that.",
            path=path,
        )
    if path in _STANDARD_INPUT or Path(path).is_fifo():
        raise InputError(
            "“{path}” is no file, and pipes are not read: write what comes through it to a file "
            "and name that.",
            path=path,
        )


def _unreadable(file: str | Path, error: OSError) -> InputError:
    return InputError("“{file}” cannot be read: {strerror}.", file=file, strerror=error.strerror)


def too_large(name: str, limit: int) -> InputError:
    """The sentence for a file beyond its limit."""
    size = limit // MEBIBYTE
    return InputError(
        "“{name}” is larger than {size} MB, the most that is read: split it.", name=name, size=size
    )


def is_junk(name: str) -> bool:
    """Files that operating systems and programs leave behind, which nobody means to hand over."""
    hidden = any(part.startswith((".", "~$", "__MACOSX")) for part in PurePosixPath(name).parts)
    return hidden or PurePosixPath(name).name.lower() in {"thumbs.db", "desktop.ini"}


def uploads_from_folder(path: str | os.PathLike[str]) -> list[Upload]:
    """Every file below a folder, named from there, in the order of names; links are left out."""
    folder = Path(path)
    if not folder.is_dir():
        raise InputError("There is no folder “{folder}”.", folder=folder)
    found: list[Upload] = []
    own = folder.resolve().name
    for parent, folders, files in os.walk(folder):
        folders[:] = sorted(f for f in folders if not (Path(parent) / f).is_symlink())
        for file in files:
            whole = Path(parent) / file
            name = whole.relative_to(folder).as_posix()
            if is_junk(name) or whole.is_symlink() or not whole.is_file():
                continue
            if len(found) == limits.FILES:
                raise InputError(
                    "“{folder}” holds more than {files:,} files.", folder=folder, files=limits.FILES
                )
            found.append(replace(Upload.from_path(whole, name), folder=without_halves(own)))
    if not found:
        raise InputError("There is no file in the folder “{folder}”.", folder=folder)
    return sorted(found, key=lambda upload: upload.name)
