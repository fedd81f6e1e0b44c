r"""The latent document features q(c_d) = N(a_d, hI) between the topics and the Gaussian process.

Their part of the bound, for precision ζ of c_d about z̄_d, w_d and B of the process, is

    F_d(a) = −ζ/2 ‖a − φ̄_d‖² + κ w_dᵀψ_d(a) − κ/2 tr(Ψ_d(a) B)            (and K/2 (log h − ζh))
    ∇F_d = −ζ(a − φ̄_d) + κ ∂(w_dᵀψ_d)/∂a − κ/2 ∂tr(Ψ_d B)/∂a

ascended by gradient steps of a length of its own for every document: a step that does not raise F_d
by the share Armijo's rule asks for is not taken and the next one is a quarter as long.
"""

import numpy as np
from scipy.optimize import minimize_scalar

from gplsa.core.types import FloatArray
from gplsa.papers.gp_supervised.kernel import ExpectedKernel
from gplsa.papers.gp_supervised.process import InducingPosterior, output_bound

_ARMIJO = 1e-4
_SHORTER, _LONGER = 0.25, 1.5


def feature_gain(
    kernel: ExpectedKernel,
    means: FloatArray,
    pull: FloatArray,
    spread: FloatArray,
    precisions: tuple[float, float],
) -> FloatArray:
    """F_d (n_docs,);  means φ̄ (n_docs, K), pull w (n_docs, P), spread B (P, P), (ζ, κ)."""
    zeta, kappa = precisions
    tie = ((kernel.means - means) ** 2).sum(axis=1)
    fit = np.einsum("dp,dp->d", kernel.first, pull)
    return -0.5 * zeta * tie + kappa * (fit - 0.5 * kernel.second_with(spread))


def feature_gradient(
    kernel: ExpectedKernel,
    means: FloatArray,
    pull: FloatArray,
    spread: FloatArray,
    precisions: tuple[float, float],
) -> FloatArray:
    """∇F_d by a, (n_docs, K)."""
    zeta, kappa = precisions
    outputs = kernel.first_gradient(pull) - 0.5 * kernel.second_gradient(spread)
    return -zeta * (kernel.means - means) + kappa * outputs


def climb_features(
    kernel: ExpectedKernel,
    means: FloatArray,
    posterior: InducingPosterior,
    outputs: FloatArray,
    zeta: float,
    steps: FloatArray,
    rounds: int,
) -> ExpectedKernel:
    """`rounds` of gradient steps for every document; `steps` (n_docs,), in place, carry on."""
    pull, spread = posterior.pull(outputs), posterior.spread()
    precisions = (zeta, posterior.noise_precision)
    value = feature_gain(kernel, means, pull, spread, precisions)
    for _ in range(rounds):
        slope = feature_gradient(kernel, means, pull, spread, precisions)
        ahead = kernel.at(kernel.means + steps[:, None] * slope)
        reached = feature_gain(ahead, means, pull, spread, precisions)
        better = reached >= value + _ARMIJO * steps * (slope**2).sum(axis=1)
        steps *= np.where(better, _LONGER, _SHORTER)
        kernel = kernel.at(np.where(better[:, None], ahead.means, kernel.means))
        value = np.where(better, reached, value)
    return kernel


def best_variance(
    means: FloatArray,
    variance: float,
    posterior: InducingPosterior,
    outputs: FloatArray,
    zeta: float,
) -> float:
    """h that maximises the bound with all else fixed, or the one given where none is better."""
    n_docs, n_topics = means.shape

    def lost(log_variance: float) -> float:
        h = float(np.exp(log_variance))
        kernel = ExpectedKernel(means, h, posterior.points, posterior.bandwidth)
        spread = 0.5 * n_docs * n_topics * (log_variance - zeta * h)
        return -spread - float(output_bound(kernel, posterior, outputs).sum())

    # 1/ζ without the process; the process can only make it smaller or leave it.
    start = float(np.log(variance))
    found = minimize_scalar(lost, bounds=(start - 1.5, start + 1.5), method="bounded")
    return float(np.exp(found.x)) if found.fun < lost(start) else variance
