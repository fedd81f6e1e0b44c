"""Unaligned files with a sentence a line."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby, pairwise

import numpy as np

from gplsa.corpus.notes import DataWarning, doubt
from gplsa.message import count, listed, quoted
from gplsa.progress import Progress, in_shares, report, scaled
from gplsa.reading.choices import SENTENCE_FILES, Choices, Draft, usual_units
from gplsa.reading.files.upload import Uploads
from gplsa.reading.readers.line_reader import Documents, TextFile, read_together
from gplsa.reading.readers.names import corpus_name

_MANY_ALONE = 0.15

Chapter = list[str]
Segment = tuple[str, ...]  # one text per side


def read_sentence_files(uploads: Uploads, choices: Choices, progress: Progress | None) -> Draft:
    """Align the lines of each group of files; `units_per_document` steps make a document.

    Empty lines divide a file into chapters where all sides have equally many of them.
    """
    alone: list[bool] = []
    uneven: list[str] = []
    step = choices.units_per_document or 0

    def documents(files: Sequence[TextFile], progress: Progress | None) -> Documents:
        nonlocal step
        if not step:  # by the first of the groups of files
            lines = [line for file in files for line in file.lines if line]
            step = usual_units(len(lines) // len(files) * (len(uploads) // len(files)), lines)
        chapters = [split_chapters(file.lines) for file in files]
        if len({len(side) for side in chapters}) > 1:
            uneven.append(files[0].upload.name)
            chapters = [[[line for line in file.lines if line]] for file in files]
        for place, segments in _segments(chapters, step, progress):
            alone.extend(not all(segment) for segment in segments)
            sides = zip(*segments, strict=True)
            yield place, ["\n".join(lines) if any(lines) else "" for lines in sides]

    draft = read_together(uploads, choices, SENTENCE_FILES, documents, progress)
    draft.name = corpus_name(uploads, "sentences")
    draft.recognised = replace(draft.recognised, units_per_document=step)
    draft.warnings += _alignment_warnings(alone, step)
    if uneven:
        told = doubt(
            "lines",
            "Empty lines part the sides of {names} into different numbers of chapters, so each was "
            "aligned as a whole: is something missing there?",
            names=listed(map(quoted, uneven)),
        )
        draft.warnings.append(told)
    return draft


def split_chapters(lines: Sequence[str]) -> list[Chapter]:
    """The stretches between empty lines."""
    return [list(stretch) for filled, stretch in groupby(lines, bool) if filled]


def _segments(
    sides: Sequence[list[Chapter]], step: int, progress: Progress | None
) -> Iterator[tuple[str, list[Segment]]]:
    """`step` segments of a chapter at a time, with the place where they stand."""
    chapters = list(zip(*sides, strict=True))
    sizes = np.cumsum([0] + [len(chapter[0]) for chapter in chapters])
    for number, chapter in enumerate(chapters):
        begin, end = sizes[number] / sizes[-1], sizes[number + 1] / sizes[-1]
        segments = align_chapter(chapter, scaled(progress, begin, end))
        of_chapter = f"{number + 1}:" if len(chapters) > 1 else ""
        for start in range(0, len(segments), step):
            group = segments[start : start + step]
            yield f"{of_chapter}{start + 1}-{start + len(group)}", group
        report(progress, end, "Aligning sentences")


def align_chapter(sides: Sequence[Chapter], progress: Progress | None = None) -> list[Segment]:
    """Segments of a chapter in several languages, each aligned with the first.

    A segment ends where the alignments with all the other sides end a step; a sentence of another
    side that has no partner joins the segment before it.
    """
    # Compiling takes longer than everything else here, so only those who align wait for it.
    from gplsa.reading.readers.sentence_alignment import align_sentences

    lengths = [np.array([len(line) for line in side], dtype=float) for side in sides]
    cuts_of = []
    for other, part in in_shares(lengths[1:], progress):
        cuts = align_sentences(lengths[0], other, part)
        cuts_of.append({int(i): int(j) for i, j in cuts})
    shared = sorted(set.intersection(*map(set, cuts_of)))
    positions = [[i, *(cuts[i] for cuts in cuts_of)] for i in shared]
    # What precedes the first partner belongs to the first segment.
    positions[0] = [0] * len(sides)
    steps = (zip(sides, begin, end, strict=True) for begin, end in pairwise(positions))
    return [tuple(" ".join(side[start:stop]) for side, start, stop in step) for step in steps]


def _alignment_warnings(alone: Sequence[bool], step: int) -> Iterator[DataWarning]:
    yield doubt(
        "lines",
        "The files have different numbers of lines. Their {lines} were aligned by length, "
        "{units} a document: look at the pairs.",
        lines=count(len(alone), "line"),
        units=step,
    )
    if sum(alone) > _MANY_ALONE * len(alone):
        yield doubt(
            "lines",
            "{sentences} of {n_alone:,} found no counterpart: are these really translations of "
            "each other?",
            sentences=count(sum(alone), "sentence"),
            n_alone=len(alone),
        )
