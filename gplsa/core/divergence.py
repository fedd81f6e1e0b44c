r"""The three divergences between topic mixtures, and what a Newton step needs of them.

    ℓ1   D(a, b) = Σ_z |a_z − b_z|
    ℓ2   D(a, b) = ½ Σ_z (a_z − b_z)²
    sKL  D(a, b) = Σ_z (a_z − b_z)(log a_z − log b_z)

[Wang, Chang, Lyu, section 3]. The kernels below work on one coordinate z at a time.

A Newton step on −D is written in *step coordinates* t, in which the curvature of every term is
a graph Laplacian w·(t_a − t_b)² plus something that is positive by itself, so that strong
coupling never leaves a small difference of large numbers:

    ℓ1, ℓ2: t is the change of the mixture itself; w = 1 for ℓ2
    sKL:    t is the relative change, dθ/θ;        w = a + b

ℓ1 has no curvature. It is smoothed, √(x² + ε²), and linearised together with its dual variable
(the slope, in −1..1), which is carried from step to step [Chan, Golub, Mulet 1999].
"""

from typing import Any

import numpy as np

from gplsa.core.compile import inlined
from gplsa.names import REGULARIZERS

L1, L2, SKL = range(len(REGULARIZERS))

# Mixtures stay this far from zero: log 0 would pin every neighbour to zero as well.
FLOOR = 1e-12
# Expected counts below this are raised to it, so that every topic keeps a pull on its mixture.
COUNT_FLOOR = 1e-14


@inlined()
def divergence_term(kind: int, a: float, b: float, log_a: float, log_b: float) -> float:
    """One coordinate of D(a, b)."""
    if kind == SKL:
        return (a - b) * (log_a - log_b)
    if kind == L2:
        return 0.5 * (a - b) * (a - b)
    return abs(a - b)


@inlined()
def slope_terms(
    kind: int, a: float, b: float, log_a: float, log_b: float, dual: float, eps: float
) -> Any:
    """Slopes of D in the step coordinates of a and of b, and the Laplacian weight w."""
    x = a - b
    if kind == SKL:
        pull = log_a - log_b
        return a * pull + x, -b * pull - x, a + b
    if kind == L2:
        return x, -x, 1.0
    r = np.sqrt(x * x + eps * eps)
    return x / r, -x / r, max(1.0 - dual * x / r, 1e-6) / r


@inlined()
def updated_dual(x: float, step: float, dual: float, eps: float) -> float:
    """The dual variable of |x| after the linearised change `step` of x."""
    r = np.sqrt(x * x + eps * eps)
    moved = x / r + (1.0 - dual * x / r) * step / r
    return min(max(moved, -1.0), 1.0)


@inlined()
def retract(u: float, step: float) -> float:
    """Move a positive number by `step`, to first order, without reaching zero.

    u + step upwards, u²/(u − step) downwards: the two meet with equal slope at 0.
    """
    if step > 0.0:
        return u + step
    return u * u / (u - step) if u > 0.0 else 0.0
