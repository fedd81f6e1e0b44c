"""Pairs held out of a training, to measure on."""

import numpy as np

from gplsa.core.types import BoolArray

FEWEST_TO_CHECK = 40
HELD_OUT_SHARE = 0.1
FEWEST_HELD_OUT, MOST_HELD_OUT = 20, 100


def hide_pairs(complete: BoolArray, rng: np.random.Generator) -> BoolArray:
    """Which documents to hide, (documents,): a tenth of the complete pairs, 20 to 100 of them.

    None of fewer than `FEWEST_TO_CHECK` pairs, which need every pair for learning.
    """
    pairs = np.flatnonzero(complete)
    held_out = np.zeros(len(complete), dtype=bool)
    if len(pairs) >= FEWEST_TO_CHECK:
        n_held_out = min(max(round(HELD_OUT_SHARE * len(pairs)), FEWEST_HELD_OUT), MOST_HELD_OUT)
        held_out[rng.choice(pairs, n_held_out, replace=False)] = True
    return held_out
