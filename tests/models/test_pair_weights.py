"""Pairs that do not belong together are found, and a fit learns less from them as pairs."""

import numpy as np
import pytest
from scipy import sparse

from gplsa.core.weights import ALONE
from gplsa.models import MultimodalGPLSA, pair_weights
from gplsa.models._weighed import WeighedRows
from gplsa.models.weighing import mixture_weights
from tests.models.examples import planted

N_DOCS, WRONG = 120, 36


def spoiled():
    """Planted pairs, the second sides of the first 36 of which have moved on by one theme."""
    counts = planted(n_docs=N_DOCS, seed=3).counts
    first, second = counts
    order = np.arange(N_DOCS)
    order[:WRONG] = np.roll(order[:WRONG], 1)
    right = np.arange(N_DOCS) >= WRONG
    return {first: counts[first], second: counts[second][order]}, right


@pytest.mark.parametrize("regularizer", ["l1", "l2", "skl"])
def test_j_never_falls_under_doubt(regularizer):
    counts, right = spoiled()
    rng = np.random.default_rng(0)
    weight = np.where(right, 1.0, rng.random(N_DOCS))
    model = MultimodalGPLSA(3, regularizer=regularizer, max_iter=40, tol=0.0, random_state=0)
    model.fit(counts, pair_weight=weight)
    history = model.objective_history_
    assert (np.diff(history) >= -1e-9 * abs(history[0])).all() and len(history) > 20
    for theta in model.doc_topic_.values():
        np.testing.assert_allclose(theta.sum(axis=1), 1.0)


def test_without_doubt_the_fit_is_the_same_to_the_bit():
    counts, _ = spoiled()
    plain = MultimodalGPLSA(3, random_state=0).fit(counts)
    sure = MultimodalGPLSA(3, random_state=0).fit(counts, pair_weight=np.ones(N_DOCS))
    for name in counts:
        assert (plain.topic_word_[name] == sure.topic_word_[name]).all()
        assert (plain.doc_topic_[name] == sure.doc_topic_[name]).all()


def test_rows_of_a_doubted_pair():
    counts, _ = spoiled()
    dense = [matrix[:3].copy() for matrix in counts.values()]
    dense[1][2] = 0
    first, second = map(sparse.csr_matrix, dense)
    found = WeighedRows([first, second], np.array([1.0, 2.0, 1.0]), np.array([1.0, 0.25, 0.5]))
    # Document 1 stands thrice, 0 is sure, 2 has one side only.
    assert found.documents.tolist() == [1, 1] and found.sides.tolist() == [0, 1]
    sums = [np.ravel(matrix.sum(axis=1)) for matrix in found.counts]
    alone = ALONE * 2.0 * 0.75
    np.testing.assert_allclose(sums[0], [1.0, 0.5, 1.0, alone, 0.0])
    np.testing.assert_allclose(sums[1], [1.0, 0.5, 0.0, 0.0, alone])
    rows = np.zeros((5, 2, 2))
    rows[:3, :, 0] = 1.0
    rows[3:, :, 1] = 1.0
    np.testing.assert_allclose(found.together(rows)[1], [[0.25, 0.75], [0.25, 0.75]])
    np.testing.assert_allclose(found.together(rows)[[0, 2]], rows[[0, 2]])


def test_planted_wrong_pairs_are_told_apart():
    counts, right = spoiled()
    model = MultimodalGPLSA(3, max_iter=30, random_state=0)
    found = pair_weights(model, counts, random_state=0)
    again = pair_weights(model, counts, random_state=0)
    assert (found.weight == again.weight).all()
    assert found.weight[right].mean() > 0.8 and found.weight[~right].mean() < 0.5
    order = np.argsort(found.fit)
    assert (found.weight[order][:-1] <= found.weight[order][1:]).all()
    assert 0.5 < found.share < 1.0


@pytest.mark.parametrize("share", [0.3, 0.4, 0.7, 1.0])
@pytest.mark.parametrize(("mean", "spread"), [(2.7, 1.3), (2.3, 1.5)])
def test_pairs_and_strangers_are_told_apart_however_many_there_are(share, mean, spread):
    rng = np.random.default_rng(0)
    right = np.arange(500) < share * 500
    z = np.where(right, rng.normal(mean, spread, 500), rng.normal(size=500))
    found = mixture_weights(z)
    assert found.share == pytest.approx(share, abs=0.15)
    assert found.weight[right].mean() - (0 if right.all() else found.weight[~right].mean()) > 0.4


def test_what_has_one_side_is_not_judged():
    counts, _ = spoiled()
    next(iter(counts.values()))[5] = 0
    found = pair_weights(MultimodalGPLSA(3, max_iter=5, random_state=0), counts, random_state=0)
    assert found.weight[5] == 1.0 and np.isnan(found.fit[5]) and np.isfinite(found.fit[6])


def test_bad_weights_and_too_few_pairs_are_refused():
    counts, right = spoiled()
    with pytest.raises(ValueError, match="must not exceed 1"):
        MultimodalGPLSA(3).fit(counts, pair_weight=2.0 * right)
    with pytest.raises(ValueError, match="cannot be taken together"):
        MultimodalGPLSA(3).fit(counts, pair_weight=right, graph=np.ones((N_DOCS, N_DOCS)))
    few = {name: matrix[:5] for name, matrix in counts.items()}
    with pytest.raises(ValueError, match="too few to judge"):
        pair_weights(MultimodalGPLSA(2), few)
