"""The joint update of all mates of a document: against the certified optimum of their problem."""

import numpy as np
import pytest

from gplsa.core.coupling.joint import Coupling, Links
from gplsa.core.divergences.divergence import divergence_of
from gplsa.names import REGULARIZERS
from tests import oracle, reference
from tests.test_oracle import statistics

STRENGTHS = (1e-6, 1e-3, 0.1, 1.0, 3.0, 30.0, 1e3, 1e6)
KINDS = ("plain", "zeros", "ties")
UPDATES = 150  # with the counts held fixed; in a fit they follow the mixtures


def settled(q, theta, lam, regularizer, updates=UPDATES):
    """Mixtures (n_docs, n_modalities, n_topics) after many updates, and f at every step."""
    n_docs, n_views, n_topics = q.shape
    links = Links(divergence_of(regularizer), lam)
    coupling = Coupling(links, np.ones((n_docs, n_views), dtype=bool), n_topics, 1)
    problems = [oracle.mates(rows, lam, regularizer) for rows in q]
    history = []
    for _ in range(updates):
        theta = coupling.improve(q, theta)
        history.append([oracle.objective(p, u) for p, u in zip(problems, theta, strict=True)])
    return theta, np.array(history)


@pytest.mark.parametrize("regularizer", REGULARIZERS)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("lam", STRENGTHS)
def test_no_worse_than_the_optimiser(regularizer, kind, lam):
    rng = np.random.default_rng(21)
    for n_mates in (2, 3):
        q = np.array([statistics(rng, n_mates, 5, kind) for _ in range(3)])
        start = reference.floored(rng.dirichlet(np.ones(5), size=3 * n_mates)).reshape(q.shape)
        theta, history = settled(q, start, lam, regularizer)
        bounds = [oracle.solve(oracle.mates(rows, lam, regularizer)).bound for rows in q]
        assert (history[-1] >= np.array(bounds) - 1e-6 * np.abs(bounds)).all()
        assert np.diff(history, axis=0).min() >= -1e-9 * (1 + np.abs(bounds).max())
        assert np.abs(theta.sum(axis=2) - 1).max() <= 1e-12
        assert theta.min() >= 0.999 * reference.THETA_FLOOR


@pytest.mark.parametrize("regularizer", REGULARIZERS)
@pytest.mark.parametrize("lam", [0.1, 1.0, 3.0])
def test_empty_topics_fall_to_the_floor_from_anywhere(regularizer, lam):
    """A topic without counts has no curvature of its own; its step must not stop all others."""
    for seed in (3, 11, 23, 24, 167, *range(200, 225)):
        rng = np.random.default_rng(seed)
        q = statistics(rng, 2, 5, "zeros")[None]
        start = reference.floored(rng.dirichlet(np.ones(5), size=2))[None]
        _, history = settled(q, start, lam, regularizer, updates=100)
        bound = oracle.solve(oracle.mates(q[0], lam, regularizer)).bound
        assert history[-1, 0] >= bound - 1e-6 * abs(bound), f"seed {seed}"


@pytest.mark.parametrize("regularizer", REGULARIZERS)
@pytest.mark.parametrize("n_mates", [2, 3, 4])
def test_mates_in_opposite_corners(regularizer, n_mates):
    q = np.eye(4)[:n_mates][None]
    start = np.full_like(q, 0.25)
    for lam in (1e-3, 0.3, 10.0, 1e6):
        _, history = settled(q, start, lam, regularizer)
        bound = oracle.solve(oracle.mates(q[0], lam, regularizer)).bound
        assert history[-1, 0] >= bound - 1e-6 * abs(bound)


@pytest.mark.parametrize("regularizer", REGULARIZERS)
def test_few_updates_suffice_from_the_shared_mixture(regularizer):
    """As in a fit: with strong coupling one update from the shared mixture is all but optimal."""
    rng = np.random.default_rng(22)
    q = rng.dirichlet(np.ones(5), size=(8, 2))
    start = reference.floored(q.mean(axis=1))[:, None].repeat(2, axis=1)
    for lam in (10.0, 1e3, 1e5):
        _, history = settled(q, start, lam, regularizer, updates=3)
        bounds = [oracle.solve(oracle.mates(rows, lam, regularizer)).bound for rows in q]
        assert (history[-1] >= np.array(bounds) - 1e-5 * np.abs(bounds)).all()


@pytest.mark.parametrize("regularizer", REGULARIZERS)
def test_a_mate_without_words_takes_no_part(regularizer):
    rng = np.random.default_rng(23)
    q = rng.dirichlet(np.ones(4), size=(2, 3))
    q[0, 1] = 0.0
    present = np.ones((2, 3), dtype=bool)
    present[0, 1] = False
    start = reference.floored(rng.dirichlet(np.ones(4), size=6)).reshape(q.shape)
    coupling = Coupling(Links(divergence_of(regularizer), 2.0), present, 4, 1)
    theta = start
    for _ in range(UPDATES):
        theta = coupling.improve(q, theta)
    problem = oracle.mates(q[0, [0, 2]], 2.0, regularizer)
    value = oracle.objective(problem, theta[0, [0, 2]])
    bound = oracle.solve(problem).bound
    assert value >= bound - 1e-6 * abs(bound)
    two = 2.0 * reference.divergence(theta[0, 0], theta[0, 2], regularizer)
    three = sum(
        2.0 * reference.divergence(theta[1, a], theta[1, b], regularizer)
        for a, b in ((0, 1), (0, 2), (1, 2))
    )
    assert coupling.penalty(theta) == pytest.approx(two + three, rel=1e-12)


@pytest.mark.parametrize("regularizer", REGULARIZERS)
def test_same_bytes_with_any_number_of_threads(regularizer):
    rng = np.random.default_rng(24)
    q = rng.dirichlet(np.ones(6), size=(50, 2))
    start = reference.floored(rng.dirichlet(np.ones(6), size=100)).reshape(q.shape)
    results = []
    for n_threads in (1, 2, 3):
        links = Links(divergence_of(regularizer), 1.5)
        coupling = Coupling(links, np.ones((50, 2), dtype=bool), 6, n_threads)
        theta = start
        for _ in range(5):
            theta = coupling.improve(q, theta)
        results.append(theta.tobytes())
    assert results[0] == results[1] == results[2]
