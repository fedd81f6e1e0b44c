"""Sparse counts: sums of their rows and columns as plain vectors, what stands where."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import sparse

from gplsa.core.types import BoolArray, FloatArray, Int32Array, IntArray, Matrices

_LARGE, _LEAST = 1e120, 1e-300


def are_counts(values: Any) -> bool:
    """Whether all are finite and at least 0: what stands in a matrix of counts or weights."""
    found = np.asarray(values)
    return bool(np.isfinite(found).all() and (found >= 0).all())


def present_in(matrices: Matrices) -> BoolArray:
    """(n_docs, n_modalities): where a document has words."""
    return np.stack([np.diff(matrix.indptr) > 0 for matrix in matrices], axis=1)


def entry_rows(indptr: npt.NDArray[np.integer[Any]]) -> IntArray:
    """(n_stored,) the row of every stored value of a CSR layout."""
    return np.repeat(np.arange(len(indptr) - 1), np.diff(indptr))


def row_sums(counts: sparse.csr_matrix) -> FloatArray:
    return np.asarray(counts.sum(axis=1), dtype=np.float64).ravel()


def tamed_rows(counts: sparse.csr_matrix) -> sparse.csr_matrix:
    """Rows so large or so small that their sums or squares are no numbers, divided by their largest
    entry; the same matrix where there is none."""
    largest = np.asarray(counts.max(axis=1).todense()).ravel() if counts.nnz else np.zeros(0)
    wild = (largest > _LARGE) | ((largest > 0) & (largest < 1 / _LARGE))
    if not wild.any():
        return counts
    result = sparse.csr_matrix(counts, copy=True)
    result.data /= np.repeat(np.where(wild, largest, 1.0), np.diff(counts.indptr))
    return result


def shares(masses: FloatArray) -> FloatArray:
    """Scaled to sum 1, however small they are; zeros where all of them are."""
    largest = float(masses.max(initial=0.0))
    if 0 < largest < 1 / _LARGE:
        masses = masses / largest
    return masses / max(float(masses.sum()), np.finfo(float).tiny)


def document_frequency(counts: sparse.csr_matrix) -> FloatArray:
    """Number of documents that hold each word."""
    return np.bincount(counts.indices, minlength=counts.shape[1]).astype(np.float64)


def inverse_document_frequency(counts: sparse.csr_matrix) -> FloatArray:
    """ln((1 + n) / (1 + df)) + 1 for every word."""
    return idf_of(document_frequency(counts), counts.shape[0])


def idf_of(frequency: FloatArray | IntArray, n_documents: int) -> FloatArray:
    """ln((1 + n) / (1 + df)) + 1."""
    return np.asarray(np.log((1 + n_documents) / (1 + frequency)) + 1)


def incidence(
    columns: Sequence[Sequence[int]], n_columns: int, dtype: type[np.floating[Any]] = np.float64
) -> sparse.csr_matrix:
    """(rows, n_columns) 1 where a row has a column;  columns  of each row, ascending"""
    indices = np.array([column for own in columns for column in own], dtype=np.int64)
    entries = np.ones(len(indices), dtype), indices, np.cumsum([0, *map(len, columns)])
    return sparse.csr_matrix(entries, shape=(len(columns), n_columns))


def holds(counts: sparse.csr_matrix, rows: IntArray, columns: IntArray | Int32Array) -> BoolArray:
    """Whether there is an entry in each of these rows and columns."""
    held = entry_rows(counts.indptr) * counts.shape[1] + counts.indices.astype(np.int64)
    return np.isin(rows * counts.shape[1] + columns, held)


def entries_of(
    matrix: sparse.csr_matrix | sparse.csc_matrix, place: int | np.integer[Any]
) -> tuple[npt.NDArray[np.integer], npt.NDArray[np.floating]]:
    """Where a row, or column, has entries, and these; scipy's own way takes ten times as long."""
    part = slice(*matrix.indptr[place : place + 2])
    return matrix.indices[part], matrix.data[part]


def column_sums(counts: sparse.csr_matrix) -> FloatArray:
    return np.asarray(counts.sum(axis=0), dtype=np.float64).ravel()


def word_shares(counts: sparse.csr_matrix) -> FloatArray:
    """p(w), (n_words,): how often each word stands in the whole corpus; zeros without any word."""
    return shares(column_sums(counts))


def rows_to_one(matrix: FloatArray, otherwise: FloatArray | None = None) -> FloatArray:
    """Rows that sum to 1; one without mass is `otherwise`, uniform where that is None."""
    total = matrix.sum(axis=1, keepdims=True)
    instead = np.full_like(matrix, 1 / matrix.shape[1])
    if otherwise is not None:
        instead[:] = otherwise
    return np.divide(matrix, total, out=instead, where=total > _LEAST)


def topic_given_word(topic_word: FloatArray, topic_share: FloatArray) -> FloatArray:
    """p(z|w) = p(z) p(w|z) / Σ_z' p(z') p(w|z'), (n_topics, n_words); zeros without any topic.

    topic_word  p(w|z), (n_topics, n_words);  topic_share  p(z), or p(z|d) of one document
    """
    joint = topic_word * topic_share[:, None]
    return np.asarray(joint / np.maximum(joint.sum(axis=0), np.finfo(float).tiny))


def scaled_rows(counts: sparse.csr_matrix, totals: FloatArray) -> sparse.csr_matrix:
    """Rows scaled to the given totals, of which zero empties a row; empty rows stay empty."""
    counts = tamed_rows(counts)
    sums = row_sums(counts)
    factor = np.divide(totals, sums, out=np.zeros_like(sums), where=sums > 0)
    result = sparse.csr_matrix(counts, copy=True)
    result.data *= np.repeat(factor, np.diff(counts.indptr))
    result.eliminate_zeros()
    return result


def normalize(matrix: Any, *options: Any, **named: Any) -> Any:
    """scikit-learn's: rows at length 1."""
    # It takes most of a second to import, which no command should wait for that lists topics.
    from sklearn.preprocessing import normalize as normalized

    return normalized(matrix, *options, **named)


def ranks_within(rows: npt.NDArray[np.integer], value: npt.NDArray[np.floating]) -> FloatArray:
    """The place, from 0, of every value in its row, the largest and first first; rows ascend."""
    place = np.empty(len(rows))
    place[np.lexsort((-value, rows))] = np.arange(len(rows))
    return place - np.searchsorted(rows, rows)
