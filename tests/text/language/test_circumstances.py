"""Words of circumstance: in five languages the same classes, and no word that a theme hangs on."""

import pytest

from gplsa.text.language.word_lists import LANGUAGES_WITH_STOP_WORDS, word_lists


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "wednesday august seven tenth mrs year tonight behalf"),
        ("de", "mittwoch august sieben zehnte frau jahre abend"),
        ("fr", "mercredi août sept première mme années soir"),
        ("es", "miércoles agosto siete primera señora años noche"),
        ("it", "mercoledì agosto sette prima signora anni sera"),
    ],
)
def test_every_class_is_there_in_every_language(language, words):
    lists = word_lists(language)
    assert {"ml", *words.split()} <= lists.circumstances | lists.titles


@pytest.mark.parametrize("language", LANGUAGES_WITH_STOP_WORDS)
def test_a_class_names_seven_days_and_twelve_months_at_least(language):
    assert len(word_lists(language).circumstances) > 90


def test_words_that_a_theme_hangs_on_are_not_among_them():
    themes = "minister president europe tax health season war peace budget king queen doctor"
    assert not set(themes.split()) & word_lists("en").circumstances
