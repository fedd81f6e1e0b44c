"""Arrays in .npy files, opened on several threads at once.

`numpy.load` reads the head of a file with `ast.literal_eval`, which in CPython 3.11 now and then
fails on one thread while another is in it: "AST constructor recursion depth mismatch".
So heads are read by their pattern, also those of strangers.
"""

import re
from pathlib import Path
from typing import IO, Any, NamedTuple

import numpy as np

from gplsa.stored import opened

MOST_HEAD = 10_000  # bytes
_MAGIC = b"\x93NUMPY"
# In any order, which readers must not depend on.
_HEAD = re.compile(
    rb"\{\s*+(?:(?:'descr':\s*+'([<>|=]?[?a-zA-Z]\d{0,9}(?:\[\w{1,8}\])?)'"
    rb"|'fortran_order':\s*+(True|False)"
    rb"|'shape':\s*+\(([\d, ]{0,200})\))\s*+(?:,\s*+)?){3}\}\s*+"
)
_PLAIN = re.compile(r"[<|][biuf][1248]")


class Head(NamedTuple):
    """What a .npy file says of its array; start: where the values begin."""

    dtype: np.dtype[Any]
    shape: tuple[int, ...]
    fortran: bool
    start: int


def mapped_array(path: Path) -> np.ndarray:
    """What `numpy.save` has written of plain numbers, mapped and not to be written to.

    Raises OSError or ValueError where the file is no such array, or is shorter than it says.
    """
    with opened(path) as file:
        dtype, shape, offset = array_head(file)
        return np.memmap(file, dtype, "r", offset, shape)


def array_head(stream: IO[bytes]) -> tuple[np.dtype[Any], tuple[int, ...], int]:
    """Type and shape of an array of plain numbers in a .npy file [NEP 1], and where they begin."""
    head = any_head(stream)
    if head.fortran or not _PLAIN.fullmatch(head.dtype.str):
        raise ValueError("this is no array of plain numbers")
    return head.dtype, head.shape, head.start


def any_head(stream: IO[bytes]) -> Head:
    """The same of any array that is no record of several."""
    start = stream.read(8)
    sizes = stream.read(2 if start[6:7] == b"\1" else 4)
    length = int.from_bytes(sizes, "little")
    known = start[:6] == _MAGIC and start[6:7] in b"\1\2\3" and length <= MOST_HEAD
    found = _HEAD.fullmatch(stream.read(length)) if known else None
    if found is None or None in found.groups():
        raise ValueError("this is no array of one type")
    try:
        dtype = np.dtype(found[1].decode())
        shape = tuple(int(chunk) for chunk in found[3].split(b",") if chunk.strip())
    except TypeError as error:
        raise ValueError("there is no such type") from error
    return Head(dtype, shape, found[2] == b"True", len(start) + len(sizes) + length)
