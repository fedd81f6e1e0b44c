"""Pairs out of large files, one after the other: what is read is not held."""

import gzip
import io
import zlib
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from itertools import chain, islice, zip_longest
from pathlib import Path
from typing import IO, Any

from gplsa.errors import InputError
from gplsa.message import listed, quoted
from gplsa.names import unique_name
from gplsa.reading.chunks.parquet import parquet_rows
from gplsa.reading.files import limits
from gplsa.reading.files.decoding import clean
from gplsa.reading.files.xml_events import parsing_xml
from gplsa.reading.readers.tmx_reader import UnitHandler, plain_code
from gplsa.reading.tables.column_names import (
    check_different,
    is_id_heading,
    is_title_heading,
    repeated,
)
from gplsa.reading.tables.json_records import cells_of, object_of_line
from gplsa.reading.tables.separated import NO_DELIMITER, csv_reader, readable, sniff
from gplsa.reading.tables.table import LOOKED_AT_ROWS, names_over, one_a_line
from gplsa.text.languages import language_of

KINDS = (
    ".jsonl, .csv, .tsv, .tmx, .parquet, or two text files with a text a line, also packed by gzip"
)
_JSONL, _TABLES, _TMX = (".jsonl", ".ndjson"), (".csv", ".tsv", ".tab"), (".tmx",)
_PARQUET, _GZIP = (".parquet",), ".gz"
_SAMPLE = 200_000
_CHUNK = 1 << 16


@dataclass(frozen=True)
class Record:
    """One pair: texts by side, "" where it lacks one, and what is carried along."""

    id: str
    texts: dict[str, str]
    title: str = ""
    fields: dict[str, str] = field(default_factory=dict)


def read_records(paths: Sequence[Path], sides: Sequence[str]) -> Generator[Record, None, None]:
    """The pairs of some files that have any text, in order.

    sides  columns of tables, languages of a TMX; two text files are taken in the order of the sides
    Raises InputError in one sentence for what cannot be read.
    """
    suffixes = {_unpacked(path).suffix.lower() for path in paths}
    try:
        for number, record in enumerate(_read(paths, sides, suffixes), start=1):
            if any(text.strip() for text in record.texts.values()):
                texts = {side: text if text.strip() else "" for side, text in record.texts.items()}
                yield Record(record.id or str(number), texts, record.title, record.fields)
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        names = listed(path.name for path in paths if path.suffix.lower() == _GZIP)
        raise InputError("“{name}” is damaged or cannot be read.", name=names) from error


def _unpacked(path: Path) -> Path:
    """What the file is called without the packing around it."""
    return path.with_suffix("") if path.suffix.lower() == _GZIP else path


def _read(paths: Sequence[Path], sides: Sequence[str], suffixes: set[str]) -> Iterator[Record]:
    readers = (_JSONL, _json_lines), (_TABLES, _table), (_TMX, _memory), (_PARQUET, _columns)
    for kinds, reader in readers:
        if suffixes <= set(kinds):
            for path in paths:
                with _opened(path) as file:
                    yield from reader(path, file, sides)
            return
    if len(paths) == len(sides) and not suffixes & {*_JSONL, *_TABLES, *_TMX, *_PARQUET}:
        yield from _lines(paths, sides)
        return
    raise InputError(
        "{names} cannot be read bit by bit: give files of one kind, {kinds}.",
        names=listed(quoted(path.name) for path in paths[:3]),
        kinds=KINDS,
    )


def _opened(path: Path) -> IO[bytes]:
    try:
        if path.suffix.lower() == _GZIP:
            return gzip.open(path)  # type: ignore[return-value]
        return path.open("rb")
    except OSError as error:
        raise InputError(
            "“{path}” cannot be read: {strerror}.", path=path, strerror=error.strerror
        ) from error


def _text(file: IO[bytes], name: str) -> Iterator[str]:
    """Lines, each of at most `limits.TEXT_CHARACTERS`."""
    stream = io.TextIOWrapper(file, encoding="utf-8-sig", newline="")
    try:
        while line := stream.readline(limits.TEXT_CHARACTERS):
            if len(line) == limits.TEXT_CHARACTERS:
                most = f"{limits.TEXT_CHARACTERS:,}"
                raise InputError(
                    "“{name}” has a line of more than {most} characters.", name=name, most=most
                )
            yield line
    except UnicodeDecodeError as error:
        raise InputError("“{name}” is not UTF-8: save it as UTF-8.", name=name) from error
    finally:
        # Whoever opened the file closes it.
        with suppress(ValueError):
            stream.detach()


