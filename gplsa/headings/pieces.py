r"""Texts as pieces of words: rows whose products say how much two texts resemble each other.

    x_dp = (1 + log tf_dp) log((n + 1) / (df_p + 1)),  the largest `KEPT` of a text, to length 1

Pieces are four to six letters within a word, its ends among them, so that German compounds meet by
their parts.  They are numbered by a hash [Weinberger et al. 2009]: nothing of a text needs to be
kept to read the next one.
"""

import re
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from scipy import sparse

N_PIECES = 2**19
KEPT = 400
_SIZES = (4, 5, 6)
_WORD = re.compile(r"\w+")
_FACTOR = np.uint64(0x9E3779B97F4A7C15)


def pieces_of(texts: Sequence[str]) -> sparse.csr_matrix:
    """How often each text has each piece, (texts, N_PIECES)."""
    indptr = [0]
    indices, counts = [np.zeros(0, np.int32)], [np.zeros(0, np.int64)]
    for text in texts:
        found, n = np.unique(_hashes(text), return_counts=True)
        indices.append(found)
        counts.append(n)
        indptr.append(indptr[-1] + len(found))
    shape = len(texts), N_PIECES
    data = np.concatenate(counts).astype(np.float32)
    entries = data, np.concatenate(indices), np.array(indptr)
    return sparse.csr_matrix(entries, shape=shape)


def _hashes(text: str) -> npt.NDArray[np.int32]:
    line = " " + " ".join(_WORD.findall(text.lower())) + " "
    codes = np.frombuffer(line.encode("utf-32-le", "replace"), dtype="<u4").astype(np.uint64)
    spaces = np.cumsum(codes == ord(" "))
    found = [np.zeros(0, np.int32)]
    for size in _SIZES:
        n = len(codes) - size + 1
        if n <= 0:
            break
        value = np.zeros(n, dtype=np.uint64)
        for place in range(size):
            value = (value ^ codes[place : place + n]) * _FACTOR
            value ^= value >> np.uint64(29)
        # No piece of two words: a space may stand at its ends alone.
        inside = spaces[size - 2 : size - 2 + n] == spaces[:n]
        found.append((value[inside] % np.uint64(N_PIECES)).astype(np.int32))
    return np.concatenate(found)


def weights_of(pieces: sparse.csr_matrix) -> npt.NDArray[np.float32]:
    """What each piece says, (N_PIECES,), by how many texts have it."""
    documents = np.bincount(pieces.indices, minlength=N_PIECES)
    return np.log((pieces.shape[0] + 1) / (documents + 1)).astype(np.float32)


def rows_of(
    pieces: sparse.csr_matrix, weights: npt.NDArray[np.float32], most: int = KEPT
) -> sparse.csr_matrix:
    """x, (texts, N_PIECES); rows of texts without pieces are empty."""
    data = (1 + np.log(pieces.data)) * weights[pieces.indices]
    rows = sparse.csr_matrix((data, pieces.indices, pieces.indptr), shape=pieces.shape)
    rows = largest(rows, most)
    lengths = np.sqrt(np.asarray(rows.multiply(rows).sum(axis=1)).ravel())
    rows.data /= np.repeat(np.maximum(lengths, 1e-9), np.diff(rows.indptr)).astype(np.float32)
    return rows


def largest(rows: sparse.csr_matrix, most: int) -> sparse.csr_matrix:
    """The `most` largest entries of every row, float32."""
    text = np.repeat(np.arange(rows.shape[0]), np.diff(rows.indptr))
    order = np.lexsort((-rows.data, text))
    place = np.arange(len(order)) - rows.indptr[text]
    kept = np.sort(order[(place < most) & (rows.data[order] > 0)])
    indptr = np.searchsorted(text[kept], np.arange(rows.shape[0] + 1))
    entries = rows.data[kept].astype(np.float32), rows.indices[kept], indptr
    return sparse.csr_matrix(entries, shape=rows.shape)
