"""Fits that begin with known mixtures and know words of topics beforehand."""

import numpy as np
import pytest

from gplsa import MultimodalGPLSA

RNG = np.random.default_rng(5)
COUNTS = {"a": RNG.poisson(1.0, (30, 12)), "b": RNG.poisson(1.0, (30, 9))}
PRIOR = {"a": np.zeros((3, 12)), "b": np.zeros((3, 9))}
PRIOR["a"][0, 4], PRIOR["b"][2, :2] = 8.0, 3.0


@pytest.mark.parametrize("accelerate", [True, False])
def test_the_objective_with_a_prior_never_falls_and_is_the_true_one(accelerate):
    model = MultimodalGPLSA(3, max_iter=40, tol=0.0, accelerate=accelerate, random_state=0)
    model.fit(COUNTS, prior=PRIOR)
    history = model.objective_history_
    assert np.diff(history).min() >= -1e-9 * abs(history[0])
    expected = 0.0
    for name, counts in COUNTS.items():
        x = counts / counts.sum(axis=1, keepdims=True)
        expected += (x * np.log(model.doc_topic_[name] @ model.topic_word_[name])).sum()
        seen = PRIOR[name] > 0
        expected += (PRIOR[name][seen] * np.log(model.topic_word_[name][seen])).sum()
    a, b = (np.maximum(model.doc_topic_[name], 1e-300) for name in COUNTS)
    expected -= ((a - b) * (np.log(a) - np.log(b))).sum()
    assert history[-1] == pytest.approx(expected, rel=1e-9)


def test_a_prior_is_as_if_its_words_had_been_counted():
    """The M step by hand: φ ∝ M + α at the fixed point."""
    settings = {"lam": 0.0, "max_iter": 4000, "tol": 0.0, "random_state": 0}
    model = MultimodalGPLSA(3, **settings).fit(COUNTS, prior=PRIOR)
    for name, counts in COUNTS.items():
        x = counts / counts.sum(axis=1, keepdims=True)
        theta, phi = model.doc_topic_[name], model.topic_word_[name]
        expected = phi * (theta.T @ (x / (theta @ phi))) + PRIOR[name]
        by_hand = expected / expected.sum(axis=1, keepdims=True)
        np.testing.assert_allclose(phi, by_hand, atol=1e-4)


def test_no_prior_and_a_prior_of_zeros_are_the_same():
    zeros = {name: np.zeros_like(alpha) for name, alpha in PRIOR.items()}
    plain = MultimodalGPLSA(3, max_iter=10, random_state=0).fit(COUNTS)
    known = MultimodalGPLSA(3, max_iter=10, random_state=0).fit(COUNTS, prior=zeros)
    np.testing.assert_array_equal(plain.topic_word_["a"], known.topic_word_["a"])


def test_a_fit_that_begins_where_another_ended_stays_there():
    first = MultimodalGPLSA(3, lam=1e4, max_iter=500, random_state=0).fit(COUNTS)
    order = [2, 0, 1]
    start = first.doc_topic_["a"][:, order]
    again = MultimodalGPLSA(3, lam=1e4, max_iter=500).fit(COUNTS, start=start)
    for topic, before in enumerate(order):
        likeness = again.topic_word_["a"] @ first.topic_word_["a"][before]
        assert int(np.argmax(likeness)) == topic


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (
            {"start": np.ones((30, 4))},
            r"start must be a matrix of shape \(30, 3\) with entries from 0",
        ),
        ({"start": -np.ones((30, 3))}, "start must be"),
        ({"prior": {"a": np.full((3, 12), np.nan)}}, r"prior\['a'\] must be"),
        ({"prior": {"c": np.ones((3, 12))}}, "prior is of no modality of the counts: 'c'"),
    ],
)
def test_what_is_known_must_fit(given, said):
    with pytest.raises(ValueError, match=said):
        MultimodalGPLSA(3).fit(COUNTS, **given)
