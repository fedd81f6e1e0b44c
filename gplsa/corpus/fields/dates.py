"""Dates as people write them, as (year, month, day) with 0 for what is not said."""

import re
from collections.abc import Sequence
from datetime import date

Date = tuple[int, int, int]

_EARLIEST, _LATEST = 1000, 2199
_MONTHS = (
    "jan jänner january januar janvier enero gennaio janeiro januari",
    "feb feber february februar février fevrier febrero febbraio fevereiro februari",
    "mar mär mrz märz maerz march mars marzo março maart",
    "apr avr april avril abril aprile",
    "may mai mayo maggio maio mei",
    "jun june juni juin junio giugno junho",
    "jul july juli juillet julio luglio julho",
    "aug august août aout agosto augustus",
    "sep sept september septembre septiembre settembre setembro",
    "oct okt october oktober octobre octubre ottobre outubro",
    "nov november novembre noviembre novembro",
    "dec dez dic déc december dezember décembre decembre diciembre dicembre dezembro",
)
_MONTH = {name: number for number, names in enumerate(_MONTHS, 1) for name in names.split()}

_TIME_OF_DAY = r"(?:[T ]\d{1,2}:\d{2}[\d:.,]{0,12} ?(?:Z|[+-]\d{2}:?\d{2}|[aApP]\.?[mM]\.?)?)?"
# In catalogues [1841] and [1841?] stand for a year that the book does not say, c1841 for its own.
_YEAR = re.compile(
    r"\[?(?:c\.?|©|ca\.|circa|um|about)? ?(\d{4})(?:s|er|\.0+)?\??\]?", re.IGNORECASE
)
_YEAR_FIRST = re.compile(rf"(\d{{4}})[-/.](\d{{1,2}})(?:[-/.](\d{{1,2}}))?{_TIME_OF_DAY}")
_TWO_YEARS = re.compile(r"(\d{4})([-–/])(\d{4}|\d{1,2})")
_WITHOUT_SIGNS = re.compile(r"(\d{4})(\d{2})(\d{2})")
_YEAR_LAST = re.compile(rf"(\d{{1,2}})([./-]) ?(\d{{1,2}})[./-] ?(\d{{4}}){_TIME_OF_DAY}")
_MONTH_AND_YEAR = re.compile(r"(\d{1,2})[/.-](\d{4})")
_DAY_NAMED = re.compile(
    r"(?:\w{2,12}\.?,? )?(\d{1,2})\.?(?:st|nd|rd|th|er)? (?:of |de )?"
    rf"([^\W\d_]{{3,10}})\.?,? (?:de )?(\d{{4}}){_TIME_OF_DAY}"
)
_NAMED_DAY = re.compile(
    r"(?:\w{2,12}\.?,? )?([^\W\d_]{3,10})\.? (\d{1,2})(?:st|nd|rd|th)?,? "
    rf"(\d{{4}}){_TIME_OF_DAY}"
)
_NAMED = re.compile(r"([^\W\d_]{3,10})\.?,? (?:de )?(\d{4})")
_LONGEST = 60


def dates_of(values: Sequence[str]) -> list[Date | None]:
    """The date that each cell says, None where it says none.

    Whether 3/4/1999 is in March or in April is not said by the cell. Where the first number is
    above 12 in some cell of the column, days come first everywhere; where the second one is,
    months do. Where neither tells, days come first before a full stop, and of others only the year
    is said. 1805/06 is a month, or two years as 1850/51, of which the first one counts, where all
    cells may be, or some can be nothing else.
    """
    month_first, two_years = _month_first(values), _two_years(values)
    known: dict[str, Date | None] = {}
    for value in values:
        if value not in known:
            known[value] = _date(value, month_first, two_years)
    return [known[value] for value in values]


def _date(value: str, month_first: bool | None, two_years: bool) -> Date | None:
    text = " ".join(value[: _LONGEST + 1].split())
    if len(text) > _LONGEST:
        return None
    if found := _YEAR.fullmatch(text):
        return _checked(found[1], 0, 0)
    if two_years and (found := _TWO_YEARS.fullmatch(text)) and _follow(found):
        return _checked(found[1], 0, 0)
    if found := _YEAR_FIRST.fullmatch(text) or _WITHOUT_SIGNS.fullmatch(text):
        return _checked(found[1], found[2], found[3] or 0)
    if found := _YEAR_LAST.fullmatch(text):
        if month_first is None and found[2] != ".":
            return _checked(found[4], 0, 0)
        day, month = (found[3], found[1]) if month_first else (found[1], found[3])
        return _checked(found[4], month, day)
    if found := _MONTH_AND_YEAR.fullmatch(text):
        return _checked(found[2], found[1], 0)
    if found := _DAY_NAMED.fullmatch(text):
        return _named(found[3], found[2], found[1])
    if found := _NAMED_DAY.fullmatch(text):
        return _named(found[3], found[1], found[2])
    if found := _NAMED.fullmatch(text):
        return _named(found[2], found[1], 0)
    return None


def _month_first(values: Sequence[str]) -> bool | None:
    cells = [found for value in values if (found := _YEAR_LAST.fullmatch(value.strip()))]
    first, second = (sum(int(found[place]) > 12 for found in cells) for place in (1, 3))
    return None if first == second else second > first


def _two_years(values: Sequence[str]) -> bool:
    cells = [found for value in values if (found := _TWO_YEARS.fullmatch(value.strip()))]
    surely = any(_follow(found) and int(found[3]) > 12 for found in cells)
    return surely or all(_follow(found) and found[2] != "-" for found in cells)


def _follow(years: re.Match[str]) -> bool:
    return str(int(years[1]) + 1).endswith(years[3])


def _named(year: str, month: str, day: str | int) -> Date | None:
    number = _MONTH.get(month.lower())
    return None if number is None else _checked(year, number, day)


def _checked(year: str, month: str | int, day: str | int) -> Date | None:
    """Only days that the calendar has, in years of which collections speak."""
    found = int(year), int(month), int(day)
    if not _EARLIEST <= found[0] <= _LATEST:
        return None
    try:
        date(found[0], found[1] or 1, found[2] or 1)
    except ValueError:
        return None
    return None if found[2] and not found[1] else found
