"""Cells that hold several values: subject headings, places, persons; and what an id says of one."""

import json
import re
from collections.abc import Sequence
from itertools import dropwhile
from typing import NamedTuple

import numpy as np

from gplsa.core.types import IntArray

SEPARATORS = ("|", "\n", ";")
"""In this order: values may hold the later ones rather than the earlier ones."""
_LONGEST, _MOSTLY = 80, 0.9  # characters of a value, and how many values may not have more
_LEAST_SEVERAL, _FEWEST = 0.1, 2  # of the filled cells that hold more than one
_LEAST_TOLD = 4  # letters of a word that is not said again: *4* may stand in an id by chance
_QUOTED = r"""'[^'\\]*'|"[^"\\]*\""""
_WRITTEN_BY_PYTHON = re.compile(rf"\[\s*(?:{_QUOTED})\s*(?:,\s*(?:{_QUOTED})\s*)*\]")


def values_of(cell: str) -> list[str]:
    """The values in a cell: of a list as JSON or Python writes it (of texts, or of objects with
    `uri` or `label`), or between the first of `SEPARATORS` that it has and those after that.

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
    """The values of a list as JSON or Python writes it; None of a cell that only begins so."""
    if not cell.lstrip().startswith("["):
        return None
    if _WRITTEN_BY_PYTHON.fullmatch(cell.strip()):
        quoted = re.findall(_QUOTED, cell)
        return [value for one in quoted if (value := " ".join(one[1:-1].split()))]
    try:
        found = json.loads(cell)
    except (ValueError, RecursionError):
        return None
    return [value for one in found if (value := _value(one))] if isinstance(found, list) else None


def enumerated(cell: str) -> str:
    """A list as people write it, anything else as it is.

    >>> enumerated("['inf', 'vki']"), enumerated("[sic]")
    ('inf, vki', '[sic]')
    """
    return ", ".join(listed_in(cell) or [cell])


def _value(one: object) -> str:
    """Of a list: a text, or an object as Annif writes it."""
    if isinstance(one, dict):
        one = one.get("uri") or one.get("label") or ""
    return " ".join(str(one).split()) if isinstance(one, str | int) else ""


class Listing(NamedTuple):
    """The values in the cells of a column.

    filled   cells that hold any;  several  those that hold more than one
    are_terms  whether they are short, and some of them are in more than one cell
    """

    filled: int
    several: int
    are_terms: bool

    @classmethod
    def of(cls, cells: Sequence[str]) -> "Listing":
        found = [own for cell in cells if (own := _distinct(cell))]
        every = [value for own in found for value in own]
        short = sum(len(value) <= _LONGEST for value in every)
        are_terms = short >= _MOSTLY * len(every) and len(set(every)) < len(every)
        return cls(len(found), sum(len(own) > 1 for own in found), are_terms)

    @property
    def are_lists(self) -> bool:
        """Whether the column holds lists of terms."""
        return self.are_terms and self.several >= max(_LEAST_SEVERAL * self.filled, _FEWEST)


def may_be_several(cells: Sequence[str]) -> bool:
    """Whether enough cells hold what stands between values: quick, and true of most lists."""
    marked = sum(any(sign in cell for sign in ("[", *SEPARATORS)) for cell in cells)
    return marked >= _LEAST_SEVERAL * len(cells)


def one_by_one(cells: Sequence[str]) -> tuple[IntArray, list[str]]:
    """Every value of every cell: the places of the cells, and the values; each once a cell."""
    found = [(place, value) for place, cell in enumerate(cells) for value in _distinct(cell)]
    return np.array([place for place, _ in found], dtype=np.int64), [value for _, value in found]


def _distinct(cell: str) -> list[str]:
    return [*dict.fromkeys(values_of(cell))]


def not_in_id(value: str, name: str) -> str:
    """A value without the numbers, dates or signatures at its beginning that an id has as well.

    >>> not_in_id("2000-02-03 chapter 4", "ep-2000-02-03_c04")
    'chapter 4'
    """
    held = _spaced(name)

    def told(word: str) -> bool:
        return len(word) >= _LEAST_TOLD and bool(re.search(r"\d", word)) and _spaced(word) in held

    return "" if value == name else " ".join(dropwhile(told, value.split()))


def _spaced(text: str) -> str:
    """Its letters and digits, with a space around all that stand together."""
    return " ".join(["", *re.findall(r"[^\W_]+", text), ""])
