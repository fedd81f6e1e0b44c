r"""The best documents of a corpus that memory does not hold: one pass over arrays mapped into it.

    score_d = Σ_w q_w (1 + log tf_dw) idf_w / ‖((1 + log tf_d) ∘ idf)‖

the cosine of tf-idf up to the length of the query q.  The kernel reads every count once and holds
one score a document, whatever the size of the corpus.
"""

import numpy as np

from gplsa.core.compile import kernel
from gplsa.core.types import Float32Array, FloatArray, IntArray

Mapped = tuple[np.ndarray, np.ndarray, np.ndarray]
"""indptr, words and counts of some documents, as they lie on the disk."""

Best = tuple[IntArray, FloatArray]
"""Rows of documents and their scores, best first."""

_TABLE = 256
"""Counts whose 1 + log tf is looked up: all that fit in one byte."""


def query_weights(query: FloatArray, idf: FloatArray) -> Float32Array:
    """By word of the documents' side q times idf, and idf², (n_words, 2); query  q, (n_words,)"""
    return np.stack([query * idf, idf**2], axis=1).astype(np.float32)


def best_of_chunk(part: Mapped, weights: Float32Array, limit: int) -> Best:
    """Rows and scores of the best documents that share a word with the query, best first; of equal
    ones the first.  weights  of `query_weights`

    Raises ValueError where a word is outside the vocabulary.
    """
    indptr, words, counts = part
    scores = _scores(indptr, words, counts, weights, _LOGARITHMS)
    if len(scores) and np.isnan(scores[0]):
        raise ValueError("there are words outside the vocabulary")
    return best_of(np.flatnonzero(scores > 0), scores[scores > 0], limit)


def best_of(rows: IntArray, scores: FloatArray, limit: int) -> Best:
    """The `limit` largest scores, best first; rows ascend."""
    if len(scores) > limit:
        least = np.partition(scores, -limit)[-limit]
        rows, scores = rows[scores >= least], scores[scores >= least]
    order = np.argsort(-scores, kind="stable")[:limit]
    return rows[order], scores[order]


_LOGARITHMS = np.concatenate([[0.0], 1 + np.log(np.arange(1, _TABLE))]).astype(np.float32)


@kernel
def _scores(indptr, words, counts, weights, logarithms):
    """One score a document; the first is NaN where a word is outside the vocabulary."""
    scores = np.zeros(len(indptr) - 1)
    n_words = len(weights)
    for d in range(len(scores)):
        along, square = np.float32(0.0), np.float32(0.0)
        for i in range(indptr[d], indptr[d + 1]):
            word = words[i]
            if word < 0 or word >= n_words:
                scores[0] = np.nan
                return scores
            count = counts[i]
            if count < len(logarithms):
                weight = logarithms[count]
            else:
                weight = np.float32(1.0 + np.log(count))
            along += weight * weights[word, 0]
            square += weight * weight * weights[word, 1]
        if along > 0.0:
            scores[d] = along / np.sqrt(square)
    return scores
