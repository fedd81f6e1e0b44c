"""Translation memories, TMX and XLIFF: translation units, grouped into documents."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

from gplsa.errors import InputError
from gplsa.message import Message, listed, named
from gplsa.progress import Progress, in_shares
from gplsa.reading.choices import TMX, Choices, Draft, examples_of, usual_units
from gplsa.reading.files import limits
from gplsa.reading.files.decoding import clean
from gplsa.reading.files.upload import Upload, Uploads
from gplsa.reading.files.xml_events import elements, local_name
from gplsa.reading.readers.names import corpus_name, numbers
from gplsa.text.languages import language_of

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"
# Inline elements whose content is formatting of the original program, not text.
_CODES = frozenset({"bpt", "ept", "it", "ph", "ut"})
_SENTENCE_ENDS, _BEHIND_THEM = (".", "!", "?", ":", ";", "…"), " \"'”’“»«)]"
MEMORIES = frozenset({".tmx", ".xlf", ".xliff", ".sdlxliff", ".mxliff"})
# At the head of XLIFF 1.2, where every file says them, and of 2; TMX has them at each text.
_LANGUAGES = {
    "source": re.compile(rb"\s(?:source-language|srcLang)\s*=\s*[\"']([\w-]+)"),
    "target": re.compile(rb"\s(?:target-language|trgLang)\s*=\s*[\"']([\w-]+)"),
}


class Unit(dict[str, str]):
    """A translation unit: language -> text.  id: what the memory calls it, "" where nothing."""

    id = ""


def read_tmx(uploads: Uploads, choices: Choices, progress: Progress | None) -> Draft:
    """Every `units_per_document` units of a file as one document, a unit a line."""
    files = [upload for upload in uploads if upload.suffix in MEMORIES]
    refused: list[str] = [
        Message(
            "“{name}” is no translation memory and was left out: read it by itself.",
            name=upload.name,
        )
        for upload in uploads
        if upload.suffix not in MEMORIES
    ]
    if not files:
        raise InputError("There is no TMX file to read.")
    memories = _memories(files, refused, progress)
    every = [unit for _, units in memories for unit in units]
    step = choices.units_per_document or usual_units(
        len(every), (text for unit in every for text in unit.values())
    )
    documents = [one for prefix, units in memories for one in _grouped(units, step, prefix)]
    languages = list(dict.fromkeys(chain.from_iterable(every)))
    try:
        sides = choices.sides(
            languages, Message("The memory has no “{missing}”; the languages in it are {there}.")
        )
        if len(sides) < 2:
            raise InputError(
                "The memory has no second language; the languages in it are {there}.",
                there=named(languages),
            )
    except InputError as error:
        raise InputError(listed([error.message, *refused[:1]], " ")) from error
    texts = {m: [_joined(group, code) for _, group in documents] for m, code in sides.items()}
    return Draft(
        name=corpus_name(files, "translation memory"),
        texts=texts,
        recognised=replace(choices.recognised(TMX, sides), units_per_document=step),
        columns=languages,
        ids=[document_id for document_id, _ in documents],
        examples={language: examples_of(texts[modality]) for modality, language in sides.items()},
        refused=refused,
    )


def _memories(
    files: Uploads, refused: list[str], progress: Progress | None
) -> list[tuple[str, list[Unit]]]:
    """The units of each file, with what the ids of its documents begin with."""
    found = []
    for upload, part in in_shares(files, progress):
        try:
            units = _read_units(upload, part)
        except InputError as error:
            if len(files) == 1:
                raise
            refused.append(error.message)
            continue
        found.append((f"{upload.stem}:" if len(files) > 1 else "", units))
    return found


def _grouped(units: Sequence[Unit], step: int, prefix: str) -> Iterator[tuple[str, list[Unit]]]:
    """`step` units a document; one alone keeps its id, where all have one of their own."""
    own = {unit.id for unit in units}
    named = step == 1 and len(own) == len(units) and "" not in own
    for start in range(0, len(units), step):
        group = list(units[start : start + step])
        name = group[0].id if named else numbers(start, start + len(group))
        yield prefix + name, group


def _joined(units: Sequence[Unit], language: str) -> str:
    # A missing segment keeps its lines, so that the lines of both sides still belong together.
    breaks = ("\n" * next(iter(unit.values())).count("\n") for unit in units)
    lines = [unit.get(language, lacking) for unit, lacking in zip(units, breaks, strict=True)]
    return "\n".join(lines) if any(map(str.strip, lines)) else ""


def plain_code(language: str) -> str:
    return language_of(language) or language.lower()


def _read_units(upload: Upload, progress: Progress | None) -> list[Unit]:
    units: list[Unit] = []
    if upload.size == 0:
        raise InputError("“{name}” is empty.", name=upload.name)
    for unit in units_in(upload.name, upload.chunks(progress=progress)):
        units.append(unit)
        if len(units) > limits.ROWS:
            raise InputError(
                "“{name}” has more than {rows:,} units.", name=upload.name, rows=limits.ROWS
            )
    if not units:
        raise InputError("“{name}” holds no translation units.", name=upload.name)
    return units


def units_in(name: str, content: Iterator[bytes]) -> Iterator[Unit]:
    """The translation units of a file that comes piece by piece, those with any text."""
    head = next(content, b"")
    stated = {side: pattern.search(head) for side, pattern in _LANGUAGES.items()}
    codes = {side: plain_code(found[1].decode()) for side, found in stated.items() if found}
    for element in elements(chain([head], content), name, "tu", "trans-unit", "segment"):
        unit = Unit()
        unit.id = " ".join(element.get("tuid", "").split())
        for part in element:
            language, segments = codes.get(local_name(part.tag), ""), [part]
            if local_name(part.tag) == "tuv":
                language = plain_code(part.get(_LANGUAGE) or part.get("lang") or "")
                segments = [one for one in part if local_name(one.tag) == "seg"]
            for text in filter(None, map(_text, segments if language else ())):
                unit.setdefault(language, text)
        if unit:
            yield _in_lines(unit)


def _in_lines(unit: Unit) -> Unit:
    """Without the breaks of lines where texts are wrapped: languages have other numbers of lines
    then, or one is missing, and most lines end within a sentence."""
    if len(unit) < 2 or len({text.count("\n") for text in unit.values()}) > 1:
        lines = [line for text in unit.values() for line in text.split("\n")[:-1]]
        ends = [line.rstrip(_BEHIND_THEM).endswith(_SENTENCE_ENDS) for line in lines]
        if 2 * sum(ends) < len(lines):
            unit.update({language: " ".join(text.split()) for language, text in unit.items()})
    return unit


def _text(segment: "Element") -> str:
    for part in [*segment.iter()]:
        if local_name(part.tag) in _CODES:
            behind = part.tail
            part.clear()
            part.tail = behind
    lines = "".join(segment.itertext()).splitlines()
    return clean("\n".join(filter(None, (" ".join(line.split()) for line in lines))))
