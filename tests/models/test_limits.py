"""Where the models must agree with each other, with the papers' loops, or with another library."""

import numpy as np
import pytest
from scipy import sparse
from sklearn.decomposition import NMF

from gplsa import GPLSA, PLSA, MultimodalGPLSA
from gplsa.core.coupling.joint import Links
from gplsa.core.divergences.skl import SKL
from gplsa.core.em import prepare_counts
from gplsa.core.start import nmf_start
from gplsa.core.sums import scaled_rows
from gplsa.models._fit import START_ITERATIONS, FitParameters, Side, fit_modalities
from gplsa.names import REGULARIZERS
from tests import reference
from tests.models.examples import planted, ring, similarity

every_regularizer = pytest.mark.parametrize("regularizer", REGULARIZERS)
LAMBDAS = (0.0, 1e-3, 1e-2, 0.1, 1.0, 10.0, 100.0, 1e3, 1e4)


def rows_of(counts):
    """The rows as the models see them: sparse, scaled to sum 1."""
    return [scaled_rows(sparse.csr_matrix(x), np.ones(len(x))) for x in counts.values()]


def link_plsa(counts, iterations, accelerate=False):
    plan = FitParameters(3, max_iter=iterations, tol=0.0, accelerate=accelerate, n_jobs=1)
    rng = np.random.default_rng(0)
    sides = [Side(rows) for rows in rows_of(counts)]
    return fit_modalities(sides, Links(SKL(), 0.0), plan, rng, shared=True)


def test_link_plsa_equals_the_loops():
    counts = planted(n_docs=12).counts
    start = nmf_start(rows_of(counts), 3, np.random.default_rng(0))
    theta = start.doc_topic[:, 0]
    phi = {v: topics.T for v, topics in zip(counts, start.word_topics, strict=True)}
    for _ in range(6):
        theta, phi = reference.link_plsa_step(counts, theta, phi)
    fitted = link_plsa(counts, 6)
    np.testing.assert_allclose(fitted.doc_topic[:, 0], theta, rtol=1e-9, atol=1e-11)
    for topics, expected in zip(fitted.word_topics, phi.values(), strict=True):
        np.testing.assert_allclose(topics.T, expected, rtol=1e-9, atol=1e-11)


@every_regularizer
@pytest.mark.parametrize("seed", [0, 1])
def test_no_lambda_ends_below_the_shared_model(regularizer, seed):
    counts = planted(seed=seed).counts
    linked = link_plsa(counts, 200).history
    for lam in LAMBDAS:
        model = MultimodalGPLSA(3, regularizer=regularizer, lam=lam, random_state=0, tol=0.0)
        history = model.fit(counts).objective_history_
        at_release = history[0]
        assert at_release >= linked[10] - 1e-9 * abs(at_release)
        assert history[-1] >= at_release
        assert history[-1] >= linked[-1] - 1e-5 * abs(linked[-1]), f"lam={lam}"


@every_regularizer
def test_strong_coupling_is_link_plsa(regularizer):
    counts = planted(seed=2).counts
    linked = link_plsa(counts, 400, accelerate=True).history[-1]
    model = MultimodalGPLSA(
        3, regularizer=regularizer, lam=1e4, random_state=0, tol=0.0, max_iter=400
    ).fit(counts)
    apart = np.abs(model.doc_topic_["de"] - model.doc_topic_["en"]).max()
    assert apart <= 2e-4
    assert model.objective_history_[-1] == pytest.approx(linked, rel=1e-5)


@every_regularizer
def test_without_coupling_each_modality_is_plsa_from_the_released_state(regularizer):
    counts = planted(n_docs=15, seed=3).counts
    start = nmf_start(rows_of(counts), 3, np.random.default_rng(0))
    theta = start.doc_topic[:, 0]
    phi = {v: topics.T for v, topics in zip(counts, start.word_topics, strict=True)}
    for _ in range(START_ITERATIONS):
        theta, phi = reference.link_plsa_step(counts, theta, phi)
    model = MultimodalGPLSA(
        3, regularizer=regularizer, lam=0.0, random_state=0, max_iter=7, tol=0.0, accelerate=False
    ).fit(counts)
    for v, x in counts.items():
        own, topics = theta, phi[v]
        for _ in range(7):
            own, topics = reference.plsa_step(reference.rows_to_one(x), own, topics)
        np.testing.assert_allclose(model.doc_topic_[v], own, rtol=1e-7, atol=1e-10)
        np.testing.assert_allclose(model.topic_word_[v], topics, rtol=1e-7, atol=1e-10)


