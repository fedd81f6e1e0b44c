"""The nearest-neighbour graph against a plain search."""

import numpy as np
import pytest
from scipy import sparse

from gplsa import knn_graph


@pytest.fixture
def features():
    rng = np.random.default_rng(51)
    x = rng.random((20, 6))
    x[4] = 0.0
    return x


def cosines(x):
    length = np.linalg.norm(x, axis=1, keepdims=True)
    unit = x / np.where(length > 0, length, 1)
    return unit @ unit.T


def expected_edges(x, n_neighbors):
    similarity = cosines(x)
    edges = np.zeros(similarity.shape, dtype=bool)
    filled = np.flatnonzero(x.sum(axis=1) > 0)
    for d in filled:
        others = [e for e in filled if e != d]
        for e in sorted(others, key=lambda e: -similarity[d, e])[:n_neighbors]:
            edges[d, e] = edges[e, d] = True
    return edges


@pytest.mark.parametrize("make", [np.array, sparse.csr_matrix])
def test_edges_and_weights(features, make):
    edges = expected_edges(features, 3)
    binary = knn_graph(make(features), 3)
    np.testing.assert_array_equal(binary.toarray(), edges.astype(float))
    assert not binary.toarray()[4].any()
    cosine = knn_graph(make(features), 3, weights="cosine").toarray()
    np.testing.assert_allclose(cosine, np.where(edges, cosines(features), 0.0), atol=1e-12)
    heat = knn_graph(make(features), 3, weights="heat").toarray()
    distance = 2 * (1 - cosines(features))
    expected = np.where(edges, np.exp(-distance / distance[edges].mean()), 0.0)
    np.testing.assert_allclose(heat, expected, atol=1e-12)
    np.testing.assert_array_equal(heat, heat.T)


def test_few_documents_and_copies():
    assert knn_graph(np.ones((1, 3))).nnz == 0
    assert knn_graph(np.zeros((3, 3))).nnz == 0
    pair = knn_graph(np.array([[1.0, 0.0], [1.0, 1.0]]), 5)
    np.testing.assert_array_equal(pair.toarray(), [[0, 1], [1, 0]])
    copies = knn_graph(np.ones((6, 2)), 2, weights="heat")
    assert np.isfinite(copies.data).all()
    assert not copies.diagonal().any()
    assert (np.diff(copies.indptr) >= 2).all()
