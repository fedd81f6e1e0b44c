"""Counterparts are found, hubs taken down, and every rule does what its formula says."""

import tracemalloc

import numpy as np
import pytest
from scipy import sparse

from gplsa.core.items import ItemCounts
from gplsa.evaluation.counterparts import (
    first_place_share,
    mean_reciprocal_rank,
    ranks_of_counterparts,
)
from gplsa.keywords import KeywordRanker, PairTopics, TrainingPairs
from gplsa.retrieval import counterparts
from gplsa.retrieval.counterparts import (
    Counterparts,
    NearestPairs,
    local_scaling,
    translation_matrix,
)
from tests.keywords.planted import planted_pairs


@pytest.fixture(scope="module")
def directions():
    pairs = planted_pairs(150)
    there = PairTopics(pairs.topic_word, pairs.doc_topic)
    back = PairTopics(pairs.topic_word[::-1], pairs.doc_topic[::-1])
    return (
        KeywordRanker.fit(TrainingPairs(pairs.source, pairs.target), there, random_state=0),
        KeywordRanker.fit(TrainingPairs(pairs.target, pairs.source), back, random_state=0),
    )


def counterparts_of(there, back, *counts):
    return Counterparts((there, back), tuple(ItemCounts(one, []) for one in counts))


def test_mates_are_found(directions):
    unseen = planted_pairs(50, seed=5)
    similarity = counterparts_of(*directions, unseen.source, unseen.target).similarity()
    assert mean_reciprocal_rank(ranks_of_counterparts(similarity)) > 0.97
    assert first_place_share(ranks_of_counterparts(similarity.T)) > 0.95


def test_similarity_is_the_formula(directions):
    there, back = directions
    unseen = planted_pairs(9, seed=8)
    texts = [matrix.toarray() for matrix in (unseen.source, unseen.target)]
    weights = []
    for counts, idf in zip(texts, (back.idf, there.idf), strict=True):
        logs = np.log(np.maximum(counts, 1.0))
        weights.append(np.where(counts > 0, (1 + logs) * idf, 0.0))
    x, y = weights
    expected = np.empty((9, 9))
    for d in range(9):
        for e in range(9):
            to = (x[d] @ translation_matrix(there.lexicon).toarray()) * there.idf
            fro = (y[e] @ translation_matrix(back.lexicon).toarray()) * back.idf
            expected[d, e] = to @ y[e] / np.linalg.norm(to) / np.linalg.norm(y[e])
            expected[d, e] += fro @ x[d] / np.linalg.norm(fro) / np.linalg.norm(x[d])
    found = counterparts_of(there, back, unseen.source, unseen.target).similarity()
    np.testing.assert_allclose(found, local_scaling(expected), rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("entries", [1, 400, 10_000])
def test_ranks_in_blocks_are_those_of_the_whole(directions, monkeypatch, entries):
    unseen = planted_pairs(80, seed=9)
    # Twice the same documents: ties, which must stay ties in every block.
    source, target = (
        sparse.vstack([side, side[:9]]).tocsr() for side in (unseen.source, unseen.target)
    )
    similarity = counterparts_of(*directions, source, target).similarity()
    monkeypatch.setattr(counterparts, "BLOCK_ENTRIES", entries)
    of_targets, of_sources = counterparts_of(*directions, source, target).ranks()
    np.testing.assert_array_equal(of_targets, ranks_of_counterparts(similarity))
    np.testing.assert_array_equal(of_sources, ranks_of_counterparts(similarity.T))


def test_ranks_take_little_memory(directions, monkeypatch):
    n = 1200
    unseen = planted_pairs(n, seed=10)
    monkeypatch.setattr(counterparts, "BLOCK_ENTRIES", 20 * n)
    tracemalloc.start()
    counterparts_of(*directions, unseen.source, unseen.target).ranks()
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 8 * n * n / 2  # half of one matrix of similarities


def test_turning_the_pair_round_turns_the_similarity_round(directions):
    unseen = planted_pairs(12, seed=6)
    similarity = counterparts_of(*directions, unseen.source, unseen.target).similarity()
    turned = counterparts_of(*directions[::-1], unseen.target, unseen.source).similarity()
    np.testing.assert_allclose(similarity, turned.T, rtol=1e-9, atol=1e-12)


def test_documents_without_words_do_no_harm(directions):
    unseen = planted_pairs(4, seed=7)
    source = sparse.vstack([unseen.source, sparse.csr_matrix((1, 60))]).tocsr()
    similarity = counterparts_of(*directions, source, unseen.target).similarity()
    assert np.isfinite(similarity).all()


def test_two_directions_of_different_pairs_are_refused(directions):
    small = planted_pairs(3)
    with pytest.raises(ValueError, match="target must have 60 columns"):
        counterparts_of(*directions, small.source, small.target[:, :59])


def test_local_scaling_by_hand():
    similarity = np.array([[1.0, 0.8], [0.2, 0.7]])
    # One neighbour: rows 1.0, 0.7; columns 1.0, 0.8.
    expected = [[2 - 2.0, 1.6 - 1.8], [0.4 - 1.7, 1.4 - 1.5]]
    np.testing.assert_allclose(local_scaling(similarity, 1), expected, rtol=1e-12, atol=1e-15)


def test_nearest_pairs_come_first_and_strangers_not_at_all():
    training = sparse.csr_matrix([[1.0, 1, 0, 0], [0, 0, 1, 1], [1, 0, 0, 0]])
    found = NearestPairs(training).of(sparse.csr_matrix([[1.0, 1, 0, 0], [0, 0, 0, 0]]))
    assert [row for row, _ in found[0]] == [0, 2]
    np.testing.assert_allclose(found[0][0][1], 1.0, rtol=1e-12)
    assert found[1] == []


def test_what_makes_a_text_like_a_training_document_is_told_by_its_words():
    pairs = NearestPairs(sparse.csr_matrix([[1.0, 3, 1, 0], [1, 0, 1, 1], [1, 0, 0, 0]]))
    asked = sparse.csr_matrix([[1.0, 1, 0, 1]])
    assert pairs.shared(asked, 0).tolist() == [1, 0]
    assert pairs.shared(asked, 2).tolist() == [0]
