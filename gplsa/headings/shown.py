"""Headings as a reader sees them: by their labels in a language, told apart where two have one."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from gplsa.core.types import BoolArray
from gplsa.headings.assigned import values_in
from gplsa.headings.suggesting import Suggestion
from gplsa.headings.vocabulary import HeadingVocabulary

AT_ONCE = 0.15  # probability from which nine of ten reasons are accepted (test_read_by_hand.py)


def likely(found: Sequence[Suggestion]) -> list[Suggestion]:
    """Those that are likely and have a reason."""
    return [one for one in found if one.supported and one.probability >= AT_ONCE]


def shown_at_once(found: Sequence[Suggestion]) -> Sequence[Suggestion]:
    """Of those that have a reason the likely ones, else the likeliest."""
    return likely(found) or [one for one in found if one.supported][:1]


def names_apart(
    vocabulary: HeadingVocabulary, numbers: Iterable[int], language: str
) -> dict[int, str]:
    """The labels of some headings in a language, by number; behind those that are alike stands in
    brackets the notation, else the label of a broader heading, else the identifier.

    Examples
    --------
    >>> from gplsa.headings import Concept, HeadingVocabulary
    >>> from gplsa.headings.shown import names_apart
    >>> river, money = Concept("x:1", {"": "Bank"}), Concept("x:2", {"": "Bank"}, notation="332")
    >>> names_apart(HeadingVocabulary([river, money]), [0, 1], "de")
    {0: 'Bank (x:1)', 1: 'Bank (332)'}
    """
    names = {number: vocabulary.concepts[number].label(language) for number in numbers}
    n_called = Counter(names.values())
    alike = [number for number, name in names.items() if n_called[name] > 1]
    if not alike:
        return names
    marks = {}
    for number in alike:
        concept, broader = vocabulary.concepts[number], vocabulary.broader[number]
        above = vocabulary.concepts[broader[0]].label(language) if broader else ""
        marks[number] = concept.notation or above or concept.identifier
    for whole in (False, True):
        n_alike = Counter((names[number], what) for number, what in marks.items())
        for number, what in marks.items():
            if n_alike[names[number], what] > 1:
                concept = vocabulary.concepts[number]
                marks[number] = concept.uri if whole else concept.identifier
    return names | {number: f"{names[number]} ({what})" for number, what in marks.items()}


@dataclass(frozen=True, eq=False)
class ShownColumn:
    """A column of headings as a reader sees it.

    held   by record its headings: URIs, or values that the vocabulary lacks
    names  what each of these is called
    """

    vocabulary: HeadingVocabulary
    held: Sequence[Sequence[str]]
    names: Mapping[str, str]

    @classmethod
    def of(
        cls, cells: Iterable[str], vocabulary: HeadingVocabulary, language: str
    ) -> "ShownColumn":
        """What `assigned_headings` reads, in this language."""
        numbers: dict[str, int | None] = {}
        held = []
        for cell in cells:
            values = values_in(cell, vocabulary)
            numbers |= {value: vocabulary.find(value) for value in values if value not in numbers}
            held.append([*dict.fromkeys(_key(vocabulary, one, numbers[one]) for one in values)])
        known = dict.fromkeys(number for number in numbers.values() if number is not None)
        names = {value: value for value, number in numbers.items() if number is None}
        for number, name in names_apart(vocabulary, known, language).items():
            names[vocabulary.concepts[number].uri] = name
        return cls(vocabulary, held, names)

    @cached_property
    def cells(self) -> list[str]:
        """By record the names of its headings."""
        return ["; ".join(self.names[one] for one in own) for own in self.held]

    @cached_property
    def most_used_first(self) -> list[str]:
        """All headings that any record has."""
        n_held = Counter(one for own in self.held for one in own)
        return sorted(n_held, key=lambda one: (-n_held[one], self.names[one].casefold()))

    def sought(self, one: str) -> str:
        """What a heading is looked for by: what it is called, and its labels in other languages."""
        name, number = self.names.get(one, one), self.vocabulary.find(one)
        labels = () if number is None else self.vocabulary.concepts[number].labels.values()
        return " · ".join([name, *(label for label in dict.fromkeys(labels) if label not in name)])

    def rows_with(self, wanted: Collection[str]) -> BoolArray:
        """(records,) whether a record has any of these headings."""
        sought = {*wanted}
        return np.array([not sought.isdisjoint(own) for own in self.held], dtype=bool)

    def called(self, values: Sequence[str]) -> list[str]:
        """What values of the column are called; of those that stand for one heading each is told
        by itself, too."""
        keys = [_key(self.vocabulary, value, self.vocabulary.find(value)) for value in values]
        n_meant = Counter(keys)
        named = (
            (self.names.get(key, value), key, value)
            for key, value in zip(keys, values, strict=True)
        )
        return [name if n_meant[key] == 1 else f"{name} ({value})" for name, key, value in named]


def _key(vocabulary: HeadingVocabulary, value: str, number: int | None) -> str:
    return value if number is None else vocabulary.concepts[number].uri
