"""Words of a query or document that are too rare to be counted, found in the texts of the corpus as
they stand."""

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from gplsa.core.sums import idf_of
from gplsa.core.types import BoolArray, FloatArray, IntArray
from gplsa.corpus.corpus import TEXT
from gplsa.model.model import TrainedModel
from gplsa.text import Span
from gplsa.text.language.cognates import cognate
from gplsa.text.language.lemmas import base_form
from gplsa.text.passages import found_at, word_end, word_start
from gplsa.text.tokens import WITHOUT_SPACES

RARE = -2
"""Stands for the term of such a word; −1 is any word that is no term."""
MOST = 12
"""What has more of them is a text, in which one word says little."""
COMMON, FEWEST_COMMON = 0.05, 20
"""Share of the documents, and how many, from which on a word is none that is rare: not a word that
is counted with another ending."""
OWN = 0.1
"""What documents with the same of these words are told apart by: how near they are otherwise."""
BESIDE = 0.1
"""What a word counts that stands on the other side alone, as English ones in titles do."""
LEAST_BASE = 4
LEAST_INSIDE = 6
"""Letters of a word that is looked for within longer ones: *Bergwerk* in *Schaubergwerken*."""
_ENDINGS = "(?:['’]?s|es|n|en)?"


def rare_places(text: str, word: str) -> list[tuple[int, int]]:
    """Where a text has a word, as it stands or with the ending of a plural or genitive.

    >>> rare_places("Lesothos Berge, Lesotho", "lesotho")
    [(0, 8), (16, 23)]
    """
    return [found.span() for found in _searched(word).finditer(text)]


def _searched(word: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(word)}{_ENDINGS}(?!\w)", re.IGNORECASE)


class Held(NamedTuple):
    """Which documents hold a word, (n_documents,), how it is written in them, and how much it
    tells, a noun most, where that is known."""

    rows: BoolArray
    written: tuple[str, ...]
    noun: float = 1.0


def rows_with_rare(
    model: TrainedModel, side: str, words: Sequence[str], among: IntArray
) -> dict[str, Held]:
    """Which documents of a side hold each of a few words that the model does not know: as typed, as
    a dictionary has it, or, of a long one, within longer words; else in the columns beside it, as
    headings; without words that many documents hold, or none `among` the rows that may be found."""
    if len(words) > MOST or not model.has_texts or model.vocabularies[side].kind != TEXT:
        return {}
    texts, language = model.corpus.texts[side], model.corpus.languages.get(side, "")
    most, found = max(COMMON * len(texts), FEWEST_COMMON), dict[str, Held]()
    beside = ["; ".join(cells) for cells in zip(*model.corpus.fields.values(), strict=True)]
    for word in words:
        held = _held(texts, word, language)
        if beside and not held.rows.any():
            held = _held(beside, word, language)
        if held.rows[among].any() and held.rows.sum() <= most:
            found[word] = held
    return found


def rows_with_cognates(
    model: TrainedModel,
    sides: tuple[str, str],
    words: Sequence[str],
    among: IntArray,
    *,
    beside: bool = False,
) -> dict[str, Held]:
    """Which documents hold on the second side what is spelled as each of a few words that the first
    has not: *Katholiken*, *catholic*; or, `beside` words that it has, the word itself, as titles
    may be in one language alone."""
    ways, found = [model.corpus.languages.get(side, "") for side in sides], dict[str, Held]()
    for word in words if len(words) <= MOST else ():
        for spelled in filter(None, [cognate(word, *ways), word if beside else None]):
            held = rows_with_rare(model, sides[1], [spelled], among).get(spelled)
            if held and spelled != word:
                found.setdefault(word, held)
            elif held and held.written == (word,):
                found.setdefault(word, held._replace(noun=BESIDE))
    return found


def _held(texts: Sequence[str], word: str, language: str) -> Held:
    """The documents with a word; where none has it, with its base form, else with longer words."""
    base = base_form(word.lower(), language, capital=word[:1].isupper()) or word
    base = base if len(base) >= min(LEAST_BASE, len(word) - 1) else word  # *forest* is no *for*
    for form in dict.fromkeys((word, base)):
        small, pattern = form.lower(), _searched(form)
        # Most texts are passed over by what is quick.
        rows = [small in text.lower() and pattern.search(text) is not None for text in texts]
        if any(rows):
            return Held(np.array(rows), (form,))
    has_compounds = language != "en" and len(base) >= LEAST_INSIDE  # *Presse* is not in *expressed*
    longer = [_longer(text, base) for text in texts if has_compounds]
    rows = list(map(bool, longer)) or [False] * len(texts)
    return Held(np.array(rows), tuple(dict.fromkeys(filter(None, longer))))


def _longer(text: str, base: str) -> str:
    """The first word of a text that holds another; "" for none."""
    places = found_at(text, base)
    return text[word_start(text, places[0][0]) : word_end(text, places[0][1])] if places else ""


class Typed(NamedTuple):
    """The words of a text as they are typed: those that are terms, each with its own; those that
    are none, with parts that are and do not stand beside them; what is in the first alone; and what
    holds kin of them (`rows_with_kin`)."""

    whole: dict[str, list[int]]
    in_parts: dict[str, list[int]]
    inner: list[int]
    kin: Mapping[str, Held] = MappingProxyType({})


def typed_words(text: str, spans: Iterable[Span]) -> Typed:
    found: dict[str, list[int]] = {}
    whole: dict[str, list[int]] = {}
    for span in (span for span in spans if span.term >= 0):
        start, end = span.start, span.end
        if not WITHOUT_SPACES.match(text, start):  # else what stands around it is a sentence
            start, end = word_start(text, start), word_end(text, end)
        is_whole = end - start == span.end - span.start
        (whole if is_whole else found).setdefault(text[start:end], []).append(span.term)
    alone = {*chain(*whole.values())}
    parts = {word: [t for t in terms if t not in alone] for word, terms in found.items()}
    inner = {*chain(*(parts.pop(word, []) for word in whole))}
    return Typed(whole, parts, sorted(inner.difference(*parts.values())))


def nearer_by_rare(scores: FloatArray, held: Sequence[Held], known: float) -> FloatArray:
    """Documents that hold such words are nearer, by their idf beside that of the other words of the
    query; where there are none, up to 1, and by how near they are otherwise.

    known  Σ idf of the other words of the query
    """
    rows = np.array([one.rows for one in held], dtype=np.float64)
    idf = idf_of(rows.sum(axis=1), rows.shape[1]) * [one.noun for one in held]
    low, high = float(scores.min(initial=0.0)), float(scores.max(initial=0.0))
    gained = idf @ rows
    if known:
        return scores + (high - low or 1.0) * gained / known
    own = (scores - low) / (high - low) if high > low else np.ones_like(scores)
    return np.where(gained > 0, (1 - OWN) * gained / idf.sum() + OWN * own, 0.0)


def with_rare(spans: Iterable[Span], text: str, words: Iterable[str]) -> list[Span]:
    """The spans of a text where these words stand as `RARE`."""
    starts = {start for word in words for start, _ in rare_places(text, word)}
    return [span._replace(term=RARE) if span.start in starts else span for span in spans]
