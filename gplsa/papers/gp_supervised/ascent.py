r"""The ascent of the whole bound, one factor after the other.

Between topics and Gaussian process stand the document features q(c_d) = N(a_d, hI). Their part of
the bound, for precision ζ of c_d about z̄_d, w_d and B of the process, is

    F_d(a) = −ζ/2 ‖a − φ̄_d‖² + κ w_dᵀψ_d(a) − κ/2 tr(Ψ_d(a) B)            (and K/2 (log h − ζh))
    ∇F_d = −ζ(a − φ̄_d) + κ ∂(w_dᵀψ_d)/∂a − κ/2 ∂tr(Ψ_d B)/∂a

ascended by gradient steps of a length of its own for every document: a step that does not raise F_d
by the share Armijo's rule asks for is not taken and the next one is a quarter as long.
"""

from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize_scalar

from gplsa.core.types import BoolArray, FloatArray
from gplsa.models.clusters import k_means
from gplsa.papers.gp_supervised.kernel import ExpectedKernel
from gplsa.papers.gp_supervised.process import InducingPosterior, inducing_posterior, output_bound
from gplsa.papers.gp_supervised.targets import Targets
from gplsa.papers.gp_supervised.topics import Assignments, TopicSide

ASSIGN_ROUNDS = 3
_FEATURE_ROUNDS = 5
_ARMIJO = 1e-4
_SHORTER, _LONGER = 0.25, 1.5


@dataclass(frozen=True)
class Constants:
    """σ, ζ, κ, h (None where it is learned), inducing points of each class."""

    bandwidth: float
    feature_precision: float
    noise_precision: float
    variance: float | None
    per_class: int


class Ascent:
    """All factors of the bound, and an iteration that raises it factor by factor."""

    def __init__(
        self,
        side: TopicSide,
        state: Assignments,
        topics: FloatArray,
        targets: Targets,
        constants: Constants,
        rng: np.random.Generator,
    ) -> None:
        self.side, self.state, self.topics = side, state, topics
        self.zeta, sigma, h = constants.feature_precision, constants.bandwidth, constants.variance
        self.learns_variance = h is None
        self.variance = 1.0 / self.zeta if h is None else h
        means = side.means(state)
        points = inducing_points(means, targets.members, constants.per_class, rng)
        self.kernel = ExpectedKernel(means, self.variance, points, sigma)
        self.outputs = targets.signs - targets.offset
        noise = constants.noise_precision
        self.posterior = inducing_posterior(self.kernel, sigma, self.outputs, noise)
        self.steps = np.full(len(means), 1.0 / self.zeta)

    def iteration(self) -> None:
        q, sigma = self.posterior, self.posterior.bandwidth
        self.side.assign(self.state, self.topics, ASSIGN_ROUNDS, self.kernel.means, self.zeta)
        self.topics = self.side.topics(self.state)
        if self.learns_variance:
            self.variance = best_variance(
                self.kernel.means, self.variance, q, self.outputs, self.zeta
            )
            self.kernel = ExpectedKernel(self.kernel.means, self.variance, q.points, sigma)
        self.kernel = climb_features(
            self.kernel, self.side.means(self.state), q, self.outputs, self.zeta, self.steps,
            _FEATURE_ROUNDS,
        )  # fmt: skip
        self.posterior = inducing_posterior(self.kernel, sigma, self.outputs, q.noise_precision)

    def bound(self) -> float:
        """The whole bound in nats."""
        n_docs, n_topics = self.kernel.means.shape
        size, h = n_docs * n_topics, self.variance
        distance = ((self.kernel.means - self.side.means(self.state)) ** 2).sum()
        tie = -0.5 * self.zeta * (float(distance) + float(self.state.variance.sum()) + size * h)
        entropy = 0.5 * size * (np.log(self.zeta) + np.log(h) + 1.0)
        outputs = float(output_bound(self.kernel, self.posterior, self.outputs).sum())
        topics = self.side.bound(self.state, self.topics)
        return topics + tie + float(entropy) + outputs - self.posterior.divergence()


def inducing_points(
    means: FloatArray, members: BoolArray, per_class: int, rng: np.random.Generator
) -> FloatArray:
    """k-means centres of each class's documents, at most `per_class` each, (n_points, K).

    Of all documents where none bears a label.
    """
    groups = [means[own] for own in members.T if own.any()] or [means]
    centers = []
    for group in groups:
        own = np.unique(group, axis=0)
        if len(own) > per_class:
            own = k_means(group, per_class, 3, int(rng.integers(2**31))).cluster_centers_
        centers.append(own)
    return np.vstack(centers)


@dataclass(frozen=True)
class FeatureBound:
    """F_d:  means φ̄ (n_docs, K), pull w (n_docs, P), spread B (P, P), ζ, κ."""

    means: FloatArray
    pull: FloatArray
    spread: FloatArray
    zeta: float
    kappa: float

    def value(self, kernel: ExpectedKernel) -> FloatArray:
        """F_d, (n_docs,)."""
        tie = ((kernel.means - self.means) ** 2).sum(axis=1)
        fit = np.einsum("dp,dp->d", kernel.first, self.pull)
        return -0.5 * self.zeta * tie + self.kappa * (fit - 0.5 * kernel.second_with(self.spread))

    def gradient(self, kernel: ExpectedKernel) -> FloatArray:
        """∇F_d by a, (n_docs, K)."""
        outputs = kernel.first_gradient(self.pull) - 0.5 * kernel.second_gradient(self.spread)
        return -self.zeta * (kernel.means - self.means) + self.kappa * outputs


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
    bound = FeatureBound(
        means, posterior.pull(outputs), posterior.spread(), zeta, posterior.noise_precision
    )
    value = bound.value(kernel)
    for _ in range(rounds):
        slope = bound.gradient(kernel)
        ahead = kernel.at(kernel.means + steps[:, None] * slope)
        reached = bound.value(ahead)
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
