"""Retrieval by class against rankings worked out by hand."""

import numpy as np
import pytest

from gplsa.evaluation.classes import class_precision, mean_average_precision, top_average_precision

# Query 1 (class a) ranks b a a b: hits at 2 and 3.  Query 2 (class b) ranks b a a b: 1 and 4.
SIMILARITY = np.array([[0.8, 0.9, 0.7, 0.1], [0.3, 0.4, 0.2, 0.1]])
QUERIES, DOCUMENTS = np.array(["a", "b"]), np.array(["a", "b", "a", "b"])


def test_the_whole_ranking():
    expected = ((1 / 2 + 2 / 3) / 2 + (1 / 1 + 2 / 4) / 2) / 2
    found = mean_average_precision(SIMILARITY, QUERIES, DOCUMENTS)
    np.testing.assert_allclose(found, expected, rtol=1e-12)


def test_the_top_relevant():
    found = top_average_precision(SIMILARITY, QUERIES, DOCUMENTS, 1)
    np.testing.assert_allclose(found, (1 / 2 + 1 / 1) / 2, rtol=1e-12)
    # Fewer than ten are relevant: all of them count.
    found = top_average_precision(SIMILARITY, QUERIES, DOCUMENTS)
    whole = mean_average_precision(SIMILARITY, QUERIES, DOCUMENTS)
    np.testing.assert_allclose(found, whole, rtol=1e-12)


def test_precision_of_the_nearest():
    found = class_precision(SIMILARITY, QUERIES, DOCUMENTS, 3)
    np.testing.assert_allclose(found, (2 / 3 + 1 / 3) / 2, rtol=1e-12)


def test_ties_go_against_the_right_class():
    found = mean_average_precision(np.zeros((1, 4)), ["a"], DOCUMENTS)
    np.testing.assert_allclose(found, (1 / 3 + 2 / 4) / 2, rtol=1e-12)


def test_queries_without_an_answer_are_left_out():
    similarity = np.vstack([SIMILARITY[:1], SIMILARITY[:1]])
    found = mean_average_precision(similarity, ["a", "c"], DOCUMENTS)
    np.testing.assert_allclose(found, (1 / 2 + 2 / 3) / 2, rtol=1e-12)
    with pytest.raises(ValueError, match="no document is of the class"):
        mean_average_precision(similarity, ["c", "c"], DOCUMENTS)
    with pytest.raises(ValueError, match="2×3, but is 2×4"):
        mean_average_precision(similarity, QUERIES, DOCUMENTS[:3])
