r"""The two factorisations of `GNMF` as maximisations; W (documents × topics), H (words × topics).

Both losses are those of x ≈ W Hᵀ with the topics of H at unit length (Frobenius) or unit sum (KL).
Cai et al. rescale to that after the last iteration alone: until then W / s and s·H fit alike while
the penalty shrinks by s² (by s under KL), so that its infimum is 0 at any λ. Here it is measured at
unit length of H throughout,

    O = loss(W Hᵀ) + λ Σ_k s_k R(w_k),    s_k = |h_k|² (Frobenius) or Σ_w h_kw (KL),

which no rescaling changes: rescaling after each iteration is then free.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy import sparse

from gplsa.core.descent import conjugate_gradients, stepped
from gplsa.core.em import DENSE_SHARE, prepare_counts
from gplsa.core.types import FloatArray

_TINY, _FLOOR = 1e-300, 1e-14
_LARGEST_HALF = 0.75  # h: momentum multiplies no entry by more than (1 + h)/(1 − h), about e²
_CG_STEPS, _HALVINGS = 25, 12


class Factors(NamedTuple):
    """x ≈ documents · wordsᵀ: documents (n_docs, n_topics), words (n_words, n_topics)."""

    documents: FloatArray
    words: FloatArray


@dataclass(frozen=True)
class Fit:
    """Minus the loss at `factors`, and the product that the next step needs (n_docs, n_topics)."""

    factors: Factors
    objective: float
    product: FloatArray
    word_product: FloatArray | None = None


class Edges:
    """λ·r with its degrees: λ Σ_{d~e} r_de f(w_d, w_e) for both penalties."""

    def __init__(self, graph: sparse.csr_matrix, lam: float) -> None:
        self.matrix = sparse.csr_matrix(graph * lam)
        self.degree = np.asarray(self.matrix.sum(axis=1)).reshape(-1, 1)

    def squared(self, documents: FloatArray) -> FloatArray:
        """λ wᵀLw = λ Σ_{d~e} r_de (w_d − w_e)², by topic."""
        return self._product(documents, documents)

    def symmetric_kl(self, documents: FloatArray) -> FloatArray:
        """λ Σ_{d~e} r_de (w_d − w_e)(log w_d − log w_e), by topic."""
        return self._product(np.log(documents), documents)

    def _product(self, first: FloatArray, second: FloatArray) -> FloatArray:
        """λ Σ_{d~e} r_de (a_d − a_e)(b_d − b_e), by topic."""
        # What all documents have in common adds nothing but rounding, which a large λ magnifies.
        a, b = first - first.mean(axis=0), second - second.mean(axis=0)
        # No less than zero where a and b rise together, whatever cancels.
        return np.maximum((a * (self.degree * b - self.matrix @ b)).sum(axis=0), 0.0)


class _Scaled:
    """What both have in common: topics of fixed size, momentum by factors."""

    settled = True
    norm: int  # by which the size is meant

    def extrapolate(self, new: Factors, old: Factors, share: float) -> Factors:
        """About new·(new/old)^share; what has come to zero stays there."""
        ahead = []
        for to, start in zip(new, old, strict=True):
            both = to + start
            half = np.divide(share * (to - start), both, out=np.zeros_like(both), where=both > 0.0)
            half = np.clip(half, -_LARGEST_HALF, _LARGEST_HALF)
            ahead.append(to * ((1.0 + half) / (1.0 - half)))
        return self.rescaled(Factors(*ahead))

    def rescaled(self, factors: Factors) -> Factors:
        size = np.maximum(np.linalg.norm(factors.words, self.norm, axis=0), _TINY)
        return Factors(factors.documents * size, factors.words / size)


class Frobenius(_Scaled):
    r"""O = ‖X − W Hᵀ‖² + λ Σ_k wₖᵀ L wₖ, |hₖ| = 1        [Cai, He, Han, Huang 2011, eq. 7]

    W ← W ∘ (X H + λ A W) / (W HᵀH + λ D W),   H ← H ∘ XᵀW / (H (WᵀW + diag λwᵀLw)).

    The first is the published update (eq. 15); the second has the penalty at unit length in its
    quadratic part, as O above has. Both are Lee and Seung's step for a quadratic form with a
    non-negative matrix, so neither raises O.
    """

    norm = 2

    def __init__(self, counts: sparse.csr_matrix, edges: Edges) -> None:
        dense = counts.nnz > DENSE_SHARE * counts.shape[0] * counts.shape[1]
        self._counts = counts.toarray() if dense else counts
        self._transposed = self._counts.T if dense else counts.T.tocsr()
        self._energy = float((counts.data**2).sum())
        self._edges = edges

    def evaluate(self, factors: Factors) -> Fit:
        documents, words = factors
        product = self._counts @ words
        model = float(((documents.T @ documents) * (words.T @ words)).sum())
        loss = self._energy - 2.0 * float((product * documents).sum()) + model
        return Fit(factors, -loss - float(self._edges.squared(documents).sum()), product)

    def improve(self, evaluated: Fit) -> Factors:
        documents, words = evaluated.factors
        edges = self._edges
        up = evaluated.product + edges.matrix @ documents
        down = documents @ (words.T @ words) + edges.degree * documents
        documents = documents * (up / np.maximum(down, _TINY))
        quadratic = documents.T @ documents + np.diag(edges.squared(documents))
        ratio = (self._transposed @ documents) / np.maximum(words @ quadratic, _TINY)
        return self.rescaled(Factors(documents, words * ratio))


class KullbackLeibler(_Scaled):
    r"""O = Σ (x log(x / (W Hᵀ)) − x + W Hᵀ) + λ Σ_k Σ_{d~e} r_de (w_d − w_e)(log w_d − log w_e)

    with Σ_w h_kw = 1 [Cai, He, Han, Huang 2011, eq. 17]; the objective leaves out what is constant.
    An E step gives b_dk = w_dk Σ_w (x/WHᵀ)_dw h_kw. H as in PLSA; W minimises, topic by topic,

        F(w) = Σ_d (w_d − b_d log w_d) + penalty,

    which is convex. The published step (eq. 20) solves (I + λL) w = b, with 1 − b/a for log(a/b) in
    the gradient: no objective falls under it for sure. Newton's, for w_d(1 + δ_d), has a Laplacian,

        (diag(b) + λ L_w) δ = b − w − λ w∘(penalty's slope),   L_w of the weights r_de (w_d + w_e),

    solved by conjugate gradients for all topics at once, from the better of the last w and b. A
    step is halved until F does not rise.
    """

    norm = 1

    def __init__(self, counts: sparse.csr_matrix, edges: Edges, n_threads: int) -> None:
        self._counts = prepare_counts(counts, offset=None, n_threads=n_threads)
        self._edges = edges

    def evaluate(self, factors: Factors) -> Fit:
        documents = factors.documents[:, None, :]
        expected = np.empty_like(documents)
        words = np.empty_like(factors.words)
        loglik = self._counts.expect(documents, 0, factors.words, expected, words)
        loss = float(documents.sum()) + float(self._edges.symmetric_kl(factors.documents).sum())
        return Fit(factors, float(loglik.sum()) - loss, expected[:, 0], words)

    def improve(self, evaluated: Fit) -> Factors:
        assert evaluated.word_product is not None
        b = np.maximum(evaluated.product, _FLOOR)
        mass = evaluated.word_product.sum(axis=0)
        words = np.divide(
            evaluated.word_product, mass, out=evaluated.factors.words.copy(), where=mass > 0
        )
        old = evaluated.factors.documents
        start = np.where(self._cost(b, b) < self._cost(old, b), b, old)
        return Factors(self._newton_step(start, b), words)

    def _cost(self, documents: FloatArray, b: FloatArray) -> FloatArray:
        """F by topic."""
        fit = (documents - b * np.log(documents)).sum(axis=0)
        return np.asarray(fit + self._edges.symmetric_kl(documents))

    def _newton_step(self, w: FloatArray, b: FloatArray) -> FloatArray:
        a, degree = self._edges.matrix, self._edges.degree
        logs, around = np.log(w), a @ w
        slope = b - w - (w * (degree * (logs + 1.0) - a @ logs) - around)
        diagonal = b + degree * w + around

        def hessian(x: FloatArray) -> FloatArray:
            return diagonal * x - w * (a @ x) - a @ (w * x)

        step = conjugate_gradients(
            hessian, slope, lambda r: r / diagonal, _CG_STEPS, lambda a, b: (a * b).sum(axis=0)
        )
        cost = self._cost(w, b)
        share = np.ones(w.shape[1])
        for _ in range(_HALVINGS):
            moved = np.maximum(stepped(w, share * step), _FLOOR)
            worse = ~(self._cost(moved, b) <= cost)
            if not worse.any():
                return moved
            share = np.where(worse, share / 2.0, share)
        return np.where(worse, w, moved)

    def rescaled(self, factors: Factors) -> Factors:
        scaled = super().rescaled(factors)
        return Factors(np.maximum(scaled.documents, _FLOOR), scaled.words)
