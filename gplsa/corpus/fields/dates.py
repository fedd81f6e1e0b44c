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
_Y, _NAME = r"(?P<y>\d{4})", r"(?P<name>[^\W\d_]{3,10})"
_M, _D = r"(?P<m>\d{1,2})", r"(?P<d>\d{1,2})"
_TWO_YEARS = re.compile(r"(\d{4})([-–/])(\d{4}|\d{1,2})")
_YEAR_LAST = re.compile(rf"(\d{{1,2}})([./-]) ?(\d{{1,2}})[./-] ?(\d{{4}}){_TIME_OF_DAY}")
_PLAIN = (
    # In catalogues [1841] and [1841?] are years that the book does not say, c1841 is its own.
    re.compile(rf"\[?(?:c\.?|©|ca\.|circa|um|about)? ?{_Y}(?:s|er|\.0+)?\??\]?", re.IGNORECASE),
    re.compile(rf"{_Y}[-/.]{_M}(?:[-/.]{_D})?{_TIME_OF_DAY}"),
    re.compile(r"(?P<y>\d{4})(?P<m>\d{2})(?P<d>\d{2})"),
    re.compile(rf"{_M}[/.-]{_Y}"),
    re.compile(
        rf"(?:\w{{2,12}}\.?,? )?{_D}\.?(?:st|nd|rd|th|er)? (?:of |de )?"
        rf"{_NAME}\.?,? (?:de )?{_Y}{_TIME_OF_DAY}"
    ),
    re.compile(rf"(?:\w{{2,12}}\.?,? )?{_NAME}\.? {_D}(?:st|nd|rd|th)?,? {_Y}{_TIME_OF_DAY}"),
    re.compile(rf"{_NAME}\.?,? (?:de )?{_Y}"),
)
"""Forms that tell of each number what it is: year, month or day; name: of a month."""
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
    if two_years and (found := _TWO_YEARS.fullmatch(text)) and _follow(found):
        return _checked(found[1], 0, 0)
    if found := _YEAR_LAST.fullmatch(text):
        if month_first is None and found[2] != ".":
            return _checked(found[4], 0, 0)
        day, month = (found[3], found[1]) if month_first else (found[1], found[3])
        return _checked(found[4], month, day)
    found = next(filter(None, (form.fullmatch(text) for form in _PLAIN)), None)
    if found is None:
        return None
    said = found.groupdict(default="0")
    month = _MONTH.get(said["name"].lower(), -1) if "name" in said else said.get("m", 0)
    return _checked(said["y"], month, said.get("d", 0))


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
