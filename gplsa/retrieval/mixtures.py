"""Topic space: documents of any two modalities are as near as their topic mixtures."""

import numpy as np

from gplsa.core.sums import normalize
from gplsa.core.types import FloatArray


def topic_similarity(source: FloatArray, target: FloatArray, centre: FloatArray) -> FloatArray:
    r"""Cosine of √θ less the mean √θ of training: (n_source_docs, n_target_docs).

    source, target  mixtures after about three steps of fold-in: more overfit short documents
    centre          training mixtures (n_training, n_topics), of either side
    """
    middle = np.sqrt(centre).mean(axis=0)
    return np.asarray(normalize(np.sqrt(source) - middle) @ normalize(np.sqrt(target) - middle).T)


def centred_correlation(source: FloatArray, target: FloatArray) -> FloatArray:
    """The paper's rule: correlation of the converged mixtures, each centred over its topics.

    Class posteriors compare by the same rule in the paper's semantic space.
    """
    return np.asarray(
        normalize(source - source.mean(axis=1, keepdims=True))
        @ normalize(target - target.mean(axis=1, keepdims=True)).T
    )
