"""Row and column sums of sparse counts, as plain vectors."""

from collections.abc import Sequence

import numpy as np
from scipy import sparse

from gplsa.core.types import BoolArray, FloatArray

_LARGE = 1e120


def present_in(matrices: Sequence[sparse.csr_matrix]) -> BoolArray:
    """(n_docs, n_modalities): where a document has words."""
    return np.stack([np.diff(matrix.indptr) > 0 for matrix in matrices], axis=1)


def row_sums(counts: sparse.csr_matrix) -> FloatArray:
    return np.asarray(counts.sum(axis=1), dtype=np.float64).ravel()


def tamed_rows(counts: sparse.csr_matrix) -> sparse.csr_matrix:
    """Rows so large or so small that their sums or squares are no numbers, divided by their largest
    entry; the same matrix where there is none."""
    largest = np.asarray(counts.max(axis=1).todense()).ravel() if counts.nnz else np.zeros(0)
    wild = (largest > _LARGE) | ((largest > 0) & (largest < 1 / _LARGE))
    if not wild.any():
        return counts
    result = sparse.csr_matrix(counts, copy=True)
    result.data /= np.repeat(np.where(wild, largest, 1.0), np.diff(counts.indptr))
    return result


def shares(masses: FloatArray) -> FloatArray:
    """Scaled to sum 1, however small they are; zeros where all of them are."""
    largest = float(masses.max(initial=0.0))
    if 0 < largest < 1 / _LARGE:
        masses = masses / largest
    return masses / max(float(masses.sum()), np.finfo(float).tiny)


def column_sums(counts: sparse.csr_matrix) -> FloatArray:
    return np.asarray(counts.sum(axis=0), dtype=np.float64).ravel()


def word_shares(counts: sparse.csr_matrix) -> FloatArray:
    """p(w), (n_words,): how often each word stands in the whole corpus; zeros without any word."""
    return shares(column_sums(counts))


def scaled_rows(counts: sparse.csr_matrix, totals: FloatArray) -> sparse.csr_matrix:
    """Rows scaled to the given totals, of which zero empties a row; empty rows stay empty."""
    counts = tamed_rows(counts)
    sums = row_sums(counts)
    factor = np.divide(totals, sums, out=np.zeros_like(sums), where=sums > 0)
    result = sparse.csr_matrix(counts, copy=True)
    result.data *= np.repeat(factor, np.diff(counts.indptr))
    result.eliminate_zeros()
    return result
