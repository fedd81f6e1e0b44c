"""Why a heading was suggested: words of the text, a label, a translation, records."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from gplsa.headings.candidates import Candidates
from gplsa.headings.labels import compounds_at, words_at
from gplsa.headings.source import Source

if TYPE_CHECKING:
    from gplsa.headings.suggesting import Suggester

_SHOWN_RECORDS = 3
_SHOWN_NARROWER = 3


_Met = tuple[str, str, float, list[tuple[int, int]], list[tuple[str, str]]]
_NOTHING: _Met = ("", "", 0.0, [], [])


@dataclass(frozen=True)
class Reason:
    """What speaks for a heading.

    label, language  of the heading, that the text or its translation meets; "" where none
    share     of that label that it holds, 0..1; of its pieces where it is met in compounds alone
    words     start and end in the text of words that meet it, or that have it within
    through   words of the text and of the label that they translate to
    records   ids of those that bear the heading and resemble the text most, with how far
    used      records that bear it
    narrower  numbers of the headings that speak for a broader one
    """

    label: str
    language: str
    share: float
    words: tuple[tuple[int, int], ...]
    through: tuple[tuple[str, str], ...]
    records: tuple[tuple[str, float], ...]
    used: int
    narrower: tuple[int, ...] = ()


def reason_of(
    suggester: "Suggester",
    way: Source,
    text: str,
    place: int,
    given: Candidates,
    concept: int,
    n: int,
) -> Reason:
    """place  of the text among those read;  n  the candidate, negative for a broader heading"""
    label, language, share, words, through = _met(way, text, given, n) if n >= 0 else _NOTHING
    own = given.concept[given.text == place]
    broader = suggester.vocabulary.broader
    narrower = tuple(int(one) for one in own if concept in broader[one]) if n < 0 else ()
    return Reason(
        label,
        language,
        share,
        tuple(words),
        tuple(dict.fromkeys(through)),
        _records(suggester, given, place, concept),
        int(suggester.used[concept]),
        narrower[:_SHOWN_NARROWER],
    )


def _met(way: Source, text: str, given: Candidates, n: int) -> _Met:
    met = max(given.met, key=lambda one: one.share[n], default=None)
    if met is None or met.share[n] <= 0:
        return _within_compounds(way, text, given, n)
    labels = met.read.labels
    _, language, label = labels.labels[met.label[n]]
    wanted = {word for _, _, word in words_at(label, labels.language)}
    spoken = [
        (start, end) for start, end, word in words_at(text, labels.language) if word in wanted
    ]
    through = []
    if met.read.mate:
        there = {word for _, _, word in words_at(text, labels.language)}
        places = words_at(text, way.side.language)
        callers = way.callers(met.read.mate, wanted - there, {word for *_, word in places})
        calling = [(start, end, word) for start, end, word in places if word in callers]
        spoken += [(start, end) for start, end, _ in calling]
        through = [(text[start:end], callers[word]) for start, end, word in calling]
    return label, language or labels.language, float(met.share[n]), sorted({*spoken}), through


def _within_compounds(way: Source, text: str, given: Candidates, n: int) -> _Met:
    """The label of a heading that the text has only as parts of longer words."""
    for met in given.met:
        labels = met.read.labels
        if labels.language != way.side.language:
            continue
        for number in np.flatnonzero(labels.concept == given.concept[n]):
            _, language, label = labels.labels[number]
            if places := compounds_at(text, label, labels.language):
                at = given.text[[n]], np.array([number])
                [share] = labels.piece_share_of(met.read.pieces, met.read.weights, *at)
                return label, language or labels.language, float(share), places, []
    return _NOTHING


def _records(
    suggester: "Suggester", given: Candidates, place: int, concept: int
) -> tuple[tuple[str, float], ...]:
    bearing = suggester.by_heading[:, [concept]].indices
    found: dict[int, float] = {}
    for view in given.views:
        row = view.alike[[place]]
        both = np.isin(row.indices, bearing)
        for record, likeness in zip(row.indices[both], row.data[both], strict=True):
            found[int(record)] = max(found.get(int(record), 0.0), float(likeness))
    nearest = sorted(found.items(), key=lambda one: -one[1])[:_SHOWN_RECORDS]
    return tuple((suggester.ids[record], likeness) for record, likeness in nearest)
