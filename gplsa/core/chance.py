import numpy as np
import numpy.typing as npt

from gplsa.core.types import BoolArray, FloatArray

LEAST_DOCUMENTS = 2  # a phrase of a single document is that document's

LEAST_G2 = 10.8
LEAST_NPMI = 0.25


def beyond_chance(
    uses: np.ndarray, log_share: FloatArray, n_words: npt.NDArray[np.integer], n_places: float
) -> BoolArray:
    r"""Whether words stand together far more often than by chance.

        G² = 2 n log(n / E) ≥ 10.8          E = N Π_i p_i                       [Dunning 1993]
        NPMI = log(n / E) / −((k − 1) log(n / N)) ≥ 1/4                         [Bouma 2009]

    uses n, log_share Σ_i log p_i and n_words k of every phrase; n_places N
    """
    seen = np.maximum(uses, 1e-9) / max(n_places, 1.0)
    gain = np.log(seen) - log_share
    npmi = gain / np.maximum(-(n_words - 1) * np.log(seen), 1e-12)
    return np.asarray((2 * uses * gain >= LEAST_G2) & (npmi >= LEAST_NPMI))
