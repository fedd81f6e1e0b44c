"""What probabilities are learned on: records, each predicted by the others."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from scipy import sparse

from gplsa.core.types import FloatArray, IntArray
from gplsa.headings.calibrator import Calibrator, cross_fitted
from gplsa.headings.candidates import OF_ALL, Candidates
from gplsa.headings.measured import HeadingFigures, heading_figures
from gplsa.headings.source import Source
from gplsa.progress import Progress, report, scaled

MOST_LEARNED_ON = 4_000  # records that probabilities are learned on; suggestions are of all
ENOUGH_WHOLE = 2_000
"""Records that have another side, too, from which on probabilities are learned on these alone."""
AT_ONCE = 64  # texts that candidates are found for together
PREDICTING = {True: 0.25, False: 0.6}  # share of the time, by whether headings are values
AS_OFTEN = 10
"""Headings that as many records bear, before and behind one, which stand for it in learning."""
UNUSED = OF_ALL.index("is_unused")

Predicted: TypeAlias = tuple[IntArray, Candidates, FloatArray]
"""Rows of some records, candidates for them, and what speaks for these (candidates, features)."""


@dataclass(frozen=True, eq=False)
class CalibratedSide:
    """What makes probabilities for texts of a side, and how it did on records predicted by the
    others."""

    calibrator: Calibrator
    figures: HeadingFigures


@dataclass(frozen=True, eq=False)
class Records:
    """sources  by side;  held  (records, concepts);  used  records that bear each concept
    texts      of the records, by side
    of_values  whether headings are what these records have: then one that no other record has is
               right by that alone, and nothing is learned of it"""

    sources: Mapping[str, Source]
    held: sparse.csr_matrix
    used: FloatArray
    texts: Mapping[str, Sequence[str]]
    of_values: bool = False

    def predicted(
        self, side: str, rows: IntArray, progress: Progress | None
    ) -> Iterator[Predicted]:
        """Some of the rows at a time."""
        source, texts = self.sources[side], self.texts.get(side)
        for start in range(0, len(rows), AT_ONCE):
            report(progress, start / len(rows), "Headings")
            some = rows[start : start + AT_ONCE]
            own = ["" if texts is None else texts[row] for row in some]
            read = sparse.csr_matrix(source.side.rows[some])
            found = source.read(own, read, left_out=True)
            yield some, found, found.features(self._used_by_others(found, some))

    def _used_by_others(self, found: Candidates, rows: IntArray) -> FloatArray:
        """How many records bear each candidate, without its own one and what repeats it: the number
        of a heading drawn among the `AS_OFTEN` before and behind it in the order of these numbers.
        As it is, 246 would tell that a record is one of the 247 that bear the only such heading."""
        shape = len(rows), self.held.shape[0]
        itself = sparse.csr_matrix((np.ones(len(rows)), (np.arange(len(rows)), rows)), shape=shape)
        counted = sparse.csr_matrix(found.views[0].repeated.maximum(itself) @ self.held)
        own = np.asarray(counted[found.text, found.concept]).ravel()
        others, ordered = self.used[found.concept] - own, np.sort(self.used[self.used > 0])
        first, behind = (np.searchsorted(ordered, others, side) for side in ("left", "right"))
        draw = np.random.default_rng(int(rows[0]))
        place = draw.integers(first, behind, endpoint=True)
        place += draw.integers(-AS_OFTEN, AS_OFTEN, len(place), endpoint=True)
        return np.where(others > 0, ordered[place.clip(0, len(ordered) - 1)], others)


def learned_on_headings(
    records: Records, side: str, rng: np.random.Generator, progress: Progress | None
) -> CalibratedSide:
    """On the headings that records with this side have."""
    rows = _drawn(_like_those_asked(records.sources[side]), rng)
    features, right, record, concept = [], [], [], []
    # Where there are labels to look for, more of the time goes into that.
    begun = PREDICTING[records.of_values]
    for some, found, speaking in records.predicted(side, rows, scaled(progress, 0.0, begun)):
        known = speaking[:, UNUSED] == 0 if records.of_values else np.ones(len(found), dtype=bool)
        at, number = some[found.text[known]], found.concept[known]
        features.append(speaking[known])
        right.append(np.asarray(records.held[at, number]).ravel() > 0)
        record.append(at)
        concept.append(number)
    candidates = np.vstack(features), np.concatenate(right), np.concatenate(record)
    calibrator, stated = cross_fitted(*candidates, scaled(progress, begun, 1.0))
    several = sparse.diags_array((records.used > records.of_values).astype(np.float32))
    held = sparse.csr_matrix(records.held @ several)
    held.eliminate_zeros()
    figures = heading_figures(np.concatenate(record), np.concatenate(concept), stated, held, rows)
    return CalibratedSide(calibrator, figures)


def learned_on_pairs(
    records: Records,
    sides: tuple[str, str],
    known: Calibrator,
    rng: np.random.Generator,
    progress: Progress | None,
) -> Calibrator:
    """For the first of the sides, on pairs without headings: `known` states how probable each is
    for the text on the second side, and what is drawn by that stands for what a cataloguer would
    have given."""
    rows = _drawn(records.sources[sides[0]].pairs[sides[1]], rng)
    features, right, record = [], [], []
    begun = PREDICTING[records.of_values]
    both = (records.predicted(side, rows, scaled(progress, 0.0, begun)) for side in sides)
    for (some, found, speaking), (_, other, speaking_there) in zip(*both, strict=True):
        shape = len(some), records.held.shape[1]
        stated = known.probabilities(speaking_there, other.text)
        chance = sparse.csr_matrix((stated, (other.text, other.concept)), shape=shape)
        features.append(speaking)
        own = np.asarray(chance[found.text, found.concept]).ravel()
        right.append(rng.random(len(own)) < own)
        record.append(some[found.text])
    candidates = np.vstack(features), np.concatenate(right), np.concatenate(record)
    return cross_fitted(*candidates, scaled(progress, begun, 1.0))[0]


def _like_those_asked(source: Source) -> IntArray:
    """Records without a counterpart help to find headings; librarians may give them fewer, as to
    other kinds of works."""
    paired = np.unique(np.concatenate([source.own[:0], *source.pairs.values()]))
    whole = np.intersect1d(source.own, paired)
    return whole if len(whole) >= ENOUGH_WHOLE else source.own


def _drawn(rows: IntArray, rng: np.random.Generator) -> IntArray:
    """At most `MOST_LEARNED_ON` of them."""
    if len(rows) <= MOST_LEARNED_ON:
        return rows
    return np.sort(rng.choice(rows, MOST_LEARNED_ON, replace=False))
