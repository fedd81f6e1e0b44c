"""CSV and its relatives, with any separator."""

import csv
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import dropwhile, islice
from typing import Any

from gplsa.errors import InputError
from gplsa.message import Message, count
from gplsa.progress import Progress
from gplsa.reading.choices import Choices
from gplsa.reading.files import limits
from gplsa.reading.files.decoding import decode
from gplsa.reading.tables.header import with_header
from gplsa.reading.tables.table import Table, lines_of, within_limits

_NO_DELIMITER = "\x1f"  # for a file of one column, whose commas are those of its sentences
_DELIMITERS = ("\t", ";", ",", "|")
DOUBLED, UNQUOTED, ESCAPED = '""', "", '\\"'
"""How a quote within quotes is written; as it is where they hold nothing; as databases do."""
_DOUBLED_WITHIN = re.compile(r'(?<![\\",;\t|\n])""|\\""(?![,;\t|\n]|$)')
_QUOTED = re.compile(r'"(?:[^"]|"")*+"')
MOST_AGAIN = 1_000_000
"""Lines that may be read again because of quotes; from then on each is a row for itself."""
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
    table.doubts += rows.doubts
    return table


def separated_rows(
    name: str, sample: str, lines: Iterator[str], delimiter: str | None
) -> tuple[str, "Rows"]:
    """What separates the cells, "" where there is one column only, and the rows with any cell.

    sample  the lines or the first of them: what is not known is recognised from these
    """
    # Excel writes its separator into a first line of its own.
    if stated := re.match(r"sep=(.)\n", sample):
        next(lines)
        sample = sample[stated.end() :]
    found, quotes = sniff(sample, delimiter or (stated and stated[1]) or None)
    numbered = enumerate(_tidied(lines, found), start=2 if stated else 1)
    undone = quotes == UNQUOTED and _quotes_cells(sample, found)
    return "" if found == _NO_DELIMITER else found, Rows(name, numbered, found, quotes, undone)


def _tidied(lines: Iterable[str], delimiter: str) -> Iterator[str]:
    """Without the blanks that some programs write behind a closing quote: the last of an odd
    number of quotes, as those of the text are doubled or escaped; or of two that hold nothing."""
    stop = re.escape(delimiter)
    closing = rf'(?<![\\"])"(?:"")*+|(?:^|(?<=[{stop}]))""'
    blanks = re.compile(rf"({closing})[^\S\n{stop}]++(?=[{stop}\n]|$)")
    return (blanks.sub(r"\1", line) if '"' in line else line for line in lines)


def _quotes_cells(sample: str, delimiter: str) -> bool:
    """Whether more cells of single lines are quotes as a whole than only begin as direct speech."""
    lines = islice(_tidied(lines_of(sample, None), delimiter), _SNIFFED_ROWS)
    every = (cell for line in lines for cell in line.rstrip("\n").split(delimiter))
    cells = [cell for cell in every if cell.startswith('"')]
    return 2 * sum(map(bool, map(_QUOTED.fullmatch, cells))) > len(cells)


