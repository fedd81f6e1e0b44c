r"""ℓ1: the absolute differences, which most topics of two mixtures end without."""

import numpy as np
from scipy import sparse

from gplsa.core.compile import inlined, kernel
from gplsa.core.divergences.divergence import Divergence
from gplsa.core.simplex import floored_simplex
from gplsa.core.types import FloatArray

_BISECTIONS = 200


class L1(Divergence):
    """D(a, b) = Σ_z |a_z − b_z|   [Wang, Chang, Lyu, section 3].

    It has no curvature: it is smoothed, √(x² + ε²), and linearised together with its dual variable
    [Chan, Golub, Mulet 1999].
    """

    kinked = True

    @staticmethod
    def value(a: float, b: float, log_a: float, log_b: float) -> float:
        return abs(a - b)

    @staticmethod
    def gradient(
        a: float, b: float, log_a: float, log_b: float, dual: float, eps: float
    ) -> tuple[float, float, float]:
        x = a - b
        r = np.sqrt(x * x + eps * eps)
        return x / r, (b - a) / r, max(1.0 - dual * x / r, 1e-6) / r

    @staticmethod
    def updated_dual(x: float, step: float, dual: float, eps: float) -> float:
        r = np.sqrt(x * x + eps * eps)
        moved = x / r + (1.0 - dual * x / r) * step / r
        return min(max(moved, -1.0), 1.0)

    def update(self, q: FloatArray, links: sparse.csr_matrix, mixtures: FloatArray) -> FloatArray:
        """q/u − η − Σ_l c_l sign(u − v_l) = 0: between two neighbours' values u = q/(η + s), and
        a neighbour's value itself where the sign change steps over the root [eqs. 14, 21]."""
        result = np.empty_like(q)
        _solve(q, links.indptr, links.indices, links.data, mixtures, result)
        return result


@inlined()
def _root(q, eta, values, weights, n_links):
    """u with q/u − η = Σ_l c_l sign(u − v_l); `values` rising. Infinite where none exists."""
    slope = 0.0
    for link in range(n_links):
        slope -= weights[link]
    for link in range(n_links + 1):
        free = q / (eta + slope) if eta + slope > 0.0 else np.inf
        if link == n_links or free < values[link]:
            return free
        slope += 2.0 * weights[link]
        # Beyond this neighbour the pull turns against u: does the root stay at the neighbour?
        if eta + slope > 0.0 and q / (eta + slope) <= values[link]:
            return values[link]
    return np.inf


@kernel()
def _solve(q, indptr, neighbours, pulls, mixtures, result):
    n_topics = q.shape[1]
    low, high = np.empty(n_topics), np.empty(n_topics)
    for d in range(q.shape[0]):
        first, last = indptr[d], indptr[d + 1]
        n_links = last - first
        values, weights = np.empty((n_topics, n_links)), np.empty((n_topics, n_links))
        total = 0.0
        for link in range(n_links):
            total += pulls[first + link]
        for z in range(n_topics):
            for link in range(n_links):  # insertion sort: few neighbours
                value, pull = mixtures[neighbours[first + link], z], pulls[first + link]
                place = link
                while place > 0 and values[z, place - 1] > value:
                    values[z, place] = values[z, place - 1]
                    weights[z, place] = weights[z, place - 1]
                    place -= 1
                values[z, place], weights[z, place] = value, pull
        # Σ u(left) ≥ 1 > Σ u(right): u_z ≤ q_z/(η − C), and at η ≤ q_z − C one u_z is 1 or more.
        left, right = -total, total
        for z in range(n_topics):
            left = max(left, q[d, z] - total)
            right += q[d, z]
        right += 1e-12
        for _ in range(_BISECTIONS):
            eta = 0.5 * (left + right)
            mass = 0.0
            for z in range(n_topics):
                mass += _root(q[d, z], eta, values[z], weights[z], n_links)
            if mass >= 1.0:
                left = eta
            else:
                right = eta
        # Where q is tiny Σ u(η) jumps across 1: share what is missing between the two limits.
        low_mass, high_mass = 0.0, 0.0
        for z in range(n_topics):
            low[z] = min(_root(q[d, z], right, values[z], weights[z], n_links), 1.0)
            high[z] = min(_root(q[d, z], left, values[z], weights[z], n_links), 1.0)
            low_mass += low[z]
            high_mass += high[z]
        share = (1.0 - low_mass) / (high_mass - low_mass) if high_mass > low_mass else 0.0
        share = min(max(share, 0.0), 1.0)
        for z in range(n_topics):
            result[d, z] = low[z] + share * (high[z] - low[z])
        floored_simplex(result[d])
