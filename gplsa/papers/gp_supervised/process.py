r"""The sparse Gaussian process of several outputs: q(u), its bound, predictions.

u_r ~ N(0, K),  f_dr | u_r, c_d ~ N(k_dᵀK⁻¹u_r, 1 − k_dᵀK⁻¹k_d),  y_dr ~ N(f_dr, 1/κ),
K the kernel among the inducing points (with 1e-6 on the diagonal), k_d that between them and
c_d ~ N(a_d, hI). With ψ_d = E k_d and Ψ_d = E k_d k_dᵀ the bound's part of the outputs is

    Σ_r −KL(q(u_r) ‖ N(0, K))
      − κ/2 Σ_dr [ y_dr² − 2 y_dr ψ_dᵀK⁻¹m_r + tr(Ψ_d K⁻¹(m_r m_rᵀ + S)K⁻¹) + 1 − tr(Ψ_d K⁻¹) ]
      + DR/2 log(κ/2π)

The last two terms in the brackets are the variance the inducing points leave over; the gradient
printed in Kandemir et al. lacks them. At its maximum S = (K⁻¹ + κK⁻¹ΣΨ_dK⁻¹)⁻¹ is the same for all
outputs and m_r = κSK⁻¹Σψ_d y_dr. All is held in coordinates whitened by the Cholesky factor of
K = LLᵀ: S = L A⁻¹ Lᵀ, A = I + κL⁻¹(ΣΨ_d)L⁻ᵀ, m_r = L μ_r.
"""

from dataclasses import dataclass

import numpy as np
from scipy.linalg import cho_factor, cho_solve, solve_triangular

from gplsa.core.types import FloatArray
from gplsa.papers.gp_supervised.kernel import ExpectedKernel, rbf

_JITTER = 1e-6


@dataclass(frozen=True)
class InducingPosterior:
    """q(u): points (P, K), L (P, P), A⁻¹ (P, P) and its log-determinant, μ (P, n_outputs)."""

    points: FloatArray
    bandwidth: float
    noise_precision: float
    factor: FloatArray
    inner: FloatArray
    log_determinant: float
    means: FloatArray

    def pull(self, outputs: FloatArray) -> FloatArray:
        """w_d = K⁻¹ Σ_r m_r y_dr, (n_docs, P): what ψ_d is multiplied with in the bound."""
        return outputs @ self._solve(self.means).T

    def spread(self) -> FloatArray:
        """B = K⁻¹ Σ_r (m_r m_rᵀ + S) K⁻¹ − R K⁻¹, (P, P): what Ψ_d is multiplied with."""
        n_points, n_outputs = self.means.shape
        middle = self.means @ self.means.T + n_outputs * (self.inner - np.eye(n_points))
        return self._solve(self._solve(middle).T)

    def divergence(self) -> float:
        """Σ_r KL(q(u_r) ‖ p(u_r)) in nats."""
        n_points, n_outputs = self.means.shape
        trace = float(np.trace(self.inner)) - n_points - self.log_determinant
        return 0.5 * (n_outputs * trace + float((self.means**2).sum()))

    def predict(self, inputs: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Mean (n_docs, n_outputs) and variance (n_docs,) of y at point inputs (n_docs, K).

        mean k*ᵀK⁻¹m_r, variance 1 + k*ᵀ(K⁻¹SK⁻¹ − K⁻¹)k* + 1/κ; the sign of the middle term is
        corrected from section 3.2 of Kandemir et al.
        """
        white = solve_triangular(
            self.factor, rbf(self.points, inputs, self.bandwidth), lower=True
        ).T
        shrunk = self.inner - np.eye(len(self.inner))
        variance = 1.0 + np.einsum("dp,pq,dq->d", white, shrunk, white, optimize=True)
        return white @ self.means, np.maximum(variance, 0.0) + 1.0 / self.noise_precision

    def _solve(self, columns: FloatArray) -> FloatArray:
        """L⁻ᵀ columns."""
        return solve_triangular(self.factor, columns, lower=True, trans="T")


def inducing_posterior(
    kernel: ExpectedKernel, bandwidth: float, outputs: FloatArray, noise_precision: float
) -> InducingPosterior:
    """The q(u) that maximises the bound for given documents; outputs y (n_docs, n_outputs)."""
    points = kernel.points
    n_points = len(points)
    gram = rbf(points, points, bandwidth) + _JITTER * np.eye(n_points)
    factor = np.linalg.cholesky(gram).astype(np.float64)
    half = solve_triangular(factor, kernel.second_sum(), lower=True)
    precision = np.eye(n_points) + noise_precision * solve_triangular(factor, half.T, lower=True)
    decomposed = cho_factor(0.5 * (precision + precision.T), lower=True)
    inner = cho_solve(decomposed, np.eye(n_points))
    target = solve_triangular(factor, kernel.first.T @ outputs, lower=True)
    return InducingPosterior(
        points=points,
        bandwidth=bandwidth,
        noise_precision=noise_precision,
        factor=factor,
        inner=0.5 * (inner + inner.T),
        log_determinant=-2.0 * float(np.log(np.diag(decomposed[0])).sum()),
        means=noise_precision * cho_solve(decomposed, target),
    )


def output_bound(
    kernel: ExpectedKernel, posterior: InducingPosterior, outputs: FloatArray
) -> FloatArray:
    """E log p(y_d | f_d), (n_docs,), summed over outputs, in nats; without KL(q(u) ‖ p(u))."""
    kappa, n_outputs = posterior.noise_precision, outputs.shape[1]
    fit = np.einsum("dp,dp->d", kernel.first, posterior.pull(outputs))
    error = (outputs**2).sum(axis=1) - 2.0 * fit + kernel.second_with(posterior.spread())
    constant = 0.5 * n_outputs * np.log(kappa / (2.0 * np.pi))
    return constant - 0.5 * kappa * (error + n_outputs)
