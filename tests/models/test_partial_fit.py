"""New documents join a fit: their words move the topics, and what was there stays."""

import numpy as np
import pytest
from scipy.sparse import csr_matrix

from gplsa import PLSA, MultimodalGPLSA
from tests.models.examples import planted

SEEN, ALL = slice(0, 200), slice(200, 300)


@pytest.fixture(scope="module")
def corpus():
    return planted(n_docs=300, n_topics=4, n_words=(60, 80), concentration=0.1)


def part(counts, rows):
    return {name: matrix[rows] for name, matrix in counts.items()}


def perplexity(model, matrix):
    mixtures = model.transform(matrix)
    p = mixtures @ model.topic_word_
    return np.exp(-(matrix * np.log(np.maximum(p, 1e-12))).sum() / matrix.sum())


def test_joining_goes_towards_a_fit_of_all(corpus):
    matrix = corpus.counts["de"]
    few = PLSA(4, random_state=0).fit(matrix[:60])
    joined = PLSA(4, random_state=0).fit(matrix[:60])
    for start in (60, 120):
        joined.partial_fit(matrix[start : start + 60])
    whole = PLSA(4, random_state=0).fit(matrix[:180])
    unseen = matrix[200:]
    before, after, best = (perplexity(model, unseen) for model in (few, joined, whole))
    assert best < before
    # One look at each document does not reach what many do.
    assert after - best < 0.75 * (before - best)


@pytest.mark.parametrize("options", [{}, {"form": "symmetric"}, {"background_weight": 0.2}])
def test_what_grows_and_what_stays(corpus, options):
    matrix = corpus.counts["de"]
    model = PLSA(4, random_state=0, **options).fit(matrix[SEEN])
    mixtures, mass = model.doc_topic_.copy(), model.topic_mass_.sum()
    model.partial_fit(matrix[ALL])
    np.testing.assert_array_equal(model.doc_topic_[SEEN], mixtures)
    assert model.doc_topic_.shape == (300, 4)
    np.testing.assert_allclose(model.doc_topic_.sum(axis=1), 1.0, atol=1e-9)
    np.testing.assert_allclose(model.topic_word_.sum(axis=1), 1.0, atol=1e-9)
    np.testing.assert_allclose(model.topic_document_.sum(axis=1), 1.0, atol=1e-9)
    assert model.topic_prior_.sum() == pytest.approx(1.0)
    if not options:
        assert mass == pytest.approx(200)
        assert model.topic_mass_.sum() == pytest.approx(300)


@pytest.mark.parametrize("regularizer", ["l1", "l2", "skl"])
def test_several_modalities(corpus, regularizer):
    counts = {name: matrix.copy() for name, matrix in corpus.counts.items()}
    counts["en"][250] = 0.0
    model = MultimodalGPLSA(4, regularizer=regularizer, random_state=0)
    model.partial_fit(part(counts, SEEN))
    alone = MultimodalGPLSA(4, regularizer=regularizer, random_state=0).fit(part(counts, SEEN))
    np.testing.assert_array_equal(model.topic_word_["de"], alone.topic_word_["de"])
    model.partial_fit(part(counts, ALL))
    for name in counts:
        np.testing.assert_array_equal(model.doc_topic_[name][SEEN], alone.doc_topic_[name])
        np.testing.assert_allclose(model.doc_topic_[name].sum(axis=1), 1.0, atol=1e-9)
    assert len(model.objective_history_) == len(alone.objective_history_) + 1
    # The topics serve the new documents better than those that have not seen them.
    before = perplexity_of(alone, counts, ALL)
    assert perplexity_of(model, counts, ALL) < before
    agreement = np.abs(model.doc_topic_["de"][ALL] - model.doc_topic_["en"][ALL]).sum(axis=1)
    assert np.median(agreement) < 0.1


def test_documents_join_topics_that_another_fit_left(corpus):
    seen = {name: csr_matrix(matrix) for name, matrix in part(corpus.counts, SEEN).items()}
    fitted = MultimodalGPLSA(4, random_state=0, background_weight=0.2).fit(seen)
    topics = {k: v.copy() for k, v in fitted.topic_word_.items()}, dict(fitted.doc_topic_), seen
    again = MultimodalGPLSA(4, random_state=0, background_weight=0.2)
    again.set_topics(*topics, sample_weight=np.ones(200))
    for name, mixtures in fitted.transform(part(corpus.counts, ALL)).items():
        np.testing.assert_array_equal(again.transform(part(corpus.counts, ALL))[name], mixtures)
    fitted.partial_fit(part(corpus.counts, ALL))
    again.partial_fit(part(corpus.counts, ALL))
    for name, topic_word in fitted.topic_word_.items():
        np.testing.assert_allclose(again.topic_word_[name], topic_word, atol=1e-3)


def perplexity_of(model, counts, rows):
    total = 0.0
    for name, mixtures in model.transform(part(counts, rows)).items():
        p = mixtures @ model.topic_word_[name]
        total -= (counts[name][rows] * np.log(np.maximum(p, 1e-12))).sum()
    return total


def test_the_same_bytes_with_any_number_of_threads(corpus, monkeypatch):
    monkeypatch.setattr("gplsa.core.parallel.LITTLE", 0)

    def topics(n_jobs):
        model = MultimodalGPLSA(4, random_state=0, n_jobs=n_jobs).fit(part(corpus.counts, SEEN))
        return model.partial_fit(part(corpus.counts, ALL)).topic_word_["en"].tobytes()

    assert topics(1) == topics(2)


def test_other_words_are_refused(corpus):
    model = PLSA(4, random_state=0).fit(corpus.counts["de"])
    with pytest.raises(ValueError, match="X has 59 features, but PLSA is expecting 60"):
        model.partial_fit(corpus.counts["de"][:, 1:])
    several = MultimodalGPLSA(4, random_state=0).fit(corpus.counts)
    with pytest.raises(ValueError, match="must have every modality of the fit: 'de', 'en'"):
        several.partial_fit({"de": corpus.counts["de"]})
    with pytest.raises(ValueError, match="must have 80 words, got 79"):
        several.partial_fit({"de": corpus.counts["de"], "en": corpus.counts["en"][:, 1:]})
