"""Where a fit begins: NMF of tf-idf, NNDSVD of counts or random documents, all sides at once."""

from collections.abc import Sequence

import numpy as np
from scipy import sparse

from gplsa.core.nmf import factorise, mixtures_under, tfidf_rows
from gplsa.core.problem import State
from gplsa.core.simplex import FLOOR
from gplsa.core.sums import column_sums, inverse_document_frequency
from gplsa.core.types import FloatArray, Matrices, Rng

# How much is uniform (mixtures) or the corpus mean (topics): EM cannot bring back a zero.
_BLUR = 0.5
_DOCUMENTS_PER_TOPIC = 5
_BLUR_OF_KNOWN = 0.05  # mixtures of an earlier fit are nearly where they should be
# Topics of tf-idf are subjects already; more blur only costs iterations.
_BLUR_OF_NMF = 0.1
_NMF_ITERATIONS = 20
# Documents that topics of tf-idf are learned from, at most, and steps to the mixtures of others.
NMF_DOCUMENTS = 10_000
_PROJECTION_STEPS = 2


def start_by(init: str, counts: Matrices, n_topics: int, rng: Rng, n_threads: int = 1) -> State:
    """The start that `init` names, one of `gplsa.names.INITS`: one mixture for all modalities."""
    if init == "nmf":
        return nmf_start(counts, n_topics, rng, n_threads)
    joined = sparse.hstack(counts, format="csr")
    if init == "nndsvd":
        return _blurred(counts, *_nndsvd(joined, n_topics, rng))
    # Every topic begins as the mean of a few random documents; mixtures begin uniform.
    words = _from_random_documents(joined, n_topics, rng)
    return _blurred(counts, np.ones((joined.shape[0], n_topics)), words)


def topics_by(
    init: str,
    sample: Matrices,
    n_topics: int,
    rng: Rng,
    n_threads: int,
    masses: Sequence[FloatArray],
) -> list[FloatArray]:
    """The topics `init` names, of some documents of a corpus of so much of each word.

    masses  by modality, how much of each word stands in the whole corpus, (n_words,)
    """
    if init == "nmf":
        return _blurred_topics(nmf_words(sample, n_topics, rng, n_threads).T, masses, _BLUR_OF_NMF)
    joined = sparse.hstack(sample, format="csr")
    if init == "nndsvd":
        return _blurred_topics(_nndsvd(joined, n_topics, rng)[1], masses)
    return _blurred_topics(_from_random_documents(joined, n_topics, rng), masses)


def nmf_start(counts: Matrices, n_topics: int, rng: Rng, n_threads: int = 1) -> State:
    """NMF of tf-idf [`gplsa.core.nmf`], which itself begins at NNDSVD.

    A fit that begins here ends at a higher J, after fewer iterations, than one that begins at
    NNDSVD of counts, and its topics are single subjects more often: `python -m benchmarks.starts`.
    """
    n_docs = counts[0].shape[0]
    rows = np.arange(n_docs)
    if n_docs > NMF_DOCUMENTS:
        rows = np.sort(rng.choice(n_docs, NMF_DOCUMENTS, replace=False))
    words = nmf_words([matrix[rows] for matrix in counts], n_topics, rng, n_threads)
    matrices = [tfidf_rows(matrix, inverse_document_frequency(matrix)) for matrix in counts]
    documents = mixtures_under(matrices, words, _PROJECTION_STEPS, n_threads)
    return _blurred(counts, documents * words.sum(axis=0), words.T, _BLUR_OF_NMF)


def nmf_words(counts: Matrices, n_topics: int, rng: Rng, n_threads: int) -> FloatArray:
    """Φ (words of all modalities, n_topics) of NMF of tf-idf."""
    matrices = [tfidf_rows(matrix, inverse_document_frequency(matrix)) for matrix in counts]
    documents, topics = _nndsvd(sparse.hstack(matrices, format="csr"), n_topics, rng)
    words = np.ascontiguousarray(topics.T)
    factorise(matrices, documents, words, _NMF_ITERATIONS, n_threads)
    if (lost := ~words.any(axis=0)).any():
        joined = sparse.hstack(matrices, format="csr")
        words[:, lost] = _from_random_documents(joined, int(lost.sum()), rng).T
    return words


