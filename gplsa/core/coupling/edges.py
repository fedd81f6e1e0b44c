"""Kernels of the joint update over a graph: its nodes, documents with counterparts, and its edges.

`gplsa.core.coupling.network` says what they add up to; every kernel owns the documents start..stop.
"""

from typing import Any, NamedTuple

import numpy as np

from gplsa.core.compile import inlined_once, kernel
from gplsa.core.coupling.blocks import (
    BRAKES,
    brake,
    invert_blocks,
    multiplier_system,
    project_and_solve,
)
from gplsa.core.coupling.surrogate import (
    fill_logs,
    linearize_counterparts,
    move,
    surrogate,
    update_duals,
)


class Edges(NamedTuple):
    """The graph by document: edge e in indptr[d]..indptr[d+1] leads to neighbours[e]."""

    indptr: Any
    neighbours: Any
    strength: Any  # μ·r


class Nodes(NamedTuple):
    """All mixtures: theta and its log (docs, modalities, topics), present (docs, modalities)."""

    theta: Any
    logs: Any
    present: Any


class Duals(NamedTuple):
    """Slopes of a kinked divergence, kept from step to step."""

    counterparts: Any  # (docs, pairs of counterparts, topics)
    edges: Any  # (edges, modalities, topics)


class Quadratic(NamedTuple):
    """F to second order in step coordinates, and its blocks of counterparts factorised."""

    slope: Any  # (docs, modalities, topics)
    excess: Any  # the positive diagonal, likewise
    weight: Any  # of the links between counterparts (docs, pairs of counterparts, topics)
    edge_weight: Any  # of the edges (edges, modalities, topics)
    inverse: Any  # of the blocks (docs, modalities, modalities, topics)
    factor: Any  # for the multipliers (docs, modalities, modalities)


@kernel()
def fill_node_logs(start, stop, nodes):
    for d in range(start, stop):
        fill_logs(nodes.theta[d], nodes.logs[d], nodes.present[d])


@kernel()
def surrogates(start, stop, divergence, lam, edges, q, nodes, values):
    """values[d] = the terms of F that belong to document d; an edge counts half at each end."""
    theta, logs, present = nodes.theta, nodes.logs, nodes.present
    for d in range(start, stop):
        total = surrogate(divergence, lam, q[d], theta[d], logs[d], present[d])
        for e in range(edges.indptr[d], edges.indptr[d + 1]):
            n = edges.neighbours[e]
            for v in range(theta.shape[1]):
                if present[d, v] and present[n, v]:
                    divided = 0.0
                    for z in range(theta.shape[2]):
                        divided += divergence.value(
                            theta[d, v, z], theta[n, v, z], logs[d, v, z], logs[n, v, z]
                        )
                    total -= 0.5 * edges.strength[e] * divided
        values[d] = total


@inlined_once()
def _linearize_edges(d, divergence, eps, edges, nodes, duals, model, degree):
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
                slope, _, weight = divergence.gradient(
                    theta[d, v, z],
                    theta[n, v, z],
                    logs[d, v, z],
                    logs[n, v, z],
                    duals.edges[e, v, z] if divergence.kinked else 0.0,
                    eps,
                )
                model.slope[d, v, z] -= edges.strength[e] * slope
                model.edge_weight[e, v, z] = edges.strength[e] * weight
                degree[v, z] += model.edge_weight[e, v, z]


@kernel()
def linearize(start, stop, divergence, lam, eps, edges, q, nodes, duals, model):
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
        linearize_counterparts(
            divergence, lam, eps, q[d], theta[d], nodes.logs[d], duals.counterparts[d],
            nodes.present[d], slope, excess, model.weight[d],
        )  # fmt: skip
        _linearize_edges(d, divergence, eps, edges, nodes, duals, model, degree)
        for _ in range(BRAKES):
            for v in range(n_views):
                for z in range(n_topics):
                    diagonal[v, z] = excess[v, z] + degree[v, z]
            invert_blocks(diagonal, model.weight[d], inverse, matrix)
            multiplier_system(divergence, theta[d], inverse, factor)
            project_and_solve(divergence, theta[d], slope, inverse, factor, eta, step)
            if not brake(divergence, theta[d], slope, eta, step, excess):
                break


@kernel()
def precondition(start, stop, divergence, nodes, model, residual, direction):
    eta = np.empty(residual.shape[1])
    for d in range(start, stop):
        project_and_solve(
            divergence, nodes.theta[d], residual[d], model.inverse[d], model.factor[d], eta,
            direction[d],
        )  # fmt: skip


@kernel()
def curve(start, stop, edges, nodes, model, step, result):
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
def move_nodes(start, stop, divergence, nodes, step, length, moved):
    for d in range(start, stop):
        move(divergence, nodes.theta[d], step[d], length, nodes.present[d], moved[d])


@kernel()
def update_node_duals(start, stop, divergence, eps, edges, nodes, step, length, duals):
    theta, present = nodes.theta, nodes.present
    for d in range(start, stop):
        update_duals(divergence, eps, theta[d], step[d], length, present[d], duals.counterparts[d])
        for e in range(edges.indptr[d], edges.indptr[d + 1]):
            n = edges.neighbours[e]
            for v in range(theta.shape[1]):
                if present[d, v] and present[n, v]:
                    for z in range(theta.shape[2]):
                        duals.edges[e, v, z] = divergence.updated_dual(
                            theta[d, v, z] - theta[n, v, z],
                            length * (step[d, v, z] - step[n, v, z]),
                            duals.edges[e, v, z],
                            eps,
                        )
