"""Fisher vectors against gradients taken numerically, and whose places they are."""

import numpy as np
import pytest
from scipy.special import logsumexp

from gplsa.images.descriptors import Places
from gplsa.images.fisher import GRAIN, MOST_PLACES, PlaceMixture


@pytest.fixture(scope="module")
def places() -> Places:
    rng = np.random.default_rng(0)
    kind = rng.integers(3, size=400)
    descriptors = rng.normal(size=(400, 5)) * [1, 2, 0.5, 1, 1] + 4 * np.eye(3, 5)[kind]
    x, y = rng.uniform(0, 1, size=(2, 400))
    return Places(descriptors.astype(np.float32), x, y, np.ones(400))


@pytest.fixture(scope="module")
def mixture(places) -> PlaceMixture:
    at = np.column_stack([places.x, places.y])
    return PlaceMixture.fit(places.descriptors, at, np.random.default_rng(0))


def some(places: Places, rows: slice) -> Places:
    return Places(*(part[rows] for part in places))


def log_likelihood(mixture: PlaceMixture, x, means, deviations) -> float:
    z = (x[:, None] - means) / deviations
    of_each = -(z**2) / 2 - np.log(deviations) - np.log(2 * np.pi) / 2
    return float(logsumexp(np.log(mixture.weights) + of_each.sum(axis=2), axis=1).mean())


def test_a_vector_is_the_gradient_in_units_of_its_deviation(mixture, places):
    """By differences: d log p / dμ · σ/√w and d log p / dσ · σ/√(2w), then signed roots."""
    part = some(places, slice(0, 30))
    at = np.column_stack([part.x, part.y])
    x = np.hstack([(part.descriptors - mixture.centre) @ mixture.axes, at / mixture.spread])
    gradient = []
    for moved in ("means", "deviations"):
        for place in np.ndindex(mixture.means.shape):
            step = np.zeros(mixture.means.shape)
            step[place] = 1e-5
            ends = [
                log_likelihood(
                    mixture,
                    x,
                    mixture.means + sign * step * (moved == "means"),
                    mixture.deviations + sign * step * (moved == "deviations"),
                )
                for sign in (1, -1)
            ]
            unit = mixture.deviations[place] / np.sqrt(
                mixture.weights[place[0]] * (1 if moved == "means" else 2)
            )
            gradient.append((ends[0] - ends[1]) / 2e-5 * unit)
    both = np.reshape(gradient, (2, *mixture.means.shape))
    expected = np.concatenate([both[0], both[1]], axis=-1).ravel()
    expected = np.sign(expected) * np.sqrt(np.abs(expected))
    expected /= np.linalg.norm(expected)
    found = mixture.vector(part)
    np.testing.assert_allclose(found, expected, atol=2 / GRAIN)
    assert found.shape == (mixture.n_columns,)


def test_no_step_aside_makes_the_training_places_likelier(mixture, places):
    """The mixture was fitted to them."""
    at = np.column_stack([places.x, places.y])
    x = np.hstack([(places.descriptors - mixture.centre) @ mixture.axes, at / mixture.spread])
    whole = log_likelihood(mixture, x, mixture.means, mixture.deviations)
    rng = np.random.default_rng(1)
    for _ in range(20):
        aside = mixture.means + 0.1 * rng.normal(size=mixture.means.shape)
        assert log_likelihood(mixture, x, aside, mixture.deviations) < whole


def test_every_column_is_shared_out_among_the_words_that_push_it(mixture, places):
    part = some(places, slice(0, 40))
    words = np.arange(40) % 4
    told = mixture.responsibility(part, words, 6)
    vector = mixture.vector(part)
    assert told.shape == (6, mixture.n_columns) and (told >= 0).all() and not told[4:].any()
    np.testing.assert_allclose(told.sum(axis=0)[vector != 0], 1)
    # One place alone: all is its.
    alone = mixture.responsibility(some(part, slice(0, 1)), np.array([3]), 6)
    np.testing.assert_allclose(alone[3][alone.sum(axis=0) > 0], 1)


def test_components_without_a_place_are_left_out():
    """Two kinds of places, eight components: what has no place would drown what has."""
    two = np.repeat([[1.0, 2.0, 3.0], [4.0, 0.0, 1.0]], 200, axis=0)
    found = PlaceMixture.fit(two, np.full((400, 2), 0.5), np.random.default_rng(0))
    assert len(found.weights) <= 2 and found.weights.sum() == pytest.approx(1)
    descriptors = np.random.default_rng(1).normal(size=(50, 3)).astype(np.float32)
    vector = found.vector(Places(descriptors, *np.full((3, 50), 0.5)))
    assert (np.abs(vector) > 1e-3).mean() > 0.5


def test_a_mixture_of_places_that_are_all_the_same_is_still_one():
    n = MOST_PLACES // 100
    same = np.tile([1.0, 2.0, 3.0], (n, 1))
    found = PlaceMixture.fit(same, np.full((n, 2), 0.5), np.random.default_rng(0))
    flat = Places(same[:4].astype(np.float32), *np.full((3, 4), 0.5))
    assert np.isfinite(found.vector(flat)).all()
    restored = PlaceMixture.from_arrays(found.to_arrays("a_"), "a_", 3)
    np.testing.assert_array_equal(restored.vector(flat), found.vector(flat))
