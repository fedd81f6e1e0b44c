"""The multilayer bootstrap network against plain loops, and what it promises."""

import numpy as np
import pytest
from scipy import sparse

from gplsa.evaluation.classes import clustering_accuracy
from gplsa.papers.deep.bootstrap_network import (
    MultilayerBootstrapNetwork,
    layer_sizes,
    nearest_centers,
    one_hot,
)
from tests.models.examples import planted

CORPUS = planted(n_docs=60, n_topics=3, concentration=0.02, seed=1)
X = CORPUS.counts["de"]


def small(n_clusters=3, **options):
    return MultilayerBootstrapNetwork(
        n_clusters, **({"n_clusterings": 40, "random_state": 0} | options)
    )


def test_layers_narrow_as_in_the_paper():
    assert layer_sizes(100, 0.5, 5) == [50, 25, 12, 6]
    assert layer_sizes(101, 0.9, 40) == [50, 45, 40]
    assert layer_sizes(100, 0.0, 5) == [50]
    assert layer_sizes(1, 0.5, 5) == [1]
    assert small().fit(X).layer_sizes_ == [30, 15, 7]
    assert small(top_size=12).fit(X).layer_sizes_ == [30, 15]


def cosine(a, b):
    length = np.linalg.norm(a) * np.linalg.norm(b)
    return a @ b / length if length > 0 else 0.0


def test_codes_are_nearest_centres_in_every_layer():
    x = np.vstack([X[:20], np.zeros(20)])
    model = small(n_clusterings=5, top_size=3).fit(x)
    below = x
    for centers, codes, size in zip(model.centers_, model.codes_, model.layer_sizes_, strict=True):
        above = np.zeros((len(x), 5 * size))
        for d in range(len(x)):
            for m in range(5):
                similar = [cosine(below[d], below[c]) for c in centers[m]]
                if codes[d, m] == -1:
                    assert max(similar) == 0.0
                    continue
                # Ties may fall either way in float32.
                assert similar[codes[d, m]] == pytest.approx(max(similar), rel=1e-6)
                above[d, m * size + codes[d, m]] = 1.0
        np.testing.assert_array_equal(one_hot(codes, size).toarray(), above)
        assert (codes[-1] == -1).all()
        below = above


def test_spectral_clustering_is_that_of_the_full_matrix():
    model = small().fit(X)
    codes = one_hot(model.codes_[-1], model.layer_sizes_[-1]).toarray()
    affinity = codes @ codes.T
    degree = affinity.sum(axis=1)
    _, vectors = np.linalg.eigh(affinity / np.sqrt(np.outer(degree, degree)))
    leading = vectors[:, -3:]
    leading = leading / np.linalg.norm(leading, axis=1, keepdims=True)
    # Equal up to a rotation, so compare inner products.
    np.testing.assert_allclose(
        model.embedding_ @ model.embedding_.T, leading @ leading.T, atol=1e-6
    )


def test_planted_clusters_and_unseen_documents():
    main = CORPUS.doc_topic.argmax(axis=1)
    seen, unseen = np.arange(60) < 50, np.arange(60) >= 50
    model = small().fit(X[seen])
    assert clustering_accuracy(main[seen], model.labels_) > 0.9
    np.testing.assert_allclose(model.transform(X[seen]), model.embedding_, atol=1e-6)
    np.testing.assert_array_equal(model.predict(X[seen]), model.labels_)
    together = np.concatenate([model.labels_, model.predict(X[unseen])])
    assert clustering_accuracy(np.concatenate([main[seen], main[unseen]]), together) > 0.9


def test_same_seed_same_bytes_whatever_the_threads(monkeypatch):
    monkeypatch.setattr("gplsa.papers.deep.bootstrap_network._BLOCK_CELLS", 400)  # many blocks
    one, two, other = (
        small(n_jobs=jobs, random_state=seed).fit(sparse.csr_matrix(X))
        for jobs, seed in ((1, 4), (2, 4), (1, 5))
    )
    assert one.embedding_.tobytes() == two.embedding_.tobytes()
    assert one.labels_.tobytes() == two.labels_.tobytes()
    assert one.embedding_.tobytes() != other.embedding_.tobytes()


def test_progress_rises_and_may_cancel():
    told = []
    small().fit(X, progress=lambda fraction, phase: told.append(fraction))
    assert told == sorted(told)
    assert told[-1] == 1.0
    assert len(told) >= 4

    def stop(fraction, phase):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        small().fit(X, progress=stop)


@pytest.mark.parametrize(
    ("x", "n_clusters"),
    [
        (X[:1], 1),
        (X[:2], 2),
        (np.zeros((4, 3)), 2),
        (np.ones((6, 2)), 3),  # fewer distinct documents than clusters
        (np.eye(5), 2),  # nothing in common
        (np.vstack([X[:5], np.zeros((3, 20))]), 2),
    ],
)
def test_edges(x, n_clusters):
    model = small(n_clusters).fit(x)
    assert np.isfinite(model.embedding_).all()
    assert set(model.labels_) <= set(range(n_clusters))
    assert np.isfinite(model.transform(np.vstack([x, 0 * x[:1]]))).all()
    empty = ~x.any(axis=1)
    if empty.any() and not empty.all():
        largest = np.bincount(model.labels_[~empty]).argmax()
        np.testing.assert_array_equal(model.labels_[empty], largest)
        np.testing.assert_array_equal(model.embedding_[empty], 0.0)


def test_a_row_without_anything_in_common_has_no_centre():
    rows = sparse.csr_matrix(np.eye(3, dtype=np.float32))
    codes = nearest_centers(rows, rows, np.array([[0, 1], [2, 1]], dtype=np.int32))
    np.testing.assert_array_equal(codes, [[0, -1], [1, 1], [-1, 0]])


def test_all_problems_of_one_call_together():
    model = MultilayerBootstrapNetwork(0, n_clusterings=0, delta=1.0, top_size=0, n_jobs=0)
    with pytest.raises(ValueError) as caught:
        model.fit(-X)
    for word in ("features", "n_clusters", "n_clusterings", "delta", "top_size", "n_jobs"):
        assert word in str(caught.value)
    with pytest.raises(ValueError, match="n_clusters must not exceed"):
        small(61).fit(X)
    with pytest.raises(ValueError, match="7 features"):
        small().fit(X).transform(X[:, :7])
