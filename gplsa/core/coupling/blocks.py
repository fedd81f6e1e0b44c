r"""Small linear systems of the joint update: a block of counterparts a topic, a sum for each one.

In the step coordinates of `gplsa.core.divergences` the negative Hessian of topic z is

    A_z = diag(h_z) + Σ_{v<v'} w_z,vv' (e_v − e_v')(e_v − e_v')ᵀ,   h > 0, w ≥ 0,

a small Laplacian plus a positive diagonal, which is inverted without any subtraction. One
multiplier per counterpart keeps its mixture's sum: with scale s (θ in relative steps, else 1) the
step is A⁻¹(g − s·η), where η solves the V×V system that makes Σ_z s_z·step_z vanish.

Arrays are those of one document: theta, slope g, excess h (modalities, topics), weight w (pairs
of counterparts, topics), inverse (modalities, modalities, topics), topics innermost for SIMD. A
modality that takes no part has slope 0, excess 1 and no links, and so does not move.
"""

import numpy as np

from gplsa.core.compile import inlined

BRAKES = 4  # rounds of raising the curvature where a step would cross zero


@inlined()
def invert_blocks(excess, weight, inverse, matrix):
    """inverse[:, :, z] = A_z⁻¹ for every topic; matrix is scratch (modalities, modalities).

    Nodes are eliminated from the last to the first in the Grassmann-Taksar-Heyman manner: only
    sums, products and quotients of non-negative numbers, hence no cancellation at any λ.
    """
    n_views, n_topics = excess.shape
    if n_views == 2:
        for z in range(n_topics):
            h0, h1, w = excess[0, z], excess[1, z], weight[0, z]
            scale = 1.0 / (h0 * h1 + w * (h0 + h1))
            inverse[0, 0, z] = (h1 + w) * scale
            inverse[1, 1, z] = (h0 + w) * scale
            inverse[0, 1, z] = w * scale
            inverse[1, 0, z] = w * scale
    else:
        for z in range(n_topics):
            _invert_laplacian(z, excess, weight, inverse, matrix)


@inlined()
def _invert_laplacian(z, excess, weight, inverse, matrix):
    """Inverse of diag(excess) + Laplacian(weight), node by node, from nodes 0..k-1 to 0..k."""
    n_views = excess.shape[0]
    # Eliminate n-1 … 1: matrix[k, j] becomes the share of node k that flows to node j < k. What
    # remains of a node's excess waits on the diagonal of the inverse, which is not yet needed.
    pair = 0
    for a in range(n_views):
        inverse[a, a, z] = excess[a, z]
        for b in range(a + 1, n_views):
            matrix[a, b] = weight[pair, z]
            matrix[b, a] = weight[pair, z]
            pair += 1
    for k in range(n_views - 1, 0, -1):
        pivot = inverse[k, k, z]
        for j in range(k):
            pivot += matrix[k, j]
        matrix[k, k] = pivot
        for i in range(k):
            share = matrix[k, i] / pivot
            for j in range(i):
                matrix[i, j] += share * matrix[k, j]
                matrix[j, i] = matrix[i, j]
            inverse[i, i, z] += share * inverse[k, k, z]
        for j in range(k):
            matrix[k, j] /= pivot
    inverse[0, 0, z] = 1.0 / inverse[0, 0, z]
    for k in range(1, n_views):
        own = 1.0 / matrix[k, k]
        for i in range(k):
            cross = 0.0
            for j in range(k):
                cross += matrix[k, j] * inverse[j, i, z]
            inverse[k, i, z] = cross
            inverse[i, k, z] = cross
        for j in range(k):
            own += matrix[k, j] * inverse[k, j, z]
        inverse[k, k, z] = own


@inlined()
def multiplier_system(divergence, theta, inverse, factor):
    """factor = lower Cholesky factor of S, S_ab = Σ_z s_az (A_z⁻¹)_ab s_bz."""
    n_views, n_topics = theta.shape
    for a in range(n_views):
        for b in range(a + 1):
            total = 0.0
            for z in range(n_topics):
                scale = theta[a, z] * theta[b, z] if divergence.relative else 1.0
                total += scale * inverse[a, b, z]
            factor[a, b] = total
    for a in range(n_views):
        for b in range(a + 1):
            total = factor[a, b]
            for c in range(b):
                total -= factor[a, c] * factor[b, c]
            if a == b:
                # Counterparts tied by a very large λ leave a pivot that is rounding alone.
                factor[a, a] = np.sqrt(max(total, 1e-15 * factor[a, a] + 1e-300))
            else:
                factor[a, b] = total / factor[b, b]


@inlined()
def _solve_factored(factor, vector):
    """vector becomes S⁻¹·vector."""
    n = vector.shape[0]
    for a in range(n):
        for c in range(a):
            vector[a] -= factor[a, c] * vector[c]
        vector[a] /= factor[a, a]
    for a in range(n - 1, -1, -1):
        for c in range(a + 1, n):
            vector[a] -= factor[c, a] * vector[c]
        vector[a] /= factor[a, a]


@inlined()
def project_and_solve(divergence, theta, slope, inverse, factor, eta, step):
    """step = A⁻¹(g − s·η), with η (scratch) such that every mixture keeps its sum."""
    n_views, n_topics = theta.shape
    for a in range(n_views):
        total = 0.0
        for b in range(n_views):
            for z in range(n_topics):
                scale = theta[a, z] if divergence.relative else 1.0
                total += scale * inverse[a, b, z] * slope[b, z]
        eta[a] = total
    _solve_factored(factor, eta)
    for a in range(n_views):
        for z in range(n_topics):
            step[a, z] = 0.0
        for b in range(n_views):
            for z in range(n_topics):
                scale = theta[b, z] if divergence.relative else 1.0
                step[a, z] += inverse[a, b, z] * (slope[b, z] - scale * eta[b])


@inlined()
def brake(divergence, theta, slope, eta, step, excess):
    """Raise the excess where a step would cross zero; whether any was raised.

    Where counts are next to nothing, so is their curvature, and the step would spend all its
    length on an entry that has nothing left to give. The multiplier of the floor supplies the
    curvature, (s·η − g) over the distance to zero, as in a primal-dual interior-point method.
    """
    raised = False
    for v in range(theta.shape[0]):
        for z in range(theta.shape[1]):
            reach = 1.0 if divergence.relative else theta[v, z]
            if step[v, z] < -reach:
                scale = theta[v, z] if divergence.relative else 1.0
                needed = (scale * eta[v] - slope[v, z]) / reach
                if needed > excess[v, z]:
                    excess[v, z] = needed
                    raised = True
    return raised
