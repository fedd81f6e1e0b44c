"""Ridge regression against its definition, by naive loops."""

import numpy as np
import pytest
from scipy import sparse

from gplsa.core.types import PictureFeatures
from gplsa.keywords import KeywordRanker, Pairs, PairTopics, TrainingPairs, explain, regression
from gplsa.keywords.regression import Regression, _left_out, _left_singular, unit_rows
from tests.keywords.planted import planted_pairs


def weak_pairs(n: int = 80, strength: float = 1.0, seed: int = 0):
    """Ten source terms, of which the first three lean towards target words 0 to 2."""
    rng = np.random.default_rng(seed)
    target = (rng.random((n, 6)) < np.array([0.5, 0.4, 0.3, 0.6, 0.2, 0.1])).astype(float)
    rate = np.full((n, 10), 3.0)
    rate[:, :3] += 6 * strength * target[:, :3]
    return sparse.csr_matrix(rng.poisson(rate)), sparse.csr_matrix(target)


def test_left_out_residuals_are_those_of_fits_without_each_document():
    source, target = weak_pairs(20)
    x = unit_rows(source).toarray()
    y = target.toarray()
    penalty = 0.7
    for wide in (x, np.hstack([x, np.random.default_rng(1).random((20, 30))])):
        centred = wide - wide.mean(axis=0)
        u, strength = _left_singular(centred)
        offset = y - y.mean(axis=0)
        found = _left_out(u, strength, u.T @ offset, offset, penalty)
        for d in range(20):
            # The intercept is free, so it is a column of ones that is not penalised.
            design = np.column_stack([np.ones(19), np.delete(centred, d, axis=0)])
            ridge = penalty * np.eye(design.shape[1])
            ridge[0, 0] = 0
            left = np.linalg.solve(design.T @ design + ridge, design.T @ np.delete(y, d, axis=0))
            expected = y[d] - np.concatenate([[1], centred[d]]) @ left
            np.testing.assert_allclose(found[d], expected, atol=1e-8)


def test_probabilities_are_kept_and_rank_what_is_there():
    found = Regression.fit(*weak_pairs(200))
    source, target = weak_pairs(300, seed=1)
    p, true = found.probabilities(source), target.toarray() > 0
    for low, high in ((0.0, 0.25), (0.25, 0.5), (0.5, 1.0)):
        inside = (p >= low) & (p < high)
        assert abs(p[inside].mean() - true[inside].mean()) < 0.12
    for word in range(3):
        assert p[true[:, word], word].mean() > p[~true[:, word], word].mean() + 0.2


def test_a_source_that_says_nothing_ends_in_frequent_words():
    found = Regression.fit(*weak_pairs(60, strength=0.0))
    source, _ = weak_pairs(100, strength=0.0, seed=1)
    p = found.probabilities(source)
    assert np.abs(p - found.base).max() < 0.2
    assert (p.argmax(axis=1) == found.base.argmax()).mean() > 0.9


def test_shares_name_the_terms_behind_a_word():
    source, target = weak_pairs(200)
    found = Regression.fit(source, target)
    row = source[np.flatnonzero(target[:, [1]].toarray().ravel())[0]]
    shares = found.shares(sparse.csr_matrix(row), 1)
    assert shares[0][0] == 1
    assert sum(share for _, share in shares) == pytest.approx(1)


def seen_pairs(n: int = 80, seed: int = 0):
    """Terms that say nothing, and looks of which the first two say all."""
    source, target = weak_pairs(n, strength=0.0, seed=seed)
    visual_features = np.random.default_rng(seed + 7).normal(size=(n, 5)) * 0.2
    visual_features[:, :2] += target.toarray()[:, :2] - 0.5
    return source, target, visual_features.astype(np.float32)


