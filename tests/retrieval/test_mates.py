"""Mates are found, hubs taken down, and every rule does what its formula says."""

import numpy as np
import pytest
from scipy import sparse

from gplsa.evaluation import first_place_share, mean_reciprocal_rank
from gplsa.gist import Gist
from gplsa.retrieval import (
    local_scaling,
    mate_similarity,
    nearest_pairs,
)
from tests.gist.planted import planted_pairs


@pytest.fixture(scope="module")
def directions():
    pairs = planted_pairs(150)
    back = {"topic_word": pairs.topic_word[::-1], "doc_topic": pairs.doc_topic[::-1]}
    there = {"topic_word": pairs.topic_word, "doc_topic": pairs.doc_topic}
    return (
        Gist.fit(pairs.source, pairs.target, random_state=0, **there),
        Gist.fit(pairs.target, pairs.source, random_state=0, **back),
    )


def test_mates_are_found(directions):
    unseen = planted_pairs(50, seed=5)
    similarity = mate_similarity(*directions, unseen.source, unseen.target)
    assert mean_reciprocal_rank(similarity) > 0.97
    assert first_place_share(similarity.T) > 0.95


def test_turning_the_pair_round_turns_the_similarity_round(directions):
    unseen = planted_pairs(12, seed=6)
    similarity = mate_similarity(*directions, unseen.source, unseen.target)
    turned = mate_similarity(*directions[::-1], unseen.target, unseen.source)
    np.testing.assert_allclose(similarity, turned.T, rtol=1e-9, atol=1e-12)


def test_documents_without_words_do_no_harm(directions):
    unseen = planted_pairs(4, seed=7)
    source = sparse.vstack([unseen.source, sparse.csr_matrix((1, 60))]).tocsr()
    similarity = mate_similarity(*directions, source, unseen.target)
    assert np.isfinite(similarity).all()


def test_two_directions_of_different_pairs_are_refused(directions):
    small = planted_pairs(3)
    with pytest.raises(ValueError, match="target must have 60 columns"):
        mate_similarity(*directions, small.source, small.target[:, :59])


def test_local_scaling_by_hand():
    similarity = np.array([[1.0, 0.8], [0.2, 0.7]])
    # One neighbour: rows 1.0, 0.7; columns 1.0, 0.8.
    expected = [[2 - 2.0, 1.6 - 1.8], [0.4 - 1.7, 1.4 - 1.5]]
    np.testing.assert_allclose(local_scaling(similarity, 1), expected, rtol=1e-12, atol=1e-15)


def test_nearest_pairs_come_first_and_strangers_not_at_all():
    training = sparse.csr_matrix([[1.0, 1, 0, 0], [0, 0, 1, 1], [1, 0, 0, 0]])
    found = nearest_pairs(sparse.csr_matrix([[1.0, 1, 0, 0], [0, 0, 0, 0]]), training)
    assert [row for row, _ in found[0]] == [0, 2]
    np.testing.assert_allclose(found[0][0][1], 1.0, rtol=1e-12)
    assert found[1] == []
