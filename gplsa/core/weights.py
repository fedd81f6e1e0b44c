import numpy as np

from gplsa.core.types import FloatArray

ALONE = 0.3
"""What a text without a counterpart weighs, relative to one with: topics that are seen on one side
alone need not mean the same on the other, and where most texts are alone they decide the topics."""


def weights_by_length(lengths: FloatArray, means: FloatArray, most: float) -> FloatArray:
    """Weights (n_docs,): the mean over a document's sides of its length relative to that side's
    mean, at most `most`; `ALONE` times that where a document of several has one side only.

    lengths  (n_sides, n_docs), 0 where a side is missing;  means  (n_sides,)
    """
    present = (lengths > 0).sum(axis=0)
    relative = lengths / np.maximum(means, np.finfo(float).tiny)[:, None]
    weights = np.minimum(relative.sum(axis=0) / np.maximum(present, 1), most)
    return np.where((present < 2) & (len(lengths) > 1), ALONE * weights, weights)
