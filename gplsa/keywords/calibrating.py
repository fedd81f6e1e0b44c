"""Learning what keywords of one direction need; their probabilities from documents that a lexicon
has not seen."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil

import numpy as np
from scipy import sparse

from gplsa.core.sums import holds, row_sums
from gplsa.core.types import BoolArray, FloatArray, IntArray
from gplsa.keywords.fitting import (
    KeywordCalibration,
    LexiconInUse,
    PretrainedLexicon,
    build_lexicon,
    default_keyword_calibration,
    phrase_lexicon,
)
from gplsa.keywords.pairing.lexicon import Lexicon
from gplsa.keywords.pairs import TrainingPairs
from gplsa.keywords.phrases.learned import DEFAULT_WEIGHTS, Phrases, learn_phrases
from gplsa.keywords.phrases.side import PhraseSide
from gplsa.keywords.scoring.boosting import Calibration
from gplsa.keywords.scoring.choosing import Thresholds
from gplsa.keywords.scoring.probability import Candidates, learn_calibration
from gplsa.keywords.scoring.specificity import Context, burstiness, is_specific, learn_specificity
from gplsa.progress import Progress, scaled

FOLDS = 4
FOLDS_SHARE = 0.8  # of the time that calibrating takes
LEAST_PAIRS = 40  # below this many pairs a fold teaches nothing, and the default calibration serves
ENOUGH = 200
"""Documents that must be judged, if there are so many: each calls up hundreds of words.  Where one
fold has them, one lexicon is learned instead of four."""
MOST_SCORED = 1000  # documents of a fold: they bound memory, and more teach little
MOST_CALLED = 1_200_000
"""Target words that these call up at most, one called up twice counted twice: each is a row of
features.  Only long texts with a long vocabulary, as of 100,000 pairs, call up so many."""


@dataclass(frozen=True)
class Calibrated:
    """calibration  what was learned
    lexicon, phrases  of words and of phrases that it was learned with, where one served for all:
                      they have not seen the documents that were judged
    """

    calibration: KeywordCalibration
    lexicon: Lexicon | None = None
    phrases: Lexicon | None = None


@dataclass(frozen=True)
class _ScoredRows:
    """Documents as a lexicon sees them that was learned without them."""

    held_out: IntArray
    source: sparse.csr_matrix
    words: Candidates
    context: Context
    occurs: BoolArray
    specific: BoolArray
    phrases: PhraseSide | None


def calibrate(
    pairs: TrainingPairs,
    rng: np.random.Generator,
    progress: Progress | None = None,
    pretrained: PretrainedLexicon | None = None,
) -> Calibrated:
    """Learn the probabilities from documents that are judged by a lexicon which has not seen them.

    pairs  `TrainingPairs.checked`
    Of many pairs a part is kept apart for it; of few, one fold after the other (`FOLDS`), until
    `ENOUGH` are judged.  The lexicons start from equal probabilities, because topics of the whole
    corpus would carry what the counterparts of the judged documents say.
    """
    usable = np.flatnonzero(
        pairs.learned if pretrained is None else pairs.learned & pretrained.for_calibration
    )
    if len(usable) < LEAST_PAIRS:
        return Calibrated(default_keyword_calibration())
    if pairs.by_regression:  # which has probabilities of its own
        return Calibrated(replace(default_keyword_calibration(), thresholds=Thresholds()))
    scored, folds = [], []
    parts = list(_held_out(usable, rng) if pretrained is None else [usable])
    for number, held_out in enumerate(parts):
        seen = pairs.learned.copy()
        seen[held_out if pretrained is None else pretrained.for_calibration] = False
        part = scaled(progress, *(FOLDS_SHARE * at / len(parts) for at in (number, number + 1)))
        own = pairs.of(seen)
        lexicon = build_lexicon(own, None, part) if pretrained is None else pretrained.lexicon
        words = LexiconInUse(lexicon, own.source, own.target)
        fold = _FoldLexicons(words, PhraseSide.of(own, phrase_lexicon(own)))
        folds.append(fold)
        starts = range(0, len(held_out), MOST_SCORED)
        scored += [fold.scored(pairs, held_out[at : at + MOST_SCORED]) for at in starts]
    calibration = _learn_calibration(pairs, scored, rng, scaled(progress, FOLDS_SHARE, 1.0))
    if len(folds) > 1:
        return Calibrated(calibration)
    [fold] = folds
    phrases = None if fold.phrases is None else fold.phrases.learned.lexicon
    return Calibrated(calibration, fold.words.lexicon, phrases)


def _held_out(usable: IntArray, rng: np.random.Generator) -> Iterator[IntArray]:
    """Documents to judge together, by a lexicon of all others."""
    order, n = rng.permutation(usable), len(usable)
    if n >= FOLDS * ENOUGH:
        yield np.sort(order[: min(n // FOLDS, MOST_SCORED)])
        return
    for fold in range(min(ceil(ENOUGH * FOLDS / n), FOLDS)):
        yield np.sort(order[fold::FOLDS])


def _learn_calibration(
    pairs: TrainingPairs,
    scored: Sequence[_ScoredRows],
    rng: np.random.Generator,
    progress: Progress | None,
) -> KeywordCalibration:
    features = np.vstack([one.words.features for one in scored])
    if not len(features):  # no document has a word in common with others
        return default_keyword_calibration()
    occurs_there = np.concatenate([one.occurs for one in scored])
    occurring = learn_calibration(features, occurs_there, rng, scaled(progress, 0.0, 0.6))
    p = [occurring.probability(one.words.features) for one in scored]
    specificity = learn_specificity(
        [(one.words, own, one.context) for one, own in zip(scored, p, strict=True)],
        [one.specific for one in scored],
        rng,
        scaled(progress, 0.6, 0.95),
    )
    calibration = _calibrate_phrases(scored, p, pairs.phrases, scaled(progress, 0.95, 1.0))
    return KeywordCalibration(occurring, specificity, calibration, Thresholds())


@dataclass(frozen=True)
class _FoldLexicons:
    """Lexicons of words and of phrases."""

    words: LexiconInUse
    phrases: PhraseSide | None

    def scored(self, pairs: TrainingPairs, documents: IntArray) -> _ScoredRows:
        """Documents of these pairs, which the lexicons have not seen."""
        documents = affordable(pairs.source, documents, self.words.lexicon)
        source, target = pairs.source[documents], pairs.target[documents]
        found = self.words.candidates(source)
        return _ScoredRows(
            documents,
            source,
            words=found,
            context=Context(row_sums(source), burstiness(self.words.target), pairs.kinds),
            occurs=holds(target, found.documents, found.terms),
            specific=is_specific(found, target, self.words.idf),
            phrases=self.phrases,
        )


def affordable(source: sparse.csr_matrix, held_out: IntArray, lexicon: Lexicon) -> IntArray:
    """So many of the held-out documents, evenly spread, as call up about `MOST_CALLED` words."""
    called = np.diff(lexicon.indptr)[source[held_out].indices].sum()
    if called <= MOST_CALLED:
        return held_out
    n = max(int(len(held_out) * MOST_CALLED / called), min(LEAST_PAIRS // FOLDS, len(held_out)))
    return held_out[np.linspace(0, len(held_out) - 1, n).astype(np.int64)]


def _calibrate_phrases(
    scored: Sequence[_ScoredRows],
    p: Sequence[FloatArray],
    phrases: Phrases | None,
    progress: Progress | None,
) -> Calibration:
    features, labels = [], []
    for one, own in zip(scored, p, strict=True):
        if phrases is not None and one.phrases is not None:
            found = one.phrases.likely(one.source, one.words, own)
            features.append(found.features)
            labels.append(holds(phrases.counts[one.held_out], found.documents, found.phrases))
    if not features:
        return Calibration.default(DEFAULT_WEIGHTS)
    return learn_phrases(np.vstack(features), np.concatenate(labels), progress)
