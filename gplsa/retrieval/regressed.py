"""Documents found through a regression: pictures and features against texts."""

import numpy as np
from scipy import sparse

from gplsa.core.types import FloatArray, VisualFeatures
from gplsa.keywords.regression import Regression

LEAST_SPREAD = 1e-3
LEAST_LENGTH = 1e-9


class RegressionLikeness:
    r"""How well some texts fit what a regression reads in pictures.

        Σ_e (ŷ_e − ȳ_e) s_e^-½ · n(y − ȳ)_e ,   n(v) = v s^-½ / ‖v s^-½‖,   s_e = √(ȳ_e (1 − ȳ_e))

    ŷ the words predicted from a picture, y those a text holds: rare words weigh more, and long
    texts no more than short ones.

    texts  counts (n_texts, n_target)
    """

    def __init__(self, regression: Regression, texts: sparse.csr_matrix) -> None:
        self._regression, base = regression, regression.base
        # A mean of ones may be a little more than 1.
        spread = np.sqrt(np.maximum(base * (1 - base), 0.0))
        root = np.sqrt(np.maximum(spread, LEAST_SPREAD))
        self._expected = np.asarray(base / root**2)
        # n(y − ȳ) s^-½ in two parts: y s^-1 / ‖·‖, which is sparse, and 1 / ‖·‖, by which ȳ s^-1 is
        # taken off: of thousands of texts and words the whole would fill the memory.
        held = sparse.csr_matrix(texts > 0, dtype=np.float64)
        whole = float(np.sum((base / root) ** 2))
        lengths = held @ ((1 - 2 * base) / root**2) + whole
        # A text that holds just what is expected, as where all are the same, is a difference of
        # equals.
        is_apart = lengths > LEAST_LENGTH * whole
        self._missing = np.where(is_apart, 1 / np.sqrt(np.maximum(lengths, 1e-300)), 0)
        held.data = np.repeat(self._missing, np.diff(held.indptr)) / root[held.indices] ** 2
        self._held = held

    def __call__(
        self, counts: sparse.csr_matrix, visual_features: VisualFeatures | None = None
    ) -> FloatArray:
        """(n_docs, n_texts) of documents that are read, counts (n_docs, n_source).

        visual_features  of these, where the regression has learned from them
        """
        regression = self._regression
        if self._held.shape[0] < counts.shape[0]:
            texts = self._held.toarray() - self._missing[:, None] * self._expected
            weights = np.asarray(regression.weights @ texts.T)
            return regression.deviation(counts, visual_features, weights)
        predicted = regression.deviation(counts, visual_features, regression.weights)
        taken_off = (predicted @ self._expected)[:, None] * self._missing
        return np.asarray((self._held @ predicted.T).T - taken_off)

    def terms(
        self, counts: sparse.csr_matrix, visual_features: VisualFeatures | None, text: int = 0
    ) -> FloatArray:
        """The terms of the sum for one document that is read and one text, (n_target,); what the
        text does not hold is 0."""
        # All else is 0, and the weights of all words are many: a search explains dozens of hits.
        held = self._held[text]
        fits = held.data - self._missing[text] * self._expected[held.indices]
        found = np.zeros(held.shape[1])
        weights = self._regression.weights[:, held.indices]
        found[held.indices] = self._regression.deviation(counts, visual_features, weights)[0] * fits
        return found
