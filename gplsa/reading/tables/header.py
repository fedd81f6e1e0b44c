"""What stands above the cells of a table: names of columns, in one row or two, below a title."""

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice, zip_longest

from gplsa.errors import InputError
from gplsa.message import Message, count, listed, quoted
from gplsa.names import unique_name
from gplsa.reading.tables.column_names import (
    check_different,
    is_known_heading,
    language_in,
    may_repeat,
)
from gplsa.reading.tables.table import Table, one_a_line, shared_cells

Row = list[str]

_LOOKED_AT_ROWS = 50
_MOST_ABOVE = 20
_ERRORS = frozenset(
    "#REF! #NAME? #VALUE! #DIV/0! #NUM! #NULL! #N/A #BEZUG! #WERT! #ZAHL! #NV".split()
)
_LONGEST_CELL = 32_767  # of Excel, which cuts what is pasted into one
_NUMBER, _TAG = re.compile(r"[\d.,:/%-]+"), re.compile(r"\d{3}")


def headed(
    name: str, rows: Iterable[Row], header: bool | None, once: Callable[[str], object] = language_in
) -> tuple[Table, Iterator[Row]]:
    """The table without any cells, its columns named where the first row is a header; and the rows.

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
    headings = enumerate(names or [""] * len(first[0]), start=1)
    columns = [unique_name(heading or f"column {at}", seen) for at, heading in headings]
    table = Table(name, columns, [[] for _ in columns], header, above=[*above])
    below = _sound(chain(first[1:] if header else first, rows), table)
    if sum(map(bool, names)) > 1:
        return table, _without(_trimmed(first[0]), below, table)
    return table, below


def _without(headings: Row, rows: Iterable[Row], table: Table) -> Iterator[Row]:
    """The rows that do not repeat the headings; how many did is told in the table at the end."""
    n = 0
    for row in rows:
        if row and _heading(row[0]) == headings[0] and _trimmed(row) == headings:
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


def _sound(rows: Iterable[Row], table: Table) -> Iterator[Row]:
    """The rows without errors that a spreadsheet computed; that there were some, or cells that
    Excel has cut, is told in the table at the end."""
    errors, cut = dict[str, str](), dict[str, int]()
    for row in rows:
        for at, (name, cell) in enumerate(zip(table.columns, row, strict=False)):
            if cell[:1] == "#" and cell.strip() in _ERRORS:
                errors.setdefault(name, cell.strip())
                row[at] = ""
            elif len(cell) == _LONGEST_CELL:
                cut[name] = len(cell)
        yield row
    if errors:
        told = Message(
            "Cells of {columns} hold errors of the spreadsheet, such as {error}, and are read "
            "as empty.",
            columns=listed(map(quoted, errors)),
            error=next(iter(errors.values())),
        )
        table.doubts.append(told)
    if cut:
        told = Message(
            "Cells of {columns} have {longest:,} characters, the most that Excel holds: the "
            "rest of their texts is probably missing.",
            columns=listed(map(quoted, cut)),
            longest=_LONGEST_CELL,
        )
        table.doubts.append(told)


def _heading(cell: str) -> str:
    """Without blanks and marks of the byte order."""
    return cell.strip().strip("\ufeff")


def _trimmed(row: Row) -> Row:
    """The headings of a row without empty ones at the end."""
    cells = [*map(_heading, row)]
    while cells and not cells[-1]:
        cells.pop()
    return cells


def with_header(name: str, rows: Iterable[Row], header: bool | None) -> Table:
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


def _names_over(rows: list[Row]) -> Row:
    """Names of columns, in the first row; where all rows are longer, as many more: before them for
    row numbers, as R writes them, else after them."""
    names = [*map(_heading, rows[0])]
    wider = {len(row) - len(names) for row in rows[1:] if any(map(str.strip, row[len(names) :]))}
    more = wider.pop() if len(wider) == 1 else 0
    if more == 1 and all(row[0] == str(number) for number, row in enumerate(rows[1:], start=1)):
        return ["", *names]
    return names + [""] * (more if all(len(row) > len(names) for row in rows[1:]) else 0)


def _above_header(rows: list[Row]) -> int:
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


def _join_headings(rows: list[Row]) -> None:
    """Make one row of two, of which one says what several headings of the other have in common:
    *German* over *Title* and *Text*, and *English* over the same; or *Texts* over both."""
    over, names = ([cell.strip() for cell in row] for row in rows[:2])
    filled = [name for name in names if name]
    several = len(filled) > max(len(set(filled)), sum(map(bool, over)))
    within = any(name and not above for above, name in zip_longest(over, names, fillvalue=""))
    # A row of groups has at most one for every two headings.
    grouped = 2 * sum(map(bool, over)) <= len(filled) and _looks_like_header([names, *rows[2:]])
    if (several or within) and (all(map(is_known_heading, filled)) or grouped):
        group, joined = "", []
        for above, name in zip_longest(over, names, fillvalue=""):
            group = above or group
            joined.append(name if name == above else f"{group} {name}".strip())
        rows[:2] = [joined]


def _looks_like_header(rows: list[Row]) -> bool:
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


def _repeated_below(first: Row, below: list[Row], twice: set[str], tags: set[str]) -> bool:
    """Whether a heading that stands there twice stands below itself, or a tag below a tag."""
    return any(
        (head in twice and cell.strip() == head) or (head in tags and _TAG.fullmatch(cell.strip()))
        for row in below
        for head, cell in zip(first, row, strict=False)
    )


def _longer_below(first: Row, below: list[Row]) -> bool:
    """Whether cells of a few words stand above longer ones."""
    lengths = [sum(len(row[i]) for row in below if i < len(row)) for i in range(len(first))]
    longer = max(lengths) / len(below) > 2.5 * max(map(len, first))
    return longer and all(len(cell.split()) <= 4 for cell in first)
