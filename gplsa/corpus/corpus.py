"""The corpus: documents, each with one side per modality, as every later step receives it."""

import html
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

import numpy as np
import numpy.typing as npt
from scipy import sparse

from gplsa.core.types import BoolArray, IntArray
from gplsa.corpus.features import Features
from gplsa.corpus.notes import DataWarning, Done
from gplsa.message import count, printable
from gplsa.renamed import old_names

TITLE_CHARACTERS = 80
LONGEST_HEADLINE = 160
_SENTENCE_ENDS = (".", "!", "?", "…", ":", ";", ",")
TEXT, IMAGE, FEATURES = "text", "image", "features"
_SHOWN, _CHARACTERS, _NAMES = 5, 160, 8  # documents, of each text, and fields in a notebook
_CELL = "text-align:left;vertical-align:top;background:none;padding:.1em .9em .1em 0"

Items = list[str] | list[bytes] | sparse.csr_matrix
_Cell = TypeVar("_Cell")


@old_names(doubts="warnings")
@dataclass(frozen=True, repr=False)
class Corpus:
    """Paired documents, row by row.

    texts maps a modality ("de", "en") to one text per document, "" where the document lacks that
    side; its order is the order in which the sides were given.  The lines of a text are kept: where
    two sides of a pair have equally many, line i of one belongs to line i of the other.
    pictures maps a modality ("image") to one small JPEG per document (`small_picture`), b"" where
    it lacks that side; features maps one to a matrix that was computed elsewhere.
    languages maps a modality to its ISO 639-1 code, "" where it is unknown or no language.
    warnings say what looks doubtful about these documents, cleaning what was done to them before.
    Errors: ValueError where lengths differ, a name stands for two sides or an id occurs twice.

    Examples
    --------
    >>> from gplsa import Corpus
    >>> corpus = Corpus(
    ...     name="letters",
    ...     ids=["a", "b"],
    ...     texts={"de": ["Die Ernte", "Das Schiff"], "en": ["The harvest", ""]},
    ...     languages={"de": "de", "en": "en"},
    ... )
    >>> corpus.complete()
    array([ True, False])
    """

    name: str
    ids: list[str]
    texts: dict[str, list[str]]
    languages: dict[str, str] = field(default_factory=dict)
    titles: list[str] = field(default_factory=list)
    fields: dict[str, list[str]] = field(default_factory=dict)
    pictures: dict[str, list[bytes]] = field(default_factory=dict)
    features: dict[str, Features] = field(default_factory=dict)
    warnings: list[DataWarning] = field(default_factory=list, compare=False)
    cleaning: list[Done] = field(default_factory=list)

    def __post_init__(self) -> None:
        n = len(self.ids)
        if not self.titles:
            object.__setattr__(self, "titles", make_titles([*self.texts.values()], n))
        given = self.languages
        object.__setattr__(self, "languages", {m: given.get(m, "") for m in self.modalities})
        columns = {"titles": len(self.titles)}
        for kind in ("texts", "pictures", "features", "fields"):
            held = getattr(self, kind).items()
            columns |= {f"{kind}[{name!r}]": len(column) for name, column in held}
        wrong = [f"{what} has {length}" for what, length in columns.items() if length != n]
        if wrong:
            raise ValueError(f"ids has {n} entries, but " + ", ".join(wrong))
        if len(set(self.ids)) != n:
            raise ValueError("ids must be unique")
        if len(set(self.modalities)) != len(self.modalities):
            raise ValueError(f"two sides have the same name: {self.modalities}")
        if set(given) - set(self.modalities) or (given and set(self.texts) - set(given)):
            raise ValueError(f"languages names {[*given]}, the sides are {self.modalities}")

    @property
    def modalities(self) -> list[str]:
        """Pictures, features, texts."""
        return [*self.pictures, *self.features, *self.texts]

    @property
    def n_documents(self) -> int:
        return len(self.ids)

    def __len__(self) -> int:
        return len(self.ids)

    def __repr__(self) -> str:
        return f"<Corpus “{printable(self.name)}”: {self._in_a_line()}>"

    def _repr_html_(self) -> str:
        """What it holds, and its first documents side by side; words of it are escaped and cut."""
        shown = range(min(_SHOWN, self.n_documents))
        first = [[self.ids[r], *(self._shown(m, r) for m in self.modalities)] for r in shown]
        rows = "".join(f"<tr>{_in_cells('td', map(_cut, cells))}</tr>" for cells in first)
        return (
            f'<div style="line-height:1.5"><b>{html.escape(self.name)}</b> '
            f"{html.escape(self._in_a_line())}"
            '<table style="border-collapse:collapse;font:inherit;color:inherit"><thead><tr>'
            f"{_in_cells('th', ['id', *self.modalities])}</tr></thead><tbody>{rows}</tbody></table>"
            "</div>"
        )

    def _in_a_line(self) -> str:
        """How many documents, the sides, and the names of what stands beside them."""
        line, fields = (
            f"{count(len(self), 'document')}, {' · '.join(self.modalities)}",
            [*self.fields],
        )
        if fields:
            more = f" and {len(fields) - _NAMES} more" if len(fields) > _NAMES else ""
            line += f"; fields: {', '.join(fields[:_NAMES])}{more}"
        return printable(line)

    def _shown(self, modality: str, row: int) -> str:
        if modality in self.texts:
            return self.texts[modality][row]
        if not self.has_row(modality, row):
            return ""
        if modality in self.features:
            features = self.features[modality]
            return f"{features.values[[row]].nnz:,} of {len(features.names):,} columns"
        return "a picture"

    def kind(self, modality: str) -> str:
        """ "text", "image" or "features"."""
        if modality in self.pictures:
            return IMAGE
        return FEATURES if modality in self.features else TEXT

    def side(self, modality: str) -> Items:
        """One side of every document, as its vocabulary counts it: texts, pictures or a matrix."""
        if modality in self.features:
            return self.features[modality].values
        return self.pictures[modality] if modality in self.pictures else self.texts[modality]

    def has(self, modality: str) -> BoolArray:
        """Which documents have this side, (n_documents,)."""
        items = self.side(modality)
        if isinstance(items, list):
            return np.fromiter(map(bool, items), bool, len(items))
        return self.features[modality].filled()

    def has_row(self, modality: str, row: int) -> bool:
        """Whether one document has this side."""
        items = self.side(modality)
        return bool(items[row] if isinstance(items, list) else items[[row]].sum() > 0)

    def subset(self, rows: Sequence[int] | npt.NDArray[np.integer]) -> "Corpus":
        """The documents at these rows, in this order; warnings are about all, and stay behind."""
        picked = [int(row) for row in rows]

        def pick(column: Sequence[_Cell]) -> list[_Cell]:
            return [column[row] for row in picked]

        return replace(
            self,
            ids=pick(self.ids),
            texts={modality: pick(column) for modality, column in self.texts.items()},
            titles=pick(self.titles),
            fields={name: pick(column) for name, column in self.fields.items()},
            pictures={modality: pick(column) for modality, column in self.pictures.items()},
            features={m: matrix.subset(picked) for m, matrix in self.features.items()},
            warnings=[],
        )

    def complete(self) -> BoolArray:
        """Which documents have every side, (n_documents,)."""
        return self._n_sides() == len(self.modalities)

    def paired(self) -> BoolArray:
        """Which documents have two sides or more, (n_documents,)."""
        return self._n_sides() > 1

    def _n_sides(self) -> IntArray:
        return np.sum([self.has(m) for m in self.modalities], axis=0, dtype=np.int64)


