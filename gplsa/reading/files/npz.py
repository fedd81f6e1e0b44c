"""Arrays in an .npz file: checked against what each states before memory is set aside for it.

Sparse matrices, whose every pointer, index, shape and type is checked first, too.
"""

import io
import math
import zipfile
from typing import Any

import numpy as np
from scipy import sparse

from gplsa.core.out_of_core.arrays import MOST_HEAD, any_head
from gplsa.message import MEBIBYTE
from gplsa.reading.files import limits
from gplsa.reading.files.zipped import PACKINGS
from gplsa.stored import check_places

_SPARSE = frozenset({"format", "shape", "data"})
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
    return {"features": _csr(data, arrays)} if set(arrays) >= _SPARSE else {**arrays}


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
