r"""The sub-topics that the documents of a topic hold.

A topic z owns of the words of document d the expected counts

    n(d,w,z) = x_dw p(z|d,w)
    p(z|d,w) = (1 − λ_B) θ_dz φ_zw / ((1 − λ_B) Σ_z' θ_dz' φ_z'w + λ_B p(w))

and these, both sides coupled as in the training, are fitted by a few topics of their own. With φ_p
and ϑ of that fit the topic gives way to parts θ_dp = θ_dz ϑ_dp: all else stays, and what the parts
have of each document is what the topic had.
"""

from collections.abc import Mapping

import numpy as np
from scipy import sparse
from threadpoolctl import threadpool_limits

from gplsa.core.sums import row_sums, word_shares
from gplsa.core.types import FloatArray
from gplsa.errors import InputError
from gplsa.model.editing.algebra import Parts, TopicDistributions
from gplsa.model.editing.edits import Split
from gplsa.model.settings import TrainSettings

LEAST_SHARE = 1e-3
"""A document that has less of the topic teaches nothing about its parts."""

LEAST_COUNT = 1e-4
LEAST_PART = 0.01
"""A part that has less of the topic is none."""

BLOCK = 256
ITERATIONS = 100


def split_topic(
    topics: TopicDistributions,
    counts: Mapping[str, sparse.csr_matrix],
    edit: Split,
    settings: TrainSettings,
) -> Parts:
    """The parts of a topic, the largest first.

    counts  documents × words by side;  settings  of the training
    """
    from gplsa.models import MultimodalGPLSA

    topic, n_parts, background = edit.topic, edit.parts, settings.background
    own = {side: expected_counts(topics, side, counts[side], topic, background) for side in counts}
    mass = np.array([row_sums(matrix) for matrix in own.values()])
    filled = mass > 0
    held = np.asarray(filled.any(axis=0))
    if held.sum() < n_parts or min(int((m.sum(axis=0) > 0).sum()) for m in own.values()) < n_parts:
        raise InputError(
            "Topic {value} has too few documents or words to be split into {n_parts}.",
            value=topic + 1,
            n_parts=n_parts,
        )
    mean = mass.sum(axis=1, keepdims=True) / np.maximum(filled.sum(axis=1, keepdims=True), 1)
    weight = (mass / np.maximum(mean, 1e-300)).sum(axis=0) / np.maximum(filled.sum(axis=0), 1)
    model = MultimodalGPLSA(
        n_parts,
        regularizer=settings.regularizer,
        lam=settings.lam,
        max_iter=ITERATIONS,
        random_state=edit.seed,
    )
    with threadpool_limits(1, user_api="blas"):
        model.fit({side: matrix[held] for side, matrix in own.items()}, sample_weight=weight[held])
    size = np.mean([weight[held] @ theta for theta in model.doc_topic_.values()], axis=0)
    order = np.argsort(-size, kind="stable")
    if size[order[-1]] < LEAST_PART * size.sum():
        raise InputError(
            "Topic {value} does not fall into {n_parts} parts: its documents speak alike.",
            value=topic + 1,
            n_parts=n_parts,
        )
    doc_share = {side: np.tile(size[order] / size.sum(), (held.size, 1)) for side in own}
    for side, theta in model.doc_topic_.items():
        doc_share[side][held] = theta[:, order] / theta.sum(axis=1, keepdims=True)
    topic_word = {side: phi[order] for side, phi in model.topic_word_.items()}
    return Parts(topic_word, doc_share)


def expected_counts(
    topics: TopicDistributions, side: str, counts: sparse.csr_matrix, topic: int, background: float
) -> sparse.csr_matrix:
    """n(d,w,z) of one topic, (documents, words); nothing where it is next to nothing."""
    theta, phi = topics.doc_topic[side], topics.topic_word[side]
    everywhere = background * word_shares(counts)
    rows = np.flatnonzero(theta[:, topic] >= LEAST_SHARE)
    values = np.zeros(counts.nnz)
    lengths = np.diff(counts.indptr)
    for start in range(0, len(rows), BLOCK):
        block = rows[start : start + BLOCK]
        total = (1.0 - background) * (theta[block] @ phi) + everywhere
        inside = np.repeat(np.arange(len(block)), lengths[block])
        first = np.cumsum(lengths[block]) - lengths[block]
        slots = np.arange(len(inside)) + np.repeat(counts.indptr[block] - first, lengths[block])
        words = counts.indices[slots]
        joint: FloatArray = (1.0 - background) * theta[block[inside], topic] * phi[topic, words]
        values[slots] = counts.data[slots] * joint / np.maximum(total[inside, words], 1e-300)
    values[values < LEAST_COUNT] = 0.0
    found = sparse.csr_matrix((values, counts.indices, counts.indptr), counts.shape, copy=True)
    found.eliminate_zeros()
    return found
