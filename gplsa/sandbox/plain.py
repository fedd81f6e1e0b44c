"""Plain data between processes: JSON beside buffers, checked when read, never a pickle.

Numbers, texts, bytes, lists, tuples, dictionaries with texts as keys, arrays of numbers or texts,
CSR matrices, messages to people, and the dataclasses that both sides name. What goes over is one
JSON head and the buffers that it refers to by number; long columns of texts are JSON buffers of
their own.  They cross the stream between two processes in frames: a letter, a length and so many
bytes.
"""

import json
import struct
from collections.abc import Callable, Mapping, MutableSequence, Sequence
from dataclasses import fields, is_dataclass
from functools import partial
from itertools import pairwise
from typing import Any, BinaryIO

import numpy as np
from scipy import sparse

from gplsa.message import Message
from gplsa.stored import DEPTH, check_places, depth

Buffer = bytes | memoryview
Part = Buffer | Callable[[], bytes]
"""A buffer, or what makes it once it is to be written: so that a corpus is not there twice."""
Buffers = MutableSequence[bytearray]
Kinds = Mapping[str, type]

# How far it is, which file is read, a buffer of a value and the value itself; and the ways to end.
PROGRESS, OPENED, PART, VALUE, DONE, REFUSED, NO_ROOM, FULL, FAILED = b"potvdrnmf"
_FRAME = struct.Struct("<BQ")
_LONG = 100  # entries above which a column is no part of the head
_BUFFER_CHARACTERS = 4_000_000


class Damaged(ValueError):
    """A message that nobody wrote like that."""


def pack(value: Any, kinds: Kinds) -> tuple[bytes, list[Part]]:
    """The head and its buffers; TypeError for what is not plain."""
    buffers: list[Part] = []
    head = _packed(value, {kind: name for name, kind in kinds.items()}, buffers)
    return json.dumps(head, ensure_ascii=True).encode("ascii"), buffers


def unpack(head: bytes | bytearray, buffers: Buffers, kinds: Kinds) -> Any:
    """The value; Damaged where the message does not hold together.  Empties the buffers."""
    try:
        return _unpacked(_parsed(head), buffers, kinds)
    except Damaged:
        raise
    except (ValueError, TypeError, KeyError, IndexError, OverflowError) as error:
        raise Damaged(str(error)) from error


def _packed(value: Any, names: Mapping[type, str], buffers: list[Part]) -> Any:
    """As JSON: lists stand for themselves, every other container is an object with its kind."""
    if isinstance(value, Message):
        return {"message": value.to_json()}
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, bytes):
        return {"bytes": _added(buffers, value)}
    if isinstance(value, list):
        kinds = set(map(type, value)) if len(value) > _LONG else set()
        if kinds == {str}:
            return {"texts": _text_buffers(value, buffers)}
        if kinds == {bytes}:
            lengths = np.fromiter(map(len, value), "<i8", len(value))
            pieces: tuple[Part, Part] = lengths.data.cast("B"), partial(b"".join, value)
            return {"pieces": [_added(buffers, one) for one in pieces]}
        return [_packed(item, names, buffers) for item in value]
    if isinstance(value, tuple):
        return {"tuple": [_packed(item, names, buffers) for item in value]}
    if isinstance(value, dict):
        return {"dict": [[_text(k), _packed(v, names, buffers)] for k, v in value.items()]}
    if isinstance(value, np.ndarray):
        return _packed_array(value, names, buffers)
    if isinstance(value, sparse.csr_matrix):
        parts = [value.data, value.indices, value.indptr]
        return {"csr": [list(value.shape), *(_packed(part, names, buffers) for part in parts)]}
    if is_dataclass(value) and type(value) in names:
        found = [_packed(getattr(value, f.name), names, buffers) for f in fields(value)]
        return {names[type(value)]: found}
    raise TypeError(f"{type(value)} is no plain data")


