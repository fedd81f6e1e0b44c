"""GNMF: published steps, true objectives that never rise, limits, planted topics, folding in."""

import numpy as np
import pytest
from scipy import sparse
from scipy.optimize import minimize, nnls

from gplsa.models import PLSA
from gplsa.papers import GNMF
from gplsa.papers.gnmf.updates import Edges, Factors, Frobenius, KullbackLeibler
from tests.models.examples import planted, ring, similarity

LAMS = (0.0, 0.3, 30.0, 1e4, 1e8)


def example(seed=0, n_docs=12):
    """Counts with an empty document, positive factors, and a weighted graph with a lone node."""
    rng = np.random.default_rng(seed)
    x = rng.poisson(1.0, (n_docs, 9)).astype(float)
    x[3] = 0.0
    return x, rng.random((n_docs, 3)) + 0.1, rng.random((9, 3)) + 0.1, ring(n_docs, 0.7)


def by_loops(x, w, h, graph, lam, loss):
    """The objective as written, h as given: topics of size 1."""
    total, model = 0.0, w @ h.T
    for d in range(x.shape[0]):
        for j in range(x.shape[1]):
            if loss == "frobenius":
                total += (x[d, j] - model[d, j]) ** 2
            else:
                total += model[d, j] - (x[d, j] * np.log(model[d, j]) if x[d, j] else 0.0)
    dense = graph.toarray()
    for d in range(len(w)):
        for e in range(d):
            difference = w[d] - w[e]
            other = difference if loss == "frobenius" else np.log(w[d]) - np.log(w[e])
            total += lam * dense[d, e] * (difference @ other)
    return total


def problem_of(x, graph, lam, loss):
    edges = Edges(graph, lam)
    counts = sparse.csr_matrix(x)
    return Frobenius(counts, edges) if loss == "frobenius" else KullbackLeibler(counts, edges, 1)


@pytest.mark.parametrize("loss", ["frobenius", "kl"])
@pytest.mark.parametrize("lam", LAMS)
def test_objective_is_the_written_one_and_no_step_raises_it(loss, lam):
    x, w, h, graph = example()
    problem = problem_of(x, graph, lam, loss)
    factors = problem.rescaled(Factors(w, h))
    sizes = (factors.words**2 if loss == "frobenius" else factors.words).sum(axis=0)
    np.testing.assert_allclose(sizes, 1.0, rtol=1e-12)
    np.testing.assert_allclose(factors.documents @ factors.words.T, w @ h.T, rtol=1e-12)
    last = np.inf
    for _ in range(60):
        fit = problem.evaluate(factors)
        expected = by_loops(x, factors.documents, factors.words, graph, lam, loss)
        assert -fit.objective == pytest.approx(expected, rel=1e-8, abs=1e-8)
        assert -fit.objective <= last + 1e-10 * abs(last)
        last = -fit.objective
        factors = problem.improve(fit)


def test_frobenius_step_by_loops():
    """Eq. (15) of Cai et al. for W; the other factor with the penalty at unit length."""
    x, w, h, graph = example(1)
    lam = 2.0
    problem = problem_of(x, graph, lam, "frobenius")
    before = problem.rescaled(Factors(w, h))
    w, h, r = before.documents, before.words, graph.toarray()
    up = x @ h + lam * r @ w
    down = w @ h.T @ h + lam * np.diag(r.sum(axis=1)) @ w
    w = w * up / down
    pull = lam * np.diag(w.T @ (np.diag(r.sum(axis=1)) - r) @ w)
    h = h * (x.T @ w) / (h @ (w.T @ w + np.diag(pull)))
    after = problem.improve(problem.evaluate(before))
    np.testing.assert_allclose(after.documents @ after.words.T, w @ h.T, rtol=1e-10)


