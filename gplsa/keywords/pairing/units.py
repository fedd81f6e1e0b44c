from dataclasses import dataclass

import numpy as np
from scipy import sparse

from gplsa.core.types import BoolArray, IntArray


@dataclass(frozen=True)
class Units:
    """Row u of `source` says the same as row u of `target`; `document` is the pair it is from.

    source_phrases, target_phrases  counts of the phrases in each unit, where they were counted
    """

    source: sparse.csr_matrix
    target: sparse.csr_matrix
    document: IntArray
    source_phrases: sparse.csr_matrix | None = None
    target_phrases: sparse.csr_matrix | None = None

    def swapped(self) -> "Units":
        """The same units for the opposite direction."""
        return Units(
            self.target, self.source, self.document, self.target_phrases, self.source_phrases
        )

    def of_documents(self, chosen: BoolArray) -> "Units":
        """Units of the documents chosen by a mask over documents."""
        rows = np.flatnonzero(chosen[self.document])
        return Units(
            self.source[rows],
            self.target[rows],
            self.document[rows],
            *(m if m is None else m[rows] for m in (self.source_phrases, self.target_phrases)),
        )


def merge_rows(rows: sparse.csr_matrix, group: IntArray, n_groups: int) -> sparse.csr_matrix:
    """Sum of the rows of each group; rows of group −1 are left out."""
    kept = np.flatnonzero(group >= 0)
    entries = (np.ones(len(kept)), (group[kept], kept))
    return sparse.csr_matrix(sparse.csr_matrix(entries, shape=(n_groups, len(group))) @ rows)
