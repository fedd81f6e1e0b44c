"""Candidate keywords of documents with their probabilities, and what they are ranked by."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from scipy import sparse

from gplsa.core.sums import entries_of, row_sums
from gplsa.core.types import BoolArray, FloatArray, Int32Array, IntArray, VisualFeatures
from gplsa.keywords.fitting import KeywordCalibration, LexiconInUse
from gplsa.keywords.phrases.learned import FoundPhrases
from gplsa.keywords.phrases.side import PhraseSide
from gplsa.keywords.regression import Regression
from gplsa.keywords.scoring.choosing import (
    LAST,
    LOW,
    SURE_COMPOUND,
    Whole,
    likely_phrase,
    reading_score,
    salience_score,
)
from gplsa.keywords.scoring.probability import Candidates
from gplsa.keywords.scoring.specificity import Context, burstiness, specificity
from gplsa.keywords.scoring.traits import Traits

ALIKE = 0.9
"""Least probability of a name that stands in the document in the same letters: two training pairs
say little of it, its letters do."""


@dataclass(frozen=True)
class ScoredCandidates:
    """Candidates of several documents (CSR layout) with p, q (None: unknown), salience, and how
    many pairs are behind each.

    in_passing  names that are known by their letters alone and stand in their document once
    """

    indptr: IntArray
    terms: Int32Array
    p: FloatArray
    q: FloatArray | None
    salience: FloatArray
    pairs: FloatArray
    in_passing: BoolArray | None = None
    phrases: tuple[FoundPhrases, FloatArray] | None = None


@dataclass(frozen=True, eq=False)
class CandidateScorer:
    """learned: with the counts of the complete training pairs; the rest as in `KeywordRanker`."""

    learned: LexiconInUse
    calibration: KeywordCalibration
    traits: Traits
    phrases: PhraseSide | None
    regression: Regression | None
    alike: IntArray | None = None

    def candidates(
        self,
        counts: sparse.csr_matrix,
        *,
        with_phrases: bool,
        with_specificity: bool = True,
        visual_features: VisualFeatures | None = None,
    ) -> ScoredCandidates:
        """The candidates of every document; q and phrases cost time and can be left out."""
        if self.regression is not None:
            return self._by_regression(counts, self.regression, visual_features)
        found = self.learned.candidates(counts)
        p, q = self.calibration.occurring.probability(found.features), None
        alike = self.stands_alike(counts, found.documents, found.terms)
        in_passing = self.stands_alike(_single(counts), found.documents, found.terms) & (p < ALIKE)
        p = np.where(alike, np.maximum(p, ALIKE), p)
        # Its letters speak for a name, however few pairs hold it.
        pairs = np.where(alike, np.inf, found.pairs)
        if self.calibration.specificity is not None and with_specificity:
            context = Context(row_sums(counts), self._burst, self.traits)
            q = specificity(self.calibration.specificity, found, p, context)
        scored = ScoredCandidates(
            *(found.indptr, found.terms, p, q, self._salience(found), pairs, in_passing)
        )
        if self.phrases is None or not with_phrases:
            return scored
        of_phrases = self.phrases.scored(counts, found, p, self.calibration.phrases)
        return replace(scored, phrases=of_phrases)

    def wholes(self, scored: ScoredCandidates, document: int, telling: float) -> list[Whole]:
        """The phrases and compounds of one document that take the place of their words."""
        found = []
        if self.phrases is not None and scored.phrases is not None:
            least = likely_phrase(telling)
            found = self.phrases.of_document(*scored.phrases, document, least)
        parts = self.traits.parts
        if not parts.nnz:
            return found
        here = slice(scored.indptr[document], scored.indptr[document + 1])
        terms, p = scored.terms[here], scored.p[here]
        is_sure = (np.diff(parts.indptr)[terms] > 0) & (p >= SURE_COMPOUND)
        for term, probability in zip(terms[is_sure].tolist(), p[is_sure].tolist(), strict=True):
            held, _ = entries_of(parts, term)
            found.append(Whole(term, probability, [term, *held.tolist()]))
        return found

    def score(self, scored: ScoredCandidates, telling: float) -> FloatArray:
        """What candidate words are ranked by, as `gplsa.keywords.scoring.choosing` says."""
        if scored.q is None:
            score = salience_score(scored.p, scored.salience, telling)
        else:
            nouniness = self.traits.nouniness[scored.terms]
            score = reading_score(scored.p, scored.q, nouniness, telling)
        score = np.where(self.traits.first[scored.terms], LOW * score, score)
        return np.where(self.traits.circumstance[scored.terms], LAST * score, score)

    def probability_of(self, counts: sparse.csr_matrix, scored: ScoredCandidates) -> FloatArray:
        """p of the candidates of these documents, by `counts` of a part of each of them: what only
        the part calls for, as its last word is cut, is no candidate."""
        found, n = self.learned.candidates(counts), self.learned.lexicon.n_target
        documents = np.repeat(np.arange(counts.shape[0]), np.diff(scored.indptr))
        asked, called = documents * n + scored.terms, found.documents * n + found.terms
        p = np.zeros(len(asked))
        order = np.argsort(asked)
        places = order[np.searchsorted(asked, called, sorter=order).clip(max=len(asked) - 1)]
        known = asked[places] == called
        p[places[known]] = self.calibration.occurring.probability(found.features)[known]
        return p

    @cached_property
    def _burst(self) -> FloatArray:
        return burstiness(self.learned.target)

    def _by_regression(
        self,
        counts: sparse.csr_matrix,
        regression: Regression,
        visual_features: VisualFeatures | None,
    ) -> ScoredCandidates:
        filled = np.diff(counts.indptr) > 0
        n_target = self.learned.lexicon.n_target
        indptr = n_target * np.concatenate([[0], np.cumsum(filled, dtype=np.int64)])
        terms = np.tile(np.arange(n_target, dtype=np.int32), int(filled.sum()))
        seen = None if visual_features is None else visual_features[filled]
        p = regression.probabilities(sparse.csr_matrix(counts[filled]), seen).ravel()
        n_pairs = np.full(len(terms), float(self.learned.known.n_pairs))
        return ScoredCandidates(
            indptr, terms, p, None, np.tile(self.learned.idf, int(filled.sum())), n_pairs
        )

    def stands_alike(
        self, counts: sparse.csr_matrix, documents: IntArray, terms: Int32Array
    ) -> BoolArray:
        """Which candidates, a document and a term each, are names that stand in the document
        itself."""
        if self.alike is None:
            return np.zeros(len(terms), dtype=bool)
        names = self.alike[counts.indices]
        rows = np.repeat(np.arange(counts.shape[0]), np.diff(counts.indptr))
        n_target = self.learned.lexicon.n_target
        called = (rows * n_target + names)[names >= 0]
        return np.isin(documents * n_target + terms, called)

    def _salience(self, found: Candidates) -> FloatArray:
        often = 1 + np.log(np.maximum(found.expected, 1.0))
        return self.learned.idf[found.terms] * np.sqrt(often)


def _single(counts: sparse.csr_matrix) -> sparse.csr_matrix:
    """Of every document the terms that it has once."""
    single = counts.copy()
    single.data = np.where(counts.data == 1, 1, 0)
    single.eliminate_zeros()
    return single
