"""What no person wrote is taken out, and what only looks like it stays."""

import pytest

from gplsa.corpus.cleaning.markup import (
    without_addresses,
    without_entities,
    without_mail_headers,
    without_tags,
)
from gplsa.corpus.cleaning.repeated import repeated_lines, without_lines
from gplsa.corpus.cleaning.texts import tidied
from tests.growth import assert_linear

LETTER = """From: anna@example.org
To: Jakob Lindner <jakob@example.org>
Subject: Harvest of this year
Date: Mon, 3 May 1999 10:00:00 +0200

Dear Jakob,
To: nobody in particular I say that the corn is dear."""


def alone(text: str) -> str:
    (out,), _ = tidied([text])
    return out


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Die<br>Ernte<br />war gut", "Die Ernte war gut"),
        ("<p class='x'>The <b>har</b>vest</p>", " The harvest "),
        ('<a href="http://x.org/?a=1&b=2" title="a > b">here</a>', "here"),
        ("<o:p>Wort</o:p> <table border=1 nowrap><TR><td>Korn", " Wort Korn"),
        ("corn<!-- a note -->dear", "corn dear"),
        ("<ger> Die Ernte. <eng> The harvest.", " Die Ernte. The harvest."),
        ("Die Ernte. <dt.> The harvest. <engl.>", "Die Ernte. The harvest. "),
        ("corn <script type='x'>if (a<b) { stop(); }</script>dear", "corn dear"),
        ("a<style>p { color: red }\n</style>b", "a \nb"),
        ("<!DOCTYPE html><html lang=de>Korn</html>", " Korn "),
        (
            "Tom &amp; Anna, 5&nbsp;&euro;, f&uuml;r &#8222;Korn&#8220;",
            "Tom & Anna, 5 €, für „Korn“",
        ),
        ("twice &amp;amp;nbsp;escaped", "twice escaped"),
        ("&lt;br&gt;Korn", " Korn"),
        ("see https://example.org/a?b=c#d, or www.example.org.", "see , or ."),
        ("the site (www.example.org)serves all", "the site ()serves all"),
        ("„www.example.org“und [http://example.org/a_(b)c].", "„“und []."),
        ("https://example.org/a(b(c)d and", " and"),
        ("https://e-book.example.org/o:1425Edizione commentata", "Edizione commentata"),
        ("www.example.org/12Übersicht, und", "Übersicht, und"),
        ("https://example.org/2019Report_2, https://youtu.be/a1Bcdefg7", ", "),
        ("write to anna.weber@post.example.org!", "write to !"),
    ],
)
def test_markup_goes(before: str, after: str) -> None:
    assert alone(before) == after
    assert alone(after) == after


@pytest.mark.parametrize(
    "text",
    [
        "if a < b and c > d then 3 <4 or x<y und z>w",
        "if a <b and c> d",
        "<3 und <grins>, sie schrieb <Anna Weber>",
        "AT&T, Smith & Sons; R&D; 5 & 6;",
        "&unknown; &; &#; &#xyz;",
        "10 @ 5, an @anna, a@b",
        "Subject: a line alone is no head of a letter",
        "From: Köln\nTo: Wien\nthe post takes three days",
        "http:// is how they begin",
        "  two  spaces stay  where nothing was removed",
    ],
)
def test_what_only_looks_like_markup_stays(text: str) -> None:
    assert alone(text) == text


def test_the_head_of_a_letter_goes_and_its_subject_stays() -> None:
    lines = without_mail_headers(LETTER).split("\n")
    assert lines[:6] == ["", "", "Harvest of this year", "", "", "Dear Jakob,"]
    assert lines[6].startswith("To: nobody")
    answer = "Gern!\n-----Original Message-----\n> Von: Anna\n> Betreff: Korn\n> Wie teuer?"
    assert without_mail_headers(answer).split("\n") == ["Gern!", "", "", "Korn", "> Wie teuer?"]


def test_lines_keep_their_numbers() -> None:
    text = f"<p\nclass='a'>eins<br>\nzwei<!--\n\n-->\n{LETTER}"
    assert alone(text).count("\n") == text.count("\n")


def test_a_text_of_nothing_but_markup_is_empty() -> None:
    texts, found = tidied(["<br><br>", "Korn"])
    assert texts == ["", "Korn"]
    assert found["tags"] == [0]


def test_only_the_kinds_that_are_asked_for() -> None:
    texts, found = tidied(["<b>Korn</b> &amp; Heu"], {"entities"})
    assert texts == ["<b>Korn</b> & Heu"]
    assert [*found] == ["entities"]


