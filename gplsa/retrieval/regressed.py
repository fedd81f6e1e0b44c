"""Documents found through a regression: pictures and features against texts."""

import numpy as np
from scipy import sparse

from gplsa.core.types import FloatArray, VisualFeatures
from gplsa.keywords.regression import Regression

LEAST_SPREAD = 1e-3
LEAST_LENGTH = 1e-9


def regression_similarity(
    regression: Regression,
    source: sparse.csr_matrix,
    target: sparse.csr_matrix,
    visual_features: VisualFeatures | None = None,
) -> FloatArray:
    r"""How well a text fits what the regression reads in a picture (n_source_docs, n_target_docs).

        Σ_e (ŷ_e − ȳ_e) s_e^-½ · n(y − ȳ)_e ,   n(v) = v s^-½ / ‖v s^-½‖,   s_e = √(ȳ_e (1 − ȳ_e))

    ŷ the words predicted from the source document, y those the target document holds: rare words
    weigh more, and long texts no more than short ones.
    source, target  counts (n_docs, n_source) and (n_docs, n_target)
    visual_features  of the source, where the regression has learned from them
    """
    held, missing = _texts(regression, target)
    if target.shape[0] < source.shape[0]:
        texts = held.toarray() - missing[:, None] * _expected(regression)
        return regression.deviation(
            source, visual_features, np.asarray(regression.weights @ texts.T)
        )
    predicted = regression.deviation(source, visual_features, regression.weights)
    return np.asarray(
        (held @ predicted.T).T - (predicted @ _expected(regression))[:, None] * missing
    )


def predicted_words(
    regression: Regression,
    source: sparse.csr_matrix,
    target: sparse.csr_matrix,
    visual_features: VisualFeatures | None = None,
) -> FloatArray:
    """The terms of the sum for one source and one target document, (n_target,); what the target
    does not hold is 0."""
    # All else is 0, and the weights of all words are many: a search explains dozens of hits.
    held, missing = _texts(regression, target[0])
    texts = held.data - missing[0] * _expected(regression)[held.indices]
    found = np.zeros(target.shape[1])
    weights = regression.weights[:, held.indices]
    found[held.indices] = regression.deviation(source, visual_features, weights)[0] * texts
    return found


def _root(regression: Regression) -> FloatArray:
    """√s of every target word."""
    # A mean of ones may be a little more than 1.
    spread = np.sqrt(np.maximum(regression.base * (1 - regression.base), 0.0))
    return np.asarray(np.sqrt(np.maximum(spread, LEAST_SPREAD)))


def _expected(regression: Regression) -> FloatArray:
    """ȳ / s of every target word."""
    return np.asarray(regression.base / _root(regression) ** 2)


def _texts(
    regression: Regression, target: sparse.csr_matrix
) -> tuple[sparse.csr_matrix, FloatArray]:
    """n(y − ȳ) s^-½ of every text in two parts: y s^-1 / ‖·‖, which is sparse, and 1 / ‖·‖, by
    which ȳ s^-1 is taken off: of thousands of texts and words the whole would fill the memory."""
    base, root = regression.base, _root(regression)
    held = sparse.csr_matrix(target > 0, dtype=np.float64)
    whole = float(np.sum((base / root) ** 2))
    lengths = held @ ((1 - 2 * base) / root**2) + whole
    # A text that holds just what is expected, as where all are the same, is a difference of equals.
    missing = np.where(lengths > LEAST_LENGTH * whole, 1 / np.sqrt(np.maximum(lengths, 1e-300)), 0)
    held.data = np.repeat(missing, np.diff(held.indptr)) / root[held.indices] ** 2
    return held, missing
