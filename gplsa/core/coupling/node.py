r"""The mixture of one document given its neighbours' mixtures.

    max_u  Σ_z q_z log u_z − Σ_l c_l D(u, v_l)   over the simplex,   C = Σ_l c_l

With a multiplier η for Σ_z u_z = 1 every u_z(η) has a closed form and Σ_z u_z(η) falls with η
[Wang, Chang, Lyu, eqs. 12-14 and 19-21]. Whole batches of documents are solved at once.

    ℓ2    C u² + (η − Σ_l c_l v_l) u − q = 0, the positive root
    sKL   u = T / (C ω(log(T/C) + 1 + (η − S)/C)),  T = q + Σ_l c_l v_l,  S = Σ_l c_l log v_l,
          ω Wright's omega: Lambert's W of an exponential that would overflow
    ℓ1    q/u − η − Σ_l c_l sign(u − v_l) = 0: between two neighbours' values u = q/(η + s), and
          a neighbour's value itself where the sign change steps over the root
"""

from typing import Any

import numpy as np
from scipy import sparse
from scipy.special import wrightomega

from gplsa.core.compile import inlined, kernel
from gplsa.core.coupling.surrogate import floored_simplex
from gplsa.core.divergence import COUNT_FLOOR, FLOOR, L1, L2
from gplsa.core.sums import row_sums
from gplsa.core.types import FloatArray

_NEWTON_STEPS = 100
_BISECTIONS = 200


def update_nodes(
    kind: int, q: FloatArray, links: sparse.csr_matrix, mixtures: FloatArray
) -> FloatArray:
    """The best mixture of every row of `q`, each on its own.

    q         expected counts (n, n_topics), ≥ 0; a row of zeros minimises the divergence alone
    links     c_l ≥ 0 (n, m), which of the m mixtures pull at which row; every row has one at least
    mixtures  v (m, n_topics), rows on the floored simplex
    Returns (n, n_topics) on the floored simplex.
    """
    q = np.maximum(q, COUNT_FLOOR)
    if kind == L1:
        result = np.empty_like(q)
        _l1_nodes(q, links.indptr, links.indices, links.data, mixtures, result)
        return result
    strength = row_sums(links).reshape(-1, 1)
    if kind == L2:
        result = _solve_multiplier(
            _QuadraticRoot(q, links @ mixtures, strength), strength, q.shape[1]
        )
    else:
        pulled = q + links @ mixtures
        logs = links @ np.log(mixtures)
        result = _solve_multiplier(_OmegaRoot(pulled, logs, strength), strength, q.shape[1])
    result = np.maximum(result, FLOOR)
    return result / result.sum(axis=1, keepdims=True)


class _QuadraticRoot:
    def __init__(self, q: FloatArray, pull: FloatArray, strength: FloatArray) -> None:
        self.q, self.pull, self.strength = q, pull, strength

    def at_one(self) -> FloatArray:
        """The η at which u_z = 1, for every z."""
        return self.q + self.pull - self.strength

    def __call__(self, eta: FloatArray) -> tuple[FloatArray, FloatArray]:
        b = eta - self.pull
        root = np.sqrt(b * b + 4.0 * self.strength * self.q)
        # The textbook root cancels for b > 0; |b| + root is large on either side.
        larger = np.abs(b) + root
        u = np.where(b > 0.0, 2.0 * self.q / larger, larger / (2.0 * self.strength))
        return u, -u / root


class _OmegaRoot:
    def __init__(self, pulled: FloatArray, logs: FloatArray, strength: FloatArray) -> None:
        self.pulled, self.logs, self.strength = pulled, logs, strength

    def at_one(self) -> FloatArray:
        return self.pulled + self.logs - self.strength

    def __call__(self, eta: FloatArray) -> tuple[FloatArray, FloatArray]:
        ratio = self.pulled / self.strength
        omega = wrightomega(np.log(ratio) + 1.0 + (eta - self.logs) / self.strength)
        u = ratio / omega
        return u, -u / (self.strength * (1.0 + omega))


def _solve_multiplier(root: Any, strength: FloatArray, n_topics: int) -> FloatArray:
    """u(η) with Σ u = 1: Σ u is convex and falling, so Newton from the left needs no bracket."""
    eta = root.at_one().max(axis=1, keepdims=True)
    for _ in range(_NEWTON_STEPS):
        u, slope = root(eta)
        over = u.sum(axis=1, keepdims=True) - 1.0
        if np.all(over <= 4e-16 * n_topics):
            break
        eta = eta - over / slope.sum(axis=1, keepdims=True)
    return u


@inlined()
def _l1_root(q: float, eta: float, values: Any, weights: Any, n_links: int) -> float:
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
def _l1_nodes(q: Any, indptr: Any, neighbours: Any, pulls: Any, mixtures: Any, result: Any) -> None:
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
                mass += _l1_root(q[d, z], eta, values[z], weights[z], n_links)
            if mass >= 1.0:
                left = eta
            else:
                right = eta
        # Where q is tiny Σ u(η) jumps across 1: share what is missing between the two limits.
        low_mass, high_mass = 0.0, 0.0
        for z in range(n_topics):
            low[z] = min(_l1_root(q[d, z], right, values[z], weights[z], n_links), 1.0)
            high[z] = min(_l1_root(q[d, z], left, values[z], weights[z], n_links), 1.0)
            low_mass += low[z]
            high_mass += high[z]
        share = (1.0 - low_mass) / (high_mass - low_mass) if high_mass > low_mass else 0.0
        share = min(max(share, 0.0), 1.0)
        for z in range(n_topics):
            result[d, z] = low[z] + share * (high[z] - low[z])
        floored_simplex(result[d])
