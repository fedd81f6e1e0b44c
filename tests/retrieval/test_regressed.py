"""The likeness through a regression is the formula's, whichever way it is computed."""

import numpy as np
import pytest
from scipy import sparse

from gplsa.keywords.regression import Regression, unit_rows
from gplsa.retrieval.counterparts import RegressionLikeness


@pytest.fixture(scope="module")
def pairs():
    rng = np.random.default_rng(0)
    source = rng.poisson(1.0, (40, 12)) + 0.0
    target = (source[:, :8] + rng.poisson(0.3, (40, 8)) > 1) + 0.0
    return sparse.csr_matrix(source), sparse.csr_matrix(target)


def by_hand(regression, source, target):
    base = regression.base
    root = (base * (1 - base)) ** 0.25
    predicted = (unit_rows(source).toarray() - regression.centre) @ regression.weights / root
    held = ((target.toarray() > 0) - base) / root
    held /= np.linalg.norm(held, axis=1, keepdims=True)
    return predicted, held


@pytest.mark.parametrize(("n_source", "n_target"), [(3, 40), (40, 3)])
def test_the_formula(pairs, n_source, n_target):
    source, target = pairs
    regression = Regression.fit(source, target)
    predicted, held = by_hand(regression, source[:n_source], target[:n_target])
    found = RegressionLikeness(regression, target[:n_target])(source[:n_source])
    np.testing.assert_allclose(found, predicted @ held.T, rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize(("n_source", "n_target"), [(3, 40), (40, 3)])
def test_the_formula_with_visual_features(pairs, n_source, n_target):
    source, target = pairs
    visual_features = np.random.default_rng(1).normal(size=(40, 4)).astype(np.float32)
    regression = Regression.fit(source, target, visual_features)
    root = (regression.base * (1 - regression.base)) ** 0.25
    x = np.hstack([unit_rows(source).toarray(), visual_features])[:n_source]
    _, held = by_hand(Regression.fit(source, target), source, target[:n_target])
    expected = (x - regression.centre) @ regression.weights / root @ held.T
    likeness = RegressionLikeness(regression, target[:n_target])
    found = likeness(source[:n_source], visual_features[:n_source])
    np.testing.assert_allclose(found, expected, rtol=1e-4, atol=1e-5)
    with pytest.raises(ValueError, match="4 columns beside the terms, but the documents have 0"):
        likeness(source[:n_source])


def test_texts_that_are_all_the_same_are_no_nearer_than_others(pairs):
    """Their length is a difference of equals, by which nothing can be divided."""
    source, target = pairs
    same = sparse.csr_matrix(np.ones(target.shape))
    found = RegressionLikeness(Regression.fit(source, same), same)(source[:1])
    assert (np.abs(found) < 1).all()


def test_mates_are_nearer_than_strangers(pairs):
    source, target = pairs
    near = RegressionLikeness(Regression.fit(source[:30], target[:30]), target)(source)[30:]
    assert np.diagonal(near[:, 30:]).mean() > near.mean() + near.std()


def test_words_of_a_hit_are_the_terms_that_it_holds(pairs):
    source, target = pairs
    regression = Regression.fit(source, target)
    predicted, held = by_hand(regression, source[:1], target[1:2])
    terms = RegressionLikeness(regression, target).terms(source[:1], None, 1)
    expected = np.where(target[1].toarray()[0] > 0, predicted[0] * held[0], 0.0)
    np.testing.assert_allclose(terms, expected, rtol=1e-4, atol=1e-6)
