"""What a filter offers of a field, and the documents that what was chosen leaves."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from gplsa.core.types import BoolArray
from gplsa.corpus.fields.grouping import DECADE, grouped, in_order, selected
from gplsa.corpus.fields.kinds import NUMBER, SEVERAL, TIME, number_of
from gplsa.corpus.fields.several import one_by_one
from gplsa.errors import InputError


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
