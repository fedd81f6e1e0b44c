"""How much documents weigh, and what stands together beyond chance, by hand."""

import numpy as np

from gplsa.core.chance import beyond_chance
from gplsa.core.weights import weights_by_length


def test_a_document_without_its_other_side_weighs_less():
    lengths = np.array([[10.0, 10.0, 0.0, 90.0], [20.0, 0.0, 20.0, 20.0]])
    means = np.array([10.0, 20.0])
    np.testing.assert_allclose(weights_by_length(lengths, means, 4.0), [1.0, 0.3, 0.3, 4.0])
    np.testing.assert_allclose(weights_by_length(lengths[:1], means[:1], 4.0), [1.0, 1.0, 0.0, 4.0])


def test_words_stand_together_where_it_is_sure_and_strong():
    """G² ≥ 10.8 and NPMI ≥ 1/4, each of which alone lets something through."""
    cases = [
        (1, [0.01, 0.01], 100, False),  # always together, but once: G² 9.2
        (2, [0.02, 0.02], 100, True),  # G² 15.6, NPMI 1
        (1000, [0.25, 0.25], 10_000, False),  # sure, but hardly more than chance: NPMI 0.20
        (1000, [0.2, 0.2], 10_000, True),  # NPMI 0.40
        (100, [0.5, 0.5], 1000, False),  # less than by chance
    ]
    for uses, shares, places, wanted in cases:
        log_share = np.array([np.log(shares).sum()])
        found = beyond_chance(np.array([uses]), log_share, np.array([2]), places)
        assert found.tolist() == [wanted], (uses, shares)
