"""Documents by what a field says: by year, month or decade, by category, by size; and what a filter
offers of it, and leaves."""

import datetime
import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from gplsa.core.types import BoolArray, IntArray
from gplsa.corpus.fields.dates import Date, dates_of
from gplsa.corpus.fields.kinds import CATEGORY, NUMBER, SEVERAL, TIME, number_of
from gplsa.corpus.fields.several import one_by_one, values_of
from gplsa.errors import InputError
from gplsa.message import Message, listed
from gplsa.names import TIME_UNITS

DAY, MONTH, YEAR, DECADE = TIME_UNITS
MOST_CATEGORIES = 40
MOST_PERIODS = 400
_MANY_PERIODS = 40
_DECADES, _ENOUGH = 20, 5
"""Years from which on decades tell more where a year has fewer documents than these."""
_NEARLY_ALL = 0.025, 0.975
_NUMBER_GROUPS = 5
_MOST_SINGLE = 24  # different numbers that are a group each
_RANGE = ".."
_NUMBERED = re.compile(r"(\D*)(\d{0,18})")

_TOO_MANY = {
    DAY: Message(
        "By day these are {periods:,} periods, and at most {most} can be shown: choose a longer "
        "unit."
    ),
    MONTH: Message(
        "By month these are {periods:,} periods, and at most {most} can be shown: choose a longer "
        "unit."
    ),
    YEAR: Message(
        "By year these are {periods:,} periods, and at most {most} can be shown: choose a longer "
        "unit."
    ),
    DECADE: Message(
        "By decade these are {periods:,} periods, and at most {most} can be shown: choose a longer "
        "unit."
    ),
}
_TOO_FINE = {
    DAY: Message("No date here says a day: choose a longer unit."),
    MONTH: Message("No date here says a month: choose a longer unit."),
}


@dataclass(frozen=True)
class Groups:
    """Which group each document is in.

    labels   of the groups, in order: of time, of size; of categories by the numbers that all have,
             or the largest first
    of       (n_documents,) the place of its group, -1 where the field says nothing
    left_out documents of categories too many to be shown
    """

    labels: list[str]
    of: IntArray
    left_out: int = 0

    @property
    def sizes(self) -> IntArray:
        """(n_groups,) documents in each."""
        return np.bincount(self.of[self.of >= 0], minlength=len(self.labels)).astype(np.int64)


def grouped(values: Sequence[str], kind: str, unit: str = "") -> Groups:
    """Documents by a field of this kind.

    unit  of time: one of `TIME_UNITS`; where "", years, or days, months or decades where these are
          too few or too many
    Raises InputError where a unit gives more periods than anybody can look at, or no date says as
    much.
    """
    if kind == TIME:
        return _by_time(dates_of(values), unit)
    if kind == NUMBER:
        return _by_size([number_of(value) for value in values])
    if kind == SEVERAL:
        places, every = one_by_one(values)
        groups = grouped(every, CATEGORY)
        # Of a cell the first of its values that has a group: see `one_by_one` for all of them.
        first = np.full(len(values), -1, dtype=np.int64)
        grouping = groups.of >= 0
        first[places[grouping][::-1]] = groups.of[grouping][::-1]
        return Groups(groups.labels, first, int((first[places] < 0).sum()))
    counted = Counter(value.strip() for value in values if value.strip())
    shown = in_order(counted, MOST_CATEGORIES)
    place = {value: number for number, value in enumerate(shown)}
    of = np.array([place.get(value.strip(), -1) for value in values], dtype=np.int64)
    return Groups(shown, of, sum(counted.values()) - sum(counted[value] for value in shown))


def in_order(counted: Mapping[str, int], most: int | None = None) -> list[str]:
    """The largest first, at most so many; then by the numbers in them where all have some."""
    shown = sorted(counted, key=lambda value: (-counted[value], value))[:most]
    if all(any(map(str.isdecimal, value)) for value in shown):
        # Shelfmarks, too, and dates of other forms: 9 before 10.
        shown.sort(key=lambda value: [(word, int(n or 0)) for word, n in _NUMBERED.findall(value)])
    return shown


