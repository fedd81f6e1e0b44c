import numpy as np
from scipy import sparse
from scipy.special import wrightomega

from gplsa.core.divergences.divergence import Divergence, solve_multiplier
from gplsa.core.sums import row_sums
from gplsa.core.types import FloatArray


class SKL(Divergence):
    """D(a, b) = Σ_z (a_z − b_z)(log a_z − log b_z)   [Wang, Chang, Lyu, section 3]."""

    relative = True

    @staticmethod
    def value(a: float, b: float, log_a: float, log_b: float) -> float:
        return (a - b) * (log_a - log_b)

    @staticmethod
    def gradient(
        a: float, b: float, log_a: float, log_b: float, dual: float, eps: float
    ) -> tuple[float, float, float]:
        x = a - b
        pull = log_a - log_b
        return a * pull + x, -b * pull - x, a + b

    def update(self, q: FloatArray, links: sparse.csr_matrix, mixtures: FloatArray) -> FloatArray:
        """u = T / (C ω(log(T/C) + 1 + (η − S)/C)),  T = q + Σ_l c_l v_l,  S = Σ_l c_l log v_l,

        ω Wright's omega: Lambert's W of an exponential that would overflow   [eqs. 12 and 19].
        """
        pulled, logs = q + links @ mixtures, links @ np.log(mixtures)
        strength = row_sums(links).reshape(-1, 1)
        ratio = pulled / strength

        def u_of(eta: FloatArray) -> tuple[FloatArray, FloatArray]:
            omega = wrightomega(np.log(ratio) + 1.0 + (eta - logs) / strength)
            u = ratio / omega
            return u, -u / (strength * (1.0 + omega))

        return solve_multiplier(u_of, pulled + logs - strength)
