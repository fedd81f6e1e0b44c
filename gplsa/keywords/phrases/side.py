from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy import sparse

from gplsa.core.sums import entries_of
from gplsa.core.types import FloatArray, Int32Array
from gplsa.keywords.fitting import LexiconInUse
from gplsa.keywords.phrases.learned import (
    FoundPhrases,
    Phrases,
    cohesion,
    phrase_candidates,
)
from gplsa.keywords.scoring.boosting import Calibration
from gplsa.keywords.scoring.choosing import Whole
from gplsa.keywords.scoring.probability import Candidates


@dataclass(frozen=True, eq=False)
class PhraseSide:
    """phrases, target are those of the complete training pairs."""

    learned: LexiconInUse
    phrases: Phrases
    target: sparse.csr_matrix

    def words_of(self, phrase: int) -> Int32Array:
        """The terms that a phrase is made of."""
        return np.asarray(entries_of(self.phrases.terms, phrase)[0])

    def scored(
        self,
        counts: sparse.csr_matrix,
        words: Candidates,
        p: FloatArray,
        calibration: Calibration,
    ) -> tuple[FoundPhrases, FloatArray]:
        """Candidate phrases of every document, given its candidate words, with probabilities."""
        found = self.learned.candidates(counts)
        likely = phrase_candidates(found, words, p, self.phrases, self._cohesion)
        return likely, calibration.probability(likely.features)

    def of_document(
        self, found: FoundPhrases, probability: FloatArray, document: int, least: float
    ) -> list[Whole]:
        """The candidates of one document that are at least so likely."""
        n_target, begin = self.target.shape[1], int(found.indptr[document])
        here = probability[begin : found.indptr[document + 1]]
        return [
            Whole(n_target + number, float(probability[i]), self.words_of(number).tolist())
            for i in (begin + np.flatnonzero(here >= least)).tolist()
            for number in [int(found.phrases[i])]
        ]

    @cached_property
    def _cohesion(self) -> FloatArray:
        return cohesion(self.phrases, self.target)
