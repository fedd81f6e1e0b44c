"""Every update against the bound written out naively: right value, right gradient, never a fall."""

import numpy as np
import pytest
from scipy import sparse
from scipy.special import digamma

from gplsa.papers.gp_supervised.ascent import (
    FeatureBound,
    best_variance,
    climb_features,
)
from gplsa.papers.gp_supervised.kernel import ExpectedKernel
from gplsa.papers.gp_supervised.process import inducing_posterior, output_bound
from gplsa.papers.gp_supervised.topics import TopicSide
from tests.papers.gp_supervised import naive

ALPHA, ETA, KAPPA, SIGMA = 0.3, 0.05, 8.0, 0.4


def corpus(seed=0, scale=1.0):
    """Five short documents, the last without words."""
    rng = np.random.default_rng(seed)
    counts = rng.poisson(1.2, (5, 6)).astype(float) * scale
    counts[0, 0] += 1.0
    counts[4] = 0.0
    side = TopicSide(sparse.csr_matrix(counts), 3, ALPHA, ETA, 1)
    state = side.start(rng.dirichlet(np.ones(3), size=5), rng.dirichlet(np.ones(6), size=3))
    return counts, side, state, rng


def by_word(counts, state):
    entries = iter(state.phi)
    return [{w: next(entries) for w in np.flatnonzero(row)} for row in counts]


def whole(counts, state, beta, features, zeta):
    phi = by_word(counts, state)
    return naive.topic_bound(counts, phi, state.gamma, beta, ALPHA, ETA) + naive.tie_bound(
        counts, phi, features, zeta, 0.1
    )


def value(side, state, beta, features, zeta):
    apart = ((features - side.means(state)) ** 2).sum() + state.variance.sum()
    size = features.size
    tie = -0.5 * zeta * (apart + size * 0.1) + 0.5 * size * (np.log(zeta) + np.log(0.1) + 1)
    return side.bound(state, beta) + tie


@pytest.mark.parametrize("zeta", [0.0, 10.0, 300.0, 1e5])
@pytest.mark.parametrize("scale", [1.0, 0.1, 40.0])
def test_assignments_and_topics_never_lower_the_bound(zeta, scale):
    counts, side, state, rng = corpus(1, scale)
    beta = side.topics(state)
    features = rng.dirichlet(np.ones(3), size=5)
    pulled = (features, zeta) if zeta else (None, 0.0)
    weight = zeta or 1e-9  # plain LDA: the tie must not matter
    before = whole(counts, state, beta, features, weight)
    assert value(side, state, beta, features, weight) == pytest.approx(before, rel=1e-9)
    for _ in range(30):
        side.assign(state, beta, 1, *pulled)
        after = whole(counts, state, beta, features, weight)
        assert value(side, state, beta, features, weight) == pytest.approx(after, rel=1e-9)
        assert after >= before - 1e-9 * abs(before)
        beta = side.topics(state)
        before, after = after, whole(counts, state, beta, features, weight)
        assert after >= before - 1e-9 * abs(before)
        before = after


def test_at_rest_tokens_satisfy_the_update_with_whole_cross_terms():
    """log φ = log β + Λ + ζ/N (a − φ̄ of the other tokens) + const; the paper prints half of φ̄."""
    counts, rng = np.ones((1, 6)), np.random.default_rng(2)
    side = TopicSide(sparse.csr_matrix(counts), 3, ALPHA, ETA, 1)
    state = side.start(np.ones((1, 3)), rng.dirichlet(np.ones(6), size=3))
    beta, features, zeta = side.topics(state), rng.dirichlet(np.ones(3), size=1), 30.0
    side.assign(state, beta, 3000, features, zeta)
    gamma = state.gamma[0]
    for w, phi in enumerate(state.phi):
        others = (state.topic_counts[0] - phi) / 6
        rest = np.log(phi) - np.log(beta[:, w]) - digamma(gamma) - zeta / 6 * features[0]
        np.testing.assert_allclose(np.ptp(rest + zeta / 6 * others), 0.0, atol=1e-8)
        assert np.ptp(rest + 0.5 * zeta / 6 * others) > 0.1


def process(seed=0, variance=0.05):
    rng = np.random.default_rng(seed)
    features, points = rng.dirichlet(np.ones(3), size=7), rng.dirichlet(np.ones(3), size=4)
    outputs = rng.standard_normal((7, 2))
    kernel = ExpectedKernel(features, variance, points, SIGMA)
    return kernel, outputs, inducing_posterior(kernel, SIGMA, outputs, KAPPA), rng


