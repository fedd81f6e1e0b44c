"""Headings as readers see them: labels in their language, told apart where two have one."""

import pytest

from gplsa.headings import Concept, HeadingVocabulary
from gplsa.headings.shown import ShownColumn, names_apart

BANK = {"de": "Bank", "en": "Bank"}


@pytest.fixture
def vocabulary():
    return HeadingVocabulary(
        [
            Concept(
                "http://x/g/1", {"de": "Künstliche Intelligenz", "en": "Artificial intelligence"}
            ),
            Concept("http://x/g/2", {"de": "Hafen; Kai"}),
            Concept("http://x/g/3", BANK, notation="332"),
            Concept("http://x/g/4", BANK, broader=("http://x/g/2",)),
            Concept("http://x/g/5", BANK),
            Concept("http://x/g/6", {"de": "Bank", "en": "Bench"}, notation="332"),
        ]
    )


def test_labels_are_of_the_language_asked_for_then_of_any(vocabulary):
    assert names_apart(vocabulary, [0, 1], "en") == {0: "Artificial intelligence", 1: "Hafen; Kai"}
    assert names_apart(vocabulary, [0], "de") == {0: "Künstliche Intelligenz"}


def test_what_is_called_alike_is_told_apart_where_it_stands_together(vocabulary):
    assert names_apart(vocabulary, [3], "en") == {3: "Bank"}
    found = names_apart(vocabulary, [2, 3, 4, 5], "en")
    assert found == {2: "Bank (332)", 3: "Bank (Hafen; Kai)", 4: "Bank (5)", 5: "Bench"}
    # A notation that two have tells nothing.
    assert names_apart(vocabulary, [2, 5], "de") == {2: "Bank (3)", 5: "Bank (6)"}


def test_ends_of_uris_that_are_alike_tell_nothing():
    both = HeadingVocabulary([Concept(f"http://{n}/1", {"de": "Bank"}) for n in "ab"])
    assert names_apart(both, [0, 1], "de") == {0: "Bank (http://a/1)", 1: "Bank (http://b/1)"}


def test_a_column_is_shown_by_labels_and_chosen_by_what_is_underneath(vocabulary):
    cells = ['["1", "2"]', "artificial intelligence; Vogelkunde", "3 | 4", "", "Hafen; Kai"]
    shown = ShownColumn.of(cells, vocabulary, "de")
    assert shown.cells == [
        "Künstliche Intelligenz; Hafen; Kai",
        "Künstliche Intelligenz; Vogelkunde",
        "Bank (332); Bank (Hafen; Kai)",
        "",
        "Hafen; Kai",
    ]
    assert shown.most_used_first[:2] == ["http://x/g/2", "http://x/g/1"]
    assert {*shown.most_used_first[2:]} == {"http://x/g/3", "http://x/g/4", "Vogelkunde"}
    # However a record names a heading.
    assert shown.rows_with(["http://x/g/1"]).tolist() == [True, True, False, False, False]
    assert shown.rows_with(["Vogelkunde", "http://x/g/4"]).sum() == 2
    assert shown.sought("http://x/g/1") == "Künstliche Intelligenz · Artificial intelligence"
    assert shown.sought("Vogelkunde") == "Vogelkunde"
    assert shown.called(["1", "Vogelkunde"]) == ["Künstliche Intelligenz", "Vogelkunde"]
    assert shown.called(["2", "http://x/g/2"]) == ["Hafen; Kai (2)", "Hafen; Kai (http://x/g/2)"]


def test_without_a_vocabulary_values_are_what_they_are():
    cells = ["Hafen; Kai", "Kai"]
    shown = ShownColumn.of(cells, HeadingVocabulary.of_values(["Hafen", "Kai"]), "de")
    assert shown.cells == cells and shown.most_used_first == ["Kai", "Hafen"]
