"""Documents as the vocabulary of a side reads them, and what every vocabulary answers."""

from abc import ABC, abstractmethod
from functools import cached_property
from typing import Any, ClassVar, NamedTuple, Protocol

import numpy as np
from scipy import sparse

from gplsa.core.types import IntArray, PictureFeatures, VisualFeatures
from gplsa.progress import Progress


class Span(NamedTuple):
    """A stretch text[start:end] that counts as a term: its index, or −1 for a content word that no
    term covers because training never saw it (or in fewer than `min_df` documents)."""

    start: int
    end: int
    term: int


class CountedItems(Protocol):
    """Documents of one side as they are counted; of pictures with what the counts leave out."""

    @property
    def counts(self) -> sparse.csr_matrix: ...

    @property
    def visual_features(self) -> VisualFeatures | None: ...


class ItemCounts(NamedTuple):
    """counts           (n_documents, n_words)
    unknown          of each the words that the vocabulary does not know, with their counts
    visual_features  of pictures (n_documents, n_features): what the counts of visual words leave
                     out; None of other sides, and where the vocabulary has learned none
    """

    counts: sparse.csr_matrix
    unknown: list[dict[str, int]]
    visual_features: VisualFeatures | None = None


class SideVocabulary(ABC):
    """What is counted on one side; of what only another kind of side has, there is none.

    kind     "text", "image" or "features"
    terms    their names;  forms  how each is shown;  document_frequency  (n_terms,)
    Items are what `Corpus.side` holds of this modality: texts, encoded pictures, or features.
    """

    kind: ClassVar[str]
    terms: list[str]
    forms: list[str]
    document_frequency: IntArray

    @property
    def min_df(self) -> int:
        """In how many documents a term stands at least."""
        return 1

    @property
    def n_visual_features(self) -> int:
        return 0

    @property
    def language(self) -> str:
        """Of texts, ISO 639-1; "" where unknown, and of what is no text."""
        return ""

    def same_family(self, one: str, other: str, /) -> bool:
        """Whether two terms are words of one family, as *government* and *governmental*."""
        return False

    @abstractmethod
    def count(self, items: Any, progress: Progress | None = None, /) -> sparse.csr_matrix:
        """(n_documents, n_terms)"""

    def read(self, items: Any, /) -> ItemCounts:
        """Raises InputError where a picture cannot be decoded, or no column is known."""
        counts = self.count(items)
        return ItemCounts(counts, nothing_unknown(counts))

    def spans(self, item: Any, /) -> list[Span]:
        """Where each term stands in a text, in encoded order; as many as `count` counts."""
        return []

    def number_of(self, word: str) -> int | None:
        """The term that a word in any of its forms is counted as; None where it is not."""
        terms, forms = self._numbers
        known = terms.get(word, forms.get(word.strip().casefold()))
        if known is not None:
            return known
        # A part of a compound is another word.
        around = ((span, word[: span.start] + word[span.end :]) for span in self.spans(word))
        number = next((span.term for span, rest in around if not any(map(str.isalnum, rest))), -1)
        return int(number) if number >= 0 else None

    @cached_property
    def _numbers(self) -> tuple[dict[str, int], dict[str, int]]:
        """Of every term its own, and of every form in small letters the first that has it."""
        forms = {form.casefold(): n for n, form in reversed([*enumerate(self.forms)])}
        return {term: n for n, term in enumerate(self.terms)}, forms

    def count_openings(self, items: Any, /) -> sparse.csr_matrix | None:
        """Counts of what may be the titles of texts, an empty row where a text has nothing else."""
        return None

    def picture_features(self, item: Any, /) -> PictureFeatures | None:
        """The visual features of one picture, and which visual words make them."""
        return None

    @abstractmethod
    def to_json(self) -> dict[str, Any]: ...

    def to_arrays(self) -> dict[str, np.ndarray]:
        """What is stored as arrays beside `to_json`."""
        return {}


def nothing_unknown(counts: sparse.csr_matrix) -> list[dict[str, int]]:
    """Every patch is most like some visual word, and a column never seen is no word to look up."""
    return [{} for _ in range(counts.shape[0])]
