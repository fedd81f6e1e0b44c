"""Pairs out of large files, one after the other, or some at a time while the next ones are read:
what is read is not held."""

import sys
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import closing
from dataclasses import dataclass, field
from itertools import chain, zip_longest
from pathlib import Path, PurePosixPath
from threading import Event
from typing import TypeVar

from gplsa.core.types import Tick
from gplsa.errors import InputError
from gplsa.message import Message, listed, quoted
from gplsa.progress import BEAT
from gplsa.reading.files.decoding import utf8_lines
from gplsa.reading.files.upload import Upload, Uploads
from gplsa.reading.files.zipped import unpacked
from gplsa.reading.readers.tmx_reader import plain_code, units_in
from gplsa.reading.tables.column_names import is_id_heading, is_title_heading, repeated
from gplsa.reading.tables.header import headed
from gplsa.reading.tables.records import cells_of, json_lines, parquet_rows
from gplsa.reading.tables.separated import separated_rows
from gplsa.reading.tables.table import one_a_line
from gplsa.text.languages import language_of

KINDS = (
    ".jsonl, .csv, .tsv, .tmx, .parquet, or two text files with a text a line, also packed by gzip"
)
_SAMPLE = 200_000

Item = TypeVar("Item")


@dataclass(frozen=True)
class Record:
    """One pair: texts by side, "" where it lacks one, and what is carried along."""

    id: str
    texts: dict[str, str]
    title: str = ""
    fields: dict[str, str] = field(default_factory=dict)


def read_records(
    paths: Sequence[Path], sides: Sequence[str], doubts: list[Message] | None = None
) -> Generator[Record, None, None]:
    """The pairs of some files that have any text, in order.

    sides  columns of tables, languages of a TMX; two text files are taken in the order of the sides
    doubts  is given a sentence, at the end of a table, on cells that may not be what is in it
    """
    uploads = [unpacked(Upload.from_path(path)) for path in paths]
    found = _read(uploads, sides, [] if doubts is None else doubts)
    for number, record in enumerate(found, start=1):
        if any(text.strip() for text in record.texts.values()):
            texts = {side: text if text.strip() else "" for side, text in record.texts.items()}
            yield Record(record.id or str(number), texts, record.title, record.fields)


def _read(uploads: Uploads, sides: Sequence[str], doubts: list[Message]) -> Iterator[Record]:
    readers = {_READERS.get(upload.suffix) for upload in uploads}
    reader = next(iter(readers)) if len(readers) == 1 else None
    if reader:
        for upload in uploads:
            yield from reader(upload, sides, doubts)
    elif readers == {None} and len(uploads) == len(sides):
        yield from _line_pairs(uploads, sides)
    else:
        raise InputError(
            "{names} cannot be read bit by bit: give files of one kind, {kinds}.",
            names=listed(quoted(upload.name) for upload in uploads[:3]),
            kinds=KINDS,
        )


def _lines(upload: Upload) -> Iterator[str]:
    return utf8_lines(upload.name, upload.chunks(sys.maxsize))


def _objects(upload: Upload, sides: Sequence[str], _: list[Message]) -> Iterator[Record]:
    is_parquet, missing = upload.suffix == ".parquet", set(sides)
    for one in parquet_rows(upload) if is_parquet else json_lines(upload.name, _lines(upload)):
        cells = cells_of(one)
        missing -= set(cells)
        yield _of_row(cells, sides)
    _check_columns(upload, missing)


def _table(upload: Upload, sides: Sequence[str], doubts: list[Message]) -> Iterator[Record]:
    lines, first, size = _lines(upload), list[str](), 0
    while size < _SAMPLE and (line := next(lines, "")):
        first.append(line)
        size += len(line)
    tabs = "\t" if upload.suffix in (".tsv", ".tab") else None
    delimiter, rows = separated_rows(upload.name, "".join(first), chain(first, lines), tabs)
    if not delimiter:
        raise InputError("“{name}” has one column only: two sides are needed.", name=upload.name)
    table, below = headed(upload.name, rows, header=True, once=sides.__contains__)
    _check_columns(upload, set(sides) - set(table.columns))
    for row in below:
        yield _of_row(dict(zip(table.columns, map(str.strip, row), strict=False)), sides)
    doubts += [*table.doubts, *rows.doubts]


