r"""General-purpose optimisation of the θ-updates, with a certificate of how good the result is.

All updates are one problem: nodes i with statistics q_i, linked by edges (i, j, c), some of them
held fixed,

    max  f(u) = Σ_i Σ_z q_iz log u_iz − Σ_edges c D(u_i, u_j)     u_iz ≥ 1e-12,  Σ_z u_iz = 1.

One document and its neighbours is a star with fixed leaves; the mates of a document are a complete
graph with c = λ. f is concave for all three D. `solve` is a primal–dual interior-point method for
convex problems with linear constraints (for ℓ1, u_i − u_j = p − m with p, m ≥ 0 and cost c(p + m));
it knows nothing of the closed forms that gplsa uses. `upper_bound` certifies: D is convex, so a
tangent plane at any point lies below it; with every D replaced by its plane the nodes and topics
separate, and for every η

    max f ≤ const + Σ_i [η_i + Σ_z max_{1e-12 ≤ u ≤ 1} (q_iz log u − (η_i + g_iz) u)].

Long doubles (80 bits on x86) are used because at λ = 1e6 one rounding of u changes f by 1e-10.
"""

from dataclasses import dataclass

import numpy as np
from scipy import sparse
from scipy.sparse.csgraph import connected_components

THETA_FLOOR = 1e-12
Q_FLOOR = 1e-14
Real = np.longdouble


@dataclass(frozen=True)
class Problem:
    """q (n_free, n_topics), edges (i, j, c) between nodes; from n_free on they are `fixed` rows."""

    q: np.ndarray
    edges: list[tuple[int, int, float]]
    regularizer: str
    fixed: np.ndarray

    @property
    def ends(self):
        """The two node numbers and the strength (as a column) of every edge."""
        i, j, c = (np.array(column) for column in zip(*self.edges, strict=True))
        return i, j, c.astype(Real)[:, None]


@dataclass(frozen=True)
class Optimum:
    """The best u found (n_free, n_topics), f(u), and a number that no feasible u exceeds."""

    u: np.ndarray
    value: float
    bound: float


def star(q, neighbours, strengths, regularizer):
    """One document among neighbours that are held fixed."""
    edges = [(0, 1 + k, float(c)) for k, c in enumerate(strengths)]
    return make_problem([q], edges, regularizer, neighbours)


def mates(q, lam, regularizer):
    """All modalities of one document together: q (n_modalities, n_topics)."""
    n = len(q)
    return make_problem(q, [(i, j, lam) for i in range(n) for j in range(i + 1, n)], regularizer)


def make_problem(q, edges, regularizer, fixed=()):
    """A problem with q ≥ 1e-14; edges of no strength are left out."""
    q = np.maximum(np.asarray(q, dtype=Real), Real(Q_FLOOR))
    fixed = np.asarray(fixed, dtype=Real).reshape(-1, q.shape[1])
    return Problem(q, [edge for edge in edges if edge[2] > 0], regularizer, fixed)


# --- the objective --------------------------------------------------------------------------------


def pull(a, b, regularizer, side=None):
    """D(a, b) by topic and its slopes in a and b; `side` in −1..1 replaces sign(a − b) for ℓ1."""
    difference = a - b
    if regularizer == "l1":
        sign = np.sign(difference) if side is None else side
        return np.abs(difference), sign, -sign
    if regularizer == "l2":
        return difference**2 / 2, difference, -difference
    log_ratio = np.log1p(difference / b)  # log a − log b without cancelling where a is near b
    return difference * log_ratio, log_ratio + difference / a, -log_ratio - difference / b


def objective(problem, u):
    """f(u), for u (n_free, n_topics)."""
    u = np.asarray(u, dtype=Real)
    value = (problem.q * np.log(u)).sum()
    if problem.edges:
        nodes = np.vstack([u, problem.fixed])
        i, j, c = problem.ends
        value -= (c * pull(nodes[i], nodes[j], problem.regularizer)[0]).sum()
    return float(value)


# --- the certificate ------------------------------------------------------------------------------


def upper_bound(problem, u, side=None):
    """A number that f exceeds at no feasible point: f with every D replaced by a tangent plane.

    u says where the planes touch. For ℓ1 at a tie any slope in −1..1 is a tangent: side
    (n_edges, n_topics).
    """
    n_free = len(problem.q)
    nodes = np.vstack([np.asarray(u, dtype=Real), problem.fixed])
    cost = np.zeros_like(nodes)
    constant = Real(0)
    if problem.edges:
        i, j, c = problem.ends
        value, slope_i, slope_j = pull(nodes[i], nodes[j], problem.regularizer, side)
        if problem.regularizer == "l1" and side is not None:
            value = slope_i * (nodes[i] - nodes[j])  # w(a − b) ≤ |a − b| for every |w| ≤ 1
        np.add.at(cost, i, c * slope_i)
        np.add.at(cost, j, c * slope_j)
        constant = (c * (slope_i * nodes[i] + slope_j * nodes[j] - value)).sum()
        constant -= (cost[n_free:] * nodes[n_free:]).sum()
    return float(constant + _separable_bound(problem.q, cost[:n_free]).sum())


