"""What a model is asked about, in the forms that scripts and notebooks have."""

import re
from collections.abc import Iterable, Mapping, Sequence
from os.path import isfile, splitext
from typing import Any

import numpy as np
from scipy import sparse

from gplsa.corpus.corpus import FEATURES, IMAGE, TEXT
from gplsa.corpus.features import Features
from gplsa.errors import InputError
from gplsa.message import Message, listed
from gplsa.model.model import TrainedModel
from gplsa.reading.vectors import is_missing
from gplsa.text import Vocabulary
from gplsa.text.languages import CERTAIN, alike, guess_language, language_name, likely_languages

UNKNOWN_TO_TELL = 0.2
"""Share of unknown words from which on a text may be in another language."""
LETTERS_TO_TELL = 40
UNKNOWN_OF_NONE, MOST_STOP_WORDS = 0.5, 0.25
"""The same of a text in a language that no side is in, and how many of its words may be stop words
of the side all the same: *in* and *die* are Dutch, too."""
MORE_KNOWN, MOSTLY_KNOWN = 0.25, 0.5
"""Of the words of a text the share that the side of its language knows more of than another one,
and the share from which on it is in no other language."""
STRAYS = 0.25
"""What a side has a word in less often, of another one's share of documents, it has by chance."""
_WORD = re.compile(r"[^\W\d_]+")


def items_of(model: TrainedModel, side: str, given: Any) -> tuple[Sequence[Any], list[Any]]:
    """Documents of a side as it counts them, and a label of each: that of a Series or DataFrame,
    else its place.

    given  a text, or any number of them, empty where one is missing (None, NaN); encoded pictures
           likewise; of features a matrix, a DataFrame, a row, or `Features`
    Raises InputError where one of them is something else.
    """
    kind = model.vocabularies[side].kind if side in model.vocabularies else ""
    labels = getattr(given, "index", None)
    if kind == FEATURES:
        items: Sequence[Any] = _rows(model, side, given)
    elif isinstance(given, Mapping) or hasattr(given, "columns"):
        raise InputError(
            "Documents are given as a list or one column, not as {name}.", name=type(given).__name__
        )
    else:
        one = isinstance(given, str | bytes) or not isinstance(given, Iterable)
        items = [given] if one else list(given)
        if kind == TEXT and not one:
            items = ["" if is_missing(item) else item for item in items]
        for place, item in enumerate(items):
            _check_item(kind, item, place)
    places = range(len(items))
    return items, list(places if labels is None or callable(labels) else labels)


def item_of(model: TrainedModel, side: str, given: Any) -> Any:
    """The same of one document.  Raises InputError where it is not one."""
    if not isinstance(given, str | bytes) and model.vocabularies[side].kind != FEATURES:
        raise InputError(
            "One document is asked for, a text or a picture's bytes, not {name}.",
            name=type(given).__name__,
        )
    return given


def _check_item(kind: str, item: Any, place: int) -> None:
    wanted = bytes if kind == IMAGE else str
    if not isinstance(item, wanted):
        raise InputError(
            "Document {place} must be a picture's bytes, not {name}."
            if kind == IMAGE
            else "Document {place} must be a text, not {name}.",
            place=place,
            name=type(item).__name__,
        )
    if kind == TEXT and splitext(item)[1] and isfile(item):
        raise InputError(
            "Document {place} is the name of a file, “{name}”: give the text that is in it.",
            place=place,
            name=item,
        )


def _rows(model: TrainedModel, side: str, given: Any) -> Sequence[Any]:
    """Rows of features, each under the names of its columns."""
    if isinstance(given, Features):
        return given.rows()
    known = len(model.vocabularies[side].terms)
    if isinstance(given, sparse.csr_matrix) and given.shape[1] == known:
        return [given[[row]] for row in range(given.shape[0])]
    if isinstance(given, list | tuple) and all(isinstance(one, Features) for one in given):
        return list(given)
    one_row = getattr(given, "ndim", None) == 1 or (
        isinstance(given, list | tuple) and given and isinstance(given[0], int | float)
    )
    try:
        return Features.of(side, [given] if one_row else given).rows()
    except (TypeError, ValueError) as error:
        raise InputError(
            "Side “{side}” must be a matrix of numbers with a row for every document.", side=side
        ) from error