def _check_columns(upload: Upload, missing: set[str]) -> None:
    if missing:
        columns = listed(map(quoted, sorted(missing)))
        raise InputError("“{name}” has no column {listed}.", name=upload.name, listed=columns)


def _of_row(row: Mapping[str, str], sides: Sequence[str]) -> Record:
    others = {name: cell for name, cell in row.items() if name not in sides}
    for first, *more in repeated([*others]):
        others[first] = one_a_line([others[first], *map(others.pop, more)])
    named = next((name for name in others if is_id_heading(name)), "")
    title = next((cell for name, cell in others.items() if is_title_heading(name)), "")
    fields = {name: cell for name, cell in others.items() if name != named}
    texts = {side: one_a_line([row.get(side, "")]) for side in sides}
    return Record(others.get(named, ""), texts, " ".join(title.split()), fields)


def _memory(upload: Upload, sides: Sequence[str], _: list[Message]) -> Iterator[Record]:
    languages = {side: plain_code(side) for side in sides}
    missing = set(languages.values())
    for number, unit in enumerate(units_in(upload.name, upload.chunks(sys.maxsize)), start=1):
        missing -= set(unit)
        yield Record(str(number), {side: unit.get(code, "") for side, code in languages.items()})
    if missing:
        codes = listed(map(quoted, sorted(missing)))
        raise InputError("“{name}” has no language {listed}.", name=upload.name, listed=codes)


_READERS: dict[str, Callable[[Upload, Sequence[str], list[Message]], Iterator[Record]]] = {
    **dict.fromkeys((".jsonl", ".ndjson", ".parquet"), _objects),
    **dict.fromkeys((".csv", ".tsv", ".tab"), _table),
    ".tmx": _memory,
}


def _line_pairs(uploads: Uploads, sides: Sequence[str]) -> Iterator[Record]:
    in_order = _by_side(uploads, sides)
    for number, lines in enumerate(zip_longest(*map(_lines, in_order)), start=1):
        if None in lines:
            raise InputError(
                "Lines cannot be paired one by one: “{ended}” ends after line {value:,}, the "
                "other file goes on.",
                ended=in_order[lines.index(None)].name,
                value=number - 1,
            )
        yield Record(str(number), dict(zip(sides, map(str.strip, lines), strict=True)))


def _by_side(uploads: Uploads, sides: Sequence[str]) -> list[Upload]:
    """text.de and text.en in the order of the sides, whatever the order they are named in."""
    ends = [PurePosixPath(upload.name).suffix[1:] for upload in uploads]
    marks = [language_of(end.lower()) or end for end in ends]
    wanted = [language_of(side) or side for side in sides]
    if sorted(marks) == sorted(wanted) and len(set(marks)) == len(marks):
        return [uploads[marks.index(mark)] for mark in wanted]
    return list(uploads)


def batches(
    records: Generator[Record], most: int, most_characters: int, tick: Tick
) -> Generator[list[Record]]:
    """Consecutive records, a new list where one more would be beyond a bound.

    records  are closed with what is returned
    tick  is called a few times a second while the next ones are waited for, and may raise
    """
    left = Event()
    bounded = _bounded(records, most, most_characters, left)
    with closing(records), closing(_ahead(bounded, tick, left)) as found:
        yield from found


def _bounded(
    records: Iterator[Record], most: int, most_characters: int, left: Event
) -> Iterator[list[Record]]:
    batch, size = list[Record](), 0
    for record in records:
        if left.is_set():
            return
        length = sum(map(len, record.texts.values()))
        if batch and (len(batch) == most or size + length > most_characters):
            yield batch
            batch, size = [], 0
        batch.append(record)
        size += length
    if batch:
        yield batch


def _ahead(items: Iterator[Item], tick: Tick, left: Event) -> Generator[Item]:
    with ThreadPoolExecutor(1, thread_name_prefix="gplsa-ahead") as pool:
        try:
            coming = pool.submit(next, items, None)
            while True:
                while wait([coming], timeout=BEAT).not_done:
                    tick()
                if (item := coming.result()) is None:
                    return
                coming = pool.submit(next, items, None)
                yield item
        finally:
            left.set()
