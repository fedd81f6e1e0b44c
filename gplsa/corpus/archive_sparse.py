"""Sparse matrices as the arrays of an archive."""

from collections.abc import Mapping

import numpy as np
from scipy import sparse

_WHOLE = frozenset({"ii", "iu", "ui", "uu"})  # kinds of two types


def pack_sparse(name: str, matrix: sparse.csr_matrix) -> dict[str, np.ndarray]:
    """The arrays of a CSR matrix under `name`/…, whole numbers in the smallest type that fits."""
    matrix = sparse.csr_matrix(matrix, copy=True)
    matrix.sum_duplicates()
    return {
        f"{name}/data": _smallest(matrix.data),
        f"{name}/indices": matrix.indices.astype("<i4"),
        f"{name}/indptr": matrix.indptr.astype("<i8"),
    }


def unpack_sparse(
    arrays: Mapping[str, np.ndarray], name: str, shape: tuple[int, int]
) -> sparse.csr_matrix:
    """The CSR matrix (float64) stored under `name`; ValueError where it has not this shape."""
    data, indices, indptr = (arrays[f"{name}/{part}"] for part in ("data", "indices", "indptr"))
    rows, columns = shape
    if indptr.shape != (rows + 1,) or data.ndim != 1 or data.shape != indices.shape:
        raise ValueError(f"{name} does not have the shape {shape}")
    if data.dtype.kind not in "biuf" or indices.dtype.kind + indptr.dtype.kind not in _WHOLE:
        raise ValueError(f"{name} is not made of whole numbers")
    # Compared, not subtracted: a difference of unsigned or very large numbers is never negative.
    if indptr[0] != 0 or indptr[-1] != len(data) or (indptr[:-1] > indptr[1:]).any():
        raise ValueError(f"{name} has rows that overlap")
    if len(indices) and (indices.min() < 0 or indices.max() >= columns):
        raise ValueError(f"{name} has entries outside the matrix")
    values = data.astype(np.float64)
    if not np.isfinite(values).all():
        raise ValueError(f"{name} has values that are not finite")
    index_type = np.int32 if len(data) < np.iinfo(np.int32).max else np.int64
    return sparse.csr_matrix(
        (values, indices.astype(index_type), indptr.astype(index_type)), shape=shape
    )


def _smallest(values: np.ndarray) -> np.ndarray:
    if len(values) and ((values < 0).any() or (values != np.floor(values)).any()):
        return values.astype("<f8")
    largest = values.max() if len(values) else 0
    for code in ("u1", "<u2", "<u4"):
        if largest <= np.iinfo(code).max:
            return values.astype(code)
    return values.astype("<f8")
