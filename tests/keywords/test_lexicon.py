"""The lexicon against naive loops, its memory bound, and what topics contribute."""

import numpy as np
import pytest
from scipy import sparse

from gplsa.keywords.checks import checked_lexicon
from gplsa.keywords.pairing import lexicon
from gplsa.keywords.pairing.lexicon import (
    NULL_WEIGHT,
    expected_counts,
    fit_lexicon,
    strongest,
    topic_profiles,
)
from gplsa.keywords.pairing.rows import located
from gplsa.keywords.pairing.together import count_together, pairs_together


def naive_lexicon(x, y, start, iterations):
    """IBM Model 1 with a null word of constant weight, one loop per index."""
    t = start / start.sum(axis=1, keepdims=True)
    for _ in range(iterations):
        expected = np.zeros_like(t)
        for u in range(len(x)):
            for e in range(y.shape[1]):
                explained = NULL_WEIGHT + sum(x[u, f] * t[f, e] for f in range(x.shape[1]))
                for f in range(x.shape[1]):
                    expected[f, e] += t[f, e] * x[u, f] * y[u, e] / explained
        t = expected / expected.sum(axis=1, keepdims=True)
    return t


def dense(indptr, indices, values, n_target):
    shape = (len(indptr) - 1, n_target)
    return sparse.csr_matrix((values, indices, indptr), shape=shape).toarray()


@pytest.fixture
def units():
    rng = np.random.default_rng(3)
    x = rng.poisson(0.6, (12, 5)).astype(float)
    y = rng.poisson(0.6, (12, 7)).astype(float)
    x[:, 0] += 1
    y[:, 0] += 1
    return x, y


def test_flat_start_equals_naive_loops(units):
    x, y = units
    together = (x.T @ y) > 0
    found = fit_lexicon(sparse.csr_matrix(x), sparse.csr_matrix(y), None, iterations=4)
    expected = naive_lexicon(x, y, together.astype(float), 4)
    np.testing.assert_allclose(dense(*found, 7), expected, rtol=1e-10, atol=1e-14)


def test_start_from_topics_equals_naive_loops(units):
    x, y = units
    rng = np.random.default_rng(0)
    weight = np.array([0.7, 0.3])
    topics = rng.dirichlet(np.ones(5), 2), rng.dirichlet(np.ones(7), 2)
    profiles = tuple(topic_profiles(phi, weight) for phi in topics)
    shares = [phi.T * weight / (phi.T * weight).sum(axis=1, keepdims=True) for phi in topics]
    affinity = np.sqrt(shares[0]) @ np.sqrt(shares[1]).T
    start = np.where((x.T @ y) > 0, affinity**3, 0.0)
    found = fit_lexicon(sparse.csr_matrix(x), sparse.csr_matrix(y), profiles, iterations=2)
    expected = naive_lexicon(x, y, start, 2)
    np.testing.assert_allclose(dense(*found, 7), expected, rtol=1e-5, atol=1e-8)


def test_expected_counts_of_some_pairs_of_words_are_theirs_among_all(units):
    """Of the pairs that stand together in a few units, found among those of all."""
    x, y = map(sparse.csr_matrix, units)
    indptr, indices, translation = fit_lexicon(x, y, None)
    some = fit_lexicon(x[:2], y[:2], None)
    lacking = np.delete(indices, 1)
    pointers = indptr - (indptr > 1)
    starts, words, places = located(pointers, lacking, *some[:2])
    assert len(words) == len(some[1]) - 1
    np.testing.assert_array_equal(lacking[places], words)
    own = expected_counts(x[:2], y[:2], starts, words, np.delete(translation, 1)[places])
    whole = expected_counts(x[:2], y[:2], pointers, lacking, np.delete(translation, 1))
    np.testing.assert_array_equal(whole[places], own)
    assert np.count_nonzero(whole) == np.count_nonzero(own)


