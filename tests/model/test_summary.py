"""What is said of a document beside its keywords."""

from functools import partial
from types import SimpleNamespace

import pytest

from gplsa.model.own_words import (
    COGNATE,
    NAMED_ALIKE,
    OwnWord,
    by_parts,
    missing_from,
    new_in_opening,
    others_unknown,
    with_own,
)
from gplsa.model.summary import NAME, KeywordOptions, ShownKeyword, Summary
from gplsa.text import Vocabulary, WordOptions, same_family


@pytest.mark.parametrize(
    ("confidence", "unknown_share", "said"),
    [
        (0.4, 0.6, None),
        (0.396, 0.6, None),  # which is shown as 40
        (0.9, 0.61, "61% of its words are new to the model"),  # however sure the others are
        (0.39, 0.61, "61% of its words are new to the model"),
        (0.39, 0.6, "The model is not sure"),
    ],
)
def test_a_reader_is_warned_of_what_may_be_chance(confidence, unknown_share, said):
    keyword = ShownKeyword("harvest", confidence, 0.5, 1)
    found = Summary([keyword], confidence, unknown_share, [], [], [], [], [])
    assert (found.doubt or "").startswith(said or "") and bool(found.doubt) is bool(said)
    assert Summary([], confidence, unknown_share, [], [], [], [], []).doubt is None


def test_confidence_in_a_text_much_of_which_is_unknown_is_not_high():
    called = [Summary([], 0.9, share, [], [], [], [], []).sureness for share in (0.394, 0.396)]
    assert called == ["high", "fair"]
    assert Summary([], 0.2, 0.9, [], [], [], [], []).sureness == "low"


def test_where_the_subject_may_be_missing_this_is_said_and_confidence_is_not_high():
    keyword = ShownKeyword("police", 0.9, 0.5, 1)
    missing = [("Todesstrafe", 8), ("Anschlag", 3)]
    found = Summary([keyword], 0.9, 0.2, [], [], [], [], [], untold=missing)
    assert found.sureness == "fair"
    assert "Todesstrafe (8×), Anschlag (3×)" in found.doubt
    assert found.doubt.startswith("Its subject may be missing")


def test_a_word_in_common_is_no_near_copy_of_a_keyword():
    english = SimpleNamespace(same_family=partial(same_family, language="en"))
    shown = [ShownKeyword("religious", 0.7, 0.5, 1)]
    own = [
        OwnWord("religiosity", "Religiosität", COGNATE, in_common=True),
        OwnWord("Religi", "Religi", NAMED_ALIKE),
    ]
    found = with_own(shown, own, english, KeywordOptions())
    assert [one.word for one in found] == ["Religi", "religious"]
    assert with_own([], own, english, KeywordOptions()) == []


def test_an_unknown_word_is_told_once_however_it_is_written():
    unknown = ["Breed", "hip", "Artists", "artists", "Hip"]
    found = Summary([], 0.5, 0.5, unknown, ["The Breed"], ["1999"], [], [])
    assert found.passed_on(9) == ["The Breed", "hip", "Artists", "1999"]
    # Nor by the parts of a name, or in its genitive.
    unknown = ["Colliot", "Thélène", "Korn", "Sulawesis", "Ernest"]
    island = ShownKeyword("Sulawesi", 0.75, 0.5, NAME)
    found = Summary([island], 0.5, 0.5, unknown, ["Ada Colliot-Thélène"], [], [], [])
    assert found.passed_on(9) == ["Ada Colliot-Thélène", "Korn", "Ernest"]


def between(source, target):
    languages = {"a": source, "b": target}
    model = SimpleNamespace(corpus=SimpleNamespace(languages=languages))
    return SimpleNamespace(model=model, source="a", sides=("a", "b"))


@pytest.mark.parametrize(
    ("language", "text", "told"),
    [
        ("de", "Trauer trägt neue Brücken über den Ur\nWaffen", ["Trauer", "Brücken"]),
        ("en", "Grieving women on bridges\nrifles", ["women", "bridges"]),
    ],
)
def test_what_an_opening_names_that_nobody_knows(language, text, told):
    unknown = [*text.split(), "Flugzeugs"]
    found = Summary([], 0.5, 0.5, unknown, [], [], [], [], untold=[("Flugzeug", 4)])
    asked = partial(new_in_opening, between(language, "fr"))
    assert asked(text, found) == told
    assert asked("Flugzeugs", found) == []
    york = Summary(
        [ShownKeyword("New York", 0.75, 0.5, NAME)], 0.5, 0.5, ["Yorker"], [], [], [], []
    )
    assert asked("Die New Yorker Trauer", york) == []
    assert asked(b"photo", found) == []


def test_behind_a_title_in_the_other_language_what_the_text_begins_with_counts():
    found = Summary([], 0.5, 0.5, ["bridges", "Brücken", "Brücke"], [], [], [], [])
    asked = partial(new_in_opening, between("de", "en"))
    assert asked("The bridges of the city\nDie Brücken", found) == ["Brücken"]
    assert asked("Die Brücke in der Stadt\nMan sah Brücken", found) == ["Brücke"]


def test_of_other_unknown_words_one_form_is_told():
    direction = between("de", "fr")
    unknown = ["Flüchtlinge", "Bezirks", "Flüchtlingen", "Bezirk", "Alltag"]
    found = Summary([], 0.5, 0.5, unknown, [], [], [], [], untold=[("Flugzeug", 4)])
    missing = missing_from(direction, "Flüchtlinge im Land\nim Bezirk", found)
    assert missing == {"Flugzeug": 4, "Flüchtlinge": 1}
    assert others_unknown(direction, found, missing) == ["Bezirks", "Alltag"]


def test_a_word_that_is_too_frequent_to_count_is_not_told_by_its_parts():
    seen = [f"Die Kommission {n} und der Hafen" for n in ("lobt", "tadelt", "sieht", "baut")]
    vocabulary, _ = Vocabulary.build(seen, WordOptions("de", min_df=1, max_df=0.9))
    assert "kommission" in vocabulary.frequent
    found = Summary([], 0.5, 0.5, [], [], [], [], [])
    assert by_parts(vocabulary, "Die Kommission\n" + "Die Kommission lobt. " * 3, found) == []


def test_compounds_that_are_told_by_their_parts_alone_are_named():
    seen = ["Der Hafen und die Stadt", "Die Verwaltung der Stadt", "Die Verwaltung und der Hafen"]
    vocabulary, _ = Vocabulary.build(seen, WordOptions("de", min_df=1, max_df=1.0))
    found = Summary([], 0.5, 0.5, ["Fischmarkt"], [], [], [], [])
    text = "Die Hafenverwaltung\n" + "Stadtverwaltung, Hafenstadt, Fischmarkt, Verwaltung. " * 2
    assert by_parts(vocabulary, text, found) == []
    assert by_parts(vocabulary, text + "Der Hafenverwaltungen", found) == ["Hafenverwaltung"]
    assert by_parts(vocabulary, text + "Eine Hafenstadt", found) == ["Hafenstadt"]
    assert by_parts(vocabulary, b"photo", found) == []
