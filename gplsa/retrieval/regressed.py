"""Documents found through a regression: pictures and features against texts."""

import numpy as np
from scipy import sparse
from sklearn.preprocessing import normalize

from gplsa.core.types import FloatArray, Looks
from gplsa.gist.regression import Regression

LEAST_SPREAD = 1e-3


def regression_similarity(
    regression: Regression,
    source: sparse.csr_matrix,
    target: sparse.csr_matrix,
    looks: Looks | None = None,
) -> FloatArray:
    r"""How well a text fits what the regression reads in a picture (n_source_docs, n_target_docs).

        Σ_e (ŷ_e − ȳ_e) s_e^-½ · n(y − ȳ)_e ,   n(v) = v s^-½ / ‖v s^-½‖,   s_e = √(ȳ_e (1 − ȳ_e))

    ŷ the words foretold from the source document, y those the target document holds: rare words
    weigh more, and long texts no more than short ones.
    source, target  counts (n_docs, n_source) and (n_docs, n_target);  looks  of the source, where
                    the regression has learned from them
    """
    texts = _texts(regression, target) / _root(regression)
    if target.shape[0] < source.shape[0]:
        return regression.deviation(source, looks, np.asarray(regression.weights @ texts.T))
    return np.asarray(regression.deviation(source, looks, regression.weights) @ texts.T)


def foretold_words(
    regression: Regression,
    source: sparse.csr_matrix,
    target: sparse.csr_matrix,
    looks: Looks | None = None,
) -> FloatArray:
    """The terms of the sum for one source and one target document, (n_target,); what the target
    does not hold is 0."""
    # All else is 0, and the weights of all words are many: a search explains dozens of hits.
    held = np.unique(target.indices[target.data > 0])
    texts = _texts(regression, target)[0] / _root(regression)
    found = np.zeros(target.shape[1])
    weights = regression.weights[:, held]
    found[held] = regression.deviation(source, looks, weights)[0] * texts[held]
    return found


def _root(regression: Regression) -> FloatArray:
    """√s of every target word."""
    spread = np.sqrt(regression.base * (1 - regression.base))
    return np.asarray(np.sqrt(np.maximum(spread, LEAST_SPREAD)))


def _texts(regression: Regression, target: sparse.csr_matrix) -> FloatArray:
    """n(y − ȳ) of every text (n_docs, n_target)."""
    held = (target > 0).toarray().astype(np.float64)
    return normalize((held - regression.base) / _root(regression))
