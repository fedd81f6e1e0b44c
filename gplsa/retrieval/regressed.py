"""Documents found through a regression: pictures and features against texts."""

import numpy as np
from scipy import sparse
from sklearn.preprocessing import normalize

from gplsa.core.types import FloatArray
from gplsa.gist.regression import Regression, unit_rows

LEAST_SPREAD = 1e-3


def regression_similarity(
    regression: Regression, source: sparse.csr_matrix, target: sparse.csr_matrix
) -> FloatArray:
    r"""How well a text fits what the regression reads in a picture (n_source_docs, n_target_docs).

        Σ_e (ŷ_e − ȳ_e) s_e^-½ · n(y − ȳ)_e ,   n(v) = v s^-½ / ‖v s^-½‖,   s_e = √(ȳ_e (1 − ȳ_e))

    ŷ the words foretold from the source document, y those the target document holds: rare words
    weigh more, and long texts no more than short ones.
    source, target  counts (n_docs, n_source) and (n_docs, n_target)
    """
    weights, texts = _scaled(regression, target)
    centre = regression.centre @ weights
    pictures = unit_rows(source)
    if target.shape[0] < source.shape[0]:
        towards = np.asarray(weights @ texts.T)
        return np.asarray(pictures @ towards) - centre @ texts.T
    return np.asarray((np.asarray(pictures @ weights) - centre) @ texts.T)


def foretold_words(
    regression: Regression, source: sparse.csr_matrix, target: sparse.csr_matrix
) -> FloatArray:
    """The terms of the sum for one source and one target document, (n_target,); what the target
    does not hold is 0."""
    weights, texts = _scaled(regression, target)
    foretold = np.asarray(unit_rows(source) @ weights)[0] - regression.centre @ weights
    return np.where(target.toarray()[0] > 0, foretold * texts[0], 0.0)


def _scaled(regression: Regression, target: sparse.csr_matrix) -> tuple[FloatArray, FloatArray]:
    """Weights over √s (n_source, n_target), and n(y − ȳ) of every text (n_docs, n_target)."""
    base = regression.base
    root = np.sqrt(np.maximum(np.sqrt(base * (1 - base)), LEAST_SPREAD))
    held = (target > 0).toarray().astype(np.float64)
    return regression.weights / root, normalize((held - base) / root)
