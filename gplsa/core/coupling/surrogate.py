r"""What one document contributes, and how its mixtures step: shared by counterparts and by graphs.

    f(θ) = Σ_v Σ_z q_vz log θ_vz − λ Σ_{v<v'} D(θ_v, θ_v')

with expected counts q. Arrays are those of one document, (modalities, topics) or (pairs of
counterparts, topics); `active` says which modalities take part, the others are never read.
"""

import numpy as np

from gplsa.core.compile import inlined
from gplsa.core.simplex import COUNT_FLOOR, floored_simplex, retract


@inlined()
def counterparts_penalty(divergence, theta, logs, active):
    """Σ_{v<v'} D(θ_v, θ_v') over the active counterparts; theta, logs (modalities, topics)."""
    total = 0.0
    for a in range(theta.shape[0]):
        if active[a]:
            for b in range(a + 1, theta.shape[0]):
                if active[b]:
                    for z in range(theta.shape[1]):
                        total += divergence.value(theta[a, z], theta[b, z], logs[a, z], logs[b, z])
    return total


@inlined()
def fill_logs(theta, logs, active):
    for v in range(theta.shape[0]):
        if active[v]:
            for z in range(theta.shape[1]):
                logs[v, z] = np.log(theta[v, z])


@inlined()
def surrogate(divergence, lam, q, theta, logs, active):
    """f(θ) of one document; `logs` must hold log θ."""
    total = 0.0
    for v in range(theta.shape[0]):
        if active[v]:
            for z in range(theta.shape[1]):
                total += max(q[v, z], COUNT_FLOOR) * logs[v, z]
    return total - lam * counterparts_penalty(divergence, theta, logs, active)


@inlined()
def linearize_counterparts(
    divergence, lam, eps, q, theta, logs, duals, active, slope, excess, weight
):
    """Slope g, diagonal h (modalities, topics), weights w (pairs of counterparts, topics) of f."""
    n_views, n_topics = theta.shape
    for v in range(n_views):
        for z in range(n_topics):
            if not active[v]:
                slope[v, z] = 0.0
                excess[v, z] = 1.0
                continue
            count = max(q[v, z], COUNT_FLOOR)
            slope[v, z] = count if divergence.relative else count / theta[v, z]
            excess[v, z] = count if divergence.relative else count / (theta[v, z] * theta[v, z])
    pair = 0
    for a in range(n_views):
        for b in range(a + 1, n_views):
            linked = active[a] and active[b]
            for z in range(n_topics):
                weight[pair, z] = 0.0
                if linked:
                    slope_a, slope_b, w = divergence.gradient(
                        theta[a, z],
                        theta[b, z],
                        logs[a, z],
                        logs[b, z],
                        duals[pair, z] if divergence.kinked else 0.0,
                        eps,
                    )
                    slope[a, z] -= lam * slope_a
                    slope[b, z] -= lam * slope_b
                    weight[pair, z] = lam * w
            pair += 1


@inlined()
def move(divergence, theta, step, length, active, moved):
    """moved = theta retracted along length·step, back on the floored simplex."""
    for v in range(theta.shape[0]):
        if active[v]:
            for z in range(theta.shape[1]):
                change = length * step[v, z]
                if divergence.relative:
                    change *= theta[v, z]
                moved[v, z] = retract(theta[v, z], change)
            floored_simplex(moved[v])


@inlined()
def update_duals(divergence, eps, theta, step, length, active, duals):
    pair = 0
    for a in range(theta.shape[0]):
        for b in range(a + 1, theta.shape[0]):
            if active[a] and active[b]:
                for z in range(theta.shape[1]):
                    duals[pair, z] = divergence.updated_dual(
                        theta[a, z] - theta[b, z],
                        length * (step[a, z] - step[b, z]),
                        duals[pair, z],
                        eps,
                    )
            pair += 1
