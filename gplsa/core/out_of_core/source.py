"""Where the counts of a part come from."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from scipy import sparse

from gplsa.core.types import IntArray


class Source(Protocol):
    """The counts of a corpus in chunks, rows scaled as the fit wants them.

    n_documents  of each part;  n_words  of each modality
    """

    @property
    def n_documents(self) -> Sequence[int]: ...
    @property
    def n_words(self) -> Sequence[int]: ...
    def matrices(self, chunk: int) -> list[sparse.csr_matrix]:
        """By modality, (documents of the part, words) CSR float64; row d is document d of each."""


def rows_of(source: Source, rows: IntArray) -> list[sparse.csr_matrix]:
    """By modality, the counts of some documents; rows ascending, counted over all parts."""
    edges = np.concatenate([[0], np.cumsum(source.n_documents)])
    found: list[list[sparse.csr_matrix]] = []
    for chunk in range(len(edges) - 1):
        first, last = np.searchsorted(rows, (edges[chunk], edges[chunk + 1]))
        if first < last:
            wanted = rows[first:last] - edges[chunk]
            found.append([matrix[wanted] for matrix in source.matrices(chunk)])
    return [
        sparse.csr_matrix(sparse.vstack(blocks, format="csr"))
        for blocks in zip(*found, strict=True)
    ]
