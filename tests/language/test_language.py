"""Texts in the reader's language, and sentences of the library found again."""

import pytest

from gplsa import language
from gplsa.language import LANGUAGES, count, number, plural, speaking, spoken, tr


class Catalogue:
    """Stands in for a compiled catalogue."""

    def __init__(self, entries):
        self._catalog = entries

    def gettext(self, text):
        return self._catalog.get(text, text)

    def ngettext(self, one, many, n):
        found = self._catalog.get(one)
        return found[n != 1] if found else (one if n == 1 else many)


APP = {
    "Cancel": "Abbrechen",
    "{share:.1f} % of {n:,} documents": "{share:.1f} % von {n:,} Dokumenten",
    "Preview of {pairs}": "Vorschau von {pairs!d}",
    "{n:,} pair": ("{n:,} Paar", "{n:,} Paare"),
    "{n:,} topic": ("{n:,} Thema", "{n:,} Themen"),
}
LIBRARY = {
    "“{name}” has {pages}; at most {n} are read.": "„{name}“ hat {pages}; höchstens {n} gehen.",
    "{n} page": "{n} Seite",
    "{n} pages": "{n} Seiten",
    "{side} reads like {language}.": "Die Seite {side} liest sich wie {language}.",
    "German": "Deutsch",
    "English": "Englisch",
    "Fitting": "Anpassen",
    "split {topic} into {parts}": "{topic} in {parts} geteilt",
}


@pytest.fixture(autouse=True)
def catalogues(monkeypatch):
    both = {"app": Catalogue(APP), "library": Catalogue(LIBRARY)}
    language._templates.cache_clear()
    monkeypatch.setattr(
        language, "_catalogue", lambda domain, code: both[domain] if code == "de" else Catalogue({})
    )
    yield
    language._templates.cache_clear()


@pytest.fixture
def german():
    with speaking("de"):
        yield


def test_english_is_the_source():
    assert language.language() == "en"
    assert next(iter(LANGUAGES)) == "en"
    assert spoken("Fitting") == "Fitting"


def test_texts_and_numbers(german):
    assert tr("Cancel") == "Abbrechen"
    assert tr("{share:.1f} % of {n:,} documents", share=12.34, n=1200) == (
        "12,3 % von 1.200 Dokumenten"
    )
    assert (number(1234.5, ",.1f"), number(1200)) == ("1.234,5", "1.200")
    assert tr("no {entry} for this", entry="“a {b}”") == "no “a {b}” for this"


def test_plurals(german):
    assert [count(n, "pair") for n in (0, 1, 1200)] == ["0 Paare", "1 Paar", "1.200 Paare"]
    assert plural(2, "{n} of {all} row", "{n} of {all} rows", all=7) == "2 of 7 rows"


@pytest.mark.parametrize(
    ("n", "noun", "told"),
    [(1, "pair", "1 Paar"), (3, "pair", "3 Paaren"), (2, "topic", "2 Themen")],
)
def test_the_dative_of_what_is_counted(german, n, noun, told):
    assert tr("Preview of {pairs}", pairs=count(n, noun)) == f"Vorschau von {told}"


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ("Fitting", "Anpassen"),
        (
            "“a.pdf” has 1,200 pages; at most 9 are read.",
            "„a.pdf“ hat 1.200 Seiten; höchstens 9 gehen.",
        ),
        ("“German” has 1 page; at most 9 are read.", "„German“ hat 1 Seite; höchstens 9 gehen."),
        ("de reads like English.", "Die Seite de liest sich wie Englisch."),
        (
            "De reads like English. En reads like German.",
            "Die Seite De liest sich wie Englisch. Die Seite En liest sich wie Deutsch.",
        ),
        ("split 3 “wheat, rye” into 2", "3 “wheat, rye” in 2 geteilt"),
        ("what nobody knows, 1,200 times", "what nobody knows, 1,200 times"),
        ("", ""),
    ],
)
def test_sentences_of_the_library(german, message, told):
    assert spoken(message) == told


def test_who_asks_is_answered_in_their_language(monkeypatch):
    monkeypatch.setattr(language, "_asked", [lambda: "de"])
    assert tr("Cancel") == "Abbrechen"
    with speaking("en"):
        assert tr("Cancel") == "Cancel"
