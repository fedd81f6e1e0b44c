"""Keywords in the target modality for documents of the source modality, each with its evidence."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import sparse

from gplsa.core.types import FloatArray, Look, VisualFeatures
from gplsa.keywords.checks import (
    checked_counts,
    checked_lexicon,
    checked_pairs,
    checked_topics,
)
from gplsa.keywords.evidence import Evidence
from gplsa.keywords.explaining import Explained
from gplsa.keywords.fitting import (
    KeywordCalibration,
    build_lexicon,
    calibrate,
    phrase_lexicon,
)
from gplsa.keywords.pairing.copies import repeated
from gplsa.keywords.pairing.lexicon import Lexicon, topic_profiles
from gplsa.keywords.pairing.same import same_in_both
from gplsa.keywords.pairing.units import Units
from gplsa.keywords.phrases.learned import Phrases
from gplsa.keywords.phrases.side import PhraseSide
from gplsa.keywords.rating import CandidateScorer
from gplsa.keywords.regression import Regression
from gplsa.keywords.scoring.choosing import (
    TELLING,
    RankedKeywords,
    choose,
)
from gplsa.keywords.scoring.ranking import document_frequency
from gplsa.keywords.scoring.traits import Traits
from gplsa.keywords.storage import (
    calibration_arrays,
    checked_calibration,
    lexicon_arrays,
    stored_alike,
    stored_copies,
    stored_phrase_lexicon,
)
from gplsa.progress import Progress, scaled

BLOCK = 256
"""Documents worked on at once: bounds the memory of thousands in one go."""


_WITHOUT_TOPICS = (
    "idf",
    "_judging",
    "_source_frequency",
    "_complete",
    "_columns",
    "_phrase_columns",
)


@dataclass(frozen=True, eq=False)
class KeywordRanker:
    """A fitted gist for one direction; build with `KeywordRanker.fit`, store with `to_arrays`.

    lexicon, calibration    what was learned
    source, target          training counts, row i of one the counterpart of row i of the other
    traits                  what kind of word each target term is
    phrases                 phrases of the target side;  phrase_lexicon  from source words to them
    topic_word, doc_topic   of both sides, for the topics in the evidence
    regression              takes the place of the lexicon in choosing keywords where the terms of
                            the source say little one by one: visual words, columns of features
    copies                  training documents that repeat an earlier one and were not counted
    alike                   of every source term the target term that is the same name, −1 for none
    """

    lexicon: Lexicon
    calibration: KeywordCalibration
    source: sparse.csr_matrix
    target: sparse.csr_matrix
    topic_word: tuple[FloatArray, FloatArray]
    doc_topic: tuple[FloatArray, FloatArray]
    traits: Traits
    phrases: Phrases | None = None
    phrase_lexicon: Lexicon | None = None
    regression: Regression | None = None
    copies: npt.NDArray[np.int64] = field(default_factory=lambda: np.empty(0, dtype=np.int64))
    alike: npt.NDArray[np.int64] | None = None

    @classmethod
    def fit(
        cls,
        source: sparse.csr_matrix,
        target: sparse.csr_matrix,
        *,
        topic_word: tuple[FloatArray, FloatArray],
        doc_topic: tuple[FloatArray, FloatArray],
        units: Units | None = None,
        calibration: KeywordCalibration | None = None,
        by_regression: bool = False,
        visual_features: VisualFeatures | None = None,
        traits: Traits | None = None,
        spelling: npt.NDArray[np.int64] | None = None,
        phrases: Phrases | None = None,
        lexicon: Lexicon | None = None,
        apart: npt.NDArray[np.bool_] | None = None,
        random_state: int | np.random.Generator | None = None,
        progress: Progress | None = None,
    ) -> "KeywordRanker":
        """Learn from training pairs; a pair with an empty side, or that nearly repeats an earlier
        one, is left out.

        source, target  counts (n_docs, n_words), row i of one the counterpart of row i of the other
        topic_word      φ of both sides (n_topics, n_words)
        doc_topic       θ of both sides (n_docs, n_topics)
        units           pieces smaller than a pair, from `align_lines`, where texts have lines
        calibration     of another fit to take over; learned here where None
        by_regression   whether a regression chooses the keywords, see `KeywordRanker.regression`
        visual_features what it learns from beside the terms of the source
        traits          what kind of word each target term is, where that is known
        spelling        of the source terms, as `Traits.spelling` of the target terms
        phrases         phrases of the target side; counted in the units too
        lexicon, apart  one that was learned from more pairs than these, and which of these it has
                        not seen: they teach the calibration
        random_state    draws the folds in which the weights are learned
        progress        called with fraction and phase; may raise to stop
        Raises ValueError where shapes disagree, counts are negative or no pair has both sides.
        """
        source, target = checked_pairs(source, target)
        checked_topics(topic_word, doc_topic, source, target)
        traits = traits or Traits.unknown(target.shape[1])
        copies = np.flatnonzero(repeated(source, target))
        complete = counted_pairs(source, target, copies)
        if not complete.any():
            raise ValueError("no pair has words on both sides: there is nothing to learn from")
        if units is None:
            units = Units(source, target, np.arange(source.shape[0]))
        elif units.source.shape[1] != source.shape[1] or units.target.shape[1] != target.shape[1]:
            raise ValueError("units must be counted with the same vocabularies as the pairs")
        units = units.of_documents(complete)
        rng = np.random.default_rng(random_state)
        learned = 0.0
        if calibration is None:
            learned = 0.75
            part = scaled(progress, 0.0, learned)
            calibration = calibrate(
                *(source, target, units, complete, rng, part),
                traits=traits,
                phrases=phrases,
                apart=apart,
                lexicon=lexicon,
            )
        if lexicon is None:
            lexicon = build_lexicon(
                source[complete],
                target[complete],
                units,
                word_profiles(topic_word, doc_topic, complete),
                scaled(progress, learned, 1.0),
            )
        regression = of_phrases = None
        if by_regression:
            seen = None if visual_features is None else visual_features[complete]
            regression = Regression.fit(source[complete], target[complete], seen)
        elif phrases is not None:
            of_phrases = phrase_lexicon(source[complete], phrases.of_documents(complete), units)
        return cls(
            *(lexicon, calibration, source, target, topic_word, doc_topic),
            *(traits, phrases, of_phrases, regression, copies),
            same_in_both(source[complete], target[complete], spelling, traits.spelling),
        )

    def keywords(
        self,
        counts: sparse.csr_matrix,
        *,
        telling: float = TELLING,
        limit: int = 15,
        least: int = 3,
        unknown: npt.ArrayLike | None = None,
        with_phrases: bool = True,
        visual_features: VisualFeatures | None = None,
    ) -> list[RankedKeywords]:
        """Keywords for every row of `counts`, ranked as `gplsa.keywords.scoring.choosing` says.

        counts       (n_docs, n_source), words counted with the training vocabulary
        telling      from 0 (the surest words) to 1 (the most specific)
        limit        keywords shown at most: those more likely right than wrong
        least        keywords shown even where they are less likely, if there are candidates
        unknown      content words of each document that the vocabulary does not know, as counts
        with_phrases whether phrases take the place of their words; compounds always do
        visual_features        of the documents, where `fit` was given some
        Raises ValueError where counts do not fit the training vocabulary.
        """
        counts = checked_counts(counts, "counts", self.lexicon.n_source)
        if not 0 <= least <= limit:
            raise ValueError(f"least must lie in 0..limit = {limit}, but is {least}")
        n_docs = counts.shape[0]
        strange = np.zeros(n_docs) if unknown is None else np.asarray(unknown, dtype=np.float64)
        if strange.shape != (n_docs,):
            raise ValueError(f"unknown must hold one number for each of the {n_docs} documents")
        results: list[RankedKeywords] = []
        for start in range(0, n_docs, BLOCK):
            block = counts[start : start + BLOCK]
            shares = self._unknown_shares(block, strange[start : start + BLOCK])
            seen = None if visual_features is None else visual_features[start : start + BLOCK]
            scored = self._scorer.candidates(block, with_phrases=with_phrases, visual_features=seen)
            score = self._scorer.score(scored, telling)
            for d, share in enumerate(shares):
                part = slice(scored.indptr[d], scored.indptr[d + 1])
                words, held_back = choose(
                    scored.terms[part],
                    scored.p[part],
                    None if scored.q is None else scored.q[part],
                    score[part],
                    scored.pairs[part],
                    self._scorer.wholes(scored, d, telling),
                    limit,
                    least,
                    self.calibration.needs,
                )
                results.append(RankedKeywords.of(words, float(share), held_back))
        return results

    def probabilities(
        self, counts: sparse.csr_matrix, visual_features: VisualFeatures | None = None
    ) -> sparse.csr_matrix:
        """p of every candidate keyword (n_docs, n_target); zero where a word is no candidate."""
        counts = checked_counts(counts, "counts", self.lexicon.n_source)
        scored = self._scorer.candidates(
            counts, with_phrases=False, with_telling=False, visual_features=visual_features
        )
        shape = (counts.shape[0], self.lexicon.n_target)
        return sparse.csr_matrix((scored.p, scored.terms, scored.indptr), shape).sorted_indices()

    def telling(self, counts: sparse.csr_matrix) -> sparse.csr_matrix | None:
        """q of every candidate keyword, as `probabilities`; None where it is not known."""
        counts = checked_counts(counts, "counts", self.lexicon.n_source)
        if self.regression is not None:
            return None
        scored = self._scorer.candidates(counts, with_phrases=False)
        if scored.q is None:
            return None
        shape = (counts.shape[0], self.lexicon.n_target)
        return sparse.csr_matrix((scored.q, scored.terms, scored.indptr), shape).sorted_indices()

    def evidence(self, counts: sparse.csr_matrix, term: int, look: Look | None = None) -> Evidence:
        """What speaks for keyword `term` in one document, `counts` (1, n_source) and its look.

        The first topics and training pairs are named, and all source words that have a share.  For
        a phrase, a number behind all words, topics are those of its words.
        """
        return self.evidences(counts, [term], look)[0]

    def evidences(
        self, counts: sparse.csr_matrix, terms: Sequence[int], look: Look | None = None
    ) -> list[Evidence]:
        """The same for several keywords of one document, which is looked up once."""
        row = checked_counts(counts, "counts", self.lexicon.n_source)
        if row.shape[0] != 1:
            raise ValueError(f"counts must be a single document, but has {row.shape[0]} rows")
        last = self.lexicon.n_target - 1
        last += 0 if self.phrases is None else self.phrases.terms.shape[0]
        for term in terms:
            if not 0 <= term <= last:
                raise ValueError(f"term must lie in 0..{last}, but is {term}")
        asked = Explained(self, row, look)
        return [asked.evidence(term) for term in terms]

    def to_arrays(self) -> dict[str, npt.NDArray[Any]]:
        """What was learned, as plain arrays; training counts and topics are stored elsewhere."""
        of_phrases = {}
        if self.phrase_lexicon is not None:
            of_phrases = lexicon_arrays(self.phrase_lexicon, "phrase_")
        return {
            **lexicon_arrays(self.lexicon),
            **calibration_arrays(self.calibration),
            **of_phrases,
            **(self.regression.to_arrays() if self.regression is not None else {}),
            "copies": self.copies,
            **({"alike": self.alike} if self.alike is not None else {}),
        }

    @classmethod
    def from_arrays(
        cls,
        arrays: Mapping[str, npt.NDArray[Any]],
        source: sparse.csr_matrix,
        target: sparse.csr_matrix,
        *,
        topic_word: tuple[FloatArray, FloatArray],
        doc_topic: tuple[FloatArray, FloatArray],
        traits: Traits | None = None,
        phrases: Phrases | None = None,
        n_visual_features: int = 0,
    ) -> "KeywordRanker":
        """The inverse of `to_arrays`, given what else `fit` was given; n_looks columns of looks.

        Raises ValueError where the arrays are missing, damaged or of other vocabularies.
        """
        source, target = checked_pairs(source, target)
        checked_topics(topic_word, doc_topic, source, target)
        lexicon = checked_lexicon(arrays, source.shape[1], target.shape[1])
        regression = Regression.from_arrays(
            arrays, source.shape[1] + n_visual_features, target.shape[1]
        )
        n_phrases = 0 if phrases is None else phrases.terms.shape[0]
        return cls(
            *(lexicon, checked_calibration(arrays), source, target, topic_word, doc_topic),
            *(traits or Traits.unknown(target.shape[1]), phrases),
            *(stored_phrase_lexicon(arrays, source.shape[1], n_phrases), regression),
            stored_copies(arrays, source.shape[0]),
            stored_alike(arrays, source.shape[1], target.shape[1]),
        )

    def with_topics(
        self, topic_word: tuple[FloatArray, FloatArray], doc_topic: tuple[FloatArray, FloatArray]
    ) -> "KeywordRanker":
        """The same keywords with other topics in the evidence; φ and θ as in `fit`."""
        checked_topics(topic_word, doc_topic, self.source, self.target)
        found = replace(self, topic_word=topic_word, doc_topic=doc_topic)
        # What was worked out from the lexicon and the counts alone need not be again.
        kept = {k: v for k, v in self.__dict__.items() if k in _WITHOUT_TOPICS}
        found.__dict__.update(kept)
        return found

    @cached_property
    def idf(self) -> FloatArray:
        """Inverse document frequency of every target word among the training pairs."""
        return self._scorer.idf

    @cached_property
    def _scorer(self) -> CandidateScorer:
        complete = self._complete
        source, target, phrases = self.source[complete], self.target[complete], None
        if self.phrases is not None and self.phrase_lexicon is not None:
            known = self.phrases.of_documents(complete)
            phrases = PhraseSide(self.phrase_lexicon, known, source, target)
        return CandidateScorer(
            *(self.lexicon, self.calibration, source, target, self.traits),
            *(phrases, self.regression, self.alike),
        )

    @cached_property
    def _source_frequency(self) -> FloatArray:
        return document_frequency(self._scorer.source)

    @cached_property
    def _complete(self) -> npt.NDArray[np.bool_]:
        return counted_pairs(self.source, self.target, self.copies)

    @cached_property
    def _profiles(self) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        return word_profiles(self.topic_word, self.doc_topic, self._complete)

    @cached_property
    def _columns(self) -> tuple[sparse.csc_matrix, sparse.csc_matrix]:
        if not len(self.copies):
            return self.source.tocsc(), self.target.tocsc()
        # Emptied, so that rows keep their numbers.
        once = np.ones(self.source.shape[0])
        once[self.copies] = 0.0
        columns = []
        for counts in (self.source, self.target):
            kept = sparse.csr_matrix(sparse.diags_array(once) @ counts)
            kept.eliminate_zeros()
            columns.append(kept.tocsc())
        return columns[0], columns[1]

    @cached_property
    def _phrase_columns(self) -> sparse.csc_matrix:
        assert self.phrases is not None
        return self.phrases.counts.tocsc()

    def _unknown_shares(self, counts: sparse.csr_matrix, strange: FloatArray) -> FloatArray:
        covered = np.diff(self.lexicon.indptr) > 0
        total = np.asarray(counts.sum(axis=1)).ravel() + strange
        known = counts @ covered.astype(np.float64)
        return np.where(total > 0, 1 - known / np.maximum(total, 1e-12), 1.0)


def counted_pairs(
    source: sparse.csr_matrix, target: sparse.csr_matrix, copies: npt.NDArray[np.int64]
) -> npt.NDArray[np.bool_]:
    """(n_docs) which pairs are learned from: both sides filled, no copies."""
    counted = (np.diff(source.indptr) > 0) & (np.diff(target.indptr) > 0)
    counted[copies] = False
    return counted


def word_profiles(
    topic_word: tuple[FloatArray, FloatArray],
    doc_topic: tuple[FloatArray, FloatArray],
    complete: npt.NDArray[np.bool_],
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    weight = sum(theta[complete].mean(axis=0) for theta in doc_topic) / 2
    return topic_profiles(topic_word[0], weight), topic_profiles(topic_word[1], weight)
