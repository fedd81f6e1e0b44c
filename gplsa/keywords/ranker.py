from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt
from scipy import sparse

from gplsa.core.sums import document_frequency
from gplsa.core.types import FloatArray, IntArray, VisualFeatures
from gplsa.keywords import storage
from gplsa.keywords.calibrating import Calibrated, calibrate
from gplsa.keywords.candidates import CandidateScorer, LexiconScorer, RegressionScorer
from gplsa.keywords.checks import checked_counts, checked_lexicon, checked_pairs
from gplsa.keywords.fitting import (
    KeywordCalibration,
    LexiconInUse,
    PretrainedLexicon,
    build_lexicon,
    phrase_lexicon,
)
from gplsa.keywords.gist import Gist
from gplsa.keywords.pairing.lexicon import Lexicon
from gplsa.keywords.pairs import Pairs, PairTopics, Profiles, TrainingPairs
from gplsa.keywords.phrases.side import PhraseSide
from gplsa.keywords.regression import Regression
from gplsa.keywords.scoring.choosing import TELLING, RankedKeywords, choose
from gplsa.keywords.scoring.traits import same_in_both
from gplsa.progress import Progress, scaled

CALIBRATING = 0.75  # of the time
BLOCK = 256  # documents worked on at once: bounds the memory of thousands in one go

NO_GIST = Gist()


