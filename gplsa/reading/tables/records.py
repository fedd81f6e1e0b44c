"""One object per document: JSONL files and JSON lists; rows of a Parquet file, a few at a time."""

import json
from collections.abc import Iterable, Iterator, Mapping
from importlib.util import find_spec
from typing import Any

import msgspec

from gplsa.errors import InputError
from gplsa.message import Message
from gplsa.progress import Progress, report
from gplsa.reading.choices import Choices
from gplsa.reading.files import limits
from gplsa.reading.files.decoding import clean, decode
from gplsa.reading.files.upload import DAMAGE, Upload
from gplsa.reading.tables.table import (
    Table,
    check_cells,
    check_length,
    check_width,
    lines_of,
    shared_cells,
)
from gplsa.stored import DEPTH, depth

_REPORT_EVERY = 2_000
_ROWS = 256  # of Parquet, held at once: texts may be long
DEEP = Message("nested too deeply")


def read_json(name: str, data: bytes, choices: Choices, progress: Progress | None) -> Table:
    decoded = decode(data, name, choices.encoding)
    text = decoded.text.strip()
    if not text:
        raise InputError("“{name}” is empty.", name=name)
    first = text.partition("\n")[0].rstrip()
    lines = first != text and first.endswith("}")
    if text.startswith("["):
        records = _json_list(name, text, progress)
    elif text.startswith("{") and name.lower().endswith(".json") and not lines:
        records = _json_object(name, text)
    else:
        records = json_lines(name, lines_of(text, progress))
    columns: dict[str, list[str]] = {}
    n_rows = 0
    shared = shared_cells()
    for number, record in enumerate(records, start=1):
        check_length(number, name)
        row = {key: shared(cell) for key, cell in cells_of(record).items()}
        new = [key for key in row if key not in columns]
        check_width(len(columns) + len(new), name)
        columns |= {key: [""] * n_rows for key in new}
        check_cells(len(columns) * number, name, len(data))
        if any(row.values()):
            n_rows += 1
            for key, column in columns.items():
                column.append(row.get(key, ""))
    cells = list(columns.values())
    return Table(name, list(columns), cells, encoding=decoded.encoding, warning=decoded.warning)


def _json_list(name: str, text: str, progress: Progress | None) -> Iterator[dict[str, Any]]:
    """One record after the other: parsed all at once they would stand beside text and columns."""
    try:
        records = msgspec.json.decode(text, type=list[msgspec.Raw])
    except (msgspec.DecodeError, RecursionError):
        records = _parsed(name, text)  # which says where it is wrong, or knows NaN
    for number, raw in enumerate(records):
        record = _parsed(name, bytes(raw)) if isinstance(raw, msgspec.Raw) else raw
        if not isinstance(record, dict):
            raise InputError("“{name}” is not a list of JSON objects, one per document.", name=name)
        yield record
        if number % _REPORT_EVERY == 0:
            report(progress, number / len(records), "Reading")


def _json_object(name: str, text: str) -> Iterator[dict[str, Any]]:
    """The only list of objects within an object, as interfaces of the web answer."""
    found = [*_lists_in(_parsed(name, text))]
    if len(found) != 1:
        raise InputError(
            "“{name}” is one JSON object: what is read is a list of objects, one per document, or "
            "an object a line.",
            name=name,
        )
    yield from found[0]


def _parsed(name: str, text: str | bytes) -> Any:
    try:
        return _loaded(text)
    except ValueError as error:
        raise InputError(
            "“{name}” is no valid JSON: {where}.", name=name, where=_fault(error)
        ) from error


def _lists_in(value: Any) -> Iterator[list[dict[str, Any]]]:
    """Lists of several objects, not those within their objects."""
    if isinstance(value, list) and len(value) > 1 and all(isinstance(one, dict) for one in value):
        yield value
    for inner in value.values() if isinstance(value, dict) else ():
        yield from _lists_in(inner)


def json_lines(name: str, lines: Iterable[str]) -> Iterator[dict[str, Any]]:
    """The JSON object on each line that is not empty; InputError where there is none."""
    for number, line in enumerate(lines, start=1):
        if line.strip():
            yield _object_of_line(line, number, name)


def _object_of_line(line: str, number: int, name: str) -> dict[str, Any]:
    try:
        record = _loaded(line)
    except ValueError as error:
        raise InputError(
            "“{name}” is no valid JSONL: line {number:,}: {json_fault}.",
            name=name,
            number=number,
            json_fault=_fault(error),
        ) from error
    if not isinstance(record, dict):
        raise InputError(
            "“{name}”: line {number:,} is not a JSON object with named fields.",
            name=name,
            number=number,
        )
    return record


def _loaded(text: str | bytes) -> Any:
    content = text.encode("utf-8", "replace") if isinstance(text, str) else text
    if depth(content) > DEPTH:  # at the limit of Python other objects fail, too
        raise ValueError(DEEP)
    return json.loads(text)


def _fault(error: ValueError) -> str:
    if not isinstance(error, json.JSONDecodeError):
        return error.args[0] if len(error.args) == 1 else str(error)
    fault = error.msg.removesuffix(" at")  # some of Python's end so
    return Message("{fault} at character {value:,}", fault=fault, value=error.pos + 1)


def cells_of(record: Mapping[str, Any], within: str = "") -> dict[str, str]:
    """The cells of a record by column; an object within it has a column for each of its values, as
    in `{"translation": {"de": …, "en": …}}`: *translation.de*, *translation.en*."""
    cells: dict[str, str] = {}
    for key, value in record.items():
        if isinstance(value, dict):
            cells |= cells_of(value, f"{within}{key}.")
        else:
            cells[clean(within + key)] = _cell(value)
    return cells


def _cell(value: Any) -> str:
    """A JSON value as text; a list of strings becomes lines."""
    if value is None:
        return ""
    if isinstance(value, str):
        return clean(value).strip()
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        return clean("\n".join(value)).strip()
    if isinstance(value, list | dict):
        return clean(json.dumps(value, ensure_ascii=False))
    return str(value)


def parquet_rows(upload: Upload) -> Iterator[dict[str, Any]]:
    """One row after the other, by column: texts, numbers, None, and lists of these; what else a
    file holds, dates for one, as text.

    Raises InputError where pyarrow is not installed or the file cannot be read.
    """
    name = upload.name
    if find_spec("pyarrow") is None:
        raise InputError(
            "“{name}” needs pyarrow, which comes with: pip install 'gplsa[parquet]'", name=name
        )
    from pyarrow import ArrowException
    from pyarrow.parquet import ParquetFile

    try:
        with upload.open() as file:
            for batch in ParquetFile(file).iter_batches(batch_size=_ROWS):
                for row in batch.to_pylist():
                    yield {str(key): _plain(name, value) for key, value in row.items()}
    except (ArrowException, ValueError, *DAMAGE) as error:
        if isinstance(error, InputError):
            raise
        raise InputError("“{name}” is no readable Parquet file.", name=name) from error


def _plain(name: str, value: Any) -> Any:
    if isinstance(value, str) and len(value) > limits.TEXT_CHARACTERS:
        raise InputError(
            "“{name}” has a cell of more than {text_characters:,} characters.",
            name=name,
            text_characters=limits.TEXT_CHARACTERS,
        )
    if isinstance(value, list):
        return [_plain(name, one) for one in value]
    return value if value is None or isinstance(value, str | int | float | bool) else str(value)
