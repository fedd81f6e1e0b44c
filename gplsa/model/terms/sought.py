"""A word or phrase as it is looked for: found in texts by the analysis that counted them."""

import itertools
import re
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from math import ceil
from typing import NamedTuple

import numpy as np
from scipy import sparse

from gplsa.core.items import SideVocabulary
from gplsa.core.sums import document_frequency
from gplsa.corpus.corpus import TEXT
from gplsa.errors import InputError
from gplsa.message import Message
from gplsa.model.model import TrainedModel
from gplsa.model.phrasing import keyword_forms
from gplsa.model.rare_words import MOST, rare_places, rows_with_rare
from gplsa.text import COMPOUND_LANGUAGES, Span
from gplsa.text.language.alphabet import NO_SPACES
from gplsa.text.languages import language_name
from gplsa.text.sequence.keyphrases import Keyphrases

LONGEST_TYPED = 200
MOST_VERIFIED = 400
"""Pairs whose text is read for a phrase that training did not count: they take half a second."""

MOST_INSTEAD = 3
"""Unknown words that others are told for, and longer words for one of these."""
ALIKE = 0.86
"""How alike the letters of a word are that may be meant by another, from 0 to 1."""
ALIKE_BEGINNING, LEAST_ALIKE = 0.6, 5  # share of a word, and letters, as another begins
LEAST_BEGINNING = 7  # letters; *Alters* is no word of *Altersvorsorge*

_HYPHENS = frozenset("-\u2010\u2011")  # behind *Arbeits-* of *Arbeits- und Sozialrecht*
_WORDS = re.compile(r"\w+")
_LETTER = rf"[^\W{NO_SPACES}]"
# What may stand between the words of a phrase: anything but the end of a sentence or clause.
WITHIN = re.compile(r"[\w\s\-\u2010\u2011'\u2019/]*")

Place = tuple[int, int]


class Sought(NamedTuple):
    """What is looked for on one side.

    terms    of the vocabulary, in order; none where the words were not counted
    between  the small words between them (one place less than terms), "" where there are none
    literal  as typed, where it can be found in no other way
    """

    terms: tuple[int, ...]
    between: tuple[str, ...] = ()
    literal: str = ""

    def places(self, vocabulary: SideVocabulary, text: str) -> list[Place]:
        """Where it stands in a text: a word in any of its forms or inside a compound, a phrase as
        it stands, in order."""
        if not self.terms:
            return _literal_places(self.literal, text)
        spans = vocabulary.spans(text)
        if len(self.terms) == 1:
            found = {span[:2] for span in spans if span.term == self.terms[0]}
            return sorted(found)
        return list(self._phrase_places(text, outermost(spans)))

    def _phrase_places(self, text: str, spans: Sequence[Span]) -> Iterator[Place]:
        length = len(self.terms)
        for first in range(len(spans) - length + 1):
            run = spans[first : first + length]
            if tuple(span.term for span in run) == self.terms and self.between == _gaps(text, run):
                yield run[0].start, run[-1].end


class Rows(NamedTuple):
    """Rows of pairs that hold something, ascending; whether that is all of them."""

    rows: np.ndarray
    all_known: bool


def sought_of(vocabulary: SideVocabulary, typed: str) -> Sought:
    """What a person typed, as it is counted in texts; InputError where there is nothing to seek."""
    typed = " ".join(typed.split())
    if not _WORDS.search(typed):
        raise InputError("Type a word or a phrase to look for.")
    if len(typed) > LONGEST_TYPED:
        raise InputError(
            "A word or phrase has at most {longest_typed} characters.", longest_typed=LONGEST_TYPED
        )
    spans = vocabulary.spans(typed)
    if vocabulary.language == "de" and not any(span.term >= 0 for span in spans):
        # *ernten*, where only the noun is counted.
        spans = vocabulary.spans(typed.title()) if len(typed.title()) == len(typed) else spans
    whole = outermost(spans)
    overlapping = any(b.start < a.end < b.end for a, b in itertools.pairwise(spans))
    # *Wahlkampf*, where only its parts are counted, is no phrase of these.
    compound = vocabulary.language in COMPOUND_LANGUAGES
    joined = compound and any(a.end == b.start for a, b in itertools.pairwise(whole))
    if not whole or overlapping or joined or any(span.term < 0 for span in whole):
        return Sought((), (), typed)
    gaps = _gaps(typed, whole)
    # "the European Union", where only "Union" is counted, is not looked for as "Union".
    if gaps is None or _WORDS.search(typed[: whole[0].start] + " " + typed[whole[-1].end :]):
        return Sought((), (), typed)
    return Sought(tuple(span.term for span in whole), gaps)


