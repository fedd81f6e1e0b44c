"""Topic space by hand, semantic space on mixtures with planted classes."""

import numpy as np
import pytest

from gplsa.retrieval.classes import SemanticSpace, same_class
from gplsa.retrieval.mixtures import centred_correlation, topic_similarity


def test_topic_rules_by_hand():
    first, second = np.array([[0.64, 0.36]]), np.array([[0.36, 0.64]])
    centre = np.array([[0.49, 0.51]])
    a, b = (np.sqrt(theta[0]) - np.sqrt(centre[0]) for theta in (first, second))
    expected = a @ b / np.linalg.norm(a) / np.linalg.norm(b)
    np.testing.assert_allclose(topic_similarity(first, second, centre), [[expected]], rtol=1e-12)
    np.testing.assert_allclose(centred_correlation(first, second), [[-1.0]], rtol=1e-12)


def planted(n_classes=3, each=30, strength=0.7):
    labels = np.repeat(np.arange(n_classes), each)
    noise = np.random.default_rng(0).dirichlet(np.ones(n_classes), len(labels))
    return (1 - strength) * noise + strength * np.eye(n_classes)[labels], labels


def test_semantic_space_puts_documents_among_classes():
    theta, labels = planted()
    posteriors = SemanticSpace().fit(theta, labels).transform(theta)
    assert (posteriors.argmax(axis=1) == labels).all()
    np.testing.assert_allclose(posteriors.sum(axis=1), 1.0, rtol=1e-9)
    near = same_class(posteriors, posteriors)
    assert near[labels[:, None] == labels].min() > near[labels[:, None] != labels].max()


def test_the_penalty_is_strong_where_mixtures_say_nothing_and_weak_where_they_say_all():
    theta, labels = planted()
    shuffled = np.random.default_rng(1).permutation(labels)
    loose = SemanticSpace(penalties=(0.001, 1.0, 100.0)).fit(theta, labels)
    tight = SemanticSpace(penalties=(0.001, 1.0, 100.0)).fit(theta, shuffled)
    assert (loose.penalty_, tight.penalty_) == (100.0, 0.001)
    # Nothing to tell the classes by: every document gets about their shares.
    np.testing.assert_allclose(tight.transform(theta), 1 / 3, atol=0.02)


def test_classes_keep_their_labels_and_may_be_too_few_to_leave_out():
    theta, _ = planted(2, 1)
    space = SemanticSpace(penalties=(0.1, 10.0, 1000.0)).fit(theta, ["sport", "art"])
    assert (list(space.classes_), space.penalty_) == (["art", "sport"], 10.0)
    assert space.transform(theta).argmax(axis=1).tolist() == [1, 0]


def test_same_class_by_hand():
    first, second = np.array([[0.7, 0.3]]), np.array([[0.5, 0.5], [0.1, 0.9]])
    np.testing.assert_allclose(same_class(first, second), [[0.5, 0.34]], rtol=1e-12)


def test_labels_that_do_not_fit_are_refused():
    theta, labels = planted()
    with pytest.raises(ValueError, match="at least two classes"):
        SemanticSpace().fit(theta, np.zeros(90))
    with pytest.raises(ValueError, match="one for each of the 90 documents, got 89"):
        SemanticSpace().fit(theta, labels[1:])
