"""Kernel expectations against Monte Carlo, their gradients against finite differences."""

import numpy as np
import pytest

from gplsa.papers.gp_supervised.kernel import ExpectedKernel, rbf

RNG = np.random.default_rng(0)
POINTS = RNG.dirichlet(np.ones(3), size=4)
MEANS = RNG.dirichlet(np.ones(3), size=2)


@pytest.mark.parametrize(
    ("bandwidth", "variance"), [(0.5, 0.1), (0.3, 0.02), (1.0, 0.5), (0.15, 0.004)]
)
def test_expectations(bandwidth, variance):
    expected = ExpectedKernel(MEANS, variance, POINTS, bandwidth)
    draws = np.random.default_rng(1).standard_normal((400_000, 3))
    for d, mean in enumerate(MEANS):
        k = rbf(mean + np.sqrt(variance) * draws, POINTS, bandwidth)
        error = k.std(axis=0) / np.sqrt(len(k))
        assert (np.abs(expected.first[d] - k.mean(axis=0)) < 5 * error).all()
        for p in range(4):
            for q in range(4):
                indicator = np.zeros((4, 4))
                indicator[p, q] = indicator[q, p] = 1.0 if p == q else 0.5
                product = k[:, p] * k[:, q]
                error = product.std() / np.sqrt(len(k))
                assert abs(expected.second_with(indicator)[d] - product.mean()) < 5 * error


def test_without_variance_they_are_the_kernel():
    expected = ExpectedKernel(MEANS, 0.0, POINTS, 0.4)
    k = rbf(MEANS, POINTS, 0.4)
    np.testing.assert_allclose(expected.first, k, rtol=1e-12)
    np.testing.assert_allclose(expected.second_sum(), k.T @ k, rtol=1e-12)


def test_the_sum_is_that_of_the_documents():
    expected = ExpectedKernel(MEANS, 0.1, POINTS, 0.4)
    b = RNG.standard_normal((4, 4))
    b = b + b.T
    assert expected.second_with(b).sum() == pytest.approx((expected.second_sum() * b).sum())


def test_gradients():
    b = RNG.standard_normal((4, 4))
    b, w = b + b.T, RNG.standard_normal((2, 4))

    def at(means):
        return ExpectedKernel(means, 0.07, POINTS, 0.4)

    first, second = np.empty((2, 3)), np.empty((2, 3))
    for k in range(3):
        step = np.zeros((2, 3))
        step[:, k] = 1e-6
        up, down = at(MEANS + step), at(MEANS - step)
        first[:, k] = ((up.first - down.first) * w).sum(axis=1) / 2e-6
        second[:, k] = (up.second_with(b) - down.second_with(b)) / 2e-6
    np.testing.assert_allclose(at(MEANS).first_gradient(w), first, rtol=1e-6, atol=1e-8)
    np.testing.assert_allclose(at(MEANS).second_gradient(b), second, rtol=1e-6, atol=1e-8)
