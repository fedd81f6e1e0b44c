"""A modality that people bring as numbers: one row of non-negative features per document."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import msgspec
import numpy as np
from scipy import sparse

from gplsa.core.items import SideVocabulary
from gplsa.core.sums import are_counts
from gplsa.core.types import BoolArray, IntArray
from gplsa.errors import InputError
from gplsa.names import unique_name
from gplsa.progress import Progress, report


@dataclass(frozen=True, eq=False)
class Features:
    """names of the columns; values (n_documents, n_columns) CSR, float64, ≥ 0.

    A document without any value lacks this side.
    Errors: ValueError where names and columns differ or a value is negative or not finite.
    """

    names: list[str]
    values: sparse.csr_matrix

    def __post_init__(self) -> None:
        if self.values.shape[1] != len(self.names) or len(set(self.names)) != len(self.names):
            raise ValueError(
                f"{len(self.names)} names, not all different, or not one for each of the "
                f"{self.values.shape[1]} columns"
            )
        if not are_counts(self.values.data):
            raise ValueError("features must be finite and at least 0")

    @classmethod
    def of(cls, side: str, given: Any, names: Sequence[str] = ()) -> "Features":
        """A matrix in memory, documents × columns: NumPy's, SciPy's, or of a DataFrame, whose
        columns keep their names; others have these `names`, or that of the side and a number.

        What is below zero becomes columns of its own (`split_signs`); a row of NaN lacks the side.
        Raises InputError where it is no such matrix, or a value is missing or infinite.
        """
        names = names or [str(name) for name in getattr(given, "columns", ())]
        values: Any = given if sparse.issparse(given) else np.asarray(given)
        if values.ndim != 2 or values.dtype.kind not in "biuf" or 0 in values.shape:
            raise InputError(
                "Side “{side}” must be a matrix of numbers with a row for every document.",
                side=side,
            )
        if not sparse.issparse(values):
            values = np.array(values, dtype=np.float64)
            values[np.isnan(values).all(axis=1)] = 0
        values = sparse.csr_matrix(values, dtype=np.float64)
        if not np.isfinite(values.data).all():
            raise InputError("Side “{side}” holds values that are no numbers.", side=side)
        numbered = [f"{side} {number}" for number in range(1, values.shape[1] + 1)]
        return cls(*split_signs(names or numbered, values))

    def __len__(self) -> int:
        return int(self.values.shape[0])

    def rows(self) -> "list[Features]":
        """Each row by itself."""
        return [self.subset([row]) for row in range(len(self))]

    def filled(self) -> BoolArray:
        """Which documents have any value above 0, (n_documents,)."""
        return np.asarray(self.values.sum(axis=1)).ravel() > 0

    def extended(self, n_rows: int) -> "Features":
        """With so many empty rows behind."""
        empty = sparse.csr_matrix((n_rows, len(self.names)))
        return Features(self.names, sparse.csr_matrix(sparse.vstack([self.values, empty])))

    def subset(self, rows: Sequence[int]) -> "Features":
        return Features(self.names, sparse.csr_matrix(self.values[list(rows)]))


def split_signs(
    names: Sequence[str], values: sparse.csr_matrix
) -> tuple[list[str], sparse.csr_matrix]:
    """x = x⁺ − x⁻ as columns max(x, 0), which keep their names, and behind them columns max(−x, 0),
    "name −", of those with a value below zero.  Nothing is lost, and nothing is negative."""
    if not values.has_canonical_format:
        values = values.copy()
        values.sum_duplicates()
    below = values.data < 0
    negative = np.unique(values.indices[below])
    if not len(negative):
        return list(names), values
    seen = dict.fromkeys(names, 1)
    behind = [unique_name(f"{names[column]} −", seen) for column in negative]
    indices = values.indices.copy()
    indices[below] = values.shape[1] + np.searchsorted(negative, indices[below])
    shape = values.shape[0], values.shape[1] + len(negative)
    split = sparse.csr_matrix((np.abs(values.data), indices, values.indptr), shape=shape)
    split.sort_indices()
    return [*names, *behind], split


@dataclass(frozen=True, eq=False)
class FeatureVocabulary(SideVocabulary):
    """The columns of precomputed features, with the same use as the words of texts.

    terms = forms  names of the columns;  document_frequency (n_terms) documents with a value there
    n_documents    documents with any value
    """

    terms: list[str]
    document_frequency: IntArray
    n_documents: int

    kind: ClassVar[str] = "features"

    @cached_property
    def forms(self) -> list[str]:  # type: ignore[override] # nobody writes it
        return self.terms

    @classmethod
    def build(cls, features: Features) -> tuple["FeatureVocabulary", sparse.csr_matrix]:
        """(vocabulary, counts (n_documents, n_terms)): columns without any value are left out."""
        values = _without_zeros(features.values)
        frequency = np.bincount(values.indices, minlength=values.shape[1])
        kept = np.flatnonzero(frequency)
        if not len(kept):
            raise InputError("The features hold no value above 0.")
        names = [features.names[column] for column in kept]
        filled = int((np.diff(values.indptr) > 0).sum())
        return cls(names, frequency[kept].astype(np.int64), filled), values[:, kept]

    def count(
        self,
        items: Features | sparse.csr_matrix | Sequence[Features],
        progress: Progress | None = None,
    ) -> sparse.csr_matrix:
        """Values of new documents in the order of `terms`; columns never seen are left out.

        items  features with names, several of the same names, or a matrix whose columns are
               `terms` already
        Errors: InputError for a matrix of another width.
        """
        if isinstance(items, Sequence):
            parts = [sparse.csr_matrix((0, len(self.terms))), *map(self.count, items)]
            return sparse.csr_matrix(sparse.vstack(parts))
        if isinstance(items, Features):
            place = {name: number for number, name in enumerate(items.names)}
            if place.keys().isdisjoint(self.terms):
                raise InputError("None of these columns occurred in the training.")
            nothing = sparse.csr_matrix((len(items), 1))
            columns = [place.get(name, len(place)) for name in self.terms]
            whole = sparse.hstack([items.values, nothing], format="csr")
            items = sparse.csr_matrix(whole[:, columns])
        if items.shape[1] != len(self.terms):
            raise InputError(
                "The features have {shape} columns; the model knows {n_terms}.",
                shape=items.shape[1],
                n_terms=len(self.terms),
            )
        report(progress, 1.0, "Counting")
        return _without_zeros(items)

    def to_json(self) -> dict[str, Any]:
        frequency = {"document_frequency": self.document_frequency.tolist()}
        return {"kind": self.kind, "terms": self.terms, "n_documents": self.n_documents} | frequency

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> "FeatureVocabulary":
        """Raises KeyError, TypeError or ValueError for content that `to_json` did not write."""
        terms = msgspec.convert(content["terms"], list[str])
        frequency = np.array(content["document_frequency"], dtype=np.int64)
        if frequency.shape != (len(terms),):
            raise ValueError("the features of the vocabulary do not fit together")
        return cls(terms, frequency, msgspec.convert(content["n_documents"], int))


def _without_zeros(values: sparse.csr_matrix) -> sparse.csr_matrix:
    matrix = sparse.csr_matrix(values, dtype=np.float64, copy=True)
    matrix.eliminate_zeros()
    matrix.sum_duplicates()
    return matrix
