"""The small systems of the joint update against numpy's inverse."""

import numpy as np
import pytest
from numba import njit

from gplsa.core.coupling.blocks import invert_blocks


@njit
def inverted(excess, weight):
    n_views, n_topics = excess.shape
    inverse = np.empty((n_views, n_views, n_topics))
    invert_blocks(excess, weight, inverse, np.empty((n_views, n_views)))
    return inverse


@pytest.mark.parametrize("n_views", [1, 2, 3, 5])
def test_inverse_of_diagonal_plus_laplacian(n_views):
    rng = np.random.default_rng(61)
    pairs = [(a, b) for a in range(n_views) for b in range(a + 1, n_views)]
    excess = rng.uniform(0.1, 2.0, (n_views, 4))
    weight = rng.uniform(0.0, 3.0, (len(pairs), 4))
    found = inverted(excess, weight)
    for z in range(4):
        matrix = np.diag(excess[:, z])
        for (a, b), w in zip(pairs, weight[:, z], strict=True):
            matrix[[a, b], [a, b]] += w
            matrix[[a, b], [b, a]] -= w
        np.testing.assert_allclose(found[:, :, z], np.linalg.inv(matrix), rtol=1e-12)


@pytest.mark.parametrize("n_views", [2, 3])
def test_nothing_cancels_under_strong_links(n_views):
    """For links much stronger than the diagonal every entry is 1/Σh; a plain inverse loses it."""
    excess = np.full((n_views, 1), 1e-10)
    weight = np.full((n_views * (n_views - 1) // 2, 1), 1e10)
    np.testing.assert_allclose(inverted(excess, weight)[:, :, 0], 1e10 / n_views, rtol=1e-12)
