"""How well the two sides of a pair find and resemble each other."""

import numpy as np

from gplsa.core.types import FloatArray, IntArray


def ranks_of_counterparts(similarity: FloatArray) -> IntArray:
    """Rank, from 1, of document i of the other side in row i of `similarity` (n, n).

    Ties go against the counterpart: an uninformative similarity finds nothing.
    """
    similarity = np.asarray(similarity, dtype=np.float64)
    if similarity.ndim != 2 or similarity.shape[0] != similarity.shape[1]:
        raise ValueError(f"similarity must be square, a row a document, but is {similarity.shape}")
    own = np.diagonal(similarity)[:, None]
    return np.asarray((similarity >= own).sum(axis=1), dtype=np.int64)


def mean_reciprocal_rank(ranks: IntArray) -> float:
    """Mean of 1 / rank of the counterpart; 1 is best."""
    return float((1 / ranks).mean())


def first_place_share(ranks: IntArray) -> float:
    """P@1: share of documents whose counterpart is ranked first."""
    return float((ranks == 1).mean())


def agreement_of_counterparts(first: FloatArray, second: FloatArray) -> FloatArray:
    r"""Σ_z √(θ_z θ'_z) of the two mixtures of every pair: 0 (nothing shared) … 1 (equal).

    first, second  topic mixtures of the two sides (n_docs, n_topics), rows on the simplex
    """
    if np.shape(first) != np.shape(second):
        raise ValueError(f"mixtures differ in shape: {np.shape(first)} and {np.shape(second)}")
    return np.asarray(np.sqrt(np.asarray(first) * np.asarray(second)).sum(axis=1))
