"""Names of people and codes among the terms, told by what stands in the same letters on two sides.

Translations leave names as they are: *Jens*, *Lehmann*, *DIN*.  Those of people say little alone,
and letters that number documents say nothing.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy import sparse

from gplsa.core.types import BoolArray, FloatArray, Ints
from gplsa.text.sequence.phrases import count_table
from gplsa.text.sequence.surroundings import Ordered

_MOSTLY = 0.6
_NEARLY_ALWAYS = 0.8
_RARELY = 0.1
_SELDOM_IN_SENTENCES = 0.3
_HARDLY_REPEATED = 1.25
_ABOUT_AS_OFTEN = 0.25
_MANY = 2  # different names behind a first name
_LEAST_LETTERS = 3  # of a name that is told by its letters: two stand for many things
_NUMBERED = 10
"""Uses from which three capitals and more can be a code: acronyms often stand in brackets."""
_ROMAN = re.compile("(?=[IVX]{2})X{0,3}(?:IX|IV|V?I{0,3})")


@dataclass(frozen=True)
class Capitals:
    """What the capitals of one side tell, by form.

    term       (n_forms) the term of each, −1 for none
    uses       (n_forms) how often each stands;  texts  in how many texts
    beside     (n_forms) how often beside a word in small letters
    followed   (n_forms, n_forms) how often one with a capital stands right behind each
    titles     (n_forms) which are titles: *Mrs*
    """

    forms: list[str]
    term: Ints
    uses: Ints
    texts: Ints
    beside: Ints
    followed: sparse.csr_matrix
    titles: BoolArray
    n_terms: int

    @classmethod
    def of(cls, ordered: Ordered) -> "Capitals":
        n = len(ordered.forms)
        word = ordered.tokens >= 0
        tokens = ordered.tokens[word]
        capital = np.array([form[:1].isupper() for form in ordered.forms] + [False], dtype=bool)
        small = np.array([form[:1].islower() for form in ordered.forms] + [False], dtype=bool)
        # A pair is two words of one line with nothing between them that ends a phrase.
        pair = ~ordered.starts & word
        pair[:1] = False
        second = np.flatnonzero(pair)
        # … but for the point of *Mr.*
        title, lines = np.append(ordered.titles, False)[ordered.tokens], ordered.lines
        pointed = title[:-2] & ~word[1:-1] & word[2:] & (lines[:-2] == lines[2:])
        behind = np.flatnonzero(pointed) + 2
        before, second = np.append(second - 1, behind - 2), np.append(second, behind)
        left, right = ordered.tokens[before], ordered.tokens[second]
        named = capital[right]
        in_sentence = np.zeros(len(ordered.tokens), dtype=bool)
        in_sentence[second[small[left]]] = True
        in_sentence[before[small[right]]] = True
        term = np.full(n, -1, dtype=np.int64)
        term[tokens] = ordered.words[word]
        term[term >= ordered.n_terms] = -1
        n_texts = int(ordered.documents.max(initial=-1)) + 1
        held = np.unique(tokens * n_texts + ordered.documents[ordered.lines[word]])
        return cls(
            ordered.forms,
            term,
            np.bincount(tokens, minlength=n),
            np.bincount(held // max(n_texts, 1), minlength=n),
            np.bincount(ordered.tokens[in_sentence & word], minlength=n),
            count_table(left[named], right[named], (n, n)),
            ordered.titles,
            ordered.n_terms,
        )

    @cached_property
    def proper(self) -> dict[str, int]:
        """Forms with a capital that hardly ever stand in small letters; how often they stand."""
        uses = dict(zip(self.forms, self.uses.tolist(), strict=True))
        capitals = {form: often for form, often in uses.items() if form[:1].isupper()}
        return {f: n for f, n in capitals.items() if uses.get(f.lower(), 0) <= _RARELY * n}


def shared_names(sides: Sequence[Capitals]) -> list[str]:
    """What is `proper` on several sides, about as often: English, too, has some *Universität*."""
    uses: defaultdict[str, list[int]] = defaultdict(list)
    for side in sides:
        for form, often in side.proper.items():
            uses[form].append(often)
    alike = _ABOUT_AS_OFTEN
    return sorted(f for f, n in uses.items() if len(n) > 1 and sorted(n)[-2] >= alike * max(n))


def name_parts(side: Capitals, others: Collection[str]) -> BoolArray:
    """(n_terms) which terms are parts of names of people that say little alone.

    others  what is `proper` on another side
    A first part stands mostly right before other names or initials, as *Jens* in *Jens Lehmann* and
    *van* in *van Hulten*; a last part is one that stands behind such a first part as stands
    before several, or behind a title, that nearly always, of those with titles mostly, has a name
    or title beside it, and that hardly any text repeats, as whoever a text is about it names again,
    unless nearly always with the title.
    """
    own = side.proper
    proper = np.array([f in own and f in others for f in side.forms], dtype=bool)
    shouted = np.array([len(f) > 1 and f.isupper() for f in side.forms], dtype=bool)
    initial = np.array([len(f) == 1 and f.isupper() for f in side.forms], dtype=bool)
    names = (proper & ~shouted) | initial
    behind = side.followed @ sparse.diags_array(names.astype(np.float64))
    behind = sparse.csr_matrix(behind)
    behind.eliminate_zeros()
    uses = _by_term(side, side.uses)
    leads = _by_term(side, behind.sum(axis=1))
    first = leads >= _MOSTLY * np.maximum(uses, 1)
    # Names alone lead names: *Kommissar Prodi* does not make a name of the commissioner.
    known = proper | np.array([f.islower() and len(f) <= 3 for f in side.forms], dtype=bool)
    first &= _by_term(side, np.where(known & ~shouted, side.uses, 0)) >= _NEARLY_ALWAYS * uses
    is_first = np.append(first, False)[side.term]
    several = np.diff(behind.indptr) >= _MANY
    titled = _by_term(side, behind.T @ (several & side.titles).astype(np.float64))
    led = titled + _by_term(side, behind.T @ (several & is_first).astype(np.float64))
    beside = np.where(titled > 0, _MOSTLY, _NEARLY_ALWAYS) * uses
    last = (led > 0) & (led + leads >= beside)
    once = uses <= _HARDLY_REPEATED * _by_term(side, side.texts)
    last &= once | (titled >= _NEARLY_ALWAYS * uses)
    return first | last


def codes(side: Capitals, others: Collection[str]) -> BoolArray:
    """(n_terms) capitals that stand on both sides and hardly ever in a sentence (*DIN 4188*,
    *COM(1999)*), and Roman numerals; *EU* and *DNA* stand beside words in small letters."""
    own = side.proper
    shouted = np.array(
        [len(f) > 1 and f.isupper() and f in own and f in others for f in side.forms], dtype=bool
    )
    uses = np.maximum(_by_term(side, side.uses), 1)
    code = _by_term(side, np.where(shouted, side.uses, 0)) >= _NEARLY_ALWAYS * uses
    code &= _by_term(side, side.beside) <= _SELDOM_IN_SENTENCES * uses
    short = np.array([len(f) <= 2 for f in side.forms], dtype=bool)
    code &= (uses >= _NUMBERED) | (_by_term(side, np.where(short, side.uses, 0)) >= _MOSTLY * uses)
    roman = np.array([_ROMAN.fullmatch(f) is not None for f in side.forms], dtype=bool)
    return code | (_by_term(side, np.where(roman, side.uses, 0)) >= _MOSTLY * uses)


def spelling(side: Capitals, shared: Sequence[str]) -> Ints:
    """(n_terms) the place of each term's most frequent form among `shared`, −1 where none is."""
    place = {form: number for number, form in enumerate(shared)}
    found = np.full(side.n_terms, -1, dtype=np.int64)
    most = np.zeros(side.n_terms, dtype=np.int64)
    for form, term, uses in zip(side.forms, side.term.tolist(), side.uses.tolist(), strict=True):
        known = form in place and len(form) >= _LEAST_LETTERS
        if term >= 0 and known and uses > most[term]:
            found[term], most[term] = place[form], uses
    return found


def _by_term(side: Capitals, values: np.ndarray) -> FloatArray:
    """Sums of what is said of forms."""
    known = side.term >= 0
    weights = np.asarray(values, dtype=np.float64).ravel()[known]
    return np.asarray(np.bincount(side.term[known], weights=weights, minlength=side.n_terms))
