"""The factorisations of the deep NMF topic models: losses and multiplicative updates."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy import sparse

from gplsa.core.types import FloatArray

VARIANTS = ("basic", "structured", "constrained")
TINY = 1e-300
_BLUR = 0.1  # multiplicative updates cannot bring back what starts at zero


class Factors(NamedTuple):
    """mixtures W (n_docs, K); topics C (K, n_words); label_map T (K, K), constrained only."""

    mixtures: FloatArray
    topics: FloatArray
    label_map: FloatArray


@dataclass(frozen=True)
class Evaluated:
    """Factors, minus their loss, and X Cᵀ, which the next update of W needs."""

    factors: Factors
    objective: float
    word_match: FloatArray


class Factorisation:
    """The three losses and their updates, for the one fitting loop."""

    settled = True

    def __init__(
        self,
        weights: sparse.csr_matrix,
        labels: FloatArray,
        variant: str,
        label_weight: float,
        affinity_weight: float,
    ) -> None:
        self.weights, self.labels, self.variant = weights, labels, variant
        self.transposed = sparse.csr_matrix(weights.T)
        self.label_weight, self.affinity_weight = label_weight, affinity_weight
        self.squares = float((weights.data**2).sum())
        self.affinity_squares = 0.0
        if variant == "constrained":  # ‖X Xᵀ‖² = ‖XᵀX‖²; never documents × documents at once
            blocks = (weights[i : i + 256] for i in range(0, weights.shape[0], 256))
            products = (float(((rows @ self.transposed).data ** 2).sum()) for rows in blocks)
            self.affinity_squares = sum(products)

    def evaluate(self, point: Factors) -> Evaluated:
        w, c, t = point
        word_match = np.asarray(self.weights @ c.T)
        gram = c @ c.T
        loss = self.squares - 2.0 * float((w * word_match).sum())
        loss += float(((w.T @ w) * gram).sum())
        if self.variant == "constrained":
            loss += self.label_weight * float(((self.labels - w @ t) ** 2).sum())
            loss += self.affinity_weight * (
                float((gram**2).sum()) - 2.0 * float((word_match**2).sum()) + self.affinity_squares
            )
        return Evaluated(point, -loss, word_match)

    def improve(self, evaluated: Evaluated) -> Factors:
        w, c, t = evaluated.factors
        if self.variant == "basic":
            return Factors(w, self._topics(w, c, 0.0), t)
        if self.variant == "structured":
            # T is only ever seen times F: updating F∘T where F > 0 is (25).
            ratio = evaluated.word_match / np.maximum(w @ (c @ c.T), TINY)
            w = np.where(self.labels > 0, w * ratio, 0.0)
            return Factors(w, self._topics(w, c, 0.0), t)
        lam = self.label_weight
        up = evaluated.word_match + lam * (self.labels @ t.T)
        w = w * up / np.maximum(w @ (c @ c.T + lam * (t @ t.T)), TINY)
        c = self._topics(w, c, self.affinity_weight)
        t = t * (w.T @ self.labels) / np.maximum(w.T @ w @ t, TINY)
        return Factors(w, c, t)

    def extrapolate(self, new: Factors, old: Factors, share: float) -> Factors:
        """On along the logarithms, by a factor of e² at most: no factor becomes negative."""
        pairs = zip(new, old, strict=True)
        gains = ((to, np.log(to + TINY) - np.log(start + TINY)) for to, start in pairs)
        return Factors(*(to * np.exp(share * np.clip(gain, -2.0, 2.0)) for to, gain in gains))

    def _topics(self, w: FloatArray, c: FloatArray, lam: float) -> FloatArray:
        up = np.asarray(self.transposed @ w).T
        quad = w.T @ w @ c
        if lam == 0.0:
            return c * up / np.maximum(quad, TINY)
        up = up + 2.0 * lam * np.asarray(self.transposed @ (self.weights @ c.T)).T
        return c * positive_root(2.0 * lam * (c @ c.T @ c), quad, up)


def positive_root(cubic: FloatArray, linear: FloatArray, constant: FloatArray) -> FloatArray:
    """r ≥ 0 with cubic·r³ + linear·r = constant, all coefficients ≥ 0; 0 where constant is.

    Cardano's r = A − B with p = linear / (3 cubic), h = constant / (2 cubic),
    A = (h + √(h² + p³))^⅓ and B = p/A cancels where p is large; r = 2h / (A² + p + B²) does not.
    """
    cubic = np.maximum(cubic, TINY)
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        p, h = linear / (3.0 * cubic), constant / (2.0 * cubic)
        a = np.cbrt(h + np.hypot(h, p**1.5))
        b = p / a
        root = 2.0 * h / (a * a + p + b * b)
    # Where the cubic term is next to nothing, powers of p leave the range of floats.
    straight = constant / np.maximum(linear, TINY)
    root = np.where((p < 1e90) & np.isfinite(root), root, straight)
    return np.where(constant > 0, root, 0.0)


def start(weights: sparse.csr_matrix, labels: FloatArray, variant: str) -> Factors:
    """Mixtures: the labels, blurred where all are free; topics: the clusters' means, blurred."""
    sizes = np.maximum(labels.sum(axis=0), 1.0)
    means = np.asarray(weights.T @ labels).T / sizes[:, None]
    mean = np.asarray(weights.mean(axis=0)).ravel()
    mixtures = blurred(labels) if variant == "constrained" else labels
    return Factors(mixtures, (1 - _BLUR) * means + _BLUR * mean, blurred(np.eye(len(sizes))))


def blurred(shares: FloatArray) -> FloatArray:
    return (1 - _BLUR) * shares + _BLUR / shares.shape[1]