def covariance(posterior):
    return posterior.factor @ posterior.inner @ posterior.factor.T


def test_the_outputs_bound_and_the_best_inducing_posterior():
    kernel, outputs, posterior, rng = process()
    m, s = posterior.factor @ posterior.means, covariance(posterior)

    def bound(means, spread):
        return naive.process_bound(
            kernel.means, 0.05, kernel.points, SIGMA, outputs, KAPPA, means, spread
        )

    best = bound(m, s)
    ours = output_bound(kernel, posterior, outputs).sum() - posterior.divergence()
    assert ours == pytest.approx(best, rel=1e-7)
    for _ in range(20):
        moved = m + 0.05 * rng.standard_normal(m.shape)
        root = np.linalg.cholesky(s) @ (np.eye(4) + 0.02 * rng.standard_normal((4, 4)))
        assert bound(moved, s) < best
        assert bound(m, root @ root.T) <= best + 1e-7 * abs(best)


def test_feature_gradient():
    kernel, outputs, posterior, rng = process(1)
    means = rng.dirichlet(np.ones(3), size=7)
    zeta = 20.0
    of_features = FeatureBound(means, posterior.pull(outputs), posterior.spread(), zeta, KAPPA)
    m, s = posterior.factor @ posterior.means, covariance(posterior)

    def bound(features):
        tie = -0.5 * zeta * ((features - means) ** 2).sum()
        return tie + naive.process_bound(features, 0.05, kernel.points, SIGMA, outputs, KAPPA, m, s)

    numeric = np.empty((7, 3))
    for i in np.ndindex(7, 3):
        step = np.zeros((7, 3))
        step[i] = 1e-5
        numeric[i] = (bound(kernel.means + step) - bound(kernel.means - step)) / 2e-5
    np.testing.assert_allclose(of_features.gradient(kernel), numeric, rtol=1e-4, atol=1e-5)
    moved = ExpectedKernel(kernel.means + 0.03, 0.05, kernel.points, SIGMA)
    gained = of_features.value(moved).sum() - of_features.value(kernel).sum()
    assert gained == pytest.approx(bound(moved.means) - bound(kernel.means), rel=1e-5)


@pytest.mark.parametrize("step", [1e-3, 1e3])
def test_feature_steps_never_lower_any_documents_gain_and_come_to_rest(step):
    kernel, outputs, posterior, rng = process(2)
    means = rng.dirichlet(np.ones(3), size=7)
    of_features = FeatureBound(means, posterior.pull(outputs), posterior.spread(), 20.0, KAPPA)
    steps, before = np.full(7, step), of_features.value(kernel)
    for _ in range(200):
        kernel = climb_features(kernel, means, posterior, outputs, 20.0, steps, 1)
        after = of_features.value(kernel)
        assert (after >= before).all()
        before = after
    np.testing.assert_allclose(of_features.gradient(kernel), 0.0, atol=1e-3)


def test_the_learned_variance_is_the_best_one_near():
    kernel, outputs, posterior, _ = process(3)
    m, s = posterior.factor @ posterior.means, covariance(posterior)

    def bound(h):
        entropy = 0.5 * kernel.means.size * (np.log(h) - 20.0 * h)
        return entropy + naive.process_bound(
            kernel.means, h, kernel.points, SIGMA, outputs, KAPPA, m, s
        )

    found = best_variance(kernel.means, 0.05, posterior, outputs, 20.0)
    assert found != 0.05
    for h in found * np.array([0.9, 1.1]):
        assert bound(h) < bound(found)


def test_predictions_are_those_of_the_dense_formulas():
    kernel, _, posterior, rng = process(4)
    inputs = rng.dirichlet(np.ones(3), size=3)
    mean, variance = posterior.predict(inputs)
    points = kernel.points

    def k(a, b):
        return np.exp(-((a[:, None] - b) ** 2).sum(axis=2) / (2 * SIGMA**2))

    gram = k(points, points) + 1e-6 * np.eye(4)
    inverse, cross = np.linalg.inv(gram), k(inputs, points)
    m, s = posterior.factor @ posterior.means, covariance(posterior)
    np.testing.assert_allclose(mean, cross @ inverse @ m, rtol=1e-6)
    middle = inverse @ (gram - s) @ inverse
    dense = 1 - np.einsum("dp,pq,dq->d", cross, middle, cross) + 1 / KAPPA
    np.testing.assert_allclose(variance, dense, rtol=1e-6)
