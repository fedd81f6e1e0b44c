"""The start over parts: the singular vectors of all documents from sums over parts."""

import numpy as np
import pytest
from scipy import sparse

from gplsa.core.out_of_core.runner import Threads
from gplsa.core.out_of_core.start import cross_chunk, nndsvd_topics, random_topics
from gplsa.core.start import nndsvd_start
from tests.in_memory import Slices

N_DOCS, N_TOPICS = 400, 4


def matrices(seed: int = 0) -> list[sparse.csr_matrix]:
    """Two sides of documents of four themes that are hard to tell apart."""
    rng = np.random.default_rng(seed)
    shares = rng.dirichlet(np.full(N_TOPICS, 0.3), N_DOCS)
    sides = []
    for n_words in (60, 50):
        topics = rng.dirichlet(np.full(n_words, 0.2), N_TOPICS)
        sides.append(sparse.csr_matrix(rng.poisson(12 * shares @ topics).astype(float)))
    return sides


def test_a_part_gives_its_share_of_the_cross_product():
    counts = matrices()
    basis = np.random.default_rng(1).normal(size=(110, 3))
    whole = sparse.hstack(counts).toarray()
    source = Slices.even(counts, 3)
    found = sum(cross_chunk(source, chunk, basis).astype(float) for chunk in range(3))
    np.testing.assert_allclose(found, whole.T @ (whole @ basis), rtol=1e-5)


def test_a_sample_of_all_documents_gives_the_topics_of_the_start_in_memory():
    counts = matrices()
    expected = nndsvd_start(counts, N_TOPICS, np.random.default_rng(2)).word_topics
    found = nndsvd_topics(
        Slices.even(counts, 5), counts, N_TOPICS, 1, Threads(1), np.random.default_rng(2)
    )
    for one, other in zip(found, expected, strict=True):
        np.testing.assert_allclose(one, other, atol=1e-12)


def distance(topics: list[np.ndarray], expected: list[np.ndarray]) -> float:
    """Mean over topics of the distance to the nearest expected one."""
    both = np.vstack(topics).T, np.vstack(expected).T
    return float(np.abs(both[0][:, None] - both[1]).sum(axis=2).min(axis=1).mean())


def test_sums_over_the_parts_turn_a_sample_towards_all_documents():
    counts = matrices()
    expected = nndsvd_start(counts, N_TOPICS, np.random.default_rng(2)).word_topics
    sample = [matrix[::10] for matrix in counts]
    apart = [
        distance(
            nndsvd_topics(
                *(Slices.even(counts, 5), sample, N_TOPICS, iterations),
                *(Threads(2), np.random.default_rng(2)),
            ),
            expected,
        )
        for iterations in (0, 1, 3)
    ]
    assert apart[2] < apart[1] < 0.8 * apart[0]


@pytest.mark.parametrize("n_topics", [3, 8])
def test_topics_sum_to_one_also_beyond_the_rank(n_topics):
    counts = [matrix[:, :5] for matrix in matrices()]
    counts[1] = counts[0].copy()
    sample = [matrix[:6] for matrix in counts]
    source, rng = Slices.even(counts, 4), np.random.default_rng(0)
    for topics in (
        nndsvd_topics(source, sample, n_topics, 1, Threads(1), rng),
        random_topics(source, sample, n_topics, rng),
    ):
        for of_words in topics:
            assert of_words.shape == (5, n_topics)
            assert (of_words >= 0).all()
            np.testing.assert_allclose(of_words.sum(axis=0), 1.0, atol=1e-12)
