"""Steps of factors that stay above 0."""

from collections.abc import Callable

import numpy as np

from gplsa.core.types import FloatArray

_TINY = 1e-300
CG_SHARE = 0.1  # of its first residual, at which a solution is good enough for one step among many


def _dot(a: FloatArray, b: FloatArray) -> float:
    # Not BLAS: its sums may depend on the number of its threads.
    return float(np.einsum("dvz,dvz->d", a, b).sum())


def conjugate_gradients(
    matrix: Callable[[FloatArray], FloatArray],
    right: FloatArray,
    preconditioned: Callable[[FloatArray], FloatArray],
    n_steps: int,
    dot: Callable[[FloatArray, FloatArray], FloatArray | float] = _dot,
) -> FloatArray:
    """x with matrix(x) = right, about; `right` becomes what is left of it.

    right  (n_docs, n_views, n_topics), unless `dot` is given, the product of two such arrays; where
           that gives one of every column, each is a system of its own
    """
    solution = np.zeros_like(right)
    direction = preconditioned(right).copy()
    power = np.asarray(dot(right, direction))
    enough = CG_SHARE**2 * power
    for _ in range(n_steps):
        product = matrix(direction)
        curvature = np.asarray(dot(direction, product))
        going = (power > enough) & (curvature > 0.0)
        length = np.divide(power, curvature, out=np.zeros_like(power), where=going)
        solution += length * direction
        right -= length * product
        z = preconditioned(right)
        before, power = power, np.where(going, dot(right, z), power)
        if not (going & (power > enough)).any():
            break
        direction *= np.divide(power, before, out=np.zeros_like(power), where=going)
        direction += z
    return solution


def stepped(values: FloatArray, step: FloatArray) -> FloatArray:
    """values·(1 + step) upwards, values / (1 − step) downwards: of one slope at 0, always above."""
    down = 1.0 / (1.0 - np.minimum(step, 0.0))
    return np.asarray(values * np.where(step > 0.0, 1.0 + step, down))


def least_squares(
    up: FloatArray, gram: FloatArray, start: FloatArray, max_iter: int, tol: float
) -> FloatArray:
    """W ≥ 0 (n, K) with the least W G Wᵀ − 2 Σ up∘W of every row, by Lee and Seung's steps.

    Each row stops on its own, after a step that moved it by no more than `tol` of its largest
    entry: it must not matter who else is asked for.
    """
    found, moving = start.copy(), np.arange(len(start))
    for _ in range(max_iter):
        here = found[moving]
        step = here * up[moving] / np.maximum(here @ gram, _TINY)
        found[moving] = step
        moved = np.abs(step - here).max(axis=1)
        moving = moving[moved > tol * np.maximum(step.max(axis=1), _TINY)]
        if len(moving) == 0:
            break
    return found
