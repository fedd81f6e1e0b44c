"""What can be chosen about reading, what every reader hands on, and how a corpus is made of it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TypeVar

import numpy as np

from gplsa.core.types import BoolArray
from gplsa.corpus.corpus import Corpus, make_titles
from gplsa.corpus.features import Features
from gplsa.corpus.notes import DataWarning, doubt
from gplsa.errors import InputError
from gplsa.message import Message, count, listed, named, quoted
from gplsa.names import unique_name
from gplsa.reading.files import limits
from gplsa.text.languages import guess_sides, language_name, language_of

TABLE = "table"
LINE_PAIR = "line pair"
SENTENCE_FILES = "sentence files"
FILE_PAIRS = "file pairs"
TMX = "tmx"
PICTURES = "pictures"
MATRIX = "matrix"

UNITS, WORDS = 20, 600  # sentences that make one document, at most; its words, about
FEW_DOCUMENTS = 100  # where there would be fewer, fewer sentences make one
EXAMPLES, _EXAMPLE_CHARACTERS = 3, 200
_Cell = TypeVar("_Cell")


def usual_units(n_units: int, texts: Iterable[str]) -> int:
    """How many units make a document, by some of their texts: of paragraphs one is enough."""
    words = [len(text.split()) for text in texts]
    n_words = sum(words) / max(len(words), 1)
    return max(min(UNITS, int(WORDS / max(n_words, 1)), n_units // FEW_DOCUMENTS), 1)


@dataclass(frozen=True)
class Choices:
    """How to read; every None is recognised from the files and comes back filled in.

    kind               one of the above
    columns            modality -> what its text comes from, joined in this order: columns of a
                       table, else names of text files, the mark in paired names ("de"), a
                       language of a TMX file.  The order of modalities becomes that of the corpus.
    id_column, title_column   of a table; "" for none
    carried            columns of a table kept beside the texts
    file_columns       columns whose cells name files that stand beside the table and hold the text
    picture_columns    modality -> the column whose cells name the pictures of that side
    header             whether a table's first row names its columns
    delimiter          of a CSV file
    sheet              of a workbook, which others with the same headings follow
    encoding           of text files, as Python calls it
    languages          modality -> ISO 639-1 code, "" unknown
    lines_per_document   of line-aligned files: that many lines make one document; 0: those up to
                         a line that is blank on every side, where these are many, else one
    units_per_document   of TMX files and of sentences aligned here: that many make one document;
                         None: 20, of a TMX file with long units fewer
    date_field         what dates in the names of paired files are called as a field
    name               of the corpus; None: that of the file
    """

    kind: str | None = None
    columns: dict[str, tuple[str, ...]] | None = None
    id_column: str | None = None
    title_column: str | None = None
    carried: tuple[str, ...] | None = None
    file_columns: tuple[str, ...] | None = None
    picture_columns: dict[str, str] | None = None
    header: bool | None = None
    delimiter: str | None = None
    sheet: str | None = None
    encoding: str | None = None
    languages: dict[str, str] | None = None
    lines_per_document: int = 0
    units_per_document: int | None = None
    date_field: str = "date"
    name: str | None = None

    def sides(self, marks: Sequence[str], missing: Message) -> dict[str, str]:
        """Modality -> its mark in the names, or its language: as chosen, else all there are.

        InputError, by a template that says {missing} and {there}, where a chosen one is not there.
        """
        if self.columns is None:
            return {mark: mark for mark in marks}
        sides = {}
        for modality, (name, *_) in self.columns.items():
            known = [one for one in (name, language_of(name), name.lower()) if one in marks]
            if not known:
                raise InputError(missing, missing=name, there=named(marks))
            sides[modality] = known[0]
        return sides

    def recognised(self, kind: str, sides: Mapping[str, str]) -> "Choices":
        """Filled in.  sides  modality -> its mark in the names, or its language"""
        languages = {m: language for m, mark in sides.items() if (language := language_of(mark))}
        columns: dict[str, tuple[str, ...]] = {m: (mark,) for m, mark in sides.items()}
        languages |= self.languages or {}
        return replace(self, kind=kind, columns=columns, languages=languages)


@dataclass(frozen=True)
class Reading:
    """A corpus as it was read, and how.

    recognised   the choices, all filled in: handing them back reads the same again
    columns      what could be chosen for a side, see Choices.columns
    examples     the first filled cells of each of these columns, for a person to choose by
    refused      one sentence for every file left out
    What looks doubtful is said with the corpus.
    """

    corpus: Corpus
    kind: str
    recognised: Choices
    columns: list[str]
    examples: dict[str, list[str]] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)

    @property
    def warnings(self) -> list[DataWarning]:
        return self.corpus.warnings


@dataclass
class Draft:
    """Rows as read, the empty ones included; the rows of `warnings` count from 0 among them."""

    name: str
    texts: dict[str, list[str]]
    recognised: Choices
    columns: list[str]
    ids: list[str] | None = None
    titles: list[str] | None = None
    fields: dict[str, list[str]] = field(default_factory=dict)
    examples: dict[str, list[str]] = field(default_factory=dict)
    warnings: list[DataWarning] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    pictures: dict[str, list[bytes]] = field(default_factory=dict)
    features: dict[str, Features] = field(default_factory=dict)


def finish(draft: Draft) -> Reading:
    """Leave out empty rows, make ids unique, settle languages and titles."""
    # Empty lines at the beginning stay: line i of one side belongs to line i of the other.
    texts = {m: [one if one.strip() else "" for one in column] for m, column in draft.texts.items()}
    filled = {m: list(map(bool, column)) for m, column in (draft.pictures | texts).items()}
    filled |= {m: side.filled().tolist() for m, side in draft.features.items()}
    if len(filled) > limits.MODALITIES:
        raise InputError(
            "At most {modalities} sides can be read, here are {n_filled}.",
            modalities=limits.MODALITIES,
            n_filled=len(filled),
        )
    n_filled = np.sum([*filled.values()], axis=0)
    kept = np.flatnonzero(n_filled).tolist()
    only_texts = not (draft.pictures or draft.features)
    _check_pairs(filled, int((n_filled > 1).sum()), only_texts, draft.refused)
    ids, repeated = _unique_ids(draft, kept)
    texts = {m: _picked(column, kept) for m, column in texts.items()}
    titles = make_titles(list(texts.values()), len(kept))
    if draft.titles is not None:
        given = (" ".join(draft.titles[row].split()) for row in kept)
        titles = [one or made for one, made in zip(given, titles, strict=True)]
    languages, chosen = guess_sides(texts), draft.recognised.languages or {}
    languages |= {m: code for m, code in chosen.items() if m in languages}
    new_row = {row: new for new, row in enumerate(kept)}
    warnings = [
        replace(warning, rows=tuple(new_row[row] for row in warning.rows if row in new_row))
        for warning in draft.warnings
    ]
    corpus = Corpus(
        name=draft.name,
        ids=ids,
        texts=texts,
        languages=languages,
        titles=titles,
        fields={f: _picked(column, kept) for f, column in draft.fields.items()},
        pictures={m: _picked(column, kept) for m, column in draft.pictures.items()},
        features={m: side.subset(kept) for m, side in draft.features.items()},
        warnings=[*warnings, *repeated, *_without_sides(draft, n_filled == 0)],
    )
    recognised, kind = replace(draft.recognised, languages=languages), draft.recognised.kind or ""
    return Reading(corpus, kind, recognised, draft.columns, draft.examples, draft.refused)


def _unique_ids(draft: Draft, kept: Sequence[int]) -> tuple[list[str], list[DataWarning]]:
    """Of the rows that stay, numbered where they have none, and what is to be said of it."""
    given = draft.ids or [""] * (max(kept) + 1)
    wanted = [given[row].strip() or str(row + 1) for row in kept]
    seen: dict[str, int] = {}
    ids = [unique_name(name, seen) for name in wanted]
    repeated = tuple(row for row, name in enumerate(wanted) if ids[row] != name)
    if not repeated:
        return ids, []
    named = count(len(repeated), "id")
    told = doubt("ids", "{ids} occurred more than once and got a number.", repeated, ids=named)
    return ids, [told]


def _without_sides(draft: Draft, empty: BoolArray) -> Iterator[DataWarning]:
    """That rows of a table are left out, which say something and have no side."""
    if draft.recognised.kind != TABLE:
        return
    others = [column for column in (draft.ids, draft.titles, *draft.fields.values()) if column]
    rows = [row for row in np.flatnonzero(empty) if any(one[row].strip() for one in others)]
    if rows:
        yield doubt(
            "cells",
            "{rows} has nothing on any side and was left out: “{example}”."
            if len(rows) == 1
            else "{rows} have nothing on any side and were left out, “{example}” for one.",
            rows=count(len(rows), "row"),
            example=(draft.ids and draft.ids[rows[0]].strip()) or str(rows[0] + 1),
        )


def _picked(column: list[_Cell], rows: Sequence[int]) -> list[_Cell]:
    return column if len(rows) == len(column) else [column[row] for row in rows]


def _check_pairs(
    sides_filled: dict[str, list[bool]], n_pairs: int, only_texts: bool, refused: list[str]
) -> None:
    if n_pairs >= 2:
        return
    found = Message("Only one pair was found" if n_pairs else "No pair was found")
    filled = [quoted(m) for m, column in sides_filled.items() if any(column)]
    if n_pairs == 0 and len(filled) == 1:
        found = Message("No pair was found for {filled}", filled=filled[0])
    elif n_pairs == 0 and filled:
        found = Message(
            "No pair was found that has a text in both {sides}"
            if only_texts
            else "No pair was found that has something in both {sides}",
            sides=listed(map(quoted, sides_filled), " and "),
        )
    if refused:
        raise InputError("{found}: at least two are needed; {why}", found=found, why=refused[0])
    raise InputError("{found}: at least two are needed.", found=found)


def examples_of(texts: list[str]) -> list[str]:
    """The first filled cells, shortened, to recognise a column by."""
    return list(islice((text[:_EXAMPLE_CHARACTERS] for text in texts if text), EXAMPLES))


def side_label(corpus: Corpus, modality: str) -> str:
    """ "“text” (German)", or "German" where the side is called by its code."""
    code = corpus.languages[modality]
    name = language_name(code)
    if not code or modality == code:
        return name or quoted(modality)
    return Message("“{modality}” ({name})", modality=modality, name=name)
