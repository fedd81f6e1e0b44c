"""Keywords of every direction from what was counted, calibrated and checked on pairs kept apart."""

import os
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from itertools import combinations
from threading import Lock

import numpy as np
from scipy import sparse

from gplsa.core.sums import column_sums, document_frequency
from gplsa.core.types import BoolArray, FloatArray, Rng, Sides
from gplsa.keywords import (
    KeywordCalibration,
    KeywordRanker,
    PretrainedLexicon,
    TrainingPairs,
    Units,
    align_lines,
)
from gplsa.message import Message
from gplsa.model.verdict import Validation
from gplsa.progress import Progress, attended, in_shares, named, report, scaled
from gplsa.training.counted import Counted, Side
from gplsa.training.fitting import FittedTopics
from gplsa.training.parts_of_compounds import LEAST_PIECES, alone_in
from gplsa.training.source import Drawn, Rngs
from gplsa.training.validation import validate_keywords

ALIGNING_SHARE = 0.15  # of the time that keywords take
CHECKING_SHARE = 0.6

Rankers = dict[Sides, KeywordRanker]


@dataclass(frozen=True)
class LearnedBefore:
    """What is known of keywords before they are learned, by direction.

    calibrations  what turns what speaks for a word into a probability
    pretrained    lexicons learned from more documents
    """

    calibrations: Mapping[Sides, KeywordCalibration] = field(default_factory=dict)
    pretrained: Mapping[Sides, PretrainedLexicon] = field(default_factory=dict)

    def seen(self, documents: BoolArray) -> "LearnedBefore":
        """The same beside some of the documents, by a mask."""
        of_these = {
            direction: replace(one, for_calibration=one.for_calibration[documents])
            for direction, one in self.pretrained.items()
        }
        return replace(self, pretrained=of_these)


@attended
def learn_keywords(
    drawn: Drawn,
    topics: FittedTopics,
    rngs: Rngs,
    pretrained: Mapping[Sides, PretrainedLexicon],
    progress: Progress | None = None,
) -> tuple[Rankers, Validation | None]:
    """Rankers that have not seen the held-out pairs, nor copies of them, are calibrated, and
    checked on them; those of the model, which learn from all, take over their calibration.  Nothing
    is checked where no pair is held out.

    What is checked owes nothing to topics, which have seen all pairs: they start lexicons, and
    are named as evidence, but no keyword is chosen by them.
    """
    counted, held_out = drawn.counted, drawn.held_out
    known, found, checked = LearnedBefore(pretrained=pretrained), None, 0.0
    if held_out.any():
        checked = CHECKING_SHARE
        # Lexicons of more documents have words that the held-out ones may have brought.
        apart = ~np.isin(counted.originals, counted.originals[held_out])
        seen = counted.of(apart) if pretrained else counted.without(~apart)
        part = named(scaled(progress, 0.0, checked), Message("Checking"))
        trial = fit_rankers(seen, None, rngs.checking, known.seen(apart), part)
        found = validate_keywords(trial, seen, drawn)
        calibrations = {direction: ranker.calibration for direction, ranker in trial.items()}
        known = replace(known, calibrations=calibrations)
    return fit_rankers(counted, topics, rngs.fitting, known, scaled(progress, checked, 1.0)), found


@attended
def fit_rankers(
    counted: Counted,
    topics: FittedTopics | None,
    rng: Rng,
    known: LearnedBefore,
    progress: Progress | None = None,
) -> Rankers:
    """One ranker for every direction, several at a time: their kernels release the interpreter.

    topics  of these documents; None: as in `KeywordRanker.fit`
    """
    report(progress, 0.0, "Keywords")
    # Lexicons that were learned from more documents are as they are.
    pairs = pairs_of(counted, not known.pretrained, scaled(progress, 0.0, ALIGNING_SHARE))
    parts = _shared_progress(scaled(progress, ALIGNING_SHARE, 1.0), len(pairs))

    def fit_one(place: int, direction: Sides, own_rng: Rng) -> KeywordRanker:
        return KeywordRanker.fit(
            pairs[direction],
            None if topics is None else topics.of(direction),
            calibration=known.calibrations.get(direction),
            pretrained=known.pretrained.get(direction),
            random_state=own_rng,
            progress=parts[place],
        )

    with ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
        fitted = list(pool.map(fit_one, range(len(pairs)), pairs, rng.spawn(len(pairs))))
    return dict(zip(pairs, fitted, strict=True))


def pairs_of(
    counted: Counted, prefer_wholes: bool, progress: Progress | None = None
) -> dict[Sides, TrainingPairs]:
    """The training pairs of every direction that has some, in units; doubted ones are empty.

    prefer_wholes  whether a compound stands alone where it is known, see `_preferring_wholes`
    """
    sides = counted.sides
    has = {name: np.diff(counts.indptr) > 0 for name, counts in counted.trusted.items()}
    side_pairs = [(a, b) for a, b in combinations(sides, 2) if (has[a] & has[b]).any()]
    cut: dict[Sides, Units] = {}
    for (first, second), part in in_shares(side_pairs, progress):
        one, other = sides[first], sides[second]
        units = align_lines(
            *(one.lines, other.lines, counted.n_documents, part),
            phrases=(_phrase_lines(one), _phrase_lines(other)),
        )
        cut[first, second], cut[second, first] = units, units.swapped()
    found = {}
    for (source, target), units in cut.items():
        of_source, of_target = sides[source].phrasing, sides[target].phrasing
        parts = of_source.traits.parts if prefer_wholes and of_source is not None else None
        found[source, target] = TrainingPairs(
            counted.trusted[source],
            counted.trusted[target],
            units=_preferring_wholes(units, parts),
            traits=None if of_target is None else of_target.traits,
            spelling=None if of_source is None else of_source.traits.spelling,
            nouns=_nouns(sides[source]),
            phrases=None if of_target is None else of_target.phrases,
            by_regression=sides[source].by_regression,
            visual_features=sides[source].visual_features,
        )
    return found


def _nouns(side: Side) -> FloatArray | None:
    if side.phrasing is None:
        return None
    return side.phrasing.traits.nouns(column_sums(side.counts), side.vocabulary.language)


def _phrase_lines(side: Side) -> sparse.csr_matrix | None:
    lines = None if side.phrasing is None else side.phrasing.lines
    return None if lines is None else lines.counts


def _preferring_wholes(units: Units, parts: sparse.csr_matrix | None) -> Units:
    """A place of a line is one word of the source: where the whole is frequent enough to learn from
    its parts are no rivals to it (*Haushaltsplan* keeps *budget*), where it is rare they speak."""
    if parts is None or not parts.nnz:
        return units
    known = np.flatnonzero(document_frequency(units.source) >= LEAST_PIECES)
    keep = sparse.csr_matrix((np.ones(len(known)), (known, known)), parts.shape)
    return replace(units, source=alone_in(units.source, sparse.csr_matrix(keep @ parts)))


def _shared_progress(progress: Progress | None, n_parts: int) -> list[Progress | None]:
    """Progress of parts that run at the same time; together they fill the whole."""
    if progress is None:
        return [None] * n_parts
    done = [0.0] * n_parts
    lock = Lock()

    def part(place: int) -> Progress:
        def tell(fraction: float, phase: str) -> None:
            with lock:
                done[place] = fraction
                progress(sum(done) / n_parts, phase)

        return tell

    return [part(place) for place in range(n_parts)]
