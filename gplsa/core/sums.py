"""Row and column sums of sparse counts, as plain vectors."""

import numpy as np
from scipy import sparse

from gplsa.core.types import FloatArray


def row_sums(counts: sparse.csr_matrix) -> FloatArray:
    return np.asarray(counts.sum(axis=1), dtype=np.float64).ravel()


def column_sums(counts: sparse.csr_matrix) -> FloatArray:
    return np.asarray(counts.sum(axis=0), dtype=np.float64).ravel()


def word_shares(counts: sparse.csr_matrix) -> FloatArray:
    """p(w), (n_words,): how often each word stands in the whole corpus; zeros without any word."""
    sums = column_sums(counts)
    return sums / max(float(sums.sum()), np.finfo(float).tiny)


def scaled_rows(counts: sparse.csr_matrix, totals: FloatArray) -> sparse.csr_matrix:
    """Rows scaled to the given totals, of which zero empties a row; empty rows stay empty."""
    sums = row_sums(counts)
    factor = np.divide(totals, sums, out=np.zeros_like(sums), where=sums > 0)
    result = sparse.csr_matrix(counts, copy=True)
    result.data *= np.repeat(factor, np.diff(counts.indptr))
    result.eliminate_zeros()
    return result
