"""What the pages show and hand out as tables: DataFrames, and what spreadsheets open safely.

Their columns are in English, as files are; pages show them with headings in the reader's language.
"""

import io
import math

import pandas as pd
import xlsxwriter

from gplsa.app.desk.state import Batch
from gplsa.html.escaping import cell
from gplsa.language import ENGLISH
from gplsa.model.model import TrainedModel
from gplsa.model.summary import Summary
from gplsa.reading.tables.column_names import is_id_heading, is_title_heading

LEADS = 0.25
"""Share of a topic that is named for a document: with less, half of those named for records that
were read were not what these are about."""
WIDEST, LONGEST_WRAPPED = 60, 600  # characters of a column, and of what is wrapped in it
LONGEST_CELL = 32_767  # characters, more than which Excel calls a damaged file
NO_XML = dict.fromkeys({*range(32)} - {9, 10, 13})
AS_TEXT = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}


def csv_bytes(table: pd.DataFrame, code: str = ENGLISH) -> bytes:
    """UTF-8 with a byte-order mark, which spreadsheets need to see that it is UTF-8; with the
    separator and the decimal point that a spreadsheet in this language takes for such.
    """
    separator, point = (",", ".") if code == ENGLISH else (";", ",")
    safe = table.rename(columns=lambda name: cell(str(name)))
    for position, name in enumerate(table.columns):
        column = table[name]
        if not pd.api.types.is_numeric_dtype(column):
            safe.isetitem(position, [cell(str(value)) for value in column])
    return safe.to_csv(index=False, sep=separator, decimal=point).encode("utf-8-sig")


def xlsx_bytes(table: pd.DataFrame) -> bytes:
    """An Excel workbook of one sheet, in which no text is ever taken for a formula: numbers as
    numbers, which a spreadsheet writes as its reader does; all else as text. Columns are as wide as
    what they hold; what is longer is wrapped, unless it is a text that would fill the screen."""
    file = io.BytesIO()
    with xlsxwriter.Workbook(file, AS_TEXT) as book:
        sheet = book.add_worksheet("gplsa")
        sheet.freeze_panes(1, 0)
        head, wrapped = book.add_format({"bold": True}), book.add_format({"text_wrap": True})
        for look in (head, wrapped, plain := book.add_format()):
            look.set_align("top")
        for place, (name, kind) in enumerate(table.dtypes.items()):
            sheet.write(0, place, _text(name), head)
            values = table.iloc[:, place].tolist()
            if kind.kind in "iuf":
                shown = [v if pd.notna(v) and math.isfinite(v) else None for v in values]
            else:
                shown = [_text(value) for value in values]
            longest = max(len(str(value)) for value in [name, *shown])
            look = wrapped if WIDEST < longest <= LONGEST_WRAPPED else plain
            sheet.set_column(place, place, min(longest + 2, WIDEST), look)
            sheet.write_column(1, place, shown)
    return file.getvalue()


def _text(value: object) -> str:
    return str(value).translate(NO_XML).encode("utf-8", "ignore").decode()[:LONGEST_CELL]


def leading_topic(model: TrainedModel, summary: Summary) -> int | None:
    """The one that most of a document speaks of, None where none carries enough of it or says
    anything about the collection, and where keywords are guesses."""
    if summary.sureness == "low":
        return None
    known = (z for z, share in summary.topics if z not in model.uninformative and share >= LEADS)
    return next(known, None)


def with_own(table: pd.DataFrame, batch: Batch, rows: list[int] | None = None) -> pd.DataFrame:
    """What a person brought, as it was, before what a table says of it, long texts behind that: own
    columns; the texts of documents without such; the ids once. Where a document has several rows,
    ids and titles alone;  rows  of which document each row of the table is, then"""
    own: dict[str, list[str]] = dict(batch.fields)
    in_tables = own and all(map(any, zip(*own.values(), strict=True)))
    if rows is not None:
        # Ids that stand twice, or are missing, are not those of the documents.
        named = [name for name in own if is_id_heading(name) or is_title_heading(name)]
        own = {name: own[name] for name in own if name in named or own[name] == batch.ids}
    elif not in_tables and all(isinstance(text, str) for text in batch.texts):
        cells = zip(own.get("text", batch.texts), batch.texts, strict=True)
        own["text"] = [cell or text for cell, text in cells]

    def beside(name: str) -> str:
        return beside(f"{name} (gplsa)") if name in own else name

    ids = {} if batch.ids in own.values() else {beside("id"): batch.ids}
    before = pd.DataFrame(ids | own).iloc[slice(None) if rows is None else rows]
    before, found = before.reset_index(drop=True), table.rename(columns=beside)
    texts = [name for name in before if before[name].str.len().max() > LONGEST_WRAPPED]
    return pd.concat([before.drop(columns=texts), found, before[texts]], axis=1)
