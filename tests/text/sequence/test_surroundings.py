"""What stands before a word tells a noun from a verb; capitals tell names."""

import numpy as np
import pytest

from gplsa.text import Vocabulary, WordOptions
from gplsa.text.sequence.surroundings import in_order, word_traits


def traits_of(texts, language):
    vocabulary, _ = Vocabulary.build(texts, WordOptions(language, max_df=1.0, min_df=1))
    return vocabulary, word_traits(vocabulary, in_order(vocabulary, texts))


@pytest.mark.parametrize(
    ("language", "text", "noun", "verb"),
    [
        ("en", "the harvest of a harvest they reaped we reaped to reap", "harvest", "reap"),
        ("de", "die Ernte einer Ernte sie haben geerntet wir zu mähen", "ernte", "mähen"),
        ("fr", "la récolte des récoltes nous semons ils semons", "récolte", "semer"),
        ("es", "la cosecha de las cosechas no sembramos se sembramos", "cosecha", "sembrar"),
        ("it", "il raccolto dei raccolti noi seminiamo si seminiamo", "raccolto", "seminare"),
    ],
)
def test_nouns_and_verbs_by_what_stands_before(language, text, noun, verb):
    vocabulary, traits = traits_of([text, text], language)
    found = dict(zip(vocabulary.terms, traits.nouniness, strict=True))
    assert found[noun] == pytest.approx(5 / 5.5)
    assert found[verb] < 0.5


def test_what_begins_a_sentence_tells_nothing():
    vocabulary, traits = traits_of(["The. Harvest\nto\nharvest", "Harvest"], "en")
    assert traits.nouniness[vocabulary.terms.index("harvest")] == pytest.approx(1 / 1.5)


def test_a_title_is_one_where_names_follow_it():
    for texts, is_title in (
        (["Frau Meier kam\nFrau Präsidentin sprach", "eine Frau kam"], True),
        (["eine Frau kam\nFrau mit Hut", "Frau Meier kam\ndie Frau"], False),
    ):
        vocabulary, traits = traits_of(texts, "de")
        assert traits.circumstance[vocabulary.terms.index("frau")] == is_title


def test_without_lists_all_words_are_alike():
    _, traits = traits_of(["sklizeň byla dobrá a my sklízíme"], "cs")
    np.testing.assert_allclose(traits.nouniness, 1 / 1.5)
    assert not traits.circumstance.any()


def test_capitals_inside_a_sentence():
    text = "Reading came to Reading. reading in Paris"
    vocabulary, traits = traits_of([text], "en")
    found = dict(zip(vocabulary.terms, traits.capital, strict=True))
    assert found["pari"] == 1
    assert found["reading"] == 1
    vocabulary, traits = traits_of(["we like reading in Reading"], "en")
    assert dict(zip(vocabulary.terms, traits.capital, strict=True))["reading"] == 0.5


def test_words_of_circumstance_in_any_inflection():
    vocabulary, traits = traits_of(["Tuesday harvests, seven years, Mr Brown in August"], "en")
    told = {t for t, c in zip(vocabulary.terms, traits.circumstance, strict=True) if c}
    assert told == {"tuesday", "seven", "year", "mr", "august"}


def test_the_ending_of_both_genders_is_no_word():
    texts = [
        "Forscher:innen, Autor*innen und Bürger/-innen lesen",
        "von innen kommt Wärme nach außen",
    ]
    vocabulary, traits = traits_of(texts, "de")
    told = {t for t, c in zip(vocabulary.terms, traits.fragment, strict=True) if c}
    assert told == {"innen"}
    vocabulary, traits = traits_of([texts[1]] * 3, "de")
    assert not traits.fragment.any()


def test_pieces_of_words_with_hyphens():
    texts = [
        "the socio-economic co-operation and the economic state of co-operation",
        "operation Alpha",
    ]
    vocabulary, traits = traits_of(
        [*texts, "UN-Habitat EU-Alpha in the EU and the ox and operation"], "en"
    )
    told = {t for t, c in zip(vocabulary.terms, traits.fragment, strict=True) if c}
    assert told == {"socio", "co", "ox"}  # EU and UN may be names; "economic" stands alone too


def test_a_word_that_is_cut_off_is_a_piece():
    texts = ["Anmelde- und Zulassungssysteme", "die Anmelde- oder Prüfstelle und die Zulassung"]
    vocabulary, traits = traits_of(texts, "de")
    told = {t for t, c in zip(vocabulary.terms, traits.fragment, strict=True) if c}
    assert told == {"anmelden"}


def test_what_stands_before_another_capital_is_a_first_part():
    texts = [
        "the party of Jörg Haider and of Haider and the White Paper",
        "he met Jörg Haider, a White Paper and a Paper, and Haider met Romano Prodi",
        "the harvest of wheat with barley and apples with cherries and plums was fair here",
        *["wheat with barley and apples with cherries and plums were sold at fair prices here"] * 3,
    ]
    vocabulary, traits = traits_of(texts, "en")
    told = {t for t, c in zip(vocabulary.terms, traits.first, strict=True) if c}
    assert told == {"jörg", "romano", "white"}
    vocabulary, traits = traits_of(
        ["der Bericht über Jörg Haider, Recht und Ernte, Korn und Wetter"] * 2, "de"
    )
    assert not traits.first.any()  # German nouns have capitals, too


def test_a_stop_word_is_not_the_stem_it_looks_like():
    texts = ["la somme due du roi", "les sommes dues du roi"]
    vocabulary, _ = Vocabulary.build(texts, WordOptions("fr", max_df=1.0, base="stem"))
    assert "du" in vocabulary.terms
    ordered = in_order(vocabulary, texts)
    assert (ordered.words == vocabulary.terms.index("du")).sum() == 2


def test_what_books_are_called_and_have_says_little():
    texts = ["Chapters on wine, by the author of an introduction", "wine in this volume"]
    vocabulary, traits = traits_of(texts, "en")
    told = {t for t, one in zip(vocabulary.terms, traits.first, strict=True) if one}
    assert told == {"chapter", "author", "introduction", "volume"}


@pytest.mark.parametrize(
    ("language", "text", "everyday"),
    [
        (
            "en",
            "two new harvests for poor families in these countries",
            {"new", "family", "country"},
        ),
        ("de", "neue Ernten armer Familien in diesen Ländern", {"neu", "familie", "land"}),
        ("fr", "deux grandes récoltes de familles dans ces villes", {"grand", "famille", "ville"}),
        ("es", "dos nuevas cosechas de familias en estos países", {"nueva", "familia", "país"}),
        ("it", "due nuovi raccolti di famiglie in questi paesi", {"nuovo", "famiglia", "paese"}),
    ],
)
def test_the_commonest_words_of_a_language_are_everyday(language, text, everyday):
    vocabulary, traits = traits_of([text, text], language)
    assert {vocabulary.terms[n] for n in np.flatnonzero(traits.everyday)} == everyday
