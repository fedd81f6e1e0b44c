"""Co-regularised PLSA: the written objective, its slope, pairs, and an objective never falling."""

import numpy as np
import pytest

from gplsa.models import LinkPLSA, MultimodalGPLSA
from gplsa.papers import CoPLSA
from gplsa.papers.coplsa.agreement import Agreement, sample_pairs
from tests import reference
from tests.models.examples import planted, similarity


def mixtures(n_docs=9, n_views=3, seed=0):
    return np.random.default_rng(seed).dirichlet(np.ones(4), (n_docs, n_views))


def disagreement(theta, present, pairs, sigma):
    """Σ_{v<w} Σ over the ordered pairs that `pairs` stand for, by loops."""
    total = 0.0
    for i, j in zip(pairs.first, pairs.second, strict=True):
        s = [np.exp(-((t[i] - t[j]) ** 2).sum() / sigma) for t in theta.transpose(1, 0, 2)]
        for v in range(len(s)):
            for w in range(v):
                if present[[i, i, j, j], [v, w, v, w]].all():
                    total += 2.0 * (s[v] - s[w]) ** 2
    n_docs = len(theta)
    return total * (n_docs * (n_docs - 1) / 2) / len(pairs.first)


def some_missing(n_docs=9, n_views=3):
    present = np.ones((n_docs, n_views), dtype=bool)
    present[2, 0] = present[4, 1] = present[5] = False
    return present


@pytest.mark.parametrize("share", [0.1, 0.4, 1.0])
def test_penalty_and_slope(share):
    theta, present = mixtures(), some_missing()
    pairs = sample_pairs(9, share, np.random.default_rng(1))
    agreement = Agreement(pairs, present, 0.7, 0.4)
    expected = 0.7 * disagreement(theta, present, pairs, 0.4)
    assert agreement.penalty(theta) == pytest.approx(expected, rel=1e-12)
    slope = agreement.slope(theta, agreement.similarities(theta))
    numeric, h = np.zeros_like(theta), 1e-6
    for place in np.ndindex(*theta.shape):
        ends = []
        for sign in (1.0, -1.0):
            moved = theta.copy()
            moved[place] += sign * h
            ends.append(agreement.penalty(moved))
        numeric[place] = (ends[0] - ends[1]) / (2 * h)
    np.testing.assert_allclose(slope, numeric, rtol=1e-6, atol=1e-7 * np.abs(slope).max())
    assert np.abs(slope).max() > 0.0


def test_with_all_pairs_it_is_the_frobenius_norm():
    theta, present = mixtures(n_views=2), np.ones((9, 2), dtype=bool)
    pairs = sample_pairs(9, 1.0, np.random.default_rng(0))
    gaps = theta[:, None] - theta[None]
    s = np.exp(-(gaps**2).sum(axis=3) / 0.5)
    norm = ((s[:, :, 0] - s[:, :, 1]) ** 2).sum()
    assert Agreement(pairs, present, 1.0, 0.5).penalty(theta) == pytest.approx(norm, rel=1e-12)


@pytest.mark.parametrize(
    ("n_docs", "share"), [(1, 1.0), (2, 0.05), (7, 1.0), (400, 0.05), (90, 0.3)]
)
def test_pairs_are_drawn_once_each(n_docs, share):
    pairs = sample_pairs(n_docs, share, np.random.default_rng(3))
    total = n_docs * (n_docs - 1) // 2
    assert len(pairs.first) == (max(1, round(share * total)) if total else 0)
    assert (pairs.second < pairs.first).all()
    assert (pairs.second >= 0).all() and (pairs.first < n_docs).all()
    assert len(set(zip(pairs.first.tolist(), pairs.second.tolist(), strict=True))) == len(
        pairs.first
    )
    if n_docs == 400:  # evenly: the mean of the larger of two numbers is 2n/3
        assert abs(pairs.first.mean() - 2 * 400 / 3) < 8


