"""Expected counts of one EM iteration, sparse and dense, against plain loops."""

import numpy as np
import pytest
from scipy import sparse

from gplsa.core.em import DenseCounts, SparseCounts, prepare_counts
from tests import reference

N_DOCS, N_WORDS, N_TOPICS = 9, 11, 4


@pytest.fixture
def example():
    rng = np.random.default_rng(41)
    counts = rng.poisson(0.7, (N_DOCS, N_WORDS)).astype(float)
    counts[3] = 0.0
    counts[:, 5] = 0.0
    theta = reference.floored(rng.dirichlet(np.ones(N_TOPICS), size=N_DOCS))
    phi = rng.dirichlet(np.ones(N_WORDS), size=N_TOPICS)
    return counts, theta, phi


def expect(prepared, theta, phi, view=0, n_views=1):
    """Q (n_docs, n_topics), M (n_topics, n_words) and the log-likelihood of a prepared matrix."""
    mixtures = np.full((len(theta), n_views, theta.shape[1]), np.nan)
    mixtures[:, view] = theta
    doc_counts = np.full_like(mixtures, -1.0)
    word_counts = np.full(phi.T.shape, np.nan)
    topics = np.ascontiguousarray(phi.T)
    loglik = prepared.expect(mixtures, view, topics, doc_counts, word_counts)
    others = [v for v in range(n_views) if v != view]
    assert (doc_counts[:, others] == -1.0).all(), "wrote into another modality"
    return doc_counts[:, view], word_counts.T, loglik.sum()


@pytest.mark.parametrize("form", ["sparse", "dense"])
@pytest.mark.parametrize("n_threads", [1, 2])
def test_statistics_equal_the_loops(example, form, n_threads):
    counts, theta, phi = example
    prepared = (
        SparseCounts(sparse.csr_matrix(counts), None, n_threads)
        if form == "sparse"
        else DenseCounts(counts, None, 1)
    )
    q, m, loglik = expect(prepared, theta, phi, view=1, n_views=3)
    expected_q, expected_m = reference.em_statistics(counts, theta, phi)
    np.testing.assert_allclose(q, expected_q, rtol=1e-12, atol=1e-14)
    np.testing.assert_allclose(m, expected_m, rtol=1e-12, atol=1e-14)
    assert loglik == pytest.approx(reference.log_likelihood(counts, theta, phi), rel=1e-13)
    only_q = np.zeros((N_DOCS, 1, N_TOPICS))
    prepared.expect(theta[:, None], 0, np.ascontiguousarray(phi.T), only_q)
    np.testing.assert_array_equal(only_q[:, 0], q)


@pytest.mark.parametrize("form", ["sparse", "dense"])
def test_background_takes_its_share(example, form):
    counts, theta, phi = example
    weight, background = 0.3, counts.sum(axis=0) / counts.sum()
    offset = weight / (1 - weight) * background
    prepared = (
        SparseCounts(sparse.csr_matrix(counts), offset, 1)
        if form == "sparse"
        else DenseCounts(counts, offset, 1)
    )
    q, m, loglik = expect(prepared, theta, phi)
    new_theta, new_phi = reference.background_step(counts, theta, phi, background, weight)
    np.testing.assert_allclose(reference.rows_to_one(q), new_theta, rtol=1e-12)
    np.testing.assert_allclose(reference.rows_to_one(m), new_phi, rtol=1e-12)
    expected = reference.background_log_likelihood(counts, theta, phi, background, weight)
    assert loglik + counts.sum() * np.log1p(-weight) == pytest.approx(expected, rel=1e-13)


def test_the_form_follows_the_share_of_non_zeros():
    few = sparse.random(50, 40, density=0.1, format="csr", random_state=1)
    many = sparse.random(50, 40, density=0.5, format="csr", random_state=1)
    assert isinstance(prepare_counts(few), SparseCounts)
    assert isinstance(prepare_counts(many), DenseCounts)


def test_same_bytes_with_any_number_of_threads():
    rng = np.random.default_rng(42)
    counts = sparse.random(300, 200, density=0.05, format="csr", random_state=2)
    theta = rng.dirichlet(np.ones(8), size=300)
    phi = rng.dirichlet(np.ones(200), size=8)
    for make in (
        lambda n: SparseCounts(counts, None, n),
        lambda _: DenseCounts(counts.toarray(), None, 1),
    ):
        results = [expect(make(n), theta, phi) for n in (1, 2, 3)]
        for q, m, loglik in results[1:]:
            assert q.tobytes() == results[0][0].tobytes()
            assert m.tobytes() == results[0][1].tobytes()
            assert loglik == results[0][2]


@pytest.mark.parametrize("counted", [1.0, 2.5])
def test_log_likelihood_over_the_whole_range_of_probabilities(counted):
    # One topic, so that a word's row is its probability: products of many must not underflow.
    rng = np.random.default_rng(0)
    probability = 10.0 ** rng.uniform(-250, 0, (403, 1))
    offset = np.where(rng.random(403) < 0.1, 5.0, 0.0)
    rows = rng.random((7, 403)) < 0.5
    counts = SparseCounts(sparse.csr_matrix(rows * counted), offset, 1)
    mixtures = np.ones((7, 1, 1))
    loglik = counts.expect(mixtures, 0, probability, np.empty_like(mixtures))
    expected = rows @ (counted * np.log(probability[:, 0] + offset))
    np.testing.assert_allclose(loglik, expected, rtol=1e-13)
