"""Several labels a document, by hand."""

import numpy as np
import pytest

from gplsa.evaluation import f1_at, mean_document_average_precision

TRUTH = np.array([[1, 0, 1, 0], [0, 1, 0, 0], [0, 0, 0, 0]])
SCORES = np.array([[0.9, 0.5, 0.3, 0.1], [0.6, 0.2, 0.6, 0.1], [0.1, 0.2, 0.3, 0.4]])


def test_document_average_precision():
    # First document: ranks 1 and 3, (1/1 + 2/3)/2.  Second: rank 3.  Third bears none.
    expected = ((1 + 2 / 3) / 2 + 1 / 3) / 2
    assert mean_document_average_precision(TRUTH, SCORES) == pytest.approx(expected, rel=1e-12)
    assert mean_document_average_precision(np.zeros((2, 3)), np.ones((2, 3))) == 0.0


def test_f1_of_the_best_labels():
    # Two best: {0, 1}, {0, 2}, {3, 2}.  Nobody bears label 3: precision counts it, recall does not.
    # Predicted 0: 2, 1: 1, 2: 2, 3: 1; right 0: 1; borne 0, 1, 2: once each.
    precision, recall = (1 / 2 + 0 + 0 + 0) / 4, (1 + 0 + 0) / 3
    expected = 2 * precision * recall / (precision + recall)
    assert f1_at(TRUTH, SCORES, 2) == pytest.approx(expected, rel=1e-12)
    # One best: label 0 twice, label 3 once; 1 and 2 never predicted: precision 0.
    precision, recall = (1 / 2) / 4, 1 / 3
    expected = 2 * precision * recall / (precision + recall)
    assert f1_at(TRUTH, SCORES, 1) == pytest.approx(expected, rel=1e-12)
    assert f1_at(TRUTH, -SCORES, 1) == 0.0
    assert f1_at(np.zeros((2, 3)), np.ones((2, 3)), 3) == 0.0


def test_ties_go_against_the_labels_borne():
    equal = np.zeros((3, 4))
    assert mean_document_average_precision(TRUTH, equal) == pytest.approx(
        ((1 / 3 + 2 / 4) / 2 + 1 / 4) / 2
    )
    assert f1_at(TRUTH, equal, 2) == 0.0


def test_scores_must_be_numbers():
    with pytest.raises(ValueError, match="NaN"):
        f1_at(TRUTH, np.full((3, 4), np.nan), 1)


def test_shapes_must_agree():
    for measure in (mean_document_average_precision, lambda t, s: f1_at(t, s, 3)):
        with pytest.raises(ValueError, match=r"got shapes \(3, 4\) and \(3, 3\)"):
            measure(TRUTH, SCORES[:, :3])
