"""Non-negative least squares of tf-idf: against scikit-learn, and what its start is good for."""

import numpy as np
import pytest
from scipy import sparse
from sklearn.decomposition import non_negative_factorization
from sklearn.feature_extraction.text import TfidfTransformer
from sklearn.preprocessing import normalize

from gplsa.core.nmf import factorise, mixtures_under, tfidf_rows
from gplsa.core.start import nmf_start, nmf_words
from gplsa.core.sums import inverse_document_frequency
from gplsa.models import PLSA, MultimodalGPLSA
from tests.models.examples import planted, similarity

SIDES = [sparse.csr_matrix(x) for x in planted(n_docs=40, seed=3).counts.values()]


def weighed_sides(sides=SIDES):
    return [tfidf_rows(matrix, inverse_document_frequency(matrix)) for matrix in sides]


def begun(n_topics=3):
    rng = np.random.default_rng(0)
    n_words = sum(matrix.shape[1] for matrix in SIDES)
    return rng.random((SIDES[0].shape[0], n_topics)), rng.random((n_words, n_topics))


def test_weights_are_those_of_scikit_learn_whatever_the_rows_were_scaled_to():
    [counts, *_] = SIDES
    roots = counts.sqrt()
    expected = normalize(roots @ sparse.diags(TfidfTransformer().fit(counts).idf_))
    np.testing.assert_allclose(
        tfidf_rows(counts, inverse_document_frequency(counts)).toarray(), expected.toarray()
    )
    scaled = sparse.csr_matrix(sparse.diags(np.linspace(0.1, 9, counts.shape[0])) @ counts)
    np.testing.assert_allclose(
        tfidf_rows(scaled, inverse_document_frequency(scaled)).toarray(), expected.toarray()
    )


@pytest.mark.parametrize("n_threads", [1, 3])
def test_it_moves_as_coordinate_descent_of_scikit_learn(n_threads):
    matrices, (documents, words) = weighed_sides(), begun()
    joined = sparse.hstack(matrices, format="csr")
    theirs = documents.copy(), np.ascontiguousarray(words.T)
    options = {"init": "custom", "solver": "cd", "tol": 0, "max_iter": 200}
    w, h, _ = non_negative_factorization(joined, *theirs, n_components=3, **options)
    factorise(matrices, documents, words, 200, n_threads)
    ours, expected = (np.linalg.norm(joined - a @ b) for a, b in ((documents, words.T), (w, h)))
    assert ours == pytest.approx(expected, rel=1e-3)
    assert (documents >= 0).all()
    assert (words >= 0).all()


def test_the_error_falls_with_every_iteration():
    matrices, (documents, words) = weighed_sides(), begun()
    joined, errors = sparse.hstack(matrices).toarray(), []
    for _ in range(15):
        errors.append(np.linalg.norm(joined - documents @ words.T))
        factorise(matrices, documents, words, 1, 1)
    assert np.diff(errors).max() <= 1e-12 * errors[0]
    assert errors[-1] < 0.8 * errors[0]


def test_a_side_that_is_missing_says_nothing():
    """The words of a side are those that its documents alone give, whoever else there is."""
    first, second = weighed_sides()
    only_first = [first, sparse.csr_matrix(second.shape)]
    documents, words = begun()
    alone, its_words = documents.copy(), words[: first.shape[1]].copy()
    factorise(only_first, documents, words, 5, 1)
    factorise([first], alone, its_words, 5, 1)
    np.testing.assert_allclose(documents, alone, rtol=1e-10)
    np.testing.assert_allclose(words[: first.shape[1]], its_words, rtol=1e-10)


def test_mixtures_of_other_documents_are_those_of_the_factorisation():
    matrices, (documents, words) = weighed_sides(), begun()
    factorise(matrices, documents, words, 300, 1)
    np.testing.assert_allclose(mixtures_under(matrices, words, 300, 1), documents, atol=2e-3)


def test_a_start_from_a_sample_finds_the_same_subjects(monkeypatch):
    sides = [sparse.csr_matrix(x) for x in planted(n_docs=90, seed=1).counts.values()]
    whole = nmf_start(sides, 3, np.random.default_rng(0))
    monkeypatch.setattr("gplsa.core.start.NMF_DOCUMENTS", 45)
    start = nmf_start(sides, 3, np.random.default_rng(0))
    assert start.doc_topic.shape == (90, 1, 3)
    np.testing.assert_allclose(start.doc_topic.sum(axis=2), 1.0)
    for topics, of_all in zip(start.word_topics, whole.word_topics, strict=True):
        np.testing.assert_allclose(topics.sum(axis=0), 1.0)
        assert 0.95 < similarity(topics.T, of_all.T).min() < 1


def test_more_topics_than_documents_leave_none_empty():
    [counts, *_] = SIDES
    words = nmf_words([counts[:4]], 9, np.random.default_rng(0), 1)
    assert words.any(axis=0).all()
    assert np.isfinite(words).all()


@pytest.mark.parametrize("seed", range(4))
def test_a_fit_that_begins_there_ends_no_lower(seed):
    corpus = planted(n_docs=60, seed=seed)
    ends = [
        MultimodalGPLSA(3, init=init, random_state=0).fit(corpus.counts).objective_history_[-1]
        for init in ("nmf", "nndsvd")
    ]
    assert ends[0] >= ends[1] - 1e-4 * abs(ends[1])


def test_counts_without_any_word():
    model = PLSA(2, random_state=0).fit(np.zeros((3, 4)))
    assert np.isfinite(model.topic_word_).all()
