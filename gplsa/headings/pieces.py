r"""Texts as pieces of words: rows whose products say how much two texts resemble each other.

    x_dp = (1 + log tf_dp) log((n + 1) / (df_p + 1)),  the largest `KEPT` of a text, to length 1

Pieces are four to six letters within a word, its ends among them, so that German compounds meet by
their parts.  They are numbered by a hash [Weinberger et al. 2009]: nothing of a text needs to be
kept to read the next one.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt
from scipy import sparse

from gplsa.core.sums import entry_rows, ranks_within
from gplsa.core.types import Float32Array, Int32Array, IntArray

N_PIECES = 2**19
KEPT = 400
STANDS_THERE = 0.5
_SIZES = (4, 5, 6)
_WORD = re.compile(r"\w+")
_AT_ONCE = 200  # texts
_FACTOR = np.uint64(0x9E3779B97F4A7C15)


def pieces_of(texts: Sequence[str]) -> sparse.csr_matrix:
    """How often each text has each piece, (texts, N_PIECES)."""
    starts = range(0, len(texts) or 1, _AT_ONCE)
    parts = [_pieces_of_some(texts[start : start + _AT_ONCE]) for start in starts]
    return sparse.csr_matrix(sparse.vstack(parts))


def explaining(
    text: str, row: sparse.csr_matrix, records: sparse.csr_matrix
) -> tuple[list[str], Float32Array]:
    """The words of a text, and how much of its likeness to each record is theirs, (words, records).

    row, records  of `rows_of`: (1, N_PIECES), (records, N_PIECES)
    A piece that several words have counts for each of them.  A word of which a record has fewer
    than `STANDS_THERE` of its pieces is not in it, nor is another form or most of a compound.
    """
    words, held = _words_and_pieces(text)
    own, theirs = _at(held, row.indices), _at(records, row.indices).T
    there = own @ (theirs > 0) >= STANDS_THERE * own.sum(axis=1, keepdims=True)
    return words, np.where(there, own * row.data @ theirs, np.float32(0))


@lru_cache(maxsize=4)
def _words_and_pieces(text: str) -> tuple[list[str], sparse.csr_matrix]:
    """The different words of a text, and 1 where one has a piece."""
    words = [*dict.fromkeys(_WORD.findall(text.lower()))]
    return words, pieces_of(words).sign()


def arrays_of(
    matrix: sparse.csr_matrix | sparse.csc_matrix,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """As kernels take them."""
    return matrix.indptr, matrix.indices, matrix.data


def _at(rows: sparse.csr_matrix, columns: Int32Array) -> Float32Array:
    """Some columns, which ascend, (rows, columns)."""
    found = np.zeros((rows.shape[0], len(columns)), dtype=np.float32)
    if len(columns):
        row = entry_rows(rows.indptr)
        place = np.minimum(np.searchsorted(columns, rows.indices), len(columns) - 1)
        there = columns[place] == rows.indices
        found[row[there], place[there]] = rows.data[there]
    return found


def _pieces_of_some(texts: Sequence[str]) -> sparse.csr_matrix:
    # Two spaces between texts: no piece goes over them.
    lines = [" " + " ".join(_WORD.findall(text.lower())) + " " for text in texts]
    codes = np.frombuffer("".join(lines).encode("utf-32-le", "replace"), dtype="<u4")
    lengths = np.array([*map(len, lines)], dtype=np.int64)
    text = np.repeat(np.arange(len(lines)), lengths) * N_PIECES
    keys, counts = np.unique(np.concatenate([*_keys(codes, text)]), return_counts=True)
    indptr = np.searchsorted(keys, np.arange(len(texts) + 1) * N_PIECES)
    entries = counts.astype(np.float32), (keys % N_PIECES).astype(np.int32), indptr
    return sparse.csr_matrix(entries, shape=(len(texts), N_PIECES))


def _keys(codes: npt.NDArray[np.uint32], text: IntArray) -> Iterator[IntArray]:
    """By size every piece as its number and that of its text."""
    spaces = np.cumsum(codes == ord(" "))
    wide = codes.astype(np.uint64)
    for size in _SIZES:
        n = max(len(codes) - size + 1, 0)
        # No piece of two words: a space may stand at its ends alone.
        inside = np.flatnonzero(spaces[size - 2 : size - 2 + n] == spaces[:n])
        value = np.zeros(len(inside), dtype=np.uint64)
        for place in range(size):
            value = (value ^ wide[inside + place]) * _FACTOR
            value ^= value >> np.uint64(29)
        yield text[inside] + (value % np.uint64(N_PIECES)).astype(np.int64)


def weights_of(pieces: sparse.csr_matrix) -> Float32Array:
    """What each piece, or word, says, (columns,), by how many texts have it."""
    # What no text has as if one had: a record has all of its own, where the others predict it.
    documents = np.maximum(np.bincount(pieces.indices, minlength=pieces.shape[1]), 1)
    return np.log((pieces.shape[0] + 1) / (documents + 1)).astype(np.float32)


def rows_of(pieces: sparse.csr_matrix, weights: Float32Array) -> sparse.csr_matrix:
    """x, (texts, columns); rows of texts without pieces are empty."""
    data = (1 + np.log(pieces.data)) * weights[pieces.indices]
    rows = sparse.csr_matrix((data, pieces.indices, pieces.indptr), shape=pieces.shape)
    rows = largest(rows, KEPT)
    lengths = np.sqrt(np.asarray(rows.multiply(rows).sum(axis=1)).ravel())
    rows.data /= np.repeat(np.maximum(lengths, 1e-9), np.diff(rows.indptr)).astype(np.float32)
    return rows


def largest(rows: sparse.csr_matrix, most: int) -> sparse.csr_matrix:
    """The `most` largest entries of every row, float32."""
    text = entry_rows(rows.indptr)
    kept = np.flatnonzero((ranks_within(text, rows.data) < most) & (rows.data > 0))
    indptr = np.searchsorted(text[kept], np.arange(rows.shape[0] + 1))
    entries = rows.data[kept].astype(np.float32), rows.indices[kept], indptr
    return sparse.csr_matrix(entries, shape=rows.shape)
