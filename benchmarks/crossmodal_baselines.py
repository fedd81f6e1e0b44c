"""Other ways from an image to a text and back, to be measured against.

Each is learned from training features of both sides and maps any features of either side into one
space, where documents are compared by centred correlation.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.linalg import eigh
from sklearn.metrics.pairwise import additive_chi2_kernel
from sklearn.preprocessing import normalize

from benchmarks._common import Array

Map = Callable[[Array], Array]

RANK = 400
"""Leading kernel principal components of each side that enter kernel CCA."""


def roots(counts: Array) -> Array:
    """√ of the shares: Euclid's distance of these is Hellinger's of the counts."""
    return np.sqrt(normalize(counts, norm="l1"))


def cca(x: Array, y: Array, dimensions: int, ridge: float) -> tuple[Map, Map]:
    r"""Canonical correlation analysis with a ridge, and how to project either side.

    The singular vectors of C_xx^-½ C_xy C_yy^-½ with C + ridge · tr(C)/p · 1 on both sides, scaled
    by their correlation, so that directions which do not agree weigh little.  [Hotelling 1936]
    """
    white_x, white_y = _whitening(x, ridge), _whitening(y, ridge)
    between = (x - x.mean(axis=0)).T @ (y - y.mean(axis=0)) / len(x)
    left, correlation, right = np.linalg.svd(white_x @ between @ white_y, full_matrices=False)
    weight = correlation[:dimensions]
    to_x = white_x @ left[:, :dimensions] * weight
    to_y = white_y @ right.T[:, :dimensions] * weight
    return _projection(x.mean(axis=0), to_x), _projection(y.mean(axis=0), to_y)


def _whitening(x: Array, ridge: float) -> Array:
    covariance = np.cov(x.T, bias=True)
    covariance += ridge * np.trace(covariance) / len(covariance) * np.eye(len(covariance))
    values, vectors = eigh(covariance)
    return np.asarray(vectors / np.sqrt(values) @ vectors.T)


def _projection(mean: Array, to: Array) -> Map:
    return lambda x: (x - mean) @ to


@dataclass(frozen=True)
class KernelFeatures:
    """Kernel principal components: linear CCA on them is kernel CCA on the leading ones."""

    kernel: Callable[[Array, Array], Array]
    training: Array
    to: Array

    @classmethod
    def fit(cls, training: Array, kernel: Callable[[Array, Array], Array]) -> "KernelFeatures":
        values, vectors = eigh(kernel(training, training))
        leading = slice(-min(RANK, len(values) // 2), None)
        return cls(kernel, training, vectors[:, leading] / np.sqrt(values[leading]))

    def transform(self, x: Array) -> Array:
        return np.asarray(self.kernel(x, self.training) @ self.to)


def chi2_kernel(training: Array) -> Callable[[Array, Array], Array]:
    """exp(−χ² / mean χ² of the training histograms), between rows brought to sum 1."""
    shares = normalize(training, norm="l1")
    scale = -float(additive_chi2_kernel(shares).mean())

    def kernel(x: Array, y: Array) -> Array:
        distance = additive_chi2_kernel(normalize(x, norm="l1"), normalize(y, norm="l1"))
        return np.asarray(np.exp(distance / scale))

    return kernel


def cosine_kernel(x: Array, y: Array) -> Array:
    return np.asarray(normalize(x) @ normalize(y).T)
