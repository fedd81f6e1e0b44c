"""Do the rows of two sides belong together in this order?"""

import math
import re
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy import sparse

from gplsa.core.types import FloatArray
from gplsa.corpus.corpus import Corpus
from gplsa.corpus.notes import DataWarning, doubt
from gplsa.message import Message
from gplsa.progress import Progress, report
from gplsa.reading.choices import side_label

_LOOKED_AT_CHARACTERS = 2_000
_REPORT_EVERY = 2_000
# Of scripts without capitals every word counts: it can only be shared where both sides use them.
_ANCHOR = re.compile(r"\d+|[A-ZÀ-ÖØ-ÞĀ-\uffff][^\W\d_]{2,}")
_FEW_ANCHORS = 30
_SPREAD_FLOOR = 0.15
_FEW_ROWS = 8
_LEAST_GAIN = 8.0
_MOST_RUNS = 20
_SHORTEST_RUN = 3
_FEW_RUNS = 3
# Rows this far apart have nothing to do with each other: what they have in common is chance.
_FAR = 3


@dataclass(frozen=True)
class _Sides:
    """Two sides as the comparison of rows needs them.

    shared    offset -> per row the weight of the numbers and names that its first side has in
              common with the other side `offset` rows on, (n,)
    lengths   log characters of the texts, 0 where there is none
    centre, spread   of the log ratio of lengths of counterparts
    """

    shared: dict[int, FloatArray]
    lengths: tuple[FloatArray, FloatArray]
    centre: float
    spread: float
    n_anchors: int


def order_warnings(
    corpus: Corpus, first: str, other: str, progress: Progress | None = None
) -> list[DataWarning]:
    """Ranges of rows that slipped by one, or sides that have nothing in common row by row."""
    if corpus.n_documents < _FEW_ROWS:
        return []
    texts = corpus.texts[first], corpus.texts[other]
    anchors = _anchors(texts, progress)
    shared = {offset: _shared_at(offset, *anchors) for offset in (0, 1, -1, _FAR, -_FAR)}
    one, two = (np.log1p(np.array([*map(len, side)], dtype=float)) for side in texts)
    sides = _Sides(shared, (one, two), *_length_relation(one, two), len(anchors[2]))
    names = side_label(corpus, first), side_label(corpus, other)
    found = _unrelated(sides, names) or _shifted(corpus, sides, names)
    return [replace(warning, side=other) for warning in found]


def _shifted(corpus: Corpus, sides: _Sides, names: tuple[str, str]) -> list[DataWarning]:
    """Ranges of rows whose text fits the other side of the row before or after better.

    Per row the gain of pairing it with its neighbour is what both have in common (numbers, names)
    and how likely their lengths are; a range is shifted where the gains add up (the largest sum
    over consecutive rows) to more than chance yields.
    """
    n = corpus.n_documents
    least = _LEAST_GAIN + math.log(n)
    runs = [(*run, offset) for offset in (1, -1) for run in _runs(_gains(sides, offset), least)]
    told, warnings = {"side": names[0], "other": names[1]}, list[DataWarning]()
    taken = np.zeros(n, dtype=bool)
    for _, start, stop, offset in sorted(runs, reverse=True):
        if taken[start:stop].any():
            continue
        taken[start:stop] = True
        if stop - start > 0.98 * n:
            message = Message(
                "Rows look shifted by one throughout: {side} fits the {other} of the next "
                "row better than its own."
                if offset == 1
                else "Rows look shifted by one throughout: {side} fits the {other} of the "
                "previous row better than its own.",
                **told,
            )
        else:
            message = Message(
                "Rows look shifted by one from “{first}” to “{last}”: {side} fits the "
                "{other} of the next row better than its own."
                if offset == 1
                else "Rows look shifted by one from “{first}” to “{last}”: {side} fits the "
                "{other} of the previous row better than its own.",
                first=corpus.ids[start],
                last=corpus.ids[stop - 1],
                **told,
            )
        warnings.append(DataWarning("shifted", message, tuple(range(start, stop)), offset=offset))
    found = sorted(warnings, key=lambda warning: warning.rows)
    if len(found) <= _FEW_RUNS:
        return found
    slips = doubt(  # as one: to move each back is more than anybody does
        "slips",
        "In {n} places rows look shifted by one: {side} fits the {other} of the row before or "
        "after better than its own.",
        (row for run in found for row in run.rows),
        n=len(found),
        **told,
    )
    return [slips]


def _unrelated(sides: _Sides, names: tuple[str, str]) -> list[DataWarning]:
    """Sides that share numbers and names as wholes, but neither row by row nor shifted by one."""
    if sides.n_anchors < _FEW_ANCHORS:
        return []
    chance = 0.5 * float(sides.shared[_FAR].sum() + sides.shared[-_FAR].sum())
    found = max(float(sides.shared[offset].sum()) for offset in (0, 1, -1))
    if found > 1.5 * chance + 0.1 * sides.n_anchors:
        return []
    told = doubt(
        "unrelated",
        "{side} and {other} of the same row share no more numbers and names than rows far apart: "
        "was one of them sorted by itself?",
        side=names[0],
        other=names[1],
    )
    return [told]


