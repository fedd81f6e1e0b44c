"""From paths, or from texts in memory, to a corpus: where scripts and the command line begin."""

import math
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from gplsa.errors import InputError
from gplsa.message import Message, listed, quoted
from gplsa.progress import Progress
from gplsa.reading.choices import LINE_PAIR, Choices, Reading
from gplsa.reading.doubts import with_doubts
from gplsa.reading.draft import Draft, finish
from gplsa.reading.files.upload import Upload, uploads_from_folder
from gplsa.reading.read import read_corpus

ReadCorpus = Callable[[Sequence[Upload], Choices | None, Progress | None], Reading]
Sides = Mapping[str, tuple[str, ...]]
"""For every side what its text comes from, see `Choices.columns`."""


def uploads_of(paths: Iterable[str | os.PathLike[str]]) -> list[Upload]:
    """Every file that is named, and those of the folders that are named."""
    uploads: list[Upload] = []
    for path in paths:
        uploads += uploads_from_folder(path) if Path(path).is_dir() else [Upload.from_path(path)]
    return uploads


def read_paths(
    paths: Iterable[str | os.PathLike[str]],
    sides: Sides | None = None,
    choices: Choices | None = None,
    progress: Progress | None = None,
    *,
    read: ReadCorpus = read_corpus,
) -> Reading:
    """Read the pairs in files and folders, recognised as the page Corpus recognises them.

    sides    what to read and in which order; recognised where None
    choices  anything else that should not be recognised; `sides` take the place of its columns
    read     `read_corpus`, or that of `gplsa.reading.apart`
    Errors: InputError, in one sentence for a person.
    """
    paths = list(paths)
    uploads, chosen = uploads_of(paths), choices or Choices()
    if sides is None:
        return read(uploads, chosen, progress)
    try:
        return read(uploads, replace(chosen, columns=dict(sides)), progress)
    except InputError:
        in_order = _in_order([Path(path).name for path in paths], list(sides))
        if not in_order or chosen.kind is not None:
            raise
        return read(uploads, replace(chosen, kind=LINE_PAIR, columns=in_order), progress)


def _in_order(names: list[str], sides: list[str]) -> dict[str, tuple[str, ...]]:
    """Two plain files whose names do not tell the sides: the first side is the first file."""
    marks = sides[:2]
    if len(names) != 2 or len(marks) != 2:
        return {}
    if any(mark in name.split(".") for mark in marks for name in names):
        return {}
    return {side: (name,) for side, name in zip(sides, names, strict=False)}


def reading_of_texts(
    texts: Any,
    ids: Iterable[Any] | None = None,
    languages: Mapping[str, str] | None = None,
    name: str = "texts",
) -> Reading:
    """The same of texts in memory: {side: texts}, document d at place d of every side.

    texts      anything with `items()` of names and columns, so a DataFrame as well; None and NaN
               are sides that a document lacks
    languages  by side; guessed for those that are not named
    Errors: InputError, in one sentence for a person.
    """
    if not callable(getattr(texts, "items", None)):
        raise InputError(
            "Texts are given by side, as {{'de': [...], 'en': [...]}}, not as {name}.",
            name=type(texts).__name__,
        )
    columns = {str(side): _texts_of(str(side), column) for side, column in texts.items()}
    own_ids = None if ids is None else [str(one) for one in ids]
    sides = [(quoted(side), len(column)) for side, column in columns.items()]
    lengths = [*sides, *([("ids", len(own_ids))] if own_ids is not None else [])]
    if len({length for _, length in lengths}) > 1:
        told = listed(Message("{what} {n:,}", what=what, n=n) for what, n in lengths)
        raise InputError(
            "Every side needs an entry for every document, None where it is missing, but the "
            "entries are {told}.",
            told=told,
        )
    if strange := set(languages or {}) - set(columns):
        raise InputError(
            "A language is given for {wrong}; the sides are {sides}.",
            wrong=listed(map(repr, strange)),
            sides=listed(map(repr, columns)),
        )
    draft = Draft(
        name=name,
        texts=columns,
        recognised=Choices(
            columns={side: (side,) for side in columns}, languages=dict(languages or {})
        ),
        columns=[*columns],
        ids=own_ids,
    )
    reading = finish(draft)
    return replace(reading, corpus=with_doubts(reading.corpus))


def _texts_of(side: str, column: Any) -> list[str]:
    if isinstance(column, str | bytes):
        raise InputError("Side “{side}” must be a list of texts, not one text.", side=side)
    texts = ["" if _is_missing(cell) else cell for cell in column]
    for place, text in enumerate(texts):
        if not isinstance(text, str):
            raise InputError(
                "Side “{side}”, place {place}: a text is needed, not {name}.",
                side=side,
                place=place,
                name=type(text).__name__,
            )
    return [str(text) for text in texts]


def _is_missing(cell: Any) -> bool:
    """None, NaN, or what pandas calls NA, which refuses every comparison."""
    return (
        cell is None
        or (isinstance(cell, float) and math.isnan(cell))
        or type(cell).__name__ == "NAType"
    )