@dataclass
class Rows:
    """Rows with any cell. A line whose quotes break the rules is a row for itself, as nobody knows
    which lines a quote that nothing closes should take in.

    undone  where quotes hold nothing together, whether cells have them all the same
    unclosed  lines, from 1, with a quote that is not closed;  at  the line come to
    """

    name: str
    lines: Iterator[tuple[int, str]]
    delimiter: str
    quotes: str
    undone: bool = False
    unclosed: list[int] = field(default_factory=list)
    at: int = 0

    @property
    def doubts(self) -> list[Message]:
        """A sentence on cells of the rows read so far that may not be what is in the file."""
        if not self.unclosed:
            return []
        return [
            Message(
                "A quote opened in line {line:,} of “{name}” is not closed: see whether its cells "
                "are whole, and close it there."
                if len(self.unclosed) == 1
                else "In {lines} of “{name}” a quote is opened that is not closed, first in line "
                "{line:,}: see whether their cells are whole, and close it there.",
                lines=count(len(self.unclosed), "line"),
                line=self.unclosed[0],
                name=self.name,
            )
        ]

    def __iter__(self) -> Iterator[list[str]]:
        try:
            yield from (row for row in self._all() if any(map(str.strip, row)))
        except csv.Error as error:
            raise InputError(
                "“{name}” is no readable table: line {line_num:,}: {error}.",
                name=self.name,
                line_num=self.at,
                error=error,
            ) from error

    def _all(self) -> Iterator[list[str]]:
        back, taken, again = list[tuple[int, str]](), list[tuple[int, str]](), 0

        def more() -> Iterator[str]:
            while one := back.pop() if back else next(self.lines, None):
                taken.append(one)
                self.at = one[0]
                yield one[1]

        quotes, width = self.quotes, 0
        reader = _csv_reader(more(), self.delimiter, quotes, strict=quotes != UNQUOTED)
        while True:
            taken.clear()
            try:
                row = next(reader, None)
                if row is None:
                    return
                if quotes == UNQUOTED and self.undone and '"' in taken[0][1]:
                    row = self._by_itself(taken[0][1], width)
            except csv.Error:
                if quotes == UNQUOTED:
                    raise
                back += taken[:0:-1]
                again += len(taken) - 1
                self.at = taken[0][0]
                row = self._by_itself(taken[0][1], width)
                if again > MOST_AGAIN:
                    quotes, self.undone = UNQUOTED, True
                reader = _csv_reader(more(), self.delimiter, quotes, strict=quotes != UNQUOTED)
            width = width or len(row)
            yield row

    def _by_itself(self, line: str, width: int) -> list[str]:
        """The cells of a line, those in quotes without them where these follow the rules."""
        cells, at, line, is_open = list[str](), 0, line.rstrip("\n"), False
        while at <= len(line):
            quoted = _QUOTED.match(line, at)
            if quoted and line[quoted.end() : quoted.end() + 1] in ("", self.delimiter):
                cells.append(_without_quotes(quoted[0]))
                at = quoted.end() + 1
                continue
            stop = line.find(self.delimiter, at)
            stop = len(line) if stop < 0 else stop
            is_open |= line.startswith('"', at) and (not quoted or quoted.end() > stop)
            cells.append(line[at:stop])
            at += len(cells[-1]) + 1
        if is_open:
            self.unclosed.append(self.at)
            split: list[str] = next(_csv_reader(iter([line]), self.delimiter, UNQUOTED))
            if len(split) == width:
                return [*map(_without_quotes, split)]
        return cells


def _without_quotes(cell: str) -> str:
    whole = len(cell) > 1 and _QUOTED.fullmatch(cell)
    return cell[1:-1].replace('""', '"') if whole else cell


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
            # Where the cells are the same either way, a quote behind a backslash is escaped.
            alike = (*best, score) == (candidate, DOUBLED, best_score) and quotes == ESCAPED
            if score > best_score + 0.02 or (alike and not _DOUBLED_WITHIN.search(sample)):
                best, best_score = (candidate, quotes), score
    return best


def _consistency(sample: str, delimiter: str, quotes: str) -> float:
    """Share of rows as wide as most; less where quotes stand within cells.

    The headings may be one cell more or less (of row names, of separators at the ends), and lines
    of fewer separators stand above them, where all other rows are alike.
    """
    widths = _widths(sample, delimiter, quotes)
    sound = widths is not None
    if widths is None:
        rows = Rows("", enumerate(_tidied(lines_of(sample, None), delimiter)), delimiter, quotes)
        widths = [len(row) for row in islice(rows, _SNIFFED_ROWS)]
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


def _widths(sample: str, delimiter: str, quotes: str) -> list[int] | None:
    """Cells per row of the first rows; None where quotes break the rules."""
    widths: list[int] = []
    try:
        lines = _tidied(lines_of(sample, None), delimiter)
        for row in _csv_reader(lines, delimiter, quotes, quotes != UNQUOTED):
            widths += [len(row)] if row else []
            if len(widths) == _SNIFFED_ROWS:
                break
    except csv.Error as error:
        # A sample may well end within a cell.
        return widths if "end of data" in str(error) else None
    return widths
