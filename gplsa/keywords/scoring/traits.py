"""What kind of word each target term is, as far as a reader cares."""

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from gplsa.core.types import BoolArray, FloatArray, IntArray, Ints
from gplsa.text.language.alphabet import CAPITAL_NOUNS

UNKNOWN_NOUNINESS = 2 / 3
MANY_CAPITALS = 0.35
"""Share of all words inside of sentences that have a capital where nouns have one."""
AGREES = 0.8  # share of the pairs with the name on the source side that have it on the other


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
    everyday      among the commonest words of the language, which few texts are about
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
    everyday: BoolArray
    name: BoolArray
    spelling: IntArray

    @classmethod
    def unknown(cls, n_target: int) -> "Traits":
        """Of terms that nothing is known about."""
        none, zeros = np.zeros(n_target, dtype=bool), np.zeros(n_target)
        nouns = np.full(n_target, UNKNOWN_NOUNINESS)
        parts = sparse.csr_matrix((n_target, n_target))
        return cls(none, nouns, zeros, zeros, none, parts, none, none, no_spelling(n_target))

    def nouns(self, uses: FloatArray, language: str) -> FloatArray:
        """(n_target) how often each is a noun: where nouns are written with capitals, as in German
        texts that are not all in small letters, `capital`; else nouniness.  uses  of each term"""
        many = language in CAPITAL_NOUNS and self.capital @ uses > MANY_CAPITALS * uses.sum()
        return self.capital if many else self.nouniness

    def of(self, kept: Ints) -> "Traits":
        """Of some of the terms."""
        some = {name: array[kept] for name, array in vars(self).items()}
        return Traits(**{**some, "parts": some["parts"][:, kept]})


def no_spelling(n_target: int) -> IntArray:
    """Of terms of which no other side has the letters, or nobody knows."""
    return np.full(n_target, -1, dtype=np.int64)


def same_in_both(
    source: sparse.csr_matrix,
    target: sparse.csr_matrix,
    source_spelling: IntArray | None,
    target_spelling: IntArray,
) -> IntArray | None:
    """(n_source) the target term in the same letters as each source term, −1 for none.

    source, target  counts of the training pairs;  …_spelling  as in `Traits`
    What looks like a name on both sides and is another word on one (*Gift*) does not stand in the
    same pairs.
    """
    if source_spelling is None:
        return None
    _, ours, theirs = np.intersect1d(source_spelling, target_spelling, return_indices=True)
    named = source_spelling[ours] >= 0
    ours, theirs = ours[named], theirs[named]
    left = sparse.csc_matrix(source[:, ours] > 0, dtype=np.float64)
    right = sparse.csc_matrix(target[:, theirs] > 0, dtype=np.float64)
    both = np.asarray(left.multiply(right).sum(axis=0)).ravel()
    held = np.asarray(left.sum(axis=0)).ravel()
    agree = (both > 0) & (both >= AGREES * held)
    found = np.full(source.shape[1], -1, dtype=np.int64)
    found[ours[agree]] = theirs[agree]
    return found
