"""Clusters beside classes, by hand."""

import numpy as np
import pytest

from gplsa.evaluation.classes import clustering_accuracy, normalized_mutual_information

CLASSES = ["a", "a", "a", "b", "b", "c"]


def test_accuracy_by_hand():
    assert clustering_accuracy(CLASSES, [7, 7, 7, 0, 0, 3]) == 1.0
    # 0 stands for a (2 of 3), 1 for b (2); c has no cluster left: 4 of 6.
    assert clustering_accuracy(CLASSES, [0, 0, 1, 1, 1, 1]) == pytest.approx(4 / 6)
    # More clusters than classes: of three pure halves only one can stand for a.
    assert clustering_accuracy(CLASSES, [0, 1, 2, 3, 3, 4]) == pytest.approx(4 / 6)


def test_accuracy_needs_the_best_matching_not_the_first():
    # a: 2 in cluster 0, 1 in 1; b: 2 in cluster 0.  Greedy a-0, b-none gives 2; a-1, b-0 gives 3.
    assert clustering_accuracy(list("aaabb"), [0, 0, 1, 0, 0]) == pytest.approx(3 / 5)


def test_mutual_information_by_hand():
    assert normalized_mutual_information(CLASSES, [2, 2, 2, 0, 0, 1]) == pytest.approx(1.0)
    assert normalized_mutual_information([0, 0, 1, 1], [0, 1, 0, 1]) == pytest.approx(0.0)
    # Classes aabb, clusters 0011 but the last alone: H(C)=log 2, H(Ĉ) as below; I = H(C).
    entropy = 0.5 * np.log(2) + 2 * 0.25 * np.log(4)
    found = normalized_mutual_information(list("aabb"), [0, 0, 1, 2])
    assert found == pytest.approx(np.log(2) / entropy, rel=1e-12)
    assert normalized_mutual_information([1, 1], [5, 5]) == 1.0
    assert normalized_mutual_information([1, 1, 2], [5, 5, 5]) == 0.0


def test_labels_must_fit():
    for measure in (clustering_accuracy, normalized_mutual_information):
        with pytest.raises(ValueError, match=r"shapes \(2,\) and \(3,\)"):
            measure([1, 2], [1, 2, 3])
        with pytest.raises(ValueError, match="at least one"):
            measure([], [])
