"""What is said of a corpus beside its documents: what looks doubtful, and what was cleaned."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

import msgspec

from gplsa.message import Message, beside, recalled


@dataclass(frozen=True)
class DataWarning:
    """Something that a person should look at: what it is, in a sentence, and the documents.

    kind   one of `gplsa.corpus.cleaning.finding.KINDS`, which cleaning puts right, or "swapped",
           "language", "shifted", "slips", "unrelated", "lengths", "same text", "missing", "ids",
           "cells", "encoding", "files", "lines", "animated"
    rows   positions in the corpus, from 0; empty where the whole of it is meant
    side, offset   of a shift: the text of this side fits that of the others so many rows before;
           of cleaning: the side that is meant, "" where several are
    firsts  of copies: what each of `rows` repeats, in their order
    """

    kind: str
    message: str
    rows: tuple[int, ...] = ()
    side: str = ""
    offset: int = 0
    firsts: tuple[int, ...] = ()

    def to_json(self) -> dict[str, Any]:
        content = asdict(self) | {"rows": list(self.rows), "firsts": list(self.firsts)}
        if not self.firsts:  # as files of before have it
            del content["firsts"]
        return content | beside(self.message)

    @classmethod
    def from_json(cls, content: Mapping[str, Any], n_documents: int) -> "DataWarning":
        """Raises KeyError, TypeError or ValueError for what `to_json` did not write."""
        found = msgspec.convert(content, cls)
        if found.firsts and len(found.firsts) != len(found.rows):
            raise ValueError("a warning is of copies of nothing")
        if not all(0 <= row < n_documents for row in (*found.rows, *found.firsts)):
            raise ValueError("a warning is about documents that are not there")
        return replace(found, message=recalled(found.message, content))


def doubt(kind: str, template: str, rows: Iterable[int] = (), /, **values: object) -> DataWarning:
    """A warning that says this of some rows; template and values are those of its message."""
    return DataWarning(kind, Message(template, **values), tuple(map(int, rows)))


@dataclass(frozen=True)
class Done:
    """One thing that cleaning did.

    kind     one of `gplsa.corpus.cleaning.finding.KINDS`
    message  what was done, without full stop
    n_documents   it was done to
    before   `gplsa.corpus.storage.corpus_digest` of the corpus as it was before this cleaning
    """

    kind: str
    message: str
    n_documents: int
    before: str

    def to_json(self) -> dict[str, Any]:
        content = asdict(self)
        return content | {"documents": content.pop("n_documents")} | beside(self.message)

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> "Done":
        """Raises KeyError, TypeError or ValueError for what `to_json` did not write."""
        found = msgspec.convert({**content, "n_documents": content["documents"]}, cls)
        return replace(found, message=recalled(found.message, content))
