"""Polylingual LDA [Mimno, Wallach, Naradowsky, Smith, McCallum 2009]: one mixture for all sides.

Collapsed Gibbs sampling; both priors are learned by Minka's fixed point, as MALLET does.  No Python
package has the model.
"""

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from scipy import sparse
from scipy.special import digamma

from benchmarks._common import Array
from benchmarks._comparable_corpora import Counts
from gplsa.core.compile import kernel

ITERATIONS, BURN_IN, EVERY = 200, 100, 10
FLOOR = 1e-12


@dataclass(frozen=True)
class Polylingual:
    """topic_word φ by side (n_topics, n_words), doc_topic θ (n_docs, n_topics), prior α."""

    topic_word: dict[str, Array]
    doc_topic: Array
    prior: Array

    def read(
        self,
        side: str,
        counts: sparse.csr_matrix,
        steps: int,
        share: float = 0.0,
        background: Array | float = 0.0,
    ) -> Array:
        """θ of documents from one side, by so many steps of θ ∝ α + Σ_w n_w p(z|w).

        A `share` of every text is left to the background p(w).
        """
        phi = (1 - share) * self.topic_word[side]
        rest = np.broadcast_to(share * np.asarray(background), phi.shape[1])[counts.indices]
        theta = np.tile(self.prior / self.prior.sum(), (counts.shape[0], 1))
        rows = np.repeat(np.arange(counts.shape[0]), np.diff(counts.indptr))
        of_words = phi.T[counts.indices]
        for _ in range(steps):
            p = np.maximum((theta[rows] * of_words).sum(axis=1) + rest, FLOOR)
            parts = (counts.data / p, counts.indices, counts.indptr)
            theta = self.prior + theta * (sparse.csr_matrix(parts, counts.shape) @ phi.T)
            theta /= theta.sum(axis=1, keepdims=True)
        return theta


def polylingual_lda(counts: Counts, n_topics: int, seed: int) -> Polylingual:
    """Fit by `ITERATIONS` iterations; θ and φ are means over every tenth after `BURN_IN`."""
    rng = np.random.default_rng(seed)
    sizes = [matrix.shape[1] for matrix in counts.values()]
    ends = np.cumsum([0, *sizes])
    docs, words = _tokens(sparse.hstack([*counts.values()], format="csr"))
    sides = np.searchsorted(ends, words, side="right") - 1
    topics = rng.integers(n_topics, size=len(words))
    doc_topic = np.zeros((next(iter(counts.values())).shape[0], n_topics))
    word_topic = np.zeros((ends[-1], n_topics))
    np.add.at(doc_topic, (docs, topics), 1)
    np.add.at(word_topic, (words, topics), 1)
    of_side = [word_topic[a:b] for a, b in pairwise(ends)]
    masses = np.array([part.sum(axis=0) for part in of_side])
    alpha, beta = np.full(n_topics, 0.1), np.full(len(sizes), 0.01)
    theta, phi = np.zeros_like(doc_topic), [np.zeros_like(part) for part in of_side]
    for iteration in range(1, ITERATIONS + 1):
        state = (docs, words, sides, topics, doc_topic, word_topic, masses)
        _gibbs(*state, alpha, beta, beta * sizes, rng.random(len(words)))
        if iteration % EVERY == 0:
            alpha = _learned_alpha(alpha, doc_topic)
            beta = np.array([_learned_beta(*one) for one in zip(beta, of_side, strict=True)])
            if iteration > BURN_IN:
                theta += _rows_to_one(doc_topic + alpha)
                for side, part in enumerate(of_side):
                    phi[side] += _rows_to_one((part + beta[side]).T).T
    found = {side: _rows_to_one(part.T) for side, part in zip(counts, phi, strict=True)}
    return Polylingual(found, _rows_to_one(theta), alpha)


def _tokens(counts: sparse.csr_matrix) -> tuple[np.ndarray, np.ndarray]:
    """Document and word of every token."""
    repeats = counts.data.astype(np.int64)
    docs = np.repeat(np.arange(counts.shape[0]), np.diff(counts.indptr))
    return np.repeat(docs, repeats), np.repeat(counts.indices.astype(np.int64), repeats)


def _rows_to_one(rows: Array) -> Array:
    return np.ascontiguousarray(rows / rows.sum(axis=1, keepdims=True))


@kernel()
def _gibbs(
    docs: Any,
    words: Any,
    sides: Any,
    topics: Any,
    doc_topic: Any,
    word_topic: Any,
    masses: Any,
    alpha: Any,
    beta: Any,
    whole: Any,
    drawn: Any,
) -> None:
    """One iteration over all tokens; `whole` is β times the words of a side."""
    n_topics = doc_topic.shape[1]
    cumulative = np.empty(n_topics)
    for i in range(len(words)):
        d, w, side, old = docs[i], words[i], sides[i], topics[i]
        doc_topic[d, old] -= 1.0
        word_topic[w, old] -= 1.0
        masses[side, old] -= 1.0
        total = 0.0
        for z in range(n_topics):
            total += (
                (doc_topic[d, z] + alpha[z])
                * (word_topic[w, z] + beta[side])
                / (masses[side, z] + whole[side])
            )
            cumulative[z] = total
        new = min(np.searchsorted(cumulative, drawn[i] * total), n_topics - 1)
        topics[i] = new
        doc_topic[d, new] += 1.0
        word_topic[w, new] += 1.0
        masses[side, new] += 1.0


def _learned_alpha(alpha: Array, doc_topic: Array) -> Array:
    """Minka's fixed point of the asymmetric Dirichlet prior of mixtures."""
    lengths = doc_topic.sum(axis=1)
    total = alpha.sum()
    above = (digamma(doc_topic + alpha) - digamma(alpha)).sum(axis=0)
    below = (digamma(lengths + total) - digamma(total)).sum()
    return np.maximum(alpha * above / below, 1e-4)


def _learned_beta(beta: float, word_topic: Array) -> float:
    """The same of the symmetric prior of topics, of the words of one side."""
    n_words = len(word_topic)
    above = (digamma(word_topic + beta) - digamma(beta)).sum()
    total = n_words * beta
    below = n_words * (digamma(word_topic.sum(axis=0) + total) - digamma(total)).sum()
    return float(np.clip(beta * above / below, 1e-4, 1.0))
