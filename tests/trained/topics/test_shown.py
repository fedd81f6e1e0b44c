"""What is shown of a topic: planted words of which it is known how they should rank."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import sparse

from gplsa.trained.topics.shown import (
    TopicReading,
    TopicSide,
    translation_table,
    without_compounds,
)

FORMS = ["everywhere", "own", "weaker", "rare", "other", "last"]
# Two topics: "everywhere" is the most probable word of both, "rare" of the first alone.
TOPICS = np.array(
    [[0.50, 0.25, 0.15, 0.04, 0.03, 0.03], [0.50, 0.01, 0.01, 0.00, 0.28, 0.20]],
)
FREQUENCY = np.array([100, 40, 30, 2, 45, 40])


def reading(frequency=FREQUENCY, n_documents=400, partners=None) -> TopicReading:
    side = TopicSide(TOPICS, FORMS, frequency, n_documents, 2.0 * frequency)
    sides = {"de": side, "en": side} if partners is not None else {"de": side}
    tables = {} if partners is None else {("de", "en"): partners}
    return TopicReading(sides, np.array([0.5, 0.5]), tables)


def shown(found: TopicReading, topic: int, relevance: float, side: str = "de") -> list[str]:
    return [FORMS[word] for word in found.words(side, topic, 3, relevance)]


def test_relevance_is_the_formula_of_sievert_and_shirley():
    side = reading().sides["de"]
    everywhere = TOPICS.mean(axis=0)
    expected = 0.6 * np.log(0.25) + 0.4 * np.log(0.25 / everywhere[1])
    assert side.relevance(np.array([0.5, 0.5]), 0.6)[0, 1] == pytest.approx(expected, rel=1e-12)


def test_words_of_every_topic_fall_behind_those_of_one():
    assert shown(reading(), 0, 1.0) == ["everywhere", "own", "weaker"]
    assert shown(reading(), 0, 0.3) == ["own", "weaker", "everywhere"]
    assert shown(reading(), 1, 0.3) == ["other", "last", "everywhere"]


def test_words_in_few_documents_are_exclusive_by_chance():
    """ "rare" stands in 2 of 400 documents, the least is 4; of 100 documents it is enough."""
    assert "rare" not in shown(reading(), 0, 0.0)
    assert "rare" in shown(reading(n_documents=100), 0, 0.0)
    assert "rare" in shown(reading(FREQUENCY * 20, n_documents=100_000), 0, 0.0)


def test_weekdays_and_pieces_of_words_are_not_shown():
    side = reading().sides["de"]
    unmarked = TopicReading({"de": side}, np.array([0.5, 0.5]), {})
    marked = replace(side, circumstance=np.array([False, True, False, False, False, False]))
    assert "own" in shown(unmarked, 0, 0.6)
    assert "own" not in shown(TopicReading({"de": marked}, unmarked.share, {}), 0, 0.6)


def test_a_topic_of_rare_words_still_shows_them_by_probability():
    none_common = reading(np.ones(6, dtype=int), n_documents=1000)
    assert shown(none_common, 0, 0.6) == ["everywhere", "own", "weaker"]


def test_a_word_rises_with_its_partner():
    apart = sparse.csr_matrix((6, 6))
    assert shown(reading(partners=apart), 0, 0.3)[:2] == ["own", "weaker"]
    # The partner of the third word stands first: 1/3 + 0.3 is more than 1/2 and less than 1.
    pair = sparse.csr_matrix(([1.0], ([0], [1])), shape=(6, 6))
    lifted = reading(partners=pair)
    assert shown(lifted, 0, 0.3)[:2] == ["own", "everywhere"]
    assert shown(lifted, 0, 0.3, "en") == ["own", "weaker", "everywhere"]


def test_partners_are_read_in_both_directions():
    there = sparse.csr_matrix(np.array([[0.15, 0.0], [0.0, 0.6]]))
    back = sparse.csr_matrix(np.array([[0.0, 0.0], [0.03, 0.0]]))
    table = translation_table(there, back).toarray()
    np.testing.assert_allclose(table, [[0.5, 0.1], [0.0, 1.0]], rtol=1e-12)
    found = reading(partners=sparse.csr_matrix((6, 6)))
    assert found.translates("en", "de").shape == (6, 6)
    assert found.translates("de", "fr") is None


def test_parts_count_outside_of_their_compounds_only():
    # "other" is a compound of "everywhere" and "rare", "last" one of "rare".
    held = ([1.0, 1.0, 1.0], ([4, 4, 5], [0, 3, 3]))
    alone = without_compounds(TOPICS, sparse.csr_matrix(held, shape=(6, 6)))
    np.testing.assert_allclose(alone[0], [0.47, 0.25, 0.15, 0.0, 0.03, 0.03], rtol=1e-12)
    np.testing.assert_allclose(alone[1], [0.22, 0.01, 0.01, 0.0, 0.28, 0.20], rtol=1e-12)
    assert without_compounds(TOPICS, sparse.csr_matrix((6, 6))) is TOPICS
