"""The start of a fit over parts beside that of one in memory."""

import numpy as np
import pytest
from scipy import sparse

from gplsa.core.start import start_by, topics_by
from gplsa.core.sums import column_sums
from gplsa.names import INITS
from tests.models.examples import planted


@pytest.mark.parametrize("init", INITS)
def test_a_sample_of_all_documents_gives_the_topics_of_the_start_in_memory(init):
    counts = [sparse.csr_matrix(one) for one in planted(n_docs=90).counts.values()]
    expected = start_by(init, counts, 3, np.random.default_rng(2)).word_topics
    masses = [column_sums(matrix) for matrix in counts]
    found = topics_by(init, counts, 3, np.random.default_rng(2), 1, masses)
    for one, other in zip(found, expected, strict=True):
        np.testing.assert_allclose(one, other, atol=1e-12)


@pytest.mark.parametrize("init", INITS)
@pytest.mark.parametrize("n_topics", [3, 8])
def test_topics_of_a_sample_sum_to_one_also_beyond_its_rank(init, n_topics):
    rng = np.random.default_rng(0)
    whole = [sparse.csr_matrix(rng.poisson(2.0, (40, 5)).astype(float))] * 2
    masses = [column_sums(matrix) for matrix in whole]
    for topics in topics_by(init, [one[:6] for one in whole], n_topics, rng, 1, masses):
        assert topics.shape == (5, n_topics) and (topics > 0).all()
        np.testing.assert_allclose(topics.sum(axis=0), 1.0, atol=1e-12)
