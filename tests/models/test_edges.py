"""Input that is unusual but normal: empty rows, lone documents, one topic; and two fits at once."""

import warnings
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from scipy import sparse

from gplsa import GPLSA, PLSA, MultimodalGPLSA
from gplsa.names import REGULARIZERS
from tests import oracle, reference
from tests.models.examples import SETTINGS, planted, ring

every_regularizer = pytest.mark.parametrize("regularizer", REGULARIZERS)


def probabilities(rows):
    return np.isfinite(rows).all() and (rows >= 0).all() and np.allclose(rows.sum(axis=1), 1)


@every_regularizer
def test_missing_modalities_come_from_mates_and_neighbours(regularizer):
    corpus = planted(n_words=(12, 15, 18), seed=1, missing=True)
    model = MultimodalGPLSA(3, regularizer=regularizer, lam=2.0, random_state=0).fit(corpus.counts)
    theta = model.doc_topic_
    # document 1 lacks "de": nearest to its two mates, each with strength λ
    mates = np.array([theta["en"][1], theta["image"][1]])
    best = oracle.solve(oracle.star(np.zeros(3), mates, [2.0, 2.0], regularizer))
    found = reference.node_objective(theta["de"][1], np.zeros(3), mates, [2.0, 2.0], regularizer)
    assert found >= best.bound - 1e-6
    # the last document has no words at all: the mean mixture of all that have
    present = {name: x.sum(axis=1) > 0 for name, x in corpus.counts.items()}
    mean = np.vstack([theta[name][present[name]] for name in theta]).mean(axis=0)
    for name in theta:
        np.testing.assert_allclose(theta[name][-1], mean, atol=1e-9)


@every_regularizer
def test_a_document_without_words_follows_its_neighbours(regularizer):
    counts = planted(n_docs=30, n_words=(20,), seed=2).counts["de"]
    counts[4] = 0.0
    graph = ring(30)
    model = GPLSA(3, regularizer=regularizer, lam=1.5, random_state=0).fit(counts, graph=graph)
    near = graph[4].indices
    strengths = 1.5 * graph[4].data
    v = model.doc_topic_[near]
    best = oracle.solve(oracle.star(np.zeros(3), v, strengths, regularizer), max_gap=1e-7)
    found = reference.node_objective(model.doc_topic_[4], np.zeros(3), v, strengths, regularizer)
    assert found >= best.bound - 1e-6


@every_regularizer
@pytest.mark.parametrize("init", ["nmf", "nndsvd", "random"])
def test_one_topic_one_document_and_unseen_words(regularizer, init):
    counts = planted(n_docs=6, seed=3).counts
    options = {"regularizer": regularizer, "init": init, "random_state": 0}
    one = MultimodalGPLSA(1, **options).fit(counts)
    for name, x in counts.items():
        np.testing.assert_allclose(one.doc_topic_[name], 1.0)
        mean = reference.rows_to_one(x).mean(axis=0)
        np.testing.assert_allclose(one.topic_word_[name][0], mean, rtol=1e-9, atol=1e-12)
    alone = MultimodalGPLSA(2, **options).fit({v: x[:1] for v, x in counts.items()})
    unseen = {v: np.hstack([x, np.zeros((6, 3))]) for v, x in counts.items()}
    wide = MultimodalGPLSA(2, **options).fit(unseen)
    many = MultimodalGPLSA(20, **options).fit(counts)  # more topics than documents
    for model in (alone, wide, many):
        for name in counts:
            assert probabilities(model.doc_topic_[name])
            assert probabilities(model.topic_word_[name])
    for name in counts:
        assert (wide.topic_word_[name][:, -3:] < 1e-12).all()
    single_word = PLSA(1, random_state=0).fit(np.array([[3.0], [1.0]]))
    np.testing.assert_allclose(single_word.topic_word_, 1.0)


@pytest.mark.parametrize("form", ["asymmetric", "symmetric"])
@pytest.mark.parametrize("init", ["nmf", "nndsvd", "random"])
def test_no_words_anywhere(form, init):
    model = PLSA(2, form=form, init=init, random_state=0)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            model.fit(np.zeros((3, 4)))
        except ValueError as problem:
            assert "counts" in str(problem)
        else:
            assert probabilities(model.doc_topic_)
            assert probabilities(model.topic_word_)


