"""Every figure against an example worked out by hand."""

import numpy as np
import pytest
from scipy import sparse

from gplsa.core.held_out import split_words
from gplsa.evaluation.calibration import calibration_error, calibration_table
from gplsa.evaluation.counterparts import (
    agreement_of_counterparts,
    first_place_share,
    mean_reciprocal_rank,
    ranks_of_counterparts,
)
from gplsa.evaluation.keywords import (
    attainable_precision,
    idf_precision,
    overlap,
    precision,
    shown_precision,
)
from gplsa.evaluation.topics import (
    best_words,
    held_out_perplexity,
    npmi_coherence,
    similarity_count,
    topic_diversity,
    umass_coherence,
)

COUNTERPARTS = sparse.csr_matrix([[3.0, 1, 0, 1, 0], [0, 0, 2, 0, 1]])
IDF = np.array([1.0, 2.0, 3.0, 4.0, 5.0])
RANKED = [[0, 4, 3], [2, 0]]


def test_precision():
    # Document 1: 0 and 3 of (0, 4, 3); document 2: 2 of (2, 0, nothing).
    np.testing.assert_allclose(precision(RANKED, COUNTERPARTS, 3), (2 / 3 + 1 / 3) / 2, rtol=1e-12)
    np.testing.assert_allclose(precision(RANKED, COUNTERPARTS, 1), 1.0, rtol=1e-12)


def test_idf_precision():
    expected = ((1 + 4) / 3 + 3 / 3) / 2
    np.testing.assert_allclose(idf_precision(RANKED, COUNTERPARTS, IDF, 3), expected, rtol=1e-12)


def test_overlap():
    # Weights of counterpart 1: (1 + log 3)·1 = 2.10, 2, 4: its best two are 3 and 0; of
    # counterpart 2:
    # (1 + log 2)·3 = 5.08 and 5: both. Keywords (0, 4) and (2, 0) each hold one.
    np.testing.assert_allclose(overlap(RANKED, COUNTERPARTS, IDF, 2), 0.5, rtol=1e-12)


def test_attainable_and_shown_precision():
    # Three asked for; the counterparts have 3 and 2 words: 3 right of 5.
    np.testing.assert_allclose(attainable_precision(RANKED, COUNTERPARTS, 3), 3 / 5, rtol=1e-12)
    np.testing.assert_allclose(shown_precision(RANKED, COUNTERPARTS), 3 / 5, rtol=1e-12)


def test_keyword_figures_refuse_other_numbers_of_documents():
    with pytest.raises(ValueError, match="ranked has 1 documents, but counterparts has 2"):
        precision(RANKED[:1], COUNTERPARTS)


def test_mates():
    similarity = np.array([[0.9, 0.1, 0.3], [0.8, 0.5, 0.1], [0.7, 0.7, 0.7]])
    ranks = ranks_of_counterparts(similarity)
    np.testing.assert_array_equal(ranks, [1, 2, 3])
    np.testing.assert_allclose(mean_reciprocal_rank(ranks), (1 + 1 / 2 + 1 / 3) / 3, rtol=1e-12)
    np.testing.assert_allclose(first_place_share(ranks), 1 / 3, rtol=1e-12)
    with pytest.raises(ValueError, match="must be square"):
        ranks_of_counterparts(similarity[:2])


def test_agreement_of_mates():
    first = np.array([[1.0, 0.0], [0.5, 0.5]])
    second = np.array([[0.0, 1.0], [0.5, 0.5]])
    np.testing.assert_allclose(agreement_of_counterparts(first, second), [0, 1], atol=1e-12)


def test_calibration():
    stated = np.array([0.1, 0.15, 0.9, 1.0])
    happened = np.array([False, True, True, True])
    low, high = calibration_table(stated, happened, 2)
    assert (low.n, low.low, low.high, high.n) == (2, 0.0, 0.5, 2)
    np.testing.assert_allclose([low.stated, low.observed], [0.125, 0.5], rtol=1e-12)
    expected = (2 * 0.375 + 2 * 0.05) / 4
    np.testing.assert_allclose(calibration_error(stated, happened, 2), expected, rtol=1e-12)


def test_perplexity():
    held = sparse.csr_matrix([[1.0, 1.0], [0.0, 2.0]])
    theta, phi = np.array([[1.0, 0.0], [0.5, 0.5]]), np.array([[0.5, 0.5], [0.0, 1.0]])
    expected = np.exp(-(np.log(0.5) + np.log(0.5) + 2 * np.log(0.75)) / 4)
    np.testing.assert_allclose(held_out_perplexity(held, theta, phi), expected, rtol=1e-12)
    with pytest.raises(ValueError, match="no words to predict"):
        held_out_perplexity(sparse.csr_matrix((1, 2)), theta, phi)


def test_splitting_words_keeps_every_occurrence():
    counts = sparse.csr_matrix(np.random.default_rng(0).poisson(2.0, (6, 9)).astype(float))
    shown, held = split_words(counts, 1)
    np.testing.assert_array_equal((shown + held).toarray(), counts.toarray())
    assert 0.3 < shown.sum() / counts.sum() < 0.7


DOCUMENTS = sparse.csr_matrix([[1.0, 2, 0], [1, 0, 0], [0, 0, 1], [1, 1, 0]])


def test_npmi():
    # p(0)=3/4, p(1)=2/4, p(0,1)=2/4: log(0.5/0.375)/log 2; word 2 never meets word 0.
    both = np.log(0.5 / 0.375) / np.log(2)
    found = npmi_coherence(np.array([[0, 1], [0, 2]]), DOCUMENTS)
    np.testing.assert_allclose(found, [both, -1.0], rtol=1e-12)


def test_npmi_of_a_word_in_every_document_is_zero():
    everywhere = sparse.csr_matrix(np.ones((3, 2)))
    np.testing.assert_array_equal(npmi_coherence(np.array([[0, 1]]), everywhere), [0.0])


def test_umass():
    # Pairs (later, earlier): log((freq both + 0.01) / freq earlier).
    expected = np.log(2.01 / 3) + np.log(0.01 / 3) + np.log(0.01 / 2)
    found = umass_coherence(np.array([[0, 1, 2]]), DOCUMENTS)
    np.testing.assert_allclose(found, [expected], rtol=1e-12)


def test_best_words_diversity_and_similarity_count():
    topics = np.array([[0.5, 0.2, 0.3], [0.1, 0.6, 0.3]])
    best = best_words(topics, 2)
    np.testing.assert_array_equal(best, [[0, 2], [1, 2]])
    np.testing.assert_allclose(topic_diversity(best), 3 / 4, rtol=1e-12)
    assert similarity_count(best) == 1
