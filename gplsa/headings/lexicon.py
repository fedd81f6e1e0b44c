r"""Which words stand in the other side of a text, by the words that it has itself.

    t(e, g) = (n_eg − m − 2 √(m + ½)) / √((n_e + 1)(n_g + 1)),  m = n_e n_g / n
    p(g | d) = max_{e ∈ d} 2 t(e, g) − 0.2, from 0 to 1

n_e, n_g of n pairs have the word on this side, on the other one; n_eg have both, two at least.  t
is their cosine (Ochiai 1957), of what they have in common beyond chance.  Records that resemble a
text say what it is about; rare words, which make a heading, are translated by a word.
"""

import numpy as np
from scipy import sparse

from gplsa.core.compile import inlined, kernel

FEWEST_TOGETHER = 2
LEAST = 0.15  # of t: below, words that translate each other are few among those that meet by chance
_AT_ONCE = 2_000  # words


class Lexicon:
    """From the words of one side to some of the other one's."""

    def __init__(self, own: sparse.csr_matrix, other: sparse.csr_matrix) -> None:
        """Which words each record has on both sides, (records, words); only pairs have any."""
        self._own, self._other = own.sorted_indices(), other.sorted_indices()
        self._n_own, self._n_other = (
            np.bincount(side.indices, minlength=side.shape[1]).astype(np.int64)
            for side in (own, other)
        )
        self._n = int(((np.diff(own.indptr) > 0) & (np.diff(other.indptr) > 0)).sum())
        by_word = sparse.csr_matrix(own.T)
        together = []
        for start in range(0, max(by_word.shape[0], 1), _AT_ONCE):
            part = sparse.csr_matrix(by_word[start : start + _AT_ONCE] @ other)
            part.data[part.data < FEWEST_TOGETHER] = 0
            part.eliminate_zeros()
            together.append(part)
        self._together = sparse.csr_matrix(sparse.vstack(together))

    def predicted(self, words: sparse.csr_matrix, left_out: sparse.csr_matrix) -> sparse.csr_matrix:
        """p where it is large, (texts, words of the other side).

        words  of the texts, (texts, words);  left_out  (texts, records) that are not counted
        """
        found = np.zeros((words.shape[0], self._other.shape[1]), dtype=np.float32)
        _predict(
            _arrays(words)[:2],
            _arrays(self._together),
            (self._n_own, self._n_other, self._n),
            _arrays(self._own)[:2],
            _arrays(self._other)[:2],
            _arrays(left_out)[:2],
            found,
        )
        found[found < LEAST] = 0.0
        chance = sparse.csr_matrix(found)
        chance.data = np.clip(2 * chance.data - 0.2, 0, 1)
        return chance


def _arrays(matrix: sparse.csr_matrix) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    return matrix.indptr.astype(np.int64), matrix.indices, matrix.data


@kernel
def _predict(words, together, counted, own, other, left_out, found):
    """The largest t of a word of each text, of pairs but those left out."""
    (ends, stems), (word_ends, places, n_both), (n_own, n_other, n) = words, together, counted
    less, fewer = np.zeros(len(n_other), np.int64), np.zeros(len(n_other), np.int64)
    for text in range(len(found)):
        records = left_out[1][left_out[0][text] : left_out[0][text + 1]]
        n_counted = n
        for record in records:
            n_counted -= min(_count(other, record, fewer, 1), 1)
        for e in stems[ends[text] : ends[text + 1]]:
            n_e = n_own[e]
            for record in records:
                if _has(own, record, e):
                    n_e -= 1
                    _count(other, record, less, 1)
            for a in range(word_ends[e], word_ends[e + 1]):
                g = places[a]
                both, n_g = n_both[a] - less[g], n_other[g] - fewer[g]
                if both >= FEWEST_TOGETHER:
                    m = n_e * n_g / n_counted
                    t = (both - m - 2 * np.sqrt(m + 0.5)) / np.sqrt((n_e + 1.0) * (n_g + 1.0))
                    found[text, g] = max(found[text, g], t)
            for record in records:
                if _has(own, record, e):
                    _count(other, record, less, -1)
        for record in records:
            _count(other, record, fewer, -1)


@inlined
def _has(rows, record, word):
    held = rows[1][rows[0][record] : rows[0][record + 1]]
    place = np.searchsorted(held, word)
    return place < len(held) and held[place] == word


@inlined
def _count(rows, record, counts, by):
    held = rows[1][rows[0][record] : rows[0][record + 1]]
    for word in held:
        counts[word] += by
    return len(held)