def _gains(sides: _Sides, offset: int) -> FloatArray:
    """How much better each row's first side goes with the other side `offset` rows on, (n,)."""
    gain = np.full(len(sides.lengths[0]), -1.0)
    rows = np.arange(max(-offset, 0), len(gain) - max(offset, 0))
    # A row without a side of its own tells nothing: any neighbour would fit better.
    first, other = (lengths > 0 for lengths in sides.lengths)
    rows = rows[first[rows] & other[rows] & other[rows + offset]]
    names = np.clip(sides.shared[offset][rows] - sides.shared[0][rows], -4.0, 4.0)
    # How unusual the ratios of lengths are, in spreads.
    ratios = (sides.lengths[1][rows + at] - sides.lengths[0][rows] for at in (0, offset))
    own, new = (np.minimum(((ratio - sides.centre) / sides.spread) ** 2, 9.0) for ratio in ratios)
    lengths = 0.5 * (own - new)
    # The constant makes a sum over rows that tell nothing fall.
    gain[rows] = names + lengths - 0.5
    return np.clip(gain, -5.0, 5.0)


def _anchors(
    sides: tuple[Sequence[str], Sequence[str]], progress: Progress | None
) -> tuple[sparse.csr_matrix, sparse.csr_matrix, FloatArray]:
    """The numbers and capitalised words that stand on both sides, as translations share them
    verbatim: by side which of them each text has, (n_texts, n_anchors), and the weight of each,
    log n / (documents with it); half of it, as it is no proof."""
    number: dict[str, int] = {}
    found = []
    for side, texts in enumerate(sides):
        columns, ends = array("i"), array("i", [0])
        for row, text in enumerate(texts):
            own = dict.fromkeys(_ANCHOR.findall(text[:_LOOKED_AT_CHARACTERS]))
            columns.extend(sorted(number.setdefault(anchor, len(number)) for anchor in own))
            ends.append(len(columns))
            if row % _REPORT_EVERY == 0:
                report(progress, 0.45 * (side + row / len(texts)), "Checking the pairs")
        found.append((np.array(columns, np.int32), np.array(ends, np.int32)))
    often = np.array([np.bincount(columns, minlength=len(number)) for columns, _ in found])
    both = np.flatnonzero(often.min(axis=0))
    shape = len(sides[0]), len(number)
    entries = ((np.ones(len(columns)), columns, ends) for columns, ends in found)
    first, other = (sparse.csr_matrix(one, shape=shape)[:, both] for one in entries)
    return first, other, 0.5 * np.log(shape[0] / often.max(axis=0)[both])


def _shared_at(
    offset: int, first: sparse.csr_matrix, other: sparse.csr_matrix, weights: FloatArray
) -> FloatArray:
    shared = np.zeros(first.shape[0])
    start, stop = max(-offset, 0), len(shared) - max(offset, 0)
    shared[start:stop] = first[start:stop].multiply(other[start + offset : stop + offset]) @ weights
    return shared


def _length_relation(first: FloatArray, other: FloatArray) -> tuple[float, float]:
    """Median and spread of the log ratio of lengths, at whichever offset they go together best."""
    found = []
    for offset in (0, 1, -1):
        own, neighbour = _at_offset(first, offset), _at_offset(other, -offset)
        ratio = (neighbour - own)[(own > 0) & (neighbour > 0)]
        if len(ratio):
            centre = float(np.median(ratio))
            found.append((1.4826 * float(np.median(np.abs(ratio - centre))), centre))
    spread, centre = min(found, default=(1.0, 0.0))
    return centre, max(spread, _SPREAD_FLOOR)


def _at_offset(values: FloatArray, offset: int) -> FloatArray:
    """The values whose neighbour at this offset exists."""
    return values[: len(values) - offset] if offset >= 0 else values[-offset:]


def _runs(gain: FloatArray, least: float) -> list[tuple[float, int, int]]:
    """Ranges with the largest sums of gains, one after the other: (sum, start, stop)."""
    runs: list[tuple[float, int, int]] = []
    gain = gain.copy()
    while len(runs) < _MOST_RUNS:
        total, start, stop = _largest_sum(gain)
        if total <= least or stop - start < _SHORTEST_RUN:
            break
        runs.append((total, start, stop))
        gain[start:stop] = -1e9
    return runs


def _largest_sum(gain: FloatArray) -> tuple[float, int, int]:
    """Consecutive rows with the largest sum: the highest rise of the running total."""
    total = np.concatenate([[0.0], np.cumsum(gain)])
    lowest = np.minimum.accumulate(total)
    stop = int(np.argmax(total - lowest))
    start = int(np.flatnonzero(total[: stop + 1] == lowest[stop])[-1])
    return float(total[stop] - lowest[stop]), start, stop
