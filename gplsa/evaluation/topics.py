"""Whether the top words of a topic belong together, whether topics differ, and how well they
predict words they were not shown.

`top_words` holds the indices of the top words, one row per topic, from `best_words`.
"""

from itertools import combinations

import numpy as np
from scipy import sparse

from gplsa.core.held_out import log_likelihood
from gplsa.core.types import FloatArray, IntArray

UMASS_EPSILON = 0.01


def best_words(topic_word: FloatArray, n_best: int = 10) -> IntArray:
    """The `n_best` words of every topic, most probable first (n_topics, n_best)."""
    order = np.argsort(-np.asarray(topic_word), axis=1, kind="stable")
    return np.asarray(order[:, :n_best], dtype=np.int64)


def npmi_coherence(top_words: IntArray, counts: sparse.csr_matrix) -> FloatArray:
    r"""Mean normalised pointwise mutual information of pairs of top words, per topic: −1 … 1.

        NPMI(v, w) = log(p(v, w) / (p(v) p(w))) / −log p(v, w)

    p are shares of the rows of `counts` that hold the words.  Words that never stand together
    count −1, words in all rows 0.
    [Bouma 2009; Lau, Newman, Baldwin 2014]
    """
    return np.array([_mean_npmi(words, counts) for words in top_words])


def umass_coherence(top_words: IntArray, counts: sparse.csr_matrix) -> FloatArray:
    r"""Σ log((freq(v₁, v₂) + ε) / freq(v₂)) over pairs of top words, v₂ the more probable one.

    freq counts documents, ε = 0.01.  [Wang, Zhang: Deep NMF Topic Modeling, eq. 51, after
    Mimno et al. 2011]
    """
    present = _presence(counts)
    totals = []
    for words in top_words:
        together = (present[:, words].T @ present[:, words]).toarray()
        earlier, later = np.triu_indices(len(words), 1)
        frequency = np.maximum(np.diagonal(together), 1.0)
        shares = (together[earlier, later] + UMASS_EPSILON) / frequency[earlier]
        totals.append(np.log(shares).sum())
    return np.array(totals)


def topic_diversity(top_words: IntArray) -> float:
    """Share of different words among all top words: 1 where no topic repeats another's.

    [Dieng, Ruiz, Blei 2020]
    """
    return len(np.unique(top_words)) / max(np.size(top_words), 1)


def similarity_count(top_words: IntArray) -> int:
    """Number of top words that two topics share, over all pairs of topics: 0 is best.

    [Wang, Zhang: Deep NMF Topic Modeling, section 6.1]
    """
    return sum(len(np.intersect1d(a, b)) for a, b in combinations(top_words, 2))


def _presence(counts: sparse.csr_matrix) -> sparse.csc_matrix:
    return sparse.csc_matrix(counts, dtype=np.float64).sign()


def _mean_npmi(words: IntArray, counts: sparse.csr_matrix) -> float:
    present = _presence(sparse.csr_matrix(counts)[:, words])
    share = (present.T @ present).toarray() / max(present.shape[0], 1)
    v, w = np.triu_indices(len(words), 1)
    both, alone = share[v, w], np.diagonal(share)
    with np.errstate(divide="ignore", invalid="ignore"):
        npmi = np.log(both / (alone[v] * alone[w])) / -np.log(both)
    npmi[both == 0], npmi[both == 1] = -1.0, 0.0
    return float(npmi.mean()) if len(npmi) else 0.0


def held_out_perplexity(
    held: sparse.csr_matrix, doc_topic: FloatArray, topic_word: FloatArray
) -> float:
    r"""exp(−Σ_dw x_dw log (θφ)_dw / Σ_dw x_dw): smaller is better, the vocabulary's size is chance.

    held        counts that were kept back (n_docs, n_words)
    doc_topic   θ from the other part of the same documents; topic_word φ (n_topics, n_words)
    Words that no topic knows have probability 1e-12.  [Hofmann 1999, section 4.1]
    """
    held = sparse.csr_matrix(held)
    if held.nnz == 0:
        raise ValueError("held has no words to predict")
    return float(np.exp(-log_likelihood(held, doc_topic, topic_word) / held.sum()))
