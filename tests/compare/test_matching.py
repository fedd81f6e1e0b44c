"""Topics of two runs are matched one to one, whatever their order and vocabulary."""

from dataclasses import replace

import numpy as np
import pytest

from gplsa.compare import match_topics, shared_sides, topic_likeness
from gplsa.figures.compared import matches_table
from gplsa.training.train import train
from tests.planted import plain_settings, planted_corpus


@pytest.fixture(scope="module")
def model():
    return train(planted_corpus(60), plain_settings(n_topics=4, max_iter=15, check=False))


def turned(model, order):
    """The same model with its topics in another order."""
    return replace(
        model,
        topic_word={m: rows[order] for m, rows in model.topic_word.items()},
        doc_topic={m: rows[:, order] for m, rows in model.doc_topic.items()},
    )


def test_the_same_topics_in_another_order_find_each_other(model):
    order = np.array([2, 0, 3, 1])
    found = match_topics(model, turned(model, order))
    assert {(match.first, match.second) for match in found} == {(2, 0), (0, 1), (3, 2), (1, 3)}
    np.testing.assert_allclose([match.likeness for match in found], 1.0, rtol=1e-12)


def test_the_larger_model_keeps_topics_without_a_partner(model):
    """It stands last, beside the one nearest to it."""
    smaller = turned(model, np.array([3, 1]))
    likeness = topic_likeness(model, smaller)
    found = match_topics(model, smaller)
    assert sorted((match.first, match.second) for match in found[:2]) == [(1, 1), (3, 0)]
    assert [match.alone for match in found] == [None, None, 0, 0]
    assert {match.first for match in found[2:]} == {0, 2}
    for match in found[2:]:
        assert match.likeness == likeness[match.first].max() == likeness[match.first, match.second]
    other_way = [
        (match.second, match.first, match.likeness) for match in match_topics(smaller, model)
    ]
    assert other_way == [(match.first, match.second, match.likeness) for match in found]
    assert [match.alone for match in match_topics(smaller, model)] == [None, None, 1, 1]
    table = matches_table(model, smaller, found)
    assert list(table["alone in"]) == ["", "", "model 1", "model 1"]
    assert "alone in" not in matches_table(model, model, match_topics(model, model))


def test_words_are_matched_by_their_term(model):
    """A model of fewer documents has other words in other places."""
    other = train(
        planted_corpus(60).subset(range(40)), plain_settings(n_topics=4, max_iter=15, check=False)
    )
    likeness = topic_likeness(model, other)
    first, second = (m.vocabularies["de"].terms for m in (model, other))
    by_hand = np.zeros((4, 4))
    for m in ("de", "en"):
        mine = dict(zip(model.vocabularies[m].terms, model.topic_word[m].T, strict=True))
        theirs = dict(zip(other.vocabularies[m].terms, other.topic_word[m].T, strict=True))
        for i in range(4):
            for j in range(4):
                dot = sum(mine[t][i] * theirs[t][j] for t in mine if t in theirs)
                norms = np.linalg.norm(model.topic_word[m][i]) * np.linalg.norm(
                    other.topic_word[m][j]
                )
                by_hand[i, j] += dot / norms / 2
    assert first != second
    np.testing.assert_allclose(likeness, by_hand, rtol=1e-9)


def test_models_without_a_common_side(model):
    other = replace(model, topic_word={"fr": model.topic_word["de"]})
    with pytest.raises(ValueError, match="no side is in both"):
        topic_likeness(model, other)


def test_sides_of_one_language_are_shared_whatever_they_are_called(model):
    german = replace(model.corpus, languages={"de": "de", "en": "en"})
    renamed = replace(
        model.corpus,
        texts={"text": model.corpus.texts["de"], "fr": model.corpus.texts["en"]},
        languages={"text": "de", "fr": "fr"},
    )
    other = replace(
        model,
        corpus=renamed,
        vocabularies={"text": model.vocabularies["de"], "fr": model.vocabularies["en"]},
        topic_word={"text": model.topic_word["de"], "fr": model.topic_word["en"]},
    )
    first = replace(model, corpus=german)
    assert shared_sides(first, other) == [("de", "text")]
    found = match_topics(first, other)
    assert all(match.first == match.second for match in found)
    assert all(match.likeness > 0.999 for match in found)
