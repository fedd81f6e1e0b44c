"""Learning a lexicon, and the probability on top of it, from training pairs."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import sparse

from gplsa.core.types import FloatArray
from gplsa.keywords.pairing.lexicon import Frequencies, Lexicon, fit_lexicon
from gplsa.keywords.pairing.together import count_together
from gplsa.keywords.pairing.units import Units
from gplsa.keywords.phrases.learned import (
    PhraseCalibration,
    Phrases,
    cohesion,
    default_phrase_calibration,
    learn_phrases,
    phrase_candidates,
    stand_in,
)
from gplsa.keywords.scoring.choosing import AS_BEFORE, Needs
from gplsa.keywords.scoring.ranking import (
    Calibration,
    Candidates,
    candidates,
    default_calibration,
    document_frequency,
    idf_of,
    inverse_document_frequency,
    learn_calibration,
    occurs,
    short_list,
    smoothed_share,
    witness_probability,
)
from gplsa.keywords.scoring.telling import (
    Context,
    Telling,
    context_of,
    default_telling,
    is_telling,
    learn_telling,
)
from gplsa.keywords.scoring.traits import Traits
from gplsa.progress import Progress, scaled

FOLDS = 4
FOLDS_SHARE = 0.8  # of the time that calibrating takes
LEAST_PAIRS = 40
"""Below this many pairs a fold teaches nothing, and the default calibration serves."""

MOST_JUDGED = 1000
"""Hidden documents of a fold that are judged at most: they bound memory, and more teach little."""

MOST_CALLED = 1_200_000
"""Target words that the held-out documents of a fold call up at most, one called up twice counted
twice, for the same reason: each is a row of features.  Only long texts with a long vocabulary, as
of 100,000 pairs and more, call up so many."""

FLAT_ITERATIONS = 5
"""A lexicon started from equal probabilities needs two iterations more than one started from
topics."""

Profiles = tuple[np.ndarray, np.ndarray]


def build_lexicon(
    source: sparse.csr_matrix,
    target: sparse.csr_matrix,
    units: Units,
    profiles: Profiles | None,
    progress: Progress | None = None,
) -> Lexicon:
    """The short list of every source word, learned from units and checked by whole pairs."""
    iterations = {} if profiles is not None else {"iterations": FLAT_ITERATIONS}
    indptr, indices, translation = fit_lexicon(
        units.source, units.target, profiles, progress=progress, **iterations
    )
    together = count_together(source, target, indptr, indices)
    both = count_together(units.source, units.target, indptr, indices)
    of_units = Frequencies(
        document_frequency(units.source), document_frequency(units.target), len(units.document)
    )
    chance = unit_chance(indptr, indices, both, of_units)
    whole = Lexicon(indptr, indices, translation, together, chance, target.shape[1])
    return short_list(whole, pair_witness(whole, source, target))


def unit_chance(
    indptr: npt.NDArray[np.int64],
    indices: npt.NDArray[np.int32],
    both: FloatArray,
    of_units: Frequencies,
) -> FloatArray:
    """P_u(e|f): the share of the units with f that hold e, smoothed like the witness."""
    source_words = np.repeat(np.arange(len(indptr) - 1), np.diff(indptr))
    base = of_units.target[indices] / max(of_units.n_pairs, 1)
    return smoothed_share(both, of_units.source[source_words], base)


def frequencies(
    lexicon: Lexicon, source: sparse.csr_matrix, target: sparse.csr_matrix
) -> Frequencies:
    """Of the pairs that the lexicon was learned from: these, unless it says otherwise."""
    return lexicon.learned_from or Frequencies(
        document_frequency(source), document_frequency(target), source.shape[0]
    )


def pair_witness(
    lexicon: Lexicon, source: sparse.csr_matrix, target: sparse.csr_matrix
) -> FloatArray:
    """P(e|f) for every pair of words of the lexicon, counted on the training pairs."""
    known = frequencies(lexicon, source, target)
    return witness_probability(lexicon, known.source, known.target, known.n_pairs)


def phrase_lexicon(source: sparse.csr_matrix, phrases: Phrases, units: Units) -> Lexicon | None:
    """From source words to phrases, learned on the same units; None where none were counted."""
    if units.target_phrases is None:
        return None
    of_phrases = Units(units.source, units.target_phrases, units.document)
    return build_lexicon(source, phrases.counts, of_phrases, None)


@dataclass(frozen=True)
class KeywordCalibration:
    """What turns features into probabilities: that a word occurs in the counterpart, that it is
    among the specific words there (None: unknown), that a phrase stands there; and what is shown
    of them."""

    occurring: Calibration
    telling: Telling | None
    phrases: PhraseCalibration
    needs: Needs = AS_BEFORE


def default_keyword_calibration() -> KeywordCalibration:
    """For a corpus too small to learn from."""
    return KeywordCalibration(
        default_calibration(), default_telling(), default_phrase_calibration()
    )


@dataclass(frozen=True)
class _ScoredRows:
    """Hidden documents as a lexicon sees them that was learned without them."""

    words: Candidates
    context: Context
    occurs: npt.NDArray[np.bool_]
    telling: npt.NDArray[np.bool_]
    phrases: Candidates | None
    cohesion: FloatArray
    held_out: npt.NDArray[np.intp]


def calibrate(
    source: sparse.csr_matrix,
    target: sparse.csr_matrix,
    units: Units,
    complete: npt.NDArray[np.bool_],
    rng: np.random.Generator,
    progress: Progress | None = None,
    *,
    traits: Traits | None = None,
    phrases: Phrases | None = None,
    apart: npt.NDArray[np.bool_] | None = None,
    lexicon: Lexicon | None = None,
) -> KeywordCalibration:
    """Learn the probabilities, cross-fitted: every document is judged by a lexicon that has not
    seen it.  The folds' lexicons start from equal probabilities, because topics of the
    whole corpus would carry what the hidden counterparts say.

    lexicon, apart  one that was learned from more pairs than these, and which of these it has not
                    seen: they are judged by it, and there are no folds
    """
    pairs = np.flatnonzero(complete if apart is None else complete & apart)
    if len(pairs) < LEAST_PAIRS:
        return default_keyword_calibration()
    fold = np.full(source.shape[0], -1)
    fold[pairs] = rng.permutation(len(pairs)) % FOLDS
    traits = traits or Traits.unknown(target.shape[1])
    scored = []
    for k in range(FOLDS):
        seen = complete & (fold != k) if apart is None else complete & ~apart
        part = scaled(progress, FOLDS_SHARE * k / FOLDS, FOLDS_SHARE * (k + 1) / FOLDS)
        held_out = np.flatnonzero(fold == k)[:MOST_JUDGED]
        scored.append(
            _score_held_out(source, target, units, seen, held_out, traits, phrases, part, lexicon)
        )
    rest = scaled(progress, FOLDS_SHARE, 1.0)
    features = np.vstack([one.words.features for one in scored])
    occurs_there = np.concatenate([one.occurs for one in scored])
    occurring = learn_calibration(features, occurs_there, rng, scaled(rest, 0.0, 0.6))
    p = [occurring.probability(one.words.features) for one in scored]
    telling = learn_telling(
        [(one.words, own, one.context) for one, own in zip(scored, p, strict=True)],
        [one.telling for one in scored],
        rng,
        scaled(rest, 0.6, 0.95),
    )
    calibration = default_phrase_calibration()
    if phrases is not None:
        calibration = _calibrate_phrases(scored, p, phrases, scaled(rest, 0.95, 1.0))
    return KeywordCalibration(occurring, telling, calibration, Needs())


def _score_held_out(
    source: sparse.csr_matrix,
    target: sparse.csr_matrix,
    units: Units,
    seen: npt.NDArray[np.bool_],
    held_out: npt.NDArray[np.intp],
    traits: Traits,
    phrases: Phrases | None,
    progress: Progress | None,
    lexicon: Lexicon | None,
) -> _ScoredRows:
    x, y, units = source[seen], target[seen], units.of_documents(seen)
    if lexicon is None:
        lexicon = build_lexicon(x, y, units, None, progress)
    held_out = affordable(source, held_out, lexicon)
    known, df = frequencies(lexicon, x, y), document_frequency(x)
    idf, witness = idf_of(known.target, known.n_pairs), pair_witness(lexicon, x, y)
    found = candidates(source[held_out], lexicon, witness, known.source, idf, known.n_pairs)
    found_phrases, together = None, np.zeros(0)
    if phrases is not None:
        kept = phrases.of_documents(seen)
        of_phrases = phrase_lexicon(x, kept, units)
        if of_phrases is not None:
            together = cohesion(kept, y)
            found_phrases = candidates(
                *(source[held_out], of_phrases, pair_witness(of_phrases, x, kept.counts), df),
                *(inverse_document_frequency(kept.counts), x.shape[0]),
            )
    return _ScoredRows(
        words=found,
        context=context_of(source[held_out], y, traits),
        occurs=occurs(found, target[held_out]),
        telling=is_telling(found, target[held_out], idf),
        phrases=found_phrases,
        cohesion=together,
        held_out=held_out,
    )


def affordable(
    source: sparse.csr_matrix, held_out: npt.NDArray[np.intp], lexicon: Lexicon
) -> npt.NDArray[np.intp]:
    """So many of the held-out documents, evenly spread, as call up about `MOST_CALLED` words."""
    called = np.diff(lexicon.indptr)[source[held_out].indices].sum()
    if called <= MOST_CALLED:
        return held_out
    n = max(int(len(held_out) * MOST_CALLED / called), min(LEAST_PAIRS // FOLDS, len(held_out)))
    return held_out[np.linspace(0, len(held_out) - 1, n).astype(np.intp)]


def _calibrate_phrases(
    scored: Sequence[_ScoredRows],
    p: Sequence[FloatArray],
    phrases: Phrases,
    progress: Progress | None,
) -> PhraseCalibration:
    features, labels = [], []
    for one, own in zip(scored, p, strict=True):
        if one.phrases is not None:
            found = phrase_candidates(one.phrases, one.words, own, phrases, one.cohesion)
            features.append(found.features)
            labels.append(stand_in(found, phrases.counts[one.held_out]))
    if not features:
        return default_phrase_calibration()
    return learn_phrases(np.vstack(features), np.concatenate(labels), progress)