def sought_phrase(chosen: Keyphrases, number: int) -> Sought:
    """A phrase that training counted."""
    terms: list[int] = []
    between: list[str] = []
    joins: list[str] = []
    for word in chosen.sequences[number]:
        if word >= chosen.n_terms:
            joins.append(chosen.joining[word - chosen.n_terms])
            continue
        if terms:
            between.append(" ".join(joins))
        terms.append(word)
        joins = []
    return Sought(tuple(terms), tuple(between))


def rows_with(model: TrainedModel, side: str, sought: Sought) -> Rows:
    """The documents whose side holds it."""
    vocabulary, counts = model.vocabularies[side], model.counts[side]
    if len(sought.terms) == 1:
        return Rows(_holding(counts, sought.terms), True)
    phrasing = model.phrasings.get(side)
    if phrasing is not None and sought.terms:
        for number in range(len(phrasing.chosen)):
            if sought_phrase(phrasing.chosen, number) == sought:
                return Rows(_holding(phrasing.counts, (number,)), True)
    if not model.has_texts:
        return Rows(np.empty(0, dtype=np.int64), True)
    texts = model.corpus.texts[side]
    if not sought.terms:
        typed = sought.literal
        forms = {typed, typed.lower(), typed.upper(), typed[:1].upper() + typed[1:]}
        near = [row for row, text in enumerate(texts) if any(form in text for form in forms)]
    else:
        near = _holding(counts, sought.terms).tolist()
    read = near[:MOST_VERIFIED]
    found = [row for row in read if sought.places(vocabulary, texts[row])]
    return Rows(np.array(found, dtype=np.int64), len(near) == len(read))


def other_side_with(model: TrainedModel, typed: str, source: str) -> str:
    """The side of texts, but for `source`, in most documents of which stands what was typed; "" for
    none."""
    found = {
        side: len(rows_with(model, side, sought_of(vocabulary, typed)).rows)
        for side, vocabulary in model.vocabularies.items()
        if side != source and side in model.corpus.texts
    }
    most = max(found, key=found.__getitem__, default="")
    return most if found.get(most) else ""


def other_with(model: TrainedModel, words: Sequence[str], source: str) -> Message | str:
    """The language, in words, of another side on which one of a few words stands, in whatever form;
    "" for none."""
    languages, few = model.corpus.languages, words if len(words) <= MOST else ()
    others = [side for side in model.corpus.texts if side != source]
    rows = np.arange(len(model.corpus))
    for word in (one for one in few if len(one) <= LONGEST_TYPED):
        rarely = (side for side in others if rows_with_rare(model, side, [word], rows))
        side = other_side_with(model, word, source) or next(rarely, "")
        if name := language_name(languages.get(side, "")):
            return name
    return ""


def mistyped(model: TrainedModel, side: str, words: Sequence[str]) -> dict[str, str]:
    """Of the first unknown words those that are written nearly as one of a side of texts, and that;
    of a long one else the longest word of its texts that it begins with: *Insolvenz* of
    *Insolvenzverwalterhaftung*.

    >>> get_close_matches("Terorismus", ["Tourismus", "Terrorismus"], 1, ALIKE)
    ['Terrorismus']
    """
    forms, found = model.vocabularies[side].forms, dict[str, str]()
    others = [own for one, own in model.vocabularies.items() if one != side]
    for word in words[:MOST_INSTEAD]:
        if any(own.kind == TEXT and own.number_of(word) is not None for own in others):
            continue  # it is right, in another language
        near = [form for form in forms if abs(len(form) - len(word)) <= 2]
        alike = get_close_matches(word, near, 1, ALIKE)
        best = alike[0] if alike else _beginning(model, side, word)
        if best.casefold() not in ("", word.casefold()):
            found[word] = best
    return found


