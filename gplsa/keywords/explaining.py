"""The keywords of one document explained: which words, topics and training pairs speak for each,
the strongest evidence first."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from scipy import sparse

from gplsa.core.sums import entries_of
from gplsa.core.types import Float32Array, FloatArray, Int32Array, Look
from gplsa.keywords.checks import checked_counts
from gplsa.keywords.pairing.lexicon import Lexicon
from gplsa.keywords.ranker import KeywordRanker
from gplsa.keywords.scoring.probability import term_weight

MOST_NAMED = 5
"""Topics, and training pairs, behind one keyword."""


@dataclass(frozen=True)
class Evidence:
    """What speaks for one keyword of one document.

    source_words  (source term, share of the support S), largest first; shares sum to 1 over all
    topics        (topic, share of the affinity between the keyword and those words), largest first
    witness       the single best source word, in `n_both` of whose `n_source` training pairs the
                  counterpart has the keyword; None where no source word supports it
    pairs         training documents that hold the keyword and its witness, nearest first
    """

    source_words: list[tuple[int, float]]
    topics: list[tuple[int, float]]
    witness: int | None
    n_both: int
    n_source: int
    pairs: list[int]


NOTHING = Evidence([], [], None, 0, 0, [])


class LexiconRow:
    """What the words of one document lead to in a lexicon, gathered once for all its keywords.

    row  the document, (1, n_source)
    """

    def __init__(self, row: sparse.csr_matrix, lexicon: Lexicon) -> None:
        first = lexicon.indptr[row.indices]
        lengths = lexicon.indptr[row.indices + 1] - first
        begins = np.cumsum(lengths) - lengths
        self._places = np.repeat(first - begins, lengths) + np.arange(lengths.sum())
        self._words = np.repeat(row.indices, lengths)
        self._weights = np.repeat([term_weight(count) for count in row.data], lengths)
        self._terms = lexicon.indices[self._places]
        self._translation = lexicon.translation

    def shares(self, term: int) -> tuple[list[tuple[int, float]], list[int]]:
        r"""share_f = w_f t(e|f) / Σ, w_f = 1 + log tf_f, of the source words that have e.

        Returns the shares, largest first, and the places of the pairs in the lexicon, same order.
        """
        at = np.flatnonzero(self._terms == term)
        weights = self._weights[at] * self._translation[self._places[at]]
        order = np.lexsort((self._words[at], -weights))
        words, values = self._words[at][order].tolist(), weights[order].tolist()
        total = sum(values) or 1.0
        shares = [(word, weight / total) for word, weight in zip(words, values, strict=True)]
        return shares, self._places[at][order].tolist()


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


def documents_with_both(
    source: sparse.csc_matrix, target: sparse.csc_matrix, source_term: int, target_term: int
) -> Int32Array:
    """Rows of the training pairs that hold the one term and the other."""
    return np.intersect1d(entries_of(source, source_term)[0], entries_of(target, target_term)[0])


def rare_words_shared(row: sparse.csr_matrix, source: sparse.csc_matrix) -> FloatArray:
    """(n_documents,) Σ log((1 + N) / (1 + N_f)) over the words of a document that each holds."""
    overlap = np.zeros(source.shape[0])
    for word in row.indices:
        holders, _ = entries_of(source, word)
        overlap[holders] += np.log((1 + source.shape[0]) / (1 + len(holders)))
    return overlap


def supporting_pairs(both: Int32Array, overlap: FloatArray) -> list[int]:
    """Of the training pairs `both`, those first that share most rare words with the document."""
    order = np.lexsort((both, -overlap[both]))
    return [int(document) for document in both[order][:MOST_NAMED]]


def explain(
    ranker: KeywordRanker, counts: sparse.csr_matrix, terms: Sequence[int], look: Look | None = None
) -> list[Evidence]:
    """What speaks for each keyword of `terms` in one document, `counts` (1, n_source) and its look.

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
    asked = _Explained(ranker, row, look)
    return [asked.evidence(term) for term in terms]


class _Explained:
    """One document whose keywords are explained; what they share is worked out when first used."""

    def __init__(
        self, ranker: KeywordRanker, row: sparse.csr_matrix, look: Look | None = None
    ) -> None:
        self._ranker, self._row, self._look = ranker, row, look

    @cached_property
    def _words(self) -> LexiconRow:
        return LexiconRow(self._row, self._ranker.lexicon)

    @cached_property
    def _phrases(self) -> LexiconRow:
        side = self._ranker.scorer.phrases
        assert side is not None
        return LexiconRow(self._row, side.learned.lexicon)

    @cached_property
    def _overlap(self) -> FloatArray:
        return rare_words_shared(self._row, self._ranker.columns[0])

    def evidence(self, term: int) -> Evidence:
        ranker = self._ranker
        if term >= ranker.lexicon.n_target:
            return self._of_phrase(term - ranker.lexicon.n_target)
        held = ranker.columns[1]
        if ranker.regression is not None:
            shares = ranker.regression.shares(self._row, term, self._look)
            return self._found(shares, 0, held, term, [term])
        shares, places = self._words.shares(term)
        strongest = int(np.argmax(ranker.scorer.learned.pair_share[places])) if shares else 0
        found = self._found(shares, strongest, held, term, [term])
        if ranker.lexicon.learned_from is None or found.witness is None:
            return found
        n_both = int(ranker.lexicon.cooccurrence[places[strongest]])
        n_source = int(ranker.scorer.learned.known.source[found.witness])
        return replace(found, n_both=n_both, n_source=n_source)

    def _of_phrase(self, phrase: int) -> Evidence:
        side = self._ranker.scorer.phrases
        if side is None:
            return NOTHING
        shares, places = self._phrases.shares(phrase)
        strongest = int(np.argmax(side.learned.pair_share[places])) if shares else 0
        words = side.words_of(phrase).tolist()
        return self._found(shares, strongest, self._ranker.phrase_columns, phrase, words)

    def _found(
        self,
        shares: list[tuple[int, float]],
        strongest: int,
        held: sparse.csc_matrix,
        column: int,
        words: list[int],
    ) -> Evidence:
        """held, column: the training counts of the keyword; words: the terms it is made of."""
        if not shares:
            return NOTHING
        ranker, word = self._ranker, shares[strongest][0]
        both = documents_with_both(ranker.columns[0], held, word, column)
        profiles = ranker.profiles
        topics = [] if profiles is None else topic_shares(shares, words, *profiles)
        n_source = int(ranker.source_frequency[word])
        pairs = supporting_pairs(both, self._overlap)
        return Evidence(shares, topics, word, len(both), n_source, pairs)
