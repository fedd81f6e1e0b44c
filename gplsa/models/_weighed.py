"""Pairs that may not belong together: each enters a fit as a pair and as two texts by themselves.

With w_d, the probability that the sides of document d belong together, and κ = `ALONE`

    J = Σ_d w_d J_d(all sides linked) + κ Σ_d (1 − w_d) Σ_v J_d(side v by itself)

This is the J of either case, expected over whether d is a pair.
"""

import numpy as np
from scipy import sparse

from gplsa.core.sums import present_in, scaled_rows
from gplsa.core.types import FloatArray
from gplsa.core.weights import ALONE


class WeighedRows:
    """Rows of a fit with doubts: the documents as pairs, then the sides that may stand alone.

    counts     by side, (n_rows, n_words), rows scaled to what they weigh
    trust      w, (n_docs,)
    documents  which document each of the further rows is a side of;  sides  and which side
    """

    def __init__(
        self,
        counts: list[sparse.csr_matrix],
        weight: FloatArray,
        pair_weight: FloatArray,
        alone: float = ALONE,
    ) -> None:
        """counts by side, weight s (n_docs,), pair_weight w (n_docs,), alone κ."""
        present = present_in(counts)
        # What has one side only has no counterpart to doubt.
        self.trust = np.where(present.sum(axis=1) > 1, pair_weight, 1.0)
        self.documents, self.sides = np.nonzero(present & (self.trust < 1.0)[:, None])
        own = alone * (weight * (1.0 - self.trust))[self.documents]
        self.counts = []
        for v, matrix in enumerate(counts):
            parts = (
                scaled_rows(matrix, weight * self.trust),
                scaled_rows(matrix[self.documents], np.where(self.sides == v, own, 0.0)),
            )
            self.counts.append(sparse.csr_matrix(sparse.vstack(parts)))

    def of_rows(self, mixtures: FloatArray) -> FloatArray:
        """Of mixtures of the documents those of all rows."""
        return np.concatenate([mixtures, mixtures[self.documents]])

    def together(self, doc_topic: FloatArray) -> FloatArray:
        """Mixtures of the documents, (n_docs, n_sides, n_topics): w of the pair's, 1 − w of the
        side's own; doc_topic (n_rows, n_sides, n_topics)."""
        n_docs = len(self.trust)
        found = doc_topic[:n_docs].copy()
        at, w = (self.documents, self.sides), self.trust[self.documents, None]
        found[at] = (
            w * found[at] + (1.0 - w) * doc_topic[np.arange(n_docs, len(doc_topic)), self.sides]
        )
        return found
