"""Line-aligned text files (train.de, train.en): line i of one belongs to line i of the other."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

import numpy as np

from gplsa.corpus.notes import DataWarning, doubt
from gplsa.errors import InputError
from gplsa.message import Message, count, listed, quoted
from gplsa.progress import Progress, in_shares, report, scaled
from gplsa.reading.choices import LINE_PAIR, Choices, Draft, examples_of
from gplsa.reading.files import limits
from gplsa.reading.files.decoding import Decoded, decode
from gplsa.reading.files.extract import OFFICE, PLAIN, text_of
from gplsa.reading.files.upload import Upload, Uploads
from gplsa.reading.readers.names import common_name, corpus_name, numbers, pair_names
from gplsa.text.languages import language_of

SOME_DOCUMENTS = 40  # as many as a model can be checked with
LEAST_LINES, MOST_LINES = 2, 100
"""Of a document in the mean: blank lines that are rarer stand there by chance."""


@dataclass
class TextFile:
    """The lines of one file, without the empty ones at its end."""

    upload: Upload
    lines: list[str]
    encoding: str
    warning: str


Documents = Iterable[tuple[str, Sequence[str]]]
"""Where each stands in its files, and its text on every side."""


def read_line_pairs(uploads: Uploads, choices: Choices, progress: Progress | None) -> Draft:
    """Every line, or as many as `lines_per_document` says, as one document."""
    steps: set[int] = set()

    def documents(files: Sequence[TextFile], progress: Progress | None) -> Documents:
        _check_lengths(files)
        step, pieces = choices.lines_per_document, _between_blank_lines(files)
        if step or not pieces:
            step, n_lines = max(step, 1), len(files[0].lines)
            pieces = [(at, min(at + step, n_lines)) for at in range(0, n_lines, step)]
        steps.add(step)
        for begin, end in pieces:
            yield numbers(begin, end), ["\n".join(file.lines[begin:end]) for file in files]

    draft = read_together(uploads, choices, LINE_PAIR, documents, progress)
    draft.recognised = replace(draft.recognised, lines_per_document=min(steps))
    draft.name = corpus_name(uploads, "lines")
    draft.warnings += _paragraphs(draft)
    if 0 in steps:
        told = doubt(
            "lines",
            "Lines that are blank on every side end a document here: {documents}.",
            documents=count(max(map(len, draft.texts.values())), "document"),
        )
        draft.warnings.append(told)
    return draft


def _between_blank_lines(files: Sequence[TextFile]) -> list[tuple[int, int]]:
    """Where the lines begin and end that stand between such as are blank in all files; none where
    these are few or rare, or stand between single lines."""
    filled = [any(row) for row in zip(*(file.lines for file in files), strict=True)]
    pieces = np.flatnonzero(np.diff([False, *filled, False])).reshape(-1, 2)
    mean = sum(filled) / max(len(pieces), 1)
    if len(pieces) < SOME_DOCUMENTS or not LEAST_LINES <= mean <= MOST_LINES:
        return []
    return [(int(begin), int(end)) for begin, end in pieces]


def _paragraphs(draft: Draft) -> Iterator[DataWarning]:
    names = [name for names in (draft.recognised.columns or {}).values() for name in names]
    if any(PurePosixPath(name).suffix.lower() in OFFICE for name in names):
        yield doubt(
            "lines",
            "{files} are one pair of texts with equally many paragraphs: each paragraph was read "
            "as a document.",
            files=listed(map(quoted, names), " and "),
        )


def read_together(
    uploads: Uploads,
    choices: Choices,
    kind: str,
    documents: Callable[[Sequence[TextFile], Progress | None], Documents],
    progress: Progress | None,
) -> Draft:
    """What `documents` makes of each group of text files that belong together."""
    sides = choose_files(uploads, choices)
    texts: dict[str, list[str]] = {modality: [] for modality in sides}
    ids: list[str] = []
    warnings: list[DataWarning] = []
    encodings: set[str] = set()
    rounds = list(zip(*sides.values(), strict=True))
    for number, (group, part) in enumerate(in_shares(rounds, progress), 1):
        files = read_text_files(group, choices.encoding, scaled(part, 0.0, 0.5))
        encodings |= {file.encoding for file in files if file.encoding}
        warnings += [DataWarning("encoding", file.warning) for file in files if file.warning]
        name = common_name([file.upload.name for file in files], str(number))
        prefix = f"{name}:" if len(rounds) > 1 else ""
        for place, row in documents(files, scaled(part, 0.5, 1.0)):
            ids.append(prefix + place)
            for column, text in zip(texts.values(), row, strict=True):
                column.append(text)
    recognised = replace(
        choices.recognised(kind, {m: m for m in sides}),
        columns={m: tuple(upload.name for upload in files) for m, files in sides.items()},
        encoding=encodings.pop() if len(encodings) == 1 else choices.encoding,
    )
    return Draft(
        name="",
        texts=texts,
        recognised=recognised,
        columns=[upload.name for upload in uploads],
        ids=ids,
        examples={files[0].name: examples_of(texts[m]) for m, files in sides.items()},
        warnings=warnings,
        refused=unused(uploads, sides),
    )


def _check_lengths(files: Sequence[TextFile]) -> None:
    if len({len(file.lines) for file in files}) > 1:
        counted = listed(
            (Message("“{name}” {n:,}", name=f.upload.name, n=len(f.lines)) for f in files), " and "
        )
        raise InputError("Lines cannot be paired one by one: {counted} lines.", counted=counted)


def choose_files(uploads: Uploads, choices: Choices) -> dict[str, list[Upload]]:
    """Modality -> its files, file k of each side belonging together.

    From choices.columns (names of files, or one mark such as "de" for all of a side), else by the
    languages in the names, else each of two files is a side of its own.
    """
    pairing = pair_names([upload.name for upload in uploads])
    groups = [*pairing.groups.values()]

    def marked(mark: str, groups: Sequence[dict[str, list[int]]]) -> list[Upload]:
        return [uploads[at] for group in groups for at in group.get(mark, [])[:1]]

    if choices.columns:
        by_name = {upload.name: [upload] for upload in uploads}
        sides = {modality: list[Upload]() for modality in choices.columns}
        for modality, names in choices.columns.items():
            for name in names:
                sides[modality] += by_name.get(name) or marked(language_of(name) or name, groups)
    else:
        whole = [group for group in groups if len(group) > 1]
        sides = {mark: files for mark in pairing.marks if (files := marked(mark, whole))}
        if len(sides) < 2 and len(uploads) == 2:
            called = [u.stem if u.suffix in PLAIN else PurePosixPath(u.name).name for u in uploads]
            sides = {name: [one] for name, one in zip(called, uploads, strict=True)}
    sizes = {len(files) for files in sides.values()}
    if len(sides) < 2 or len(sizes) > 1 or sizes == {0}:
        raise InputError(
            "The files do not fall into pairs: call them alike but for the language, "
            "such as “text.de” and “text.en”."
        )
    return sides


def unused(uploads: Uploads, sides: dict[str, list[Upload]]) -> list[str]:
    """A sentence for every file that belongs to no side."""
    used = {upload.name for files in sides.values() for upload in files}
    return [
        Message("“{name}” was left out: it has no counterpart.", name=upload.name)
        for upload in uploads
        if upload.name not in used
    ]


def read_text_files(
    uploads: Uploads, encoding: str | None, progress: Progress | None
) -> list[TextFile]:
    """The lines of some files that belong together."""
    files = []
    for upload, part in in_shares(uploads, progress):
        if upload.suffix in OFFICE:  # its paragraphs are the lines
            decoded = Decoded(text_of(upload), "")
        else:
            decoded = decode(upload.read(progress=part), upload.name, encoding)
        lines = [line.strip() for line in decoded.text.split("\n")]
        while lines and not lines[-1]:
            lines.pop()
        if not lines:
            raise InputError("“{name}” is empty.", name=upload.name)
        if len(lines) > limits.ROWS:
            raise InputError(
                "“{name}” has more than {rows:,} lines.", name=upload.name, rows=limits.ROWS
            )
        files.append(TextFile(upload, lines, decoded.encoding, decoded.warning))
        report(part, 1.0, "Reading")
    return files
