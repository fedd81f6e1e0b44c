"""What every training repeats."""

import numpy as np
from scipy import sparse

from gplsa.core.weights import ALONE
from gplsa.training.fitting import LARGEST_WEIGHT, document_weights


def lengths(*values: float) -> sparse.csr_matrix:
    return sparse.csr_matrix(np.array(values)[:, None])


def test_documents_weigh_by_their_length_relative_to_each_side():
    weights = document_weights({"de": lengths(10, 20, 30), "en": lengths(100, 200, 300)})
    np.testing.assert_allclose(weights, [0.5, 1.0, 1.5], rtol=1e-12)


def test_a_document_weighs_by_the_sides_it_has_and_less_without_a_mate():
    weights = document_weights({"de": lengths(10, 0, 30), "en": lengths(5, 5, 0)})
    np.testing.assert_allclose(weights, [(0.5 + 1) / 2, ALONE * 1.0, ALONE * 1.5], rtol=1e-12)
    np.testing.assert_array_equal(document_weights({"de": lengths(0, 4)}), [0, 1])


def test_one_book_among_letters_does_not_have_all_the_topics():
    weights = document_weights({"de": lengths(*[1.0] * 99, 1000.0)})
    assert weights[-1] == LARGEST_WEIGHT
    assert weights[:-1].sum() > weights[-1]
