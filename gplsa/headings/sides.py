from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy import sparse

from gplsa.core.types import BoolArray, Float32Array, IntArray
from gplsa.headings.labels import incidence_of, stems_of
from gplsa.headings.pieces import pieces_of, rows_of, weights_of
from gplsa.progress import Progress, report

_AT_ONCE = 500


@dataclass(frozen=True, eq=False)
class Side:
    """One side of all records, in their order; rows of those that lack it are empty.

    language  of its texts, "" where unknown or none
    rows      (records, columns) of length 1: of `pieces.rows_of`, or of what pictures are read as
    weights   of pieces, (N_PIECES,); of a side without texts there are none
    stems     its words, sorted;  words  (records, stems), 1 where a record has one
    """

    language: str
    rows: sparse.csr_matrix
    weights: Float32Array
    stems: list[str]
    words: sparse.csr_matrix

    @classmethod
    def of_texts(
        cls, texts: Sequence[str], language: str, progress: Progress | None = None
    ) -> "Side":
        held, pieces = [], []
        for start in range(0, len(texts), _AT_ONCE):
            report(progress, start / len(texts), "Headings")
            some = texts[start : start + _AT_ONCE]
            held += [{*stems_of(text, language)} for text in some]
            pieces.append(pieces_of(some))
        counts = sparse.csr_matrix(sparse.vstack(pieces))
        weights = weights_of(counts)
        stems = sorted(set().union(*held))
        words = incidence_of(held, {word: n for n, word in enumerate(stems)}, np.float32)
        return cls(language, rows_of(counts, weights), weights, stems, words)

    @cached_property
    def word_weights(self) -> Float32Array:
        return weights_of(self.words)

    @cached_property
    def word_rows(self) -> sparse.csr_matrix:
        """The records by their words, (records, stems) of length 1."""
        return rows_of(self.words, self.word_weights)

    def words_of(self, texts: Sequence[str]) -> sparse.csr_matrix:
        """Which of its words new texts have, (texts, stems)."""
        held = [stems_of(text, self.language) for text in texts]
        return incidence_of(held, self.place, np.float32)

    @classmethod
    def of_rows(cls, rows: sparse.csr_matrix) -> "Side":
        """A side without texts, whose rows were read elsewhere."""
        none = sparse.csr_matrix(np.zeros((rows.shape[0], 0), dtype=np.float32))
        return cls("", sparse.csr_matrix(rows, dtype=np.float32), np.zeros(0, np.float32), [], none)

    @property
    def has_texts(self) -> bool:
        return len(self.weights) > 0

    @cached_property
    def filled(self) -> BoolArray:
        """Which records have this side."""
        return np.asarray(np.diff(self.rows.indptr) > 0)

    @cached_property
    def place(self) -> Mapping[str, int]:
        return {word: number for number, word in enumerate(self.stems)}

    @cached_property
    def n_documents(self) -> IntArray:
        """Records that have each word."""
        return np.bincount(self.words.indices, minlength=len(self.stems)).astype(np.int64)

    @cached_property
    def by_word(self) -> sparse.csc_matrix:
        return self.words.tocsc()
