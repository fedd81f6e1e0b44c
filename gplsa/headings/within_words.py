r"""Labels that a text has within longer words: the share of their pieces that it holds.

    share(d, l) = Σ_{p ∈ l} x_dp w_p / Σ_{p ∈ l} w_p ≥ θ

Of each label those pieces P are indexed that fewest labels have, up to half of its weight: a text
that holds less than θ − (1 − share(P, l)) there cannot hold θ of the label (prefix filtering:
Chaudhuri, Ganti and Kaushik 2006).
"""

import numpy as np
from scipy import sparse

from gplsa.core.compile import kernel
from gplsa.core.sums import entries_of
from gplsa.core.types import Float32Array
from gplsa.headings.pieces import arrays_of

LEAST_OF_PIECES = 0.7
INDEXED = 0.5  # of the weight of a label; more than 1 − θ
_ROUNDING = 1e-5


class Compounds:
    """Labels by their pieces, which weigh as much as texts of one side say."""

    def __init__(self, pieces: sparse.csr_matrix, weights: Float32Array) -> None:
        """pieces  (labels, pieces);  weights  (pieces,)"""
        n_labels, n_pieces = pieces.shape
        order = np.argsort(np.bincount(pieces.indices, minlength=n_pieces), kind="stable")
        rank = np.empty(n_pieces, dtype=np.int32)
        rank[order] = np.arange(n_pieces)
        # Each label's pieces, those that fewest have first.
        entries = weights[pieces.indices], rank[pieces.indices], pieces.indptr
        shares = sparse.csr_matrix(entries, shape=pieces.shape)
        shares.sort_indices()
        mass = np.maximum(np.asarray(shares.sum(axis=1)).ravel(), 1e-9)
        label = np.repeat(np.arange(n_labels, dtype=np.int32), np.diff(pieces.indptr))
        shares.data /= mass[label]
        before = np.cumsum(shares.data, dtype=np.float64) - shares.data
        first = pieces.indptr[:-1][label]
        indexed = (before - before[first] <= INDEXED) & (shares.data > 0)
        self._rank, self._shares = rank, shares
        index = shares.data[indexed], (label[indexed], shares.indices[indexed])
        self._index = sparse.csr_matrix(index, shape=pieces.shape).tocsc()
        # Without these a text cannot hold enough of the label.
        at_first = np.bincount(label[indexed], shares.data[indexed], minlength=n_labels)
        self._least = (at_first - (1 - LEAST_OF_PIECES) - _ROUNDING).astype(np.float32)

    def held(self, pieces: sparse.csr_matrix) -> sparse.csr_matrix:
        """Share of labels where it is large, (texts, labels); pieces  (texts, pieces)."""
        n_labels, n_pieces = self._shares.shape
        index, shares = arrays_of(self._index), arrays_of(self._shares)
        has, sums = np.zeros(n_pieces, dtype=np.bool_), np.zeros(n_labels, np.float32)
        label, share = np.empty(n_labels, np.int32), np.empty(n_labels)
        indptr, labels, data = [0], [], []
        for text in range(pieces.shape[0]):
            own = self._rank[entries_of(pieces, text)[0]]
            n = _held(own, index, self._least, shares, (has, sums), (label, share))
            order = np.argsort(label[:n])
            labels.append(label[:n][order])
            data.append(share[:n][order])
            indptr.append(indptr[-1] + n)
        entries = np.concatenate([[], *data]), np.concatenate([label[:0], *labels]), indptr
        return sparse.csr_matrix(entries, shape=(pieces.shape[0], n_labels))


@kernel
def _held(own, index, least, shares, scratch, found):
    """How many labels a text of these pieces holds enough of, which and how much: `found`.

    scratch  of False by piece and 0 by label, and left so
    """
    (ends, labels, parts), (label_ends, pieces, data) = index, shares
    (has, sums), (touched, share) = scratch, found
    n_touched = n = 0
    for piece in own:
        has[piece] = True
        for a in range(ends[piece], ends[piece + 1]):
            if sums[labels[a]] == 0.0:
                touched[n_touched] = labels[a]
                n_touched += 1
            sums[labels[a]] += parts[a]
    for t in range(n_touched):
        label = touched[t]
        if sums[label] >= least[label]:
            total = 0.0
            for b in range(label_ends[label], label_ends[label + 1]):
                if has[pieces[b]]:
                    total += data[b]
            if total >= LEAST_OF_PIECES:
                touched[n], share[n] = label, total
                n += 1
        sums[label] = 0.0
    for piece in own:
        has[piece] = False
    return n
