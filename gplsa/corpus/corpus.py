"""The corpus: documents, each with one text per modality, as every later step receives it."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

TITLE_CHARACTERS = 80


@dataclass(frozen=True)
class Corpus:
    """Paired documents, row by row.

    texts maps a modality ("de", "en") to one text per document, "" where the document lacks that
    side; its order is the order in which the sides were given.  The lines of a text are kept: where
    two sides of a pair have equally many, line i of one belongs to line i of the other.
    languages maps a modality to its ISO 639-1 code, "" where it is unknown.
    Errors: ValueError where lengths differ or an id occurs twice.
    """

    name: str
    ids: list[str]
    texts: dict[str, list[str]]
    languages: dict[str, str] = field(default_factory=dict)
    titles: list[str] = field(default_factory=list)
    fields: dict[str, list[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not self.titles:
            object.__setattr__(self, "titles", make_titles(list(self.texts.values())))
        if not self.languages:
            object.__setattr__(self, "languages", dict.fromkeys(self.texts, ""))
        n = len(self.ids)
        columns = {"titles": self.titles}
        columns |= {f"texts[{m!r}]": column for m, column in self.texts.items()}
        columns |= {f"fields[{f!r}]": column for f, column in self.fields.items()}
        wrong = [f"{what} has {len(col)}" for what, col in columns.items() if len(col) != n]
        if wrong:
            raise ValueError(f"ids has {n} entries, but " + ", ".join(wrong))
        if len(set(self.ids)) != n:
            raise ValueError("ids must be unique")
        if set(self.languages) != set(self.texts):
            raise ValueError(f"languages names {[*self.languages]}, texts {[*self.texts]}")

    @property
    def modalities(self) -> list[str]:
        return list(self.texts)

    @property
    def n_documents(self) -> int:
        return len(self.ids)

    def __len__(self) -> int:
        return len(self.ids)

    def subset(self, rows: Sequence[int] | npt.NDArray[np.integer]) -> "Corpus":
        """The documents at these rows, in this order."""
        picked = [int(row) for row in rows]

        def pick(column: list[str]) -> list[str]:
            return [column[row] for row in picked]

        return Corpus(
            name=self.name,
            ids=pick(self.ids),
            texts={modality: pick(column) for modality, column in self.texts.items()},
            languages=dict(self.languages),
            titles=pick(self.titles),
            fields={name: pick(column) for name, column in self.fields.items()},
        )

    def complete(self) -> npt.NDArray[np.bool_]:
        """Which documents have a text on every side, (n_documents,)."""
        present = np.ones(self.n_documents, dtype=bool)
        for column in self.texts.values():
            present &= np.fromiter((bool(text) for text in column), bool, self.n_documents)
        return present


def make_title(sides: Sequence[str]) -> str:
    """The beginning of the first side that has a text, cut at a word."""
    for text in sides:
        start = " ".join(text[: 4 * TITLE_CHARACTERS].split())
        if start:
            if len(start) <= TITLE_CHARACTERS:
                return start
            cut = start[: TITLE_CHARACTERS + 1].rsplit(" ", 1)[0][:TITLE_CHARACTERS]
            return cut.rstrip(" ,;:.-\u2013") + " …"
    return ""


def make_titles(columns: Sequence[Sequence[str]]) -> list[str]:
    """One title per document from its texts; columns holds one sequence of texts per side."""
    return [make_title(sides) for sides in zip(*columns, strict=True)]
