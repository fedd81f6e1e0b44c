r"""What the records that resemble a text most predict of it: kernel ridge regression on them.

    w = (K_NN + α I)⁻¹ k_N,  predicted = Σ_{r ∈ N} w_r y_r

N are the `NEAREST` records, K = X Xᵀ of rows of length 1.  On 3,000 records that is as good as the
regression on all of them, and a text costs the same whatever their number.
"""

import numpy as np
import numpy.typing as npt
from scipy import sparse
from threadpoolctl import threadpool_limits

NEAREST = 100
PENALTY = 1.0
REPEATED = 0.7
"""Resemblance of texts that are versions of one: volumes, other editions."""
SAME = 0.999
"""Of pictures, which are much alike anyway."""


class Neighbours:
    """Of some texts their nearest records.

    weights   w, (texts, records);  alike  k at the same places
    repeated  (texts, records) 1 at records that were left out, as they are versions of the text
    """

    def __init__(
        self,
        rows: sparse.csr_matrix,
        records: sparse.csr_matrix,
        among: npt.NDArray[np.int64],
        left_out: float | None = None,
    ) -> None:
        """rows, records  of `pieces.rows_of`;  among  the records to look at
        left_out  resemblance of records that are left out, as they are versions of the text"""
        n = records.shape[0]
        own = records if len(among) == n else sparse.csr_matrix(records[among])
        alike = np.asarray((rows @ own.T).toarray(), dtype=np.float32)
        out_text, out_record = np.nonzero(alike >= (np.inf if left_out is None else left_out))
        alike[out_text, out_record] = 0.0
        shape = rows.shape[0], n
        ones = np.ones(len(out_text), dtype=np.float32)
        self.repeated = sparse.csr_matrix((ones, (out_text, among[out_record])), shape=shape)
        near, weights, values = [], [], []
        # Systems of a hundred: more threads than one slow each of them down a hundredfold.
        with threadpool_limits(1, user_api="blas"):
            for one in alike:
                places = np.argpartition(-one, min(NEAREST, len(one)) - 1)[:NEAREST]
                places = np.sort(places[one[places] > 0])
                picked = own[places]
                inner = np.asarray((picked @ picked.T).toarray(), dtype=np.float64)
                inner[np.diag_indices_from(inner)] += PENALTY
                near.append(among[places])
                values.append(one[places])
                weights.append(np.linalg.solve(inner, one[places]).astype(np.float32))
        indptr = np.cumsum([0, *map(len, near)])
        indices = np.concatenate(near) if near else np.zeros(0, np.int64)
        self.weights, self.alike = (
            sparse.csr_matrix(
                (np.concatenate(data) if data else np.zeros(0, np.float32), indices, indptr),
                shape=shape,
            )
            for data in (weights, values)
        )