def test_an_empty_modality_and_weights_of_zero():
    counts = planted(n_docs=10, seed=4).counts
    silent = {"de": counts["de"], "en": np.zeros_like(counts["en"])}
    try:
        model = MultimodalGPLSA(2, random_state=0).fit(silent)
    except ValueError as problem:
        assert "en" in str(problem)
    else:
        for name in silent:
            assert probabilities(model.doc_topic_[name])
            assert probabilities(model.topic_word_[name])
    weights = np.ones(10)
    weights[:3] = 0.0
    model = MultimodalGPLSA(2, random_state=0, max_iter=10, tol=0.0)
    model.fit(counts, sample_weight=weights)
    expected = reference.penalised_objective(
        counts, model.doc_topic_, model.topic_word_, "skl", lam=1.0, weights=weights
    )
    assert model.objective_history_[-1] == pytest.approx(expected, rel=1e-9, abs=1e-9)


@every_regularizer
def test_isolated_nodes_and_an_empty_graph(regularizer):
    counts = planted(n_words=(20,), seed=5).counts["de"]
    options = {"regularizer": regularizer, "random_state": 0, "max_iter": 20, "tol": 0.0}
    edge = sparse.csr_matrix(([1.0, 1.0], ([0, 1], [1, 0])), shape=(30, 30))
    assert probabilities(GPLSA(3, **options).fit(counts, graph=edge).doc_topic_)
    none = GPLSA(3, **options).fit(counts, graph=sparse.csr_matrix((30, 30)))
    assert (np.diff(none.objective_history_) >= -1e-9).all()
    assert probabilities(none.doc_topic_)
    loop = GPLSA(3, **options).fit(counts, graph=edge + sparse.eye(30))
    straight = GPLSA(3, **options).fit(counts, graph=edge)
    np.testing.assert_array_equal(loop.doc_topic_, straight.doc_topic_)


def test_input_is_left_as_it_was_and_its_form_does_not_matter():
    counts = planted(seed=6).counts["de"]
    fits = []
    for make in (
        np.array,
        sparse.csr_matrix,
        sparse.csc_matrix,
        sparse.coo_array,
        lambda x: sparse.csr_array(x.astype(np.int32)),
        np.asfortranarray,
        lambda x: x.tolist(),
    ):
        given = make(counts)
        if sparse.issparse(given):
            given.data.flags.writeable = False
        elif isinstance(given, np.ndarray):
            given.flags.writeable = False
        fits.append(PLSA(3, random_state=0, max_iter=5).fit(given).doc_topic_)
    for other in fits[1:]:
        assert other.tobytes() == fits[0].tobytes()


def test_duplicate_and_explicit_zero_entries():
    counts = planted(seed=7).counts["de"]
    rows, columns = np.nonzero(counts + 1)
    halves = np.concatenate([counts.ravel() / 2, counts.ravel() / 2])
    doubled = sparse.coo_matrix(
        (halves, (np.tile(rows, 2), np.tile(columns, 2))), shape=counts.shape
    )
    a = PLSA(3, random_state=0, max_iter=5).fit(counts)
    b = PLSA(3, random_state=0, max_iter=5).fit(doubled)
    np.testing.assert_allclose(a.doc_topic_, b.doc_topic_, rtol=1e-12)


def test_two_fits_at_once_are_both_right(monkeypatch):
    monkeypatch.setattr("gplsa.core.parallel.LITTLE", 0)

    def fit(setting):
        return setting.fit("l1", 1.0, max_iter=30, n_jobs=2)

    alone = [fit(setting) for setting in SETTINGS]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(fit, SETTINGS * 3))
    for i, model in enumerate(together):
        expected = alone[i % len(SETTINGS)]
        assert model.objective_history_.tobytes() == expected.objective_history_.tobytes()


def test_a_callback_that_raises_leaves_the_next_fit_untouched():
    setting = SETTINGS[3]
    before = setting.fit("skl", 1.0, max_iter=10)

    def stop(progress):
        if progress.iteration == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        setting.fit("skl", 1.0, max_iter=10, callback=stop)
    after = setting.fit("skl", 1.0, max_iter=10)
    np.testing.assert_array_equal(before.objective_history_, after.objective_history_)


