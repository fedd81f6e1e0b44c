r"""The RBF kernel and its expectations under spherical Gaussian inputs, in closed form.

k(x, x') = exp(−‖x − x'‖² / 2σ²), c ~ N(a, hI) in K dimensions, inducing points g_p. Integrating the
Gaussians gives

    ψ_p  = E k(g_p, c)           = (1 + h/σ²)^{−K/2} exp(−‖g_p − a‖² / 2(σ² + h))
    Ψ_pq = E k(g_p, c) k(g_q, c) = (1 + 2h/σ²)^{−K/2} exp(−‖g_p − g_q‖² / 4σ²)
                                       exp(−‖(g_p + g_q)/2 − a‖² / (σ² + 2h))

The second one is corrected: section 3.1 of Kandemir et al. lacks the factor in ‖g_p − g_q‖² and has
2σ²I + H where σ²/2 I + H belongs. As ‖g_p − a‖² + ‖g_q − a‖² = 2‖(g_p+g_q)/2 − a‖² + ½‖g_p − g_q‖²,

    Ψ = (1 + 2h/σ²)^{−K/2} (v vᵀ) ∘ E,   v_p = exp(−‖g_p − a‖² / 2(σ² + 2h)),
                                         E_pq = exp(−¼‖g_p − g_q‖² (1/σ² − 1/(σ² + 2h)))

so that, with one h for all documents, tr(ΨB) = (1 + 2h/σ²)^{−K/2} vᵀ(E∘B)v takes matrix products of
documents × points where the definition takes exponentials of documents × points × points.
"""

import numpy as np

from gplsa.core.types import FloatArray


def squared_distances(x: FloatArray, y: FloatArray) -> FloatArray:
    """‖x_i − y_j‖², (len(x), len(y))."""
    cross = (x**2).sum(axis=1)[:, None] + (y**2).sum(axis=1) - 2.0 * (x @ y.T)
    return np.maximum(cross, 0.0)


def rbf(x: FloatArray, y: FloatArray, bandwidth: float) -> FloatArray:
    """k(x_i, y_j), (len(x), len(y))."""
    return np.exp(-squared_distances(x, y) / (2.0 * bandwidth**2))


class ExpectedKernel:
    """ψ and Ψ of documents c_d ~ N(a_d, hI) with inducing points g_p.

    means  a (n_docs, K);  variance  h ≥ 0;  points  g (n_points, K);  bandwidth  σ
    """

    def __init__(
        self, means: FloatArray, variance: float, points: FloatArray, bandwidth: float
    ) -> None:
        self.means, self.points = means, points
        self._constants = variance, points, bandwidth
        squares = bandwidth**2
        self.wide, self.wider = squares + variance, squares + 2.0 * variance
        half = 0.5 * means.shape[1]
        self.scale = (squares / self.wider) ** half
        distances = squared_distances(means, points)
        self.first = (squares / self.wide) ** half * np.exp(-distances / (2.0 * self.wide))
        """ψ, (n_docs, n_points)"""
        self.closeness = np.exp(-distances / (2.0 * self.wider))
        """v, (n_docs, n_points)"""
        between = squared_distances(points, points)
        self.overlap = np.exp(-0.25 * between * (1.0 / squares - 1.0 / self.wider))
        """E, (n_points, n_points)"""

    def at(self, means: FloatArray) -> "ExpectedKernel":
        """The same of documents with other means."""
        return ExpectedKernel(means, *self._constants)

    def second_sum(self) -> FloatArray:
        """Σ_d Ψ_d, (n_points, n_points)."""
        return self.scale * self.overlap * (self.closeness.T @ self.closeness)

    def second_with(self, matrix: FloatArray) -> FloatArray:
        """tr(Ψ_d B), (n_docs,), for a symmetric B (n_points, n_points)."""
        product = self.closeness @ (self.overlap * matrix)
        return self.scale * np.einsum("dp,dp->d", product, self.closeness)

    def first_gradient(self, weights: FloatArray) -> FloatArray:
        """∂/∂a_d of Σ_p w_dp ψ_dp, (n_docs, K);  weights w (n_docs, n_points).  As
        ∂ψ_p/∂a = ψ_p (g_p − a) / (σ² + h)."""
        weighed = weights * self.first
        return (weighed @ self.points - weighed.sum(axis=1)[:, None] * self.means) / self.wide

    def second_gradient(self, matrix: FloatArray) -> FloatArray:
        """∂/∂a_d of tr(Ψ_d B), (n_docs, K): ∂Ψ_pq/∂a = 2 Ψ_pq ((g_p + g_q)/2 − a) / (σ² + 2h)."""
        weighed = self.closeness * (self.closeness @ (self.overlap * matrix))
        pull = weighed @ self.points - weighed.sum(axis=1)[:, None] * self.means
        return 2.0 * self.scale / self.wider * pull