def test_affinity_is_within_0_and_1():
    phi = np.random.default_rng(1).dirichlet(np.ones(9), 4)
    profiles = topic_profiles(phi, np.full(4, 0.25))
    np.testing.assert_allclose((profiles**2).sum(axis=1), 1.0, rtol=1e-5)


def test_rows_are_probabilities_on_cooccurring_pairs_only(units):
    x, y = units
    found = dense(*fit_lexicon(sparse.csr_matrix(x), sparse.csr_matrix(y), None), 7)
    np.testing.assert_allclose(found.sum(axis=1), 1.0, rtol=1e-12)
    assert (found[(x.T @ y) == 0] == 0).all()


@pytest.mark.parametrize("share", [0.02, 0.5])
def test_words_together_are_those_of_the_dense_product(share):
    """Rows of few words are sorted, in rows of many all words are passed by."""
    rng = np.random.default_rng(3)
    x, y = (sparse.csr_matrix(rng.random((80, 300)) < share, dtype=np.float64) for _ in range(2))
    indptr, indices = pairs_together(x, y, 1_000_000)
    known = sparse.csr_matrix(x.T @ y).sorted_indices()
    np.testing.assert_array_equal(indptr, known.indptr)
    np.testing.assert_array_equal(indices, known.indices)
    bounded, _ = pairs_together(x, y, known.nnz - 1)
    assert 0 < bounded[-1] < known.nnz


def test_memory_bound_keeps_the_strongest_partners(monkeypatch):
    rng = np.random.default_rng(5)
    meaning = np.arange(40) % 20
    x = (rng.random((300, 40)) < 0.15).astype(float)
    y = (rng.random((300, 20)) < 0.05).astype(float)
    for f in range(40):
        y[x[:, f] > 0, meaning[f]] = 1
    monkeypatch.setattr(lexicon, "MAX_PAIRS", 200)
    indptr, indices, values = fit_lexicon(sparse.csr_matrix(x), sparse.csr_matrix(y), None)
    assert len(values) <= 200
    assert np.diff(indptr).max() == 5
    found = dense(indptr, indices, values, 20)
    assert (found.argmax(axis=1) == meaning).mean() > 0.9


def test_count_together_equals_dense_product(units):
    x, y = units
    indptr, indices, _ = fit_lexicon(sparse.csr_matrix(x), sparse.csr_matrix(y), None)
    counted = count_together(sparse.csr_matrix(x), sparse.csr_matrix(y), indptr, indices)
    both = (x > 0).astype(float).T @ (y > 0)
    np.testing.assert_array_equal(dense(indptr, indices, counted, 7), both)


def test_strongest_keeps_the_largest_of_each_row():
    indptr = np.array([0, 3, 3, 5])
    indices = np.array([0, 2, 4, 1, 3], dtype=np.int32)
    found = strongest(indptr, indices, np.array([0.2, 0.5, 0.3, 0.0, 1.0]), 2)
    np.testing.assert_array_equal(found[0], [0, 2, 2, 3])
    np.testing.assert_array_equal(found[1], [2, 4, 3])
    np.testing.assert_array_equal(found[2], [0.5, 0.3, 1.0])


@pytest.mark.parametrize(
    "pointers", [[0, 3, 2, 2, 2, 2], [0, 2**62, -(2**63), -(2**62), 0, 2], [0, 0, 0, 0, 0, 3]]
)
def test_stored_pointers_that_lead_outside_are_refused(pointers):
    arrays = {"indptr": np.array([0, 1, 1, 1, 2, 2]), "indices": np.array([0, 3])}
    arrays |= dict.fromkeys(("translation", "cooccurrence", "unit_chance"), np.array([0.5, 0.5]))
    assert checked_lexicon(arrays, 5, 4).indptr[-1] == 2
    with pytest.raises(ValueError, match="damaged"):
        checked_lexicon(arrays | {"indptr": np.array(pointers)}, 5, 4)
