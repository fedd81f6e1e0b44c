"""Tables in which a row holds one language: joined, they have a column for each."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from pathlib import PurePosixPath

from gplsa.reading.files import limits
from gplsa.reading.tables.column_names import is_id_heading, language_in
from gplsa.reading.tables.table import Table
from gplsa.text.languages import language_of


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
