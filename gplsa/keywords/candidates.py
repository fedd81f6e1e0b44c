"""Candidate keywords of documents with their probabilities, and what they are ranked by."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from scipy import sparse

from gplsa.core.sums import entries_of, entry_rows, row_sums
from gplsa.core.types import (
    BoolArray,
    FloatArray,
    Int32Array,
    IntArray,
    PictureFeatures,
    VisualFeatures,
)
from gplsa.keywords.fitting import KeywordCalibration, LexiconInUse
from gplsa.keywords.gist import (
    FEW,
    IN_PASSING,
    LARGEST_LIFT,
    NO_NOUN,
    OF_TOPICS,
    OPENED,
    Gist,
    log_lift,
)
from gplsa.keywords.phrases.learned import FoundPhrases
from gplsa.keywords.phrases.side import PhraseSide
from gplsa.keywords.regression import Regression
from gplsa.keywords.scoring import choosing
from gplsa.keywords.scoring.choosing import CandidateWords, Whole
from gplsa.keywords.scoring.specificity import Context, burstiness, specificity
from gplsa.keywords.scoring.traits import Traits
from gplsa.keywords.support import LexiconRow, Support

ALIKE = 0.9
"""Least probability of a name that stands in the document in the same letters: two training pairs
say little of it, its letters do."""


@dataclass(frozen=True)
class ScoredCandidates:
    """Candidates of several documents (CSR layout) with p, q (None: unknown), salience, and how
    many pairs are behind each.

    in_passing  names that are known by their letters alone and stand in their document once
    nouns       how much of what calls each up are nouns, as in `Candidates`; None: unknown
    """

    indptr: IntArray
    terms: Int32Array
    p: FloatArray
    q: FloatArray | None
    salience: FloatArray
    pairs: FloatArray
    in_passing: BoolArray | None = None
    nouns: FloatArray | None = None
    phrases: tuple[FoundPhrases, FloatArray] | None = None

    def of(self, document: int, score: FloatArray) -> CandidateWords:
        """Those of one document; score  of all of them"""
        part = slice(self.indptr[document], self.indptr[document + 1])
        q = None if self.q is None else self.q[part]
        return CandidateWords(self.terms[part], self.p[part], q, score[part], self.pairs[part])


@dataclass(frozen=True, eq=False)
class CandidateScorer(ABC):
    """What gives candidates their probabilities and says what speaks for them.

    learned  the lexicon, with the counts of the complete training pairs
    traits   of the target terms
    """

    learned: LexiconInUse
    traits: Traits
    phrases: PhraseSide | None

    @abstractmethod
    def candidates(
        self, counts: sparse.csr_matrix, with_phrases: bool, features: VisualFeatures | None = None
    ) -> ScoredCandidates:
        """The candidates of every document; phrases cost time and can be left out."""

    @abstractmethod
    def support(
        self, row: sparse.csr_matrix, features: PictureFeatures | None
    ) -> Callable[[int], Support]:
        """Which terms of one document, (1, n_source) and its features, speak for a target word."""

    def weighed_by(self, gist: Gist, scored: ScoredCandidates) -> ScoredCandidates:
        """With q less where no noun calls a word up, as `gplsa.keywords.gist` says."""
        if scored.q is None or scored.nouns is None:
            return scored
        nouns = scored.nouns
        if gist.topics is not None:
            lift = log_lift(gist.topics, scored.indptr, scored.terms).clip(0) / LARGEST_LIFT
            nouns = np.maximum(nouns, lift * self.traits.nouniness[scored.terms])
        return replace(scored, q=scored.q * (NO_NOUN + (1 - NO_NOUN) * nouns))

    def raised(self, emphasis: FloatArray, scored: ScoredCandidates) -> ScoredCandidates:
        """With q as it must reach a threshold: times the emphasis, and of everyday words less where
        pairs are few, as `gplsa.keywords.gist` says."""
        if scored.q is None:
            return scored
        n_pairs = self.learned.known.n_pairs
        share = np.where(self.traits.everyday[scored.terms], n_pairs / (n_pairs + FEW), 1.0)
        return replace(scored, q=scored.q * emphasis * share)

    def emphasis(self, gist: Gist, scored: ScoredCandidates) -> FloatArray:
        """What the score and q of every candidate are multiplied by: as `gplsa.keywords.gist` says,
        a fifth where it is a first name or what books have."""
        return np.where(self.traits.first[scored.terms], choosing.LOW, 1.0)

    def wholes(
        self, scored: ScoredCandidates, document: int, telling: float, joined: float
    ) -> list[Whole]:
        """The phrases and compounds of one document that take the place of their words, and the
        phrases, of probability `joined` or more, that do so where all of these are shown."""
        found = []
        if self.phrases is not None and scored.phrases is not None:
            likely = choosing.likely_phrase(telling)
            alone = ~self.traits.name
            found = self.phrases.of_document(*scored.phrases, document, likely, joined, alone)
        parts = self.traits.parts
        if not parts.nnz:
            return found
        here = slice(scored.indptr[document], scored.indptr[document + 1])
        terms, p = scored.terms[here], scored.p[here]
        is_sure = (np.diff(parts.indptr)[terms] > 0) & (p >= choosing.SURE_COMPOUND)
        for term, probability in zip(terms[is_sure].tolist(), p[is_sure].tolist(), strict=True):
            held, _ = entries_of(parts, term)
            found.append(Whole(term, probability, [term, *held.tolist()]))
        return found

    def score(self, scored: ScoredCandidates, telling: float) -> FloatArray:
        """What candidate words are ranked by, as `gplsa.keywords.scoring.choosing` says."""
        score = self._reading_score(scored, telling)
        return np.where(self.traits.circumstance[scored.terms], choosing.LAST * score, score)

    def _reading_score(self, scored: ScoredCandidates, telling: float) -> FloatArray:
        """The same before weekdays are set back."""
        if scored.q is None:
            return choosing.salience_score(scored.p, scored.salience, telling)
        nouniness = self.traits.nouniness[scored.terms]
        return choosing.reading_score(scored.p, scored.q, nouniness, telling)


@dataclass(frozen=True, eq=False)
class RegressionScorer(CandidateScorer):
    """By all terms of a document at once, where they say little one by one."""

    regression: Regression

    def candidates(
        self, counts: sparse.csr_matrix, with_phrases: bool, features: VisualFeatures | None = None
    ) -> ScoredCandidates:
        filled = np.diff(counts.indptr) > 0
        n_target = self.learned.lexicon.n_target
        indptr = n_target * np.concatenate([[0], np.cumsum(filled, dtype=np.int64)])
        terms = np.tile(np.arange(n_target, dtype=np.int32), int(filled.sum()))
        features = None if features is None else features[filled]
        p = self.regression.probabilities(sparse.csr_matrix(counts[filled]), features).ravel()
        n_pairs = np.full(len(terms), float(self.learned.known.n_pairs))
        lift = p / np.maximum(np.tile(self.regression.base, int(filled.sum())), 1e-12)
        return ScoredCandidates(indptr, terms, p, None, lift, n_pairs)

    def _reading_score(self, scored: ScoredCandidates, telling: float) -> FloatArray:
        return choosing.lift_score(scored.p, scored.salience, telling)

    def support(
        self, row: sparse.csr_matrix, features: PictureFeatures | None
    ) -> Callable[[int], Support]:
        return lambda term: Support(self.regression.shares(row, term, features))


@dataclass(frozen=True, eq=False)
class LexiconScorer(CandidateScorer):
    """By the words of a document one by one; calibration, alike as in `KeywordRanker`."""

    calibration: KeywordCalibration
    alike: IntArray | None = None

    def candidates(
        self, counts: sparse.csr_matrix, with_phrases: bool, features: VisualFeatures | None = None
    ) -> ScoredCandidates:
        found = self.learned.candidates(counts)
        p, q = self.calibration.occurring.probability(found.features), None
        alike = self.stands_alike(counts, found.documents, found.terms)
        entries = counts.data == 1, counts.indices, counts.indptr
        once = sparse.csr_matrix(entries, counts.shape, copy=True)
        once.eliminate_zeros()
        in_passing = self.stands_alike(once, found.documents, found.terms) & (p < ALIKE)
        p = np.where(alike, np.maximum(p, ALIKE), p)
        # Its letters speak for a name, however few pairs hold it.
        pairs = np.where(alike, np.inf, found.pairs)
        if self.calibration.specificity is not None:
            context = Context(row_sums(counts), self._burst, self.traits)
            q = specificity(self.calibration.specificity, found, p, context)
        nouns = None if self.learned.nouns is None else found.nouns
        often = 1 + np.log(np.maximum(found.expected, 1.0))
        salience = self.learned.idf[found.terms] * np.sqrt(often)
        known = p, q, salience, pairs, in_passing, nouns
        scored = ScoredCandidates(found.indptr, found.terms, *known)
        if self.phrases is None or not with_phrases:
            return scored
        of_phrases = self.phrases.scored(counts, found, p, self.calibration.phrases)
        return replace(scored, phrases=of_phrases)

    def emphasis(self, gist: Gist, scored: ScoredCandidates) -> FloatArray:
        factor = super().emphasis(gist, scored)
        documents = entry_rows(scored.indptr)
        if gist.openings is not None:
            opened = self.probability_of(gist.openings, scored)
            factor *= 1 + opened
            if scored.in_passing is not None:
                # A text without an opening is short: what it has at all it may be about.
                has_opening = (np.diff(gist.openings.indptr) > 0)[documents]
                behind = has_opening & (opened < OPENED)
                factor[scored.in_passing & behind] *= IN_PASSING
                if gist.mentioned is not None:
                    mentioned = self.stands_alike(gist.mentioned, documents, scored.terms)
                    factor[mentioned & behind] = 0.0
        if gist.topics is not None:
            factor *= np.exp(OF_TOPICS * log_lift(gist.topics, scored.indptr, scored.terms))
        return factor

    def support(
        self, row: sparse.csr_matrix, features: PictureFeatures | None
    ) -> Callable[[int], Support]:
        return LexiconRow(row, self.learned).support

    def probability_of(self, counts: sparse.csr_matrix, scored: ScoredCandidates) -> FloatArray:
        """p of the candidates of these documents, by `counts` of a part of each of them: what only
        the part calls for, as its last word is cut, is no candidate."""
        found, n = self.learned.candidates(counts), self.learned.lexicon.n_target
        documents = entry_rows(scored.indptr)
        asked, called = documents * n + scored.terms, found.documents * n + found.terms
        p = np.zeros(len(asked))
        order = np.argsort(asked)
        places = order[np.searchsorted(asked, called, sorter=order).clip(max=len(asked) - 1)]
        known = asked[places] == called
        p[places[known]] = self.calibration.occurring.probability(found.features)[known]
        return p

    def stands_alike(
        self, counts: sparse.csr_matrix, documents: IntArray, terms: Int32Array
    ) -> BoolArray:
        """Which candidates, a document and a term each, are names that stand in the document
        itself."""
        if self.alike is None:
            return np.zeros(len(terms), dtype=bool)
        names = self.alike[counts.indices]
        rows = entry_rows(counts.indptr)
        n_target = self.learned.lexicon.n_target
        called = (rows * n_target + names)[names >= 0]
        return np.isin(documents * n_target + terms, called)

    @cached_property
    def _burst(self) -> FloatArray:
        return burstiness(self.learned.target)
