"""Matrices that people hold in memory, or that their encoder makes: a row for each document."""

import math
from collections.abc import Iterable, Mapping, Sequence
from numbers import Real
from typing import Any, Protocol

import numpy as np
from scipy import sparse

from gplsa.errors import InputError


class Encoder(Protocol):
    """Whatever makes vectors of texts or pictures."""

    def encode(self, items: list[Any], /) -> Any:
        """A row of numbers for each."""


def is_frame(data: Any) -> bool:
    """Whether it is a DataFrame, of pandas or one that has the same parts."""
    return all(hasattr(data, part) for part in ("columns", "index", "items"))


def is_matrix_in_memory(cells: Any) -> bool:
    return is_frame(cells) or getattr(cells, "ndim", 1) == 2


def encoded(side: str, encoder: Encoder, cells: Any) -> list[Any]:
    """A vector for each of the cells, None where one is missing."""
    if not callable(getattr(encoder, "encode", None)):
        raise InputError(
            "The encoder of side “{side}” needs a method `encode` that takes a list and gives a "
            "row of numbers for each.",
            side=side,
        )
    items = list(entries(side, cells))
    filled = [place for place, item in enumerate(items) if not is_missing(item)]
    rows = encoder.encode([items[place] for place in filled])
    if not hasattr(rows, "__len__") or len(rows) != len(filled):
        raise InputError(
            "The encoder of side “{side}” must give a row for each of {n:,} documents.",
            side=side,
            n=len(filled),
        )
    row_at = dict(zip(filled, rows, strict=True))
    return [row_at.get(place) for place in range(len(items))]


def named_columns(given: Any) -> list[str]:
    """The columns that a side of features is made of, where it is named by them."""
    if isinstance(given, str):
        return [given]
    names = isinstance(given, Sequence) and given and all(isinstance(one, str) for one in given)
    return list(given) if names else []


def matrix_of(side: str, given: Any, columns: Mapping[str, Any]) -> Any:
    """What `Features.of` takes, from a matrix, columns of numbers or vectors one by one."""
    names = named_columns(given)
    if isinstance(given, str):
        return vectors(side, columns[given])
    if names:
        return np.column_stack([_numbers(side, columns[name]) for name in names])
    return given if is_matrix_in_memory(given) or sparse.issparse(given) else vectors(side, given)


def in_order_of(side: str, given: Any, data: Any) -> Any:
    """A DataFrame of features in the order of the documents, where both have the same labels."""
    if not (is_frame(given) and is_frame(data)):
        return given
    own, wanted = set(given.index), set(data.index)
    if not own & wanted or list(given.index) == list(data.index):
        return given
    if len(own) < len(given) or not (own <= wanted or wanted <= own):
        raise InputError(
            "Some labels of side “{side}” are those of documents and some are not: give it the "
            "index of the DataFrame, or a matrix in its order.",
            side=side,
        )
    return given.reindex(data.index)


def vectors(side: str, cells: Any) -> np.ndarray:
    """Vectors below each other; NaN where a document has none."""
    cells = list(entries(side, cells))
    if any(isinstance(cell, Real) and not is_missing(cell) for cell in cells):
        raise InputError(
            "Side “{side}” needs a row of numbers for each document, not one number: a single "
            "column is a matrix, too, as numpy has it by [:, None].",
            side=side,
        )
    rows = [None if is_missing(cell) else _numbers(side, cell) for cell in cells]
    lengths = {row.shape for row in rows if row is not None}
    if len(lengths) != 1 or len(next(iter(lengths))) != 1:
        raise InputError("The vectors of side “{side}” must all have the same length.", side=side)
    empty = np.full(next(iter(lengths)), np.nan)
    return np.array([empty if row is None else row for row in rows])


def _numbers(side: str, cells: Any) -> np.ndarray:
    try:
        return np.asarray(list(cells), dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise InputError("Side “{side}” holds values that are no numbers.", side=side) from error


def entries(side: str, column: Any) -> Iterable[Any]:
    if isinstance(column, str | bytes):
        raise InputError("Side “{side}” must be a list of texts, not one text.", side=side)
    # The order of a set is chance.
    if not isinstance(column, Iterable) or isinstance(column, set | frozenset):
        raise InputError(
            "Side “{side}” must be a list of texts, not {name}.",
            side=side,
            name=type(column).__name__,
        )
    return column


def is_missing(cell: Any) -> bool:
    """None, NaN, or what pandas calls NA, which refuses every comparison."""
    return (
        cell is None
        or (isinstance(cell, float) and math.isnan(cell))
        or type(cell).__name__ in ("NAType", "NaTType")
    )
