"""Tables of every format, told by the suffix of the name."""

from gplsa.errors import InputError
from gplsa.message import Message, listed
from gplsa.progress import Progress, scaled
from gplsa.reading.choices import Choices
from gplsa.reading.files.upload import Upload
from gplsa.reading.tables.records import read_json
from gplsa.reading.tables.separated import read_separated
from gplsa.reading.tables.table import Table
from gplsa.reading.tables.workbook import read_workbook

_READERS = dict.fromkeys((".csv", ".tsv", ".tab"), read_separated)
_READERS |= dict.fromkeys((".jsonl", ".ndjson", ".json"), read_json)
_READERS |= dict.fromkeys((".xlsx", ".xlsm"), read_workbook)


def is_table(upload: Upload) -> bool:
    return upload.suffix in _READERS


def read_table(
    upload: Upload, choices: Choices | None = None, progress: Progress | None = None
) -> Table:
    """A table from one file; by default its cells are divided by some separator."""
    data = upload.read(progress=scaled(progress, 0.0, 0.2))
    read = _READERS.get(upload.suffix, read_separated)
    table = read(upload.name, data, choices or Choices(), scaled(progress, 0.2, 1.0))
    table.join_repeated()
    if not table.n_rows:
        none = Message("“{name}” has no rows below its header.", name=upload.name)
        raise InputError(listed([*table.doubts, none], " "))
    return table