def _separable_bound(q, cost):
    """For every row min over η of η + Σ_z max_u (q log u − (η + cost) u), u in [1e-12, 1]."""
    low = (q - cost).max(axis=1)
    high = (q.shape[1] * q - cost).max(axis=1)

    def best_u(eta):
        price = eta[:, None] + cost
        safe = np.where(price > 0, price, 1)
        return np.where(price > 0, np.clip(q / safe, Real(THETA_FLOOR), 1), 1)

    def dual(eta):
        u = best_u(eta)
        return eta + (q * np.log(u) - (eta[:, None] + cost) * u).sum(axis=1)

    for _ in range(140):
        middle = (low + high) / 2
        over = best_u(middle).sum(axis=1) > 1
        low, high = np.where(over, middle, low), np.where(over, high, middle)
    return np.minimum(dual(low), dual(high))


# --- the optimiser --------------------------------------------------------------------------------


def solve(problem, max_gap=1e-9):
    """The optimum by an interior-point method, with its certificate.

    Raises AssertionError where bound − value > max_gap·(1 + |value|): never trust, always check.
    """
    best = Optimum(np.array([]), -np.inf, np.inf)
    for inner, side in _interior_point(problem):
        found = [_feasible(inner)]
        if side is not None:
            found.append(_feasible(_tied(problem, inner)))
        u = max(found, key=lambda candidate: objective(problem, candidate))
        value, bound = objective(problem, u), upper_bound(problem, u, side)
        if bound - value < best.bound - best.value:
            best = Optimum(u.astype(float), value, bound)
        if best.bound - best.value <= 1e-3 * max_gap * (1 + abs(best.value)):
            break
    gap = best.bound - best.value
    assert gap <= max_gap * (1 + abs(best.value)), f"the optimum is certain only to {gap:.1e}"
    return best


def _feasible(u):
    u = np.maximum(u, Real(THETA_FLOOR))
    return u / u.sum(axis=1, keepdims=True)


def _tied(problem, u, near=1e-9):
    """u with the ends of every edge that are nearly equal made equal, for ℓ1."""
    nodes = np.vstack([u, problem.fixed])
    i, j, _ = problem.ends
    for z in range(u.shape[1]):
        tied = abs(nodes[i, z] - nodes[j, z]) < near
        links = sparse.coo_array((np.ones(tied.sum()), (i[tied], j[tied])), shape=[len(nodes)] * 2)
        _, group = connected_components(links, directed=False)
        for g in np.unique(group):
            held = np.flatnonzero((group == g) & (np.arange(len(nodes)) >= len(u)))
            nodes[group == g, z] = nodes[held[0], z] if len(held) else nodes[group == g, z].mean()
    return nodes[: len(u)]


def _interior_point(problem, max_steps=60):
    """Better and better u, each with the slopes in −1..1 that ℓ1's multipliers give its edges.

    Minimise −f with multipliers: η of Σu = 1, y of the floor (s = u − 1e-12), and for ℓ1 the
    multiplier W of u_i − u_j = p − m, whose distances c − W and c + W are those of p and of m.
    """
    n, k = problem.q.shape
    split, constant, price = _split_edges(problem)
    sums = np.kron(np.eye(n), np.ones(k)).astype(Real)
    u = np.full(n * k, Real(1) / k)
    s, y, eta = u - Real(THETA_FLOOR), Real(1) / u, np.zeros(n, dtype=Real)
    p, m = np.ones_like(price), np.ones_like(price)
    to_p, to_m = price.copy(), price.copy()
    for _ in range(max_steps):
        downhill, curvature = _smooth_part(problem, u.reshape(n, k))
        dual_rest = downhill + split.T @ (to_m - to_p) / 2 + sums.T @ eta - y
        split_rest = split @ u + constant - p + m
        sum_rest, slack_rest = sums @ u - 1, u - Real(THETA_FLOOR) - s
        products = np.concatenate([s * y, p * to_p, m * to_m])
        if products.max() < 1e-10:
            side = ((to_m - to_p) / (to_m + to_p)).reshape(-1, k) if len(price) else None
            yield u.reshape(n, k), side
        target = Real(0.1) * products.mean()
        offset = split_rest - (target / to_p - p) + (target / to_m - m)
        right = target / s - y - (y / s) * slack_rest - dual_rest
        give = np.concatenate([p / to_p + m / to_m, np.zeros(n)])
        du, multipliers = _newton(
            curvature + np.diag(y / s),
            np.vstack([split, sums]),
            give,
            right,
            np.concatenate([-offset, -sum_rest]),
        )
        dw, deta = multipliers[:-n], multipliers[-n:]
        ds = du + slack_rest
        moves = [
            (s, ds),
            (y, (target - s * y - y * ds) / s),
            (p, (target - p * to_p + p * dw) / to_p),
            (m, (target - m * to_m - m * dw) / to_m),
            (to_p, -dw),
            (to_m, dw),
        ]
        step = min(_longest(value, change) for value, change in [*moves, (u, du)])
        s, y, p, m, to_p, to_m = (value + step * change for value, change in moves)
        u, eta = u + step * du, eta + step * deta


