"""Sparse matrices from a stranger: every pointer, index, shape and type is checked first."""

import io
from collections.abc import Mapping
from typing import Any

import numpy as np
from scipy import sparse

from gplsa.reading.files import limits
from gplsa.stored import check_places

_PLACES = ("shape", "indices", "indptr", "row", "col", "coords", "offsets")
_SOME = 10_000  # rows or columns that a matrix may have whatever it holds
_PER_VALUE = 10  # … and how many to a value beyond that


def csr_from_npz(data: bytes, arrays: Mapping[str, np.ndarray]) -> sparse.csr_matrix:
    """The matrix that `scipy.sparse.save_npz` wrote: CSR, float64.

    arrays  what the file holds, by name
    Errors: ValueError or TypeError for anything that is no such matrix, KeyError where a part is
    missing.
    """
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
