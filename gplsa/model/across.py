"""How Search compares a text with texts of another language, by the lexicon of both directions."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from scipy import sparse

from gplsa.core.sums import entries_of
from gplsa.core.types import BoolArray, FloatArray, IntArray
from gplsa.model.direction import Direction
from gplsa.model.links import Link, Query, holding_most_first, strongest, surely_said
from gplsa.model.terms.partners import by_lexicon, partners_of_row
from gplsa.model.terms.translated import akin
from gplsa.retrieval.counterparts import LexiconLikeness, Translations, tfidf

LEAST_STRENGTH, LEAST_SUPPORT = 0.1, 0.5
"""√(t D) of the learned lexicon from which one word is told as a reason of another, and the same
times the pairs that hold both: what is lower is chance, *fishermen* → *realities*, or rests on two
or three pairs that say other things as well, *house* → *complete*: most such are wrong by
the lexicons of records and of news. Words that begin alike need no more pairs."""
STRONG, BESIDE_BEST = 0.25, 0.5
"""Below that strength two words that are not the same must be such a share of each other's best:
what stands in the same few texts is none, *Scottish* → *of*, *rocket* → *Kim*; an abbreviation is
such a reason of nothing, *secretary* → *US*."""

LEAST_NOUN = 0.1
"""What a word that is no noun counts of its idf: of two texts the one that has it is first."""


class ByLexicon:
    """½ cos((tfidf_s · t) ∘ idf, tfidf_t) and its twin through the other direction's lexicon, to
    some documents of the target side, `counts`."""

    def __init__(
        self, direction: Direction, counts: sparse.csr_matrix, translations: Translations
    ) -> None:
        self._asked_forms = direction.vocabulary.forms
        self._found_forms = direction.turned.vocabulary.forms
        self._translations = translations
        self._likeness = LexiconLikeness(translations, counts)
        self._direction = direction
        # The last one, its weights, and what its words are said by.
        self._asked: tuple[Query, sparse.csr_matrix, sparse.csr_matrix] | None = None

    def scores(self, query: Query) -> FloatArray:
        asked, likely = self._read(query)
        idf = self._translations.source_idf[asked.indices]
        idf = telling(self._direction, idf, asked.indices.astype(np.int64))
        nearness = self._likeness(query.counts)[0] / 2
        return holding_most_first(nearness, self._likeness.words, likely, idf, query.is_part)

    def _read(self, query: Query) -> tuple[sparse.csr_matrix, sparse.csr_matrix]:
        last = self._asked  # which another session may replace
        if last is None or last[0] is not query:
            asked = tfidf(query.counts, self._translations.source_idf)
            self._asked = last = query, asked, self._likely(asked)
        return last[1:]

    def links(self, query: Query, row: int) -> list[Link]:
        asked, translated = self._read(query)
        held, weight = entries_of(self._likeness.words, row)
        means, best = translated[:, held].tocoo(), translated.max(axis=1).toarray().ravel()
        found, doubtful = list[tuple[str, str, float]](), list[tuple[str, str, float]]()
        for f, e, value in zip(means.row, means.col, means.data, strict=True):
            words = self._asked_forms[asked.indices[f]], self._found_forms[held[e]]
            sure = value >= best[f] / 2
            (found if sure else doubtful).append((*words, asked.data[f] * value * weight[e]))
        return strongest(found or doubtful)

    def told(self, query: Query) -> BoolArray:
        """Which documents hold what says a word of it."""
        said = np.bincount(self._read(query)[1].indices, minlength=self._likeness.words.shape[1])
        return np.asarray(self._likeness.words @ (said > 0) > 0)

    def saying(self, query: Query) -> tuple[IntArray, BoolArray]:
        """Its terms, and which documents surely say each, (n_documents, n_asked)."""
        asked, likely = self._read(query)
        saying = surely_said(self._likeness.words, likely).toarray()
        return asked.indices.astype(np.int64), np.asarray(saying)

    def unsaid(self, query: Query) -> list[int]:
        """Its words of which it cannot be told what says them."""
        asked, likely = self._read(query)
        return [int(term) for term in asked.indices[np.diff(likely.indptr) == 0]]

    def _likely(self, asked: sparse.csr_matrix) -> sparse.csr_matrix:
        """What the lexicon says its words by, without what is too doubtful for a reason."""
        said = self._translations.forward[asked.indices]
        for place, term in enumerate(asked.indices.tolist()):
            row = slice(*said.indptr[place : place + 2])
            said.data[row] *= np.isin(said.indices[row], reasons(self._direction, term))
        said.eliminate_zeros()
        return with_kin(said, self._found_forms)


def with_kin(said: sparse.csr_matrix, forms: Sequence[str]) -> sparse.csr_matrix:
    """What says words, (n_asked, n_words), where those that begin as the likeliest of a word are
    half as likely as that at least: *maschinell*, where *Maschine* says *machine*.

    forms  of the n_words
    """
    for first, last in pairwise(said.indptr):
        likely, words = said.data[first:last], said.indices[first:last]
        best = int(likely.argmax()) if last > first else 0
        for place, word in enumerate(words.tolist()):
            if akin(forms[word], forms[words[best]]):
                likely[place] = max(likely[place], likely[best] / 2)
    return said


def telling(direction: Direction, idf: FloatArray, terms: IntArray) -> FloatArray:
    """The idf of terms of the source side, as far as they are nouns: *leave*, *heute* tell little
    of what is looked for."""
    nouns = direction.ranker.nouns if direction.leads else None
    return idf if nouns is None else idf * np.maximum(nouns[terms], LEAST_NOUN)


def reasons(direction: Direction, term: int) -> list[int]:
    """What may be told as the reason that a word is said by it."""
    turned, (uses, target_uses) = direction.turned, direction.uses
    row = partners_of_row(direction.ranker.lexicon, term, uses[term], target_uses)
    form, forms = direction.vocabulary.forms[term], turned.vocabulary.forms
    best = max((strength for strength, *_ in row), default=0.0)

    def mutual(number: int) -> bool:
        back = dict(by_lexicon(turned, number))
        return back.get(term, 0.0) >= BESIDE_BEST * max(back.values(), default=1.0)

    def told(strength: float, both: int, number: int) -> bool:
        if forms[number].casefold() == form.casefold():
            return True
        if both * strength < LEAST_SUPPORT and not akin(forms[number], form):
            return False
        doubtful = strength < BESIDE_BEST * best or form.isupper() or forms[number].isupper()
        return strength >= STRONG or (not doubtful and mutual(number))

    return [one[-1] for one in row if one[0] >= LEAST_STRENGTH and told(*one)]
