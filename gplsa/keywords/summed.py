r"""A lexicon of more pairs than memory holds, from sums over parts of them.

Everything that `build_lexicon` takes from units and pairs is a sum over them, added up in the order
of the parts: which words stand together and how often, the expected counts n_fe of every iteration,
the pairs and units that hold both words or either. The one approximation: of the words that stand
together at most so many are carried along, of every source word those with the largest c_fe² / c_e,
and what was dropped before it came again counts from there.
"""

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from gplsa.core.types import FloatArray, Int32Array, IntArray
from gplsa.keywords.pairing.lexicon import Frequencies, Lexicon
from gplsa.keywords.pairing.lines import Units
from gplsa.keywords.pairing.rows import largest_of_row, rows_kept
from gplsa.keywords.pairing.together import count_together, pairs_together, row_cap
from gplsa.keywords.pairs import TrainingPairs
from gplsa.keywords.scoring.probability import pair_shares, short_list, smoothed_shares

Pattern = tuple[IntArray, Int32Array]
"""indptr and indices of the pairs of words of a lexicon."""


def words_together(units: Units, most: int) -> sparse.csr_matrix:
    """In how many units of a part two words stand together, at most `most` pairs of words."""
    pattern = pairs_together(units.source, units.target, most)
    counts = count_together(units.source, units.target, *pattern)
    shape = (units.source.shape[1], units.target.shape[1])
    return sparse.csr_matrix((counts.astype(np.float32), pattern[1], pattern[0]), shape=shape)


def strongest_pairs(
    together: sparse.csr_matrix, frequency: FloatArray, most: int
) -> sparse.csr_matrix:
    """Where there are more than `most` pairs of words, those of each source word with the largest
    c² / c_e;  frequency  c_e, units with each target word."""
    if together.nnz <= most:
        return together
    cap = row_cap(np.diff(together.indptr).astype(np.int64), most)
    strength = together.data.astype(np.float64) ** 2
    strength /= np.maximum(frequency[together.indices], 1.0)
    kept = largest_of_row(together.indptr, strength, cap)
    parts = (together.data[kept], together.indices[kept], rows_kept(together.indptr, kept))
    return sparse.csr_matrix(parts, shape=together.shape)


@dataclass(frozen=True)
class ChunkSums:
    """Of the pairs of a part: how many of them hold both words of every pair of words listed, how
    many units hold both of every pair that stands together in the part, and either word."""

    together: Int32Array
    together_in_units: FloatArray
    pairs: Frequencies
    units: Frequencies

    @classmethod
    def of(cls, pairs: TrainingPairs, pattern: Pattern, own: Pattern) -> "ChunkSums":
        """pairs  complete ones;  own  those of the pattern that stand together in their units"""
        units = pairs.in_units()
        return cls(
            count_together(pairs.source, pairs.target, *pattern).astype(np.int32),
            count_together(units.source, units.target, *own),
            Frequencies.of(pairs.source, pairs.target),
            Frequencies.of(units.source, units.target),
        )


class Sums:
    """Of all parts that were added."""

    def __init__(self, pattern: Pattern, n_target: int) -> None:
        self._pattern = pattern
        self._together, self._in_units = np.zeros(len(pattern[1])), np.zeros(len(pattern[1]))
        none = Frequencies(np.zeros(len(pattern[0]) - 1), np.zeros(n_target), 0)
        self._pairs = self._units = none

    def add(self, part: ChunkSums, places: Int32Array) -> None:
        """places  of the part's own pairs of words in the pattern"""
        self._together += part.together
        self._in_units[places] += part.together_in_units
        self._pairs = _added(self._pairs, part.pairs)
        self._units = _added(self._units, part.units)

    def lexicon(self, translation: FloatArray) -> Lexicon:
        """The short list of every source word, as by `build_lexicon`, which knows what it was
        learned from."""
        indptr, indices = self._pattern
        pairs = self._pairs
        chance = smoothed_shares(indptr, indices, self._in_units, self._units)
        n_target = len(pairs.target)
        whole = Lexicon(indptr, indices, translation, self._together, chance, n_target, pairs)
        return short_list(whole, pair_shares(whole, pairs))


def _added(one: Frequencies, other: Frequencies) -> Frequencies:
    return Frequencies(
        one.source + other.source, one.target + other.target, one.n_pairs + other.n_pairs
    )
