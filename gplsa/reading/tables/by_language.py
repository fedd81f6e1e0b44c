"""Tables in which a row holds one language: joined, they have a column for each."""

from collections.abc import Sequence
from dataclasses import replace
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
        columns = [one for one in table.columns if one != name]
        found = []
        for mark, code in marks.items():
            rows = [row for row, cell in enumerate(table.column(name)) if cell == mark]
            cells = [[table.column(one)[row] for row in rows] for one in columns]
            found.append(replace(table, columns=columns, cells=cells, sheet=code))
        return found
    return []


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
    rows = [{one: row for row, one in enumerate(table.column(key))} for table in tables]
    once = all(len(one) == table.n_rows for one, table in zip(rows, tables, strict=True))
    ids = list(dict.fromkeys(one for of_table in rows for one in of_table))
    if not once or len(ids) == sum(map(len, rows)):
        return None
    columns = {key: ids}
    for name in (one for one in first.columns if one != key):
        found = {}
        for code, table, row_of in zip(codes, tables, rows, strict=True):
            cells = [*table.column(name), ""]  # the last one for ids that are not there
            found[f"{name} ({code})"] = [cells[row_of.get(one, -1)] for one in ids]
        filled = [next(filter(None, cells), "") for cells in zip(*found.values(), strict=True)]
        same = all(
            cell in ("", one)
            for cells in found.values()
            for cell, one in zip(cells, filled, strict=True)
        )
        columns |= {name: filled} if same else found
    return replace(first, columns=[*columns], cells=[*columns.values()], sheet="", unread=[])
