"""Agreement of views on who is like whom: the co-regulariser of `CoPLSA`, and steps under it."""

from dataclasses import dataclass

import numpy as np

from gplsa.core.compile import SIMD, kernel
from gplsa.core.descent import conjugate_gradients, stepped
from gplsa.core.simplex import FLOOR
from gplsa.core.types import BoolArray, FloatArray, IntArray

_FLOOR_COUNTS, _CG_STEPS, _HALVINGS = 1e-14, 20, 20


@dataclass(frozen=True)
class Pairs:
    """Unordered pairs of documents: first, second (n_pairs,), out of all n_docs(n_docs − 1)/2."""

    n_docs: int
    first: IntArray
    second: IntArray

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


@kernel(fastmath=SIMD)
def _gap_products(first, second, theta, step, result):
    """result[v, p] = (θ^v_i − θ^v_j)·(step^v_i − step^v_j) for the p-th pair (i, j)."""
    for p in range(len(first)):
        i, j = first[p], second[p]
        for v in range(theta.shape[1]):
            total = 0.0
            for z in range(theta.shape[2]):
                total += (theta[i, v, z] - theta[j, v, z]) * (step[i, v, z] - step[j, v, z])
            result[v, p] = total


@kernel()
def _pull(first, second, theta, weight, result):
    """result^v_i += k(θ^v_i − θ^v_j) and the opposite at j, k = weight[v, p]."""
    for p in range(len(first)):
        i, j = first[p], second[p]
        for v in range(theta.shape[1]):
            k = weight[v, p]
            for z in range(theta.shape[2]):
                flow = k * (theta[i, v, z] - theta[j, v, z])
                result[i, v, z] += flow
                result[j, v, z] -= flow


