"""Swapped pairs surface although the lexicon was learned from them."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import sparse

from gplsa.keywords import KeywordRanker, PairTopics, TrainingPairs
from gplsa.retrieval import mismatch
from gplsa.retrieval.mismatch import pair_fit, runs
from tests.keywords.planted import Planted, planted_pairs

SWAPPED = [3, 30, 61, 77]


def both_rankers(pairs: Planted, target: sparse.csr_matrix) -> tuple[KeywordRanker, KeywordRanker]:
    topics, mixtures = pairs.topic_word, pairs.doc_topic
    return (
        KeywordRanker.fit(
            TrainingPairs(pairs.source, target), PairTopics(topics, mixtures), random_state=0
        ),
        KeywordRanker.fit(
            TrainingPairs(target, pairs.source),
            PairTopics(topics[::-1], mixtures[::-1]),
            random_state=0,
        ),
    )


@pytest.fixture(scope="module")
def swapped():
    """120 pairs; four targets have moved on by one place, the last pair has no target."""
    pairs = planted_pairs(120)
    order = np.arange(120)
    order[SWAPPED] = np.roll(SWAPPED, 1)
    target = pairs.target[order].tolil()
    target[119] = 0
    return both_rankers(pairs, sparse.csr_matrix(target))


def test_swapped_pairs_are_the_most_suspicious(swapped):
    found = pair_fit(*swapped)
    assert set(np.argsort(found.margin)[:4]) == set(SWAPPED)
    assert set(np.flatnonzero(found.verdicts == mismatch.WRONG)) == set(SWAPPED)
    assert found.better[SWAPPED].min() > 10 > found.better[np.setdiff1d(range(119), SWAPPED)].max()


def test_a_pair_without_words_on_one_side_is_not_judged(swapped):
    found = pair_fit(*swapped)
    assert found.verdicts[119] == mismatch.UNKNOWN
    assert np.isnan(found.margin[119])
    assert found.better[119] == 0


def test_by_a_word_or_two_no_pair_is_called_wrong(swapped):
    short = np.arange(120) == SWAPPED[0]
    verdicts = replace(pair_fit(*swapped), short=short).verdicts
    assert [*verdicts[SWAPPED]] == [mismatch.UNDECIDED] + 3 * [mismatch.WRONG]


def test_a_pair_that_stands_apart_is_wrong_where_more_than_a_few_strangers_fit_better():
    """Though its sides are a little nearer to each other than to the best ten."""
    own, better = np.full(60, 0.8), np.zeros(60, dtype=int)
    own += np.linspace(-0.05, 0.05, 60)
    own[:4], better[:4] = (0.31, 0.31, 0.31, 0.29), (2, 3, 5, 1)
    found = mismatch.PairFit(own, np.full(60, 0.3), better, 200)
    doubtful, wrong, fitting = mismatch.DOUBTFUL, mismatch.WRONG, mismatch.FITTING
    assert [*found.verdicts[:5]] == [doubtful, wrong, wrong, wrong, fitting]
    many = replace(found, n_compared=400)
    assert [*many.verdicts[:4]] == [doubtful, doubtful, wrong, wrong]


def test_turning_the_sides_round_changes_nothing(swapped):
    found, turned = pair_fit(*swapped), pair_fit(*swapped[::-1])
    np.testing.assert_allclose(found.own, turned.own, rtol=1e-12)
    np.testing.assert_allclose(found.others, turned.others, rtol=1e-12)


def test_what_only_the_pair_itself_taught_counts_for_nothing():
    """Four pairs with words of their own each: nothing but the pair says that they belong."""
    apart = sparse.csr_matrix(np.kron(np.eye(4), np.ones((1, 3))))
    topics = np.full((2, 12), 1 / 12)
    given = PairTopics((topics, topics), (np.full((4, 2), 0.5),) * 2)
    ranker = KeywordRanker.fit(TrainingPairs(apart, apart), given, random_state=0)
    np.testing.assert_array_equal(pair_fit(ranker, ranker).own, np.zeros(4))


def test_a_sample_of_the_others_serves(swapped, monkeypatch):
    monkeypatch.setattr(mismatch, "MOST_OTHERS", 40)
    monkeypatch.setattr(mismatch, "BLOCK", 50)
    found = pair_fit(*swapped)
    assert found.n_compared == 78
    assert set(np.argsort(found.margin)[:4]) == set(SWAPPED)
    np.testing.assert_array_equal(found.better, pair_fit(*swapped).better)


def test_the_likeness_by_hand():
    """One source word, one target word, in two of three pairs: t = 1, c = 2, half is left."""
    counts = sparse.csr_matrix(np.array([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]]))
    topics = np.full((1, 2), 0.5)
    given = PairTopics((topics, topics), (np.ones((3, 1)),) * 2)
    ranker = KeywordRanker.fit(TrainingPairs(counts, counts), given, random_state=0)
    found = pair_fit(ranker, ranker)
    # The direction of a vector with one word does not change when half of it is taken out.
    np.testing.assert_allclose(found.own, [1.0, 1.0, 0.0], atol=1e-12)
    np.testing.assert_allclose(found.others, [0.5, 0.5, 0.0], atol=1e-12)


def test_runs_of_neighbours():
    assert runs([9, 3, 4, 5, 7, 8, 20]) == [(3, 5), (7, 9)]
    assert runs([1, 2, 4, 5]) == []
    assert runs([]) == []


def test_cancelling(swapped):
    def stop(fraction, phase):
        raise InterruptedError(phase)

    with pytest.raises(InterruptedError, match="Comparing the sides"):
        pair_fit(*swapped, progress=stop)


def test_gists_of_other_pairs_are_refused(swapped):
    other = planted_pairs(20)
    with pytest.raises(ValueError, match="two directions of one pair"):
        pair_fit(swapped[0], both_rankers(other, other.target)[1])
