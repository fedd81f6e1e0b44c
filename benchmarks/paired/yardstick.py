"""The words that figures are measured by, whatever a method counts by: stems without stop words."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np
from scipy import sparse

from benchmarks._common import Array
from gplsa.text import WordOptions, stop_words
from gplsa.text.language.stems import stem

_WORD = re.compile(r"[^\W\d_]{2,}")
_MOST = 0.5
"""Words in more than this share of the training texts tell nothing of one of them."""


@cache
def _stop_words(language: str) -> frozenset[str]:
    return frozenset(stop_words(WordOptions(language)))


def words_of(text: str, language: str) -> list[str]:
    """Its words in small letters, without the language's stop words."""
    stop = _stop_words(language)
    return [word for word in _WORD.findall(text.lower()) if word not in stop]


def stems_of(text: str, language: str) -> list[str]:
    return [stem(word, language) for word in words_of(text, language)]


@dataclass(frozen=True)
class Side:
    """One side of the pairs: its language, the texts to learn from and those that are held out."""

    language: str
    train: Sequence[str]
    test: Sequence[str]

    @cached_property
    def place(self) -> dict[str, int]:
        """Stems in two texts to learn from or more, and in half of them at most."""
        frequency: dict[str, int] = {}
        for text in self.train:
            for one in {*stems_of(text, self.language)}:
                frequency[one] = frequency.get(one, 0) + 1
        most = _MOST * len(self.train)
        kept = sorted(one for one, n in frequency.items() if 2 <= n <= most)
        return {one: number for number, one in enumerate(kept)}

    @cached_property
    def counts(self) -> sparse.csr_matrix:
        """Stems of the held-out texts, (n_test, n_stems)."""
        return self._counted(self.test)

    @cached_property
    def seen(self) -> sparse.csr_matrix:
        """Stems of the texts to learn from, (n_train, n_stems)."""
        return self._counted(self.train)

    def _counted(self, texts: Sequence[str]) -> sparse.csr_matrix:
        rows, columns = [], []
        for row, text in enumerate(texts):
            for one in stems_of(text, self.language):
                if one in self.place:
                    rows.append(row)
                    columns.append(self.place[one])
        shape = (len(texts), len(self.place))
        return sparse.csr_matrix((np.ones(len(rows)), (rows, columns)), shape=shape)

    @cached_property
    def idf(self) -> Array:
        """ln((1 + n) / (1 + df)) + 1 of each stem, from the texts to learn from."""
        frequency = np.bincount(self.seen.indices, minlength=len(self.place))
        return np.log((1 + len(self.train)) / (1 + frequency)) + 1

    def numbers(self, found: Iterable[str]) -> list[list[int]]:
        """Stems of each word or phrase, each of them once; a stem that is none here is −1."""
        keys: dict[tuple[int, ...], None] = {}
        for phrase in found:
            stems = stems_of(phrase, self.language)
            if stems:
                keys.setdefault(tuple(self.place.get(one, -1) for one in stems))
        return [list(key) for key in keys]