def _unpacked(value: Any, buffers: Buffers, kinds: Kinds) -> Any:
    if isinstance(value, list):
        return [_unpacked(item, buffers, kinds) for item in value]
    if not isinstance(value, dict):
        return value
    [(kind, content)] = value.items()
    if kind == "message":
        return Message.from_json(content)
    if kind == "bytes":
        return bytes(_taken(buffers, content))
    if kind == "texts":
        return [_text(text) for number in content for text in _parsed(_taken(buffers, number))]
    if kind == "pieces":
        lengths, joined = (_taken(buffers, number) for number in content)
        return pieces(np.frombuffer(lengths, "<i8"), joined)
    if kind == "tuple":
        return tuple(_unpacked(item, buffers, kinds) for item in content)
    if kind == "dict":
        return {_text(key): _unpacked(item, buffers, kinds) for key, item in content}
    if kind == "array":
        return _unpacked_array(content, buffers, kinds)
    if kind == "csr":
        shape, *parts = content
        held = tuple(_unpacked(part, buffers, kinds) for part in parts)
        matrix = sparse.csr_matrix(held, shape=tuple(shape))
        check_places(matrix)
        return matrix
    return kinds[kind](*(_unpacked(item, buffers, kinds) for item in content))


def _parsed(content: bytes | bytearray) -> Any:
    """Not by msgspec, as numbers may be none or infinite here."""
    if depth(content) > DEPTH:
        raise Damaged("it is nested too deeply")
    return json.loads(content)


def _packed_array(value: np.ndarray, names: Mapping[type, str], buffers: list[Part]) -> Any:
    if value.dtype.kind == "O":  # texts of very different length
        listed = [_text(item) for item in value.ravel().tolist()]
        return {"array": ["O", list(value.shape), _packed(listed, names, buffers)]}
    if value.dtype.kind not in "biufUS":
        raise TypeError(f"an array of {value.dtype} is no plain data")
    value = np.ascontiguousarray(value)
    number = _added(buffers, value.reshape(-1).view(np.uint8).data)
    return {"array": [value.dtype.str, list(value.shape), number]}


def _unpacked_array(content: Any, buffers: Buffers, kinds: Kinds) -> np.ndarray:
    code, shape, rest = content
    if code == "O":
        texts = _unpacked(rest, buffers, kinds)
        return np.array(texts, dtype=object).reshape(shape)
    kind = np.dtype(_text(code))
    if kind.kind not in "biufUS":
        raise Damaged(f"an array of {kind}")
    return np.frombuffer(_taken(buffers, rest), kind).reshape(shape)


def _text_buffers(texts: Sequence[str], buffers: list[Part]) -> list[int]:
    """Numbers of the buffers that hold the texts, some millions of characters in each."""
    numbers = []
    start = size = 0
    for stop, text in enumerate(texts, start=1):
        size += len(text) + 8
        if size > _BUFFER_CHARACTERS or stop == len(texts):
            numbers.append(_added(buffers, partial(_as_json, texts[start:stop])))
            start, size = stop, 0
    return numbers


def _as_json(texts: Sequence[str]) -> bytes:
    return json.dumps(texts, ensure_ascii=False).encode("utf-8", "replace")


def pieces(lengths: np.ndarray, joined: bytearray | memoryview) -> list[bytes]:
    """What was joined one behind the other; ValueError where the lengths are not those of it."""
    if (lengths < 0).any() or int(lengths.sum()) != len(joined):
        raise Damaged("pieces that do not fill their buffer")
    view, ends = memoryview(joined), np.cumsum(lengths).tolist()
    return [bytes(view[start:end]) for start, end in pairwise([0, *ends])]


def _taken(buffers: Buffers, number: int) -> bytearray:
    """A buffer, which stands for one value only."""
    if not 0 <= number < len(buffers):
        raise Damaged(f"there is no buffer {number}")
    content, buffers[number] = buffers[number], bytearray()
    return content


def _added(buffers: list[Part], part: Part) -> int:
    buffers.append(part)
    return len(buffers) - 1


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise Damaged(f"{value!r} is no text")
    return value


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
