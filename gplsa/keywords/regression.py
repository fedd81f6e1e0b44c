r"""Keywords where no single source term says much: visual words, columns of features.

    ŷ_e(d) = ȳ_e + (x_d − x̄)ᵀ b_e,   B = argmin Σ_d ‖y_d − ȳ − Bᵀ(x_d − x̄)‖² + λ ‖B‖²

x_d is the counts to the power 0.3, which keeps one repeated term from drowning the others, scaled
to length 1, and beside them what pictures say beyond their visual words (Fisher vectors of patches
and of colours, each of length 1); y_de is 1 where the counterpart of d holds e.  λ minimises the
error on documents left out one at a time, which has a closed form (Allen 1974): the residual over
1 − h_dd, H the matrix that takes y to its fitted values.  The probability is the mean of two:

    p = ½ ŷ_e (cut to 0..1) + ½ σ(a logit ȳ_e + b (ŷ_e − ȳ_e) / √(ȳ_e (1 − ȳ_e)) + c)

The first trusts frequent words, the second gives rare ones their chance: on photos with captions
the mean was better than either.  a, b and c are fitted to the left-out predictions.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from gplsa.core.sums import normalize
from gplsa.core.types import Float32Array, FloatArray, PictureFeatures, VisualFeatures
from gplsa.keywords.scoring.boosting import sigmoid
from gplsa.keywords.scoring.probability import fit_weights

PENALTIES = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0)
"""Values of λ tried, in units of the mean squared length of x_d − x̄."""
POWER, RAREST = 0.3, 2e-3
MOST_WORDS = 512  # λ is chosen by the most frequent target words
MOST_EXAMPLES = 2_000_000  # pairs of document and word that a, b and c are fitted to, about
LEAST_LEFT = 1e-3
PRIOR = np.array([1.0, 0.5, 0.0])


@dataclass(frozen=True, eq=False)
class Regression:
    """weights B (n_source + n_features, n_target) float32; centre x̄ (n_source + n_features,);
    base ȳ (n_target,); calibration a, b, c."""

    weights: Float32Array
    centre: FloatArray
    base: FloatArray
    calibration: FloatArray

    @classmethod
    def fit(
        cls,
        source: sparse.csr_matrix,
        target: sparse.csr_matrix,
        visual_features: VisualFeatures | None = None,
    ) -> "Regression":
        """Learn from pairs, counts (n_docs, n_source) and (n_docs, n_target), at least two.

        visual_features  what the source documents say beside their terms, (n_docs, n_features)
        """
        held = sparse.csr_matrix(target > 0, dtype=np.float64)
        x = unit_rows(source).toarray()
        if visual_features is not None:
            x = np.hstack([x, visual_features])
        centre, base = x.mean(axis=0), np.asarray(held.mean(axis=0)).ravel()
        x -= centre
        u, strength = _left_singular(x)
        # uᵀ(y − ȳ) without ever making the matrix of all words dense.
        turned = np.asarray((held.T @ u).T) - np.outer(u.sum(axis=0), base)
        # Rare words hardly weigh in the error, and in a long vocabulary most are rare.
        frequent = np.argsort(-base, kind="stable")[:MOST_WORDS]
        y = held[:, frequent].toarray() - base[frequent]
        scale = strength.sum() / len(x)

        def error(penalty: float) -> float:
            return float((_left_out(u, strength, turned[:, frequent], y, penalty) ** 2).sum())

        penalty = min((t * scale for t in PENALTIES), key=error)
        every = max(held.shape[0] * held.shape[1] // MOST_EXAMPLES, 1)
        y = held[::every].toarray() - base
        residual = _left_out(u[::every], strength, turned, y, penalty, len(x))
        # a, b, c by logistic regression on left-out predictions.
        held_there = y + base
        others = (base * len(x) - held_there) / max(len(x) - 1, 1)
        design = _design(held_there - residual - others, others).reshape(3, -1)
        calibration = fit_weights(design[:2].T, held_there.ravel(), PRIOR, largest_step=1.0)
        weights = (x.T @ u) @ (turned / (strength + penalty)[:, None])
        return cls(weights.astype(np.float32), centre, base, calibration)

    def probabilities(
        self, source: sparse.csr_matrix, visual_features: VisualFeatures | None = None
    ) -> FloatArray:
        """p of every target word (n_docs, n_target) for documents, seen or not; as in `fit`."""
        deviation = self.deviation(source, visual_features, self.weights)
        design = _design(deviation, np.broadcast_to(self.base, deviation.shape))
        logistic = sigmoid(np.tensordot(self.calibration, design, axes=1))
        return np.asarray((np.clip(self.base + deviation, 0, 1) + logistic) / 2)

    def deviation(
        self,
        source: sparse.csr_matrix,
        visual_features: VisualFeatures | None,
        weights: FloatArray | Float32Array,
    ) -> FloatArray:
        """(x − x̄)ᵀ of documents times `weights`, B or another of as many rows.

        Raises ValueError where features are missing, or there are more or fewer than in `fit`.
        """
        n_terms = source.shape[1]
        self._check(n_terms, 0 if visual_features is None else visual_features.shape[1])
        found = np.asarray(unit_rows(source) @ weights[:n_terms])
        if visual_features is not None:
            found = found + visual_features @ weights[n_terms:]
        return np.asarray(found - self.centre @ weights)

    def shares(
        self, row: sparse.csr_matrix, term: int, features: PictureFeatures | None = None
    ) -> list[tuple[int, float]]:
        """Source terms of one document that speak for `term`, with their shares, largest first.

        What its features say is shared among the terms that make them.  Errors as in `deviation`.
        """
        self._check(row.shape[1], 0 if features is None else len(features.values))
        found = unit_rows(row)
        support = found.data * self.weights[found.indices, term]
        if features is not None:
            said = features.values * self.weights[row.shape[1] :, term]
            support = support + features.responsibility[found.indices] @ said
        order = np.lexsort((found.indices, -support))
        total = float(support[support > 0].sum())
        return [(int(found.indices[i]), float(support[i]) / total) for i in order if support[i] > 0]

    def _check(self, n_terms: int, n_visual_features: int) -> None:
        if len(self.centre) != n_terms + n_visual_features:
            raise ValueError(
                f"the regression learned from {len(self.centre) - n_terms} columns beside the "
                f"terms, but the documents have {n_visual_features}"
            )

    def to_arrays(self) -> dict[str, np.ndarray]:
        return {f"regression_{name}": array for name, array in vars(self).items()}

    @classmethod
    def from_arrays(
        cls, arrays: Mapping[str, np.ndarray], n_columns: int, n_target: int
    ) -> "Regression | None":
        """None where none was stored; ValueError where what was stored does not fit."""
        if "regression_weights" not in arrays:
            return None
        names = ("weights", "centre", "base", "calibration")
        parts = [arrays[f"regression_{name}"] for name in names]
        shapes = [(n_columns, n_target), (n_columns,), (n_target,), (3,)]
        finite = all(np.isfinite(part).all() for part in parts)
        if [part.shape for part in parts] != shapes or not finite:
            raise ValueError("the stored keywords have the regression of other vocabularies")
        return cls(parts[0].astype(np.float32), *(part.astype(np.float64) for part in parts[1:]))


def unit_rows(counts: sparse.csr_matrix) -> sparse.csr_matrix:
    """counts ** `POWER`, each row scaled to length 1 (empty rows stay empty)."""
    matrix = sparse.csr_matrix(counts, dtype=np.float64, copy=True)
    matrix.data **= POWER
    return sparse.csr_matrix(normalize(matrix, copy=False))


def _left_singular(x: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Left singular vectors (n_docs, r) of x and the squares of its singular values."""
    if x.shape[0] <= x.shape[1]:
        strength, vectors = np.linalg.eigh(x @ x.T)
        return vectors, np.maximum(strength, 0.0)
    strength, right = np.linalg.eigh(x.T @ x)
    kept = strength > strength[-1] * 1e-12
    return x @ (right[:, kept] / np.sqrt(strength[kept])), strength[kept]


def _left_out(
    u: FloatArray,
    strength: FloatArray,
    turned: FloatArray,
    y: FloatArray,
    penalty: float,
    n_documents: int | None = None,
) -> FloatArray:
    """y less its prediction by all other documents; rows of u and y may be some of n_documents."""
    kept = strength / (strength + penalty)
    leverage = 1 / (n_documents or len(y)) + (u * u) @ kept
    fitted = u @ (kept[:, None] * turned)
    return (y - fitted) / np.maximum(1 - leverage, LEAST_LEFT)[:, None]


def _design(deviation: FloatArray, base: FloatArray) -> FloatArray:
    """(3, n_docs, n_target): logit of the base, deviation in its standard deviations, 1."""
    held = np.clip(base, RAREST, 1 - RAREST)
    spread = np.sqrt(held * (1 - held))
    return np.stack([np.log(held / (1 - held)), deviation / spread, np.ones_like(deviation)])
