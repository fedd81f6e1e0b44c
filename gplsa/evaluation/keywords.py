"""How good ranked keywords are, measured against the words of the true other side.

`ranked` holds the indices of target words, best first, one list per document; `counterparts` the
counts of the true other sides (n_docs, n_target).  Every figure is a mean over
documents; 0 for none.
"""

from collections.abc import Sequence

import numpy as np
from scipy import sparse

from gplsa.core.sums import entries_of, entry_rows, ranks_within
from gplsa.core.types import FloatArray, IntArray, Ints

Ranked = Sequence[Sequence[int] | Ints]


def precision(ranked: Ranked, counterparts: sparse.csr_matrix, n_best: int = 10) -> float:
    """Share of the `n_best` keywords that occur in the counterpart; keywords not given count as
    wrong."""
    return _mean([len(right) / n_best for right in _right(ranked, counterparts, n_best)])


def idf_precision(
    ranked: Ranked, counterparts: sparse.csr_matrix, idf: FloatArray, n_best: int = 10
) -> float:
    """Mean over the `n_best` keywords of idf if the word occurs in the counterpart, else 0."""
    return _mean([idf[right].sum() / n_best for right in _right(ranked, counterparts, n_best)])


def overlap(
    ranked: Ranked, counterparts: sparse.csr_matrix, idf: FloatArray, n_best: int = 20
) -> float:
    """Share of the `n_best` keywords among the counterpart's `n_best` words by (1 + log tf)·idf.

    Both lists count as `n_best` long, and equal words of the counterpart are ordered by index.
    """
    best = counterparts.sorted_indices()
    weight = (1 + np.log(best.data)) * idf[best.indices]
    best.data = ranks_within(entry_rows(best.indptr), weight) < n_best
    best.eliminate_zeros()
    return precision(ranked, best, n_best)


def attainable_precision(
    ranked: Ranked, counterparts: sparse.csr_matrix, n_best: int = 10
) -> float:
    """Right keywords among the `n_best`, over as many as the counterparts have words to offer."""
    right = sum(map(len, _right(ranked, counterparts, n_best)))
    attainable = int(np.minimum(np.diff(counterparts.indptr), n_best).sum())
    return right / attainable if attainable else 0.0


def shown_precision(ranked: Ranked, counterparts: sparse.csr_matrix) -> float:
    """Share of all keywords shown that occur in the counterpart, whatever their number."""
    shown = sum(map(len, ranked))
    return sum(map(len, _right(ranked, counterparts))) / shown if shown else 0.0


def _right(
    ranked: Ranked, counterparts: sparse.csr_matrix, n_best: int | None = None
) -> list[IntArray]:
    """Those of the first keywords of each document that its counterpart has."""
    if len(ranked) != counterparts.shape[0]:
        raise ValueError(
            f"ranked has {len(ranked)} documents, but counterparts has {counterparts.shape[0]}"
        )
    first = [np.asarray(words[:n_best], dtype=np.int64) for words in ranked]
    return [
        words[np.isin(words, entries_of(counterparts, row)[0])] for row, words in enumerate(first)
    ]


def _mean(values: Sequence[float]) -> float:
    return float(np.mean(values)) if len(values) else 0.0
