"""The objective the models report is the true one, and no iteration lowers it, in any setting."""

import numpy as np
import pytest

from gplsa.names import REGULARIZERS
from tests.models.examples import SETTINGS

every_setting = pytest.mark.parametrize("setting", SETTINGS, ids=lambda s: s.name)
every_regularizer = pytest.mark.parametrize("regularizer", REGULARIZERS)


@every_setting
@every_regularizer
@pytest.mark.parametrize("accelerate", [True, False])
def test_every_iteration_reports_the_true_objective_and_none_lowers_it(
    setting, regularizer, accelerate
):
    for lam in (0.05, 1.0, 1e3):
        full = setting.fit(regularizer, lam, max_iter=25, tol=0.0, accelerate=accelerate)
        history = full.objective_history_
        assert np.diff(history).min() >= -1e-9 * abs(history[0])
        parts = [
            setting.fit(regularizer, lam, max_iter=iterations, tol=0.0, accelerate=accelerate)
            for iterations in (1, 2, 3, 7)
        ]
        for iterations, part in zip((1, 2, 3, 7, 25), [*parts, full], strict=True):
            reached = min(iterations, full.n_iter_)
            assert part.n_iter_ == reached
            np.testing.assert_array_equal(part.objective_history_, history[: reached + 1])
            assert setting.objective(part) == pytest.approx(history[reached], rel=1e-10)


@every_setting
@every_regularizer
@pytest.mark.parametrize("lam", [0.0, 1e-6, 1.0, 1e6])
def test_results_are_probabilities(setting, regularizer, lam):
    model = setting.fit(regularizer, lam, max_iter=20)
    mixtures = [model.doc_topic_] if setting.single else list(model.doc_topic_.values())
    topics = [model.topic_word_] if setting.single else list(model.topic_word_.values())
    for rows in (*mixtures, *topics):
        assert np.isfinite(rows).all()
        assert (rows >= 0).all()
        np.testing.assert_allclose(rows.sum(axis=1), 1.0, rtol=0, atol=1e-12)
    assert np.isfinite(model.objective_history_).all()
    assert len(model.objective_history_) == model.n_iter_ + 1 <= 21


@every_setting
@every_regularizer
def test_same_seed_same_bytes_with_any_number_of_threads(setting, regularizer, monkeypatch):
    monkeypatch.setattr("gplsa.core.parallel.LITTLE", 0)
    fits = [
        setting.fit(regularizer, 1.0, max_iter=15, init=init, n_jobs=n_jobs)
        for init in ("nmf", "nndsvd", "random")
        for n_jobs in (1, 2, 3, None)
    ]
    for group in (fits[:4], fits[4:8], fits[8:]):
        first = group[0]
        for other in group[1:]:
            assert other.objective_history_.tobytes() == first.objective_history_.tobytes()
            if setting.single:
                assert other.doc_topic_.tobytes() == first.doc_topic_.tobytes()
                assert other.topic_word_.tobytes() == first.topic_word_.tobytes()
            else:
                for name in first.modalities_:
                    assert other.doc_topic_[name].tobytes() == first.doc_topic_[name].tobytes()
                    assert other.topic_word_[name].tobytes() == first.topic_word_[name].tobytes()


@every_setting
def test_the_order_of_documents_permutes_the_result(setting):
    from dataclasses import replace

    order = np.random.default_rng(7).permutation(30)
    corpus = setting.corpus
    counts = {name: matrix[order] for name, matrix in corpus.counts.items()}
    graph = None if setting.graph is None else setting.graph[order][:, order]
    shuffled = replace(setting, corpus=replace(corpus, counts=counts), graph=graph)
    straight = setting.fit("skl", 1.0, max_iter=10, tol=0.0)
    mixed = shuffled.fit("skl", 1.0, max_iter=10, tol=0.0)
    assert mixed.objective_history_[-1] == pytest.approx(straight.objective_history_[-1], rel=1e-4)
    if setting.single:
        np.testing.assert_allclose(mixed.doc_topic_, straight.doc_topic_[order], atol=1e-2)


def test_acceleration_reaches_the_same_objective_in_fewer_iterations():
    for setting in SETTINGS[:3]:
        quick = setting.fit("skl", 0.1, max_iter=400, tol=1e-7)
        plain = setting.fit("skl", 0.1, max_iter=400, tol=1e-7, accelerate=False)
        slack = 1e-3 * abs(plain.objective_history_[-1])
        assert quick.objective_history_[-1] >= plain.objective_history_[-1] - slack
        assert quick.n_iter_ <= plain.n_iter_
