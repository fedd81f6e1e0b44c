"""The second probability: which words are telling, and what makes one likely to be."""

import numpy as np
import pytest
from scipy import sparse

from gplsa.keywords.scoring.boosting import Calibration
from gplsa.keywords.scoring.probability import Candidates
from gplsa.keywords.scoring.specificity import (
    DEFAULT_WEIGHTS,
    N_SPECIFIC,
    Context,
    burstiness,
    is_specific,
    learn_specificity,
    linear_features,
    specificity,
)
from gplsa.keywords.scoring.traits import Traits, no_spelling

N_WORDS = 30


def some_candidates(n_docs, rng):
    """Every word is a candidate of every document."""
    indptr = N_WORDS * np.arange(n_docs + 1)
    terms = np.tile(np.arange(N_WORDS, dtype=np.int32), n_docs)
    n = len(terms)
    features = rng.normal(size=(n, 5))
    features[:, 2] = 1 + terms % 5
    expected, callers = rng.uniform(0.1, 3, n), rng.uniform(size=(n, 3))
    return Candidates(indptr, terms, features, expected, callers, np.ones(n))


def test_telling_are_the_best_by_tfidf():
    n = N_SPECIFIC + 5
    found = Candidates(
        np.array([0, n]),
        np.arange(n, dtype=np.int32),
        np.zeros((n, 5)),
        np.ones(n),
        np.ones((n, 3)),
        np.ones(n),
    )
    counts = np.ones((1, n))
    counts[0, 0] = 0
    counts[0, 1] = 50
    idf = np.linspace(1, 3, n)
    told = is_specific(found, sparse.csr_matrix(counts), idf)
    assert told.sum() == N_SPECIFIC
    assert not told[0]
    assert told[1]
    assert not told[2]
    assert told[-1]


def test_places_count_within_a_document():
    found = some_candidates(2, np.random.default_rng(0))
    p = np.linspace(0.1, 0.9, len(found.terms))
    place = np.expm1(linear_features(found, p)[:, 3])
    for row in (place[:N_WORDS], place[N_WORDS:]):
        np.testing.assert_allclose(np.sort(row), np.arange(N_WORDS), atol=1e-9)
    weight = p * (1 + np.log(np.maximum(found.expected, 1))) * found.features[:, 2]
    assert place[np.argmax(weight[:N_WORDS])] == pytest.approx(0)


def test_burstiness_by_hand():
    counts = sparse.csr_matrix([[2.0, 1.0, 0.0], [4.0, 1.0, 0.0]])
    np.testing.assert_allclose(burstiness(counts), [np.log(3), 0, 0])


def test_q_finds_that_nouns_are_telling_and_is_kept():
    rng = np.random.default_rng(1)
    found = some_candidates(800, rng)
    nouniness = np.where(np.arange(N_WORDS) % 2, 0.9, 0.1)
    none = sparse.csr_matrix((N_WORDS, N_WORDS))
    traits = Traits(
        np.zeros(N_WORDS, dtype=bool),
        nouniness,
        np.zeros(N_WORDS),
        np.ones(N_WORDS),
        np.zeros(N_WORDS, dtype=bool),
        none,
        np.zeros(N_WORDS, dtype=bool),
        np.zeros(N_WORDS, dtype=bool),
        no_spelling(N_WORDS),
    )
    p = rng.uniform(0.01, 0.99, len(found.terms))
    chance = p * np.where(found.terms % 2, 0.8, 0.1)
    told = rng.random(len(p)) < chance
    context = Context(np.full(800, 40.0), np.zeros(N_WORDS), traits)
    learned = learn_specificity([(found, p, context)], [told], rng)
    q = specificity(learned, found, p, context)
    for noun in (0, 1):
        for low in (0.0, 0.5):
            some = (found.terms % 2 == noun) & (p >= low) & (p < low + 0.5)
            assert q[some].mean() == pytest.approx(chance[some].mean(), abs=0.03)


def test_without_examples_rare_and_likely_words_are_telling():
    found = some_candidates(1, np.random.default_rng(2))
    context = Context(np.array([40.0]), np.zeros(N_WORDS), Traits.unknown(N_WORDS))
    p = np.where(found.terms < 15, 0.9, 0.1)
    q = specificity(Calibration.default(DEFAULT_WEIGHTS), found, p, context)
    assert q[:15].mean() > 2 * q[15:].mean()
    assert q[:15][found.features[:15, 2] == 5].mean() > q[:15][found.features[:15, 2] == 1].mean()
