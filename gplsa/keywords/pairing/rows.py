"""Rows of pairs of words in CSR layout: made to sum to 1, their largest, where others stand."""

import numpy as np
from scipy import sparse

from gplsa.core.compile import kernel
from gplsa.core.types import BoolArray, Int32Array, IntArray

_INSERTED = 64


def located(
    indptr: IntArray, indices: Int32Array, own_indptr: IntArray, own_indices: Int32Array
) -> tuple[IntArray, Int32Array, Int32Array]:
    """Of some pairs of words those that are among the pairs listed: indptr and indices of these,
    and where each stands in the list."""
    n_words = 1 + max(int(indices.max(initial=0)), int(own_indices.max(initial=0)))
    shape = len(indptr) - 1, n_words
    # Counted from 1, as nothing stands where two matrices have none in common.
    places = np.arange(1, len(indices) + 1, dtype=np.int32)
    listed = sparse.csr_matrix((places, indices, indptr), shape=shape)
    ones = np.ones(len(own_indices), dtype=np.int32)
    both = sparse.csr_matrix(
        listed.multiply(sparse.csr_matrix((ones, own_indices, own_indptr), shape=shape))
    )
    return both.indptr.astype(np.int64), both.indices.astype(np.int32), both.data - 1


@kernel
def normalise_rows(indptr, values):
    """Rows that sum to 1, in place."""
    for f in range(len(indptr) - 1):
        total = 0.0
        for i in range(indptr[f], indptr[f + 1]):
            total += values[i]
        if total > 0.0:
            for i in range(indptr[f], indptr[f + 1]):
                values[i] /= total
    return values


def rows_kept(indptr: IntArray | Int32Array, kept: BoolArray) -> IntArray:
    """indptr of what a mask leaves of every row."""
    return np.concatenate([[0], np.cumsum(kept)])[indptr]


@kernel
def largest_of_row(indptr, values, size):
    """Mask of the `size` largest positive values of every row, of equal ones the first."""
    kept = np.zeros(len(values), dtype=np.bool_)
    best = np.empty(min(size, _INSERTED), dtype=np.int64)
    for f in range(len(indptr) - 1):
        start, stop = indptr[f], indptr[f + 1]
        if stop - start <= size:
            kept[start:stop] = values[start:stop] > 0.0
        elif size <= _INSERTED:
            # A long row for a short list: most values are none of the best and are passed by.
            n = 0
            for i in range(start, stop):
                if values[i] <= 0.0 or (n == size and values[i] <= values[best[n - 1]]):
                    continue
                n = min(n + 1, size)
                place = n - 1
                while place > 0 and values[best[place - 1]] < values[i]:
                    best[place] = best[place - 1]
                    place -= 1
                best[place] = i
            kept[best[:n]] = True
        else:
            order = np.argsort(-values[start:stop], kind="mergesort")
            for i in range(size):
                kept[start + order[i]] = values[start + order[i]] > 0.0
    return kept
