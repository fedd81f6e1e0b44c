"""Features by hand, and a probability that is kept."""

import numpy as np
from scipy import sparse

from gplsa.core.sums import holds, inverse_document_frequency
from gplsa.keywords.pairing.lexicon import Frequencies, Lexicon
from gplsa.keywords.scoring import probability
from gplsa.keywords.scoring.boosting import sigmoid
from gplsa.keywords.scoring.probability import (
    DEFAULT_WEIGHTS,
    candidates,
    fit_weights,
    learn_calibration,
    pair_shares,
    short_list,
    term_weight,
)

LEXICON = Lexicon(
    indptr=np.array([0, 2, 3]),
    indices=np.array([0, 2, 2], dtype=np.int32),
    translation=np.array([0.9, 0.1, 0.6]),
    cooccurrence=np.array([8.0, 2.0, 3.0]),
    unit_chance=np.array([0.8, 0.2, 0.5]),
    n_target=3,
)
WITNESS = np.array([0.7, 0.3, 0.4])


def known(source_frequency, n_pairs):
    return Frequencies(source_frequency, np.ones(3), n_pairs)


def test_features_by_hand():
    counts = sparse.csr_matrix([[3.0, 1.0], [0.0, 0.0]])
    idf = np.array([2.0, 1.0, 3.0])
    found = candidates(counts, LEXICON, WITNESS, known(np.array([10.0, 4.0]), 20), idf)
    np.testing.assert_array_equal(found.indptr, [0, 2, 2])
    np.testing.assert_array_equal(found.terms, [0, 2])
    weight = 1 + np.log(3)
    none = 0.8**3 * 0.5
    expected = [
        [np.log(weight * 0.9), np.log(0.7 / 0.3), 2.0, np.log((1 - 0.2**3) / 0.2**3), np.log(10)],
        [np.log(weight * 0.1 + 0.6), np.log(0.4 / 0.6), 3.0, np.log((1 - none) / none), np.log(4)],
    ]
    np.testing.assert_allclose(found.features, expected, rtol=1e-12)
    np.testing.assert_allclose(found.expected, [2.7, 0.9], rtol=1e-12)
    # Of the document's two words the first is first by tf·idf, though the second is rarer.
    tfidf = np.array([weight * (np.log(21 / 11) + 1), np.log(21 / 5) + 1])
    share = np.array([weight * 0.1, 0.6]) / (weight * 0.1 + 0.6)
    expected = [
        [tfidf[0], 0.0, 1.0],
        [share @ tfidf, share[1] * np.log(2), share @ share],
    ]
    np.testing.assert_allclose(found.callers, expected, rtol=1e-12)


def test_witness_by_hand():
    found = pair_shares(LEXICON, Frequencies(np.array([10.0, 4.0]), np.array([20.0, 0.0, 5.0]), 50))
    expected = [(8 + 0.5 * 0.4) / 11, (2 + 0.5 * 0.1) / 11, (3 + 0.5 * 0.1) / 5]
    np.testing.assert_allclose(found, expected, rtol=1e-12)


def test_short_list_keeps_the_largest_products(monkeypatch):
    monkeypatch.setattr(probability, "SHORT_LIST", 1)
    kept = short_list(LEXICON, WITNESS)
    np.testing.assert_array_equal(kept.indptr, [0, 1, 2])
    np.testing.assert_array_equal(kept.indices, [0, 2])
    np.testing.assert_array_equal(kept.unit_chance, [0.8, 0.5])


def test_idf_by_hand():
    counts = sparse.csr_matrix([[1.0, 0.0], [2.0, 0.0], [0.0, 1.0]])
    expected = [np.log(4 / 3) + 1, np.log(4 / 2) + 1]
    np.testing.assert_allclose(inverse_document_frequency(counts), expected, rtol=1e-12)


def test_occurs_looks_into_the_own_mate():
    counts = sparse.csr_matrix([[1.0, 0.0], [0.0, 1.0]])
    found = candidates(counts, LEXICON, WITNESS, known(np.ones(2), 2), np.ones(3))
    target = sparse.csr_matrix([[0.0, 1.0, 1.0], [1.0, 0.0, 0.0]])
    np.testing.assert_array_equal(found.terms, [0, 2, 2])
    np.testing.assert_array_equal(holds(target, found.documents, found.terms), [False, True, False])


def test_term_weight_joins_at_one():
    np.testing.assert_allclose(
        [term_weight(x) for x in (0.25, 1.0, np.e)], [0.25, 1.0, 2.0], rtol=1e-12
    )


def test_logistic_regression_recovers_weights():
    rng = np.random.default_rng(0)
    features = rng.normal(size=(60_000, 3))
    true = np.array([1.0, -0.5, 0.25, -0.3])
    labels = rng.random(60_000) < sigmoid(features @ true[:3] + true[3])
    np.testing.assert_allclose(fit_weights(features, labels, DEFAULT_WEIGHTS), true, atol=0.06)


def test_few_examples_stay_near_the_default():
    features = np.random.default_rng(0).normal(size=(6, 3))
    weights = fit_weights(features, np.array([True, False] * 3), DEFAULT_WEIGHTS)
    np.testing.assert_allclose(weights, DEFAULT_WEIGHTS, atol=0.25)


def test_probability_is_kept():
    rng = np.random.default_rng(4)
    features = rng.normal(size=(60_000, 5))
    chance = sigmoid((1 + (features[:, 1] > 0)) * features[:, 0] - 1)
    labels = rng.random(60_000) < chance
    learned = learn_calibration(features[:40_000], labels[:40_000], rng)
    stated = learned.probability(features[40_000:])
    for low in np.arange(0.1, 0.8, 0.1):
        inside = (stated >= low) & (stated < low + 0.1)
        assert abs(stated[inside].mean() - labels[40_000:][inside].mean()) < 0.06
