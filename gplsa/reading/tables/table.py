"""A table as the readers of all formats hand it on; joined, those in which a row holds one language
have a column for each."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import chain
from pathlib import PurePosixPath
from unicodedata import category

from gplsa.corpus.fields.several import Listing
from gplsa.errors import InputError
from gplsa.message import Message
from gplsa.progress import Progress, report
from gplsa.reading.files import limits
from gplsa.reading.tables.column_names import is_id_heading, language_in, repeated
from gplsa.text.languages import language_of

_REPORT_EVERY = 2_000
_SHARED_CHARACTERS = 40
_SHARED_CELLS = 50_000
_NOTHING = frozenset({"NULL", "\\N", "NaN", "nan", "None", "NA", "<NA>", *"-–—"})
_NOTHING_IN_ANY_CASE = frozenset({"n/a", "#n/a", "n.a.", "n. a.", "k.a.", "k. a."})
_UNSEEN = frozenset({"Cc", "Cf", "Zl", "Zp", "Zs"})


@dataclass
class Table:
    """Cells as text, column by column, all columns of the same length.

    above     rows above the headings, as what a sheet is called, which are left out
    unread    further sheets with anything in them
    surplus   rows that had more cells than there are columns; warning   a sentence on the encoding
    doubts    a sentence on cells that may not be what is in the file
    """

    name: str
    columns: list[str]
    cells: list[list[str]]
    header: bool = True
    encoding: str = ""
    delimiter: str = ""
    sheet: str = ""
    above: list[str] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    surplus: list[int] = field(default_factory=list)
    doubts: list[Message] = field(default_factory=list)
    warning: str = ""

    @property
    def n_rows(self) -> int:
        return len(self.cells[0]) if self.cells else 0

    def column(self, name: str) -> list[str]:
        return self.cells[self.columns.index(name)]

    def join_repeated(self) -> None:
        """Make one column, a term a line, of several under one heading that hold terms."""
        for first, *others in repeated(self.columns):
            columns = [self.column(name) for name in (first, *others)]
            joined = [one_a_line(row) for row in zip(*columns, strict=True)]
            if Listing.of(joined).are_terms:
                self.cells[self.columns.index(first)] = joined
                for name in others:
                    del self.cells[self.columns.index(name)]
                    self.columns.remove(name)


def one_a_line(values: Iterable[str]) -> str:
    """Cells below each other, without empty ones and such as databases write for nothing."""
    return "\n".join(cell for cell in map(str.strip, values) if _says_something(cell))


def _says_something(cell: str) -> bool:
    if cell in _NOTHING or (len(cell) < 6 and cell.lower() in _NOTHING_IN_ANY_CASE):
        return False
    return any(category(character) not in _UNSEEN for character in cell)


def shared_cells() -> Callable[[str], str]:
    """Short cells that are equal become one object: a cell of three letters takes 52 bytes."""
    known = lru_cache(_SHARED_CELLS)(str)
    return lambda cell: cell if len(cell) > _SHARED_CHARACTERS else known(cell)


def check_length(n_rows: int, name: str) -> None:
    if n_rows > limits.ROWS:
        raise InputError("“{name}” has more than {rows:,} rows.", name=name, rows=limits.ROWS)


def check_width(n_columns: int, name: str) -> None:
    if n_columns > limits.COLUMNS:
        raise InputError(
            "“{name}” has {n_columns:,} columns, and at most {columns:,} are read: keep the "
            "columns with texts and the id.",
            name=name,
            n_columns=n_columns,
            columns=limits.COLUMNS,
        )


def check_cells(n_cells: int, name: str, n_bytes: int) -> None:
    """A file has a byte for each cell, or pads rows of two cells to a thousand headings."""
    if n_cells > max(limits.CELLS, n_bytes):
        raise InputError(
            "“{name}” has more than {max:,} cells, nearly all of them empty: keep the columns "
            "with texts and the id.",
            name=name,
            max=max(limits.CELLS, n_bytes),
        )


def within_limits(rows: Iterable[list[str]], name: str, n_bytes: int) -> Iterator[list[str]]:
    """The rows of a file of so many bytes; InputError where they are more than are read."""
    width = n_cells = 0
    for number, row in enumerate(rows, start=1):
        check_length(number, name)
        check_width(len(row), name)
        width = width or len(row)  # the first row's, to which all others are made as long
        n_cells += max(len(row), width)
        check_cells(n_cells, name, n_bytes)
        yield row


def lines_of(text: str, progress: Progress | None) -> Iterator[str]:
    """Lines with their "\\n" kept, as quoted cells run over several of them."""
    start = number = 0
    while start < len(text):
        stop = text.find("\n", start) + 1 or len(text)
        yield text[start:stop]
        start = stop
        number += 1
        if number % _REPORT_EVERY == 0:
            report(progress, start / len(text), "Reading")


def of_each_language(table: Table) -> list[Table]:
    """The rows of each language, where a column says which it is; none where no column does."""
    for name in table.columns:
        different = dict.fromkeys(table.column(name))
        if not 1 < len(different) <= limits.MODALITIES:
            continue
        marks = {cell: language_of(cell) for cell in different}
        if not all(marks.values()):
            continue
        columns = [column for column in table.columns if column != name]
        found = []
        for mark, code in marks.items():
            rows = [row for row, cell in enumerate(table.column(name)) if cell == mark]
            cells = [[table.column(column)[row] for row in rows] for column in columns]
            found.append(replace(table, columns=columns, cells=cells, sheet=code))
        return found
    return []


def _without_zeros(id_: str) -> str:
    return (id_.lstrip("0") or "0") if id_.isdecimal() else id_


def by_languages(tables: Sequence[Table]) -> Table | None:
    """Tables of the same columns that hold a language each, as files or sheets are called, joined
    by ids; None where they do not, or do not share ids that stand once in each."""
    codes = [language_in(one.sheet) or language_in(PurePosixPath(one.name).stem) for one in tables]
    if len({*codes}) != len(codes) or len(codes) < 2 or not all(codes):
        return None
    first = tables[0]
    key = next(filter(is_id_heading, first.columns), "")
    alike = all(set(table.columns) == set(first.columns) for table in tables)
    if not (alike and key) or any(map(language_in, first.columns)):
        return None
    written = [table.column(key) for table in tables]
    plain = [[_without_zeros(id_) for id_ in column] for column in written]
    # “007” is “7” where a program took it for a number, unless one table has both.
    alone = all(len({*found}) == len(column) for found, column in zip(plain, written, strict=True))
    ids_of = plain if alone else written
    row_by_id = [{id_: row for row, id_ in enumerate(column)} for column in ids_of]
    once = all(len(rows) == table.n_rows for rows, table in zip(row_by_id, tables, strict=True))
    ids = list(dict.fromkeys(id_ for rows in row_by_id for id_ in rows))
    if not once or len(ids) == sum(map(len, row_by_id)):
        return None
    longest = {id_: id_ for id_ in ids}
    for id_, own in zip(chain(*ids_of), chain(*written), strict=True):
        longest[id_] = max(longest[id_], own, key=len)
    columns = {key: [*longest.values()]}
    for name in (column for column in first.columns if column != key):
        found = {}
        for code, table, rows in zip(codes, tables, row_by_id, strict=True):
            cells = [*table.column(name), ""]  # the last one for ids that are not there
            found[f"{name} ({code})"] = [cells[rows.get(id_, -1)] for id_ in ids]
        filled = [dict.fromkeys(filter(None, row)) for row in zip(*found.values(), strict=True)]
        same = all(len(row) < 2 for row in filled)
        columns |= {name: [next(iter(row), "") for row in filled]} if same else found
    doubts = [*dict.fromkeys(doubt for table in tables for doubt in table.doubts)]
    joined = replace(first, columns=[*columns], cells=[*columns.values()], doubts=doubts)
    return replace(joined, sheet="", unread=[])
