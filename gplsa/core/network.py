r"""The joint update over a document graph: one Newton-CG step on all mixtures together.

Improves, over the mixtures of every document d and modality v,

    F(θ) = Σ_dv Σ_z q_dvz log θ_dvz − λ Σ_d Σ_{v<v'} D(θ_dv, θ_dv')
                                    − μ Σ_v Σ_{edges d~e} r_de D(θ_dv, θ_ev)

Sweeping over the documents, one colour of the graph at a time, stalls as soon as the coupling is
strong. The Newton system is solved by conjugate gradients instead. Its preconditioner keeps the
blocks of mates with the degree of every node on the diagonal, and solves them exactly with their
sums held (`gplsa.core.mates`): strong links between mates cost no iterations, and without edges
a single iteration is exact.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from gplsa.core.blocks import BRAKES, brake, invert_blocks, multiplier_system, project_and_solve
from gplsa.core.compile import inlined_once, kernel
from gplsa.core.divergence import L1, divergence_term, slope_terms, updated_dual
from gplsa.core.mates import fill_logs, linearize_mates, move, surrogate, update_duals
from gplsa.core.parallel import Blocks, even_blocks, run_blocks

Array = NDArray[np.float64]

_CG_ITERATIONS = 25
_CG_RESIDUAL = 0.1
_HALVINGS = 30


class Edges(NamedTuple):
    """The graph by document: edge e in indptr[d]..indptr[d+1] leads to neighbours[e]."""

    indptr: Any
    neighbours: Any
    strength: Any  # μ·r


class Penalty(NamedTuple):
    """What is charged for being apart."""

    kind: int
    lam: float
    eps: float  # of the smoothed ℓ1


class Nodes(NamedTuple):
    """All mixtures: theta and its log (docs, modalities, topics), present (docs, modalities)."""

    theta: Any
    logs: Any
    present: Any


class Duals(NamedTuple):
    """Slopes of the smoothed ℓ1, kept from step to step."""

    mates: Any  # (docs, pairs of mates, topics)
    edges: Any  # (edges, modalities, topics)


class Quadratic(NamedTuple):
    """F to second order in step coordinates, and its blocks of mates factorised."""

    slope: Any  # (docs, modalities, topics)
    excess: Any  # the positive diagonal, likewise
    weight: Any  # of the links between mates (docs, pairs of mates, topics)
    edge_weight: Any  # of the edges (edges, modalities, topics)
    inverse: Any  # of the blocks (docs, modalities, modalities, topics)
    factor: Any  # for the multipliers (docs, modalities, modalities)


@kernel()
def _fill_logs(start: int, stop: int, nodes: Nodes) -> None:
    for d in range(start, stop):
        fill_logs(nodes.theta[d], nodes.logs[d], nodes.present[d])


@kernel()
def _surrogates(
    start: int, stop: int, penalty: Penalty, edges: Edges, q: Any, nodes: Nodes, values: Any
) -> None:
    """values[d] = the terms of F that belong to document d; an edge counts half at each end."""
    theta, logs, present = nodes.theta, nodes.logs, nodes.present
    for d in range(start, stop):
        total = surrogate(penalty.kind, penalty.lam, q[d], theta[d], logs[d], present[d])
        for e in range(edges.indptr[d], edges.indptr[d + 1]):
            n = edges.neighbours[e]
            for v in range(theta.shape[1]):
                if present[d, v] and present[n, v]:
                    apart = 0.0
                    for z in range(theta.shape[2]):
                        apart += divergence_term(
                            penalty.kind,
                            theta[d, v, z],
                            theta[n, v, z],
                            logs[d, v, z],
                            logs[n, v, z],
                        )
                    total -= 0.5 * edges.strength[e] * apart
        values[d] = total


@inlined_once()
def _linearize_edges(
    d: int,
    penalty: Penalty,
    edges: Edges,
    nodes: Nodes,
    duals: Duals,
    model: Quadratic,
    degree: Any,
) -> None:
    """Slopes and weights of the edges at document d; degree = Σ of its weights."""
    theta, logs, present = nodes.theta, nodes.logs, nodes.present
    n_views, n_topics = theta.shape[1], theta.shape[2]
    for v in range(n_views):
        for z in range(n_topics):
            degree[v, z] = 0.0
    for e in range(edges.indptr[d], edges.indptr[d + 1]):
        n = edges.neighbours[e]
        for v in range(n_views):
            if not (present[d, v] and present[n, v]):
                continue  # its weight stays the zero it began with
            for z in range(n_topics):
                slope, _, weight = slope_terms(
                    penalty.kind,
                    theta[d, v, z],
                    theta[n, v, z],
                    logs[d, v, z],
                    logs[n, v, z],
                    duals.edges[e, v, z] if penalty.kind == L1 else 0.0,
                    penalty.eps,
                )
                model.slope[d, v, z] -= edges.strength[e] * slope
                model.edge_weight[e, v, z] = edges.strength[e] * weight
                degree[v, z] += model.edge_weight[e, v, z]


@kernel()
def _linearize(
    start: int,
    stop: int,
    penalty: Penalty,
    edges: Edges,
    q: Any,
    nodes: Nodes,
    duals: Duals,
    model: Quadratic,
) -> None:
    theta = nodes.theta
    n_views, n_topics = theta.shape[1], theta.shape[2]
    degree = np.empty((n_views, n_topics))
    diagonal = np.empty((n_views, n_topics))
    step = np.empty((n_views, n_topics))
    matrix = np.empty((n_views, n_views))
    eta = np.empty(n_views)
    for d in range(start, stop):
        slope, excess = model.slope[d], model.excess[d]
        inverse, factor = model.inverse[d], model.factor[d]
        linearize_mates(
            penalty.kind,
            penalty.lam,
            penalty.eps,
            q[d],
            theta[d],
            nodes.logs[d],
            duals.mates[d],
            nodes.present[d],
            slope,
            excess,
            model.weight[d],
        )
        _linearize_edges(d, penalty, edges, nodes, duals, model, degree)
        for _ in range(BRAKES):
            for v in range(n_views):
                for z in range(n_topics):
                    diagonal[v, z] = excess[v, z] + degree[v, z]
            invert_blocks(diagonal, model.weight[d], inverse, matrix)
            multiplier_system(penalty.kind, theta[d], inverse, factor)
            project_and_solve(penalty.kind, theta[d], slope, inverse, factor, eta, step)
            if not brake(penalty.kind, theta[d], slope, eta, step, excess):
                break


@kernel()
def _precondition(
    start: int,
    stop: int,
    kind: int,
    nodes: Nodes,
    model: Quadratic,
    residual: Any,
    direction: Any,
) -> None:
    eta = np.empty(residual.shape[1])
    for d in range(start, stop):
        project_and_solve(
            kind,
            nodes.theta[d],
            residual[d],
            model.inverse[d],
            model.factor[d],
            eta,
            direction[d],
        )


@kernel()
def _curve(
    start: int, stop: int, edges: Edges, nodes: Nodes, model: Quadratic, step: Any, result: Any
) -> None:
    """result = (negative Hessian) · step."""
    present = nodes.present
    n_views, n_topics = step.shape[1], step.shape[2]
    for d in range(start, stop):
        for v in range(n_views):
            for z in range(n_topics):
                result[d, v, z] = model.excess[d, v, z] * step[d, v, z]
        pair = 0
        for a in range(n_views):
            for b in range(a + 1, n_views):
                for z in range(n_topics):
                    flow = model.weight[d, pair, z] * (step[d, a, z] - step[d, b, z])
                    result[d, a, z] += flow
                    result[d, b, z] -= flow
                pair += 1
        for e in range(edges.indptr[d], edges.indptr[d + 1]):
            n = edges.neighbours[e]
            for v in range(n_views):
                if present[d, v] and present[n, v]:
                    for z in range(n_topics):
                        result[d, v, z] += model.edge_weight[e, v, z] * (
                            step[d, v, z] - step[n, v, z]
                        )


@kernel()
def _move(
    start: int, stop: int, kind: int, nodes: Nodes, step: Any, length: float, moved: Any
) -> None:
    for d in range(start, stop):
        move(kind, nodes.theta[d], step[d], length, nodes.present[d], moved[d])


@kernel()
def _update_duals(
    start: int,
    stop: int,
    penalty: Penalty,
    edges: Edges,
    nodes: Nodes,
    step: Any,
    length: float,
    duals: Duals,
) -> None:
    theta, present = nodes.theta, nodes.present
    for d in range(start, stop):
        update_duals(penalty.eps, theta[d], step[d], length, present[d], duals.mates[d])
        for e in range(edges.indptr[d], edges.indptr[d + 1]):
            n = edges.neighbours[e]
            for v in range(theta.shape[1]):
                if present[d, v] and present[n, v]:
                    for z in range(theta.shape[2]):
                        duals.edges[e, v, z] = updated_dual(
                            theta[d, v, z] - theta[n, v, z],
                            length * (step[d, v, z] - step[n, v, z]),
                            duals.edges[e, v, z],
                            penalty.eps,
                        )


class Network:
    """All documents under their links: F, and a step that improves it.

    Memory: four arrays like the mixtures, and one (ℓ1: two) of edges × modalities × topics.
    """

    def __init__(
        self,
        kind: int,
        lam: float,
        strength: sparse.csr_matrix,
        present: NDArray[np.bool_],
        n_topics: int,
        n_threads: int,
    ) -> None:
        """`strength` is the symmetric matrix μ·r without a diagonal."""
        n_docs, n_views = present.shape
        n_pairs = n_views * (n_views - 1) // 2
        nodes, mates = (n_docs, n_views, n_topics), (n_docs, n_pairs, n_topics)
        links = (strength.nnz, n_views, n_topics)
        self._kind, self._lam, self._present = kind, lam, present
        self._edges = Edges(strength.indptr, strength.indices, strength.data)
        self._n_threads = n_threads
        self._blocks: Blocks = even_blocks(np.diff(strength.indptr) + n_views, n_threads)
        self._duals = Duals(np.zeros(mates), np.zeros(links if kind == L1 else (0, n_views, 0)))
        self._model = Quadratic(
            np.zeros(nodes),
            np.zeros(nodes),
            np.zeros(mates),
            np.zeros(links),
            np.zeros((n_docs, n_views, n_views, n_topics)),
            np.zeros((n_docs, n_views, n_views)),
        )

    def _run(self, task: Callable[..., None], *arguments: Any) -> None:
        run_blocks(lambda start, stop: task(start, stop, *arguments), self._blocks, self._n_threads)

    def _nodes(self, theta: Array) -> Nodes:
        nodes = Nodes(theta, np.zeros_like(theta), self._present)
        self._run(_fill_logs, nodes)
        return nodes

    def _value(self, q: Array, nodes: Nodes) -> float:
        values = np.empty(len(nodes.theta))
        self._run(_surrogates, Penalty(self._kind, self._lam, 0.0), self._edges, q, nodes, values)
        return float(values.sum())

    def penalty(self, theta: Array) -> float:
        """λ Σ D(mates) + μ Σ r D(neighbours)."""
        return -self._value(np.zeros_like(theta), self._nodes(theta))

    def improve(self, q: Array, theta: Array, eps: float) -> Array:
        """Mixtures after one Newton step; F does not fall."""
        penalty = Penalty(self._kind, self._lam, eps)
        nodes = self._nodes(theta)
        value = self._value(q, nodes)
        step = self._newton_step(penalty, q, nodes)
        moved, length, accepted = theta.copy(), 1.0, False
        for _ in range(_HALVINGS):
            self._run(_move, self._kind, nodes, step, length, moved)
            if self._value(q, self._nodes(moved)) > value:
                accepted = True
                break
            length *= 0.5
        if self._kind == L1:
            # Where no length helped, the duals alone take the step: the next one knows more.
            taken = length if accepted else 1.0
            self._run(_update_duals, penalty, self._edges, nodes, step, taken, self._duals)
        return moved if accepted else theta

    def _newton_step(self, penalty: Penalty, q: Array, nodes: Nodes) -> Array:
        """Conjugate gradients, every vector keeping the sum of every mixture."""
        model = self._model
        self._run(_linearize, penalty, self._edges, q, nodes, self._duals, model)
        residual = model.slope
        step, solved = np.zeros_like(residual), np.zeros_like(residual)
        curved = np.empty_like(residual)
        self._run(_precondition, self._kind, nodes, model, residual, solved)
        decrement = _dot(residual, solved)
        direction = solved.copy()
        enough = decrement * _CG_RESIDUAL**2
        for _ in range(_CG_ITERATIONS):
            self._run(_curve, self._edges, nodes, model, direction, curved)
            bend = _dot(direction, curved)
            if bend <= 0.0 or decrement <= 0.0:
                break
            length = decrement / bend
            step += length * direction
            residual -= length * curved
            self._run(_precondition, self._kind, nodes, model, residual, solved)
            previous, decrement = decrement, _dot(residual, solved)
            if decrement <= enough:
                break
            direction *= decrement / previous
            direction += solved
        return step


def _dot(a: Array, b: Array) -> float:
    # Not BLAS: its sums may depend on the number of its threads.
    return float(np.einsum("dvz,dvz->d", a, b).sum())
