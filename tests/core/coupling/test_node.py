"""One document given its neighbours: against bisection and against the certified optimum."""

import numpy as np
import pytest
from scipy import sparse

from gplsa.core.divergences.divergence import divergence_of
from gplsa.core.simplex import COUNT_FLOOR
from gplsa.names import REGULARIZERS
from tests import oracle, reference
from tests.test_oracle import statistics

STRENGTHS = (1e-6, 1e-3, 1.0, 30.0, 1e3, 1e6)
KINDS = ("plain", "zeros", "ties")


def updated(q, v, c, regularizer):
    links = sparse.csr_matrix(np.atleast_2d(c))
    q = np.maximum(np.atleast_2d(q), COUNT_FLOOR)
    return divergence_of(regularizer).update(q, links, v)[0]


@pytest.mark.parametrize("regularizer", REGULARIZERS)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("lam", STRENGTHS)
def test_no_worse_than_the_optimiser(regularizer, kind, lam):
    rng = np.random.default_rng(11)
    for n_neighbours in (1, 2, 6):
        q = statistics(rng, 1, 6, kind)[0]
        v = reference.floored(statistics(rng, n_neighbours, 6, kind))
        c = lam * rng.uniform(0.5, 2.0, n_neighbours)
        bound = oracle.solve(oracle.star(q, v, c, regularizer)).bound
        u = updated(q, v, c, regularizer)
        value = reference.node_objective(u, q, v, c, regularizer)
        assert value >= bound - 1e-8 * abs(bound)
        assert abs(u.sum() - 1) <= 1e-12
        assert u.min() >= 0.999 * reference.THETA_FLOOR


@pytest.mark.parametrize("regularizer", REGULARIZERS)
def test_equals_bisection(regularizer):
    rng = np.random.default_rng(12)
    for lam in (0.01, 1.0, 100.0):
        for kind in ("plain", "zeros"):
            q = statistics(rng, 1, 5, kind)[0]
            v = reference.floored(rng.dirichlet(np.ones(5), size=3))
            c = lam * rng.uniform(0.5, 2.0, 3)
            np.testing.assert_allclose(
                updated(q, v, c, regularizer),
                reference.node_update(q, v, c, regularizer),
                rtol=1e-7,
                atol=1e-9,
            )


@pytest.mark.parametrize("regularizer", REGULARIZERS)
def test_opposite_corners(regularizer):
    """All of q in one topic, the neighbours in two others: every log is of something tiny."""
    q = np.eye(4)[0]
    v = reference.floored(np.eye(4)[[1, 2]])
    for lam in STRENGTHS:
        c = np.array([lam, 0.3 * lam])
        bound = oracle.solve(oracle.star(q, v, c, regularizer)).bound
        value = reference.node_objective(updated(q, v, c, regularizer), q, v, c, regularizer)
        assert value >= bound - 1e-8 * max(abs(bound), 0.01)


@pytest.mark.parametrize("regularizer", REGULARIZERS)
def test_without_counts_the_divergence_alone_is_minimised(regularizer):
    rng = np.random.default_rng(13)
    v = reference.floored(rng.dirichlet(np.ones(4), size=3))
    c = np.array([1.0, 2.0, 0.5])
    u = updated(np.zeros(4), v, c, regularizer)
    bound = oracle.solve(oracle.star(np.zeros(4), v, c, regularizer)).bound
    value = reference.node_objective(u, np.zeros(4), v, c, regularizer)
    assert value >= bound - 1e-8 * abs(bound)
    only = updated(np.zeros(4), v[:1], c[:1], regularizer)
    np.testing.assert_allclose(only, v[0], atol=1e-6)


@pytest.mark.parametrize("regularizer", REGULARIZERS)
def test_rows_do_not_touch_each_other_and_one_topic_is_certain(regularizer):
    rng = np.random.default_rng(14)
    q = rng.dirichlet(np.ones(4), size=3)
    v = reference.floored(rng.dirichlet(np.ones(4), size=5))
    links = sparse.csr_matrix(rng.uniform(0, 1, (3, 5)) * (rng.random((3, 5)) < 0.7) + np.eye(3, 5))
    update = divergence_of(regularizer).update
    together = update(q, links, v)
    for d in range(3):
        alone = update(q[d : d + 1], links[d : d + 1], v)[0]
        np.testing.assert_allclose(together[d], alone, rtol=1e-10, atol=1e-14)
    one = update(np.ones((2, 1)), links[:2], np.ones((5, 1)))
    np.testing.assert_array_equal(one, np.ones((2, 1)))


@pytest.mark.parametrize("regularizer", REGULARIZERS)
def test_coupling_next_to_nothing_leaves_the_counts(regularizer):
    """λ = 1e-12: the textbook root of ℓ2 would be off by 5e-5 here."""
    rng = np.random.default_rng(15)
    q, v = rng.dirichlet(np.ones(5)), reference.floored(rng.dirichlet(np.ones(5), size=2))
    np.testing.assert_allclose(updated(q, v, [1e-12, 1e-12], regularizer), q, rtol=1e-9)
