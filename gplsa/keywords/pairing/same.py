import numpy as np
from scipy import sparse

from gplsa.core.types import IntArray

AGREES = 0.8
"""Share of the pairs with the name on the source side that have it on the other."""


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
