"""Texts and messages in the reader's language."""

import time

import pytest

from gplsa import language, message
from gplsa.app.show.cards import chip
from gplsa.errors import InputError
from gplsa.language import LANGUAGES, chance, count, in_language, number, plural, tr, translated
from gplsa.message import LONGEST, Message, listed, quoted
from tests.growth import assert_linear
from tests.patience import SLOWNESS


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
    "{n:,} page": "{n:,} Seite",
    "{n:,} pages": "{n:,} Seiten",
    "{n:,} pair": "{n:,} Paar",
    "{n:,} pairs": "{n:,} Paare",
    "“{text}”": "„{text}“",
    " and ": " und ",
    "None of {pairs} has {names}.": "Keins von {pairs!d} hat {names}.",
    "{side} reads like {language}.": "Die Seite {side} liest sich wie {language}.",
    "German": "Deutsch",
    "English": "Englisch",
    "Fitting": "Anpassen",
    "{a:.0%}, {b:.1f} %": "{a:.0%}, {b:.1f} %",
    "split {topic} into {parts}": "{topic} in {parts} geteilt",
}


@pytest.fixture(autouse=True)
def catalogues(monkeypatch):
    both = {"app": Catalogue(APP), "library": Catalogue(LIBRARY)}
    monkeypatch.setattr(
        language, "_catalogue", lambda domain, code: both[domain] if code == "de" else Catalogue({})
    )


@pytest.fixture
def german():
    with in_language("de"):
        yield


def test_english_is_the_source():
    assert language.language() == "en"
    assert next(iter(LANGUAGES)) == "en"
    assert translated("Fitting") == "Fitting"


def test_what_is_not_certain_does_not_read_so():
    said = [chance(p) for p in (0.0, 0.004, 0.006, 0.5, 0.994, 0.998, 1.0)]
    assert said == [
        f"{one}\N{NO-BREAK SPACE}%" for one in ("0", "< 1", "1", "50", "99", "> 99", "100")
    ]
    assert chip("ships", 0.998).count("&gt; 99\N{NO-BREAK SPACE}%") == 2


def test_texts_and_numbers(german):
    assert tr("Cancel") == "Abbrechen"
    assert tr("{share:.1f} % of {n:,} documents", share=12.34, n=1200) == (
        "12,3\N{NO-BREAK SPACE}% von 1.200 Dokumenten"
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


PAGES = "“{name}” has {pages}; at most {n} are read."
LIKE = "{side} reads like {language}."
GERMAN, ENGLISH = Message("German"), Message("English")


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ("Fitting", "Anpassen"),
        (
            Message(PAGES, name="a.pdf", pages=message.count(1200, "page"), n=9),
            "„a.pdf“ hat 1.200 Seiten; höchstens 9 gehen.",
        ),
        (
            Message(PAGES, name="German", pages=message.count(1, "page"), n=9),
            "„German“ hat 1 Seite; höchstens 9 gehen.",
        ),
        (Message(LIKE, side="de", language=ENGLISH), "Die Seite de liest sich wie Englisch."),
        (Message(LIKE, side="German", language="en"), "Die Seite German liest sich wie en."),
        (
            listed(
                [Message(LIKE, side=s, language=o) for s, o in (("D", ENGLISH), (1, GERMAN))], " "
            ),
            "Die Seite D liest sich wie Englisch. Die Seite 1 liest sich wie Deutsch.",
        ),
        (
            Message("split {topic} into {parts}", topic="3 “wheat, rye”", parts=2),
            "3 “wheat, rye” in 2 geteilt",
        ),
        (
            Message(
                "None of {pairs} has {names}.",
                pairs=message.count(1200, "pair"),
                names=listed([quoted("{pairs}"), quoted("x” and “y; z"), GERMAN], " and "),
            ),
            "Keins von 1.200 Paaren hat „{pairs}“ und „x” and “y; z“ und Deutsch.",
        ),
        (listed([0.5, 1200, "a", GERMAN]), "0,5, 1200, a, Deutsch"),
        (Message("what nobody knows, {n:,} times", n=1200), "what nobody knows, 1,200 times"),
        ("“a.pdf” has 3 pages; at most 9 are read.", "“a.pdf” has 3 pages; at most 9 are read."),
        (InputError(LIKE, side="de", language=GERMAN), "Die Seite de liest sich wie Deutsch."),
        (KeyError(3), "3"),
        ("", ""),
    ],
)
def test_messages_of_the_library(german, message, told):
    assert translated(message) == told
    assert type(translated(message)) is str


@pytest.mark.parametrize("values", [{}, {"side": 3}, {"0": "a"}, {"more": "x"}, {"n": "many"}])
@pytest.mark.parametrize("template", [LIKE, "{n:,} pages", "{x.__class__}", "{n:9999999999}", ""])
def test_a_message_of_a_changed_file_stays_as_it_was(german, template, values):
    told = translated(Message.from_json(["It was so.", template, values]))
    assert told in ("It was so.", template.join(values.values())) if "0" in values else "It was so."


def test_a_long_sentence_is_put_into_words_at_once(german):
    """Taken apart by templates, one of 2 KB took 16 s and one of 5 KB did not end."""
    words = "“German” has 3 pages; and 4 reads like English. “x” and 7 "

    def told(size):
        text = (words * (size // len(words) + 1))[:size]
        assert translated(text) == text
        assert len(translated(InputError(text))) <= LONGEST
        said = translated(InputError(LIKE, side=text, language=GERMAN))
        assert said.startswith("Die Seite “German” has")
        assert said.endswith(" liest sich wie Deutsch.")

    assert_linear(told, 5_000)
    begun = time.thread_time()
    told(1_000_000)
    assert time.thread_time() - begun < 0.1 * SLOWNESS


def test_who_asks_is_answered_in_their_language(monkeypatch):
    monkeypatch.setattr(language, "_asked", [lambda: "de"])
    assert tr("Cancel") == "Abbrechen"
    with in_language("en"):
        assert tr("Cancel") == "Cancel"


@pytest.mark.parametrize("code", ["en", "de"])
def test_per_cent_signs_stand_behind_a_space_that_breaks_no_line(code):
    with in_language(code):
        said = translated(Message("{a:.0%}, {b:.1f} %", a=0.25, b=2))
        assert said.count("\N{NO-BREAK SPACE}%") == 2
        # Of what a file brings nothing is filled in.
        assert len(translated(Message.from_json(["said", "{m:>2000}", {"m": 1}]))) < 400
        assert tr("{a:.0%} and {b:.0f} %", a=0.5, b=2).count("\N{NO-BREAK SPACE}%") == 2
