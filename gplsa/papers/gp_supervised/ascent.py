"""The ascent of the whole bound, one factor after the other."""

import warnings
from dataclasses import dataclass

import numpy as np

from gplsa.core.types import BoolArray, FloatArray
from gplsa.papers.gp_supervised.features import best_variance, climb_features
from gplsa.papers.gp_supervised.kernel import ExpectedKernel
from gplsa.papers.gp_supervised.process import (
    InducingPosterior,
    inducing_posterior,
    output_bound,
)
from gplsa.papers.gp_supervised.targets import Targets
from gplsa.papers.gp_supervised.topics import Assignments, TopicSide

ASSIGN_ROUNDS = 3
_FEATURE_ROUNDS = 5


@dataclass(frozen=True)
class Constants:
    """σ, ζ, κ, h (None where it is learned), inducing points of each class."""

    bandwidth: float
    feature_precision: float
    noise_precision: float
    variance: float | None
    per_class: int


@dataclass
class Ascent:
    """All factors of the bound, and an iteration that raises it factor by factor."""

    side: TopicSide
    state: Assignments
    topics: FloatArray
    kernel: ExpectedKernel
    posterior: InducingPosterior
    outputs: FloatArray
    steps: FloatArray
    zeta: float
    variance: float
    learns_variance: bool

    @classmethod
    def begin(
        cls,
        side: TopicSide,
        state: Assignments,
        topics: FloatArray,
        targets: Targets,
        constants: Constants,
        rng: np.random.Generator,
    ) -> "Ascent":
        zeta, sigma, h = constants.feature_precision, constants.bandwidth, constants.variance
        variance = 1.0 / zeta if h is None else h
        means = side.means(state)
        points = inducing_points(means, targets.members, constants.per_class, rng)
        kernel = ExpectedKernel(means, variance, points, sigma)
        outputs = targets.signs - targets.offset
        posterior = inducing_posterior(kernel, sigma, outputs, constants.noise_precision)
        steps = np.full(len(means), 1.0 / zeta)
        return cls(
            side, state, topics, kernel, posterior, outputs, steps, zeta, variance, h is None
        )

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
        return (
            self.side.bound(self.state, self.topics)
            + tie
            + float(entropy)
            + outputs
            - self.posterior.divergence()
        )


def inducing_points(
    means: FloatArray, members: BoolArray, per_class: int, rng: np.random.Generator
) -> FloatArray:
    """k-means centres of each class's documents, at most `per_class` each, (n_points, K).

    Of all documents where none bears a label.
    """
    from sklearn.cluster import KMeans
    from sklearn.exceptions import ConvergenceWarning
    from threadpoolctl import threadpool_limits

    groups = [means[own] for own in members.T if own.any()] or [means]
    centers = []
    for group in groups:
        distinct = np.unique(group, axis=0)
        if len(distinct) <= per_class:
            centers.append(distinct)
            continue
        # OpenMP threads only wait for each other on groups this small.
        with warnings.catch_warnings(), threadpool_limits(1):
            # Documents apart by rounding only count as one: fewer centres differ, nothing worse.
            warnings.simplefilter("ignore", ConvergenceWarning)
            kmeans = KMeans(per_class, n_init=3, random_state=int(rng.integers(2**31)))
            centers.append(kmeans.fit(group).cluster_centers_)
    return np.vstack(centers)
