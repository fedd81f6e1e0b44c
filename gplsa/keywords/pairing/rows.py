"""Rows of pairs of words in CSR layout: made to sum to 1, their largest, where others stand."""

import numpy as np

from gplsa.core.compile import inlined, kernel
from gplsa.core.types import BoolArray, Int32Array, IntArray

_INSERTED = 64


def located(
    indptr: IntArray, indices: Int32Array, own_indptr: IntArray, own_indices: Int32Array
) -> tuple[IntArray, Int32Array, Int32Array]:
    """Of some pairs of words those that are among the pairs listed: indptr and indices of these,
    and where each stands in the list."""
    places = _places(indptr, indices, own_indptr, own_indices)
    kept = np.flatnonzero(places >= 0)
    return np.searchsorted(kept, own_indptr), own_indices[kept], places[kept]


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


@inlined
def _positions(indptr, indices, f, words, out):
    """Where each of the ascending `words` stands in the row of f; -1 where it does not."""
    low, stop = indptr[f], indptr[f + 1]
    for j in range(len(words)):
        word = words[j]
        step = 1
        high = low
        # Galloping: cheap for neighbours, logarithmic for far jumps in a long row.
        while high < stop and indices[high] < word:
            low = high + 1
            high += step
            step *= 2
        high = min(high, stop)
        while low < high:
            middle = (low + high) // 2
            if indices[middle] < word:
                low = middle + 1
            else:
                high = middle
        out[j] = low if low < stop and indices[low] == word else -1


@kernel
def _places(indptr, indices, own_indptr, own_indices):
    """Where each pair of words stands in `indices`; -1 where it does not."""
    places = np.empty(len(own_indices), dtype=np.int32)
    for f in range(len(own_indptr) - 1):
        own = slice(own_indptr[f], own_indptr[f + 1])
        _positions(indptr, indices, f, own_indices[own], places[own])
    return places


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
