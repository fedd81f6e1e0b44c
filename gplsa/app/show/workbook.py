"""A table as an Excel workbook of one sheet, in which no text is ever taken for a formula."""

import io
import math

import pandas as pd
import xlsxwriter

LONGEST_CELL = 32_767  # characters, more than which Excel calls a damaged file
NO_XML = dict.fromkeys({*range(32)} - {9, 10, 13})
AS_TEXT = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}


def xlsx_bytes(table: pd.DataFrame) -> bytes:
    """Numbers as numbers, which a spreadsheet writes as its reader does; all else as text."""
    file = io.BytesIO()
    with xlsxwriter.Workbook(file, AS_TEXT) as book:
        sheet = book.add_worksheet("gplsa")
        sheet.freeze_panes(1, 0)
        sheet.write_row(0, 0, [_text(name) for name in table.columns])
        for place, kind in enumerate(table.dtypes):
            values = table.iloc[:, place].tolist()
            if kind.kind in "iuf":
                shown = [value if math.isfinite(value) else None for value in values]
            else:
                shown = [_text(value) for value in values]
            sheet.write_column(1, place, shown)
    return file.getvalue()


def _text(value: object) -> str:
    return str(value).translate(NO_XML).encode("utf-8", "ignore").decode()[:LONGEST_CELL]
