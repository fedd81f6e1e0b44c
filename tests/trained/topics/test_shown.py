"""What is shown of a topic: planted words of which it is known how they should rank."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import sparse

from gplsa.trained.topics.shown import (
    OWN,
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


def test_relevance_is_the_formula():
    side = reading().sides["de"]
    everywhere = TOPICS.mean(axis=0)
    expected = np.log(0.25) - 0.4 * np.log(everywhere[1])
    assert side.relevance(np.array([0.5, 0.5]), 0.6)[0, 1] == pytest.approx(expected, rel=1e-12)
    # The first topic has .03 of "other", the second .28: it is the second one's own.
    expected = np.log(0.03) + 0.4 * (OWN * np.log(0.03 / 0.28) - np.log(everywhere[4]))
    assert side.relevance(np.array([0.5, 0.5]), 0.6)[0, 4] == pytest.approx(expected, rel=1e-12)


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


def in_documents(*groups: str) -> sparse.csr_matrix:
    """Counts of documents that hold the words of a group each, and ten documents without words."""
    rows = [[form in group.split() for form in FORMS] for group in groups]
    return sparse.csr_matrix(np.array([*rows, *[[False] * len(FORMS)] * 10], dtype=float))


def together(*sides: sparse.csr_matrix) -> TopicReading:
    made = [replace(reading().sides["de"], n_documents=100, counts=counts) for counts in sides]
    return TopicReading(dict(zip(("de", "en"), made, strict=False)), np.array([0.5, 0.5]), {})


def test_words_that_stand_in_the_same_documents_are_shown_before_one_that_stands_alone():
    """ "own" is the most relevant of the first topic, but of another subject."""
    apart = together(in_documents(*["own"] * 4, *["weaker rare"] * 8))
    assert shown(reading(n_documents=100), 0, 0.3)[0] == "own"
    assert set(shown(apart, 0, 0.3)[:2]) == {"weaker", "rare"}
    assert shown(apart, 0, 1.0)[:2] == ["everywhere", "own"]


def test_the_words_of_the_other_side_tell_which_go_together():
    alone = ["own"] * 4 + ["weaker"] * 4 + ["rare"] * 4
    german = in_documents(*alone)
    english = in_documents(*["everywhere"] * 4, *["own weaker"] * 4, *["own weaker"] * 4)
    alone, both = shown(together(german), 0, 0.3), shown(together(german, english), 0, 0.3)
    assert alone.index("own") < alone.index("weaker")
    assert "own" not in both[: both.index("weaker")]


def test_words_in_all_documents_tell_of_none():
    everywhere = together(in_documents(*[" ".join(FORMS)] * 4)[:4])
    assert len(set(shown(everywhere, 0, 0.5))) == 3


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
