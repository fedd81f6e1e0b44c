"""Excel workbooks: the first sheet with more than one row of cells, or the one that was chosen.

Read as XML: libraries that build cell objects take several times as long, refuse what other
programs than Excel write, and raise anything on damaged files.
"""

import re
import zipfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from itertools import chain
from string import ascii_uppercase
from xml.etree.ElementTree import Element

from gplsa.errors import InputError
from gplsa.message import Message, listed, quoted
from gplsa.progress import Progress
from gplsa.reading.choices import Choices
from gplsa.reading.files.decoding import clean
from gplsa.reading.files.office import check_office_file, member_chunks
from gplsa.reading.files.xml_events import elements, local_name, xml_faults
from gplsa.reading.tables.header import with_header
from gplsa.reading.tables.table import Table, check_width, within_limits

# Formats that Excel knows by number only: dates and times.
_DATE_FORMATS = frozenset({*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)})
_NO_CODE = re.compile(r'"[^"]*"|\\.|\[[^\[\]]*\]|_.')
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")
# 1 January 1 to 31 December 9999, in days: LibreOffice counts back from where Excel begins.
_FIRST_SERIAL, _LAST_SERIAL = -693_593, 2_958_465


def read_workbook(name: str, data: bytes, choices: Choices, progress: Progress | None) -> Table:
    """Cells as text: numbers as Excel holds them, dates as 1841-03-17, formulas as computed."""
    book = _Book(check_office_file(name, data), name, len(data))
    if choices.sheet is not None and choices.sheet not in book.sheets:
        raise InputError(
            "“{name}” has no sheet “{sheet}”; it has {join}.",
            name=name,
            sheet=choices.sheet,
            join=listed(book.sheets),
        )
    sheet, rows, best, uncomputed = "", list[list[str]](), (False, False), set[int]()
    shown = [one for one in book.sheets if one not in book.hidden]
    for tried in [choices.sheet] if choices.sheet else [*shown, *book.hidden]:
        found = book.rows(tried, progress)
        # A sheet of notes has a cell a row.
        rank = sum(len(row) > 1 for row in found) > 1, len(found) > 1
        if not rows or rank > best:
            sheet, rows, best, uncomputed = tried, found, rank, book.uncomputed
        if rank[0]:
            break
    if not rows and uncomputed:
        raise InputError(
            "“{name}” holds formulas alone, and their results are not in it: open it in Excel or "
            "LibreOffice and save it.",
            name=name,
        )
    if not rows:
        raise InputError("“{name}” is empty.", name=name)
    table = with_header(name, rows, choices.header)
    table.sheet = sheet
    if without := [one for at, one in enumerate(table.columns, 1) if at in uncomputed]:
        told = Message(
            "The results of formulas are not in “{name}”, so cells of {columns} are empty: open it "
            "in Excel or LibreOffice and save it.",
            name=name,
            columns=listed(map(quoted, without)),
        )
        table.doubts.append(told)
    table.unread = [one for one in shown if one != sheet and book.is_filled(one)]
    if left := [one for one in book.hidden if one != sheet and book.is_filled(one)]:
        told = Message(
            "“{name}” has hidden sheets that were not read: {sheets}. Unhide them to have them "
            "read.",
            name=name,
            sheets=listed(map(quoted, left)),
        )
        table.doubts.append(told)
    return table


