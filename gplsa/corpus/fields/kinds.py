"""What a column beside the documents holds: times, categories, numbers, or what groups nothing."""

import re
from collections.abc import Mapping, Sequence

from gplsa.corpus.fields.dates import dates_of
from gplsa.corpus.fields.several import Listing, may_be_several

TIME, CATEGORY, NUMBER, SEVERAL = "time", "category", "number", "several"

_MOST_CATEGORIES = 200
_LEAST_SHARE = 0.8  # of the filled cells that must be of a kind
_LEAST_FILLED = 0.1
_FEW_NUMBERS = 12
_NUMBER = re.compile(r"[+-]?(?:\d{1,15}(?:[.,]\d{0,15})?|[.,]\d{1,15})(?:[eE][+-]?\d{1,3})?")


def kinds_of(fields: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """The fields that group documents, by name, with their kinds.

    >>> kinds_of({"year": ["1841", "1842"], "place": ["Köln", "Köln"], "note": ["rain", "sun"]})
    {'year': 'time'}
    """
    found = {name: kind_of(values) for name, values in fields.items()}
    return {name: kind for name, kind in found.items() if kind}


def kind_of(values: Sequence[str]) -> str:
    """TIME where most filled cells are dates or years, NUMBER where they are many numbers, CATEGORY
    where values repeat, SEVERAL where cells hold lists of them; "" for the rest: ids, titles,
    notes, and what is everywhere the same.
    """
    filled = [value.strip() for value in values if value.strip()]
    distinct = set(filled)
    if len(distinct) < 2 or len(filled) < _LEAST_FILLED * len(values):
        return ""
    dated = sum(date is not None for date in dates_of(filled))
    if dated >= _LEAST_SHARE * len(filled) and len(set(dates_of(sorted(distinct)))) > 1:
        return TIME
    numbers = [number_of(value) is not None for value in filled]
    if sum(numbers) >= _LEAST_SHARE * len(filled) and len(distinct) > _FEW_NUMBERS:
        return NUMBER
    if may_be_several(filled) and Listing.of(filled).are_lists:
        return SEVERAL
    return CATEGORY if len(distinct) <= min(len(filled) / 2, _MOST_CATEGORIES) else ""


def number_of(value: str) -> float | None:
    """The number a cell holds, with a point or a comma; None where it holds none."""
    text = value.strip()
    return float(text.replace(",", ".")) if _NUMBER.fullmatch(text) else None
