"""One door for every kind of input: files, folders or uploads in, corpus and warnings out."""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from gplsa.errors import InputError
from gplsa.message import Message
from gplsa.progress import Progress, report, scaled
from gplsa.reading.choices import (
    FILE_PAIRS,
    LINE_PAIR,
    MATRIX,
    PICTURES,
    SENTENCE_FILES,
    TABLE,
    TMX,
    Choices,
    Draft,
    Reading,
    finish,
)
from gplsa.reading.data_warnings import with_warnings
from gplsa.reading.files.extract import OFFICE, PLAIN, refusal, text_of
from gplsa.reading.files.upload import Upload, Uploads, uploads_from_folder
from gplsa.reading.files.zipped import expand
from gplsa.reading.readers.file_reader import (
    has_language_suffix,
    is_paired_document,
    read_file_pairs,
)
from gplsa.reading.readers.line_reader import read_line_pairs
from gplsa.reading.readers.matrices import has_matrix, is_matrix, read_matrices
from gplsa.reading.readers.names import language_pairing, pair_names
from gplsa.reading.readers.pictures import is_picture, read_picture_pairs
from gplsa.reading.readers.sentence_reader import read_sentence_files
from gplsa.reading.readers.table_reader import read_tables
from gplsa.reading.readers.tmx_reader import MEMORIES, read_tmx
from gplsa.reading.tables.formats import is_table
from gplsa.sandbox.worker import opened

ReadCorpus = Callable[[Uploads, Choices | None, Progress | None], Reading]
Sides = Mapping[str, tuple[str, ...]]
"""For every side what its text comes from, see `Choices.columns`."""

PICTURE_SHARE = 4  # at most so many texts a picture: sides in as many languages

FEWEST_PARAGRAPHS, LEAST_CORRELATION = 10, 0.5  # of two texts, whose paragraphs are pairs

_READERS: dict[str, Callable[[Uploads, Choices, Progress | None], Draft]] = {
    TABLE: read_tables,
    LINE_PAIR: read_line_pairs,
    FILE_PAIRS: read_file_pairs,
    TMX: read_tmx,
    SENTENCE_FILES: read_sentence_files,
    PICTURES: read_picture_pairs,
    MATRIX: read_matrices,
}


def read_corpus(
    uploads: Uploads, choices: Choices | None = None, progress: Progress | None = None
) -> Reading:
    """Recognise what the uploads are, pair their texts and say what is doubtful.

    choices overrides what would be recognised; the returned `recognised` reads the same again.
    """
    choices = choices or Choices()
    report(progress, 0.0, "Reading")
    files = expand(uploads)
    if not files.uploads:
        raise InputError(files.refused[0] if files.refused else "There is no file to read.")
    kind = choices.kind or recognise_kind(files.uploads)
    if kind not in _READERS:
        raise InputError("There is no kind of input called “{kind}”.", kind=kind)
    draft = _read(kind, files.uploads, choices, scaled(progress, 0.0, 0.8))
    opened("")  # what fails from here on is no single file's fault
    draft.refused = files.refused + draft.refused
    if len(uploads) == 1 and uploads[0].suffix == ".zip":
        draft.name = uploads[0].stem
    draft.name = choices.name or draft.name
    reading = finish(draft)
    del draft  # its columns, which the corpus has now
    return replace(reading, corpus=with_warnings(reading.corpus, scaled(progress, 0.85, 1.0)))


def _read(kind: str, uploads: Uploads, choices: Choices, progress: Progress | None) -> Draft:
    """A table beside pairs of files that holds no texts tells about them, and what it lacks."""
    try:
        return _READERS[kind](uploads, choices, progress)
    except InputError as error:
        files = [upload for upload in uploads if is_paired_document(upload)]
        groups = language_pairing([upload.name for upload in files]).groups.values()
        if choices.kind or kind != TABLE or sum(len(group) > 1 for group in groups) < 2:
            raise
        draft = read_file_pairs(files, choices, progress)
        table = next(filter(is_table, uploads)).name
        why = Message("“{table}” was left out: {why}", table=table, why=error.message)
        draft.refused.append(why)
        return draft


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


