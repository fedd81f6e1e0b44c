"""How good ranked keywords are, measured against the words of the true other side.

`ranked` holds the indices of target words, best first, one list per document; `counterparts` the
counts of the true other sides (n_docs, n_target).  Every figure is a mean over
documents; 0 for none.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from scipy import sparse

from gplsa.core.sums import entries_of
from gplsa.core.types import FloatArray, IntArray

Ranked = Sequence[Sequence[int] | npt.NDArray[np.integer]]


def precision(ranked: Ranked, counterparts: sparse.csr_matrix, n_best: int = 10) -> float:
    """Share of the `n_best` keywords that occur in the counterpart; keywords not given count as
    wrong."""
    return _mean(
        [len(_held(words, true, n_best)) / n_best for words, true in _pairs(ranked, counterparts)]
    )


def idf_precision(
    ranked: Ranked, counterparts: sparse.csr_matrix, idf: FloatArray, n_best: int = 10
) -> float:
    """Mean over the `n_best` keywords of idf if the word occurs in the counterpart, else 0."""
    return _mean(
        [
            idf[_held(words, true, n_best)].sum() / n_best
            for words, true in _pairs(ranked, counterparts)
        ]
    )


def overlap(
    ranked: Ranked, counterparts: sparse.csr_matrix, idf: FloatArray, n_best: int = 20
) -> float:
    """Share of the `n_best` keywords among the counterpart's `n_best` words by (1 + log tf)·idf.

    Both lists count as `n_best` long, and equal words of the counterpart are ordered by index.
    """
    shares = []
    for row, (words, true) in enumerate(_pairs(ranked, counterparts)):
        weight = (1 + np.log(entries_of(counterparts, row)[1])) * idf[true]
        best = true[np.lexsort((true, -weight))[:n_best]]
        shares.append(len(_held(words, best, n_best)) / n_best)
    return _mean(shares)


def attainable_precision(
    ranked: Ranked, counterparts: sparse.csr_matrix, n_best: int = 10
) -> float:
    """Right keywords among the `n_best`, over as many as the counterparts have words to offer."""
    right = attainable = 0
    for words, true in _pairs(ranked, counterparts):
        right += len(_held(words, true, n_best))
        attainable += min(n_best, len(true))
    return right / attainable if attainable else 0.0


def shown_precision(ranked: Ranked, counterparts: sparse.csr_matrix) -> float:
    """Share of all keywords shown that occur in the counterpart, whatever their number."""
    right = shown = 0
    for words, true in _pairs(ranked, counterparts):
        right += len(_held(words, true, len(words)))
        shown += len(words)
    return right / shown if shown else 0.0


def _pairs(ranked: Ranked, counterparts: sparse.csr_matrix) -> list[tuple[IntArray, IntArray]]:
    if len(ranked) != counterparts.shape[0]:
        raise ValueError(
            f"ranked has {len(ranked)} documents, but counterparts has {counterparts.shape[0]}"
        )
    return [
        (
            np.asarray(words, dtype=np.int64),
            np.asarray(entries_of(counterparts, row)[0], dtype=np.int64),
        )
        for row, words in enumerate(ranked)
    ]


def _held(words: IntArray, true: IntArray, n_best: int) -> IntArray:
    return words[:n_best][np.isin(words[:n_best], true)]


def _mean(values: Sequence[float]) -> float:
    return float(np.mean(values)) if len(values) else 0.0