class _Book:
    """The sheets of a workbook, and what their cells share.

    hidden      sheets that are not shown, such as an earlier state
    uncomputed  columns, from 1, of the sheet read last with formulas that have no stored result
    """

    def __init__(self, package: zipfile.ZipFile, name: str, n_bytes: int) -> None:
        self._package, self._name, self._n_bytes = package, name, n_bytes
        self.uncomputed = set[int]()
        relations = self._elements("xl/_rels/workbook.xml.rels", "Relationship")
        targets = {one.get("Id", ""): one.get("Target", "") for one in relations}
        self.sheets: dict[str, str] = {}
        self.hidden: list[str] = []
        for sheet in self._elements("xl/workbook.xml", "sheet"):
            relation = next((v for key, v in sheet.items() if local_name(key) == "id"), "")
            target = targets.get(relation, "")
            if "worksheet" in target:
                member = target[1:] if target.startswith("/") else f"xl/{target}"
                self.sheets[sheet.get("name", "")] = member
                if sheet.get("state", "visible") != "visible":
                    self.hidden.append(sheet.get("name", ""))
        facts = self._elements("xl/workbook.xml", "workbookPr")
        from_1904 = any(one.get("date1904") in {"1", "true"} for one in facts)
        self._origin = datetime(1904, 1, 1) if from_1904 else datetime(1899, 12, 30)
        strings = self._elements("xl/sharedStrings.xml", "si", needed=False)
        self._strings = [_string(_content(one)) for one in strings]
        formats = self._elements("xl/styles.xml", "numFmt", needed=False)
        codes = {one.get("numFmtId", ""): one.get("formatCode", "") for one in formats}
        styles = chain.from_iterable(self._elements("xl/styles.xml", "cellXfs", needed=False))
        self._dates = [_is_date(style.get("numFmtId", "0"), codes) for style in styles]

    def rows(self, sheet: str, progress: Progress | None) -> list[list[str]]:
        numbers, merged, self.uncomputed = list[int](), list[str](), set[int]()
        with xml_faults(self._name):
            found = self._numbered(sheet, numbers, merged, progress)
            rows = [*within_limits(found, self._name, self._n_bytes)]
            if not merged:
                return rows
            whole = _filled_down(zip(numbers, rows, strict=True), merged)
            return [*within_limits(whole, self._name, self._n_bytes)]

    def _numbered(
        self, sheet: str, numbers: list[int], merged: list[str], progress: Progress | None
    ) -> Iterator[list[str]]:
        """Rows with any cell; adds where each stands, and the ranges that are merged."""
        number = 0
        for element in self._elements(self.sheets[sheet], "row", "mergeCell", progress=progress):
            if local_name(element.tag) == "mergeCell":
                merged.append(element.get("ref", ""))
                continue
            number = int(element.get("r", number + 1))
            if row := self._row(element):
                numbers.append(number)
                yield row

    def is_filled(self, sheet: str) -> bool:
        with xml_faults(self._name):
            return any(map(self._row, self._elements(self.sheets[sheet], "row")))

    def _row(self, element: Element) -> list[str]:
        row: list[str] = []
        column = 0
        for cell in element:
            reference = cell.get("r")
            column = _column(reference) if reference else column + 1
            if text := self._text(cell):
                check_width(column, self._name)
                row.extend([""] * (column - len(row)))
                row[column - 1] = text
            elif cell.get("t") not in {"str", "e"} and cell.find(f"{cell.tag[:-1]}f") is not None:
                self.uncomputed.add(column)  # one that gives "" is a string
        return row

    def _text(self, cell: Element) -> str:
        kind, style = cell.get("t", "n"), cell.get("s", "")
        namespace = cell.tag[: -len("c")]
        value = cell.findtext(f"{namespace}v")
        if kind == "inlineStr":
            value = _content(cell.iterfind(f"{namespace}is/*"))
        if not value:
            return ""
        if kind == "s":
            number = int(value)
            return self._strings[number] if 0 <= number < len(self._strings) else ""
        if kind in {"str", "inlineStr", "d", "e"}:
            return _string(value)
        if kind == "b":
            return "true" if value.strip() == "1" else "false"
        is_date = style.isdigit() and int(style) < len(self._dates) and self._dates[int(style)]
        return _number(value, self._origin if is_date else None)

    def _elements(
        self, member: str, *wanted: str, progress: Progress | None = None, needed: bool = True
    ) -> Iterator[Element]:
        if needed or member in self._package.namelist():
            chunks = member_chunks(self._package, member, self._name, progress)
            yield from elements(chunks, self._name, *wanted)


def _filled_down(
    rows: Iterable[tuple[int, list[str]]], merged: Iterable[str]
) -> Iterator[list[str]]:
    """Every row of a merged range has its value, in the first column of the range.

    rows  with their numbers in the sheet;  merged  as “B3:B12”
    """
    begun: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    for first, _, last in (reference.partition(":") for reference in merged):
        begun[_row_number(first)].append((_column(first), _row_number(last)))
    holding: dict[int, tuple[int, str]] = {}
    for number, row in rows:
        holding = {column: held for column, held in holding.items() if number <= held[0]}
        for column, (_, value) in holding.items():
            row.extend([""] * (column - len(row)))
            row[column - 1] = row[column - 1] or value
        for column, last_row in begun.get(number, ()):
            if value := row[column - 1] if column <= len(row) else "":
                holding[column] = last_row, value
        yield row


def _content(string: Iterable[Element]) -> str:
    """A string, whole or in runs of one format each; readings (rPh) of Japanese are no part."""
    parts = ((local_name(part.tag), part) for part in string)
    wanted = ((kind, part) for kind, part in parts if kind in {"t", "r"})
    return "".join(part.text or "" if kind == "t" else _content(part) for kind, part in wanted)


def _is_date(number: str, codes: Mapping[str, str]) -> bool:
    if number in codes:
        return is_date_format(codes[number])
    return number.isdigit() and int(number) in _DATE_FORMATS


def is_date_format(code: str) -> bool:
    """Whether a format such as "[h]:mm" shows a date or a time."""
    plain = _NO_CODE.sub("", code).lower()
    return "general" not in plain and any(letter in plain for letter in "dmyh")


def _column(reference: str) -> int:
    """1 for "A17", 28 for "AB3"."""
    column = 0
    for letter in reference:
        if not "A" <= letter <= "Z":
            break
        column = 26 * column + ord(letter) - 64
    return max(column, 1)


def _row_number(reference: str) -> int:
    """17 for "A17"; 0 where it has none."""
    return int(reference.lstrip(ascii_uppercase) or 0)


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