@dataclass(frozen=True, eq=False)
class KeywordRanker:
    """The fitted keywords of one direction; build with `KeywordRanker.fit`, store with `to_arrays`.

    pairs           what it was learned from;  topics  of both sides, for those in the evidence
    lexicon, calibration  what was learned;  phrase_lexicon  from source words to phrases
    regression      takes the place of the lexicon in choosing keywords where the terms of the
                    source say little one by one: visual words, columns of features
    alike           of every source term the target term that is the same name, −1 for none
    nouns           ν of every source term, the share of its uses in which it is a noun
    """

    pairs: Pairs
    topics: PairTopics | None
    lexicon: Lexicon
    calibration: KeywordCalibration
    phrase_lexicon: Lexicon | None = None
    regression: Regression | None = None
    alike: IntArray | None = None
    nouns: FloatArray | None = None

    @classmethod
    def fit(
        cls,
        pairs: TrainingPairs,
        topics: PairTopics | None = None,
        *,
        calibration: KeywordCalibration | None = None,
        pretrained: PretrainedLexicon | None = None,
        random_state: int | np.random.Generator | None = None,
        progress: Progress | None = None,
    ) -> "KeywordRanker":
        """Learn from training pairs; a pair with an empty side, or that nearly repeats an earlier
        one, is left out.

        topics        where the lexicon starts.  Without them it starts from equal probabilities,
                      evidence names none, and where pairs are kept apart to calibrate on, keywords
                      are learned from the others alone
        calibration   of another fit to take over; learned here where None
        pretrained    a lexicon that was learned from more pairs than these
        random_state  draws which pairs the weights are learned on
        progress      called with fraction and phase; may raise to stop
        Raises ValueError where shapes disagree, counts are negative or no pair has both sides.
        """
        pairs = pairs.checked()
        if topics is not None:
            pairs.check_topics(topics)
        if calibration is not None:
            begun, found = 0.0, Calibrated(calibration)
        else:
            rng, begun = np.random.default_rng(random_state), CALIBRATING
            found = calibrate(pairs, rng, scaled(progress, 0.0, begun), pretrained)
        own = pairs.of(pairs.learned)
        x, y = own.source, own.target
        lexicon, phrases = (found.lexicon, found.phrases) if topics is None else (None, None)
        if pretrained is not None:
            lexicon = pretrained.lexicon
        if lexicon is None:
            profiles = None if topics is None else topics.profiles(pairs.learned)
            lexicon = build_lexicon(own, profiles, scaled(progress, begun, 1.0))
        if phrases is None and not pairs.by_regression:
            phrases = phrase_lexicon(own)
        regression = Regression.fit(x, y, own.visual_features) if pairs.by_regression else None
        alike = same_in_both(x, y, pairs.spelling, pairs.kinds.spelling)
        learned = lexicon, found.calibration, phrases, regression, alike, pairs.nouns
        return cls(pairs.kept(), topics, *learned)

    @property
    def source(self) -> sparse.csr_matrix:
        return self.pairs.source

    @property
    def target(self) -> sparse.csr_matrix:
        return self.pairs.target

    def keywords(
        self,
        counts: sparse.csr_matrix,
        *,
        telling: float = TELLING,
        limit: int = 15,
        least: int = 3,
        unknown: npt.ArrayLike | None = None,
        visual_features: VisualFeatures | None = None,
        gist: Gist = NO_GIST,
    ) -> list[RankedKeywords]:
        """Keywords for every row of `counts`, ranked as `gplsa.keywords.scoring.choosing` says.

        counts       (n_docs, n_source), words counted with the training vocabulary
        telling      from 0 (the surest words) to 1 (the most specific)
        limit        keywords shown at most: those more likely right than wrong
        least        keywords shown even where they are less likely, from p = 0.3 on but for the
                     first; where it is `limit`, whatever their p
        unknown      content words of each document that the vocabulary does not know, as counts
        visual_features  of the documents, where `fit` was given some
        gist         what the documents are about beyond their words
        Raises ValueError where counts do not fit the training vocabulary.
        """
        counts = checked_counts(counts, "counts", self.lexicon.n_source)
        if not 0 <= least <= limit:
            raise ValueError(f"least must lie in 0..limit = {limit}, but is {least}")
        n_docs = counts.shape[0]
        n_unknown = np.zeros(n_docs) if unknown is None else np.asarray(unknown, dtype=np.float64)
        if n_unknown.shape != (n_docs,):
            raise ValueError(f"unknown must hold one number for each of the {n_docs} documents")
        results: list[RankedKeywords] = []
        thresholds = self.calibration.thresholds
        for start in range(0, n_docs, BLOCK):
            block = counts[start : start + BLOCK]
            shares = self._unknown_shares(block, n_unknown[start : start + BLOCK])
            features = None if visual_features is None else visual_features[start : start + BLOCK]
            own = gist.of(slice(start, start + BLOCK))
            scored = self.scorer.candidates(block, with_phrases=True, features=features)
            scored = self.scorer.weighed_by(own, scored)
            emphasis = self.scorer.emphasis(own, scored)
            score = self.scorer.score(scored, telling) * emphasis
            scored = self.scorer.raised(emphasis, scored)
            for d, share in enumerate(shares):
                wholes = self.scorer.wholes(scored, d, telling, thresholds.joined)
                words, held_back = choose(scored.of(d, score), wholes, limit, least, thresholds)
                results.append(RankedKeywords(words, float(share), held_back))
        return results

    def probabilities(
        self, counts: sparse.csr_matrix, visual_features: VisualFeatures | None = None
    ) -> sparse.csr_matrix:
        """p of every candidate keyword (n_docs, n_target); zero where a word is no candidate."""
        counts = checked_counts(counts, "counts", self.lexicon.n_source)
        scored = self.scorer.candidates(counts, with_phrases=False, features=visual_features)
        shape = (counts.shape[0], self.lexicon.n_target)
        return sparse.csr_matrix((scored.p, scored.terms, scored.indptr), shape).sorted_indices()

    def to_arrays(self) -> dict[str, np.ndarray]:
        """What was learned, as plain arrays; training counts and topics are stored elsewhere."""
        arrays = storage.lexicon_arrays(self.lexicon)
        arrays |= storage.calibration_arrays(self.calibration)
        if self.phrase_lexicon is not None:
            arrays |= storage.lexicon_arrays(self.phrase_lexicon, "phrase_")
        if self.regression is not None:
            arrays |= self.regression.to_arrays()
        of_source = {"alike": self.alike, "nouns": self.nouns}
        arrays |= {name: array for name, array in of_source.items() if array is not None}
        return arrays | {"copies": self.pairs.copies}

    @classmethod
    def from_arrays(
        cls,
        arrays: Mapping[str, np.ndarray],
        pairs: Pairs,
        topics: PairTopics,
        n_visual_features: int = 0,
    ) -> "KeywordRanker":
        """The inverse of `to_arrays`, given what else `fit` was given.

        Raises ValueError where the arrays are missing, damaged or of other vocabularies.
        """
        source, target = checked_pairs(pairs.source, pairs.target)
        copies = storage.stored_copies(arrays, source.shape[0])
        pairs = replace(pairs, source=source, target=target, copies=copies)
        pairs.check_topics(topics)
        n_source, n_target = source.shape[1], target.shape[1]
        n_phrases = 0 if pairs.phrases is None else pairs.phrases.terms.shape[0]
        return cls(
            pairs,
            topics,
            checked_lexicon(arrays, n_source, n_target),
            storage.checked_calibration(arrays),
            storage.stored_phrase_lexicon(arrays, n_source, n_phrases),
            Regression.from_arrays(arrays, n_source + n_visual_features, n_target),
            storage.stored_alike(arrays, n_source, n_target),
            storage.stored_nouns(arrays, n_source),
        )

    def with_topics(self, topics: PairTopics) -> "KeywordRanker":
        """The same keywords with other topics in the evidence."""
        self.pairs.check_topics(topics)
        found = replace(self, topics=topics)
        # What was worked out from the lexicon and the counts alone need not be again.
        vars(found).update({k: v for k, v in vars(self).items() if k not in ("topics", "profiles")})
        return found

    @cached_property
    def idf(self) -> FloatArray:
        """Inverse document frequency of every target word among the training pairs."""
        return self.scorer.learned.idf

    @cached_property
    def scorer(self) -> CandidateScorer:
        """What gives candidates their probabilities."""
        own = self.pairs.of(self.pairs.learned)
        learned = LexiconInUse(self.lexicon, own.source, own.target, self.nouns)
        known = learned, self.pairs.kinds, PhraseSide.of(own, self.phrase_lexicon)
        if self.regression is not None:
            return RegressionScorer(*known, self.regression)
        return LexiconScorer(*known, self.calibration, self.alike)

    @cached_property
    def source_frequency(self) -> FloatArray:
        """(n_source,) training pairs that hold each source term."""
        return document_frequency(self.scorer.learned.source)

    @cached_property
    def profiles(self) -> Profiles | None:
        """√p(z|w) of the words of both sides, `PairTopics.profiles`; None without topics."""
        return None if self.topics is None else self.topics.profiles(self.pairs.learned)

    @cached_property
    def columns(self) -> tuple[sparse.csc_matrix, sparse.csc_matrix]:
        """Counts of the training pairs by term; copies are empty."""
        if not len(self.pairs.copies):
            return self.source.tocsc(), self.target.tocsc()
        # Emptied, so that rows keep their numbers.
        once = np.ones(self.source.shape[0])
        once[self.pairs.copies] = 0.0
        columns = []
        for counts in (self.source, self.target):
            kept = sparse.csr_matrix(sparse.diags_array(once) @ counts)
            kept.eliminate_zeros()
            columns.append(kept.tocsc())
        return columns[0], columns[1]

    @cached_property
    def phrase_columns(self) -> sparse.csc_matrix:
        """The same of the phrases of the target."""
        assert self.pairs.phrases is not None
        return self.pairs.phrases.counts.tocsc()

    def _unknown_shares(self, counts: sparse.csr_matrix, n_unknown: FloatArray) -> FloatArray:
        covered = np.diff(self.lexicon.indptr) > 0
        total = np.asarray(counts.sum(axis=1)).ravel() + n_unknown
        known = counts @ covered.astype(np.float64)
        return np.where(total > 0, 1 - known / np.maximum(total, 1e-12), 1.0)
