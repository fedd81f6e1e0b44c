"""Learning a lexicon from training pairs; what makes probabilities of it is learned in
`calibrating` and computed in `scoring`."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from scipy import sparse

from gplsa.core.sums import idf_of
from gplsa.core.types import BoolArray, FloatArray
from gplsa.keywords.pairing.lexicon import Frequencies, Lexicon, fit_lexicon
from gplsa.keywords.pairing.lines import Units
from gplsa.keywords.pairing.together import count_together
from gplsa.keywords.pairs import Profiles, TrainingPairs
from gplsa.keywords.phrases import learned
from gplsa.keywords.scoring import probability, specificity
from gplsa.keywords.scoring.boosting import Calibration
from gplsa.keywords.scoring.choosing import AS_BEFORE, Thresholds
from gplsa.progress import Progress

FLAT_ITERATIONS = 5  # from equal probabilities it takes two more than from topics


def build_lexicon(
    pairs: TrainingPairs, profiles: Profiles | None, progress: Progress | None = None
) -> Lexicon:
    """The short list of every source word, learned from units and checked by whole pairs."""
    units, chosen = pairs.in_units(), short_lexicon(pairs, profiles, progress)
    both = count_together(units.source, units.target, chosen.indptr, chosen.indices)
    of_units = Frequencies.of(units.source, units.target)
    chance = probability.smoothed_shares(chosen.indptr, chosen.indices, both, of_units)
    return replace(chosen, unit_chance=chance)


def short_lexicon(
    pairs: TrainingPairs, profiles: Profiles | None, progress: Progress | None = None
) -> Lexicon:
    """The same without `unit_chance`, which is 0: who asks for t(e|f) alone needs none."""
    source, target, units = pairs.source, pairs.target, pairs.in_units()
    iterations = {} if profiles is not None else {"iterations": FLAT_ITERATIONS}
    indptr, indices, translation = fit_lexicon(
        units.source, units.target, profiles, progress=progress, **iterations
    )
    together = count_together(source, target, indptr, indices)
    unknown = np.broadcast_to(0.0, len(indices))
    whole = Lexicon(indptr, indices, translation, together, unknown, target.shape[1])
    return probability.short_list(whole, LexiconInUse(whole, source, target).pair_share)


@dataclass(frozen=True, eq=False)
class LexiconInUse:
    """source, target  counts of complete pairs: those that the lexicon was learned from, unless it
    says otherwise;  nouns  as in `KeywordRanker`"""

    lexicon: Lexicon
    source: sparse.csr_matrix
    target: sparse.csr_matrix
    nouns: FloatArray | None = None

    @cached_property
    def known(self) -> Frequencies:
        """Of the pairs that the lexicon was learned from."""
        return self.lexicon.learned_from or Frequencies.of(self.source, self.target)

    @cached_property
    def pair_share(self) -> FloatArray:
        """P(e|f) of every pair of words of the lexicon."""
        return probability.pair_shares(self.lexicon, self.known)

    @cached_property
    def idf(self) -> FloatArray:
        return idf_of(self.known.target, self.known.n_pairs)

    def candidates(self, counts: sparse.csr_matrix) -> probability.Candidates:
        """Of documents, by their words, counts (n_docs, n_source)."""
        known = self.lexicon, self.pair_share, self.known, self.idf, self.nouns
        return probability.candidates(counts, *known)


def phrase_lexicon(pairs: TrainingPairs) -> Lexicon | None:
    """From source words to phrases, learned on the same units; None where none were counted."""
    units, phrases = pairs.in_units(), pairs.phrases
    if phrases is None or units.target_phrases is None:
        return None
    of_phrases = Units(units.source, units.target_phrases, units.document)
    return build_lexicon(TrainingPairs(pairs.source, phrases.counts, units=of_phrases), None)


@dataclass(frozen=True)
class PretrainedLexicon:
    """A lexicon that was learned elsewhere, from more pairs than those at hand.

    for_calibration  (n_docs,) which of those at hand it has not seen: they can judge it
    """

    lexicon: Lexicon
    for_calibration: BoolArray


@dataclass(frozen=True)
class KeywordCalibration:
    """What turns features into probabilities: that a word occurs in the counterpart, that it is
    among the specific words there (None: unknown), that a phrase stands there; and what is shown
    of them."""

    occurring: Calibration
    specificity: Calibration | None
    phrases: Calibration
    thresholds: Thresholds = AS_BEFORE


def default_keyword_calibration() -> KeywordCalibration:
    """For a corpus too small to learn from."""
    parts = (probability, specificity, learned)
    words, specific, phrases = (Calibration.default(part.DEFAULT_WEIGHTS) for part in parts)
    return KeywordCalibration(words, specific, phrases)
