import numpy as np
from scipy import sparse

from gplsa.core.divergences.divergence import Divergence, solve_multiplier
from gplsa.core.sums import row_sums
from gplsa.core.types import FloatArray


class L2(Divergence):
    """D(a, b) = ½ Σ_z (a_z − b_z)²   [Wang, Chang, Lyu, section 3]."""

    @staticmethod
    def value(a: float, b: float, log_a: float, log_b: float) -> float:
        return 0.5 * (a - b) * (a - b)

    @staticmethod
    def gradient(
        a: float, b: float, log_a: float, log_b: float, dual: float, eps: float
    ) -> tuple[float, float, float]:
        return a - b, b - a, 1.0

    def update(self, q: FloatArray, links: sparse.csr_matrix, mixtures: FloatArray) -> FloatArray:
        """C u² + (η − Σ_l c_l v_l) u − q = 0, the positive root   [eqs. 13 and 20]."""
        pull, strength = links @ mixtures, row_sums(links).reshape(-1, 1)

        def u_of(eta: FloatArray) -> tuple[FloatArray, FloatArray]:
            b = eta - pull
            root = np.sqrt(b * b + 4.0 * strength * q)
            # The textbook root cancels for b > 0; |b| + root is large on either side.
            larger = np.abs(b) + root
            u = np.where(b > 0.0, 2.0 * q / larger, larger / (2.0 * strength))
            return u, -u / root

        return solve_multiplier(u_of, q + pull - strength)
