"""From paths to a corpus: where scripts and the command line begin."""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from gplsa.errors import InputError
from gplsa.progress import Progress
from gplsa.reading.choices import LINE_PAIR, Choices, Reading
from gplsa.reading.files.upload import Upload, uploads_from_folder
from gplsa.reading.read import read_corpus
from gplsa.reading.readers.matrices import is_matrix
from gplsa.reading.tables.formats import is_table

ReadCorpus = Callable[[Sequence[Upload], Choices | None, Progress | None], Reading]
Sides = Mapping[str, tuple[str, ...]]
"""For every side what its text comes from, see `Choices.columns`."""


def uploads_of(paths: Iterable[str | os.PathLike[str]]) -> list[Upload]:
    """Every file that is named, and those of the folders that are named."""
    uploads: list[Upload] = []
    for path in paths:
        if not isinstance(path, str | os.PathLike):
            raise InputError(
                "Files and folders are read by their names, not {name}; texts in memory, or "
                "columns of a DataFrame, become a corpus by gplsa.corpus_of.",
                name=type(path).__name__,
            )
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
    read     `read_corpus`, or that of `gplsa.reading.sandboxed`
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
        plain = not any(is_table(upload) or is_matrix(upload) for upload in uploads)
        if not in_order or not plain or chosen.kind is not None:
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