def test_visual_features_are_columns_beside_the_terms():
    source, target, visual_features = seen_pairs(200)
    found = Regression.fit(source, target, visual_features)
    unseen, true, looked = seen_pairs(100, seed=3)
    x = np.hstack([unit_rows(unseen).toarray(), looked])
    expected = (x - found.centre) @ found.weights
    np.testing.assert_allclose(found.deviation(unseen, looked, found.weights), expected, atol=1e-5)
    p, there = found.probabilities(unseen, looked), true.toarray() > 0
    blind = Regression.fit(source, target).probabilities(unseen)
    for word in range(2):
        assert p[there[:, word], word].mean() > p[~there[:, word], word].mean() + 0.4
        assert abs(blind[there[:, word], word].mean() - blind[~there[:, word], word].mean()) < 0.1
    with pytest.raises(ValueError, match="beside the terms"):
        found.shares(sparse.csr_matrix(unseen[0]), 0)
    for wrong in (None, looked[:, :4]):
        with pytest.raises(ValueError, match="5 columns beside the terms"):
            found.probabilities(unseen, wrong)


def test_what_visual_features_say_is_shared_among_the_terms_that_make_them():
    source, target, visual_features = seen_pairs(200)
    found = Regression.fit(source, target, visual_features)
    document = int(np.flatnonzero(target[:, [0]].toarray().ravel())[0])
    row = sparse.csr_matrix(source[document])
    responsibility = np.zeros((10, 5))
    responsibility[row.indices[2]] = 0.75
    responsibility[row.indices[4]] = 0.25
    shares = dict(found.shares(row, 0, PictureFeatures(visual_features[document], responsibility)))
    assert (
        sum(shares.values()) == pytest.approx(1) and max(shares, key=shares.get) == row.indices[2]
    )
    # Terms and looks add up to what the regression finds, less what it finds in the mean.
    words = unit_rows(row).toarray()[0] * found.weights[:10, 0]
    seen = float((visual_features[document] * found.weights[10:, 0]).sum())
    expected = words[row.indices[2]] + 0.75 * seen, words[row.indices[4]] + 0.25 * seen
    ratio = shares[int(row.indices[2])] / shares[int(row.indices[4])]
    assert ratio == pytest.approx(expected[0] / expected[1], rel=1e-5)


def test_a_gist_by_regression_is_stored_and_explained():
    pairs = planted_pairs(80)
    ranker = KeywordRanker.fit(
        TrainingPairs(pairs.source, pairs.target, by_regression=True),
        PairTopics(pairs.topic_word, pairs.doc_topic),
        random_state=0,
    )
    parts = Pairs(pairs.source, pairs.target), ranker.topics
    again = KeywordRanker.from_arrays(ranker.to_arrays(), *parts)
    empty = sparse.csr_matrix((1, pairs.source.shape[1]))
    counts = sparse.csr_matrix(sparse.vstack([planted_pairs(5, seed=3).source, empty]))
    assert again.keywords(counts) == ranker.keywords(counts)
    assert ranker.keywords(counts)[5].keywords == [], "nothing is said about nothing"
    row = sparse.csr_matrix(counts[0])
    best = ranker.keywords(row)[0].keywords[0].term
    evidence = explain(ranker, row, [best])[0]
    assert evidence.witness == evidence.source_words[0][0]
    assert 0 < evidence.n_both <= evidence.n_source
    assert evidence.pairs and evidence.topics
    damaged = ranker.to_arrays() | {"regression_base": np.zeros(3)}
    with pytest.raises(ValueError, match="regression"):
        KeywordRanker.from_arrays(damaged, *parts)


def test_a_part_of_words_and_documents_teaches_nearly_the_same(monkeypatch):
    """What bounds the work of large corpora: λ from frequent words, a, b and c from every nth."""
    source, target = weak_pairs(300)
    whole = Regression.fit(source, target)
    monkeypatch.setattr(regression, "MOST_WORDS", 3)
    monkeypatch.setattr(regression, "MOST_EXAMPLES", 600)
    part = Regression.fit(source, target)
    unseen, _ = weak_pairs(50, seed=2)
    np.testing.assert_allclose(part.probabilities(unseen), whole.probabilities(unseen), atol=0.1)
    assert not np.array_equal(part.calibration, whole.calibration)
