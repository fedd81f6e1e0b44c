"""Arrays in .npz files, and in MATLAB files of versions 5 to 7, read without a foreign parser:
checked against what each states before memory is set aside for it.

Of sparse matrices every pointer, index, shape and type is checked first, too.
Source: MathWorks, *MAT-File Format*, level 5. Numbers, characters, sparse matrices and cells of
these are read, a cell of matrices, the views of one thing, as so many arrays; structures, objects
and cells within cells are passed over.
"""

import io
import math
import struct
import zipfile
import zlib
from collections.abc import Iterator
from typing import Any

import numpy as np
from scipy import sparse

from gplsa.core.out_of_core.arrays import MOST_HEAD, any_head
from gplsa.message import MEBIBYTE
from gplsa.reading.files import limits
from gplsa.reading.files.zipped import PACKINGS
from gplsa.stored import check_places

_OF_SPARSE = frozenset({"format", "shape", "data"})
_MEMBERS = 1_000
_CHUNK = MEBIBYTE
_HEAD_BYTES = MOST_HEAD + 12
_PLACES = ("shape", "indices", "indptr", "row", "col", "coords", "offsets")
_SOME = 10_000  # rows or columns that a matrix may have whatever it holds
_PER_VALUE = 10  # … and how many to a value beyond that


def arrays_of_npz(data: bytes, most: int) -> dict[str, np.ndarray | sparse.csr_matrix]:
    """Every array by name, at most `most` bytes together; one sparse matrix is "features".

    Errors: Swollen where they are more; ValueError or what `zipfile` raises where it is damaged or
    holds objects.
    """
    arrays: dict[str, np.ndarray] = {}
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
    return {"features": _csr(data, arrays)} if set(arrays) >= _OF_SPARSE else {**arrays}


def _array(package: zipfile.ZipFile, member: zipfile.ZipInfo) -> np.ndarray:
    """One array [NEP 1]: its header must account for every byte of the member."""
    with package.open(member) as stream:
        content = np.empty(member.file_size, dtype=np.uint8)
        filled = 0
        while chunk := stream.read(_CHUNK):
            content[filled : filled + len(chunk)] = np.frombuffer(chunk, np.uint8)
            filled += len(chunk)
    dtype, shape, fortran, start = any_head(io.BytesIO(content[:_HEAD_BYTES].tobytes()))
    body = content[start:filled]
    if dtype.hasobject or dtype.names or dtype.subdtype or not dtype.itemsize:
        raise ValueError("it holds something else than numbers and texts")
    if math.prod(shape) * dtype.itemsize != len(body):
        raise ValueError("an array has not the size it states")
    return np.frombuffer(body, dtype).reshape(shape, order="F" if fortran else "C")


def _csr(data: bytes, arrays: dict[str, np.ndarray]) -> sparse.csr_matrix:
    """The matrix that `scipy.sparse.save_npz` wrote."""
    if arrays["format"].dtype.kind not in "SU":
        raise ValueError("the format is no word")
    if any(arrays[name].dtype.kind not in "iu" for name in _PLACES if name in arrays):
        raise ValueError("its places are no whole numbers")
    if np.abs(arrays.get("offsets", 0)).max() > arrays["shape"].max():
        raise ValueError("its diagonals lie outside of it")
    return checked_csr(sparse.load_npz(io.BytesIO(data)))


def checked_csr(matrix: Any) -> sparse.csr_matrix:
    """Any sparse matrix as CSR, float64.

    A file of a kilobyte can state a matrix of a billion rows, each of which would get a name.
    Errors: ValueError for more rows or columns than are read, or far more than there are values,
    and where the parts of the matrix do not belong together.
    """
    if len(matrix.shape) != 2 or matrix.data.dtype.kind not in "biuf":
        raise ValueError("it is no matrix of numbers")
    n_values = matrix.data.size
    for length, most in zip(matrix.shape, (limits.ROWS, limits.MATRIX_COLUMNS), strict=True):
        if length > most or length > max(_SOME, _PER_VALUE * n_values):
            raise ValueError(f"a matrix of {matrix.shape} for {n_values} values")
    if matrix.format in ("csr", "csc", "bsr"):
        check_places(matrix)
    return sparse.csr_matrix(matrix, dtype=np.float64)


# ---- MATLAB

_HEADER = 128
_MATRIX, _COMPRESSED = 14, 15
_TYPES = {
    1: "i1", 2: "u1", 3: "i2", 4: "u2", 5: "i4", 6: "u4", 7: "f4", 9: "f8", 12: "i8", 13: "u8",
}  # fmt: skip
_CHARACTERS = {1: "latin-1", 2: "latin-1", 4: "utf-16", 16: "utf-8", 17: "utf-16", 18: "utf-32"}
_CELL, _CHAR, _SPARSE = 1, 4, 5
_NUMBERS = frozenset(range(6, 16))
_COMPLEX = 0x08
_CELLS = 3_000_000

_Array = np.ndarray | sparse.csr_matrix


