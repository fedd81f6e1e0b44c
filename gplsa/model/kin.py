"""Words of the family of one asked for, and compounds of it: what holds these comes after it."""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from gplsa.core.types import BoolArray
from gplsa.corpus.corpus import TEXT
from gplsa.model.across import reasons
from gplsa.model.direction import Direction
from gplsa.model.rare_words import Held, Typed
from gplsa.model.terms.translated import akin
from gplsa.text.language.lemmas import base_form, is_entry
from gplsa.text.passages import found_at, word_end, word_start

LEAST, LEAST_PART = 5, 4
"""Letters of a word asked for, and of what else a compound is made of."""
LONGEST_ENDING = 4  # *Islam-isch*
MOST_READ = 5000
"""Texts that are read for compounds in a moment."""
_LINKS, _ENDINGS = ("", "s", "es", "n", "en"), ("", "s", "es", "n", "en", "e")


def rows_with_kin(direction: Direction, typed: Typed, rare: Mapping[str, Held]) -> dict[str, Held]:
    """Which documents of the side asked in hold not a word itself but one of its family that is
    said alike, *islamisch* for *Islam*, or in German a compound of it that is no term,
    *Windkraftanlagen* for *Windkraft*.

    rare  which documents hold words that are no terms
    """
    model, side, found = direction.model, direction.source, dict[str, Held]()
    if not model.has_texts or direction.vocabulary.kind != TEXT:
        return found
    forms, counts = direction.vocabulary.forms, model.counts[side]
    for word in dict.fromkeys([*typed.whole, *rare]):
        terms = typed.whole.get(word, [])
        if len(word) < LEAST or len(terms) > 1:
            continue
        family = _family(direction, terms[0]) if terms and direction.leads else []
        own = np.diff(counts[:, terms].indptr) > 0
        own |= rare[word].rows if word in rare else False
        kin, written = np.diff(counts[:, family].indptr) > 0, [forms[term] for term in family]
        if model.corpus.languages.get(side) == "de" and len(own) <= MOST_READ:
            also = [forms[term] for term in terms] + [*(rare[word].written if word in rare else ())]
            for row, compound in _compounds(direction, min([word, *also], key=len), own):
                kin[row] = True
                written.append(compound)
        if (kin & ~own).any():
            found[word] = Held(kin & ~own, tuple(dict.fromkeys(written)))
    return found


def _family(direction: Direction, term: int) -> list[int]:
    """Terms that differ from one in an ending, and of which what says one begins as what says it:
    not *romanisch* for *Roman*. One is written with a capital: *organic* is far from *organ*."""
    forms, others = direction.vocabulary.forms, direction.turned.vocabulary.forms
    word = forms[term].lower()

    def is_ended(other: str) -> bool:
        short, long = sorted((word, other.lower()), key=len)
        ending = len(long) - len(short)
        return len(short) >= LEAST and 0 < ending <= LONGEST_ENDING and long.startswith(short)

    said = [others[n] for n in reasons(direction, term)]
    return [
        number
        for number, form in enumerate(forms)
        if is_ended(form) and not (forms[term] + form).islower()
        if any(akin(others[n], one) for n in reasons(direction, number) for one in said)
    ]


def _compounds(direction: Direction, word: str, own: BoolArray) -> Iterator[tuple[int, str]]:
    """Documents that have none of a word of their own but a compound of it, and that one."""
    small, number_of = word.lower(), direction.vocabulary.number_of
    texts: Sequence[str] = direction.model.corpus.texts[direction.source]
    for row in np.flatnonzero(~own).tolist():
        text = texts[row]
        # Most texts are passed over by what is quick.
        places = found_at(text, word) if small in text.lower() else []
        every = (text[word_start(text, first) : word_end(text, last)] for first, last in places)
        nouns = (one for one in every if one[0].isupper() and is_compound(one.lower(), small))
        if one := next((one for one in nouns if number_of(one) is None), ""):
            yield row, one


def is_compound(word: str, part: str) -> bool:
    """Whether a German word is another with a noun behind or before it; both in small letters.

    >>> is_compound("windkraftanlagen", "windkraft"), is_compound("steuerungstechnik", "steuer")
    (True, False)
    """
    behind = [word.removeprefix(part + link) for link in _LINKS if word.startswith(part + link)]
    ends = [link + part + ending for link in _LINKS for ending in _ENDINGS]
    before = [word.removesuffix(end) for end in ends if word.endswith(end)]
    for rest in (one for one in (*behind, *before) if len(one) >= LEAST_PART):
        base = base_form(rest, "de", capital=True) if is_entry(rest, "de") else None
        if base and base[0].isupper():
            return True
    return False
