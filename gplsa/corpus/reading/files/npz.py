"""Arrays in an .npz file: checked against what each states before memory is set aside for it."""

import ast
import io
import zipfile
from typing import Any

import numpy as np
from scipy import sparse

from gplsa.corpus.reading.files import limits
from gplsa.corpus.reading.files.sparse_arrays import csr_from_arrays
from gplsa.corpus.reading.files.zipped import PACKINGS
from gplsa.wording import MEBIBYTE

_SPARSE = frozenset({"format", "shape", "data"})
_MEMBERS = 1_000
_HEADER_CHARACTERS = 10_000
_CHUNK = MEBIBYTE


def arrays_of_npz(data: bytes, most: int) -> dict[str, np.ndarray | sparse.csr_matrix]:
    """Every array by name, at most `most` bytes together; one sparse matrix is "features".

    Errors: Swollen where they are more; ValueError or what `zipfile` raises where it is damaged or
    holds objects.
    """
    arrays: dict[str, np.ndarray | sparse.csr_matrix] = {}
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        members = package.infolist()
        if len(members) > _MEMBERS:
            raise ValueError(f"{len(members)} arrays")
        if sum(member.file_size for member in members) > most:
            raise limits.Swollen
        for member in members:
            if member.compress_type not in PACKINGS:
                raise ValueError("packed in a way that NumPy does not use")
            if member.filename.endswith(".npy"):
                arrays[member.filename.removesuffix(".npy")] = _array(package, member)
    if set(arrays) >= _SPARSE:
        return {"features": csr_from_arrays(arrays)}  # type: ignore[arg-type]
    return arrays


def _array(package: zipfile.ZipFile, member: zipfile.ZipInfo) -> np.ndarray:
    """One array [NEP 1]: its header must account for every byte of the member."""
    with package.open(member) as stream:
        content = np.empty(member.file_size, dtype=np.uint8)
        filled = 0
        while chunk := stream.read(_CHUNK):
            content[filled : filled + len(chunk)] = np.frombuffer(chunk, np.uint8)
            filled += len(chunk)
    shape, fortran, dtype, start = _header(content[:_HEADER_CHARACTERS].tobytes())
    body = content[start:filled]
    n_values = 1
    for length in shape:
        n_values *= length
    if dtype.hasobject or dtype.names or dtype.subdtype or not dtype.itemsize:
        raise ValueError("it holds something else than numbers and texts")
    if n_values * dtype.itemsize != len(body):
        raise ValueError("an array has not the size it states")
    return np.frombuffer(body, dtype).reshape(shape, order="F" if fortran else "C")


def _header(content: bytes) -> tuple[tuple[int, ...], bool, np.dtype[Any], int]:
    """Shape, order, type, and where the values begin.

    Read here, as NumPy repairs headers of Python 2 on the way and raises whatever that raises.
    """
    if content[:6] != b"\x93NUMPY" or content[6] not in (1, 2, 3):
        raise ValueError("no header")
    start = 10 if content[6] == 1 else 12
    length = int.from_bytes(content[8:start], "little")
    if length > _HEADER_CHARACTERS - start:
        raise ValueError("a header without end")
    header = ast.literal_eval(content[start : start + length].decode("latin-1").strip())
    shape, dtype = header["shape"], np.dtype(header["descr"])
    if not isinstance(shape, tuple) or not all(type(n) is int and n >= 0 for n in shape):
        raise ValueError("a shape that is none")
    return shape, bool(header["fortran_order"]), dtype, start + length
