"""Boosted trees learn what a linear score cannot, and only that."""

import numpy as np

from gplsa.keywords.scoring.boosting import boost, correction


def loss(score, labels):
    return np.mean(np.logaddexp(0, score) - labels * score)


def test_interaction_is_learned():
    rng = np.random.default_rng(0)
    features = rng.normal(size=(6000, 3))
    true = 2.0 * np.sign(features[:, 0] * features[:, 1])
    labels = rng.random(6000) < 1 / (1 + np.exp(-true))
    base, weight = np.zeros(6000), np.ones(6000)
    half = slice(0, 3000), slice(3000, 6000)
    trees = boost(features[half[0]], labels[half[0]], base[half[0]], weight[half[0]])
    learned = correction(trees, features[half[1]])
    assert loss(learned, labels[half[1]]) < 0.75 * loss(base[half[1]], labels[half[1]])


def test_a_right_base_needs_little_correction():
    rng = np.random.default_rng(1)
    features = rng.normal(size=(4000, 2))
    base = 1.5 * features[:, 0] - 0.5
    labels = rng.random(4000) < 1 / (1 + np.exp(-base))
    trees = boost(features, labels, base, np.ones(4000), n_trees=20)
    assert np.abs(correction(trees, features)).mean() < 0.25


def test_training_loss_falls_with_every_tree():
    rng = np.random.default_rng(2)
    features = rng.normal(size=(1500, 4))
    labels = features[:, 0] + rng.normal(size=1500) > 0
    base, weight = np.zeros(1500), np.ones(1500)
    trees = boost(features, labels, base, weight, n_trees=40)
    score = base.copy()
    losses = [loss(score, labels)]
    for i in range(40):
        one = type(trees)(
            trees.feature[i : i + 1], trees.threshold[i : i + 1], trees.value[i : i + 1]
        )
        score = score + correction(one, features)
        losses.append(loss(score, labels))
    assert np.diff(losses).max() <= 1e-12
    np.testing.assert_allclose(score, correction(trees, features), rtol=1e-9, atol=1e-12)


def test_weights_count_as_repetitions():
    rng = np.random.default_rng(3)
    features = rng.integers(0, 6, size=(400, 2)).astype(float)
    labels = rng.random(400) < features[:, 0] / 6
    weight = rng.integers(1, 4, 400)
    repeated = np.repeat(np.arange(400), weight)
    plain = boost(features, labels, np.zeros(400), weight.astype(float), n_trees=5)
    again = boost(
        features[repeated], labels[repeated], np.zeros(len(repeated)), np.ones(len(repeated)),
        n_trees=5,
    )  # fmt: skip
    grid = np.array([[a, b] for a in range(6) for b in range(6)], dtype=float)
    np.testing.assert_allclose(correction(plain, grid), correction(again, grid), atol=0.05)


def test_it_can_be_stopped_and_later_trees_change_no_earlier_ones():
    rng = np.random.default_rng(4)
    features = rng.normal(size=(500, 3))
    labels = features[:, 0] + rng.normal(size=500) > 0
    told = []
    arguments = (features, labels, np.zeros(500), np.ones(500))
    trees = boost(*arguments, n_trees=25, progress=lambda fraction, phase: told.append(fraction))
    assert told == [0.0, 0.4, 0.8]
    fewer = boost(*arguments, n_trees=12)
    np.testing.assert_array_equal(trees.value[:12], fewer.value)
    assert len(trees.value) == 25
