"""The keywords of one document explained: which words, topics and training pairs speak for each,
the strongest evidence first."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy import sparse

from gplsa.core.sums import entries_of
from gplsa.core.types import Float32Array, FloatArray, PictureFeatures
from gplsa.keywords.checks import checked_counts
from gplsa.keywords.ranker import KeywordRanker
from gplsa.keywords.support import LexiconRow, Support

MOST_NAMED = 5  # topics, and training pairs, behind one keyword


@dataclass(frozen=True)
class Evidence:
    """What speaks for one keyword of one document.

    source_words  (source term, share of the support S), largest first; shares sum to 1 over all
    topics        (topic, share of the affinity between the keyword and those words), largest first
    witness       the surest of the best source words, in `n_both` of whose `n_source` training
                  pairs the counterpart has the keyword; None where no source word supports it
    pairs         training documents that hold the keyword and its witness, nearest first
    """

    source_words: list[tuple[int, float]]
    topics: list[tuple[int, float]]
    witness: int | None
    n_both: int
    n_source: int
    pairs: list[int]


NOTHING = Evidence([], [], None, 0, 0, [])


def topic_shares(
    shares: list[tuple[int, float]],
    terms: Sequence[int],
    source_profile: Float32Array,
    target_profile: Float32Array,
) -> list[tuple[int, float]]:
    r"""Topics behind the link, √(p(z|f) p(z|e)) / A(f, e), averaged by the source words' shares
    and over the target words `terms` that the keyword is made of."""
    total = np.zeros(source_profile.shape[1])
    for word, share in shares:
        for term in terms:
            link = np.asarray(source_profile[word], dtype=np.float64) * target_profile[term]
            affinity = link.sum()
            if affinity > 0:
                total += share * link / affinity / len(terms)
    order = np.argsort(-total, kind="stable")[:MOST_NAMED]
    return [(int(z), float(total[z])) for z in order if total[z] > 0]


def explain(
    ranker: KeywordRanker,
    counts: sparse.csr_matrix,
    terms: Sequence[int],
    features: PictureFeatures | None = None,
) -> list[Evidence]:
    """What speaks for each keyword of `terms` in one document, `counts` (1, n_source).

    The first topics and training pairs are named, and all source words that have a share.  For a
    phrase, a number behind all words, topics are those of its words.
    """
    row = checked_counts(counts, "counts", ranker.lexicon.n_source)
    if row.shape[0] != 1:
        raise ValueError(f"counts must be a single document, but has {row.shape[0]} rows")
    phrases = ranker.pairs.phrases
    last = ranker.lexicon.n_target - 1 + (0 if phrases is None else phrases.terms.shape[0])
    for term in terms:
        if not 0 <= term <= last:
            raise ValueError(f"term must lie in 0..{last}, but is {term}")
    return [*map(_Explained(ranker, row, features).evidence, terms)]


@dataclass(eq=False)
class _Explained:
    """One document whose keywords are explained; what they share is worked out when first used."""

    ranker: KeywordRanker
    row: sparse.csr_matrix
    features: PictureFeatures | None

    @cached_property
    def _of_words(self) -> Callable[[int], Support]:
        return self.ranker.scorer.support(self.row, self.features)

    @cached_property
    def _of_phrases(self) -> tuple[LexiconRow, LexiconRow]:
        """What the words of the document lead to, phrases and words."""
        side = self.ranker.scorer.phrases
        assert side is not None
        learned = side.learned, self.ranker.scorer.learned
        return LexiconRow(self.row, learned[0]), LexiconRow(self.row, learned[1])

    @cached_property
    def _overlap(self) -> FloatArray:
        """(n_documents,) Σ log((1 + N) / (1 + N_f)) over the words that a training pair shares."""
        overlap = np.zeros(self.ranker.source.shape[0])
        for word in self.row.indices:
            holders, _ = entries_of(self.ranker.columns[0], word)
            overlap[holders] += np.log((1 + len(overlap)) / (1 + len(holders)))
        return overlap

    def evidence(self, term: int) -> Evidence:
        ranker = self.ranker
        phrase, side = term - ranker.lexicon.n_target, ranker.scorer.phrases
        if phrase < 0:
            return self._found(self._of_words(term), ranker.columns[1], term, [term])
        if side is None:
            return NOTHING
        words = side.words_of(phrase).tolist()
        of_phrases, of_words = self._of_phrases
        support = of_phrases.support(phrase, of_words.sureness(words))
        return self._found(support, ranker.phrase_columns, phrase, words)

    def _found(
        self, support: Support, held: sparse.csc_matrix, column: int, words: list[int]
    ) -> Evidence:
        """held, column: the training counts of the keyword; words: the terms it is made of."""
        shares = support.shares
        if not shares:
            return NOTHING
        ranker, witness = self.ranker, shares[support.strongest][0]
        (own, _), (there, _) = entries_of(ranker.columns[0], witness), entries_of(held, column)
        both = np.intersect1d(own, there)
        topics = [] if ranker.profiles is None else topic_shares(shares, words, *ranker.profiles)
        of_pairs = support.pairs or (len(both), int(ranker.source_frequency[witness]))
        nearest = both[np.lexsort((both, -self._overlap[both]))][:MOST_NAMED]
        return Evidence(shares, topics, witness, *of_pairs, nearest.tolist())
