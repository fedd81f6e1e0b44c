r"""The joint update of all counterparts of a document: their mixtures move together.

Given expected counts q_v of each modality v of one document, improve

    f(θ) = Σ_v Σ_z q_vz log θ_vz − λ Σ_{v<v'} D(θ_v, θ_v')

only about 1/(1+λ) an iteration, and freezes under ℓ1; here all take one Newton step together.
together.

The step starts from the better of the previous mixtures and the one that counterparts would share,
so that strong coupling is never approached from afar; `gplsa.core.coupling.blocks` solves its
linear systems.
"""

from typing import Any, NamedTuple

import numpy as np

from gplsa.core.compile import inlined, inlined_once, kernel
from gplsa.core.coupling.blocks import (
    BRAKES,
    brake,
    invert_blocks,
    multiplier_system,
    project_and_solve,
)
from gplsa.core.coupling.surrogate import (
    counterparts_penalty,
    fill_logs,
    linearize_counterparts,
    move,
    surrogate,
    update_duals,
)
from gplsa.core.simplex import COUNT_FLOOR, floored_simplex

_HALVINGS = 12


@inlined()
def _copy(source, target, active):
    """Copy the active rows; assigning whole slices would double the compile time."""
    for v in range(source.shape[0]):
        if active[v]:
            for z in range(source.shape[1]):
                target[v, z] = source[v, z]


@inlined()
def _own_maximum(q, theta):
    for z in range(q.shape[0]):
        theta[z] = q[z]
    floored_simplex(theta)


@inlined()
def _shared_maximum(q, active, theta):
    """The mixture that maximises f when all counterparts share it: the mean of their counts."""
    n_views, n_topics = q.shape
    first = 0
    while not active[first]:
        first += 1
    for z in range(n_topics):
        total = 0.0
        for v in range(n_views):
            if active[v]:
                total += max(q[v, z], COUNT_FLOOR)
        theta[first, z] = total
    floored_simplex(theta[first])
    for v in range(first + 1, n_views):
        if active[v]:
            for z in range(n_topics):
                theta[v, z] = theta[first, z]


class _Scratch(NamedTuple):
    """Mixtures now and after a step, and the quadratic model between them, of one document."""

    current: Any
    logs: Any
    moved: Any
    moved_logs: Any
    slope: Any
    excess: Any
    step: Any
    weight: Any
    inverse: Any
    matrix: Any
    factor: Any
    eta: Any


