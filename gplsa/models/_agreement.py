"""Agreement of views on who is like whom: the co-regulariser of `CoPLSA`, and steps under it."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from gplsa.core.divergence import FLOOR

Array = NDArray[np.float64]

# No step shrinks an entry to less than this share of it.
_LEAST_FACTOR = 1e-3
_HALVINGS = 25
_BOLDEST = 64.0
# Pairs whose mixtures are gathered at a time: bounds the working memory.
_BLOCK = 1 << 16


@dataclass(frozen=True)
class Pairs:
    """Unordered pairs of documents: first, second (n_pairs,), out of all n_docs(n_docs − 1)/2."""

    n_docs: int
    first: NDArray[np.int64]
    second: NDArray[np.int64]

    @property
    def scale(self) -> float:
        """What makes a sum over these pairs an estimate of that over all ordered pairs."""
        return self.n_docs * (self.n_docs - 1) / max(len(self.first), 1)


def sample_pairs(n_docs: int, share: float, rng: np.random.Generator) -> Pairs:
    """A `share` of all pairs, at least one, each drawn once; memory is that of the share."""
    total = n_docs * (n_docs - 1) // 2
    wanted = min(total, max(1, round(share * total)))
    if 8 * wanted >= total:
        numbers = np.sort(rng.permutation(total)[:wanted])
    else:  # an eighth more leaves enough when what is drawn twice falls out
        drawn = np.unique(rng.integers(total, size=wanted + wanted // 8 + 16))
        numbers = np.sort(rng.choice(drawn, min(wanted, len(drawn)), replace=False))
    # Number n is pair (i, j), j < i, with i(i − 1)/2 + j = n.
    first = ((1.0 + np.sqrt(1.0 + 8.0 * numbers)) / 2.0).astype(np.int64)
    first -= first * (first - 1) // 2 > numbers
    first += (first + 1) * first // 2 <= numbers
    return Pairs(n_docs, first, numbers - first * (first - 1) // 2)


class Agreement:
    r"""λR with R = c Σ_{v<w} Σ_{(i,j)} (S^v_ij − S^w_ij)²,  S^v_ij = exp(−‖θ^v_i − θ^v_j‖² / σ)

    over sampled pairs, c = n(n − 1) / their number; a pair counts where both documents have words
    in both views. The slope is a Laplacian's product with the mixtures,

        ∂R/∂θ^v_i = Σ_j k_ij (θ^v_i − θ^v_j),   k_ij = −(4c/σ) S^v_ij Σ_w (S^v_ij − S^w_ij)

    [Jiang et al. 2012, eq. 14, where the sum over all ordered pairs gives 8/σ].
    """

    settled = True

    def __init__(self, pairs: Pairs, present: NDArray[np.bool_], lam: float, sigma: float) -> None:
        self._pairs, self._present = pairs, present
        self._lam, self._sigma = lam, sigma
        self._there = (present[pairs.first] & present[pairs.second]).T
        self._boldness = 1.0

    def similarities(self, doc_topic: Array) -> Array:
        """S (n_views, n_pairs) of doc_topic (n_docs, n_views, n_topics)."""
        n_views = doc_topic.shape[1]
        result = np.empty((n_views, len(self._pairs.first)))
        for v in range(n_views):
            theta = np.ascontiguousarray(doc_topic[:, v])
            for start in range(0, result.shape[1], _BLOCK):
                block = slice(start, start + _BLOCK)
                gap = theta[self._pairs.first[block]] - theta[self._pairs.second[block]]
                result[v, block] = np.einsum("pz,pz->p", gap, gap)
        return np.exp(result / -self._sigma)

    def penalty(self, doc_topic: Array) -> float:
        return self._lam * self._disagreement(self.similarities(doc_topic))

    def slope(self, doc_topic: Array, similarity: Array) -> Array:
        """λ ∂R/∂θ, in the shape of doc_topic."""
        result = np.empty_like(doc_topic)
        outer = -4.0 * self._lam * self._pairs.scale / self._sigma
        for v, gaps in enumerate(self._gaps(similarity)):
            laplacian = self._matrix(outer * similarity[v] * gaps)
            degree = np.asarray(laplacian.sum(axis=1)).reshape(-1, 1)
            result[:, v] = degree * doc_topic[:, v] - laplacian @ doc_topic[:, v]
        return result

    def improve(self, doc_counts: Array, doc_topic: Array) -> Array:
        r"""Mixtures at which Σ q log θ − λR is no lower.

        The published step, θ ∝ q − λ θ∘∂R/∂θ, is the point θ + θ∘(g − m)/m with the slope
        g = q/θ − λ∂R/∂θ and its mean m = Σ_z θ_z g_z: uphill, for its gain is Var_θ(g)/m at first,
        but too far, and off the simplex, once λ is large. Here the way is the same and its length
        1/(Σq + λκ/b), κ_i a bound on the curvature of R around document i in the metric of θ. Where
        the sum falls b is halved, and where it does not, doubled for the next sweep: without R
        this is EM's step.
        """
        similarity = self.similarities(doc_topic)
        mass = doc_counts.sum(axis=2, keepdims=True)
        moving = (mass > 0) & self._present[:, :, None]
        slope = doc_counts / doc_topic - self.slope(doc_topic, similarity)
        slope -= (doc_topic * slope).sum(axis=2, keepdims=True)
        curvature = self._curvature(similarity)
        before = self._value(doc_counts, doc_topic, similarity)
        for _ in range(_HALVINGS):
            length = mass + curvature / self._boldness
            relative = np.divide(slope, length, out=np.zeros_like(slope), where=moving)
            step = doc_topic * np.maximum(1.0 + relative, _LEAST_FACTOR)
            np.maximum(step, FLOOR, out=step)
            step /= step.sum(axis=2, keepdims=True)
            if self._value(doc_counts, step, self.similarities(step)) >= before:
                self._boldness = min(2.0 * self._boldness, _BOLDEST)
                return np.where(moving, step, doc_topic)
            self._boldness /= 2.0
        self._boldness = 1.0
        return doc_topic

    def _value(self, doc_counts: Array, doc_topic: Array, similarity: Array) -> float:
        fit = float((doc_counts * np.log(doc_topic)).sum())
        return fit - self._lam * self._disagreement(similarity)

    def _disagreement(self, similarity: Array) -> float:
        """R."""
        total = 0.0
        for v in range(len(similarity)):
            for w in range(v):
                both = self._there[v] & self._there[w]
                total += float(((similarity[v] - similarity[w])[both] ** 2).sum())
        return self._pairs.scale * total

    def _gaps(self, similarity: Array) -> list[Array]:
        """Σ_w (S^v − S^w) over the views w that have both documents, for every view v."""
        number = self._there.sum(axis=0)
        total = (similarity * self._there).sum(axis=0)
        return [
            there * (number * own - total)
            for own, there in zip(similarity, self._there, strict=True)
        ]

    def _curvature(self, similarity: Array) -> Array:
        """λκ (n_docs, n_views, 1): Gauss-Newton's, both ends of a pair moving.

        The slope of S by θ_i has the square (2S/σ)²‖θ_i − θ_j‖² = (4/σ) S² (−log S).
        """
        n_docs, n_views = self._present.shape
        result = np.zeros((n_docs, n_views, 1))
        outer = 16.0 * self._lam * self._pairs.scale * max(n_views - 1, 1) / self._sigma
        for v, (own, there) in enumerate(zip(similarity, self._there, strict=True)):
            squared = outer * there * own**2 * -np.log(np.maximum(own, 1e-300))
            for end in (self._pairs.first, self._pairs.second):
                result[:, v, 0] += np.bincount(end, squared, n_docs)
        return result

    def _matrix(self, weights: Array) -> sparse.csr_matrix:
        n_docs = self._pairs.n_docs
        half = sparse.csr_matrix(
            (weights, (self._pairs.first, self._pairs.second)), shape=(n_docs, n_docs)
        )
        return sparse.csr_matrix(half + half.T)