def arrays_of_mat(data: bytes, most: int) -> dict[str, _Array]:
    """Every array by name, at most `most` bytes together once unpacked.

    Errors: Swollen where they are more; ValueError, struct.error, zlib.error or IndexError where it
    is damaged or no such file.
    """
    mark = data[126:128]
    if mark not in (b"IM", b"MI") or len(data) < _HEADER:
        raise ValueError("no MATLAB file of version 5 to 7")
    order = "<" if mark == b"IM" else ">"
    found: dict[str, _Array] = {}
    left = most
    for element in _elements(memoryview(data)[_HEADER:], order, top=True):
        kind, content = element
        if kind == _COMPRESSED:
            unpacked = _inflated(content, left)
            left -= len(unpacked)
            [(kind, content)] = _elements(memoryview(unpacked), order)
        if kind == _MATRIX:
            name, array = _matrix(content, order)
            if isinstance(array, list):
                found |= {f"{name} {number}": view for number, view in enumerate(array, 1)}
            elif array is not None:
                found[name] = array
    return found


def _elements(data: memoryview, order: str, top: bool = False) -> Iterator[tuple[int, memoryview]]:
    """(type, content) one after the other; each begins at a multiple of eight bytes."""
    at = 0
    while at < len(data):
        if at + 8 > len(data):
            raise ValueError("cut off within a tag")
        first, size = struct.unpack_from(f"{order}II", data, at)
        start = at + 8
        if first >> 16:  # up to four bytes stand within the tag
            first, size, start = first & 0xFFFF, first >> 16, at + 4
            if size > 4:
                raise ValueError("a small element of more than four bytes")
        if start + size > len(data):
            raise ValueError("an element reaches beyond the end")
        yield first, data[start : start + size]
        at = start + size
        if not (top and first == _COMPRESSED):
            at += -at % 8


def _inflated(packed: memoryview, most: int) -> bytes:
    inflater = zlib.decompressobj()
    unpacked = inflater.decompress(packed, most + 1)
    if len(unpacked) > most:
        raise limits.Swollen
    if not inflater.eof:
        raise ValueError("cut off")
    return unpacked


def _matrix(data: memoryview, order: str) -> tuple[str, _Array | list[_Array] | None]:
    """Name and values, those of each matrix in a cell; None for what is passed over."""
    parts = _elements(data, order)
    flags = _values(next(parts, None), order)
    kind, is_complex = int(flags[0]) & 0xFF, int(flags[0]) >> 8 & _COMPLEX
    if is_complex or kind not in {_CELL, _CHAR, _SPARSE, *_NUMBERS}:
        return "", None
    shape = tuple(_values(next(parts, None), order).tolist())
    name = bytes(_values(next(parts, None), order).astype(np.uint8)).decode("latin-1")
    if len(shape) < 2 or not all(isinstance(n, int) and n >= 0 for n in shape):
        raise ValueError("dimensions that are none")
    if kind == _SPARSE:
        row, start, value = (_values(next(parts, None), order) for _ in range(3))
        if len(shape) > 2:
            raise ValueError("a sparse matrix of more than two dimensions")
        return name, checked_csr(sparse.csc_matrix((value, row, start), shape=shape))
    if kind == _CELL:
        return name, _cell(parts, order, shape)
    if kind == _CHAR:
        return name, _rows_of_characters(next(parts, None), order, shape)
    return name, _reshaped(_values(next(parts, None), order), shape)


def _cell(parts: Iterator[Any], order: str, shape: tuple[int, ...]) -> _Array | list[_Array] | None:
    """The texts or single numbers in a cell array, or the matrices in one of nothing else; None
    where there is anything else in one."""
    texts: list[str] = []
    matrices: list[_Array] = []
    for kind, content in parts:
        if len(texts) + len(matrices) >= _CELLS or kind != _MATRIX:
            raise ValueError("a cell array of something else than arrays")
        if not len(content):
            texts.append("")
            continue
        within = int(_values(next(_elements(content, order), None), order)[0]) & 0xFF
        array = _matrix(content, order)[1] if within != _CELL else None
        if array is None or isinstance(array, list):
            return None
        if sparse.issparse(array) or array.size > 1:
            matrices.append(array)
        else:
            texts.append(str(array.item()) if array.size else "")
    if matrices:
        return None if texts else matrices
    return _reshaped(_objects(texts), shape)


def _rows_of_characters(
    element: tuple[int, memoryview] | None, order: str, shape: tuple[int, ...]
) -> np.ndarray:
    """One text a row; the characters stand column by column."""
    if element is None or element[0] not in _CHARACTERS or len(shape) > 2:
        raise ValueError("characters that are none")
    coding = _CHARACTERS[element[0]]
    if coding in ("utf-16", "utf-32"):
        coding += "-le" if order == "<" else "-be"
    text = str(element[1], coding, "replace")
    rows, columns = shape
    if not text:
        return _objects([])
    if rows == 1:
        return _objects([text])
    if rows * columns != len(text):
        raise ValueError("more or fewer characters than stated")
    return _objects([text[row::rows].rstrip() for row in range(rows)])


def _values(element: tuple[int, memoryview] | None, order: str) -> np.ndarray:
    if element is None or element[0] not in _TYPES:
        raise ValueError("numbers that are none")
    return np.frombuffer(element[1], np.dtype(order + _TYPES[element[0]]))


def _reshaped(values: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
    if math.prod(shape) != len(values):
        raise ValueError("more or fewer values than stated")
    return values.reshape(shape, order="F")


def _objects(texts: list[str]) -> np.ndarray:
    """Not of a fixed width: one long text among a million short ones would take terabytes."""
    return np.array(texts, dtype=object)