def other_language(
    model: TrainedModel, source: str, text: Any, unknown_share: float
) -> Message | str:
    """The language, in words, that a text seems to be in, where that is another side's or none's;
    "" where it is not.

    Only asked of texts with many unknown words, as the first answer takes most of a second.
    """
    languages = model.corpus.languages
    readable = {languages[m] for m in model.readable if languages.get(m)}
    if not isinstance(text, str) or unknown_share < UNKNOWN_TO_TELL:
        return ""
    if sum(map(str.isalpha, text[:1000])) < LETTERS_TO_TELL:
        return ""
    found = _language_of_none(model, source, text) if unknown_share >= UNKNOWN_OF_NONE else ""
    if not found and len(readable) > 1:
        found = guess_language(text, readable)
    return language_name(found) if found and found != languages.get(source) else ""


def known_best(model: TrainedModel, source: str, text: str) -> str:
    """The side that knows far more of the words of a text than `source`, or `source` where it knows
    most of them, and far more than others do; "" where none does.

    What strays on a side is not known there, English titles stand among German texts, unless it is
    written as there: *Controlling*.
    """
    sides = {m: own for m in model.readable if isinstance(own := model.vocabularies[m], Vocabulary)}
    words = _WORD.findall(text[:1000])
    often = np.array([[_how_often(own, word) for word in words] for own in sides.values()])
    nouns = [[word.istitle() and word in own.forms for word in words] for own in sides.values()]
    strays = (often < STRAYS * often.max(axis=0, initial=0)) & ~np.array(nouns, dtype=bool)
    known = (often > 0) & ~strays
    known = known[:, often.min(axis=0, initial=np.inf) < np.inf]
    share = {"": 0.0} | dict(zip(sides, known.sum(axis=1) / max(known.shape[1], 1), strict=True))
    here = share.pop(source, 0.0)
    best = max(share, key=share.__getitem__)
    if here >= MOSTLY_KNOWN and here > share[best] + MORE_KNOWN:
        return source
    return best if share[best] > here + MORE_KNOWN else ""


def _how_often(own: Vocabulary, word: str) -> float:
    """In which share of its documents a side has a word, or all parts of it; ∞ for a stop word."""
    if not (spans := own.spans(word)):
        return np.inf
    number = own.number_of(word)
    terms = [span.term for span in spans] if number is None else [number]
    return min(own.document_frequency[t] if t >= 0 else 0 for t in terms) / own.n_documents


def _language_of_none(model: TrainedModel, source: str, text: str) -> str:
    """A language that is like none of the sides', in which a text certainly is: it has hardly one
    of the words that stand everywhere in texts of `source`."""
    ranked = likely_languages(text[:1000])
    found = ranked[0][0]
    certainty = sum(share for code, share in ranked if alike(code, found))
    own = {code for code in model.corpus.languages.values() if code}
    vocabulary = model.vocabularies[source]
    if certainty < CERTAIN or not isinstance(vocabulary, Vocabulary) or not vocabulary.stop_words:
        return ""
    words = _WORD.findall(text[:1000].lower())
    share = sum(word in vocabulary.stop_words for word in words) / len(words)
    known = share > MOST_STOP_WORDS or any(alike(found, code) for code in own)
    return "" if known else found


def languages_message(
    model: TrainedModel, source: str, items: Sequence[Any], unknown: Sequence[float]
) -> Message | str:
    """That so many documents look as if they were in another language; "" where none does.

    unknown  their shares of unknown words
    """
    asked = zip(items, unknown, strict=True)
    found = [other for one in asked if (other := other_language(model, source, *one))]
    if not found:
        return ""
    return Message(
        "{n:,} of {of:,} documents looks like {language}: its keywords would be chance."
        if len(found) == 1
        else "{n:,} of {of:,} documents look like {language}: their keywords would be chance.",
        n=len(found),
        of=len(items),
        language=listed(dict.fromkeys(found)),
    )
