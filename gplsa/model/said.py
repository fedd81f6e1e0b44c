"""Which documents say each word of a short query: those that say all stand first."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np
from scipy import sparse

from gplsa.core.sums import idf_of, normalize
from gplsa.core.types import BoolArray, FloatArray, IntArray
from gplsa.message import Message
from gplsa.model.across import ByLexicon, telling
from gplsa.model.direction import Direction
from gplsa.model.links import Link, Measure, Query
from gplsa.model.rare_words import COMMON, FEWEST_COMMON, MOST, Held, Typed
from gplsa.retrieval.counterparts import tfidf

LARGER_PART, BESIDE_MOST = 0.45, 0.68
"""Of the idf of the words that any document says, what one must say to be told of; of a long query
where none says all, that share of the most that one says, if that is less."""


class Said(NamedTuple):
    """Words as they were typed; which of some documents say each, (n_words, n_documents), on the
    side found or, as the same word, on that asked in; how near these are on the latter; which have
    nothing of them there, though they have that side; and how much each word tells."""

    words: list[str]
    rows: BoolArray
    own: FloatArray
    elsewhere: BoolArray
    telling: FloatArray | float = 1.0

    @property
    def all(self) -> BoolArray:
        """Those that say all that any of them says."""
        return np.asarray(self.rows[self.rows.any(axis=1)].all(axis=0) & self.rows.any(axis=0))

    @property
    def n_said(self) -> int:
        """How many of the words any document says."""
        return int(np.count_nonzero(self.rows.any(axis=1)))

    def listed(self, near: BoolArray) -> BoolArray:
        """Which are told of: those near or that say all, and of several words not those that say
        only what is common, *treatment* without *wastewater*."""
        often = self.rows.sum(axis=1)
        idf = idf_of(often, self.rows.shape[1]) * (often > 0) * self.telling
        share = idf @ self.rows / max(float(idf.sum()), np.finfo(float).tiny)
        enough = share >= min(LARGER_PART, BESIDE_MOST * share.max(initial=0.0))
        return np.asarray((near | self.all) & (enough if self.n_said > 1 else True))

    def missing(self, place: int) -> tuple[str, ...]:
        held = self.rows[:, place].tolist()
        return tuple(word for word, is_said in zip(self.words, held, strict=True) if not is_said)

    def with_own(self, scores: FloatArray) -> FloatArray:
        """The mean of scores with the nearness on the side asked in, as far as words are said."""
        return (scores + self.own * self.rows.mean(axis=0)) / 2 if self.n_said else scores

    def first(self, scores: FloatArray, near: BoolArray) -> FloatArray:
        """Documents that say all of several words above the rest; of one word those that are not
        `near` below it, and last those that have only what may translate it."""
        every = self.all
        if self.n_said < 2:
            last = scores[every & ~self.elsewhere].min(initial=1.0)
            return np.where(self.elsewhere, last * scores / (1 + scores), scores)
        rest = scores[near & ~every].max(initial=0.0)
        if scores[every].min(initial=np.inf) > rest:
            return scores
        return np.where(every, rest + max(1 - rest, rest) * np.maximum(scores, 1e-9), scores)


def parted(missing: Sequence[tuple[str, ...]]) -> tuple[list[str], int]:
    """Words that none of some documents says, and the place of the first that says only some of the
    others; their number where none does.

    missing  what each does not say

    >>> parted([("c",), ("a", "c"), ("b", "c")])
    (['c'], 1)
    """
    absent = [word for word in [*missing[:1], ()][0] if all(word in one for one in missing)]
    places = (place for place, one in enumerate(missing) if len(one) > len(absent))
    return absent, next(places, len(missing))


def lacking(
    known: Iterable[str], unknown: Sequence[str], missing: Sequence[tuple[str, ...]]
) -> Message | str:
    """What documents found do not say of what was asked for, in a sentence; "" for nothing, and of
    a text on what the list rests.

    known, unknown  words asked for;  missing  those that each document does not say
    """
    known, (absent, first) = list(known), parted(missing)
    words = ", ".join([*unknown, *absent][:MOST])
    if len(known) + len(unknown) <= MOST:
        if absent:
            return Message(
                "No document says all of these words. Those found lack “{words}”.", words=words
            )
        if unknown:
            return Message("No document found says “{words}”.", words=words)
        return "" if first else Message("No document says all of these words.")
    if known and 2 * len(known) <= len(unknown):
        words = ", ".join(known)
        return Message(
            "Of these words the model knows only “{words}”: the list rests on it.", words=words
        )
    aside = Message("Words new to the model or too rare in it, left aside: {words}", words=words)
    return aside if unknown else ""


def said_words(
    direction: Direction,
    measure: Measure,
    queries: tuple[Query, Query],
    typed: Typed,
    rare: Mapping[str, Held],
    counts: sparse.csr_matrix,
    rows: IntArray,
) -> Said:
    """Of the documents in `rows`; a compound that is no term is said by all of its parts.

    queries  all words, and those that something says
    rare  which documents hold words that are found as they stand;  counts  on the side asked in
    """
    words = [*dict.fromkeys([*typed.whole, *typed.in_parts, *rare])]
    terms = np.unique([*chain(*typed.whole.values(), *typed.in_parts.values())]).astype(int)
    said = counts[:, terms].toarray() > 0
    elsewhere = ~said.any(axis=1) & (np.diff(counts.indptr) > 0)
    if isinstance(measure, ByLexicon):
        asked, saying = measure.saying(queries[1])
        said[:, np.searchsorted(terms, asked)] |= saying[rows]
    found = np.zeros((len(words), len(rows)), dtype=bool)
    for place, word in enumerate(words):
        of_word, parts = typed.whole.get(word, []), typed.in_parts.get(word, [])
        of_word = of_word or (parts if len(parts) > 1 else [])  # *Meer* is not *Mittelmeer*
        found[place] = bool(of_word) & said[:, np.searchsorted(terms, of_word)].all(axis=1)
        if word in typed.kin:
            found[place] |= typed.kin[word].rows[rows]
        if word in rare:
            found[place] |= rare[word].rows[rows]
            elsewhere &= ~rare[word].rows[rows]
    own, some = np.zeros(len(rows)), np.asarray(found.any(axis=0))
    if some.any() and queries[0].counts.nnz:
        often = direction.vocabulary.document_frequency
        idf = idf_of(often, max(len(direction.model.corpus), int(often.max())))
        held = normalize(tfidf(counts[some], idf))
        asked_for = normalize(tfidf(queries[0].counts, idf))
        own[some] = (held @ asked_for.T).toarray().ravel()
    nouns = np.array([rare[word].noun if word in rare else 1.0 for word in words])
    return Said(words, found, own, elsewhere, nouns)


def without(counts: sparse.csr_matrix, terms: list[int]) -> sparse.csr_matrix:
    """Counts without some terms: a compound is looked for, not its parts (*Mittelalter*, not
    *Alter*)."""
    left = sparse.csr_matrix(counts.multiply(~np.isin(np.arange(counts.shape[1]), terms)))
    left.eliminate_zeros()
    return left


def unsaid_words(
    direction: Direction, measure: ByLexicon, query: Query, terms: IntArray, rows: IntArray
) -> dict[str, Held]:
    """Documents whose own side holds those of some terms of which it is not known what says them,
    found through the pair; without words that many of `rows` hold."""
    if not query.counts.nnz:
        return {}
    terms = np.intersect1d(measure.unsaid(query), terms).astype(int)
    held = direction.model.counts[direction.source][:, terms].toarray() > 0
    most, often = max(COMMON * len(held), FEWEST_COMMON), held[rows].sum(axis=0)
    few = np.flatnonzero((often > 0) & (often <= most)).tolist()
    forms = [direction.vocabulary.forms[terms[n]] for n in few]
    nouns = telling(direction, np.ones(held.shape[1]), terms)
    return {f: Held(held[:, n], (f,), nouns[n]) for f, n in zip(forms, few, strict=True)}


def nouns_alone(direction: Direction, rare: Mapping[str, Held], others: bool) -> dict[str, Held]:
    """In German without words in small letters, where there are others to find documents by: what a
    verb stands in has little to do with the question."""
    german = direction.model.corpus.languages.get(direction.source) == "de"
    nouns = {word: held for word, held in rare.items() if not german or word[:1].isupper()}
    return nouns if nouns or others else dict(rare)


def with_own(
    direction: Direction, links: list[Link], typed: Typed | None, held: sparse.csr_matrix
) -> list[Link]:
    """Links, and of each word that none is of the word itself where the side asked in has it.

    held  the counts of that, (1, n_words)
    """
    forms, linked = direction.vocabulary.forms, {one.asked for one in links}
    terms = [] if typed is None else [*chain(*typed.whole.values())]
    own = dict.fromkeys(forms[term] for term in terms if held[0, term])
    return [*links, *(Link(form, form, 0.0) for form in own if form not in linked)]
