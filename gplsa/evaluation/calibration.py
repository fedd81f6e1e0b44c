"""Whether a stated probability is kept: of things called 80 % likely, 80 % should happen."""

from dataclasses import dataclass

import numpy as np

from gplsa.core.types import BoolArray, FloatArray
from gplsa.stored import Count


@dataclass(frozen=True)
class CalibrationBin:
    """Cases stated with a probability from `low` to below `high`: how many, what was stated on the
    mean, and in which share it happened."""

    low: float
    high: float
    n: Count
    stated: float
    observed: float


def calibration_table(
    probability: FloatArray, happened: BoolArray, n_bins: int = 10
) -> list[CalibrationBin]:
    """Mean stated probability and observed share per bin of equal width; empty bins left out."""
    probability = np.asarray(probability, dtype=np.float64)
    if probability.shape != np.shape(happened):
        raise ValueError(f"{probability.size} probabilities, but {np.size(happened)} observations")
    place = np.clip((probability * n_bins).astype(np.int64), 0, n_bins - 1)
    table = []
    for b in range(n_bins):
        inside = place == b
        if inside.any():
            stated, observed = probability[inside].mean(), np.mean(np.asarray(happened)[inside])
            ends = b / n_bins, (b + 1) / n_bins
            n = int(inside.sum())
            table.append(CalibrationBin(*ends, n, float(stated), float(observed)))
    return table


def calibration_error(probability: FloatArray, happened: BoolArray, n_bins: int = 10) -> float:
    """Expected calibration error: mean of |stated − observed| over all cases."""
    table = calibration_table(probability, happened, n_bins)
    n = sum(entry.n for entry in table)
    return sum(entry.n * abs(entry.stated - entry.observed) for entry in table) / max(n, 1)
