"""Arrays in .npy files, opened on several threads at once.

`numpy.load` reads the head of a file with `ast.literal_eval`, which in CPython 3.11 now and then
fails on one thread while another is in it: "AST constructor recursion depth mismatch".
"""

import re
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from gplsa.stored import opened

_BEFORE_HEAD = 10
_VERSION_1 = b"\x93NUMPY\x01\x00"
_HEAD = re.compile(
    rb"\{'descr': '([<|][biuf][1248])', 'fortran_order': False, "
    rb"'shape': \(([\d, ]{0,200})\), \} *\n"
)


def mapped_array(path: Path) -> NDArray[Any]:
    """What `numpy.save` has written of plain numbers, mapped and not to be written to.

    Raises OSError or ValueError where the file is no such array, or is shorter than it says.
    """
    with opened(path) as file:
        dtype, shape, offset = array_head(file)
        return np.memmap(file, dtype, "r", offset, shape)


def array_head(stream: IO[bytes]) -> tuple[np.dtype[Any], tuple[int, ...], int]:
    """Type and shape of an array of plain numbers in a .npy file [NEP 1], and where they begin.

    Raises ValueError for any other.
    """
    start = stream.read(_BEFORE_HEAD)
    head = stream.read(int.from_bytes(start[8:], "little"))
    found = _HEAD.fullmatch(head)
    if start[:8] != _VERSION_1 or found is None:
        raise ValueError("this is no array of numbers")
    shape = tuple(int(part) for part in found[2].split(b",") if part.strip())
    return np.dtype(found[1].decode()), shape, _BEFORE_HEAD + len(head)
