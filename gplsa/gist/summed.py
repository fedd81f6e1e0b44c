r"""A lexicon of more pairs than memory holds, from sums over parts of them.

Everything that `build_lexicon` takes from units and pairs is a sum over them: which words stand
together and how often, the expected counts n_fe of every sweep, the pairs and units that hold both
words or either. So it is found part by part, and added up in the order of the parts; the equations
are the same. The one approximation: of the words that stand together at most so many are carried
along, of every source word those with the largest c_fe² / c_e, and what was dropped before it
came again counts from there.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import sparse

from gplsa.core.types import FloatArray
from gplsa.gist.fitting import unit_chance
from gplsa.gist.pairing.lexicon import Frequencies, Lexicon, largest_of_row
from gplsa.gist.pairing.together import count_together, pairs_together, row_cap
from gplsa.gist.pairing.units import Units
from gplsa.gist.scoring.ranking import (
    document_frequency,
    short_list,
    smoothed_share,
)

Pattern = tuple[npt.NDArray[np.int64], npt.NDArray[np.int32]]
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
    before = np.concatenate([[0], np.cumsum(kept)])
    parts = (together.data[kept], together.indices[kept], before[together.indptr])
    return sparse.csr_matrix(parts, shape=together.shape)


@dataclass(frozen=True)
class Sums:
    """Of some pairs: how many of them, and of their units, hold both words of every pair of words
    listed, and each word."""

    together: FloatArray
    together_in_units: FloatArray
    pairs: Frequencies
    units: Frequencies

    @classmethod
    def of(
        cls, source: sparse.csr_matrix, target: sparse.csr_matrix, units: Units, pattern: Pattern
    ) -> "Sums":
        """source, target  counts of complete pairs, (n_pairs, n_words)"""
        return cls(
            count_together(source, target, *pattern),
            count_together(units.source, units.target, *pattern),
            Frequencies(document_frequency(source), document_frequency(target), source.shape[0]),
            Frequencies(
                *(document_frequency(units.source), document_frequency(units.target)),
                len(units.document),
            ),
        )

    def __add__(self, other: "Sums") -> "Sums":
        return Sums(
            self.together + other.together,
            self.together_in_units + other.together_in_units,
            _added(self.pairs, other.pairs),
            _added(self.units, other.units),
        )

    def lexicon(self, pattern: Pattern, translation: FloatArray) -> Lexicon:
        """The short list of every source word, as by `build_lexicon`, which knows what it was
        learned from."""
        chance = unit_chance(*pattern, self.together_in_units, self.units)
        n_target = len(self.pairs.target)
        whole = Lexicon(*pattern, translation, self.together, chance, n_target, self.pairs)
        source_words = np.repeat(np.arange(whole.n_source), np.diff(pattern[0]))
        witness = smoothed_share(
            self.together,
            self.pairs.source[source_words],
            self.pairs.target[pattern[1]] / max(self.pairs.n_pairs, 1),
        )
        return short_list(whole, witness)


def _added(one: Frequencies, other: Frequencies) -> Frequencies:
    return Frequencies(
        one.source + other.source, one.target + other.target, one.n_pairs + other.n_pairs
    )