def test_lines_that_a_tenth_of_the_documents_repeat() -> None:
    texts = [f"Brief {i}\nInhalt des Briefes Nummer {i * i} von damals" for i in range(100)]
    for i in range(0, 100, 8):
        texts[i] += f"\nStadtarchiv Köln, Blatt {i}"
    for i in range(0, 100, 3):
        texts[i] += "\nJa."
    assert repeated_lines(texts) == {"stadtarchiv köln, blatt 0": 13}
    cleaned, found = tidied(texts)
    assert found["repeated lines"] == [*range(0, 100, 8)]
    assert "archiv" not in "".join(cleaned)
    assert cleaned[8] == texts[8].replace("Stadtarchiv Köln, Blatt 8", "")
    assert cleaned[24].endswith("damals\n\nJa.")


@pytest.mark.parametrize("page", ["Seite {}", "- S. {} -", "Page {} of 9", "{} | pagina 2/{}"])
def test_numbers_of_pages_go(page: str) -> None:
    texts = [f"Ein Brief von {chr(97 + i)}\n{page.format(i + 1, i)}\nund mehr" for i in range(9)]
    assert tidied(texts)[0][2].split("\n") == ["Ein Brief von c", "", "und mehr"]
    # A year, a mark of order and a line of one word are no pages.
    for line in ("1871", "Nr. 3", "Seite", "Artikel 5"):
        texts = [f"Ein Brief von {chr(97 + i)}\n{line}\nund mehr" for i in range(9)]
        assert tidied(texts)[0] == texts


def test_lines_that_repeat_with_small_changes() -> None:
    texts = [
        f"Ein Bild von damals, Nummer {i * i}\nTitel: Der Fluss im Jahr {chr(97 + i)}{i}"
        for i in range(25)
    ]
    for i in range(25):
        texts[i] += f"\nReihe: Bilder des {'Nordens' if i % 2 else 'Südens'}, Band {i}"
        texts[i] += f"\nID bzw. IN 20{i:02} 0123 alt"
    assert set(repeated_lines(texts)) == {
        "reihe: …",
        "id bzw. in 0 0 alt",
        "ein bild von damals, nummer 0",
        "reihe: bilder des nordens, band 0",
        "reihe: bilder des südens, band 0",
    }
    cleaned, _ = tidied(texts)
    assert cleaned[3].split("\n") == ["", "Titel: Der Fluss im Jahr d3", "", ""]


def test_an_agency_and_the_place_before_it_go() -> None:
    news = [
        f"{place} (Reuters) – Die Ernte war gut (sehr gut) – {place} freut sich"
        for place in ("Rom", "Wien", "Oslo", "New York", "Bern")
    ]
    assert repeated_lines(news) == {"(reuters) –": 5}
    assert tidied(news)[0][3] == "Die Ernte war gut (sehr gut) – New York freut sich"
    assert repeated_lines(news[:4]) == {}


def test_whole_texts_and_few_documents_have_no_lines_that_repeat() -> None:
    assert repeated_lines(["immer derselbe ganze Satz hier"] * 50) == {}
    assert repeated_lines(["ein Satz mit Worten\nund noch einer"] * 40) == {}
    # Of many only some are looked at first: the number is of all of them.
    many = [f"eins zwei {i}\nund das steht auf jedem Blatt" for i in range(7_000)]
    assert repeated_lines(many) == {"und das steht auf jedem blatt": 7_000}
    assert without_lines("a\nb", {"b"}) == "a\n"


HOSTILE = [
    ("<a ", ""), ("<a b='", ""), ('<a b=">', ""), ("<a b = ", ""), ("<p ", ">"), ("<!--", ""),
    ("<!-- -->", ""), ("<script>", ""), ("<script></", ""), ("<style><script>", "</style>"),
    ("<!doctype ", ""), ("<?xml ", ""), ("]]>", ""), ("<", ""), ("<x:", ""), ("<a\n", ""),
    ("&", ""), ("&amp;", ""), ("&#", "9" * 5_000), ("&a", ";"), ("&#9", ""),
    ("http://", ""), ("http://a(", ""), ("www.((", ""), ("www.[](", "]"), ("http://.", ""),
    ("www.", ""), ("www.,", ""), ("a.", "@"), ("@", ""),
    ("a@b.", ""), ("a" * 65, "@x.org"), ("From: a\n", "Subject: b"), ("Subject: a\n", ""),
    ("Subject: a\n b", ""), (">", "Subject: a"), ("-", "\nSubject: a\nFrom: b"), (" ", "x"),
    ("x\n", ""), ("1", ""),
]  # fmt: skip


@pytest.mark.parametrize(("repeated", "end"), HOSTILE)
def test_nothing_takes_long(repeated: str, end: str) -> None:
    for without in (without_tags, without_entities, without_addresses, without_mail_headers):
        assert_linear(
            lambda size, one=without: one(repeated * -(-size // len(repeated)) + end), 10_000
        )


@pytest.mark.parametrize("repeated", ["x\n", "\n", " ", "1", "1\n", "a b c"])
def test_repeated_lines_take_no_longer(repeated: str) -> None:
    assert_linear(lambda size: repeated_lines([repeated * size] * 9), 500)