def _nndsvd(joined: sparse.csr_matrix, n_topics: int, rng: Rng) -> tuple[FloatArray, FloatArray]:
    """Non-negative double SVD [Boutsidis, Gallopoulos 2008] of the modalities side by side: weights
    (n_docs, n_topics), with the singular values, and (n_topics, n_words).

    Each pair of singular vectors splits into a positive and a negative part; the heavier one
    becomes the topic. Topics beyond the rank come from random documents.
    """
    from sklearn.utils.extmath import randomized_svd

    rank = min(n_topics, *joined.shape)
    left, singular, right = randomized_svd(
        joined, rank, n_iter=4, random_state=int(rng.integers(2**31))
    )
    signs = _heavier_signs(left, right.T)
    documents, words = np.zeros((joined.shape[0], n_topics)), np.zeros((n_topics, joined.shape[1]))
    documents[:, :rank] = np.maximum(signs * left, 0.0) * singular
    words[:rank] = np.maximum(signs[:, None] * right, 0.0)
    if rank < n_topics:
        words[rank:] = _from_random_documents(joined, n_topics - rank, rng)
        documents[:, rank:] = documents[:, :rank].mean()
    return documents, words


def _heavier_signs(left: FloatArray, right: FloatArray) -> FloatArray:
    """±1 for each pair of singular vectors, the columns: which of its parts becomes the topic."""

    def mass(sign: float) -> FloatArray:
        one, other = (np.maximum(sign * side, 0.0) for side in (left, right))
        return np.asarray(np.linalg.norm(one, axis=0) * np.linalg.norm(other, axis=0))

    return np.where(mass(1.0) >= mass(-1.0), 1.0, -1.0)


def scattered(start: State, rng: Rng) -> State:
    """The same topics with mixtures drawn evenly from the simplex.

    Under a graph alone this is the better random start: mixtures that differ let the graph work
    from the first iteration. Clusters of COIL-20 (ℓ2, λ = 300, 20 iterations, five seeds): accuracy
    0.84 for 0.80, at equal J.
    """
    n_docs, _, n_topics = start.doc_topic.shape
    mixtures = np.maximum(rng.dirichlet(np.ones(n_topics), n_docs), FLOOR)
    return State((mixtures / mixtures.sum(axis=1, keepdims=True))[:, None], start.word_topics)


def known_start(
    counts: Matrices, doc_topic: FloatArray, priors: Sequence[FloatArray] | None = None
) -> State:
    """Where mixtures (n_docs, n_topics) are known: topics are what these documents say.

    priors  α by modality, (n_words, n_topics), which counts as if it had been seen
    """
    words = np.asarray(sparse.hstack(counts, format="csr").T @ doc_topic).T
    if priors is not None:
        words = words + np.concatenate(priors).T
    return _blurred(counts, doc_topic, words, _BLUR_OF_KNOWN)


def _from_random_documents(joined: sparse.csr_matrix, n_topics: int, rng: Rng) -> FloatArray:
    """Weights (n_topics, n_words), each the sum of a few documents."""
    filled = np.flatnonzero(np.diff(joined.indptr))
    if len(filled) == 0:
        filled = np.arange(joined.shape[0])
    chosen = rng.choice(filled, size=(n_topics, _DOCUMENTS_PER_TOPIC))
    ends = np.arange(n_topics + 1) * _DOCUMENTS_PER_TOPIC
    entries = np.ones(chosen.size), chosen.ravel(), ends
    picks = sparse.csr_matrix(entries, shape=(n_topics, joined.shape[0]))
    # A little noise keeps two topics apart that drew the same documents.
    return np.asarray((picks @ joined).todense()) * rng.uniform(0.9, 1.1, (n_topics, 1))


def _blurred(
    counts: Matrices, documents: FloatArray, words: FloatArray, blur: float = _BLUR
) -> State:
    n_topics = documents.shape[1]
    total, alike = documents.sum(axis=1, keepdims=True), np.full_like(documents, 1 / n_topics)
    documents = np.divide(documents, total, out=alike, where=total > 0)
    documents = np.maximum((1 - blur) * documents + blur / n_topics, FLOOR)
    topics = _blurred_topics(words, [column_sums(matrix) for matrix in counts], blur)
    return State((documents / documents.sum(axis=1, keepdims=True))[:, None], topics)


def _blurred_topics(
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
