"""The wrapped LDA is scikit-learn's batch fit, and one model over glued vocabularies."""

import warnings

import numpy as np
import pytest
from sklearn.decomposition import LatentDirichletAllocation
from sklearn.feature_extraction.text import TfidfTransformer

from gplsa import InputWarning
from gplsa.models import LDA
from tests.models.examples import common_words, planted, similarity


def test_iterations_are_the_batch_steps_of_scikit_learn():
    counts = planted().counts["de"]
    seed = int(np.random.default_rng(3).integers(2**31))
    options = {"doc_topic_prior": 0.2, "topic_word_prior": 0.1}
    peer = LatentDirichletAllocation(
        3, learning_method="batch", max_iter=4, random_state=seed, **options
    ).fit(counts)
    model = LDA(3, max_iter=4, tol=0.0, random_state=3, **options).fit(counts)
    expected = peer.components_ / peer.components_.sum(axis=1, keepdims=True)
    np.testing.assert_allclose(model.topic_word_, expected, rtol=1e-12)
    np.testing.assert_allclose(model.doc_topic_, peer.transform(counts), rtol=1e-12)
    assert model.objective_history_[-1] == pytest.approx(peer.score(counts), rel=1e-12)
    assert len(model.objective_history_) == 2


def test_modalities_are_glued():
    corpus = planted(n_docs=60, seed=1)
    model = LDA(3, random_state=0).fit(corpus.counts)
    for name, topics in corpus.topic_word.items():
        assert similarity(model.topic_word_[name], topics).min() > 0.95
    together = np.hstack(list(corpus.counts.values()))
    plain = LDA(3, random_state=0).fit(together)
    np.testing.assert_array_equal(model.doc_topic_, plain.doc_topic_)
    words = corpus.counts["de"].shape[1]
    glued = np.array(plain.topic_word_[:, :words])
    np.testing.assert_allclose(
        model.topic_word_["de"], glued / glued.sum(axis=1, keepdims=True), rtol=1e-12
    )
    alone = together.copy()
    alone[:, words:] = 0.0
    np.testing.assert_allclose(
        model.transform({"de": corpus.counts["de"]}), plain.transform(alone), rtol=1e-12
    )


def test_it_stops_reports_and_can_be_stopped():
    counts = planted(n_docs=60).counts["de"]
    seen = []
    model = LDA(3, random_state=0).fit(counts, callback=seen.append)
    assert model.converged_
    assert model.n_iter_ == len(seen) < 100
    assert seen[-1].objective == model.objective_history_[-1] > model.objective_history_[0]
    assert not LDA(3, max_iter=1, random_state=0).fit(counts).converged_

    def stop(progress):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        LDA(3, random_state=0).fit(counts, callback=stop)


def test_priors_must_be_positive():
    with pytest.raises(ValueError, match=r"doc_topic_prior.*got 0.*topic_word_prior.*got -1"):
        LDA(2, doc_topic_prior=0.0, topic_word_prior=-1.0).fit(np.ones((2, 2)))


@pytest.mark.parametrize(
    ("scale", "complaint"),
    [(1.0, "put 60 of 60 documents into one topic"), (1e-3, "nearly the same mixture")],
)
def test_weights_that_priors_outweigh_are_told(scale, complaint):
    """tf-idf rows weigh a few words each. Of the counts themselves nothing is said."""
    counts = common_words()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert LDA(3, random_state=0).fit(counts).warning_ == ""
    weights = TfidfTransformer(sublinear_tf=True).fit_transform(counts) * scale
    with pytest.warns(InputWarning, match=rf"{complaint}\. .* fractions that sum to"):
        model = LDA(3, random_state=0).fit(weights)
    assert "Give it counts" in model.warning_


def test_never_more_processes_than_processors(monkeypatch):
    from sklearn import decomposition

    asked = []

    class Stopped(Exception):
        pass

    def made(*_, n_jobs, **__):
        asked.append(n_jobs)
        raise Stopped

    monkeypatch.setattr(decomposition, "LatentDirichletAllocation", made)
    monkeypatch.setattr("os.cpu_count", lambda: 3)
    for n_jobs in (None, 1, 2, -1, 10_000):
        with pytest.raises(Stopped):
            LDA(2, n_jobs=n_jobs).fit(np.eye(4))
    assert asked == [None, 1, 2, 3, 3]