def make_title(sides: Sequence[str]) -> str:
    """The beginning of the first side that has a text, cut at a word."""
    for text in sides:
        start = " ".join(text[: 4 * TITLE_CHARACTERS].split())
        if start:
            if len(start) <= TITLE_CHARACTERS:
                # The text itself where that is all of it, so that it is not there twice.
                return text if start == text else start
            cut = start[: TITLE_CHARACTERS + 1].rsplit(" ", 1)[0][:TITLE_CHARACTERS]
            return cut.rstrip(" ,;:.-\u2013") + " …"
    return ""


def retitled(corpus: Corpus, new: Sequence[str]) -> list[str]:
    """The titles, those that are the beginning of a text given way to the new ones."""
    rows = zip(corpus.titles, make_titles([*corpus.texts.values()], len(corpus)), new, strict=True)
    return [own if title == made else title for title, made, own in rows]


def given_title(corpus: Corpus, row: int, reads: str = "") -> str:
    """The title that a document came with, else the headline of its first side that has one; "" for
    none.

    reads  a language: the headline of its side takes the place of one of another side
    """
    title, texts = corpus.titles[row], {m: column[row] for m, column in corpus.texts.items()}
    own = title not in (make_title([*texts.values()]), corpus.ids[row])
    read = next((m for m in texts if reads and corpus.languages.get(m) == reads), "")
    first = headline(texts.pop(read, ""))
    if own and not (first and any(text.startswith(title) for text in texts.values())):
        return title
    return first or next(filter(None, map(headline, texts.values())), "")


def headline(text: str) -> str:
    """The first line of a text where that is short, no sentence, and more follows."""
    first, _, rest = text.partition("\n")
    is_one = rest.strip() and len(first) <= LONGEST_HEADLINE and not first.endswith(_SENTENCE_ENDS)
    return first.strip() if is_one else ""


def behind(title: str, text: str) -> str:
    """What stands behind the title in a text that begins with it, of another all."""
    rest = text.removeprefix(title)
    return rest.lstrip() if rest.strip() and not rest[0].isalnum() else text


def make_titles(columns: Sequence[Sequence[str]], n_documents: int | None = None) -> list[str]:
    """One title per document from its texts; columns holds one sequence of texts per side."""
    if not columns:
        return [""] * (n_documents or 0)
    return [make_title(sides) for sides in zip(*columns, strict=True)]


def _in_cells(tag: str, cells: Iterable[str]) -> str:
    return "".join(f'<{tag} style="{_CELL}">{html.escape(cell)}</{tag}>' for cell in cells)


def _cut(text: str) -> str:
    start = " ".join(text[: 4 * _CHARACTERS].split())
    return start if len(start) <= _CHARACTERS else start[: _CHARACTERS - 1].rstrip() + "…"
