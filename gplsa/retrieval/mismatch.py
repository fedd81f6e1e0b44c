"""Pairs whose sides do not belong together: swapped, shifted by a row, badly translated.

A model trained on a pair has learned from it that its two sides belong together, right or wrong.
So every pair is judged by what the other pairs teach: its own share in the lexicon is taken out
before its sides are compared.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy import sparse

from gplsa.core.sums import normalize
from gplsa.core.types import BoolArray, FloatArray, IntArray, StrArray
from gplsa.keywords import KeywordRanker
from gplsa.keywords.checks import checked_pairs
from gplsa.progress import Progress, report
from gplsa.retrieval.counterparts import scaled_columns, tfidf, translation_matrix

NEIGHBOURS = 10
MOST_OTHERS = 500
"""Pairs that each one is compared with at most: 30,000 pairs then take seconds, not hours."""

BLOCK = 256
SHORTEST_RUN = 3
FENCE = 3.0
"""Deviations below the median, robustly measured, from which a pair stands apart."""

DEVIATION_PER_MAD = 1.4826  # of a normal distribution

MOST_STRANGERS = 0.1
"""Share of sides of other pairs that may fit better where a pair is to fit."""

USUAL_STRANGERS = 0.01
"""The same of the usual pair, above which pictures tell too little of a text to doubt a pair:
of 480 photos beside captions it was 0.024, and of 6 that stood apart 5 were right, where 24 had
been exchanged; of speeches, catalogue records and captions beside captions 0.001 at most."""

FEWEST_STRANGERS = 3
"""That fit better, and more than `USUAL_STRANGERS`: then a pair that stands apart is wrong although
its sides are a little nearer to each other than to the best ten."""

FEWEST_WORDS = 3
"""On either side, by which a pair is judged: by a word or two a right one stands apart as easily as
one that was exchanged."""

WRONG, DOUBTFUL, FITTING = "wrong", "doubtful", "fitting"
UNDECIDED, UNKNOWN = "undecided", "unknown"


@dataclass(frozen=True, eq=False)
class PairFit:
    """How well the two sides of every pair fit, measured by all other pairs.

    own         (n_pairs,) 0..1: likeness of the two sides; nan where a side has no words
    others      (n_pairs,) the same of its sides with the best ten sides of other pairs
    better      (n_pairs,) how many sides of other pairs fit better than the partner does
    n_compared  sides of other pairs that each was compared with, both directions together
    of_pictures  whether a side is pictures
    short       (n_pairs,) whether a side has fewer words than a pair is judged by; None: none
    """

    own: FloatArray
    others: FloatArray
    better: IntArray
    n_compared: int
    of_pictures: bool = False
    short: BoolArray | None = None

    @cached_property
    def margin(self) -> FloatArray:
        """own − others: what pairs are ranked by; the smaller, the more misaligned."""
        return self.own - self.others

    @cached_property
    def middle(self) -> float:
        """The margin of the usual pair, the median."""
        return float(np.nanmedian(self.margin)) if self._known.any() else 0.0

    @cached_property
    def fence(self) -> float:
        """The margin below which a pair stands apart: median − 3 robust standard deviations."""
        if not self._known.any():
            return 0.0
        deviation = np.nanmedian(np.abs(self.margin - self.middle))
        return float(self.middle - FENCE * DEVIATION_PER_MAD * deviation)

    def degree(self, row: int) -> float:
        """How well a pair fits beside the usual one, which is 1; nan where that cannot be told."""
        told = self._known[row] and self.middle > 0 and not self.is_coarse
        return max(float(self.margin[row]), 0.0) / self.middle if told else np.nan

    @cached_property
    def usual(self) -> int:
        """How many sides of other pairs fit better than the partner of the usual pair does."""
        return int(np.median(self.better[self._known])) if self._known.any() else 0

    @property
    def _known(self) -> BoolArray:
        return ~np.isnan(self.own)

    @property
    def is_coarse(self) -> bool:
        """Whether strangers fit the sides of even the usual pair so often that none is doubted."""
        return self.of_pictures and self.usual > USUAL_STRANGERS * self.n_compared

    @cached_property
    def ranks(self) -> FloatArray:
        """Margins, those of pairs that stand apart from others of their two sides before all the
        rest, as a picture and a text are never as alike as two texts are, and those that fit
        last; inf where a side has no words."""
        fitting, undecided = (self.verdicts == verdict for verdict in (FITTING, UNDECIDED))
        ranks = self.margin + 2 * undecided + 4 * fitting  # margins are −1..1
        return np.where(np.isnan(ranks), np.inf, ranks)

    @cached_property
    def verdicts(self) -> StrArray:
        """ "wrong", "doubtful", "undecided" or "fitting"; "unknown" where a side has no words.

        Wrong pairs stand apart and strangers fit better, the best ten of them or more of all than
        the usual pair has at most; doubtful ones only stand apart. Undecided
        are those that do not, though more than a tenth of the strangers fit better, and those that
        stand apart by a coarse judgement or by a word or two.
        """
        apart, told = self.margin < self.fence, np.array(not self.is_coarse)
        if self.short is not None:
            told = told & ~self.short
        undecided = (self.better > MOST_STRANGERS * self.n_compared) | apart
        many = self.better >= max(USUAL_STRANGERS * self.n_compared, FEWEST_STRANGERS)
        wrong = apart & told & ((self.margin < 0) | many)
        known = [np.isnan(self.own), wrong, apart & told, undecided]
        return np.select(known, [UNKNOWN, WRONG, DOUBTFUL, UNDECIDED], FITTING)


def pair_fit(
    forward: KeywordRanker,
    backward: KeywordRanker,
    random_state: int | np.random.Generator | None = 0,
    progress: Progress | None = None,
    *,
    counts: tuple[sparse.csr_matrix, sparse.csr_matrix] | None = None,
) -> PairFit:
    r"""Judge every training pair of two rankers by the rest of the pairs.

        likeness = ½ cos((tfidf_s · t) ∘ idf, tfidf_t) + ½ its twin from the other direction

    as in `Counterparts`. Between the sides d of one pair, t is replaced by t_fe (1 − 1/c_fe), where
    c_fe counts the pairs that hold both words: with the pair itself taken out, a link that no other
    pair supports is worth nothing. A pair is compared with all others, or with `MOST_OTHERS` drawn
    by `random_state`; `margin` is half of what cross-domain similarity local scaling makes of the
    likeness.

    forward, backward  the rankers of the two directions, fitted on the same pairs
    counts             of both sides of all pairs, where the rankers hold those alone that they
                       learned from (`gplsa.model.misaligned`): the others have taught nothing
    """
    source, target = checked_pairs(forward.source, forward.target)
    if backward.source.shape != target.shape or backward.target.shape != source.shape:
        raise ValueError("forward and backward must be the two directions of one pair")
    learned = (np.diff(source.indptr) > 0) & (np.diff(target.indptr) > 0)
    source, target = (source, target) if counts is None else checked_pairs(*counts)
    there = _Translated.of(forward, backward.idf, (source, target), learned)
    back = _Translated.of(backward, forward.idf, (target, source), learned)
    paired = (np.diff(source.indptr) > 0) & (np.diff(target.indptr) > 0)
    rows = np.flatnonzero(paired)
    if len(rows) > MOST_OTHERS:
        rng = np.random.default_rng(random_state)
        rows = np.sort(rng.choice(rows, MOST_OTHERS, replace=False))
    n = source.shape[0]
    own, others, better = np.full(n, np.nan), np.full(n, np.nan), np.zeros(n, dtype=np.int64)
    reference = there.translated(rows), back.translated(rows)
    for start in range(0, n, BLOCK):
        report(progress, start / n, "Comparing the sides")
        block = np.arange(start, min(start + BLOCK, n))
        own[block] = (there.between_counterparts(block) + back.between_counterparts(block)) / 2
        to_targets = _likeness(there, block, rows, reference[1])
        to_sources = _likeness(back, block, rows, reference[0])
        others[block] = (_best(to_targets) + _best(to_sources)) / 2
        better[block] = sum(
            (likeness > own[block, None]).sum(axis=1) for likeness in (to_targets, to_sources)
        )
    report(progress, 1.0, "Comparing the sides")
    own[~paired] = others[~paired] = np.nan
    return PairFit(own, others, better * paired, 2 * max(len(rows) - 1, 0))


def runs(pairs: Sequence[int]) -> list[tuple[int, int]]:
    """First and last of every run of at least `SHORTEST_RUN` neighbours among `pairs`.

    Where whole runs of pairs are wrong, the rows of one side have most likely shifted.
    """
    places = np.unique(np.asarray(pairs, dtype=np.int64))
    parts = np.split(places, np.flatnonzero(np.diff(places) > 1) + 1)
    return [(int(part[0]), int(part[-1])) for part in parts if len(part) >= SHORTEST_RUN]


@dataclass(frozen=True, eq=False)
class _Translated:
    """One side translated into the words of the other, and the other as it stands."""

    words: sparse.csr_matrix
    """tf-idf of the source side"""
    counterparts: sparse.csr_matrix
    """tf-idf of the target side, rows of length 1"""
    translation: sparse.csr_matrix
    supported: sparse.csr_matrix
    """the translation without what a pair of words owes to one pair that holds both"""
    idf: FloatArray
    learned: BoolArray
    """which documents the translation was learned from"""

    @classmethod
    def of(
        cls,
        ranker: KeywordRanker,
        source_idf: FloatArray,
        counts: tuple[sparse.csr_matrix, sparse.csr_matrix],
        learned: BoolArray,
    ) -> "_Translated":
        translation = translation_matrix(ranker.lexicon)
        supported = translation.copy()
        supported.data = translation.data * (1 - 1 / np.maximum(ranker.lexicon.cooccurrence, 1.0))
        counterparts = normalize(tfidf(counts[1], ranker.idf))
        words = tfidf(counts[0], source_idf)
        return cls(words, counterparts, translation, supported, ranker.idf, learned)

    def translated(self, rows: IntArray) -> sparse.csr_matrix:
        return normalize(scaled_columns(self.words[rows] @ self.translation, self.idf))

    def between_counterparts(self, rows: IntArray) -> FloatArray:
        """cos of each document's translation with its counterpart, without what the pair itself
        taught."""
        words, counterparts = self.words[rows], self.counterparts[rows]
        whole = scaled_columns(words @ self.translation, self.idf)
        rest = scaled_columns(words @ self.supported, self.idf)
        if not self.learned[rows].all():
            own = sparse.diags_array(self.learned[rows].astype(np.float64))
            others = sparse.diags_array((~self.learned[rows]).astype(np.float64))
            rest = sparse.csr_matrix(own @ rest + others @ whole)
        held = counterparts > 0
        shared = _squares(rest.multiply(held)) - _squares(whole.multiply(held))
        length = np.sqrt(np.maximum(_squares(whole) + shared, 0.0))
        overlap = np.asarray(rest.multiply(counterparts).sum(axis=1)).ravel()
        return np.divide(overlap, length, out=np.zeros(len(rows)), where=length > 0)


def _likeness(
    there: _Translated, block: IntArray, rows: IntArray, translated_counterparts: sparse.csr_matrix
) -> FloatArray:
    """Documents `block` of one side beside documents `rows` of the other; −∞ beside their
    counterpart."""
    likeness = (there.translated(block) @ there.counterparts[rows].T).toarray()
    likeness += (normalize(there.words[block]) @ translated_counterparts.T).toarray()
    likeness[block[:, None] == rows[None, :]] = -np.inf
    return likeness / 2


def _best(likeness: FloatArray) -> FloatArray:
    n_best = min(NEIGHBOURS, likeness.shape[1] - 1)
    if n_best < 1:
        return np.zeros(len(likeness))
    best = np.partition(likeness, -n_best, axis=1)[:, -n_best:]
    return np.asarray(best.mean(axis=1, where=np.isfinite(best)))


def _squares(matrix: sparse.csr_matrix) -> FloatArray:
    return np.asarray(matrix.multiply(matrix).sum(axis=1)).ravel()