def _json_lines(path: Path, file: IO[bytes], sides: Sequence[str]) -> Iterator[Record]:
    lines = enumerate(_text(file, path.name), start=1)
    rows = (object_of_line(line, number, path.name) for number, line in lines if line.strip())
    return _of_rows(path, rows, sides)


def _columns(path: Path, file: IO[bytes], sides: Sequence[str]) -> Iterator[Record]:
    return _of_rows(path, parquet_rows(path.name, file), sides)


def _of_rows(
    path: Path, rows: Iterable[Mapping[str, Any]], sides: Sequence[str]
) -> Iterator[Record]:
    missing = set(sides)
    for row in rows:
        cells = cells_of(row)
        missing -= set(cells)
        yield _of_row(cells, sides)
    _check_columns(path, missing)


def _table(path: Path, file: IO[bytes], sides: Sequence[str]) -> Iterator[Record]:
    sample = file.read(_SAMPLE).decode("utf-8-sig", errors="ignore").replace("\r\n", "\n")
    file.seek(0)
    delimiter, quotes = sniff(
        sample, "\t" if _unpacked(path).suffix.lower() in (".tsv", ".tab") else None
    )
    if delimiter == NO_DELIMITER:
        raise InputError("“{name}” has one column only: two sides are needed.", name=path.name)
    reader = csv_reader(_text(file, path.name), delimiter, quotes)
    with readable(path.name, reader):
        first = [row for row in islice(reader, LOOKED_AT_ROWS) if row]
        heading = [clean(cell).strip() for cell in (names_over(first) if first else [])]
        _check_columns(path, set(sides) - set(heading))
        check_different(path.name, [cell for cell in heading if cell in sides])
        seen: dict[str, int] = {}
        heading = [cell and unique_name(cell, seen) for cell in heading]
        for row in chain(first[1:], reader):
            cells = (clean(cell).strip() for cell in row)
            yield _of_row(dict(zip(heading, cells, strict=False)), sides)


def _check_columns(path: Path, missing: set[str]) -> None:
    if missing:
        columns = listed(map(quoted, sorted(missing)))
        raise InputError("“{name}” has no column {listed}.", name=path.name, listed=columns)


def _of_row(row: Mapping[str, str], sides: Sequence[str]) -> Record:
    others = {name: cell for name, cell in row.items() if name not in sides}
    for first, *more in repeated([*others]):
        others[first] = one_a_line([others[first], *map(others.pop, more)])
    named = next((name for name in others if is_id_heading(name)), "")
    title = next((cell for name, cell in others.items() if is_title_heading(name)), "")
    fields = {name: cell for name, cell in others.items() if name != named}
    texts = {side: one_a_line([row.get(side, "")]) for side in sides}
    return Record(others.get(named, ""), texts, " ".join(title.split()), fields)


def _memory(path: Path, file: IO[bytes], sides: Sequence[str]) -> Iterator[Record]:
    handler = UnitHandler(path.name)
    languages = {side: plain_code(side) for side in sides}
    missing = set(languages.values())
    chunks = iter(lambda: file.read(_CHUNK), b"")
    number = 0
    for _ in parsing_xml(chunks, path.name, handler):
        units, handler.units = handler.units, []
        for unit in units:
            number += 1
            missing -= set(unit)
            texts = {side: unit.get(code, "") for side, code in languages.items()}
            yield Record(str(number), texts)
    if missing:
        codes = listed(map(quoted, sorted(missing)))
        raise InputError("“{name}” has no language {listed}.", name=path.name, listed=codes)


def _lines(paths: Sequence[Path], sides: Sequence[str]) -> Iterator[Record]:
    in_order = _by_side(paths, sides)
    with ExitStack() as stack:
        files = [stack.enter_context(_opened(path)) for path in in_order]
        texts = [_text(file, path.name) for file, path in zip(files, in_order, strict=True)]
        for number, lines in enumerate(zip_longest(*texts), start=1):
            if None in lines:
                ended = in_order[lines.index(None)].name
                raise InputError(
                    "Lines cannot be paired one by one: “{ended}” ends after line {value:,}, the "
                    "other file goes on.",
                    ended=ended,
                    value=number - 1,
                )
            cells = (clean(line).strip() for line in lines)
            yield Record(str(number), dict(zip(sides, cells, strict=True)))


def _by_side(paths: Sequence[Path], sides: Sequence[str]) -> list[Path]:
    """text.de and text.en in the order of the sides, whatever the order they are named in."""
    ends = [_unpacked(path).suffix[1:] for path in paths]
    marks = [language_of(end.lower()) or end for end in ends]
    wanted = [language_of(side) or side for side in sides]
    if sorted(marks) == sorted(wanted) and len(set(marks)) == len(marks):
        return [paths[marks.index(mark)] for mark in wanted]
    return list(paths)
