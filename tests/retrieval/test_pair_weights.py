"""Lexicons of other pairs tell which pairs belong together."""

import numpy as np
import pytest
from scipy import sparse

from gplsa.keywords import align_lines
from gplsa.retrieval.pair_weights import TRUSTED, _likeness, pair_weights_by_lexicon
from tests.keywords.planted import planted_pairs

N, SWAPPED = 160, np.arange(40)
NONE = np.zeros(N, dtype=bool)


def weighed(counts, units, held_out=NONE):
    return pair_weights_by_lexicon(counts, units, held_out, np.random.default_rng(0), rounds=2)


@pytest.fixture(scope="module")
def swapped():
    """160 pairs; the targets of the first 40 have moved on by one place; 159 has no target."""
    pairs = planted_pairs(N)
    order = np.arange(N)
    order[SWAPPED] = np.roll(SWAPPED, 1)
    target = pairs.target[order].tolil()
    target[N - 1] = 0
    counts = {"de": pairs.source, "en": sparse.csr_matrix(target)}
    rows = np.arange(N)
    lines = [(matrix, rows) for matrix in counts.values()]
    return counts, {("de", "en"): align_lines(*lines, N)}


def test_swapped_pairs_are_not_trusted(swapped):
    found = weighed(*swapped)
    right = ~np.isin(np.arange(N), SWAPPED)
    assert ((found.weight >= TRUSTED) == right).mean() > 0.95
    assert found.share == pytest.approx(0.75, abs=0.08)
    assert found.weight[N - 1] == 1.0 and np.isnan(found.fit[N - 1])
    again = weighed(*swapped)
    np.testing.assert_array_equal(found.weight, again.weight)


def test_documents_apart_are_judged_and_teach_nothing(swapped):
    counts, units = swapped
    held_out = np.arange(N) % 8 == 0
    found = weighed(counts, units, held_out)
    right = ~np.isin(np.arange(N), SWAPPED)
    assert ((found.weight >= TRUSTED) == right)[held_out].mean() > 0.9
    # The others are judged as if those apart were not there.
    emptied = {side: matrix.copy() for side, matrix in counts.items()}
    for matrix in emptied.values():
        matrix.data[np.repeat(held_out, np.diff(matrix.indptr))] = 0.0
        matrix.eliminate_zeros()
    alone = weighed(emptied, units)
    np.testing.assert_array_equal(found.weight[~held_out], alone.weight[~held_out])


def test_likeness_by_hand():
    """Half of the first text's words call up e, which is 4 times as likely then as anywhere."""
    source = sparse.csr_matrix([[0.5, 0.5], [0.0, 1.0]])
    target = sparse.csr_matrix([[1.0, 0.0], [0.0, 1.0]])
    gain = sparse.csr_matrix([[4.0, 0.0], [0.0, 2.0]])
    expected = np.log1p([[2.0, 1.0], [0.0, 2.0]])
    np.testing.assert_allclose(_likeness(source, target, gain), expected)


def test_too_few_pairs_are_refused(swapped):
    counts, units = swapped
    held_out = np.arange(N) >= 5
    with pytest.raises(ValueError, match="5 documents with two sides are too few"):
        weighed(counts, units, held_out)