def selected(values: Sequence[str], kind: str, wanted: str) -> BoolArray:
    """(n_documents,) whether a field says what is wanted: a value, or for times and numbers a range
    “1841..1850”, one end of which may be left open.

    Raises InputError where the range is none of this kind.
    """
    if kind == SEVERAL:
        return np.array([" ".join(wanted.split()) in values_of(one) for one in values], dtype=bool)
    ends = [end.strip() for end in wanted.split(_RANGE, 1)]
    if kind == TIME and (len(ends) == 2 or dates_of([*values, *ends])[-1]):
        return _in_span(values, ends)
    if kind == NUMBER and len(ends) == 2:
        return _in_range(values, ends)
    return np.array([value.strip() == wanted.strip() for value in values], dtype=bool)


def _in_span(values: Sequence[str], ends: Sequence[str]) -> BoolArray:
    # As in the column, whose cells tell what 3/4/1999 and 2001/02 are.
    found = dates_of([*values, *ends])
    dates = found[len(values) :]
    if any(end and not date for end, date in zip(ends, dates, strict=True)):
        wanted = _RANGE.join(ends)
        raise InputError("“{wanted}” is no span of time; write it as 1841..1850.", wanted=wanted)
    first, last = dates[0] or (0, 0, 0), dates[-1] or (0, 0, 0)
    return np.array([_within(one, first, last) for one in found[: len(values)]], dtype=bool)


def _in_range(values: Sequence[str], ends: Sequence[str]) -> BoolArray:
    limits = zip(ends, (-math.inf, math.inf), strict=True)
    least, most = (number_of(end) if end else limit for end, limit in limits)
    if least is None or most is None:
        wanted = _RANGE.join(ends)
        raise InputError("“{wanted}” is no range of numbers; write it as 3..7.", wanted=wanted)
    numbers = map(number_of, values)
    return np.array([n is not None and least <= n <= most for n in numbers], dtype=bool)


def _within(found: Date | None, first: Date, last: Date) -> bool:
    """Whether a date may lie in a span; an end that names a year means all of that year."""
    return found is not None and _not_after(first, found) and _not_after(found, last)


def _not_after(one: Date, other: Date) -> bool:
    """Whether a date may be the same as another or before it, as far as both say."""
    said = 3 - max(one.count(0), other.count(0))
    return one[:said] <= other[:said]


def _by_time(dates: Sequence[Date | None], unit: str) -> Groups:
    if unit and unit not in TIME_UNITS:
        raise InputError(
            "There is no unit of time called “{unit}”: use {join}.",
            unit=unit,
            join=listed(TIME_UNITS),
        )
    unit = unit or usual_unit(dates)
    keys = [_period(date, unit) if date else None for date in dates]
    known = sorted({key for key in keys if key is not None})
    if not known:
        if any(dates) and unit in _TOO_FINE:
            raise InputError(_TOO_FINE[unit])
        return Groups([], np.full(len(dates), -1, dtype=np.int64))
    # Periods without documents are shown as gaps, as long as there are not too many.
    span = known[-1] - known[0] + 1
    periods = [*range(known[0], known[-1] + 1)] if span <= MOST_PERIODS else known
    if len(periods) > MOST_PERIODS:
        raise InputError(_TOO_MANY[unit], periods=len(periods), most=MOST_PERIODS)
    place = {key: number for number, key in enumerate(periods)}
    of = np.array([-1 if key is None else place[key] for key in keys], dtype=np.int64)
    return Groups([_label(key, unit) for key in periods], of)


def units_of(values: Sequence[str]) -> list[str]:
    """Those of `TIME_UNITS` that some of the cells say: of years neither days nor months."""
    dates = {date for date in dates_of(values) if date}
    return [unit for unit in TIME_UNITS if any(_period(date, unit) is not None for date in dates)]


