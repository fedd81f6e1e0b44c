"""Words that two languages have in common, by their endings."""

import pytest

from gplsa.text.language.cognates import cognate


@pytest.mark.parametrize(
    ("word", "source", "target", "other"),
    [
        ("Terrorismus", "de", "en", "terrorism"),
        ("Touristen", "de", "en", "tourist"),
        ("Religiosität", "de", "en", "religiosity"),
        ("Insolvenz", "de", "en", "insolvency"),
        ("Archäologie", "de", "en", "archaeology"),
        ("Psychoanalyse", "de", "en", "psychoanalysis"),
        ("Synthese", "de", "fr", "synthèse"),
        ("Helikopter", "de", "en", "helicopter"),
        ("Museums", "de", "fr", "musée"),
        ("Statuen", "de", "en", "statue"),
        ("Szenario", "de", "en", "scenario"),
        ("Lobby", "de", "en", "lobby"),
        ("Genres", "de", "en", "genre"),
        ("Virus", "de", "en", "virus"),
        ("Virus", "de", "fr", None),
        ("Gift", "de", "en", None),  # poison
        ("Handy", "de", "en", None),  # a telephone
        ("Präzision", "de", "fr", "précision"),
        ("terrorisme", "fr", "en", "terrorism"),
        ("terrorism", "en", "es", "terrorismo"),
        ("Konkurrent", "de", "en", None),  # competitor
        ("Labor", "de", "en", None),
        ("Zensur", "de", "en", None),
        ("Historikers", "de", "en", None),
        ("Fotografen", "de", "en", None),
        ("Häuser", "de", "en", None),
        ("Dezember", "de", "en", None),  # says nothing of what a text is about
        ("village", "fr", "en", None),  # may be anything, without an ending that nouns alone have
        ("terrorism", "en", "de", None),
        ("terrorism", "en", "pl", None),
        ("Terrorismus", "de", "de", None),
        ("Mosambiks", "de", "en", "Mozambique"),
        ("Nordmazedonien", "de", "en", "North Macedonia"),
        ("Moskau", "de", "it", "Mosca"),
        ("Böhmens", "de", "fr", "Bohême"),
        ("Finland", "en", "de", "Finnland"),
        ("Island", "de", "en", None),  # and *Love Island*
        ("turkey", "en", "de", None),
        ("Mosambik", "de", "tlh", None),
    ],
)
def test_it_is_what_a_dictionary_has_with_the_ending_that_goes_with_its_own(
    word, source, target, other
):
    assert cognate(word, source, target) == other


def test_of_two_spellings_it_is_the_one_that_is_known():
    assert cognate("Sozialisierung", "de", "en") == "socialization"
    assert cognate("Sozialisierung", "de", "en", {"socialisation"}) == "socialisation"
    assert [cognate("Humor", "de", "en", known) for known in ((), {"humour"})] == [
        *("humor", "humour")
    ]
