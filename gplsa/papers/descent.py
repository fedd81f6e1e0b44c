"""Newton's steps of factors that stay above 0."""

from collections.abc import Callable

import numpy as np

from gplsa.core.types import FloatArray

CG_SHARE = 0.1
"""Of its first residual, at which a solution is good enough for one step among many."""


def conjugate_gradients(
    matrix: Callable[[FloatArray], FloatArray],
    right: FloatArray,
    preconditioned: Callable[[FloatArray], FloatArray],
    n_steps: int,
    axis: int | None = None,
) -> FloatArray:
    """x with matrix(x) = right, about; with axis 0 every column is a system of its own."""
    solution, residual = np.zeros_like(right), right.copy()
    z = preconditioned(residual)
    direction, power = z, np.asarray((residual * z).sum(axis=axis))
    enough = CG_SHARE**2 * power
    for _ in range(n_steps):
        product = matrix(direction)
        curvature = np.asarray((direction * product).sum(axis=axis))
        going = (power > enough) & (curvature > 0.0)
        if not going.any():
            break
        length = np.divide(power, curvature, out=np.zeros_like(power), where=going)
        solution += length * direction
        residual -= length * product
        z = preconditioned(residual)
        before, power = power, np.where(going, (residual * z).sum(axis=axis), power)
        share = np.divide(power, before, out=np.zeros_like(power), where=going)
        direction = z + share * direction
    return solution


def stepped(values: FloatArray, step: FloatArray) -> FloatArray:
    """values·(1 + step) upwards, values / (1 − step) downwards: of the same slope at 0, and never
    as low as 0."""
    return np.asarray(
        values * np.where(step > 0.0, 1.0 + step, 1.0 / (1.0 - np.minimum(step, 0.0)))
    )
