"""CSV and its relatives, with any separator."""

import csv
import re
from collections.abc import Iterator
from itertools import dropwhile
from typing import Any

from gplsa.errors import InputError
from gplsa.progress import Progress
from gplsa.reading.choices import Choices
from gplsa.reading.files import limits
from gplsa.reading.files.decoding import decode
from gplsa.reading.tables.table import Table, lines_of, with_header, within_limits

_NO_DELIMITER = "\x1f"  # for a file of one column, whose commas are those of its sentences
_DELIMITERS = ("\t", ";", ",", "|")
DOUBLED, UNQUOTED, ESCAPED = '""', "", '\\"'
"""How a quote within quotes is written; as it is where quotes hold nothing together; as databases
export it."""
_SNIFFED_ROWS = 100
_SNIFFED_CHARACTERS = 200_000


def read_separated(name: str, data: bytes, choices: Choices, progress: Progress | None) -> Table:
    """A table of lines; its separator and quotes are recognised unless chosen."""
    decoded = decode(data, name, choices.encoding)
    text = decoded.text
    if not text.strip():
        raise InputError("“{name}” is empty.", name=name)
    delimiter, rows = separated_rows(name, text, lines_of(text, progress), choices.delimiter)
    table = with_header(name, within_limits(rows, name, len(data)), choices.header)
    table.encoding, table.warning = decoded.encoding, decoded.warning
    table.delimiter = delimiter
    return table


def separated_rows(
    name: str, sample: str, lines: Iterator[str], delimiter: str | None
) -> tuple[str, Iterator[list[str]]]:
    """What separates the cells, "" where there is one column only, and the rows with any cell.

    sample  the lines or the first of them: what is not known is recognised from these
    """
    # Excel writes its separator into a first line of its own.
    if stated := re.match(r"sep=(.)\n", sample):
        next(lines)
        sample = sample[stated.end() :]
    found, quotes = sniff(sample, delimiter or (stated and stated[1]) or None)
    reader = _csv_reader(lines, found, quotes)
    return "" if found == _NO_DELIMITER else found, _filled_rows(name, reader)


def _filled_rows(name: str, reader: Any) -> Iterator[list[str]]:
    try:
        for row in reader:
            if any(map(str.strip, row)):
                yield row
    except csv.Error as error:
        raise InputError(
            "“{name}” is no readable table: line {line_num:,}: {error}.",
            name=name,
            line_num=reader.line_num,
            error=error,
        ) from error


def _csv_reader(lines: Iterator[str], delimiter: str, quotes: str, strict: bool = False) -> Any:
    csv.field_size_limit(limits.TEXT_CHARACTERS)
    mode = csv.QUOTE_NONE if quotes == UNQUOTED else csv.QUOTE_MINIMAL
    escape = "\\" if quotes == ESCAPED else None
    dialect: dict[str, Any] = {"delimiter": delimiter, "quoting": mode, "strict": strict}
    return csv.reader(lines, **dialect, escapechar=escape, doublequote=escape is None)


def sniff(text: str, delimiter: str | None) -> tuple[str, str]:
    """The separator, and how quotes hold cells together.

    Of all combinations the one under which most rows have as many cells, more than one, as the
    first; tabs before semicolons before commas where several fit.
    """
    sample = text[:_SNIFFED_CHARACTERS]
    if len(text) > len(sample):
        sample = sample[: sample.rfind("\n") + 1] or sample
    best, best_score = (delimiter or _NO_DELIMITER, DOUBLED), 0.0
    ways = [DOUBLED, *([ESCAPED] if ESCAPED in sample else []), UNQUOTED]
    for candidate in [delimiter] if delimiter else _DELIMITERS:
        if candidate not in sample:
            continue
        for quotes in ways:
            score = _consistency(sample, candidate, quotes)
            if score > best_score + 0.02:
                best, best_score = (candidate, quotes), score
    return best if best[1] == UNQUOTED or _is_sound(text, *best) else (best[0], UNQUOTED)


def _is_sound(text: str, delimiter: str, quotes: str) -> bool:
    """Whether quotes hold cells together to the end, or lines are not whole rows without them: one
    quote that nothing closes would take in all rows that follow."""
    if '"' not in text or text.startswith('"'):
        return True
    whole = _widths(text, delimiter, quotes, strict=True, most=0, open_end=False)
    return whole is not None or len({*(_widths(text, delimiter, UNQUOTED, False, 0) or [])}) != 1


def _consistency(sample: str, delimiter: str, quotes: str) -> float:
    """Share of rows as wide as most; less where quotes stand within cells.

    The headings may be one cell more or less (of row names, of separators at the ends), and lines
    of fewer separators stand above them, where all other rows are alike.
    """
    widths = _widths(sample, delimiter, quotes, strict=quotes != UNQUOTED)
    sound = widths is not None
    if widths is None:
        widths = _widths(sample, delimiter, quotes, strict=False)
    common = max({*widths}, key=widths.count) if widths else 0
    table = list(dropwhile(lambda width: width < max(2, common - 1), widths or []))
    usual = table[0] if table else 0
    if len({*table[1:]}) == 1 and abs(table[1] - usual) == 1:
        usual = table[1]
    even = sum(width == usual for width in table) / max(len(table), 1)
    if table != widths:  # a separator of all lines says more
        sure = even == 1 and (delimiter != "," or usual > 2) and 2 * len(table) > len(widths or [])
        even = 0.5 if sure else 0.0
    return even if sound else 0.9 * even


def _widths(
    sample: str,
    delimiter: str,
    quotes: str,
    strict: bool,
    most: int = _SNIFFED_ROWS,
    open_end: bool = True,
) -> list[int] | None:
    """Cells per row of the first rows (most: 0 for all); None where quotes break the rules."""
    widths: list[int] = []
    try:
        for row in _csv_reader(lines_of(sample, None), delimiter, quotes, strict):
            widths += [len(row)] if row else []
            if len(widths) == most:
                break
    except csv.Error as error:
        # A sample may well end within a cell.
        return widths if open_end and "end of data" in str(error) else None
    return widths
