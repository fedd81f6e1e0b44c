"""The headings that a column gives to each record."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scipy import sparse

from gplsa.core.sums import incidence
from gplsa.corpus.fields.several import SEPARATORS, Listing, listed_in, values_of
from gplsa.errors import InputError
from gplsa.headings.vocabulary import HeadingVocabulary


@dataclass(frozen=True, eq=False)
class Assigned:
    """Which records have which headings.

    held     (records, concepts), 1 where a record has a heading
    unknown  values that name no concept of the vocabulary, by how many records have them
    """

    held: sparse.csr_matrix
    unknown: Counter[str]


def assigned_headings(
    cells: Sequence[str], vocabulary: HeadingVocabulary | None = None
) -> tuple[HeadingVocabulary, Assigned]:
    """Read a column of headings, one cell a record.

    A cell is a JSON list (of texts, or of objects with `uri` or `label`), or values split at `|`,
    line breaks or `;`; a value is whatever `HeadingVocabulary.find` knows. Where the vocabulary
    knows a cell, or a piece of it, as a whole that is not split further; where it knows none but
    all that stand between commas, these are the values. Without a vocabulary the values are one.
    """
    if vocabulary is None:
        split = [values_of(cell) for cell in cells]
        vocabulary = HeadingVocabulary.of_values(value for values in split for value in values)
    else:
        split = [values_in(cell, vocabulary) for cell in cells]
    given, unknown = [], Counter[str]()
    for values in split:
        found = {value: vocabulary.find(value) for value in dict.fromkeys(values)}
        unknown.update(value for value, place in found.items() if place is None)
        given.append(sorted({place for place in found.values() if place is not None}))
    return vocabulary, Assigned(incidence(given, len(vocabulary)), unknown)


def check_assigned(column: str, vocabulary: HeadingVocabulary, assigned: Assigned) -> None:
    """InputError where nothing can be learned of what the column gives."""
    bearing = assigned.held.sum(axis=0)
    if not bearing.any():
        raise InputError(
            "No value of the column “{column}” is a heading of the vocabulary, “{some}” for one: "
            "choose the vocabulary that they are of, or another column."
            if assigned.unknown
            else "The column “{column}” is empty: choose the one with the headings.",
            column=column,
            some=next(iter(assigned.unknown), ""),
        )
    if vocabulary.is_of_values and bearing.max() < 2:
        raise InputError(
            "No value of the column “{column}” is in more than one record, “{some}” for one, so "
            "nothing can be learned of it: choose the column with the headings, of which several "
            "in a cell are separated by “;” or “|”.",
            column=column,
            some=vocabulary.concepts[0].uri[:_LONGEST_SHOWN],
        )


def values_in(cell: str, vocabulary: HeadingVocabulary) -> list[str]:
    """The values of a cell, as `assigned_headings` splits it."""
    listed = listed_in(cell)
    return _split(cell, vocabulary, SEPARATORS) if listed is None else listed


def _split(cell: str, vocabulary: HeadingVocabulary, separators: Sequence[str]) -> list[str]:
    value = " ".join(cell.split())
    if not value:
        return []
    if vocabulary.named(value) is not None:
        return [value]
    if not separators:
        pieces = [piece.strip() for piece in value.split(",")]
        all_known = all(vocabulary.find(piece) is not None for piece in pieces)
        return pieces if all_known else [value]
    first, *others = separators
    return [found for piece in cell.split(first) for found in _split(piece, vocabulary, others)]


_NAMED = re.compile(
    r"(?i)subject|heading|descriptor|keyword|schlagw|sachgruppe|gnd|lcsh|eurovoc|iconclass|\b6[05]\d\b"
)
_LEAST_FILLED, _LONGEST_SHOWN = 0.2, 60


def names_headings(column: str) -> bool:
    """Whether the name of a column says that it holds subject headings."""
    return bool(_NAMED.search(column))


def columns_of_headings(fields: Mapping[str, Sequence[str]]) -> list[str]:
    """Columns that look as if they held headings, the likeliest first.

    Lists of terms, or terms under a name that says so, in a fifth of the cells or more.

    Examples
    --------
    >>> from gplsa.headings import columns_of_headings
    >>> themes = ["harbour; ship", "harvest", "harbour"]
    >>> columns_of_headings({"year": ["1841", "1842", "1843"], "subjects": themes})
    ['subjects']
    """
    found = {name: _likeliness(name, cells) for name, cells in fields.items()}
    return sorted((name for name in found if found[name] > 0), key=lambda name: -found[name])


def _likeliness(name: str, cells: Sequence[str]) -> float:
    found, named = Listing.of(cells), names_headings(name)
    enough = found.filled >= _LEAST_FILLED * len(cells)
    if not (enough and (found.are_lists or (named and found.are_terms))):
        return 0.0
    return found.several / found.filled + named
