"""One mixture for all modalities: against the loops, its limits, and folding in."""

import numpy as np
import pytest

from gplsa.core.start import nmf_start
from gplsa.models import PLSA, LinkPLSA, MultimodalGPLSA
from tests import reference
from tests.models.examples import planted, similarity
from tests.models.test_limits import rows_of


def test_equals_the_loops():
    counts = planted(n_docs=12, seed=5).counts
    start = nmf_start(rows_of(counts), 3, np.random.default_rng(0))
    theta = start.doc_topic[:, 0]
    phi = {v: topics.T for v, topics in zip(counts, start.word_topics, strict=True)}
    for _ in range(6):
        theta, phi = reference.link_plsa_step(counts, theta, phi)
    model = LinkPLSA(3, max_iter=6, tol=0.0, accelerate=False, random_state=0).fit(counts)
    np.testing.assert_allclose(model.doc_topic_, theta, rtol=1e-9, atol=1e-11)
    expected = 0.0
    for name, x in counts.items():
        np.testing.assert_allclose(model.topic_word_[name], phi[name], rtol=1e-9, atol=1e-11)
        expected += reference.log_likelihood(reference.rows_to_one(x), theta, phi[name])
    assert model.objective_history_[-1] == pytest.approx(expected, rel=1e-10)


def test_planted_topics_and_the_strongly_coupled_limit():
    corpus = planted(n_docs=60, seed=1)
    model = LinkPLSA(3, random_state=0).fit(corpus.counts)
    for name, planted_topics in corpus.topic_word.items():
        assert similarity(model.topic_word_[name], planted_topics).min() > 0.97
    coupled = MultimodalGPLSA(3, regularizer="l2", lam=1e5, random_state=0).fit(corpus.counts)
    for theta in coupled.doc_topic_.values():
        np.testing.assert_allclose(theta, model.doc_topic_, atol=0.02)


def test_of_one_modality_it_is_plsa():
    counts = planted(n_docs=12).counts
    options = {"random_state": 0, "max_iter": 20}
    one = LinkPLSA(3, **options).fit({"de": counts["de"]})
    plain = PLSA(3, **options).fit(counts["de"])
    np.testing.assert_allclose(one.doc_topic_, plain.doc_topic_, rtol=1e-12)
    folded = one.transform({"de": counts["de"]}, max_iter=4)
    np.testing.assert_allclose(folded, plain.transform(counts["de"], max_iter=4), rtol=1e-12)


def test_a_missing_side_and_a_document_without_words():
    corpus = planted(missing=True)  # document 1 lacks "de", the last one everything
    model = LinkPLSA(3, random_state=0).fit(corpus.counts)
    theta = model.transform({"en": corpus.counts["en"][1:2]}, max_iter=2000)
    np.testing.assert_allclose(model.doc_topic_[1], theta[0], atol=0.05)
    sides = np.array([(x.sum(axis=1) > 0) for x in corpus.counts.values()]).sum(axis=0)
    mean = np.average(model.doc_topic_[:-1], axis=0, weights=sides[:-1])
    np.testing.assert_allclose(model.doc_topic_[-1], mean, rtol=1e-9)


def test_folding_in_both_sides_equals_the_loops():
    corpus, unseen = planted(seed=8), planted(n_docs=5, seed=9).counts
    model = LinkPLSA(3, random_state=0).fit(corpus.counts)
    theta = np.tile(model.doc_topic_.mean(axis=0), (5, 1))
    for _ in range(3):
        q = 0.0
        for name, x in unseen.items():
            known = model.topic_word_[name].sum(axis=0) > 0
            rows = reference.rows_to_one(x)[:, known]
            q += reference.em_statistics(rows, theta, model.topic_word_[name][:, known])[0]
        theta = reference.rows_to_one(q)
    np.testing.assert_allclose(model.transform(unseen, max_iter=3), theta, rtol=1e-9)
