"""The corpus on the disk that a model was learned from and does not hold."""

from collections.abc import Mapping
from typing import Any, NamedTuple


class WholeCorpus(NamedTuple):
    """A corpus in parts: its name and digest, and how many documents and parts it has."""

    name: str
    digest: str
    documents: int
    parts: int

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> "WholeCorpus":
        """Raises KeyError, TypeError or ValueError for what `_asdict` did not write."""
        return cls(
            str(content["name"]),
            str(content["digest"]),
            int(content["documents"]),
            int(content["parts"]),
        )
