"""Pairs that seemed not to belong together when a model was trained, and so counted less."""

from collections.abc import Mapping

import numpy as np
from scipy import sparse

from gplsa.core.sums import present_in, row_sums, scaled_rows
from gplsa.core.types import BoolArray, FloatArray
from gplsa.message import Message
from gplsa.retrieval.pair_weights import TRUSTED


def of_trusted(
    counts: Mapping[str, sparse.csr_matrix], pair_weights: FloatArray | None
) -> dict[str, sparse.csr_matrix]:
    """Counts by side, in which the rows of pairs that are not trusted are empty."""
    if pair_weights is None:
        return dict(counts)
    trusted = pair_weights >= TRUSTED
    return {
        side: scaled_rows(matrix, row_sums(matrix) * trusted) for side, matrix in counts.items()
    }


def pairs_of(counts: Mapping[str, sparse.csr_matrix]) -> BoolArray:
    """Which documents have words on two sides or more, (documents,)."""
    return np.asarray(present_in([*counts.values()]).sum(axis=1) > 1)


def misaligned_share(
    counts: Mapping[str, sparse.csr_matrix], pair_weights: FloatArray | None
) -> float:
    """Of the pairs, the share that do not seem to belong together: the mean of 1 − w; 0 where
    pairs were not weighed."""
    if pair_weights is None:
        return 0.0
    weights = pair_weights[pairs_of(counts)]
    return float(1.0 - weights.mean()) if len(weights) else 0.0


def n_misaligned(pair_weights: FloatArray) -> int:
    """How many documents counted less than half, and taught keywords nothing."""
    return int((pair_weights < TRUSTED).sum())


def misaligned_message(
    counts: Mapping[str, sparse.csr_matrix], pair_weights: FloatArray | None
) -> str:
    """One sentence on how many pairs count less; empty where pairs were not weighed."""
    if pair_weights is None:
        return ""
    share = misaligned_share(counts, pair_weights)
    if share < 0.005:
        return Message("The pairs were weighed: all seem to belong together.")
    percent = f"{max(100 * share, 1):.0f}"
    return Message(
        "About {percent} % of the pairs do not seem to belong together; they count less.",
        percent=percent,
    )
