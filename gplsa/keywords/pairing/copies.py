import numpy as np
from scipy import sparse

from gplsa.core.types import BoolArray, IntArray

SIMILAR = 0.8
FEWEST_WORDS = 12
BANDS, ROWS = 10, 6
"""Two documents that agree to J are compared with the probability 1 − (1 − J^6)^10: .95 for .8,
.15 for .5."""
_SEED = 20_041_997


def repeated(*sides: sparse.csr_matrix) -> BoolArray:
    """(n_docs) which documents are nearly the same as an earlier one on every side."""
    first = originals(*sides)
    return np.asarray(first != np.arange(len(first)))


def originals(*sides: sparse.csr_matrix) -> IntArray:
    """(n_docs) the earlier document that each is nearly the same as on every side, or itself.

    Nearly the same is Σ min(x, y) / Σ max(x, y) ≥ `SIMILAR` of their counts; documents of fewer
    than `FEWEST_WORDS` different words, such as captions, may agree by chance.  Which ones to
    compare is found by MinHash [Broder 1997], as in `corpus.cleaning.near`.
    """
    words = sparse.csr_matrix(sparse.hstack(sides, format="csr"))
    found = np.arange(words.shape[0])
    rows = np.flatnonzero(np.diff(words.indptr) >= FEWEST_WORDS)
    if len(rows) < 2:
        return found
    kept = words[rows]
    order = np.random.default_rng(_SEED)
    signatures = np.empty((BANDS, ROWS, len(rows)), dtype=np.uint32)
    for band in range(BANDS):
        for number in range(ROWS):
            hashes = order.permutation(words.shape[1]).astype(np.uint32).take(kept.indices)
            signatures[band, number] = np.minimum.reduceat(hashes, kept.indptr[:-1])
    for numbers in signatures:
        first_with: dict[bytes, int] = {}
        for place, key in enumerate(np.ascontiguousarray(numbers.T)):
            first = first_with.setdefault(key.tobytes(), place)
            pair = rows[first], rows[place]
            asked = first != place and found[pair[1]] == pair[1]
            if asked and all(_agreement(side, *pair) >= SIMILAR for side in sides):
                found[pair[1]] = pair[0]
    while (found[found] != found).any():  # what it repeats may repeat another
        found = found[found]
    return found


def _agreement(counts: sparse.csr_matrix, first: int, second: int) -> float:
    one, other = counts[[first]], counts[[second]]
    most = float(one.maximum(other).sum())
    return float(one.minimum(other).sum()) / most if most > 0 else 1.0
