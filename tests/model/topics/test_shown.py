"""What is shown of a topic: planted words of which it is known how they should rank."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import sparse

from gplsa.keywords import Traits
from gplsa.model.topics.shown import (
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
FREQUENCY = np.array([100, 40, 30, 3, 45, 40])


def reading(frequency=FREQUENCY, n_documents=400, partners=None) -> TopicReading:
    side = TopicSide(TOPICS, FORMS, frequency, n_documents, 2.0 * frequency)
    sides = {"de": side, "en": side} if partners is not None else {"de": side}
    tables = {} if partners is None else {("de", "en"): partners}
    return TopicReading(sides, np.array([0.5, 0.5]), tables, [*sides])


def shown(found: TopicReading, topic: int, relevance: float, side: str = "de") -> list[str]:
    return [FORMS[word] for word in found.words(side, topic, len(FORMS), relevance)]


def test_relevance_is_the_formula():
    side = reading().sides["de"]
    found = side.relevance(np.array([0.5, 0.5]), 0.6)
    assert found[0, 1] == pytest.approx(np.log(0.25), rel=1e-12)
    # The first topic has .03 of "other", the second .28: it is the second one's own.
    expected = np.log(0.03) + 0.4 * OWN * np.log(0.03 / 0.28)
    assert found[0, 4] == pytest.approx(expected, rel=1e-12)


def test_words_in_few_documents_are_exclusive_by_chance():
    """ "rare" stands in 3 documents: of 1,000 the least is 5, of 400 it is enough."""
    assert shown(reading(n_documents=1000), 0, 0.0)[-1] == "rare"
    assert shown(reading(n_documents=400), 0, 0.0)[3] == "rare"
    assert shown(reading(FREQUENCY - 1), 0, 0.0)[-1] == "rare"
    assert shown(reading(FREQUENCY * 20, n_documents=100_000), 0, 0.0)[3] == "rare"


def test_weekdays_and_pieces_of_words_are_not_shown():
    side = reading().sides["de"]
    unmarked = TopicReading({"de": side}, np.array([0.5, 0.5]), {}, ["de"])
    traits = replace(Traits.unknown(6), circumstance=np.arange(6) == 1)
    marked = replace(side, traits=traits)
    assert shown(unmarked, 0, 0.6).index("own") == 1
    assert shown(TopicReading({"de": marked}, unmarked.share, {}, ["de"]), 0, 0.6)[-1] == "own"


def test_a_topic_of_rare_words_still_shows_them_by_probability():
    none_common = reading(np.ones(6, dtype=int), n_documents=1000)
    assert shown(none_common, 0, 0.6)[:3] == ["everywhere", "own", "weaker"]


SUBJECTS = ["lone", "pair", "twin"]


def together(*sides: list[str]) -> TopicReading:
    """One topic of three words; of each side the words of eighteen documents, ten have none."""
    found = {}
    for name, groups in zip(("de", "en"), sides, strict=False):
        rows = [[form in group.split() for form in SUBJECTS] for group in groups]
        counts = sparse.csr_matrix(np.array([*rows, *[[False] * 3] * 10], dtype=float))
        frequency = np.asarray(counts.sum(axis=0)).ravel().astype(int)
        topic = np.array([[0.4, 0.31, 0.29]])
        found[name] = TopicSide(topic, SUBJECTS, frequency, 28, 2.0 * frequency, counts=counts)
    return TopicReading(found, np.array([1.0]), {}, [*found])


def of_subjects(found: TopicReading, relevance: float) -> list[str]:
    return [SUBJECTS[word] for word in found.words("de", 0, 3, relevance)]


def test_words_that_stand_in_the_same_documents_are_shown_before_one_that_stands_alone():
    found = together(["lone"] * 6 + ["pair twin"] * 6)
    assert of_subjects(found, 1.0) == ["lone", "pair", "twin"]
    assert of_subjects(found, 0.6)[-1] == "lone"


def test_the_words_of_the_other_side_tell_which_go_together():
    apart = ["lone"] * 6 + ["pair"] * 6 + ["twin"] * 6
    assert of_subjects(together(apart), 0.6)[0] == "lone"
    other = ["lone"] * 6 + ["pair twin"] * 12
    assert of_subjects(together(apart, other), 0.6)[-1] == "lone"


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
