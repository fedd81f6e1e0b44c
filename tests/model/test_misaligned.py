"""What is said of pairs that do not seem to belong together."""

import numpy as np
import pytest
from scipy import sparse

from gplsa.model.misaligned import misaligned_message, misaligned_share

COUNTS = {
    "de": sparse.csr_matrix(np.ones((4, 2))),
    "en": sparse.csr_matrix(np.array([[1.0], [1.0], [1.0], [0.0]])),
}


@pytest.mark.parametrize(
    ("weights", "share", "told"),
    [
        (None, 0.0, ""),
        ([1.0, 1.0, 1.0, 1.0], 0.0, "The pairs were weighed: all seem to belong together."),
        ([0.1, 1.0, 1.0, 1.0], 0.3, "About 30 % of the pairs do not seem to belong together; "),
        ([0.98, 1.0, 1.0, 1.0], 0.02 / 3, "About 1 % of the pairs do not seem to belong"),
    ],
)
def test_documents_with_one_side_are_no_pairs(weights, share, told):
    found = None if weights is None else np.array(weights)
    assert misaligned_share(COUNTS, found) == pytest.approx(share)
    sentence = misaligned_message(COUNTS, found)
    assert sentence.startswith(told) and bool(sentence) == bool(told)
