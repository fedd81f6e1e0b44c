"""Whether the sides of a collection see a topic in the same documents."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np

_ROUNDING = 1e-6


def agreement(views: Sequence[np.ndarray], has_words: Sequence[np.ndarray]) -> np.ndarray:
    """Mean over the pairs of sides of the correlation, by topic; 1 where there is one side."""
    found = [
        _correlation(a[both], b[both])
        for (a, has_a), (b, has_b) in combinations(zip(views, has_words, strict=True), 2)
        for both in [has_a & has_b]
    ]
    return np.mean(found, axis=0) if found else np.ones(views[0].shape[1])


def _correlation(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Column by column, at least 0; 1 where a column is constant on both sides."""
    a, b = a - a.mean(axis=0), b - b.mean(axis=0)
    scale = np.sqrt((a * a).sum(axis=0) * (b * b).sum(axis=0))
    flat = (a * a).sum(axis=0) + (b * b).sum(axis=0) < _ROUNDING**2
    together = np.maximum((a * b).sum(axis=0), 0.0)
    return np.where(flat, 1.0, together / np.maximum(scale, np.finfo(float).tiny))
