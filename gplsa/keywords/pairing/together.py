"""Which words of the two sides stand together: the pairs of words that a lexicon lives on."""

from bisect import bisect_right

import numpy as np
from scipy import sparse

from gplsa.core.compile import kernel
from gplsa.core.sums import document_frequency
from gplsa.core.types import FloatArray, Int32Array, IntArray

MAX_PAIRS = 12_000_000
"""Pairs of words held while fitting: 0.3 GB.  Beyond it, every source word keeps its strongest."""
_DENSE = 16


def pairs_together(
    x: sparse.csr_matrix, y: sparse.csr_matrix, max_pairs: int
) -> tuple[IntArray, Int32Array]:
    """Pairs of words that stand together in some unit, at most `max_pairs` in all."""
    columns = x.tocsc()
    both = columns.indptr, columns.indices, y.indptr, y.indices
    most = min(int(np.diff(x.indptr).astype(np.int64) @ np.diff(y.indptr)), max_pairs)
    indptr, indices = _all_partners(*both, y.shape[1], most)
    if indptr[-1] <= most:
        return indptr, indices[: indptr[-1]]
    del indices
    sizes = np.diff(indptr)
    indptr = np.append(0, np.cumsum(np.minimum(sizes, row_cap(sizes, max_pairs))))
    return indptr, _strongest_partners(*both, indptr, document_frequency(y))


def row_cap(sizes: IntArray, max_pairs: int) -> int:
    """The largest cap at which Σ min(size, cap) stays within `max_pairs`."""
    if sizes.sum() <= max_pairs:
        return int(sizes.max(initial=0))
    caps = range(int(sizes.max()))
    n_within = bisect_right(caps, max_pairs, key=lambda cap: int(np.minimum(sizes, cap).sum()))
    return max(n_within - 1, 1)


@kernel
def _all_partners(col_ptr, col_unit, y_ptr, y_word, n_target, most):
    """Every pair of words, in an array for `most` of them; where there are more, `indptr` counts
    them all the same."""
    n_source = len(col_ptr) - 1
    seen = np.full(n_target, -1, dtype=np.int32)
    indptr = np.zeros(n_source + 1, dtype=np.int64)
    indices = np.empty(most, dtype=np.int32)
    n = 0
    for f in range(n_source):
        for a in range(col_ptr[f], col_ptr[f + 1]):
            unit = col_unit[a]
            for b in range(y_ptr[unit], y_ptr[unit + 1]):
                e = y_word[b]
                if seen[e] != f:
                    seen[e] = f
                    if n < most:
                        indices[n] = e
                    n += 1
        k = indptr[f]
        indptr[f + 1] = n
        if n > most:
            continue
        if (n - k) * _DENSE < n_target:
            indices[k:n].sort()
        else:
            # To pass by all words takes less time than to sort many of them.
            e = 0
            while k < n:
                indices[k] = e
                k += seen[e] == f
                e += 1
    return indptr, indices


@kernel
def _strongest_partners(col_ptr, col_unit, y_ptr, y_word, indptr, frequency):
    n_source, n_target = len(col_ptr) - 1, len(frequency)
    together = np.zeros(n_target)
    partners = np.empty(n_target, dtype=np.int32)
    indices = np.empty(indptr[-1], dtype=np.int32)
    for f in range(n_source):
        n = 0
        for a in range(col_ptr[f], col_ptr[f + 1]):
            unit = col_unit[a]
            for b in range(y_ptr[unit], y_ptr[unit + 1]):
                e = y_word[b]
                if together[e] == 0.0:
                    partners[n] = e
                    n += 1
                together[e] += 1.0
        kept = indptr[f + 1] - indptr[f]
        found = partners[:n].copy()
        # The square of the cosine of the two words' unit sets, up to a constant of f.
        strength = together[found] ** 2 / frequency[found]
        together[found] = 0.0
        if kept < n:
            found = found[np.argsort(-strength, kind="mergesort")[:kept]]
        indices[indptr[f] : indptr[f + 1]] = np.sort(found)
    return indices


def count_together(
    source: sparse.csr_matrix, target: sparse.csr_matrix, indptr: IntArray, indices: Int32Array
) -> FloatArray:
    """Number of documents that hold both words, for every pair of words listed."""
    columns, y = sorted_counts(source).tocsc(), sorted_counts(target)
    both = columns.indptr, columns.indices, y.indptr, y.indices
    return _cooccurrence(*both, indptr, indices, y.shape[1])


def sorted_counts(counts: sparse.csr_matrix) -> sparse.csr_matrix:
    """In float64, words ascending within a row."""
    result = sparse.csr_matrix(counts, dtype=np.float64)
    return result if result.has_sorted_indices else result.sorted_indices()


@kernel
def _cooccurrence(col_ptr, col_doc, y_ptr, y_word, indptr, indices, n_target):
    together = np.zeros(n_target)
    result = np.zeros(len(indices))
    for f in range(len(col_ptr) - 1):
        if indptr[f] == indptr[f + 1]:
            continue
        for a in range(col_ptr[f], col_ptr[f + 1]):
            doc = col_doc[a]
            for b in range(y_ptr[doc], y_ptr[doc + 1]):
                together[y_word[b]] += 1.0
        for i in range(indptr[f], indptr[f + 1]):
            result[i] = together[indices[i]]
        for a in range(col_ptr[f], col_ptr[f + 1]):
            doc = col_doc[a]
            for b in range(y_ptr[doc], y_ptr[doc + 1]):
                together[y_word[b]] = 0.0
    return result
