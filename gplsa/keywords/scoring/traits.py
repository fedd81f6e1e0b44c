"""What kind of word each target term is, as far as a reader cares."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import sparse

from gplsa.core.types import BoolArray, FloatArray, IntArray

UNKNOWN_NOUNINESS = 2 / 3


@dataclass(frozen=True)
class Traits:
    """Arrays (n_target).

    circumstance  terms that never tell what a text is about: weekdays, months, numerals, titles,
                  pieces of words, parts of names of people, codes
    nouniness     0..1: whether the word mostly stands where a noun stands
    capital       share of its uses inside a sentence that have a capital: names have 1
    length        letters
    first         first parts of names and of books, which say little alone: *Jörg*, *chapter*
    parts         (n_target, n_target) 1 where the first is a compound that holds the second
    name          parts of names of people, which stand as they are in every language
    spelling      the same number for terms of two sides in the same letters, −1 where there is none
                  or it is no name; known while a model is trained
    """

    circumstance: BoolArray
    nouniness: FloatArray
    capital: FloatArray
    length: FloatArray
    first: BoolArray
    parts: sparse.csr_matrix
    name: BoolArray
    spelling: IntArray

    @classmethod
    def unknown(cls, n_target: int) -> "Traits":
        """Of terms that nothing is known about."""
        zeros = np.zeros(n_target)
        nouns = np.full(n_target, UNKNOWN_NOUNINESS)
        none = np.zeros(n_target, dtype=bool)
        return cls(
            none,
            nouns,
            zeros,
            zeros,
            none,
            sparse.csr_matrix((n_target, n_target)),
            none,
            no_spelling(n_target),
        )

    def of(self, kept: npt.NDArray[np.integer]) -> "Traits":
        """Of some of the terms."""
        some = {name: array[kept] for name, array in vars(self).items()}
        return Traits(**{**some, "parts": some["parts"][:, kept]})


def no_spelling(n_target: int) -> IntArray:
    """Of terms of which no other side has the letters, or nobody knows."""
    return np.full(n_target, -1, dtype=np.int64)
