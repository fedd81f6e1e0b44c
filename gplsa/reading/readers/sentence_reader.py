"""Unaligned files with a sentence a line, and NLTK's sample of the European Parliament."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from gplsa.corpus.notes import DataWarning
from gplsa.errors import InputError
from gplsa.message import Message, listed
from gplsa.progress import Progress, report, scaled
from gplsa.reading.choices import EUROPARL, SENTENCE_FILES, UNITS, Choices
from gplsa.reading.draft import Draft, examples_of
from gplsa.reading.files.upload import Upload
from gplsa.reading.readers.line_reader import (
    choose_files,
    read_text_files,
    side_languages,
    unused,
)
from gplsa.reading.readers.names import common_name, corpus_name
from gplsa.text.languages import language_name, language_of
from gplsa.wording import count

_DAY = re.compile(r"(?:^|/)(ep-\d\d-\d\d-\d\d)\.([a-z]{2})$")
_MANY_ALONE = 0.15

Chapter = list[str]
Segment = tuple[str, ...]  # one text per side


def read_sentence_files(
    uploads: Sequence[Upload], choices: Choices, progress: Progress | None = None
) -> Draft:
    """Align the sentences of each group of files; `units_per_document` steps make a document.

    Empty lines divide a file into chapters where all sides have equally many of them.
    """
    sides = choose_files(uploads, choices)
    draft = _draft(list(sides), uploads, choices, SENTENCE_FILES)
    draft.recognised = replace(
        draft.recognised,
        columns={m: tuple(upload.name for upload in files) for m, files in sides.items()},
        languages=side_languages(sides, choices),
    )
    draft.columns = [upload.name for upload in uploads]
    draft.refused = unused(uploads, sides)
    rounds = list(zip(*sides.values(), strict=True))
    alone: list[float] = []
    for number, group in enumerate(rounds):
        part = scaled(progress, number / len(rounds), (number + 1) / len(rounds))
        files = read_text_files(group, choices.encoding, scaled(part, 0.0, 0.2))
        draft.warnings += [DataWarning("encoding", file.warning) for file in files if file.warning]
        chapters = [split_chapters(file.lines) for file in files]
        if len({len(side) for side in chapters}) > 1:
            chapters = [[[line for line in file.lines if line]] for file in files]
        name = common_name([file.upload.name for file in files], str(number + 1))
        prefix = f"{name}:" if len(rounds) > 1 else ""
        alone += _add_chapters(draft, chapters, prefix, scaled(part, 0.2, 1.0))
    draft.examples = {
        files[0].name: examples_of(draft.texts[m]) for m, files in sides.items() if files
    }
    message = Message(
        "The files have different numbers of lines and were aligned by sentence length: look at "
        "the pairs."
    )
    draft.warnings.append(DataWarning("lines", message))
    draft.warnings += _alignment_warnings(alone)
    return draft


def read_europarl(
    uploads: Sequence[Upload], choices: Choices, progress: Progress | None = None
) -> Draft:
    """NLTK's europarl_raw: days as files, chapters behind empty lines, sentences to be aligned.

    Without a choice the sides are German and English, or the first two languages there are.
    A day on which the sides have not equally many chapters is left out.
    """
    days: dict[str, dict[str, Upload]] = {}
    for upload in uploads:
        found = _DAY.search(upload.name)
        if found:
            days.setdefault(found[1], {})[found[2]] = upload
    if not days:
        raise InputError("There is no file such as “ep-00-01-17.de” to read.")
    languages = sorted({language for day in days.values() for language in day})
    wanted = _europarl_sides(languages, choices)
    draft = _draft(list(wanted), uploads, choices, EUROPARL)
    draft.name, draft.columns = "europarl", languages
    draft.recognised = replace(
        draft.recognised,
        columns={modality: (language,) for modality, language in wanted.items()},
        languages=dict(wanted),
    )
    draft.fields = {"day": [], "chapter": []}
    alone: list[float] = []
    complete = [day for day in sorted(days) if set(wanted.values()) <= set(days[day])]
    for number, day in enumerate(complete):
        part = scaled(progress, number / len(complete), (number + 1) / len(complete))
        group = [days[day][language] for language in wanted.values()]
        files = read_text_files(group, choices.encoding, scaled(part, 0.0, 0.2))
        chapters = [split_chapters(file.lines) for file in files]
        if len({len(side) for side in chapters}) > 1:
            counts = listed(
                Message("{n} in {language_name}", n=n, language_name=language_name(code))
                for n, code in zip(map(len, chapters), wanted.values(), strict=True)
            )
            draft.refused.append(
                Message(
                    "“{day}” was left out: its chapters differ ({counts}).", day=day, counts=counts
                )
            )
            continue
        alone += _add_chapters(draft, chapters, f"{day}:", scaled(part, 0.2, 1.0))
    draft.examples = {code: examples_of(draft.texts[m]) for m, code in wanted.items()}
    draft.warnings += _alignment_warnings(alone)
    return draft


def is_europarl(uploads: Sequence[Upload]) -> bool:
    return len({found[2] for u in uploads if (found := _DAY.search(u.name))}) > 1


def _europarl_sides(languages: Sequence[str], choices: Choices) -> dict[str, str]:
    if choices.columns is not None:
        wanted = {m: language_of(names[0]) or names[0] for m, names in choices.columns.items()}
    else:
        pair = ["de", "en"] if {"de", "en"} <= set(languages) else list(languages)[:2]
        wanted = {language: language for language in pair}
    missing = [language for language in wanted.values() if language not in languages]
    if missing or len(wanted) < 2:
        there = listed(map(language_name, languages))
        raise InputError(
            Message(
                "There is no {language_name} here, only {there}.",
                language_name=language_name(missing[0]),
                there=there,
            )
            if missing
            else Message("There is no second language here, only {there}.", there=there)
        )
    return wanted


def _draft(
    modalities: Sequence[str], uploads: Sequence[Upload], choices: Choices, kind: str
) -> Draft:
    return Draft(
        name=corpus_name(uploads, "sentences"),
        texts={modality: [] for modality in modalities},
        recognised=replace(
            choices, kind=kind, units_per_document=choices.units_per_document or UNITS
        ),
        columns=[],
        ids=[],
    )


def split_chapters(lines: Sequence[str]) -> list[Chapter]:
    """The stretches between empty lines."""
    chapters: list[Chapter] = [[]]
    for line in lines:
        if line:
            chapters[-1].append(line)
        elif chapters[-1]:
            chapters.append([])
    return [chapter for chapter in chapters if chapter]


def _add_chapters(
    draft: Draft, sides: Sequence[list[Chapter]], prefix: str, progress: Progress | None
) -> list[float]:
    """Documents from aligned chapters; returns per segment whether a side of it is empty."""
    chapters = list(zip(*sides, strict=True))
    sizes = np.cumsum([0] + [len(chapter[0]) for chapter in chapters])
    step = draft.recognised.units_per_document
    assert step is not None
    alone = []
    for number, chapter in enumerate(chapters):
        begin, end = sizes[number] / sizes[-1], sizes[number + 1] / sizes[-1]
        segments = align_chapter(chapter, scaled(progress, begin, end))
        alone += [float(not all(segment)) for segment in segments]
        for start in range(0, len(segments), step):
            group = segments[start : start + step]
            for side, modality in enumerate(draft.texts):
                lines = [segment[side] for segment in group]
                draft.texts[modality].append("\n".join(lines) if any(lines) else "")
            chapter_id = f"{number + 1}:" if len(chapters) > 1 else ""
            assert draft.ids is not None
            draft.ids.append(f"{prefix}{chapter_id}{start + 1}-{start + len(group)}")
            if draft.fields:
                draft.fields["day"].append(prefix.rstrip(":"))
                draft.fields["chapter"].append(str(number + 1))
        report(progress, end, "Aligning sentences")
    return alone


def align_chapter(sides: Sequence[Chapter], progress: Progress | None = None) -> list[Segment]:
    """Segments of a chapter in several languages, each aligned with the first.

    A segment ends where the alignments with all the other sides end a step; a sentence of another
    side that has no partner joins the segment before it.
    """
    # Compiling takes longer than everything else here, so only those who align wait for it.
    from gplsa.reading.readers.sentence_alignment import align_sentences

    lengths = [np.array([len(line) for line in side], dtype=float) for side in sides]
    cuts_of = []
    for number, other in enumerate(lengths[1:]):
        part = scaled(progress, number / (len(sides) - 1), (number + 1) / (len(sides) - 1))
        cuts = align_sentences(lengths[0], other, part)
        cuts_of.append({int(i): int(j) for i, j in cuts})
    shared = sorted(set.intersection(*map(set, cuts_of)))
    positions = [[i, *(cuts[i] for cuts in cuts_of)] for i in shared]
    # What precedes the first partner belongs to the first segment.
    positions[0] = [0] * len(sides)
    return [
        tuple(
            " ".join(side[start:stop]) for side, start, stop in zip(sides, begin, end, strict=True)
        )
        for begin, end in pairwise(positions)
    ]


def _alignment_warnings(alone: Sequence[float]) -> list[DataWarning]:
    if not alone or np.mean(alone) <= _MANY_ALONE:
        return []
    message = Message(
        "{sentences} of {n_alone:,} found no counterpart: are these really translations of each "
        "other?",
        sentences=count(int(np.sum(alone)), "sentence"),
        n_alone=len(alone),
    )
    return [DataWarning("lines", message)]
