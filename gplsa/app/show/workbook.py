"""A table as an Excel workbook of one sheet, in which no text is ever taken for a formula."""

import io

import pandas as pd

LONGEST_CELL = 32_767  # characters, more than which Excel calls a damaged file
NO_XML = dict.fromkeys({*range(32)} - {9, 10, 13})
AS_TEXT = {"strings_to_formulas": False, "strings_to_urls": False}


def xlsx_bytes(table: pd.DataFrame) -> bytes:
    """Numbers as numbers, which a spreadsheet writes as its reader does; all else as text."""
    file, shown = io.BytesIO(), table.copy()
    for place, kind in enumerate(table.dtypes):
        if kind.kind not in "iuf":
            shown.isetitem(place, [_text(value) for value in table.iloc[:, place]])
    shown.columns = [_text(name) for name in table.columns]
    with pd.ExcelWriter(file, engine="xlsxwriter", engine_kwargs={"options": AS_TEXT}) as writer:
        shown.to_excel(writer, sheet_name="gplsa", index=False, freeze_panes=(1, 0))
    return file.getvalue()


def _text(value: object) -> str:
    return str(value).translate(NO_XML).encode("utf-8", "ignore").decode()[:LONGEST_CELL]
