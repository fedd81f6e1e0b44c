"""Where a fit begins: NNDSVD over all modalities side by side, or topics from random documents."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from gplsa.core.divergence import FLOOR
from gplsa.core.sums import column_sums
from gplsa.core.types import FloatArray

# How much of the start is uniform (mixtures) or the corpus mean (topics): EM cannot bring back
# what starts at zero.
_BLUR = 0.5
_DOCUMENTS_PER_TOPIC = 5
# Mixtures of an earlier fit are nearly where they should be.
_BLUR_OF_KNOWN = 0.05


@dataclass(frozen=True)
class Start:
    """doc_topic (n_docs, n_topics), shared by all modalities; word_topics (n_words, n_topics)."""

    doc_topic: FloatArray
    word_topics: list[FloatArray]


def nndsvd_start(
    counts: Sequence[sparse.csr_matrix], n_topics: int, rng: np.random.Generator
) -> Start:
    """Non-negative double SVD [Boutsidis, Gallopoulos 2008] of the modalities side by side.

    Each pair of singular vectors splits into a positive and a negative part; the heavier one
    becomes the topic. Topics beyond the rank come from random documents.
    """
    from sklearn.utils.extmath import randomized_svd

    joined = sparse.hstack(counts, format="csr")
    rank = min(n_topics, *joined.shape)
    left, singular, right = randomized_svd(
        joined, rank, n_iter=4, random_state=int(rng.integers(2**31))
    )
    signs = heavier_signs(left, right.T)
    documents, words = np.zeros((joined.shape[0], n_topics)), np.zeros((n_topics, joined.shape[1]))
    documents[:, :rank] = np.maximum(signs * left, 0.0) * singular
    words[:rank] = np.maximum(signs[:, None] * right, 0.0)
    if rank < n_topics:
        words[rank:] = from_random_documents(joined, n_topics - rank, rng)
        documents[:, rank:] = documents[:, :rank].mean()
    return _blurred(counts, documents, words)


def heavier_signs(left: FloatArray, right: FloatArray) -> FloatArray:
    """±1 for each pair of singular vectors, the columns: which of its parts becomes the topic."""
    mass = [
        np.linalg.norm(np.maximum(sign * left, 0.0), axis=0)
        * np.linalg.norm(np.maximum(sign * right, 0.0), axis=0)
        for sign in (1.0, -1.0)
    ]
    return np.where(mass[0] >= mass[1], 1.0, -1.0)


def random_start(
    counts: Sequence[sparse.csr_matrix], n_topics: int, rng: np.random.Generator
) -> Start:
    """Every topic begins as the mean of a few random documents; mixtures begin uniform."""
    joined = sparse.hstack(counts, format="csr")
    words = from_random_documents(joined, n_topics, rng)
    return _blurred(counts, np.ones((joined.shape[0], n_topics)), words)


def scattered(start: Start, rng: np.random.Generator) -> Start:
    """The same topics with mixtures drawn evenly from the simplex.

    Under a graph alone this is the better random start: mixtures that differ let the graph work
    from the first sweep, while sweeps of PLSA before it settle on what divides the neighbours.
    Clusters of COIL-20 (ℓ2, λ = 300, 20 sweeps, five seeds): accuracy 0.84 for 0.80, at equal J.
    """
    n_docs, n_topics = start.doc_topic.shape
    mixtures = np.maximum(rng.dirichlet(np.ones(n_topics), n_docs), FLOOR)
    return Start(mixtures / mixtures.sum(axis=1, keepdims=True), start.word_topics)


def known_start(
    counts: Sequence[sparse.csr_matrix],
    doc_topic: FloatArray,
    priors: Sequence[FloatArray] | None = None,
) -> Start:
    """Where mixtures (n_docs, n_topics) are known: topics are what these documents say.

    priors  α by modality, (n_words, n_topics), which counts as if it had been seen
    """
    joined = sparse.hstack(counts, format="csr")
    words = np.asarray(joined.T @ doc_topic).T
    if priors is not None:
        words = words + np.concatenate(priors).T
    return _blurred(counts, doc_topic, words, _BLUR_OF_KNOWN)


def from_random_documents(
    joined: sparse.csr_matrix, n_topics: int, rng: np.random.Generator
) -> FloatArray:
    """Weights (n_topics, n_words), each the sum of a few documents."""
    filled = np.flatnonzero(np.diff(joined.indptr))
    if len(filled) == 0:
        filled = np.arange(joined.shape[0])
    chosen = rng.choice(filled, size=(n_topics, _DOCUMENTS_PER_TOPIC))
    picks = sparse.csr_matrix(
        (
            np.ones(chosen.size),
            chosen.ravel(),
            np.arange(n_topics + 1) * _DOCUMENTS_PER_TOPIC,
        ),
        shape=(n_topics, joined.shape[0]),
    )
    # A little noise keeps two topics apart that drew the same documents.
    return np.asarray((picks @ joined).todense()) * rng.uniform(0.9, 1.1, (n_topics, 1))


def _blurred(
    counts: Sequence[sparse.csr_matrix],
    documents: FloatArray,
    words: FloatArray,
    blur: float = _BLUR,
) -> Start:
    n_topics = documents.shape[1]
    total = documents.sum(axis=1, keepdims=True)
    documents = np.divide(
        documents, total, out=np.full_like(documents, 1 / n_topics), where=total > 0
    )
    documents = (1 - blur) * documents + blur / n_topics
    documents = np.maximum(documents, FLOOR)
    topics = blurred_topics(words, [column_sums(matrix) for matrix in counts], blur)
    return Start(documents / documents.sum(axis=1, keepdims=True), topics)


def blurred_topics(
    words: FloatArray, masses: Sequence[FloatArray], blur: float = _BLUR
) -> list[FloatArray]:
    """Topics (n_words, n_topics) by modality, each `1 − blur` the weights, the rest corpus mean.

    words   weights (n_topics, words of all modalities);  masses  by modality, how much of each
            word stands in the corpus, (n_words,)
    """
    topics, start = [], 0
    for mass in masses:
        part = words[:, start : start + len(mass)].T
        start += len(mass)
        # A modality without any word says nothing: all words alike.
        mean = mass / mass.sum() if mass.any() else np.full_like(mass, 1 / len(mass))
        total = part.sum(axis=0, keepdims=True)
        everywhere = np.broadcast_to(mean[:, None], part.shape)
        part = np.divide(part, total, out=everywhere.copy(), where=total > 0)
        topics.append(np.ascontiguousarray((1 - blur) * part + blur * mean[:, None]))
    return topics