def scratch(n_views: int, n_topics: int) -> _Scratch:
    """Room for one task of `update_counterparts`; numba would compile np.ones for long.

    Filled, because rows of absent counterparts are multiplied by zero before they are ever written.
    """
    shape, square = (n_views, n_topics), (n_views, n_views)
    return _Scratch(
        current=np.ones(shape),
        logs=np.ones(shape),
        moved=np.ones(shape),
        moved_logs=np.ones(shape),
        slope=np.ones(shape),
        excess=np.ones(shape),
        step=np.ones(shape),
        weight=np.ones((n_views * (n_views - 1) // 2, n_topics)),
        inverse=np.ones((n_views, n_views, n_topics)),
        matrix=np.ones(square),
        factor=np.ones(square),
        eta=np.ones(n_views),
    )


@inlined_once()
def _better_start(divergence, lam, q, theta, active, s):
    """Leave the better of the previous and the shared mixture in s.current; return its f."""
    _copy(theta, s.current, active)
    fill_logs(s.current, s.logs, active)
    value = surrogate(divergence, lam, q, s.current, s.logs, active)
    _shared_maximum(q, active, s.moved)
    fill_logs(s.moved, s.moved_logs, active)
    shared_value = surrogate(divergence, lam, q, s.moved, s.moved_logs, active)
    if shared_value > value:
        _copy(s.moved, s.current, active)
        _copy(s.moved_logs, s.logs, active)
        return shared_value
    return value


@inlined_once()
def _shared_is_best(lam, q, active, s):
    """Whether, under a kink, no counterpart gains by leaving the shared mixture in s.moved.

    With ρ_a = q_a/θ and multipliers η_a, it is optimal if links can carry what pulls counterparts
    apart, at most λ each. Sharing it out evenly, a link of V counterparts carries
    ((ρ_a − η_a) − (ρ_b − η_b))/V. Sufficient for any V, and with η_a the middle of ρ_a's range also
    necessary for two.
    """
    n_active = 0
    for a in range(q.shape[0]):
        if active[a]:
            n_active += 1
            low, high = np.inf, -np.inf
            for z in range(q.shape[1]):
                pull = max(q[a, z], COUNT_FLOOR) / s.moved[a, z]
                low, high = min(low, pull), max(high, pull)
            s.eta[a] = 0.5 * (low + high)
    for z in range(q.shape[1]):
        low, high = np.inf, -np.inf
        for a in range(q.shape[0]):
            if active[a]:
                pull = max(q[a, z], COUNT_FLOOR) / s.moved[a, z] - s.eta[a]
                low, high = min(low, pull), max(high, pull)
        if high - low > n_active * lam:
            return False
    return True


@inlined_once()
def _newton_step(divergence, lam, eps, value, q, duals, active, s):
    """Move s.current by one safeguarded step; return f there and what the step had promised."""
    linearize_counterparts(
        divergence, lam, eps, q, s.current, s.logs, duals, active, s.slope, s.excess, s.weight
    )
    for _ in range(BRAKES):
        invert_blocks(s.excess, s.weight, s.inverse, s.matrix)
        multiplier_system(divergence, s.current, s.inverse, s.factor)
        project_and_solve(divergence, s.current, s.slope, s.inverse, s.factor, s.eta, s.step)
        if not brake(divergence, s.current, s.slope, s.eta, s.step, s.excess):
            break
    promised = 0.0
    for v in range(s.step.shape[0]):
        for z in range(s.step.shape[1]):
            promised += s.step[v, z] * s.slope[v, z]
    length, moved_value = 1.0, value
    for _ in range(_HALVINGS):
        move(divergence, s.current, s.step, length, active, s.moved)
        fill_logs(s.moved, s.moved_logs, active)
        moved_value = surrogate(divergence, lam, q, s.moved, s.moved_logs, active)
        if moved_value > value:
            break
        length *= 0.5
    accepted = moved_value > value
    if divergence.kinked:
        # Where no length helped, the duals alone take the step: the next one knows more.
        update_duals(divergence, eps, s.current, s.step, length if accepted else 1.0, active, duals)
    if not accepted:
        return value, promised if divergence.kinked else 0.0
    _copy(s.moved, s.current, active)
    _copy(s.moved_logs, s.logs, active)
    return moved_value, promised


@kernel()
def update_counterparts(
    start, stop, divergence, lam, eps, max_steps, enough, q, theta, duals, present, scratch
):
    """Improve the mixtures of documents start..stop in place; f of each never falls.

    q, theta (documents, modalities, topics); duals (documents, pairs of counterparts, topics), used
    by kinked divergences alone; present (documents, modalities). Newton steps go on until one
    promises less than `enough` of f, at most `max_steps`.
    """
    for d in range(start, stop):
        active = present[d]
        n_active = 0
        for v in range(q.shape[1]):
            n_active += active[v]
        if n_active == 1:
            for v in range(q.shape[1]):
                if active[v]:
                    _own_maximum(q[d, v], theta[d, v])
        elif n_active > 1:
            value = _better_start(divergence, lam, q[d], theta[d], active, scratch)
            if divergence.kinked and _shared_is_best(lam, q[d], active, scratch):
                _copy(scratch.moved, theta[d], active)
                continue
            for _ in range(max_steps):
                value, promised = _newton_step(
                    divergence, lam, eps, value, q[d], duals[d], active, scratch
                )
                if promised < enough:
                    break
            _copy(scratch.current, theta[d], active)


@kernel()
def own_maxima(start, stop, q, theta):
    """Mixtures that nothing pulls, in place: counts scaled to sum 1; one without counts stays."""
    for d in range(start, stop):
        for v in range(q.shape[1]):
            total = 0.0
            for z in range(q.shape[2]):
                total += q[d, v, z]
            if total > 0.0:
                _own_maximum(q[d, v], theta[d, v])


@kernel()
def penalties(start, stop, divergence, theta, present, logs, values):
    """values[d] = Σ_{v<v'} D(θ_v, θ_v') over the counterparts of document d."""
    for d in range(start, stop):
        fill_logs(theta[d], logs, present[d])
        values[d] = counterparts_penalty(divergence, theta[d], logs, present[d])
