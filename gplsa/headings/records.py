r"""Headings by what resembling records have: kernel ridge regression on pieces of words.

    K = X Xᵀ,  A = (K + α I)⁻¹ Y,  score(d, h) = k(d)ᵀ A_h

X is tf-idf (1 + log tf) of pieces of four to six letters, rows to length 1: German compounds meet
by their parts.  Scores of a record that it is learned from are those of a regression without it and
without all that repeat it (volumes, other editions), a group G, which have a closed form (Allen
1974): Y_G − (((K + α I)⁻¹)_GG)⁻¹ A_G.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from scipy import linalg, sparse
from scipy.sparse import csgraph
from sklearn.feature_extraction.text import TfidfVectorizer

PENALTY = 1.0
REPEATED = 0.7
"""Resemblance of records that are versions of one."""
_PIECES = (4, 6)


class Records:
    """texts  of the records learned from; at most some thousands, as K is held whole"""

    def __init__(self, texts: Sequence[str]) -> None:
        self._pieces = TfidfVectorizer(
            analyzer="char_wb",
            ngram_range=_PIECES,
            sublinear_tf=True,
            min_df=2 if len(texts) > 1 else 1,
            dtype=np.float32,
        )
        self._x = self._pieces.fit_transform(texts)
        alike = (self._x @ self._x.T).tocsr()
        kernel = alike.toarray().astype(np.float64)
        alike.data = (alike.data >= REPEATED).astype(np.float32)
        alike.eliminate_zeros()
        # By record the group of those that repeat each other.
        self.group = csgraph.connected_components(alike, directed=False)[1]
        kernel[np.diag_indices_from(kernel)] += PENALTY
        self._inverse = linalg.inv(kernel, overwrite_a=True, check_finite=False)

    def learn(self, held: sparse.csr_matrix) -> npt.NDArray[np.float32]:
        """A, (records, columns), of what each record has."""
        return np.asarray(sparse.csr_matrix(held.T) @ self._inverse, dtype=np.float32).T

    def left_out(
        self, weights: npt.NDArray[np.float32], held: sparse.csr_matrix
    ) -> npt.NDArray[np.float32]:
        """What the others predict of each record, (records, columns)."""
        own = weights / self._inverse.diagonal()[:, None].astype(np.float32)
        order = np.argsort(self.group, kind="stable")
        for members in np.split(order, np.flatnonzero(np.diff(self.group[order])) + 1):
            if len(members) > 1:
                block = self._inverse[np.ix_(members, members)]
                own[members] = np.linalg.solve(block, weights[members])
        return np.asarray(held.toarray() - own, dtype=np.float32)

    def resemblance(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        """k(d), cosines with the records, (texts, records)."""
        return np.asarray((self._pieces.transform(texts) @ self._x.T).toarray())
