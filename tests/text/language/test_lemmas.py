"""Base forms: what belongs together meets, and what has nothing in common stays apart."""

import pytest

from gplsa.text.language.lemmas import base_form, has_lemmas, is_declined_noun, is_word, lemma


def german(word: str) -> str:
    return lemma(word.lower(), "de", capital=word[0].isupper())


@pytest.mark.parametrize(
    ("language", "words", "base"),
    [
        ("en", "unit units", "unit"),
        ("en", "unite united", "unite"),
        ("en", "tax taxes", "tax"),
        ("en", "crew crews", "crew"),
        ("en", "develop developed developing", "develop"),
        ("en", "go goes going", "go"),
        ("en", "clear clearly", "clear"),
        ("fr", "absurdes absurde", "absurde"),
        ("it", "accordo accordi", "accordo"),
        ("es", "leyes ley", "ley"),
    ],
)
def test_forms_of_one_word_meet(language: str, words: str, base: str) -> None:
    assert {lemma(word, language) for word in words.split()} == {base}


@pytest.mark.parametrize(
    ("words", "base"),
    [
        ("Haus Häuser haus", "haus"),
        ("Rede Reden", "rede"),
        ("reden redet", "reden"),
        ("gut guter Gute", "gut"),
        ("konkret konkrete konkreten", "konkret"),
        ("jung junge jungen Junges", "jung"),
        ("Junge Jungen Jungs", "junge"),
        ("Träger Trägern", "träger"),
        ("Prozeß Prozesse", "prozess"),
        ("Ratspräsidentschaft Ratspräsidentschaften", "ratspräsidentschaft"),
        ("Mitgliedstaaten mitgliedstaat", "mitgliedstaat"),
    ],
)
def test_german_nouns_are_told_by_their_capital(words: str, base: str) -> None:
    assert {german(word) for word in words.split()} == {base}


def test_an_unknown_word_meets_its_own_forms_and_no_known_word() -> None:
    assert lemma("zorblaxes", "en") == lemma("zorblax", "en")
    assert lemma("italy", "en") != lemma("ital", "en")


def test_base_forms_of_german_nouns_have_their_capital() -> None:
    assert base_form("mitgliedstaaten", "de", capital=True) == "Mitgliedstaat"
    assert base_form("absurdes", "de") == "absurd"


def test_without_a_dictionary_stems_count_and_without_rules_the_word() -> None:
    assert has_lemmas("cs")
    assert not has_lemmas("ar")
    assert (has_lemmas("eu"), lemma("etxeak", "eu"), base_form("etxeak", "eu")) == (
        False,
        "etxeak",
        None,
    )


def test_names_are_declined_by_an_s_alone() -> None:
    nouns = "Umsatz Längen Szenario Zentrum Kerl Gold Ärztin".split()
    assert all(is_declined_noun(noun) for noun in nouns)
    assert not any(
        is_declined_noun(name) for name in "Berlin Schmitt Manchester Mayorga im".split()
    )


def test_words_are_told_from_names_by_the_dictionary_and_what_they_are_made_of() -> None:
    words = "Korn ernten Wissenschaftsrat Vetopunkte Skalarkrümmung Genitaltraktes Pendants"
    names = "Ronaldo Voegelin Willoughby Idlib Nordmazedonien"
    assert all(is_word(word, "de") for word in words.split())
    assert not any(is_word(name, "de") for name in names.split())
    assert (is_word("harvest", "en"), is_word("Ronaldo", "en")) == (True, False)
    assert is_word("etxeak", "eu")  # nothing is known where there is no dictionary
