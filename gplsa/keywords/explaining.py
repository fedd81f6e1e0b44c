"""The keywords of one document explained: which words, topics and training pairs speak for each."""

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from scipy import sparse

from gplsa.core.types import FloatArray, Look
from gplsa.keywords.evidence import (
    Evidence,
    Spoken,
    Witness,
    documents_with_both,
    rare_words_shared,
    supporting_pairs,
    topic_shares,
)

if TYPE_CHECKING:
    from gplsa.keywords.ranker import Gist


class Explained:
    """One document whose keywords are explained; what they share is worked out when first used."""

    def __init__(self, gist: "Gist", row: sparse.csr_matrix, look: Look | None = None) -> None:
        self._gist, self._row, self._look = gist, row, look

    @cached_property
    def _words(self) -> Spoken:
        return Spoken(self._row, self._gist.lexicon)

    @cached_property
    def _phrases(self) -> Spoken:
        side = self._gist._judging.phrases
        assert side is not None
        return Spoken(self._row, side.lexicon)

    @cached_property
    def _overlap(self) -> FloatArray:
        return rare_words_shared(self._row, self._gist._columns[0])

    def evidence(self, term: int) -> Evidence:
        gist = self._gist
        if term >= gist.lexicon.n_target:
            return self._of_phrase(term - gist.lexicon.n_target)
        held = gist._columns[1]
        if gist.regression is not None:
            shares = gist.regression.shares(self._row, term, self._look)
            return self._found(shares, 0, held, term, [term])
        shares, places = self._words.shares(term)
        strongest = int(np.argmax(gist._judging.witness[places])) if shares else 0
        found = self._found(shares, strongest, held, term, [term])
        if gist.lexicon.learned_from is None or found.witness is None:
            return found
        n_both = int(gist.lexicon.cooccurrence[places[strongest]])
        n_source = int(gist._judging.source_frequency[found.witness.source_term])
        return replace(found, witness=replace(found.witness, n_both=n_both, n_source=n_source))

    def _of_phrase(self, phrase: int) -> Evidence:
        side = self._gist._judging.phrases
        if side is None:
            return Evidence([], [], None, [])
        shares, places = self._phrases.shares(phrase)
        strongest = int(np.argmax(side.witness[places])) if shares else 0
        words = side.words_of(phrase).tolist()
        return self._found(shares, strongest, self._gist._phrase_columns, phrase, words)

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
        gist, word = self._gist, shares[strongest][0]
        both = documents_with_both(gist._columns[0], held, word, column)
        witness = Witness(word, n_both=len(both), n_source=int(gist._source_frequency[word]))
        topics = topic_shares(shares, words, *gist._profiles)
        return Evidence(shares, topics, witness, supporting_pairs(both, self._overlap))
