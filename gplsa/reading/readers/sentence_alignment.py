r"""Which sentences of two texts translate each other, by their lengths alone.

Gale and Church (1993), A Program for Aligning Sentences in Bilingual Corpora: lengths are in
characters, and of all ways through both texts in steps of 1-0, 0-1, 1-1, 2-1, 1-2 and 2-2 sentences
the likeliest is taken.  A step with l and l' characters costs

    -log P(step) - log P(|δ|),   δ = (l - l') / √(6.8 (l + l')/2),   P(|δ|) = 2 (1 - Φ(|δ|))

Only a band around the line of equal shares of characters is searched; where the best way comes near
its edge, the band is doubled.
"""

import math

import numpy as np
from numpy.typing import NDArray

from gplsa.core.compile import inlined, kernel
from gplsa.core.types import FloatArray, IntArray
from gplsa.errors import InputError
from gplsa.progress import Progress, report

# (sentences of the source, of the target), with the probabilities of the paper's table 5: those of
# 1-0 or 0-1, and of 2-1 or 1-2, whole for either, as in the authors' program; halved for each in
# `keywords.pairing.beads`.
_STEPS = np.array([(1, 0), (0, 1), (1, 1), (2, 1), (1, 2), (2, 2)], dtype=np.int64)
_STEP_COSTS = -np.log(np.array([0.0099, 0.0099, 0.89, 0.089, 0.089, 0.011]))
_VARIANCE = 6.8
_NO_STEP = 255

_FIRST_HALF_WIDTH = 64
_BLOCK_ROWS = 1_000
_CELLS = 256 * 1024 * 1024
"""Bytes of the band at most: one for each pair of positions that is looked at."""


def align_sentences(
    source: FloatArray, target: FloatArray, progress: Progress | None = None
) -> IntArray:
    """The cuts between steps, (n_steps + 1, 2): how many sentences of each side lie before.

    source, target   lengths in characters.  Sentences k of the result are
    source[cuts[k, 0]:cuts[k + 1, 0]] and target[cuts[k, 1]:cuts[k + 1, 1]].
    Errors: InputError where the sides are so unlike that the band would outgrow the memory.
    """
    n, m = len(source), len(target)
    source, target = (np.concatenate([[0.0], np.cumsum(side)]) for side in (source, target))
    centres = _band_centres(source, target)
    half = min(_FIRST_HALF_WIDTH, max(m, 1))
    while True:
        if (n + 1) * (2 * half + 1) > _CELLS:
            raise InputError("The two files are too unlike in length to be aligned.")
        cuts = _align_in_band(source, target, centres, half, progress)
        if cuts is not None:
            deviation = np.abs(cuts[:, 1] - centres[cuts[:, 0]]).max()
            if half >= m or deviation <= half / 2:
                return cuts
        half = min(2 * half, max(m, 1))


def _band_centres(source: FloatArray, target: FloatArray) -> IntArray:
    """How many target sentences have as many characters, as shares of all, (n_source + 1,).

    source, target  characters before each sentence, and all of them
    """
    so_far, targets = source / max(source[-1], 1e-9), target / max(target[-1], 1e-9)
    centres = np.interp(so_far, targets, np.arange(len(targets))).round().astype(np.int64)
    centres[0], centres[-1] = 0, len(target) - 1
    return centres


def _align_in_band(
    source: FloatArray, target: FloatArray, centres: IntArray, half: int, progress: Progress | None
) -> IntArray | None:
    """The cuts of the best way within the band; None where no way stays inside of it."""
    n, m = len(source) - 1, len(target) - 1
    width = 2 * half + 1
    costs = np.full((3, width), np.inf)
    taken = np.full((n + 1, width), _NO_STEP, dtype=np.uint8)
    for start in range(0, n + 1, _BLOCK_ROWS):
        report(progress, start / (n + 1), "Aligning sentences")
        stop = min(start + _BLOCK_ROWS, n + 1)
        _fill_rows(start, stop, source, target, centres, half, costs, taken, _STEPS, _STEP_COSTS)
    if not np.isfinite(costs[n % 3, m - centres[n] + half]):
        return None
    cuts = [(n, m)]
    i, j = n, m
    while (i, j) != (0, 0):
        step = _STEPS[taken[i, j - centres[i] + half]]
        i, j = i - int(step[0]), j - int(step[1])
        cuts.append((i, j))
    return np.array(cuts[::-1], dtype=np.int64)


@inlined()
def _length_cost(source: float, target: float) -> float:
    """-log P(|δ|), in the log domain, so that unlike lengths are costly but never impossible."""
    mean = 0.5 * (source + target)
    if mean <= 0.0:
        return 0.0
    z = abs(source - target) / math.sqrt(2.0 * _VARIANCE * mean)
    if z < 25.0:
        return -math.log(math.erfc(z))
    return z * z + math.log(z * math.sqrt(math.pi))


@kernel()
def _fill_rows(
    start: int,
    stop: int,
    source: FloatArray,
    target: FloatArray,
    centres: IntArray,
    half: int,
    costs: FloatArray,
    taken: NDArray[np.uint8],
    steps: IntArray,
    step_costs: FloatArray,
) -> None:
    """Cheapest cost and last step to reach (i, j), for the rows start … stop of the band.

    source, target  as of `_band_centres`
    costs (3, width): row i stands in i % 3, as no step goes back more than two rows.
    """
    width = 2 * half + 1
    for i in range(start, stop):
        for k in range(width):
            j = centres[i] - half + k
            best = np.inf
            best_step = _NO_STEP
            if i == 0 and j == 0:
                best = 0.0
            elif 0 <= j < target.size:
                for step in range(steps.shape[0]):
                    before_i = i - steps[step, 0]
                    before_j = j - steps[step, 1]
                    if before_i < 0 or before_j < 0:
                        continue
                    before_k = before_j - centres[before_i] + half
                    if before_k < 0 or before_k >= width:
                        continue
                    before = costs[before_i % 3, before_k] + step_costs[step]
                    if not before < best:
                        continue
                    lengths = source[i] - source[before_i], target[j] - target[before_j]
                    cost = before + _length_cost(*lengths)
                    if cost < best:
                        best = cost
                        best_step = step
            costs[i % 3, k] = best
            taken[i, k] = best_step
