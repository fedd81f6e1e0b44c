"""What was written earlier or elsewhere and is read back: bounded first, then checked by its type.

Notes, manifests, tokens, members of archives and bodies of requests all come through here, so that
no page hangs at a pipe, fills memory from a device, or ends at a text where a number belongs.
"""

import os
import re
import stat
from datetime import datetime
from io import BufferedReader
from pathlib import Path
from typing import Annotated, Any, TypeVar

import msgspec
import numpy as np

from gplsa.errors import InputError
from gplsa.message import MEBIBYTE, Message

T = TypeVar("T")

DEPTH = 100
"""Levels of lists and objects: far above what anything of ours has, far below what ends Python."""
NOTE_BYTES = 64 * MEBIBYTE
Count = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
Moment = Annotated[datetime, msgspec.Meta(tz=True)]
"""A time with its zone, as a note holds it; `check_moment` says whether it can be shown."""

_SIGNS = b'[]{},"'
_OTHERS = bytes(set(range(256)) - set(_SIGNS))
# One that does not end reaches to the end: else each quote would begin a search of its own.
_STRING = re.compile(rb'"[^"]*+"?')
_AT_ONCE = 2**16
_STEPS = np.zeros(256, np.int8)
_STEPS[list(b"[{")], _STEPS[list(b"]}")] = 1, -1


def opened(path: str | os.PathLike[str]) -> BufferedReader:
    """A regular file, to be read; OSError for anything else, at once: a pipe that nobody writes to
    would be waited for, and a device never ends."""
    stream = open(path, "rb", opener=_without_waiting)  # noqa: SIM115
    if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
        stream.close()
        raise OSError(None, Message("it is no regular file"), os.fspath(path))
    return stream


def read_stored(path: Path, kind: type[T], most: int = NOTE_BYTES) -> T:
    """The JSON of a small file as a value of this type.

    most  bytes that the file may have
    Raises InputError in one sentence where there is no file, or another one.
    """
    try:
        with opened(path) as stream:
            content = stream.read(most + 1)
    except (OSError, ValueError) as error:  # ValueError: NUL in the name
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError("“{path}” cannot be read: {reason}.", path=path, reason=reason) from error
    if len(content) > most:
        raise InputError(
            "“{path}” is larger than {n} MB, which no such file is.", path=path, n=most // MEBIBYTE
        )
    return decoded(content, kind, f"“{path}”")


def decoded(content: bytes | bytearray, kind: type[T], name: str) -> T:
    """JSON as a value of this type: a dataclass, a collection of them, `Any`.

    name  what the content is called where it is refused
    Raises InputError; its cause is a `msgspec.ValidationError` where it is JSON of another type.
    """
    if depth(content) > DEPTH:
        raise InputError("{name} is damaged: it is nested too deeply.", name=name)
    try:
        return msgspec.json.decode(content, type=kind)
    except UnicodeDecodeError as error:
        raise InputError("{name} is damaged: it is not UTF-8.", name=name) from error
    except msgspec.MsgspecError as error:
        raise _damaged(name, error) from error


def converted(value: Any, kind: type[T], name: str) -> T:
    """The same of JSON that is parsed already."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.MsgspecError as error:
        raise _damaged(name, error) from error


def _damaged(name: str, error: msgspec.MsgspecError) -> InputError:
    # In brackets what a program says, which is English everywhere.
    said = str(error).replace("`", "")
    if isinstance(error, msgspec.ValidationError):
        return InputError(
            "{name} is damaged: it holds something else than it should ({said}).",
            name=name,
            said=said,
        )
    return InputError("{name} is damaged: it is no whole JSON ({said}).", name=name, said=said)


def depth(content: bytes | bytearray) -> int:
    """Levels of lists and objects in a JSON text, or more; linear in its length."""
    levels = content.count(b"[") + content.count(b"{")
    if levels <= DEPTH:
        return levels
    signs = np.frombuffer(structure(content), np.uint8)
    level = most = 0
    for start in range(0, len(signs), _AT_ONCE):  # a large text is not there once more in numbers
        steps = np.cumsum(_STEPS[signs[start : start + _AT_ONCE]], dtype=np.int32)
        level, most = level + int(steps[-1]), max(most, level + int(steps.max()))
    return most


def structure(content: bytes | bytearray) -> bytes:
    """The brackets and commas of a JSON text that stand in no string; linear in its length."""
    unescaped = content.replace(b"\\\\", b"").replace(b'\\"', b"")
    # Two quotes beside each other: a string without such signs, or the seam of two strings.
    return _STRING.sub(b"", unescaped.translate(None, _OTHERS).replace(b'""', b""))


def check_places(matrix: Any) -> None:
    """ValueError where the parts of a sparse matrix (CSR, CSC, BSR) do not fit together: compiled
    code trusts its pointers and indices, and writes wherever a wrong one points."""
    # Compared, not subtracted, as SciPy does: a difference that overflows is never negative.
    if (matrix.indptr[:-1] > matrix.indptr[1:]).any():
        raise ValueError("its rows overlap")
    matrix.check_format(full_check=True)


def check_moment(when: datetime) -> None:
    """ValueError for the first and the last year, which other time zones put outside of time."""
    if not 1 < when.year < 9999:
        raise ValueError("a time that no clock shows")


def _without_waiting(path: str, flags: int) -> int:
    # Neither exists on Windows, which has no such pipes in its folders.
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0))
