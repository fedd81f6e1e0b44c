"""A corpus in chunks, and what a fit of it keeps between two steps, in memory."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse


class MemoryStore:
    """A `FolderStore` without a folder, for corpora that fit."""

    def __init__(self) -> None:
        self._arrays: dict[str, dict[int, NDArray[Any]]] = {}
        self._note: dict[str, Any] | None = None

    def load(self, name: str, chunk: int) -> NDArray[Any]:
        return self._arrays[name][chunk]

    def save(self, name: str, chunk: int, array: NDArray[Any]) -> None:
        self._arrays.setdefault(name, {})[chunk] = array

    def has(self, name: str, chunk: int) -> bool:
        return chunk in self._arrays.get(name, {})

    def keep(self, names: Collection[str]) -> None:
        self._arrays = {name: held for name, held in self._arrays.items() if name in names}

    def read_note(self) -> dict[str, Any] | None:
        return self._note

    def write_note(self, note: dict[str, Any]) -> None:
        self._note = note


@dataclass(frozen=True)
class Slices:
    """Parts of matrices in memory: rows edges[i] to edges[i + 1] are part i."""

    counts: Sequence[sparse.csr_matrix]
    edges: Sequence[int]

    @classmethod
    def even(cls, counts: Sequence[sparse.csr_matrix], n_chunks: int) -> "Slices":
        """So many parts of about as many documents each."""
        edges = np.linspace(0, counts[0].shape[0], n_chunks + 1).round().astype(int)
        return cls(counts, edges.tolist())

    @property
    def n_documents(self) -> list[int]:
        return np.diff(self.edges).tolist()

    @property
    def n_words(self) -> list[int]:
        return [matrix.shape[1] for matrix in self.counts]

    def matrices(self, chunk: int) -> list[sparse.csr_matrix]:
        rows = slice(self.edges[chunk], self.edges[chunk + 1])
        return [matrix[rows] for matrix in self.counts]