def _split_edges(problem):
    """ℓ1 only: matrix and constant of u_i − u_j for every edge and topic, and the c of each."""
    n, k = problem.q.shape
    edges = problem.edges if problem.regularizer == "l1" else []
    split = np.zeros((len(edges) * k, n * k), dtype=Real)
    constant = np.zeros(len(edges) * k, dtype=Real)
    for e, (i, j, _) in enumerate(edges):
        for z in range(k):
            for node, sign in ((i, 1), (j, -1)):
                if node < n:
                    split[e * k + z, node * k + z] = sign
                else:
                    constant[e * k + z] += sign * problem.fixed[node - n, z]
    return split, constant, np.repeat(np.array([c for *_, c in edges], dtype=Real), k)


def _smooth_part(problem, u):
    """Slope and curvature in u of −f, for ℓ1 of its likelihood part only."""
    n, k = u.shape
    at = np.arange(n * k).reshape(n, k)
    slope = np.vstack([-problem.q / u, np.zeros_like(problem.fixed)])
    curvature = np.zeros((n * k, n * k), dtype=Real)
    curvature[at, at] = problem.q / u**2
    nodes = np.vstack([u, problem.fixed])
    for i, j, c in problem.edges if problem.regularizer != "l1" else ():
        a, b = nodes[i], nodes[j]
        _, slope_a, slope_b = pull(a, b, problem.regularizer)
        slope[i] += c * slope_a
        slope[j] += c * slope_b
        if problem.regularizer == "l2":
            aa = bb = ab = np.full(k, Real(c))
        else:
            aa, bb, ab = c * (1 / a + b / a**2), c * (1 / b + a / b**2), c * (1 / a + 1 / b)
        for node, own in ((i, aa), (j, bb)):
            if node < n:
                curvature[at[node], at[node]] += own
        if i < n and j < n:
            curvature[at[i], at[j]] -= ab
            curvature[at[j], at[i]] -= ab
    return slope[:n].ravel(), curvature


def _newton(matrix, rows, give, right, row_right):
    """Solve [matrix rowsᵀ; rows −give], scaled so that no diagonal is far from another.

    Where whole documents are tied, their sums are tied as well and some multipliers are free: a
    proximal term holds those where they are, and refinement takes out what it adds elsewhere.
    """
    inverse = _inverse(matrix)
    through = inverse @ rows.T
    dual_inverse = _inverse(rows @ through + np.diag(give), proximal=Real(1e-15))
    x, multipliers = np.zeros_like(right), np.zeros_like(row_right)
    for _ in range(4):
        rest = right - matrix @ x - rows.T @ multipliers
        row_rest = row_right - rows @ x + give * multipliers
        change = dual_inverse @ (through.T @ rest - row_rest)
        x = x + inverse @ rest - through @ change
        multipliers = multipliers + change
    return x, multipliers


def _inverse(matrix, proximal=0):
    """Inverse of a positive definite matrix by elimination in long doubles (numpy has doubles)."""
    n = len(matrix)
    size = 1 / np.sqrt(np.diag(matrix))
    scaled = matrix * size[:, None] * size[None, :] + proximal * np.eye(n)
    a = np.column_stack([scaled, np.eye(n, dtype=Real)])
    for i in range(n):
        a[i + 1 :] -= (a[i + 1 :, i] / a[i, i])[:, None] * a[i]
    for i in range(n - 1, -1, -1):
        a[i] /= a[i, i]
        a[:i] -= a[:i, i][:, None] * a[i]
    return a[:, n:] * size[:, None] * size[None, :]


def _longest(value, change):
    """The longest step, at most 1, that leaves every value at least 1/200 of what it was."""
    falling = change < 0
    if not falling.any():
        return Real(1)
    return min(Real(1), Real(0.995) * (-value[falling] / change[falling]).min())
