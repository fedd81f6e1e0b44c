"""A ZIP or folder of files paired by their names: one file is one side of one document."""

import re
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import PurePosixPath

from gplsa.corpus.fields.dates import dates_of
from gplsa.corpus.notes import doubt
from gplsa.errors import InputError
from gplsa.message import Message, count, listed
from gplsa.progress import Progress, report
from gplsa.reading.choices import FILE_PAIRS, Choices, Draft, examples_of
from gplsa.reading.files.extract import can_extract, refusal, text_of
from gplsa.reading.files.upload import Upload, Uploads
from gplsa.reading.readers.names import corpus_name, pair_names, short_ids
from gplsa.text.languages import language_of

_DATE = re.compile(
    r"(?<!\d)(?:[12]\d{3}[-_.]\d{2}(?:[-_.]\d{2})?|\d{1,2}[-_.]\d{1,2}[-_.][12]\d{3})(?!\d)"
    r"|^(?:1[4-9]|20)\d{2}(?=[-_. ]\D)"
)
_DATED = 0.9
_MODERN = 1800


def read_file_pairs(uploads: Uploads, choices: Choices, progress: Progress | None) -> Draft:
    """Files called alike but for the mark of a side; a file without a partner stays alone."""
    files = [upload for upload in uploads if is_paired_document(upload)]
    refused = [refusal(upload) for upload in uploads if not is_paired_document(upload)]
    pairing = pair_names([upload.name for upload in files])
    missing = Message("No file name holds “{missing}”; the sides found are {there}.")
    sides = choices.sides(pairing.marks, missing)
    if len(sides) < 2:
        raise InputError(listed([_unpaired(files), *refused[:1]], " "))
    keys = [key for key, group in pairing.groups.items() if set(group) & set(sides.values())]
    found = (pairing.groups[key].items() for key in keys)
    groups = [{mark: [files[at] for at in own] for mark, own in group} for group in found]
    texts, unread = texts_by_side(groups, sides, choices.encoding, progress)
    if not refused + unread and sum(len(group) > 1 for group in groups) == 1:
        raise InputError(
            "Only one pair of files was found: give two pairs at least, a table with a row for "
            "each pair of texts, or two .txt files with a text a line."
        )
    warnings = []
    if pairing.alone:
        told = doubt(
            "files",
            "{files} without a language or counterpart in the name left out, “{example}” for one.",
            files=count(len(pairing.alone), "file"),
            example=files[pairing.alone[0]].name,
        )
        warnings.append(told)
    if pairing.by_number:
        told = doubt(
            "files",
            "Files are paired by the numbers in their names: see whether they belong together.",
        )
        warnings.append(told)
    return Draft(
        name=corpus_name(files, "texts"),
        texts=texts,
        recognised=choices.recognised(FILE_PAIRS, sides),
        columns=pairing.marks,
        ids=short_ids(keys),
        fields={choices.date_field: dates} if (dates := _dates_in(keys)) else {},
        examples={mark: examples_of(texts[modality]) for modality, mark in sides.items()},
        warnings=warnings,
        refused=refused + unread,
    )


def _unpaired(files: Uploads) -> Message:
    return Message(
        "“{name}” is one document and no collection of pairs: save a table in it as .xlsx or "
        ".csv, or give its other side as a file, too."
        if len(files) == 1
        else "The files do not fall into pairs: call them alike but for the language, "
        "such as “letter.de.txt” and “letter.en.txt”.",
        name=next((one.name for one in files), ""),
    )


def _dates_in(names: Sequence[str]) -> list[str]:
    """The dates that nearly all names hold: *1871_03 Anna*, *to Anna, 12.3.1871*, *1871 Anna*;
    none where numbers alone count the files."""
    found = [_DATE.search(PurePosixPath(name).name) for name in names]
    dates = [one[0].replace("_", "-") if one else "" for one in found]
    told = sum(one is not None for one in dates_of(dates))
    usual = told >= _DATED * len(names) and len({*dates}) > 1
    return dates if usual and not _counted([int(one) for one in dates if one.isdecimal()]) else []


def _counted(numbers: Sequence[int]) -> bool:
    """Whether numbers count files and are no years: some are still to come, or they follow each
    other without a gap from before the years of which most collections are."""
    if not numbers:
        return False
    follow = sorted(numbers) == [*range(min(numbers), min(numbers) + len(numbers))]
    return max(numbers) > date.today().year or (follow and min(numbers) < _MODERN)


def is_paired_document(upload: Upload) -> bool:
    """Document files, and text files whose suffix is their language."""
    return can_extract(upload) or has_language_suffix(upload)


def has_language_suffix(upload: Upload) -> bool:
    """Or none at all."""
    return not upload.suffix or bool(language_of(upload.suffix[1:]))


def texts_by_side(
    documents: Sequence[Mapping[str, Uploads]],
    sides: Mapping[str, str],
    encoding: str | None,
    progress: Progress | None,
) -> tuple[dict[str, list[str]], list[str]]:
    """The texts of every side, and a sentence for each file that is left out.

    documents  of each its files by mark, the first of which counts;  sides  modality -> its mark
    """
    texts: dict[str, list[str]] = {modality: [] for modality in sides}
    refused: list[str] = []
    for number, by_mark in enumerate(documents, start=1):
        for modality, mark in sides.items():
            files = by_mark.get(mark, [])
            refused += [
                Message(
                    "“{name}” was left out: “{first}” stands in its place.",
                    name=other.name,
                    first=files[0].name,
                )
                for other in files[1:]
            ]
            text, why = text_or_why(next(iter(files), None), encoding)
            texts[modality].append(text)
            refused += why
        report(progress, number / len(documents), "Reading")
    return texts, refused


def text_or_why(upload: Upload | None, encoding: str | None) -> tuple[str, list[str]]:
    """The text of a file, "" where there is none, and the sentence where it cannot be read."""
    try:
        return (text_of(upload, encoding) if upload else ""), []
    except InputError as error:
        return "", [error.message]
