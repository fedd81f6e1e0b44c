"""A table as the readers of all formats hand it on."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain, islice, zip_longest
from unicodedata import category

from gplsa.corpus.fields.several import Listing
from gplsa.errors import InputError
from gplsa.message import Message, count
from gplsa.names import unique_name
from gplsa.progress import Progress, report
from gplsa.reading.files import limits
from gplsa.reading.tables.column_names import (
    check_different,
    is_known_heading,
    language_in,
    may_repeat,
    repeated,
)

_REPORT_EVERY = 2_000
_LOOKED_AT_ROWS = 50
_MOST_ABOVE = 20
_SHARED_CHARACTERS = 40
_SHARED_CELLS = 50_000
_NOTHING = frozenset({"NULL", "\\N", "NaN", "nan", "None", "NA", "<NA>", "n.a.", "n. a.", *"-–—"})
_NOTHING_IN_ANY_CASE = frozenset({"n/a", "#n/a"})
_UNSEEN = frozenset({"Cc", "Cf", "Zl", "Zp", "Zs"})
_NUMBER, _TAG = re.compile(r"[\d.,:/%-]+"), re.compile(r"\d{3}")


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
    if cell in _NOTHING or (len(cell) < 5 and cell.lower() in _NOTHING_IN_ANY_CASE):
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


def headed(
    name: str,
    rows: Iterable[list[str]],
    header: bool | None,
    once: Callable[[str], object] = language_in,
) -> tuple[Table, Iterator[list[str]]]:
    """The table without any cells, its columns named by the first row where it is a header, and the
    rows below.

    rows  taken one by one, so that they are never held together
    once  which headings may stand only once, as nobody knows which of two German texts is meant
    Errors: InputError where one of these stands twice.
    """
    rows = iter(rows)
    first = list(islice(rows, _LOOKED_AT_ROWS))
    if not first:
        raise InputError("“{name}” is empty.", name=name)
    n_above = 0 if header is False else _above_header(first)
    above = dict.fromkeys(filter(None, map(one_a_line, first[:n_above])))
    del first[:n_above]
    if header is not False and len(first) > 2:
        _join_headings(first)
    if header is None:
        header = _looks_like_header(first)
    names = _names_over(first) if header else []
    check_different(name, [*filter(once, names)])
    seen: dict[str, int] = {}
    columns = [
        unique_name(heading or f"column {position}", seen)
        for position, heading in enumerate(names or [""] * len(first[0]), start=1)
    ]
    table = Table(name, columns, [[] for _ in columns], header, above=[*above])
    if sum(map(bool, names)) > 1:
        return table, _without(first[0], chain(first[1:], rows), table)
    return table, chain(first[1:] if header else first, rows)


def _without(headings: list[str], rows: Iterable[list[str]], table: Table) -> Iterator[list[str]]:
    """The rows that do not repeat the headings; how many did is told in the table at the end."""
    n = 0
    for row in rows:
        if row == headings:
            n += 1
        else:
            yield row
    if n:
        message = Message(
            "{rows} of “{name}” repeats the headings and was left out."
            if n == 1
            else "{rows} of “{name}” repeat the headings and were left out.",
            rows=count(n, "row"),
            name=table.name,
        )
        table.doubts.append(message)


def with_header(name: str, rows: Iterable[list[str]], header: bool | None) -> Table:
    """The table of these rows, all made as long; arguments and errors as of `headed`."""
    table, below = headed(name, rows, header)
    width, shared = len(table.columns), shared_cells()
    for number, row in enumerate(below):
        if any(cell.strip() for cell in row[width:]):
            table.surplus.append(number)
        del row[width:]
        row.extend([""] * (width - len(row)))
        for column, cell in zip(table.cells, row, strict=True):
            column.append(shared(cell))
    return table


def _names_over(rows: list[list[str]]) -> list[str]:
    """Names of columns, in the first row; where all rows are longer, as many more: before them for
    row numbers, as R writes them, else after them."""
    names = [cell.strip().strip("\ufeff") for cell in rows[0]]
    wider = {len(row) - len(names) for row in rows[1:] if any(map(str.strip, row[len(names) :]))}
    more = wider.pop() if len(wider) == 1 else 0
    if more == 1 and all(row[0] == str(number) for number, row in enumerate(rows[1:], start=1)):
        return ["", *names]
    return names + [""] * (more if all(len(row) > len(names) for row in rows[1:]) else 0)


def _above_header(rows: list[list[str]]) -> int:
    """How many rows, of less than half the cells, stand above names of several columns: in a
    language that is not known here, below rows of one cell."""
    n_filled = [sum(bool(cell.strip()) for cell in row) for row in rows]
    for at, n in enumerate(n_filled[:_MOST_ABOVE]):
        most_above = max(n_filled[:at], default=0)
        stands_out = n > 1 and n >= 2 * most_above
        named = n > 2 >= 2 * most_above or any(map(is_known_heading, rows[at]))
        if stands_out and named and _looks_like_header(rows[at:]):
            return at
    titled = n_filled[0] == 1 and min(n_filled[1:], default=0) > 2
    return int(titled)  # above a table without headings


def _join_headings(rows: list[list[str]]) -> None:
    """Make one row of two, of which one says what several headings of the other have in common:
    *German* over *Title* and *Text*, and *English* over the same; or *Texts* over both."""
    over, names = ([cell.strip() for cell in row] for row in rows[:2])
    filled = [name for name in names if name]
    several = len(filled) > max(len(set(filled)), sum(map(bool, over)))
    within = any(name and not above for above, name in zip_longest(over, names, fillvalue=""))
    if (several or within) and all(map(is_known_heading, filled)):
        group, joined = "", []
        for above, name in zip_longest(over, names, fillvalue=""):
            group = above or group
            joined.append(name if name == above else f"{group} {name}".strip())
        rows[:2] = [joined]


def _looks_like_header(rows: list[list[str]]) -> bool:
    """Short wordlike cells above cells that are longer or of another kind; different ones, but for
    such as may repeat, and no numbers, but for tags of MARC."""
    first, below = [cell.strip() for cell in rows[0]], rows[1:]
    filled = [cell for cell in first if cell]
    if not below or not filled:
        return not below
    tags = {cell for cell in filled if _TAG.fullmatch(cell)}
    twice = {cell for cell in filled if filled.count(cell) > 1}
    known = {cell for cell in filled if is_known_heading(cell)}
    named = bool(known - twice)
    if twice - tags and not (named and all(map(may_repeat, twice - known))):
        return False
    if _repeated_below(first, below, twice, tags):
        return False
    if any(_NUMBER.fullmatch(cell) or len(cell) > 60 for cell in filled if cell not in tags):
        return False
    return named or _longer_below(first, below)


def _repeated_below(
    first: list[str], below: list[list[str]], twice: set[str], tags: set[str]
) -> bool:
    """Whether a heading that stands there twice stands below itself, or a tag below a tag."""
    return any(
        (head in twice and cell.strip() == head) or (head in tags and _TAG.fullmatch(cell.strip()))
        for row in below
        for head, cell in zip(first, row, strict=False)
    )


def _longer_below(first: list[str], below: list[list[str]]) -> bool:
    """Whether cells of a few words stand above longer ones."""
    lengths = [sum(len(row[i]) for row in below if i < len(row)) for i in range(len(first))]
    longer = max(lengths) / len(below) > 2.5 * max(map(len, first))
    return longer and all(len(cell.split()) <= 4 for cell in first)


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
