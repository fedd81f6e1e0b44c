r"""What a first probability says of a candidate among the others of its text.

    log p / (1 − p),  log(1 + rank),  p / max p,  Σ p,  max p

How many headings a text is given, and how far the best of them stands out, no candidate says alone.
A second stage learns from it, of first probabilities by models that did not see the record (stacked
generalisation: Wolpert 1992).
"""

import numpy as np

from gplsa.core.ranks import ranks_within
from gplsa.core.types import FloatArray, IntArray

WITHIN_TEXT = 5
_LEAST = 1e-6


def within_text(p: FloatArray, text: IntArray) -> FloatArray:
    """(candidates, WITHIN_TEXT);  text  of each, ascending"""
    if not len(p):
        return np.zeros((0, WITHIN_TEXT))
    first = np.flatnonzero(np.diff(text, prepend=text[0] - 1))
    place = np.repeat(np.arange(len(first)), np.diff(first, append=len(text)))
    top, total = np.maximum.reduceat(p, first)[place], np.add.reduceat(p, first)[place]
    logit = np.log((p + _LEAST) / (1 - p + _LEAST))
    rank = np.log1p(ranks_within(text, p))
    return np.column_stack([logit, rank, p / np.maximum(top, _LEAST), total, top])
