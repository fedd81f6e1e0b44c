"""A table as an Excel workbook of one sheet, in which no text is ever taken for a formula."""

import io
import math
import re
import zipfile
from collections.abc import Iterable

import pandas as pd

from gplsa.html.escaping import markup

LONGEST_CELL = 32_767  # characters, more than which Excel calls a damaged file
_NO_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_PARTS = {
    "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships'
    f'+xml"/><Override PartName="/book.xml" ContentType="{_TYPE}.sheet.main+xml"/>'
    f'<Override PartName="/sheet.xml" ContentType="{_TYPE}.worksheet+xml"/></Types>',
    "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}/relationships">'
    f'<Relationship Id="r1" Type="{_OFFICE}/officeDocument" Target="book.xml"/></Relationships>',
    "book.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheets>'
    '<sheet name="gplsa" sheetId="1" r:id="r1"/></sheets></workbook>',
    "_rels/book.xml.rels": f'<Relationships xmlns="{_PACKAGE}/relationships">'
    f'<Relationship Id="r1" Type="{_OFFICE}/worksheet" Target="sheet.xml"/></Relationships>',
}


def xlsx_bytes(table: pd.DataFrame) -> bytes:
    """Numbers as numbers, which a spreadsheet writes as its reader does; all else as text."""
    numeric = [kind.kind in "iuf" for kind in table.dtypes]
    rows = [_row(map(_text, map(str, table.columns)))]
    columns = [
        map(_number if is_number else _text, table.iloc[:, place])
        for place, is_number in enumerate(numeric)
    ]
    rows += map(_row, zip(*columns, strict=True))
    sheet = f'<worksheet xmlns="{_MAIN}"><sheetData>{"".join(rows)}</sheetData></worksheet>'
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, part in {**_PARTS, "sheet.xml": sheet}.items():
            packed.writestr(name, f'<?xml version="1.0" encoding="UTF-8"?>{part}')
    return file.getvalue()


def _row(cells: Iterable[str]) -> str:
    return f"<row>{''.join(cells)}</row>"


def _number(value: float) -> str:
    return f"<c><v>{value!s}</v></c>" if math.isfinite(value) else "<c/>"


def _text(value: object) -> str:
    shown = markup(_NO_XML.sub("", str(value))[:LONGEST_CELL])
    return f'<c t="inlineStr"><is><t xml:space="preserve">{shown}</t></is></c>'