def _place(path: Any) -> Any:
    """The same for two names of one file or folder."""
    return os.path.abspath(path) if isinstance(path, str | os.PathLike) else id(path)


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
    """
    paths = list({_place(path): path for path in paths}.values())
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
    told = any(side in name.split(".") for side in sides[:2] for name in names)
    if told or len(names) != 2 or len(sides) < 2:
        return {}
    return {side: (name,) for side, name in zip(sides, names, strict=False)}


def recognise_kind(uploads: Uploads) -> str:
    """By the names of the files, and for two text files by what is in them."""
    if any(upload.suffix in MEMORIES for upload in uploads):
        return TMX
    if has_matrix(uploads):
        return MATRIX
    if any(map(is_table, uploads)):
        return TABLE
    if _are_pictures(uploads):
        return PICTURES
    texts = [upload for upload in uploads if is_paired_document(upload)]
    if not texts:
        raise InputError(refusal(uploads[0]))
    if len(texts) == 1 and texts[0].suffix in PLAIN:
        return TABLE
    together = _line_files(texts)
    if not together:
        return _kind_of_paragraphs(texts)
    counts = [{_count_lines(upload) for upload in group} for group in together]
    return LINE_PAIR if all(len(group) == 1 for group in counts) else SENTENCE_FILES


def _are_pictures(uploads: Uploads) -> bool:
    """Whether pictures are a side, and not a few among texts that are pairs without them."""
    pictures = sum(map(is_picture, uploads))
    texts = sum(map(is_paired_document, uploads))
    return pictures > 0 and (texts == 0 or (pictures > 1 and PICTURE_SHARE * pictures >= texts))


def _line_files(uploads: Uploads) -> list[list[Upload]]:
    """Plain texts that hold a text a line, by groups of sides; none where files are documents.

    That is one group only, as it would be a single document, or groups of files whose suffix is
    their language (train.de, train.en, dev.de, dev.en).
    """
    if not all(upload.suffix in PLAIN or has_language_suffix(upload) for upload in uploads):
        return []
    pairing = pair_names([upload.name for upload in uploads])
    whole = (group.values() for group in pairing.groups.values() if len(group) > 1)
    groups = [[uploads[at] for files in group for at in files] for group in whole]
    if not groups and len(uploads) == 2:
        return [list(uploads)]
    all_sides = all(len(group) == len(pairing.marks) for group in groups)
    by_suffix = all(has_language_suffix(upload) for group in groups for upload in group)
    return groups if len(groups) == 1 or (all_sides and by_suffix) else []


def _kind_of_paragraphs(uploads: Uploads) -> str:
    """Of office files that are one pair alone and long enough, paragraphs are the pairs."""
    groups = pair_names([upload.name for upload in uploads]).groups.values()
    pairs = [own for own in groups if len(own) > 1]
    if len(pairs) != 1 or not all(upload.suffix in OFFICE for upload in uploads):
        return FILE_PAIRS
    try:
        sides = [text_of(uploads[places[0]]).split("\n") for places in pairs[0].values()]
    except InputError:
        return FILE_PAIRS
    if min(map(len, sides)) < FEWEST_PARAGRAPHS:
        return FILE_PAIRS
    return LINE_PAIR if len({*map(len, sides)}) == 1 and _alike(sides) else SENTENCE_FILES


def _alike(sides: Sequence[Sequence[str]]) -> bool:
    """Whether long lines stand beside long ones."""
    lengths = np.log([[len(line) for line in side] for side in sides])
    return bool(np.nanmin(np.corrcoef(lengths)) >= LEAST_CORRELATION)


def _count_lines(upload: Upload) -> int:
    """Line ends, not counting empty lines at the end of the file."""
    lines = trailing = 0
    for chunk in upload.chunks():
        lines += chunk.count(b"\n")
        rest = chunk.rstrip(b"\r\n \0")
        trailing = chunk[len(rest) :].count(b"\n") + (trailing if not rest else 0)
    return lines - trailing
