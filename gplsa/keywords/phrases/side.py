from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy import sparse

from gplsa.core.sums import document_frequency, entries_of
from gplsa.core.types import BoolArray, FloatArray, Int32Array
from gplsa.keywords.fitting import LexiconInUse
from gplsa.keywords.pairing.lexicon import Lexicon
from gplsa.keywords.pairs import Pairs
from gplsa.keywords.phrases.learned import FoundPhrases, Phrases, cohesion, phrase_candidates
from gplsa.keywords.scoring.boosting import Calibration
from gplsa.keywords.scoring.choosing import Whole
from gplsa.keywords.scoring.probability import Candidates

MOSTLY = np.log(0.7)  # cohesion from which a phrase is implied by its rarest word


@dataclass(frozen=True, eq=False)
class PhraseSide:
    """phrases, target are those of the complete training pairs."""

    learned: LexiconInUse
    phrases: Phrases
    target: sparse.csr_matrix

    @classmethod
    def of(cls, pairs: Pairs, lexicon: Lexicon | None) -> "PhraseSide | None":
        """None where nothing is known of phrases.  pairs  those that the lexicon of phrases was
        learned from"""
        phrases = pairs.phrases
        if phrases is None or lexicon is None:
            return None
        return cls(LexiconInUse(lexicon, pairs.source, phrases.counts), phrases, pairs.target)

    def words_of(self, phrase: int) -> Int32Array:
        """The terms that a phrase is made of."""
        return np.asarray(entries_of(self.phrases.terms, phrase)[0])

    def likely(self, counts: sparse.csr_matrix, words: Candidates, p: FloatArray) -> FoundPhrases:
        """Candidate phrases of every document, given its candidate words with probabilities."""
        found = self.learned.candidates(counts)
        return phrase_candidates(found, words, p, self.phrases, self._cohesion)

    def scored(
        self, counts: sparse.csr_matrix, words: Candidates, p: FloatArray, calibration: Calibration
    ) -> tuple[FoundPhrases, FloatArray]:
        """The same with their probabilities."""
        likely = self.likely(counts, words, p)
        return likely, calibration.probability(likely.features)

    def of_document(
        self,
        found: FoundPhrases,
        probability: FloatArray,
        document: int,
        likely: float,
        joined: float,
        alone: BoolArray,
    ) -> list[Whole]:
        """The candidates of one document that are likely, or may join words that are shown: its
        rarest one where the phrase mostly stands whole, as *York* does, else all of them.

        alone  (n_target) whether a word says something alone, so that it can be shown
        """
        n_target, begin = self.target.shape[1], int(found.indptr[document])
        here = probability[begin : found.indptr[document + 1]]
        some = np.flatnonzero(here >= min(likely, joined))
        chances = zip(found.phrases[begin + some].tolist(), here[some].tolist(), strict=True)
        wholes = []
        for number, p in chances:
            words = self.words_of(number)
            shown = words[alone[words]] if alone[words].any() else words
            if self._cohesion[number] >= MOSTLY:
                shown = shown[[self._held_in[shown].argmin()]]
            where = () if p >= likely else shown.tolist()
            wholes.append(Whole(n_target + number, p, words.tolist(), where))
        return wholes

    @cached_property
    def _held_in(self) -> FloatArray:
        return document_frequency(self.target)

    @cached_property
    def _cohesion(self) -> FloatArray:
        return cohesion(self.phrases, self.target)
