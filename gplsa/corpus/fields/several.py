"""Cells that hold several values: subject headings, places, persons."""

import json
from collections import Counter
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

SEPARATORS = ("|", "\n", ";")
"""In this order: values may hold the later ones rather than the earlier ones."""
_LONGEST = 100  # characters of a value, on the mean
_LEAST_SEVERAL = 0.1  # of the filled cells that hold more than one


def values_of(cell: str) -> list[str]:
    """The values in a cell: of a JSON list (of texts, or of objects with `uri` or `label`), or
    between the first of `SEPARATORS` that it has and those after that.

    >>> values_of('["Baum", "Eiche, alte"]'), values_of("Baum | Linde; Eiche"), values_of("")
    (['Baum', 'Eiche, alte'], ['Baum', 'Linde', 'Eiche'], [])
    """
    listed = listed_in(cell)
    if listed is not None:
        return listed
    pieces = [cell]
    for separator in SEPARATORS:
        pieces = [part for piece in pieces for part in piece.split(separator)]
    return [value for piece in pieces if (value := " ".join(piece.split()))]


def listed_in(cell: str) -> list[str] | None:
    """The values of a JSON list; None where a cell is none: a value may begin with a bracket."""
    if not cell.lstrip().startswith("["):
        return None
    try:
        found = json.loads(cell)
    except (ValueError, RecursionError):
        return None
    return [value for one in found if (value := _value(one))] if isinstance(found, list) else None


def _value(one: object) -> str:
    """Of a list: a text, or an object as Annif writes it."""
    if isinstance(one, dict):
        one = one.get("uri") or one.get("label") or ""
    return " ".join(str(one).split()) if isinstance(one, str | int) else ""


def are_several(cells: Sequence[str]) -> bool:
    """Whether a column holds lists of short values, some of which are in several cells."""
    filled = [cell for cell in cells if cell.strip()]
    marked = sum(any(sign in cell for sign in "[|;\n") for cell in filled)
    if not filled or marked < _LEAST_SEVERAL * len(filled):
        return False
    values = [values_of(cell) for cell in filled]
    several = sum(len(own) > 1 for own in values)
    counted = Counter(value for own in values for value in own)
    return (
        several >= max(_LEAST_SEVERAL * len(filled), 2)
        and sum(map(len, counted)) <= _LONGEST * len(counted)
        and max(counted.values()) > 1
    )


def one_by_one(cells: Sequence[str]) -> tuple[npt.NDArray[np.int64], list[str]]:
    """Every value of every cell: the places of the cells, and the values; each once a cell."""
    found = [(place, value) for place, cell in enumerate(cells) for value in _distinct(cell)]
    places = np.array([place for place, _ in found], dtype=np.int64)
    return places, [value for _, value in found]


def _distinct(cell: str) -> list[str]:
    return [*dict.fromkeys(values_of(cell))]