def test_folding_in_equals_the_loops_and_begins_at_the_corpus_mean():
    corpus = planted(seed=8)
    model = MultimodalGPLSA(3, random_state=0).fit(corpus.counts)
    unseen = planted(n_docs=7, seed=9).counts
    unseen["de"][2] = 0.0
    folded = model.transform(unseen, max_iter=3)
    for name, x in unseen.items():
        mean = model.doc_topic_[name].mean(axis=0)
        theta = np.tile(mean, (7, 1))
        for _ in range(3):
            known = model.topic_word_[name].sum(axis=0) > 0
            q, _ = reference.em_statistics(
                reference.rows_to_one(x)[:, known], theta, model.topic_word_[name][:, known]
            )
            theta = np.where(q.sum(axis=1, keepdims=True) > 0, reference.rows_to_one(q), theta)
        np.testing.assert_allclose(folded[name], theta, rtol=1e-9, atol=1e-12)
    only = model.transform({"en": unseen["en"]}, max_iter=3)
    assert list(only) == ["en"]
    np.testing.assert_array_equal(only["en"], folded["en"])
    rows = PLSA(3, random_state=0).fit(corpus.counts["de"])
    together = rows.transform(unseen["de"])
    for d in range(7):
        alone = rows.transform(unseen["de"][d : d + 1])
        np.testing.assert_allclose(alone[0], together[d], rtol=1e-9, atol=1e-12)


def test_many_odd_little_corpora():
    """Few documents, words and topics; empty rows; sizes from 1e-250 to 1e200; any coupling."""
    rng = np.random.default_rng(5)
    for _ in range(150):
        n_docs, n_topics = int(rng.integers(2, 8)), int(rng.integers(1, 4))
        counts = {}
        for name in ("a", "b", "c")[: rng.integers(1, 4)]:
            x = rng.poisson(rng.choice([0.1, 0.5, 3.0]), (n_docs, int(rng.integers(2, 8))))
            counts[name] = x * rng.choice([1.0, 1e-250, 1e200, 1e-8], p=[0.7, 0.1, 0.1, 0.1])
        upper = np.triu((rng.random((n_docs, n_docs)) < 0.5) * rng.choice([1.0, 1e-9, 1e6]), 1)
        graph = sparse.csr_matrix(upper + upper.T) if rng.random() < 0.5 else None
        weights = rng.choice([0.0, 1.0, 2.5], n_docs) if rng.random() < 0.2 else np.ones(n_docs)
        weights[0] = 1.0
        model = MultimodalGPLSA(
            n_topics,
            regularizer=str(rng.choice([*REGULARIZERS])),
            lam=float(rng.choice([0.0, 1e-6, 0.1, 1.0, 100.0, 1e6])),
            init=str(rng.choice(["nmf", "nndsvd", "random"])),
            accelerate=bool(rng.random() < 0.5),
            max_iter=10,
            tol=0.0,
            random_state=0,
        ).fit(counts, graph=graph, sample_weight=weights)
        history = model.objective_history_
        assert np.diff(history).min(initial=0.0) >= -1e-9 * abs(history[0])
        # a document of weight 0 counts as one that is not there
        there = {name: x * (weights > 0)[:, None] for name, x in counts.items()}
        expected = reference.penalised_objective(
            there,
            model.doc_topic_,
            model.topic_word_,
            model.regularizer,
            lam=model.lam,
            graph=None if graph is None else graph.toarray(),
            graph_lam=model.lam,
            weights=weights,
        )
        assert history[-1] == pytest.approx(expected, rel=1e-8, abs=1e-8)
        for name in counts:
            assert probabilities(model.doc_topic_[name])
            assert probabilities(model.topic_word_[name])


def test_nothing_left_to_gain_on_a_graph():
    """With one topic every step is zero from the start, and so is what it promises."""
    counts = {
        "a": np.array([[2.0], [2.0], [2.0], [1.0]]),
        "b": np.array([[0.0], [0.0], [2.0], [1.0]]),
    }
    graph = sparse.csr_matrix(([734967.17715114] * 2, ([2, 3], [3, 2])), shape=(4, 4))
    for regularizer in REGULARIZERS:
        for lam in (1e-6, 1.0, 1e6):
            model = MultimodalGPLSA(1, regularizer=regularizer, lam=lam, random_state=0, tol=0.0)
            model.fit(counts, graph=graph)
            np.testing.assert_allclose(model.doc_topic_["a"], 1.0)
