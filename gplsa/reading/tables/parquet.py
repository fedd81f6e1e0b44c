"""Rows of a Parquet file, a few at a time."""

from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any

from gplsa.errors import InputError
from gplsa.reading.files import limits
from gplsa.reading.files.upload import DAMAGE, Upload

_ROWS = 256  # held at once: texts may be long


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
