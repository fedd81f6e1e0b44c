r"""What the records that resemble a text most predict of it: kernel ridge regression on them.

    w = (K_NN + α I)⁻¹ k_N,  predicted = Σ_{r ∈ N} w_r y_r

N are the `NEAREST` records, K = X Xᵀ of rows of length 1.  On 3,000 records that is as good as the
regression on all of them, and a text costs the same whatever their number.
"""

from functools import cached_property

import numpy as np
import numpy.typing as npt
from scipy import sparse
from scipy.special import bdtrc
from threadpoolctl import threadpool_limits

from gplsa.core.compile import kernel
from gplsa.core.types import BoolArray, Float32Array, IntArray
from gplsa.headings.pieces import arrays_of, largest

NEAREST = 100
PENALTY = 1.0
REPEATED = 0.7  # resemblance of texts that are versions of one: volumes, other editions
SAME = 0.999  # of pictures, which are much alike anyway
_FIRST = 10
LEAST_ALIKE = 0.12  # likeness below which records have little in common but chance
MOST_BY_CHANCE = 0.05
"""Probability that so many of the ten records most like a text bear a heading by chance; it is
asked where fewer than half of them do."""


class Known:
    """Records to be compared with, made ready once.

    among  their numbers of all `n`;  rows  theirs;  columns  the same by column
    """

    def __init__(self, records: sparse.csr_matrix, among: IntArray) -> None:
        """records  of `pieces.rows_of`, all;  among  those to look at"""
        self.n, self.among = records.shape[0], among
        self.rows = records if len(among) == self.n else sparse.csr_matrix(records[among])
        self.columns = sparse.csr_matrix(self.rows.T)

    def alike(self, rows: sparse.csr_matrix) -> Float32Array:
        """How far they resemble each text, (texts, records)."""
        found = np.zeros((rows.shape[0], len(self.among)), dtype=np.float32)
        _add_products(*arrays_of(rows), *arrays_of(self.columns), found)
        return found


class Neighbours:
    """Of some texts, whose rows are `rows`, their nearest records of those `known`.

    weights   w, (texts, records);  alike  k at the same places
    repeated  (texts, records) 1 at records that were left out, as they are versions of the text
    """

    def __init__(
        self,
        rows: sparse.csr_matrix,
        known: Known,
        left_out: float | sparse.csr_matrix | None = None,
    ) -> None:
        """left_out  versions of the text: those that resemble it so much, or what another view
        found `repeated`"""
        self.rows, self.known = rows, known
        shape = rows.shape[0], known.n
        alike = known.alike(rows)
        if sparse.issparse(left_out):
            self.repeated = left_out
            alike[left_out[:, known.among].nonzero()] = 0.0
        else:
            text, record = np.nonzero(alike >= (np.inf if left_out is None else left_out))
            alike[text, record] = 0.0
            ones = np.ones(len(text), dtype=np.float32)
            self.repeated = sparse.csr_matrix((ones, (text, known.among[record])), shape=shape)
        near = np.argpartition(-alike, min(NEAREST, alike.shape[1]) - 1, axis=1)[:, :NEAREST]
        near.sort(axis=1)
        values = np.take_along_axis(alike, near, axis=1)
        resembling = values > 0
        weights = _weights(known.rows, near, values)[resembling]
        indptr = np.concatenate([[0], np.cumsum(resembling.sum(axis=1))])
        indices = known.among[near[resembling]]
        self.weights, self.alike = (
            sparse.csr_matrix((data, indices, indptr), shape=shape)
            for data in (weights, values[resembling])
        )

    @cached_property
    def alike_enough(self) -> sparse.csr_matrix:
        """(texts, records) 1 where they are alike by more than chance."""
        return _alike_enough(self.alike.copy())

    @cached_property
    def first(self) -> sparse.csr_matrix:
        """The same of the ten most alike."""
        return _alike_enough(largest(self.alike, _FIRST))

    def more_than_chance(
        self,
        text: npt.NDArray[np.integer],
        n: npt.NDArray[np.floating],
        used: npt.NDArray[np.floating],
    ) -> BoolArray:
        """Whether a heading that `n` of the `first` of a text bear, and `used` of all, is there
        more often than by chance."""
        of = np.diff(self.first.indptr)[text]
        share = np.clip(used / len(self.known.among), 0, 1)
        return (2 * n >= of) | (bdtrc(n - 1, of, share) <= MOST_BY_CHANCE)


def _alike_enough(alike: sparse.csr_matrix) -> sparse.csr_matrix:
    alike.data = (alike.data >= LEAST_ALIKE).astype(np.float32)
    alike.eliminate_zeros()
    return alike


def _weights(rows: sparse.csr_matrix, near: IntArray, values: Float32Array) -> Float32Array:
    """w of the records `near` each text, (texts, near); 0 where they resemble it in nothing."""
    inner = np.zeros((*near.shape, near.shape[1]), dtype=np.float32)
    _inner_products(*arrays_of(rows), rows.shape[1], near, inner)
    # What does not resemble the text keeps out of its system: with a row of its own.
    resembling = values > 0
    inner *= resembling[:, :, None] & resembling[:, None, :]
    places = np.arange(near.shape[1])
    inner[:, places, places] += PENALTY
    # Systems of a hundred: more threads than one slow each of them down a hundredfold.
    with threadpool_limits(1, user_api="blas"):
        return np.linalg.solve(inner, values[:, :, None])[:, :, 0]


@kernel
def _add_products(indptr, indices, data, other_indptr, other_indices, other_data, found):
    """found += A B, of A and B in rows and of few entries."""
    for i in range(len(found)):
        row = found[i]
        for a in range(indptr[i], indptr[i + 1]):
            j, value = indices[a], data[a]
            for b in range(other_indptr[j], other_indptr[j + 1]):
                row[other_indices[b]] += value * other_data[b]


@kernel
def _inner_products(indptr, indices, data, n_columns, near, found):
    """Of the rows `near` each text those with one another, (texts, near, near)."""
    most = 0
    for i in range(len(indptr) - 1):
        most = max(most, indptr[i + 1] - indptr[i])
    # By column a chain of the entries that the rows so far have there.
    last = np.full(n_columns, -1, dtype=np.int32)
    before = np.empty(near.shape[1] * most, dtype=np.int32)
    owner = np.empty(len(before), dtype=np.int32)
    held = np.empty(len(before), dtype=np.float32)
    for text in range(len(near)):
        n = 0
        products = found[text]
        for i in range(near.shape[1]):
            row = near[text, i]
            for a in range(indptr[row], indptr[row + 1]):
                column, value = indices[a], data[a]
                before[n], owner[n], held[n] = last[column], i, value
                last[column] = n
                one = n
                while one >= 0:
                    products[i, owner[one]] += value * held[one]
                    one = before[one]
                n += 1
        for i in range(near.shape[1]):
            row = near[text, i]
            for a in range(indptr[row], indptr[row + 1]):
                last[indices[a]] = -1
            for j in range(i):
                products[j, i] = products[i, j]