class Agreement:
    r"""λR with R = c Σ_{v<w} Σ_{(i,j)} (S^v_ij − S^w_ij)²,  S^v_ij = exp(−‖θ^v_i − θ^v_j‖² / σ)

    over sampled pairs, c = n(n − 1) / their number; a pair counts where both documents have words
    in both views. Its slope is a Laplacian's product with the mixtures,

        ∂R/∂θ^v_i = Σ_j k_ij (θ^v_i − θ^v_j),   k_ij = −(4c/σ) S^v_ij Σ_w (S^v_ij − S^w_ij)

    [Jiang et al. 2012, eq. 14, where the sum over all ordered pairs gives 8/σ].
    """

    settled = True

    def __init__(self, pairs: Pairs, present: BoolArray, lam: float, sigma: float) -> None:
        self._pairs, self._present = pairs, present
        self._lam, self._sigma = lam, sigma
        self._there = (present[pairs.first] & present[pairs.second]).T

    def similarities(self, doc_topic: FloatArray) -> FloatArray:
        """S (n_views, n_pairs) of doc_topic (n_docs, n_views, n_topics)."""
        return np.exp(self._products(doc_topic, doc_topic) / -self._sigma)

    def penalty(self, doc_topic: FloatArray) -> float:
        return self._lam * self._disagreement(self.similarities(doc_topic))

    def slope(self, doc_topic: FloatArray, similarity: FloatArray) -> FloatArray:
        """λ ∂R/∂θ, in the shape of doc_topic."""
        outer = -4.0 * self._lam * self._pairs.scale / self._sigma
        return self._pulled(doc_topic, outer * similarity * self._gaps(similarity))

    def improve(self, doc_counts: FloatArray, doc_topic: FloatArray) -> FloatArray:
        r"""Mixtures at which Σ q log θ − λR is no lower.

        One Gauss-Newton step on all documents and views at once, from the best of the last
        mixtures, EM's q / Σq, and the views' common mean of it, where R is 0. The published step,
        θ ∝ q − λ θ∘∂R/∂θ, leaves the simplex once λ is large; in small steps, or for one view
        alone, it moves views that agree by about 1/(1 + λ) only: changing one similarity alone
        costs, changing it in all views is free. For θ(1 + x) the quadratic model has the matrix

            diag(q) + 2λc θ∘JᵀJ(θ∘x),   (J d)_vw,ij = Δ^v_ij − Δ^w_ij,
            Δ_ij = −(2/σ) S_ij (θ_i − θ_j)·(d_i − d_j),

        solved by conjugate gradients on Σ_z θ_z x_z = 0. A step is halved until the sum rises;
        where none does, the start is kept, which is no lower than the last mixtures.
        """
        moving = (doc_counts.sum(axis=2, keepdims=True) > 0) & self._present[:, :, None]
        q = np.where(moving, np.maximum(doc_counts, _FLOOR_COUNTS), 0.0)
        theta, similarity, value = self._best_start(q, doc_topic, moving)
        step = self._newton_step(q, theta, similarity, moving)
        length = 1.0
        for _ in range(_HALVINGS):
            moved = np.where(moving, _on_simplex(stepped(theta, length * step)), doc_topic)
            if self._value(q, moved, self.similarities(moved)) >= value:
                return moved
            length /= 2.0
        return theta

    def _best_start(
        self, q: FloatArray, doc_topic: FloatArray, moving: BoolArray
    ) -> tuple[FloatArray, FloatArray, float]:
        """Mixtures, their similarities and value."""
        mass = np.maximum(q.sum(axis=2, keepdims=True), _FLOOR_COUNTS)
        common = q.sum(axis=1, keepdims=True) / mass.sum(axis=1, keepdims=True)
        found = []
        for theta in (doc_topic, q / mass, np.broadcast_to(common, q.shape)):
            start = np.where(moving, _on_simplex(theta), doc_topic)
            similarity = self.similarities(start)
            found.append((start, similarity, self._value(q, start, similarity)))
        return max(found, key=lambda one: one[2])

    def _newton_step(
        self, q: FloatArray, theta: FloatArray, similarity: FloatArray, moving: BoolArray
    ) -> FloatArray:
        """x by projected conjugate gradients."""
        slope = np.where(moving, q - theta * self.slope(theta, similarity), 0.0)
        outer = 2.0 * self._lam * self._pairs.scale * (2.0 / self._sigma) ** 2
        diagonal = np.where(moving, q + self._curvature(similarity) * theta**2, 1.0)
        inverse = np.where(moving, 1.0 / diagonal, 0.0)
        sums = np.maximum((theta**2 * inverse).sum(axis=2, keepdims=True), 1e-300)

        def preconditioned(residual: FloatArray) -> FloatArray:
            eta = (theta * inverse * residual).sum(axis=2, keepdims=True) / sums
            return inverse * (residual - eta * theta)

        def curved(x: FloatArray) -> FloatArray:
            change = similarity * self._products(theta, theta * x)
            pulled = self._pulled(theta, outer * similarity * self._gaps(change))
            return q * x + theta * pulled

        return conjugate_gradients(curved, slope, preconditioned, _CG_STEPS)

    def _value(self, q: FloatArray, doc_topic: FloatArray, similarity: FloatArray) -> float:
        fit = float((q * np.log(doc_topic)).sum())
        return fit - self._lam * self._disagreement(similarity)

    def _disagreement(self, similarity: FloatArray) -> float:
        """R."""
        return self._pairs.scale * float((similarity * self._gaps(similarity)).sum())

    def _gaps(self, values: FloatArray) -> FloatArray:
        """Σ_w (a^v − a^w) over the views w that have both documents, (n_views, n_pairs)."""
        number = self._there.sum(axis=0)
        total = (values * self._there).sum(axis=0)
        return self._there * (number * values - total)

    def _curvature(self, similarity: FloatArray) -> FloatArray:
        """λκ (n_docs, n_views, 1): the model's diagonal is at most about λκθ² beside q.

        The slope of S by θ_i has the square (2S/σ)²‖θ_i − θ_j‖² = (4/σ) S² (−log S).
        """
        n_docs, n_views = self._present.shape
        result = np.zeros((n_docs, n_views, 1))
        outer = 8.0 * self._lam * self._pairs.scale * max(n_views - 1, 1) / self._sigma
        for v, (own, there) in enumerate(zip(similarity, self._there, strict=True)):
            squared = outer * there * own**2 * -np.log(np.maximum(own, 1e-300))
            for end in (self._pairs.first, self._pairs.second):
                result[:, v, 0] += np.bincount(end, squared, n_docs)
        return result

    def _products(self, theta: FloatArray, step: FloatArray) -> FloatArray:
        result = np.empty((theta.shape[1], len(self._pairs.first)))
        _gap_products(self._pairs.first, self._pairs.second, theta, step, result)
        return result

    def _pulled(self, theta: FloatArray, weight: FloatArray) -> FloatArray:
        result = np.zeros_like(theta)
        _pull(self._pairs.first, self._pairs.second, theta, weight, result)
        return result


def _on_simplex(doc_topic: FloatArray) -> FloatArray:
    floored = np.maximum(doc_topic, FLOOR)
    return np.asarray(floored / floored.sum(axis=2, keepdims=True))
