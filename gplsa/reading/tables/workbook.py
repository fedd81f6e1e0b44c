"""Excel workbooks: the first sheet with more than one row, or the one that was chosen.

Read as XML events: libraries that build cell objects take three times as long, and raise anything
on damaged files.
"""

import re
import zipfile
from collections.abc import Mapping
from datetime import datetime, timedelta
from xml.sax.handler import ContentHandler

from gplsa.errors import InputError
from gplsa.message import listed
from gplsa.progress import Progress
from gplsa.reading.choices import Choices
from gplsa.reading.files.decoding import clean
from gplsa.reading.files.office import check_office_file, parse_member
from gplsa.reading.tables.table import (
    Table,
    check_cells,
    check_length,
    check_width,
    with_header,
)

Attributes = Mapping[str, str]

# Formats that Excel knows by number only: dates and times.
_DATE_FORMATS = frozenset({*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)})
_NO_CODE = re.compile(r'"[^"]*"|\\.|\[[^\[\]]*\]|_.')
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")
# 1 January 1 to 31 December 9999, in days: LibreOffice counts back from where Excel begins.
_FIRST_SERIAL, _LAST_SERIAL = -693_593, 2_958_465


def read_workbook(name: str, data: bytes, choices: Choices, progress: Progress | None) -> Table:
    """Cells as text: numbers as Excel holds them, dates as 1841-03-17, formulas as last computed.

    Errors: InputError where the file is damaged or empty, or has no such sheet.
    """
    package = check_office_file(name, data)
    book = _Book(package, name, len(data))
    if choices.sheet is not None and choices.sheet not in book.sheets:
        raise InputError(
            "“{name}” has no sheet “{sheet}”; it has {join}.",
            name=name,
            sheet=choices.sheet,
            join=listed(book.sheets),
        )
    sheet, rows = "", []
    for sheet in [choices.sheet] if choices.sheet else book.sheets:
        rows = book.rows(sheet, progress)
        if len(rows) > 1:
            break
    if not rows:
        raise InputError("“{name}” is empty.", name=name)
    table = with_header(name, rows, choices.header)
    table.sheet, table.sheets = sheet, list(book.sheets)
    return table


class _Book:
    """The parts of a workbook that all its sheets share."""

    def __init__(self, package: zipfile.ZipFile, name: str, n_bytes: int) -> None:
        self._package, self._name, self._n_bytes = package, name, n_bytes
        self._members = set(package.namelist())
        main = _BookHandler()
        self._parse("xl/workbook.xml", main)
        relations = _RelationHandler()
        self._parse("xl/_rels/workbook.xml.rels", relations)
        self.sheets = {
            title: relations.targets[relation]
            for title, relation in main.sheets.items()
            if "worksheet" in relations.targets.get(relation, "")
        }
        self._from_1904 = main.from_1904
        strings, styles = _StringHandler(), _StyleHandler()
        for member, handler in (("sharedStrings", strings), ("styles", styles)):
            if f"xl/{member}.xml" in self._members:
                self._parse(f"xl/{member}.xml", handler)
        self._strings, self._dates = strings.strings, styles.are_dates()

    def rows(self, sheet: str, progress: Progress | None) -> list[list[str]]:
        handler = _SheetHandler(
            self._name, self._n_bytes, self._strings, self._dates, self._from_1904
        )
        self._parse(self.sheets[sheet], handler, progress)
        return handler.rows

    def _parse(
        self, member: str, handler: ContentHandler, progress: Progress | None = None
    ) -> None:
        parse_member(self._package, member, self._name, handler, progress)


def _local(name: str) -> str:
    return name.rpartition(":")[2]


class _BookHandler(ContentHandler):
    def __init__(self) -> None:
        super().__init__()
        self.sheets: dict[str, str] = {}
        self.from_1904 = False

    def startElement(self, name: str, attrs: Attributes) -> None:  # type: ignore[override]
        if _local(name) == "sheet":
            relation = next((v for key, v in attrs.items() if _local(key) == "id"), "")
            self.sheets[attrs.get("name", "")] = relation
        elif _local(name) == "workbookPr":
            self.from_1904 = attrs.get("date1904", "0") in {"1", "true"}


class _RelationHandler(ContentHandler):
    def __init__(self) -> None:
        super().__init__()
        self.targets: dict[str, str] = {}

    def startElement(self, name: str, attrs: Attributes) -> None:  # type: ignore[override]
        if _local(name) == "Relationship":
            target = attrs.get("Target", "")
            member = target[1:] if target.startswith("/") else f"xl/{target}"
            self.targets[attrs.get("Id", "")] = member


