"""The joint update on a document graph: against the certified optimum of small graphs."""

import numpy as np
import pytest
from scipy import sparse

from gplsa.core.coupling.joint import Coupling, Links
from gplsa.core.divergences.divergence import divergence_of
from gplsa.names import REGULARIZERS
from tests import oracle, reference
from tests.test_oracle import statistics

EDGES = ((0, 1, 1.0), (1, 2, 0.5), (2, 3, 2.0), (3, 0, 1.0), (3, 4, 1.0))  # document 5 alone
N_DOCS, N_TOPICS = 6, 4


def graph(strength):
    matrix = np.zeros((N_DOCS, N_DOCS))
    for d, e, r in EDGES:
        matrix[d, e] = matrix[e, d] = strength * r
    return sparse.csr_matrix(matrix)


def problem_of(q, present, lam, strength, regularizer):
    """The same nodes and links for the oracle; (d, v) is node d·V + v."""
    n_views = q.shape[1]
    links = []
    for v in range(n_views):
        for d, e, r in EDGES:
            if present[d, v] and present[e, v]:
                links.append((d * n_views + v, e * n_views + v, strength * r))
    for d in range(N_DOCS):
        for v in range(n_views):
            for v2 in range(v + 1, n_views):
                if present[d, v] and present[d, v2]:
                    links.append((d * n_views + v, d * n_views + v2, lam))
    return oracle.make_problem(q.reshape(-1, N_TOPICS), links, regularizer)


def gaps(regularizer, kind, lam, strength, n_views, updates):
    """How far f is from its certified optimum after `updates`, and the largest fall on the way."""
    rng = np.random.default_rng(31)
    q = statistics(rng, N_DOCS * n_views, N_TOPICS, kind).reshape(N_DOCS, n_views, N_TOPICS)
    present = np.ones((N_DOCS, n_views), dtype=bool)
    if n_views > 1:
        present[1, 0] = False
    problem = problem_of(q, present, lam, strength, regularizer)
    best = oracle.solve(problem, max_gap=1e-8)
    links = Links(divergence_of(regularizer), lam, graph(strength))
    coupling = Coupling(links, present, N_TOPICS, 1)
    theta = reference.floored(rng.dirichlet(np.ones(N_TOPICS), size=N_DOCS * n_views))
    theta = theta.reshape(q.shape)

    def value(theta):
        rows = theta.reshape(-1, N_TOPICS).copy()
        rows[~present.ravel()] = best.u[~present.ravel()]  # they take no part
        return oracle.objective(problem, rows)

    history = [value(theta)]
    for _ in range(updates):
        theta = coupling.improve(q, theta)
        history.append(value(theta))
    scale = 1 + abs(best.bound)
    return (best.bound - history[-1]) / scale, -np.diff(history).min() / scale


@pytest.mark.parametrize("regularizer", ["l2", "skl"])
@pytest.mark.parametrize("kind", ["plain", "zeros", "ties"])
@pytest.mark.parametrize("strength", [1e-6, 1e-3, 1.0, 30.0, 1e3, 1e6])
def test_graph_alone_and_with_mates(regularizer, kind, strength):
    for n_views, lam in ((1, 0.0), (2, 1.0), (2, 1e3)):
        gap, fall = gaps(regularizer, kind, lam, strength, n_views, updates=120)
        assert gap <= 1e-6
        assert fall <= 1e-9


@pytest.mark.parametrize("kind", ["plain", "zeros", "ties"])
@pytest.mark.parametrize("strength", [1e-3, 1.0, 30.0, 1e3])
def test_graph_under_l1(kind, strength):
    """The smoothing of ℓ1 settles more slowly on a graph than between mates."""
    for n_views, lam in ((1, 0.0), (2, 1.0), (2, 1e3)):
        gap, fall = gaps("l1", kind, lam, strength, n_views, updates=250)
        assert gap <= 1e-4
        assert fall <= 1e-9


@pytest.mark.parametrize("regularizer", REGULARIZERS)
def test_without_edges_it_is_the_update_of_mates(regularizer):
    rng = np.random.default_rng(32)
    q = rng.dirichlet(np.ones(N_TOPICS), size=(N_DOCS, 2))
    nothing = sparse.csr_matrix((N_DOCS, N_DOCS))
    links = Links(divergence_of(regularizer), 2.0, nothing)
    coupling = Coupling(links, np.ones((N_DOCS, 2), dtype=bool), N_TOPICS, 1)
    theta = reference.floored(rng.dirichlet(np.ones(N_TOPICS), size=2 * N_DOCS)).reshape(q.shape)
    for _ in range(150):
        theta = coupling.improve(q, theta)
    for rows, u in zip(q, theta, strict=True):
        problem = oracle.mates(rows, 2.0, regularizer)
        bound = oracle.solve(problem).bound
        assert oracle.objective(problem, u) >= bound - 1e-6 * abs(bound)


@pytest.mark.parametrize("regularizer", REGULARIZERS)
def test_penalty_and_threads(regularizer):
    rng = np.random.default_rng(33)
    counts = {"a": np.ones((N_DOCS, 2)), "b": np.ones((N_DOCS, 2))}
    counts["b"][4] = 0.0
    present = np.stack([counts[v].sum(axis=1) > 0 for v in counts], axis=1)
    theta = reference.floored(rng.dirichlet(np.ones(N_TOPICS), size=2 * N_DOCS))
    theta = theta.reshape(N_DOCS, 2, N_TOPICS)
    by_name = {v: theta[:, i] for i, v in enumerate(counts)}
    expected = sum(
        c * reference.divergence(by_name[v][d], by_name[v2][e], regularizer)
        for (v, d), (v2, e), c in reference.couplings(counts, 3.0, graph(1.0).toarray(), 0.5)
    )
    q = rng.dirichlet(np.ones(N_TOPICS), size=(N_DOCS, 2))
    moved = []
    for n_threads in (1, 2):
        links = Links(divergence_of(regularizer), 3.0, graph(0.5))
        coupling = Coupling(links, present, N_TOPICS, n_threads)
        assert coupling.penalty(theta) == pytest.approx(expected, rel=1e-12)
        here = theta
        for _ in range(5):
            here = coupling.improve(q, here)
        moved.append(here.tobytes())
    assert moved[0] == moved[1]