def _beginning(model: TrainedModel, side: str, word: str) -> str:
    least = word[:LEAST_BEGINNING].lower()
    texts = [text for text in model.corpus.texts[side] if least in text.lower()]
    for end in range(len(word) - LEAST_BEGINNING // 2, LEAST_BEGINNING - 1, -1):
        places = ((text, place) for text in texts for _, place in rare_places(text, word[:end]))
        if any(text[place : place + 1] not in _HYPHENS for text, place in places):
            return word[:end]
    return ""


def corrected(text: str, word: str, meant: str) -> str:
    """A text with another word wherever one stands whole.

    >>> corrected("mine, miner", "mine", "mines")
    'mines, miner'
    """
    return re.sub(rf"\b{re.escape(word)}\b", lambda _: meant, text)


def sought_instead(model: TrainedModel, side: str, typed: str) -> list[str]:
    """What a word that no text has may be looked up by: its base form or longer words that hold it,
    one that is written alike, or of a phrase its words; else by words that begin as it does."""
    rows, vocabulary = np.arange(len(model.corpus)), model.vocabularies[side]
    held = rows_with_rare(model, side, [typed], rows).values()
    texts = "\n".join(model.corpus.texts.get(side, ())).casefold() if held else ""
    found = [form for one in held for form in one.written[:MOST_INSTEAD]]
    # Not what headings alone have, nor what has been found in no pair.
    found = [form for form in found if typed.casefold() != form.casefold() in texts]
    words = [vocabulary.forms[span.term] for span in vocabulary.spans(typed) if span.term >= 0]
    others = [*mistyped(model, side, [typed]).values(), *(words if " " in typed.strip() else ())]
    return list(dict.fromkeys([*found, *others])) or _akin(vocabulary.forms, typed.lower())


def _akin(forms: Sequence[str], word: str) -> list[str]:
    """The words that have most of their beginning in common with one: *philosophy*, of
    *philosopher*."""
    least = max(LEAST_ALIKE, ceil(ALIKE_BEGINNING * len(word)))
    for n in range(len(word), least - 1, -1):
        if akin := [form for form in forms if form.lower().startswith(word[:n])]:
            return sorted(akin, key=len)[:MOST_INSTEAD]
    return []


def outermost(spans: Sequence[Span]) -> list[Span]:
    """Without those that lie inside another one, as parts of a compound do."""
    kept: list[Span] = []
    for span in spans:
        if not kept or span.start >= kept[-1].end:
            kept.append(span)
    return kept


def _gaps(text: str, spans: Sequence[Span]) -> tuple[str, ...] | None:
    """The words between spans in small letters; None where more than words stands there."""
    between = [text[a.end : b.start] for a, b in itertools.pairwise(spans)]
    if not all(WITHIN.fullmatch(gap) for gap in between):
        return None
    return tuple(" ".join(_WORDS.findall(gap.lower())) for gap in between)


def _holding(counts: sparse.csr_matrix, columns: Sequence[int]) -> np.ndarray:
    """The rows that hold all of these columns."""
    return np.flatnonzero(np.diff(counts[:, list(columns)].indptr) == len(set(columns)))


def _literal_places(literal: str, text: str) -> list[Place]:
    # Where no spaces tell words apart, letters stand on both sides of a word.
    found = re.finditer(rf"(?<!{_LETTER}){re.escape(literal)}(?!{_LETTER})", text, re.IGNORECASE)
    return [one.span() for one in found]


def suggested(model: TrainedModel, side: str, n: int) -> list[str]:
    """What is offered while a person types: the `n` words and phrases in most texts."""
    phrasing = model.phrasings.get(side)
    words = document_frequency(model.counts[side])
    phrases = document_frequency(phrasing.counts) if phrasing is not None else np.empty(0)
    order = np.argsort(-np.concatenate([words, phrases]), kind="stable")[:n]
    forms = keyword_forms(model.vocabularies[side], phrasing)
    return list(dict.fromkeys(forms[number] for number in order.tolist()))
