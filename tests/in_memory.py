"""What a fit in chunks keeps between two steps, kept in memory."""

from collections.abc import Collection
from typing import Any

from numpy.typing import NDArray


class MemoryStore:
    """A `Store` for corpora that fit."""

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
