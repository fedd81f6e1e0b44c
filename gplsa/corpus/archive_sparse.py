"""Sparse matrices as the arrays of an archive."""

from collections.abc import Mapping

import numpy as np
from scipy import sparse

from gplsa.stored import check_places


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
    if indices.dtype.kind not in "iu" or indptr.dtype.kind not in "iu":
        raise ValueError(f"{name} is not made of whole numbers")
    if data.shape != indices.shape or len(data) != indptr[-1]:
        raise ValueError(f"{name} does not have the shape {shape}")
    matrix = sparse.csr_matrix((data, indices, indptr), shape=shape, dtype=np.float64)
    check_places(matrix)
    if not np.isfinite(matrix.data).all():
        raise ValueError(f"{name} has values that are not finite")
    return matrix


def _smallest(values: np.ndarray) -> np.ndarray:
    if len(values) and ((values < 0).any() or (values != np.floor(values)).any()):
        return values.astype("<f8")
    largest = values.max() if len(values) else 0
    for code in ("u1", "<u2", "<u4"):
        if largest <= np.iinfo(code).max:
            return values.astype(code)
    return values.astype("<f8")
