"""Clusters of mixtures: planted ones are found, also those that hardly differ."""

import numpy as np
import pytest

from gplsa import GPLSA, LinkPLSA, MultimodalGPLSA
from gplsa.evaluation.classes import clustering_accuracy
from gplsa.models.clusters import cluster_documents
from tests.models.examples import planted

CLASSES = np.repeat([0, 1, 2, 3], [30, 25, 20, 15])


def hardly_apart():
    """Two large clusters whose members differ much, and two that differ by a hundredth."""
    rng = np.random.default_rng(0)
    centres = np.array(
        [[0.8, 0.2, 0, 0], [0.2, 0.8, 0, 0], [0.5, 0.47, 0.03, 0], [0.5, 0.47, 0, 0.03]]
    )
    mixtures = centres[CLASSES]
    within = rng.uniform(-0.15, 0.15, len(CLASSES)) * (CLASSES < 2)
    mixtures = mixtures + np.outer(within, [1, -1, 0, 0]) + rng.uniform(0, 0.002, mixtures.shape)
    return mixtures / mixtures.sum(axis=1, keepdims=True)


def test_whitening_parts_what_k_means_on_mixtures_does_not():
    mixtures = hardly_apart()
    plain = cluster_documents(mixtures, 4, whiten=False, random_state=1)
    assert clustering_accuracy(CLASSES, plain) < 0.9
    found = cluster_documents(mixtures, 4, random_state=1)
    assert clustering_accuracy(CLASSES, found) == 1.0
    np.testing.assert_array_equal(np.bincount(found), [30, 25, 20, 15])  # the largest first
    np.testing.assert_array_equal(found, cluster_documents(mixtures, 4, random_state=1))


def test_more_topics_than_clusters():
    """Every class draws on three topics of its own."""
    rng = np.random.default_rng(3)
    mixtures = np.full((len(CLASSES), 12), 1e-3)
    for row, name in enumerate(CLASSES):
        mixtures[row, 3 * name : 3 * name + 3] += rng.dirichlet(np.full(3, 0.5))
    mixtures /= mixtures.sum(axis=1, keepdims=True)
    found = cluster_documents(mixtures, 4, random_state=0)
    assert clustering_accuracy(CLASSES, found) == 1.0


def test_fewer_different_documents_than_clusters():
    mixtures = np.repeat([[0.9, 0.1], [0.2, 0.8]], [3, 2], axis=0)
    np.testing.assert_array_equal(cluster_documents(mixtures, 4), [0, 0, 0, 1, 1])


@pytest.mark.parametrize("model", [MultimodalGPLSA, LinkPLSA])
def test_clusters_of_a_fit_with_several_modalities(model):
    corpus = planted(n_docs=90, concentration=0.02, seed=2)
    fitted = model(3, random_state=0).fit(corpus.counts)
    found = fitted.clusters(3, random_state=4)
    assert clustering_accuracy(corpus.doc_topic.argmax(axis=1), found) > 0.95
    np.testing.assert_array_equal(found, fitted.clusters(3, random_state=4))


def test_bad_numbers_are_named():
    model = GPLSA(2, random_state=0).fit(np.eye(4))
    for n in (0, 5, 2.5, "three"):
        with pytest.raises(ValueError, match=r"n_clusters must be a whole number from 1 to 4"):
            model.clusters(n)
    with pytest.raises(ValueError, match="random_state"):
        model.clusters(2, random_state="first")
