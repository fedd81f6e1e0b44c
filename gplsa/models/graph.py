from typing import Any

import numpy as np
from scipy import sparse

from gplsa.core.parallel import thread_count
from gplsa.core.sums import entry_rows, tamed_rows
from gplsa.core.types import FloatArray, IntArray
from gplsa.models._validation import Problems

WEIGHTS = ("binary", "heat", "cosine")


def knn_graph(
    features: Any, n_neighbors: int = 5, *, weights: str = "binary", n_jobs: int | None = None
) -> sparse.csr_matrix:
    r"""Symmetric graph that links every document with its nearest neighbours by cosine.

    An edge stands where either end counts the other among its `n_neighbors` nearest. Weights:

        binary  1
        cosine  cos(x_d, x_e), documents without any feature staying isolated
        heat    exp(−δ²/σ²), δ the Euclidean distance of the length-normalised rows, σ² the mean
                δ² over all edges                                   [Cai, He, Han, Huang 2011]

    features  (n_docs, n_features), ≥ 0, sparse or dense
    Returns CSR (n_docs, n_docs) without a diagonal.
    Raises ValueError naming every argument that does not fit.

    Examples
    --------
    >>> import numpy as np
    >>> from gplsa import knn_graph
    >>> counts = np.array([[2, 1, 0, 0], [1, 2, 0, 0], [0, 0, 1, 2], [0, 0, 2, 1]])
    >>> knn_graph(counts, n_neighbors=1).toarray()
    array([[0., 1., 0., 0.],
           [1., 0., 0., 0.],
           [0., 0., 0., 1.],
           [0., 0., 1., 0.]])
    """
    problems = Problems()
    matrix = problems.counts("features", features)
    problems.choice("weights", weights, WEIGHTS)
    n_docs = matrix.shape[0]
    problems.number("n_neighbors", n_neighbors, least=1, integer=True)
    problems.jobs(n_jobs)
    problems.raise_if_any()
    filled = np.flatnonzero(np.diff(matrix.indptr))
    n_near = min(n_neighbors, len(filled) - 1)
    if n_near < 1:
        return sparse.csr_matrix((n_docs, n_docs))
    cosine, neighbours = _nearest(matrix[filled], n_near, n_jobs)
    source, target = np.repeat(filled, n_near), filled[neighbours]
    directed = sparse.csr_matrix((cosine, (source, target)), shape=(n_docs, n_docs))
    mask = sparse.csr_matrix((np.ones_like(cosine), (source, target)), shape=(n_docs, n_docs))
    edges = mask.maximum(mask.T)
    if weights == "binary":
        return sparse.csr_matrix(edges)
    cosines = directed.maximum(directed.T)
    if weights == "cosine":
        return sparse.csr_matrix(cosines)
    return _heat(edges, cosines)


def _nearest(
    matrix: sparse.csr_matrix, n_near: int, n_jobs: int | None
) -> tuple[FloatArray, IntArray]:
    """Cosines and numbers of the nearest rows of every row, one row after the other."""
    from sklearn.neighbors import NearestNeighbors
    from sklearn.preprocessing import normalize

    jobs = None if n_jobs is None else thread_count(n_jobs)
    rows = normalize(tamed_rows(matrix))
    dense = rows.nnz > 0.2 * rows.shape[0] * rows.shape[1]
    near = NearestNeighbors(n_neighbors=n_near, metric="cosine", algorithm="brute", n_jobs=jobs)
    distances, neighbours = near.fit(rows.toarray() if dense else rows).kneighbors()
    return np.clip(1.0 - distances.ravel(), 0.0, 1.0), neighbours.ravel()


def _heat(edges: sparse.csr_matrix, cosines: sparse.csr_matrix) -> sparse.csr_matrix:
    result = sparse.csr_matrix(edges, copy=True)
    rows = entry_rows(result.indptr)
    distance = 2.0 * (1.0 - np.asarray(cosines[rows, result.indices]).ravel())
    mean = distance.mean() if len(distance) else 1.0
    result.data = np.exp(-distance / mean) if mean > 0.0 else np.ones_like(distance)
    return result
