"""The keywords of one document explained: which words, topics and training pairs speak for each."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np
from scipy import sparse

from gplsa.core.types import FloatArray, Look
from gplsa.keywords.checks import checked_counts
from gplsa.keywords.evidence import (
    Evidence,
    LexiconRow,
    StrongestWord,
    documents_with_both,
    rare_words_shared,
    supporting_pairs,
    topic_shares,
)
from gplsa.keywords.ranker import KeywordRanker


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
        if ranker.lexicon.learned_from is None or found.strongest is None:
            return found
        n_both = int(ranker.lexicon.cooccurrence[places[strongest]])
        n_source = int(ranker.scorer.learned.known.source[found.strongest.source_term])
        return replace(found, strongest=replace(found.strongest, n_both=n_both, n_source=n_source))

    def _of_phrase(self, phrase: int) -> Evidence:
        side = self._ranker.scorer.phrases
        if side is None:
            return Evidence([], [], None, [])
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
            return Evidence([], [], None, [])
        ranker, word = self._ranker, shares[strongest][0]
        both = documents_with_both(ranker.columns[0], held, word, column)
        word_found = StrongestWord(
            word, n_both=len(both), n_source=int(ranker.source_frequency[word])
        )
        profiles = ranker.profiles
        topics = [] if profiles is None else topic_shares(shares, words, *profiles)
        return Evidence(shares, topics, word_found, supporting_pairs(both, self._overlap))
