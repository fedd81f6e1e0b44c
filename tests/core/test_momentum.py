"""How topics and mixtures go beyond a step."""

import numpy as np

from gplsa.core.problem import topics_carried


def drawn(seed, n_words=40, n_topics=6):
    return np.random.default_rng(seed).dirichlet(np.ones(n_words), size=n_topics).T.copy()


def near(topics, seed):
    """The topics after a small step."""
    moved = topics * np.exp(np.random.default_rng(seed).normal(0, 0.1, topics.shape))
    return moved / moved.sum(axis=0)


def test_topics_are_carried_by_the_factors_of_another_step():
    old, now = drawn(0), drawn(1)
    new = near(old, 2)
    for n_threads in (1, 2):
        (carried,) = topics_carried([now], [new], [old], 0.7, n_threads)
        by_powers = now * (new / old) ** 0.7
        np.testing.assert_allclose(carried, by_powers / by_powers.sum(axis=0), rtol=1e-3)
        np.testing.assert_allclose(carried.sum(axis=0), 1.0, rtol=1e-12)


def test_words_that_the_step_never_saw_stay_what_they_are():
    now, new, old = drawn(5), drawn(6), drawn(7)
    new[3], old[3] = 0.0, 0.0
    now[8] = 0.0
    (carried,) = topics_carried([now], [new], [old], 0.9, 1)
    assert (carried[8] == 0).all()
    assert (carried[3] > 0).all()
    assert np.isfinite(carried).all()
