r"""Documents that are nearly the same, in time that grows with their number.

Two documents are near copies where the shingles they hold, twelve bytes from the beginning of each
word, agree to `SIMILAR` (Jaccard).  Which ones to compare is found by MinHash [Broder 1997]: of n
random orders of all shingles the first one that a document holds is the same in two documents with
the probability J of their agreement; with b bands of r such numbers some band agrees with the
probability 1 − (1 − J^r)^b.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from gplsa.core.types import IntArray
from gplsa.text.runs import chunks_of

SIMILAR = 0.8
FEWEST_SHINGLES = 12
BANDS, ROWS = 12, 4
_START = 600  # characters of each side that are compared by MinHash; the whole is compared then
_GRAM = 12  # bytes from the beginning of a word: about two words
_AT_ONCE = 1_000_000  # shingles
_MOST_COMPARED = 4
_MAYBE = 0.6
_SEED = 20_041_997

Words = npt.NDArray[np.uint64]


def near_copies(columns: Sequence[Sequence[str]]) -> dict[int, int]:
    """Rows that nearly repeat an earlier one on all sides together, and that one; exact copies are
    not among them, and neither are documents of less than `FEWEST_SHINGLES` of them.

    columns  the texts of every side
    """
    if not columns or len(columns[0]) < 2:
        return {}
    rows = zip(*columns, strict=True)
    starts = [" | ".join(_folded(text[:_START]) for text in row) for row in rows]
    signatures, filled = _signatures(starts)
    bands = np.ascontiguousarray(signatures).reshape(len(filled), BANDS, ROWS)
    compared: dict[int, set[int]] = {}
    for band in range(BANDS):
        first_with: dict[bytes, int] = {}
        for place, row in enumerate(filled):
            first = first_with.setdefault(bands[place, band].tobytes(), place)
            # The share of equal numbers is J, give or take .06: enough to leave most others alone.
            if first != place and np.mean(signatures[first] == signatures[place]) >= _MAYBE:
                compared.setdefault(row, set()).add(filled[first])
    known: dict[int, Words] = {}
    found: dict[int, int] = {}
    for row in sorted(compared):
        for first in sorted(compared[row])[:_MOST_COMPARED]:
            if row not in found and _agree(columns, row, first, known):
                found[row] = first
    return found


def _agree(columns: Sequence[Sequence[str]], row: int, first: int, known: dict[int, Words]) -> bool:
    if all(column[row] == column[first] for column in columns):
        return False
    own = _shingles(columns, row)
    if first not in known:
        known[first] = _shingles(columns, first)
    both = len(np.intersect1d(own, known[first], assume_unique=True))
    fewest = min(len(own), len(known[first]))
    return fewest >= FEWEST_SHINGLES and both >= SIMILAR * (len(own) + len(known[first]) - both)


def _shingles(columns: Sequence[Sequence[str]], row: int) -> Words:
    """All different ones of a document."""
    return np.unique(_hashed([" | ".join(_folded(column[row]) for column in columns)])[0])


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())


def _signatures(texts: Sequence[str]) -> tuple[npt.NDArray[np.uint32], list[int]]:
    """(filled, BANDS · ROWS) the least hash of each order in each text; which texts have one."""
    draw = np.random.default_rng(_SEED)
    factors = draw.integers(1, 2**63, BANDS * ROWS, dtype=np.uint64) * np.uint64(2) + np.uint64(1)
    shifts = draw.integers(0, 2**63, BANDS * ROWS, dtype=np.uint64)
    found, filled = list[npt.NDArray[np.uint32]](), list[int]()
    for start, stop in chunks_of(texts, _AT_ONCE):
        shingles, lengths = _hashed(texts[start:stop])
        rows = np.flatnonzero(lengths)
        if len(rows):
            firsts = np.concatenate([[0], np.cumsum(lengths[rows])[:-1]])
            least = np.empty((len(rows), len(factors)), dtype=np.uint32)
            for order, (factor, shift) in enumerate(zip(factors, shifts, strict=True)):
                values = ((shingles * factor + shift) >> np.uint64(32)).astype(np.uint32)
                least[:, order] = np.minimum.reduceat(values, firsts)
            found.append(least)
            filled += (rows + start).tolist()
    empty = np.empty((0, BANDS * ROWS), dtype=np.uint32)
    return (np.concatenate(found) if found else empty), filled


def _hashed(texts: Sequence[str]) -> tuple[Words, IntArray]:
    """A number for the `_GRAM` bytes from the beginning of every word; how many each text has."""
    encoded = [text.encode("utf-8", "replace") + b" " for text in texts]
    data = np.frombuffer(b"".join(encoded) + b" " * _GRAM, dtype=np.uint8)
    sizes = np.array([*map(len, encoded)], dtype=np.int64)
    space = data[: int(sizes.sum())] == ord(" ")
    begins = ~space & np.concatenate([[True], space[:-1]])
    document = np.repeat(np.arange(len(texts)), sizes)
    places = np.flatnonzero(begins)
    values = np.zeros(len(places), dtype=np.uint64)
    for offset in range(_GRAM):
        values = (values ^ data[places + offset]) * np.uint64(0x100000001B3)
    values ^= values >> np.uint64(29)
    return values, np.bincount(document[places], minlength=len(texts)).astype(np.int64)
