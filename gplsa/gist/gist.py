"""Keywords in the target modality for documents of the source modality, each with its evidence."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import sparse

from gplsa.gist.checks import (
    checked_calibration,
    checked_counts,
    checked_lexicon,
    checked_pairs,
    checked_topics,
)
from gplsa.gist.evidence import (
    Evidence,
    Witness,
    documents_with_both,
    source_shares,
    supporting_pairs,
    topic_shares,
)
from gplsa.gist.fitting import (
    build_lexicon,
    calibrate,
    pair_witness,
)
from gplsa.gist.lexicon import FloatArray, Lexicon, topic_profiles
from gplsa.gist.ranking import (
    Calibration,
    Candidates,
    candidates,
    document_frequency,
    inverse_document_frequency,
)
from gplsa.gist.regression import Regression
from gplsa.gist.units import Units
from gplsa.progress import Progress, scaled

BLOCK = 256
"""Documents worked on at once: bounds the memory of thousands in one go."""

SPECIFICITY = 0.1
"""Default place on the way from common to specific words."""

CONFIDENT = 0.5
"""Between the least and the most keywords, those more likely right than wrong are shown."""


@dataclass(frozen=True)
class Keyword:
    """term: index in the target vocabulary; probability: that it occurs in a human translation;
    score: what it is ranked by."""

    term: int
    probability: float
    score: float


@dataclass(frozen=True)
class GistResult:
    """Keywords of one document, best first.

    confidence     0..1: the share of the shown keywords expected to be right, less what is unknown
    unknown_share  share of the document's content words that have no entry in the lexicon
    """

    keywords: list[Keyword]
    confidence: float
    unknown_share: float


@dataclass(frozen=True, eq=False)
class Gist:
    """A fitted gist for one direction; build with `Gist.fit`, store with `to_arrays`.

    lexicon, calibration    what was learned
    source, target          training counts, row i of one the mate of row i of the other
    topic_word, doc_topic   of both sides, for the topics in the evidence
    regression              takes the place of the lexicon in choosing keywords where the terms of
                            the source say little one by one: visual words, columns of features
    """

    lexicon: Lexicon
    calibration: Calibration
    source: sparse.csr_matrix
    target: sparse.csr_matrix
    topic_word: tuple[FloatArray, FloatArray]
    doc_topic: tuple[FloatArray, FloatArray]
    regression: Regression | None = None

    @classmethod
    def fit(
        cls,
        source: sparse.csr_matrix,
        target: sparse.csr_matrix,
        *,
        topic_word: tuple[FloatArray, FloatArray],
        doc_topic: tuple[FloatArray, FloatArray],
        units: Units | None = None,
        calibration: Calibration | None = None,
        by_regression: bool = False,
        random_state: int | np.random.Generator | None = None,
        progress: Progress | None = None,
    ) -> "Gist":
        """Learn from training pairs; a pair with an empty side is left out.

        source, target  counts (n_docs, n_words), row i of one the mate of row i of the other
        topic_word      φ of both sides (n_topics, n_words)
        doc_topic       θ of both sides (n_docs, n_topics)
        units           pieces smaller than a pair, from `align_lines`, where texts have lines
        calibration     of another fit to take over; learned here where None
        by_regression   whether a regression chooses the keywords, see `Gist.regression`
        random_state    draws the folds in which the weights are learned
        progress        called with fraction and phase; may raise to stop
        Raises ValueError where shapes disagree, counts are negative or no pair has both sides.
        """
        source, target = checked_pairs(source, target)
        checked_topics(topic_word, doc_topic, source, target)
        complete = (np.diff(source.indptr) > 0) & (np.diff(target.indptr) > 0)
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
            calibration = calibrate(source, target, units, complete, rng, part)
        profiles = _profiles(topic_word, doc_topic, complete)
        lexicon = build_lexicon(
            source[complete],
            target[complete],
            units,
            profiles,
            scaled(progress, learned, 1.0),
        )
        regression = None
        if by_regression:
            regression = Regression.fit(source[complete], target[complete])
        return cls(lexicon, calibration, source, target, topic_word, doc_topic, regression)

    def keywords(
        self,
        counts: sparse.csr_matrix,
        *,
        specificity: float = SPECIFICITY,
        limit: int = 15,
        least: int = 3,
        unknown: npt.ArrayLike | None = None,
    ) -> list[GistResult]:
        r"""Keywords for every row of `counts`, ranked by p·salience^specificity.

        The salience of a word is idf·√(1 + log n), n ≥ 1 how often the document calls it up.

        counts       (n_docs, n_source), words counted with the training vocabulary
        specificity  β from 0 (common words) to 0.5 (specific words)
        limit        keywords shown at most: those more likely right than wrong
        least        keywords shown even where they are less likely, if there are candidates
        unknown      content words of each document that the vocabulary does not know, as counts
        Raises ValueError where counts do not fit the training vocabulary.
        """
        counts = checked_counts(counts, "counts", self.lexicon.n_source)
        if not 0 <= least <= limit:
            raise ValueError(f"least must lie in 0..limit = {limit}, but is {least}")
        n_docs = counts.shape[0]
        strange = np.zeros(n_docs) if unknown is None else np.asarray(unknown, dtype=np.float64)
        if strange.shape != (n_docs,):
            raise ValueError(f"unknown must hold one number for each of the {n_docs} documents")
        results: list[GistResult] = []
        for start in range(0, n_docs, BLOCK):
            block = counts[start : start + BLOCK]
            indptr, terms, p, salience = self._judged(block)
            score = p * salience**specificity
            unknown_shares = self._unknown_shares(block, strange[start : start + BLOCK])
            for d, unknown_share in enumerate(unknown_shares):
                part = slice(indptr[d], indptr[d + 1])
                words = _best(terms[part], p[part], score[part], limit, least)
                results.append(_result(words, float(unknown_share)))
        return results

    def probabilities(self, counts: sparse.csr_matrix) -> sparse.csr_matrix:
        """p of every candidate keyword (n_docs, n_target); zero where a word is no candidate."""
        counts = checked_counts(counts, "counts", self.lexicon.n_source)
        indptr, terms, p, _ = self._judged(counts)
        shape = (counts.shape[0], self.lexicon.n_target)
        return sparse.csr_matrix((p, terms, indptr), shape=shape).sorted_indices()

    def evidence(self, counts: sparse.csr_matrix, term: int) -> Evidence:
        """What speaks for keyword `term` in one document, `counts` (1, n_source).

        The first topics and training pairs are named, and all source words that have a share.
        """
        row = checked_counts(counts, "counts", self.lexicon.n_source)
        if row.shape[0] != 1:
            raise ValueError(f"counts must be a single document, but has {row.shape[0]} rows")
        if not 0 <= term < self.lexicon.n_target:
            raise ValueError(f"term must lie in 0..{self.lexicon.n_target - 1}, but is {term}")
        if self.regression is not None:
            shares = self.regression.shares(row, term)
            strongest = 0
        else:
            shares, places = source_shares(row, term, self.lexicon)
            strongest = int(np.argmax(self._witness[places])) if shares else 0
        if not shares:
            return Evidence([], [], None, [])
        word = shares[strongest][0]
        witness = Witness(
            source_term=word,
            n_both=len(documents_with_both(*self._columns, word, term)),
            n_source=int(self._source_frequency[word]),
        )
        pairs = supporting_pairs(row, *self._columns, word, term)
        return Evidence(shares, topic_shares(shares, term, *self._profiles), witness, pairs)

    def to_arrays(self) -> dict[str, npt.NDArray[Any]]:
        """What was learned, as plain arrays; training counts and topics are stored elsewhere."""
        return {
            "indptr": self.lexicon.indptr,
            "indices": self.lexicon.indices,
            "translation": self.lexicon.translation,
            "cooccurrence": self.lexicon.cooccurrence,
            "unit_chance": self.lexicon.unit_chance,
            "weights": self.calibration.weights,
            "tree_feature": self.calibration.trees.feature,
            "tree_threshold": self.calibration.trees.threshold,
            "tree_value": self.calibration.trees.value,
            **(self.regression.to_arrays() if self.regression is not None else {}),
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
    ) -> "Gist":
        """The inverse of `to_arrays`, given the counts and topics that `fit` was given.

        Raises ValueError where the arrays are missing, damaged or of other vocabularies.
        """
        source, target = checked_pairs(source, target)
        checked_topics(topic_word, doc_topic, source, target)
        lexicon = checked_lexicon(arrays, source.shape[1], target.shape[1])
        calibration = checked_calibration(arrays)
        regression = Regression.from_arrays(arrays, source.shape[1], target.shape[1])
        return cls(lexicon, calibration, source, target, topic_word, doc_topic, regression)

    @cached_property
    def idf(self) -> FloatArray:
        """Inverse document frequency of every target word among the training pairs."""
        return inverse_document_frequency(self.target[self._complete])

    @cached_property
    def _complete(self) -> npt.NDArray[np.bool_]:
        return (np.diff(self.source.indptr) > 0) & (np.diff(self.target.indptr) > 0)

    @cached_property
    def _source_frequency(self) -> FloatArray:
        return document_frequency(self.source[self._complete])

    @cached_property
    def _witness(self) -> FloatArray:
        complete = self._complete
        return pair_witness(self.lexicon, self.source[complete], self.target[complete])

    @cached_property
    def _profiles(self) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        return _profiles(self.topic_word, self.doc_topic, self._complete)

    @cached_property
    def _columns(self) -> tuple[sparse.csc_matrix, sparse.csc_matrix]:
        return self.source.tocsc(), self.target.tocsc()

    def _candidates(self, counts: sparse.csr_matrix) -> Candidates:
        return candidates(counts, self.lexicon, self._witness, self._source_frequency, self.idf)

    def _judged(
        self, counts: sparse.csr_matrix
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32], FloatArray, FloatArray]:
        """Candidates of every document (CSR layout): indptr, terms, p and salience."""
        if self.regression is None:
            found = self._candidates(counts)
            p = self.calibration.probability(found.features)
            return found.indptr, found.terms, p, self._salience(found)
        filled = np.diff(counts.indptr) > 0
        n_target = self.lexicon.n_target
        indptr = n_target * np.concatenate([[0], np.cumsum(filled, dtype=np.int64)])
        terms = np.tile(np.arange(n_target, dtype=np.int32), int(filled.sum()))
        p = self.regression.probabilities(sparse.csr_matrix(counts[filled])).ravel()
        return indptr, terms, p, np.tile(self.idf, int(filled.sum()))

    def _salience(self, found: Candidates) -> FloatArray:
        often = 1 + np.log(np.maximum(found.expected, 1.0))
        return self.idf[found.terms] * np.sqrt(often)

    def _unknown_shares(self, counts: sparse.csr_matrix, strange: FloatArray) -> FloatArray:
        covered = np.diff(self.lexicon.indptr) > 0
        total = np.asarray(counts.sum(axis=1)).ravel() + strange
        known = counts @ covered.astype(np.float64)
        return np.where(total > 0, 1 - known / np.maximum(total, 1e-12), 1.0)


def _profiles(
    topic_word: tuple[FloatArray, FloatArray],
    doc_topic: tuple[FloatArray, FloatArray],
    complete: npt.NDArray[np.bool_],
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    weight = sum(theta[complete].mean(axis=0) for theta in doc_topic) / 2
    return topic_profiles(topic_word[0], weight), topic_profiles(topic_word[1], weight)


def _best(
    terms: npt.NDArray[np.int32],
    p: FloatArray,
    score: FloatArray,
    limit: int,
    least: int,
) -> list[Keyword]:
    order = np.lexsort((terms, -score))[:limit]
    likely = [i for i in order if p[i] >= CONFIDENT]
    shown = likely if len(likely) >= least else order[:least]
    return [Keyword(int(terms[i]), float(p[i]), float(score[i])) for i in shown]


def _result(keywords: list[Keyword], unknown_share: float) -> GistResult:
    expected = float(np.mean([k.probability for k in keywords])) if keywords else 0.0
    return GistResult(keywords, expected * (1 - unknown_share), unknown_share)