def usual_unit(dates: Sequence[Date | None]) -> str:
    """The unit that gives some periods and not too many."""
    known = {date for date in dates if date}
    years = {year for year, _, _ in known}
    if len(years) >= 3 or not all(month for _, month, _ in known):
        dated = sum(date is not None for date in dates)
        # Of nearly all documents: one of long ago does not put the others into decades.
        span = float(np.ptp(np.quantile([date[0] for date in dates if date], _NEARLY_ALL)))
        seldom = span >= _DECADES and dated < _ENOUGH * len(years)
        return DECADE if max(span, len(years)) >= _MANY_PERIODS or seldom else YEAR
    few_months = len({date[:2] for date in known}) < 3
    return DAY if few_months and all(day for _, _, day in known) else MONTH


def _period(date: Date, unit: str) -> int | None:
    """A number that counts the periods of a unit; None where a date does not say that much."""
    year, month, day = date
    if unit == DECADE:
        return year // 10
    if unit == YEAR:
        return year
    if not month or (unit == DAY and not day):
        return None
    if unit == MONTH:
        return 12 * year + month - 1
    return datetime.date(year, month, day).toordinal()


def _label(key: int, unit: str) -> str:
    if unit == DECADE:
        return f"{10 * key}s"
    if unit == YEAR:
        return str(key)
    if unit == MONTH:
        return f"{key // 12}-{key % 12 + 1:02d}"
    return str(datetime.date.fromordinal(key))


def _by_size(numbers: Sequence[float | None]) -> Groups:
    """Few different numbers each by itself; else about equally many documents in each of at most
    five groups, called by the least and the largest number in it, so that no two share one."""
    values = np.array([np.nan if number is None else number for number in numbers])
    known = values[~np.isnan(values)]
    of = np.full(len(values), -1, dtype=np.int64)
    single, place = np.unique(known, return_inverse=True)
    if len(single) <= _MOST_SINGLE:
        of[~np.isnan(values)] = place
        return Groups([f"{number:g}" for number in single], of)
    cuts = np.unique(np.quantile(known, np.linspace(0, 1, _NUMBER_GROUPS + 1)))
    of[~np.isnan(values)] = np.clip(np.searchsorted(cuts, known, "left") - 1, 0, len(cuts) - 2)
    held = ((values[of == group], cut) for group, cut in enumerate(pairwise(cuts)))
    ends = [(one.min(), one.max()) if len(one) else cut for one, cut in held]
    return Groups([f"{low:g} to {high:g}" if low < high else f"{low:g}" for low, high in ends], of)


def periods(column: Sequence[str]) -> list[str]:
    """The years or other periods from the first to the last, two at least."""
    try:
        labels = grouped(column, TIME).labels
    except InputError:
        labels = grouped(column, TIME, DECADE).labels
    return labels if len(labels) > 1 else [labels[0], f"{labels[0]} "]


def different_values(column: Sequence[str], kind: str) -> list[str]:
    """All values of categories, rare ones too, in the order of their groups."""
    cells = one_by_one(column)[1] if kind == SEVERAL else column
    return in_order(Counter(value.strip() for value in cells if value.strip()))


def all_of(column: Sequence[str], kind: str) -> Any:
    """The choice that leaves no document out: the ends of times and numbers, else no value."""
    if kind == TIME:
        ends = periods(column)
        return ends[0], ends[-1]
    if kind == NUMBER:
        numbers = [size for value in column if (size := number_of(value)) is not None]
        return min(numbers), max(numbers)
    return []


def fitting(column: Sequence[str], kind: str, wanted: Any) -> BoolArray:
    """(n_documents,) whether a field says what was chosen: between both ends, or any value."""
    if kind in (TIME, NUMBER):
        return selected(column, kind, span(*wanted))
    fits = np.zeros(len(column), dtype=bool)
    for value in wanted:
        fits |= selected(column, kind, value)
    return fits


def span(first: object, last: object) -> str:
    """As `selected` takes it.

    >>> span("1840s", "1840s")
    '1840..1849'
    """
    low, high = str(first).strip(), str(last).strip()
    end = f"{high[:-2]}9" if high.endswith("s") else high  # the last year of a decade
    return f"{low.removesuffix('s')}..{end}"
