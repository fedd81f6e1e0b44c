"""What every reader hands on, and how a corpus is made of it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TypeVar

import numpy as np

from gplsa.core.types import BoolArray
from gplsa.corpus.corpus import Corpus, make_titles
from gplsa.corpus.features import Features
from gplsa.corpus.notes import DataWarning, doubt
from gplsa.errors import InputError
from gplsa.message import Message, count, listed, quoted
from gplsa.names import unique_name
from gplsa.reading.choices import TABLE, Choices, Reading
from gplsa.reading.files import limits
from gplsa.text.languages import guess_sides, language_name

EXAMPLES = 3
_Cell = TypeVar("_Cell")
_EXAMPLE_CHARACTERS = 200


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
