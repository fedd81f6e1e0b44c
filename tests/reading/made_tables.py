"""Tables of letters, written as CSV and as workbooks."""

import csv
import io
from collections.abc import Callable, Iterable

import openpyxl

from gplsa.reading import Choices, Reading, Upload, read_corpus

Letters = Callable[[int], list[tuple[str, str]]]


def to_csv(rows: list[list[str]], delimiter: str = ",", encoding: str = "utf-8") -> bytes:
    written = io.StringIO()
    csv.writer(written, delimiter=delimiter).writerows(rows)
    return written.getvalue().encode(encoding)


def to_xlsx(
    rows: list[list[object]], first_sheet_empty: bool = False, merged: Iterable[str] = ()
) -> bytes:
    book = openpyxl.Workbook()
    sheet = book.active
    if first_sheet_empty:
        sheet = book.create_sheet("Daten")
    for row in rows:
        sheet.append(row)
    for cells in merged:
        sheet.merge_cells(cells)
    written = io.BytesIO()
    book.save(written)
    return written.getvalue()


def read(name: str, data: bytes, **choices: object) -> Reading:
    return read_corpus([Upload.from_bytes(name, data)], Choices(**choices))


def letter_rows(pairs: list[tuple[str, str]]) -> list[list[str]]:
    rows = [["Signatur", "Jahr", "Text", "Regest"]]
    return rows + [[f"NL {i}", str(1801 + i), de, en] for i, (de, en) in enumerate(pairs)]
