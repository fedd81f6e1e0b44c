"""A divergence that gplsa does not have, by somebody who knows nothing of its kernels."""

import numpy as np

from gplsa.core.divergences.divergence import Divergence, solve_multiplier
from gplsa.core.sums import row_sums


class SquaredHellinger(Divergence):
    """D(a, b) = ½ Σ_z (√a_z − √b_z)²."""

    relative = True

    @staticmethod
    def value(a, b, log_a, log_b):
        apart = np.sqrt(a) - np.sqrt(b)
        return 0.5 * apart * apart

    @staticmethod
    def gradient(a, b, log_a, log_b, dual, eps):
        middle = np.sqrt(a * b)
        return 0.5 * (a - middle), 0.5 * (b - middle), 0.25 * middle

    def update(self, q, links, mixtures):
        """With s = √u, C = Σ c_l and B = Σ c_l √v_l: (η + C/2) s² − B/2 s − q = 0."""
        pull, strength = links @ np.sqrt(mixtures), row_sums(links).reshape(-1, 1)

        def u_of(eta):
            lead = eta + 0.5 * strength
            root = np.sqrt(0.25 * pull**2 + 4.0 * lead * q)
            s = (0.5 * pull + root) / (2.0 * lead)
            return s * s, -2.0 * s**3 / root

        return solve_multiplier(u_of, q + 0.5 * (pull - strength))