@pytest.mark.parametrize("lam", [0.01, 3.0, 1e4])
def test_a_step_under_the_bound_never_lowers_it(lam):
    rng = np.random.default_rng(4)
    theta, present = mixtures(30), np.ones((30, 3), dtype=bool)
    q = rng.dirichlet(np.full(4, 0.2), (30, 3))
    agreement = Agreement(sample_pairs(30, 0.5, rng), present, lam, 0.4)
    values = []
    for _ in range(30):
        values.append((q * np.log(theta)).sum() - agreement.penalty(theta))
        theta = agreement.improve(q, theta)
    assert np.diff(values).min() >= -1e-12 * abs(values[0])
    assert values[-1] > values[0]


@pytest.mark.parametrize("accelerate", [False, True])
@pytest.mark.parametrize("lam", [0.003, 0.3, 30.0])
def test_the_objective_is_the_true_one_and_never_falls(lam, accelerate):
    corpus = planted(n_words=(12, 15, 18), seed=1, missing=True)
    options = {"max_iter": 40, "tol": 0.0, "random_state": 0, "accelerate": accelerate}
    weights = {"de": 2.0, "en": 1.0, "image": 1.0}
    model = CoPLSA(3, lam=lam, pair_share=1.0, view_weights=weights, **options)
    history = model.fit(corpus.counts).objective_history_
    assert np.diff(history).min() >= 0.0
    assert history[-1] > history[0]
    theta = np.stack([model.doc_topic_[name] for name in corpus.counts], axis=1)
    present = np.stack([x.sum(axis=1) > 0 for x in corpus.counts.values()], axis=1)
    pairs = sample_pairs(30, 1.0, np.random.default_rng(0))
    expected = -lam * disagreement(theta, present, pairs, 1.0)
    assert model.disagreement_ == pytest.approx(-expected / lam, rel=1e-8)
    for name, x in corpus.counts.items():
        expected += (weights[name] / 4) * reference.log_likelihood(
            reference.rows_to_one(x), model.doc_topic_[name], model.topic_word_[name]
        )
    assert history[-1] == pytest.approx(expected, rel=1e-9)


def test_without_the_regulariser_it_is_plsa_of_each_view():
    counts = planted(seed=2).counts
    options = {"random_state": 0, "max_iter": 30, "tol": 0.0}
    free = MultimodalGPLSA(3, lam=0.0, **options).fit(counts)
    model = CoPLSA(3, lam=0.0, **options).fit(counts)
    np.testing.assert_allclose(model.objective_history_ * 2, free.objective_history_, rtol=1e-9)
    for name in counts:
        np.testing.assert_allclose(model.doc_topic_[name], free.doc_topic_[name], atol=1e-7)


def test_a_strong_regulariser_does_not_stall():
    """As λ grows the views share their similarities: no lower than with one shared mixture."""
    counts = planted(n_docs=60, length=30, seed=3).counts
    shared = LinkPLSA(3, random_state=0, tol=1e-9).fit(counts).objective_history_[-1] / 2
    for lam in (0.01, 1.0, 100.0):
        reached = CoPLSA(3, lam=lam, random_state=0, tol=1e-7).fit(counts).objective_history_[-1]
        assert reached >= shared - 1e-4 * abs(shared), lam


def test_lambda_brings_the_views_together_and_topics_are_found():
    corpus = planted(n_docs=60, length=30, seed=3)
    models = [CoPLSA(3, lam=lam, random_state=0).fit(corpus.counts) for lam in (0.0, 0.05, 10.0)]
    gaps = [model.disagreement_ for model in models]
    assert gaps[0] > 1.3 * gaps[1] > 1.3**2 * gaps[2]
    for name, topics in corpus.topic_word.items():
        assert similarity(models[1].topic_word_[name], topics).min() > 0.9
    assert models[0].n_pairs_ == round(0.05 * 60 * 59 / 2)


def test_what_does_not_fit_is_named():
    counts = planted(n_docs=8).counts
    with pytest.raises(ValueError, match=r"sigma.*pair_share.*got 1.5.*view_weights.*de, en"):
        CoPLSA(2, sigma=0.0, pair_share=1.5, view_weights={"de": 1.0}).fit(counts)
    with pytest.raises(ValueError, match=r"view_weights of 'en'.*-1"):
        CoPLSA(2, view_weights={"de": 1.0, "en": -1.0}).fit(counts)
