"""A ZIP or folder of files paired by their names: one file is one side of one document."""

from collections.abc import Sequence

from gplsa.corpus.notes import DataWarning
from gplsa.errors import InputError
from gplsa.message import Message, listed, named
from gplsa.progress import Progress, report
from gplsa.reading.choices import FILE_PAIRS, Choices
from gplsa.reading.draft import Draft, examples_of
from gplsa.reading.files.extract import can_extract, refusal, text_of
from gplsa.reading.files.upload import Upload
from gplsa.reading.readers.names import Pairing, corpus_name, pair_names, short_ids
from gplsa.text.languages import language_of
from gplsa.wording import count


def read_file_pairs(
    uploads: Sequence[Upload], choices: Choices, progress: Progress | None = None
) -> Draft:
    """Files called alike but for the mark of a side; a file without a partner stays alone.

    Errors: InputError where the names show no two sides.
    """
    files = [upload for upload in uploads if is_paired_document(upload)]
    refused = [refusal(upload) for upload in uploads if not is_paired_document(upload)]
    pairing = pair_names([upload.name for upload in files])
    sides = _sides(pairing, choices, refused)
    keys = [key for key, group in pairing.groups.items() if set(group) & set(sides.values())]
    texts: dict[str, list[str]] = {modality: [] for modality in sides}
    done = 0
    for key in keys:
        for modality, mark in sides.items():
            own = [files[position] for position in pairing.groups[key].get(mark, [])]
            texts[modality].append(first_text(own, choices.encoding, refused))
            done += 1
            report(progress, done / (len(keys) * len(sides)), "Reading")
    warnings = []
    if pairing.alone:
        example = files[pairing.alone[0]].name
        message = Message(
            "{files} without a language or counterpart in the name left out, “{example}” for one.",
            files=count(len(pairing.alone), "file"),
            example=example,
        )
        warnings.append(DataWarning("files", message))
    return Draft(
        name=corpus_name(files, "texts"),
        texts=texts,
        recognised=choices.recognised(FILE_PAIRS, sides),
        columns=pairing.marks,
        ids=short_ids(keys),
        examples={mark: examples_of(texts[modality]) for modality, mark in sides.items()},
        warnings=warnings,
        refused=refused,
    )


def is_paired_document(upload: Upload) -> bool:
    """Document files, and text files whose suffix is their language."""
    return can_extract(upload) or not upload.suffix or bool(language_of(upload.suffix[1:]))


def _sides(pairing: Pairing, choices: Choices, refused: Sequence[str]) -> dict[str, str]:
    """Modality -> mark in the names."""
    if choices.columns is None:
        sides = {mark: mark for mark in pairing.marks}
    else:
        sides = {m: language_of(names[0]) or names[0] for m, names in choices.columns.items()}
        missing = [mark for mark in sides.values() if mark not in pairing.marks]
        if missing:
            raise InputError(
                "No file name holds “{missing}”; the sides found are {named}.",
                missing=missing[0],
                named=named(pairing.marks),
            )
    if len(sides) < 2:
        unpaired = Message(
            "The files do not fall into pairs: call them alike but for the language, "
            "such as “letter.de.txt” and “letter.en.txt”."
        )
        raise InputError(listed([unpaired, *refused[:1]], " "))
    return sides


def first_text(files: Sequence[Upload], encoding: str | None, refused: list[str]) -> str:
    """Of the files that stand for one side of a document; the others are refused."""
    refused += [
        Message(
            "“{name}” was left out: “{first}” stands in its place.",
            name=further.name,
            first=files[0].name,
        )
        for further in files[1:]
    ]
    try:
        return text_of(files[0], encoding) if files else ""
    except InputError as error:
        refused.append(error.message)
        return ""