def test_one_modality_without_a_graph_is_plsa():
    counts = planted(seed=4).counts["de"]
    plain = PLSA(3, random_state=0, max_iter=30, tol=0.0).fit(counts)
    graph = GPLSA(3, random_state=0, max_iter=30, tol=0.0).fit(counts)
    single = MultimodalGPLSA(3, random_state=0, max_iter=30, tol=0.0).fit({"de": counts})
    for other in (graph, single):
        history = other.objective_history_
        assert history[-1] == pytest.approx(plain.objective_history_[-1], rel=1e-12)
    np.testing.assert_allclose(graph.doc_topic_, plain.doc_topic_, rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(single.doc_topic_["de"], plain.doc_topic_, rtol=1e-9, atol=1e-12)


@every_regularizer
def test_one_modality_with_a_graph_is_the_single_modal_model(regularizer):
    counts = planted(seed=4).counts["de"]
    options = {"regularizer": regularizer, "random_state": 0, "max_iter": 15, "tol": 0.0}
    single = GPLSA(3, lam=2.0, **options).fit(counts, graph=ring(30))
    several = MultimodalGPLSA(3, graph_lam=2.0, **options).fit({"de": counts}, graph=ring(30))
    np.testing.assert_allclose(several.objective_history_, single.objective_history_, rtol=1e-12)
    np.testing.assert_allclose(several.doc_topic_["de"], single.doc_topic_, atol=1e-10)


def test_plsa_is_kl_nmf_up_to_a_constant():
    """−Σ x log(x̂) and KL(x ‖ x̂) differ by Σ x log x − Σ x + Σ x̂, which EM holds fixed."""
    x = reference.rows_to_one(planted(n_docs=25, seed=5).counts["de"])
    model = PLSA(3, random_state=0, max_iter=3000, tol=1e-10).fit(x)
    constant = (x[x > 0] * np.log(x[x > 0])).sum()
    divergence = constant - model.objective_history_[-1]
    w = model.doc_topic_.copy()
    nmf = NMF(3, init="custom", solver="mu", beta_loss="kullback-leibler", max_iter=3000, tol=1e-10)
    nmf.fit_transform(x, W=w, H=np.maximum(model.topic_word_, 1e-300))
    assert nmf.reconstruction_err_**2 / 2 == pytest.approx(divergence, rel=1e-4)
    from sklearn.decomposition._nmf import _beta_divergence

    ours = _beta_divergence(x, model.doc_topic_, model.topic_word_, beta=1)
    assert ours == pytest.approx(divergence, rel=1e-9)


def test_single_iterations_of_every_form_equal_the_loops():
    counts = planted(n_docs=12, seed=6).counts["de"]
    x = reference.rows_to_one(counts)
    options = {"random_state": 0, "tol": 0.0, "accelerate": False}
    start = nmf_start(rows_of({"de": counts}), 3, np.random.default_rng(0))

    theta, phi = start.doc_topic[:, 0], start.word_topics[0].T
    for _ in range(4):
        theta, phi = reference.plsa_step(x, theta, phi)
    model = PLSA(3, max_iter=4, **options).fit(counts)
    np.testing.assert_allclose(model.doc_topic_, theta, rtol=1e-9, atol=1e-11)
    np.testing.assert_allclose(model.topic_word_, phi, rtol=1e-9, atol=1e-11)
    expected = reference.log_likelihood(x, theta, phi)
    assert model.objective_history_[-1] == pytest.approx(expected, rel=1e-12)


def test_background_model_equals_the_loops():
    counts = planted(n_docs=12, seed=7).counts["de"]
    x, weight = reference.rows_to_one(counts), 0.4
    options = {"random_state": 0, "tol": 0.0, "accelerate": False, "background_weight": weight}
    before = PLSA(3, max_iter=3, **options).fit(counts)
    after = PLSA(3, max_iter=4, **options).fit(counts)
    background = x.sum(axis=0) / x.sum()
    theta, phi = reference.background_step(
        x, before.doc_topic_, before.topic_word_, background, weight
    )
    np.testing.assert_allclose(after.doc_topic_, theta, rtol=1e-9, atol=1e-11)
    np.testing.assert_allclose(after.topic_word_, phi, rtol=1e-9, atol=1e-11)
    expected = reference.background_log_likelihood(x, theta, phi, background, weight)
    assert after.objective_history_[-1] == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("accelerate", [True, False])
def test_symmetric_form_equals_the_loops(accelerate):
    rng = np.random.default_rng(8)
    counts = planted(n_docs=12, seed=8).counts["de"] * rng.integers(1, 6, (12, 1))
    options = {"random_state": 0, "tol": 0.0, "accelerate": accelerate, "form": "symmetric"}
    before = PLSA(3, max_iter=3, **options).fit(counts)
    after = PLSA(3, max_iter=4, **options).fit(counts)
    parts = (before.topic_prior_, before.topic_word_, before.topic_document_)
    np.testing.assert_allclose(parts[0].sum(), 1.0, rtol=1e-12)
    np.testing.assert_allclose(parts[2].sum(axis=1), 1.0, rtol=1e-12)
    likelihood = reference.symmetric_log_likelihood(counts, *parts)
    assert before.objective_history_[-1] == pytest.approx(likelihood, rel=1e-12)
    if not accelerate:
        prior, words, documents = reference.symmetric_step(counts, *parts)
        np.testing.assert_allclose(after.topic_prior_, prior, rtol=1e-9)
        np.testing.assert_allclose(after.topic_word_, words, rtol=1e-9, atol=1e-11)
        np.testing.assert_allclose(after.topic_document_, documents, rtol=1e-9, atol=1e-11)


def test_document_weights_weigh_the_likelihood():
    counts = planted(n_docs=12, seed=9).counts
    weights = np.random.default_rng(9).uniform(0.2, 3.0, 12)
    model = MultimodalGPLSA(3, lam=0.7, random_state=0, max_iter=10, tol=0.0)
    model.fit(counts, sample_weight=weights)
    expected = reference.penalised_objective(
        counts, model.doc_topic_, model.topic_word_, "skl", lam=0.7, weights=weights
    )
    assert model.objective_history_[-1] == pytest.approx(expected, rel=1e-10)
    twice = {v: np.vstack([x, x[:3]]) for v, x in counts.items()}
    doubled = PLSA(3, random_state=0, init="random").fit(
        counts["de"], sample_weight=[2, 2, 2] + [1] * 9
    )
    assert np.isfinite(doubled.objective_history_).all()
    assert twice["de"].shape[0] == 15


@every_regularizer
@pytest.mark.parametrize("lam", [1.0, 10.0, 100.0])
def test_planted_topics_are_recovered(regularizer, lam):
    """The best of three starts, matched cosine at least 0.95 for every topic of both sides."""
    corpus = planted(n_docs=200, n_topics=5, n_words=(60, 80), length=150, seed=10)
    model = MultimodalGPLSA(
        5, regularizer=regularizer, lam=lam, init="random", n_init=3, random_state=1
    ).fit(corpus.counts)
    for name, topics in corpus.topic_word.items():
        assert similarity(model.topic_word_[name], topics).min() >= 0.95
    default = MultimodalGPLSA(5, regularizer=regularizer, lam=lam, random_state=1)
    default.fit(corpus.counts)
    for name, topics in corpus.topic_word.items():
        assert similarity(default.topic_word_[name], topics).min() >= 0.95


def test_the_joint_fit_beats_the_published_alternation_where_that_stalls():
    counts = planted(n_docs=10, seed=11).counts
    for regularizer, lam in (("l1", 1.0), ("skl", 100.0)):
        options = {"regularizer": regularizer, "lam": lam, "random_state": 0, "tol": 0.0}
        ours = MultimodalGPLSA(3, max_iter=6, **options).fit(counts)
        first = MultimodalGPLSA(3, max_iter=1, **options).fit(counts)
        theta, phi = first.doc_topic_, first.topic_word_
        for _ in range(5):
            theta, phi = reference.alternating_iteration(counts, theta, phi, regularizer, lam)
        theirs = reference.penalised_objective(counts, theta, phi, regularizer, lam=lam)
        assert ours.objective_history_[-1] >= theirs - 1e-9 * abs(theirs)


def test_prepared_forms_agree_within_a_fit():
    """Just above and just below the share of non-zeros where the dense form takes over."""
    x = planted(seed=12).counts["de"]
    padded = np.hstack([x, np.zeros((len(x), 200))])
    assert type(prepare_counts(rows_of({"de": x})[0])) is not type(
        prepare_counts(rows_of({"de": padded})[0])
    )
    dense = PLSA(3, random_state=0, max_iter=10, tol=0.0).fit(x)
    sparse_fit = PLSA(3, random_state=0, max_iter=10, tol=0.0).fit(padded)
    assert sparse_fit.objective_history_[-1] == pytest.approx(
        dense.objective_history_[-1], rel=1e-3
    )


@every_regularizer
def test_where_nothing_pulls_it_is_plsa_to_the_byte(regularizer):
    counts = planted(n_docs=30, seed=3).counts["de"]
    alone = PLSA(3, random_state=0).fit(counts)
    model = GPLSA(3, regularizer=regularizer, lam=0.0, random_state=0).fit(counts, graph=ring(30))
    assert model.objective_history_.tobytes() == alone.objective_history_.tobytes()
    assert model.doc_topic_.tobytes() == alone.doc_topic_.tobytes()
