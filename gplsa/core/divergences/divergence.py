r"""A divergence D(a, b) = Σ_z d(a_z, b_z) between topic mixtures, and what a fit asks of it.

A divergence is a class without state: `value`, `gradient` and `update` say all of it. Kernels take
an object of it and call its functions of numbers, which are written as plain Python and compiled
into them; a kernel is compiled once for every divergence that it meets (`gplsa.core.divergences.
compiled`). So one more divergence needs nothing of the kernels:

    class SquaredHellinger(Divergence): ...
    MultimodalGPLSA(n_topics=50, regularizer=SquaredHellinger())

A Newton step on −D is written in *step coordinates* t, in which the curvature of every term is
a graph Laplacian w·(t_a − t_b)² plus something that is positive by itself, so that strong
coupling never leaves a small difference of large numbers. t is the change of the mixture, or, with
`relative`, the relative change dθ/θ.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from pkgutil import resolve_name
from typing import ClassVar

import numpy as np
from scipy import sparse

from gplsa.core.divergences.compiled import DivergenceType, compiled_for
from gplsa.core.simplex import FLOOR
from gplsa.core.types import FloatArray
from gplsa.names import REGULARIZERS

_NEWTON_STEPS = 100


class Divergence(ABC):
    """Base of all. Symmetric, 0 where a = b, and of numbers a, b > 0.

    relative  t is dθ/θ, not dθ
    kinked    D has a kink at a = b, with slopes from −1 to 1, and no curvature: `gradient` is that
              of a smoothed D, whose slope there, the `dual` in −1..1, is carried from step to step
    """

    relative: ClassVar[bool] = False
    kinked: ClassVar[bool] = False
    _numba_type_: ClassVar[DivergenceType]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls._numba_type_ = compiled_for(cls)

    @staticmethod
    @abstractmethod
    def value(a: float, b: float, log_a: float, log_b: float) -> float:
        """d(a, b)."""

    @staticmethod
    @abstractmethod
    def gradient(
        a: float, b: float, log_a: float, log_b: float, dual: float, eps: float
    ) -> tuple[float, float, float]:
        """Slopes of d in the step coordinates of a and of b, and the Laplacian weight w ≥ 0.

        dual, eps  of a kinked divergence: the slope carried, and the smoothing ε; else 0
        """

    @staticmethod
    def updated_dual(x: float, step: float, dual: float, eps: float) -> float:
        """The dual of a kinked divergence at x = a − b after the linearised change `step`."""
        return dual

    @abstractmethod
    def update(self, q: FloatArray, links: sparse.csr_matrix, mixtures: FloatArray) -> FloatArray:
        """The best mixture of every row of `q` given its neighbours, each on its own:

            max_u  Σ_z q_z log u_z − Σ_l c_l D(u, v_l)   over the simplex

        q         expected counts (n, n_topics), > 0
        links     c_l ≥ 0 (n, m), which of the m mixtures pull at which row; each has one at least
        mixtures  v (m, n_topics), rows on the floored simplex
        Returns (n, n_topics) on the floored simplex.
        """

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


def divergence_of(regularizer: str | Divergence) -> Divergence:
    """The divergence that has this name in `gplsa.names.REGULARIZERS`; an object is its own."""
    if isinstance(regularizer, Divergence):
        return regularizer
    found: type[Divergence] = resolve_name(REGULARIZERS[regularizer].divergence)
    return found()


def solve_multiplier(
    u_of: Callable[[FloatArray], tuple[FloatArray, FloatArray]], at_one: FloatArray
) -> FloatArray:
    """u(η) with Σ_z u_z = 1, on the floored simplex, by Newton from the left, without a bracket.

    u_of    u and its slope in η, (n, n_topics), for η (n, 1): convex and falling
    at_one  the η at which u_z = 1, for every z, (n, n_topics)
    """
    eta = at_one.max(axis=1, keepdims=True)
    for _ in range(_NEWTON_STEPS):
        u, slope = u_of(eta)
        over = u.sum(axis=1, keepdims=True) - 1.0
        if np.all(over <= 4e-16 * at_one.shape[1]):
            break
        eta = eta - over / slope.sum(axis=1, keepdims=True)
    u = np.maximum(u, FLOOR)
    return np.asarray(u / u.sum(axis=1, keepdims=True))