class _StringHandler(ContentHandler):
    """Strings that cells refer to by number; readings (rPh) of Japanese words are no part."""

    def __init__(self) -> None:
        super().__init__()
        self.strings: list[str] = []
        self._parts: list[str] = []
        self._in_text = self._in_reading = False

    def startElement(self, name: str, attrs: Attributes) -> None:  # type: ignore[override]
        local = _local(name)
        if local == "si":
            self._parts = []
        elif local == "rPh":
            self._in_reading = True
        elif local == "t":
            self._in_text = not self._in_reading

    def endElement(self, name: str) -> None:
        local = _local(name)
        if local == "si":
            self.strings.append(_string("".join(self._parts)))
        elif local == "rPh":
            self._in_reading = False
        elif local == "t":
            self._in_text = False

    def characters(self, content: str) -> None:
        if self._in_text:
            self._parts.append(content)


class _StyleHandler(ContentHandler):
    def __init__(self) -> None:
        super().__init__()
        self._codes: dict[str, str] = {}
        self._formats: list[str] = []
        self._in_cells = False

    def startElement(self, name: str, attrs: Attributes) -> None:  # type: ignore[override]
        local = _local(name)
        if local == "numFmt":
            self._codes[attrs.get("numFmtId", "")] = attrs.get("formatCode", "")
        elif local == "cellXfs":
            self._in_cells = True
        elif local == "xf" and self._in_cells:
            self._formats.append(attrs.get("numFmtId", "0"))

    def endElement(self, name: str) -> None:
        if _local(name) == "cellXfs":
            self._in_cells = False

    def are_dates(self) -> list[bool]:
        """For each style of cells whether it shows a date or a time."""
        return [self._is_date(number) for number in self._formats]

    def _is_date(self, number: str) -> bool:
        if number in self._codes:
            return is_date_format(self._codes[number])
        return number.isdigit() and int(number) in _DATE_FORMATS


def is_date_format(code: str) -> bool:
    """Whether a format such as "[h]:mm" shows a date or a time."""
    plain = _NO_CODE.sub("", code).lower()
    return "general" not in plain and any(letter in plain for letter in "dmyh")


class _SheetHandler(ContentHandler):
    def __init__(
        self, name: str, n_bytes: int, strings: list[str], dates: list[bool], from_1904: bool
    ) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self._n_bytes = n_bytes
        self._n_cells = 0
        self._name, self._strings, self._dates = name, strings, dates
        self._origin = datetime(1904, 1, 1) if from_1904 else datetime(1899, 12, 30)
        self._row: list[str] = []
        self._column = 0
        self._kind = self._style = ""
        self._value: list[str] = []
        self._in_value = self._in_reading = False

    def startElement(self, name: str, attrs: Attributes) -> None:  # type: ignore[override]
        local = _local(name)
        if local == "c":
            reference = attrs.get("r")
            self._column = _column(reference) if reference else self._column + 1
            self._kind, self._style = attrs.get("t", "n"), attrs.get("s", "")
            self._value = []
        elif local in {"v", "t"}:
            self._in_value = not self._in_reading
        elif local == "rPh":
            self._in_reading = True
        elif local == "row":
            self._row, self._column = [], 0

    def endElement(self, name: str) -> None:
        local = _local(name)
        if local == "c":
            text = self._text("".join(self._value)) if self._value else ""
            if text:
                check_width(self._column, self._name)
                self._row.extend([""] * (self._column - len(self._row)))
                self._row[self._column - 1] = text
        elif local in {"v", "t"}:
            self._in_value = False
        elif local == "rPh":
            self._in_reading = False
        elif local == "row" and self._row:
            self.rows.append(self._row)
            check_length(len(self.rows), self._name)
            self._n_cells += max(len(self._row), len(self.rows[0]))
            check_cells(self._n_cells, self._name, self._n_bytes)

    def characters(self, content: str) -> None:
        if self._in_value:
            self._value.append(content)

    def _text(self, value: str) -> str:
        if self._kind == "s":
            number = int(value)
            return self._strings[number] if 0 <= number < len(self._strings) else ""
        if self._kind in {"str", "inlineStr", "d"}:
            return _string(value)
        if self._kind == "b":
            return "true" if value.strip() == "1" else "false"
        if self._kind == "e":
            return ""
        style = int(self._style) if self._style.isdigit() else -1
        is_date = 0 <= style < len(self._dates) and self._dates[style]
        return _number(value, self._origin if is_date else None)


def _column(reference: str) -> int:
    """1 for "A17", 28 for "AB3"."""
    column = 0
    for letter in reference:
        if not "A" <= letter <= "Z":
            break
        column = 26 * column + ord(letter) - 64
    return max(column, 1)


def _string(text: str) -> str:
    if "_x" in text:
        text = _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text)
    return clean(text).strip()


def _number(value: str, origin: datetime | None) -> str:
    number = float(value)
    if origin is None or not _FIRST_SERIAL <= number <= _LAST_SERIAL:
        return str(int(number)) if number.is_integer() else str(number)
    moment = origin + timedelta(seconds=round(number * 86_400))
    if 0 <= number < 1:
        return moment.time().isoformat()
    return moment.date().isoformat() if number.is_integer() else moment.isoformat(" ")
