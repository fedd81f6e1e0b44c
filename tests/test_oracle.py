"""The yardsticks themselves: certified optima, scipy beside them, and the loops against both."""

import numpy as np
import pytest
from scipy.optimize import minimize

from tests import oracle, reference

REGULARIZERS = ("l1", "l2", "skl")
STRENGTHS = (1e-6, 1.0, 1e3, 1e6)


def statistics(rng, n_rows, n_topics, kind):
    """Rows q: plain, with zeros, or all alike so that the optimum is one big tie."""
    q = rng.dirichlet(np.full(n_topics, 0.5), size=n_rows)
    if kind == "zeros":
        q[rng.random(q.shape) < 0.4] = 0.0
        q[:, 0] += 0.01
    elif kind == "ties":
        q[:] = q[0]
    return q / q.sum(axis=1, keepdims=True)


@pytest.mark.parametrize("regularizer", REGULARIZERS)
@pytest.mark.parametrize("kind", ["plain", "zeros", "ties"])
def test_optimum_is_certified_for_mates_and_graphs(regularizer, kind):
    rng = np.random.default_rng(1)
    ring = [(0, 1, 1.0), (1, 2, 0.5), (2, 3, 2.0), (3, 0, 1.0)]
    for lam in STRENGTHS:
        for n_mates in (2, 3):
            q = statistics(rng, n_mates, 4, kind)
            best = oracle.solve(oracle.mates(q, lam, regularizer))
            assert best.value <= best.bound + 1e-12 * (1 + abs(best.value))
        q = statistics(rng, 4, 3, kind)
        edges = [(i, j, lam * c) for i, j, c in ring]
        oracle.solve(oracle.make_problem(q, edges, regularizer))


@pytest.mark.parametrize("regularizer", REGULARIZERS)
@pytest.mark.parametrize("kind", ["plain", "zeros", "ties"])
@pytest.mark.parametrize("lam", STRENGTHS)
def test_bisection_reaches_the_certified_optimum_of_one_node(regularizer, kind, lam):
    rng = np.random.default_rng(2)
    for n_neighbours in (1, 3):
        q = statistics(rng, 1, 5, kind)[0]
        v = reference.floored(statistics(rng, n_neighbours, 5, kind))
        c = lam * rng.uniform(0.5, 2.0, n_neighbours)
        best = oracle.solve(oracle.star(q, v, c, regularizer))
        u = reference.node_update(q, v, c, regularizer)
        value = reference.node_objective(u, q, v, c, regularizer)
        assert abs(u.sum() - 1) <= 1e-12
        assert u.min() >= 0.999 * reference.THETA_FLOOR
        assert value >= best.bound - 1e-9 * (1 + abs(best.bound))
        assert value <= best.bound + 1e-9 * (1 + abs(best.bound))


# SciPy before 1.16 leaves the bounds by its rounding, and says so.
@pytest.mark.filterwarnings("ignore:Values in x were outside bounds:RuntimeWarning")
@pytest.mark.parametrize("regularizer", ["l2", "skl"])
@pytest.mark.parametrize("lam", [0.01, 1.0, 10.0])
def test_scipy_finds_the_same_optimum_where_it_can(regularizer, lam):
    """SLSQP is a second opinion: for smooth D, gentle λ and entries away from the floor."""
    rng = np.random.default_rng(3)
    q = rng.dirichlet(np.full(4, 2.0), size=3)
    problem = oracle.mates(q, lam, regularizer)
    best = oracle.solve(problem)
    found = -np.inf
    for _ in range(3):
        result = minimize(
            lambda u: -oracle.objective(problem, u.reshape(q.shape)),
            rng.dirichlet(np.ones(4), size=3).ravel(),
            method="SLSQP",
            bounds=[(1e-6, 1.0)] * q.size,
            constraints={"type": "eq", "fun": lambda u: u.reshape(q.shape).sum(axis=1) - 1},
            options={"maxiter": 500, "ftol": 1e-14},
        )
        found = max(found, -result.fun)
    assert best.value >= found - 1e-9
    assert best.value == pytest.approx(found, abs=1e-6)


@pytest.mark.parametrize("regularizer", REGULARIZERS)
def test_no_feasible_point_exceeds_the_bound(regularizer):
    rng = np.random.default_rng(4)
    q = rng.dirichlet(np.full(3, 0.3), size=3)
    problem = oracle.mates(q, 2.0, regularizer)
    bound = oracle.solve(problem).bound
    for _ in range(500):
        u = reference.floored(rng.dirichlet(np.full(3, 0.5), size=3))
        assert oracle.objective(problem, u) <= bound


@pytest.mark.parametrize("regularizer", REGULARIZERS)
def test_objective_and_divergence_agree_with_the_loops(regularizer):
    rng = np.random.default_rng(5)
    a, b = reference.floored(rng.dirichlet(np.ones(4), size=2))
    q = rng.dirichlet(np.ones(4))
    loops = reference.node_objective(a, q, [b], [0.7], regularizer)
    assert oracle.objective(oracle.star(q, [b], [0.7], regularizer), [a]) == pytest.approx(
        loops, rel=1e-14
    )
    assert reference.divergence(a, a, regularizer) == 0.0
    assert reference.divergence(a, b, regularizer) == reference.divergence(b, a, regularizer) > 0
