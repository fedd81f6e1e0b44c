"""What a method is asked for. Only `fit` and `keywords` are needed; what else it has is measured.

Texts of side a are those a person holds, texts of side b those of the language that is read; text d
of one side belongs to text d of the other.
"""

from collections.abc import Sequence
from typing import Protocol

from benchmarks._common import Array


class Method(Protocol):
    """The least that is measured."""

    def fit(self, texts_a: Sequence[str], texts_b: Sequence[str]) -> object:
        """Learn from pairs."""

    def keywords(self, text: str, n: int) -> Sequence[str]:
        """At most n words or phrases of side b that an unseen text of side a is about, best first.

        Words may be written in any of their forms; a method may give fewer.
        """


class FindsPartners(Protocol):
    def likeness(self, texts_a: Sequence[str], texts_b: Sequence[str]) -> Array:
        """How far each unseen text of side a goes with each of side b, (n_a, n_b)."""


class Translates(Protocol):
    def translations(self, word: str, n: int) -> Sequence[str]:
        """At most n words of side b for a word of side a, best first; none where it knows none."""


class HasTopics(Protocol):
    def topics(self, n: int) -> Sequence[tuple[Sequence[str], Sequence[str]]]:
        """The first n words of every topic on side a and on side b."""


class GivesHeadings(Protocol):
    def fit_headings(
        self, texts_a: Sequence[str], texts_b: Sequence[str], headings: Sequence[Sequence[str]]
    ) -> object:
        """Learn from pairs that have headings."""

    def headings(self, text: str, n: int) -> Sequence[str]:
        """At most n headings for an unseen text of side a, best first."""
