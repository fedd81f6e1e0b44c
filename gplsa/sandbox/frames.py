"""Pieces of a stream between two processes: a letter, a length and so many bytes."""

import struct
from typing import BinaryIO

from gplsa.sandbox.plain import Buffer, Damaged

# How far it is, which file is read, a buffer of a value and the value itself; and the ways to end.
PROGRESS, OPENED, PART, VALUE, DONE, REFUSED, NO_ROOM, FULL, FAILED = b"potvdrnmf"
_FRAME = struct.Struct("<BQ")


def write_frame(stream: BinaryIO, kind: int, content: Buffer = b"") -> None:
    stream.write(_FRAME.pack(kind, len(content)))
    stream.write(content)


def read_frame(stream: BinaryIO, most: int) -> tuple[int, bytearray] | None:
    """Kind and content; None at the end.  Damaged where it is longer than `most`, or cut off."""
    head = stream.read(_FRAME.size)
    if not head:
        return None
    if len(head) < _FRAME.size:
        raise Damaged("a frame is cut off")
    kind, length = _FRAME.unpack(head)
    if length > most:
        raise Damaged(f"a frame of {length} bytes")
    content = bytearray(length)
    if stream.readinto(content) < length:  # type: ignore[attr-defined]
        raise Damaged("a frame is cut off")
    return kind, content