def test_kl_step_ends_at_the_minimum_of_its_bound():
    """Newton's step repeated with b held fixed against a general minimiser, topic by topic."""
    x, w, _, graph = example(2)
    lam, b = 0.8, w[::-1] * 3
    problem = problem_of(x, graph, lam, "kl")
    found = w
    for _ in range(40):
        found = problem._newton_step(found, b)
    for k in range(3):

        def bound(log_w, k=k):
            v = np.exp(log_w)
            pairs = graph.tocoo()
            gaps = (v[pairs.row] - v[pairs.col]) * (log_w[pairs.row] - log_w[pairs.col])
            return (v - b[:, k] * log_w).sum() + lam * (pairs.data * gaps).sum() / 2

        best = minimize(bound, np.log(w[:, k]), tol=1e-10)
        np.testing.assert_allclose(found[:, k], np.exp(best.x), rtol=1e-4)
        assert bound(np.log(found[:, k])) <= best.fun + 1e-10


@pytest.mark.parametrize("loss", ["frobenius", "kl"])
def test_history_never_falls_and_topics_are_found(loss):
    corpus = planted(n_docs=60, seed=2)
    counts, graph = corpus.counts["de"], ring(60, 0.1)
    for accelerate in (False, True):
        model = GNMF(3, loss=loss, lam=0.1, accelerate=accelerate, random_state=0, tol=1e-8)
        model.fit(counts, graph=graph)
        history = model.objective_history_
        assert np.diff(history).min() >= 0.0
        assert len(history) == model.n_iter_ + 1 > 10
        assert similarity(model.topic_word_, corpus.topic_word["de"]).min() > 0.9


def test_without_a_graph_kl_is_plsa():
    counts = planted(n_docs=20, seed=3).counts["de"]
    options = {"random_state": 0, "max_iter": 3000, "tol": 1e-13}
    model = GNMF(3, loss="kl", **options).fit(counts)
    plsa = PLSA(3, **options).fit(counts)
    np.testing.assert_allclose(model.representation_.sum(axis=1), 1.0, rtol=1e-5)
    np.testing.assert_allclose(model.doc_topic_, plsa.doc_topic_, atol=1e-3)
    # Σ WH = n_docs at the maximum: the rest is the likelihood.
    expected = plsa.objective_history_[-1] - 20
    assert model.objective_history_[-1] == pytest.approx(expected, rel=1e-5)


def test_a_strong_graph_makes_neighbours_alike():
    counts = planted(n_docs=31, seed=4).counts["de"]
    graph = ring(31)
    for loss in ("frobenius", "kl"):
        apart, near = (
            GNMF(3, loss=loss, lam=lam, random_state=0).fit(counts, graph=graph).doc_topic_
            for lam in (0.0, 1e3)
        )
        rows, columns = graph.nonzero()
        gap = [np.abs(theta[rows] - theta[columns]).mean() for theta in (apart, near)]
        assert gap[1] < 0.1 * gap[0]


def test_folding_in_solves_least_squares():
    counts = planted(n_docs=20, seed=5).counts["de"]
    model = GNMF(3, random_state=0).fit(counts)
    folded = model.set_params(tol=1e-12).transform(counts[:5], max_iter=20000)
    for d in range(5):
        row = counts[d] / np.linalg.norm(counts[d])
        w = nnls(model.components_.T, row)[0] * model.components_.sum(axis=1)
        np.testing.assert_allclose(folded[d], w / w.sum(), atol=1e-3)


@pytest.mark.parametrize("loss", ["frobenius", "kl"])
def test_folding_in_does_not_depend_on_who_is_beside(loss):
    x, _, _, graph = example()
    model = GNMF(3, loss=loss, lam=0.3, random_state=0).fit(x, graph=graph)
    together = model.transform(x)
    for row in range(len(x)):  # row 3 has no word
        alone = model.transform(x[row : row + 1])
        np.testing.assert_allclose(alone, together[row : row + 1], rtol=1e-9, atol=1e-12)


def test_restarts_keep_the_best():
    counts = planted(n_docs=20, seed=6).counts["de"]
    options = {"init": "random", "max_iter": 10, "random_state": 0}
    one, best = (GNMF(4, n_init=n, **options).fit(counts) for n in (1, 6))
    assert best.objective_history_[-1] > one.objective_history_[-1]


def test_loss_must_be_known():
    with pytest.raises(ValueError, match=r"loss.*'l2'.*lam.*-1"):
        GNMF(2, loss="l2", lam=-1.0).fit(np.ones((3, 3)))
