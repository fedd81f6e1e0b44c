"""No text freezes its reader: twice as much of the worst takes twice the time."""

import pytest

from gplsa.errors import InputError
from gplsa.names import unique_name
from gplsa.reading import Upload
from gplsa.reading.files.decoding import decode
from gplsa.reading.files.extract import text_of
from gplsa.reading.files.markup import html_text, markdown_text
from gplsa.reading.tables.workbook import is_date_format
from gplsa.text import WordOptions
from gplsa.text.cleaning import clean, clean_tracked, preview
from gplsa.text.composing import nfc, without_halves
from tests.growth import assert_linear

MARKS = "\u0301\u0323"

# What is repeated, and what stands behind all of it.
MARKDOWN = [
    ("\n", ""), (" ", "x"), ("\t", "#x"), ("[", ""), ("![", ""), ("[a](", ""), ("[a]((b)", ""),
    ("[a][", ""), ("[a]", ""), ("(", ""), ("<!--", ""), ("<!-- -->", ""), ("*a ", ""), ("**a", ""),
    ("_a ", ""), ("*_a", ""), ("a* ", ""), ("`", ""), ("`a``", ""), ("<a", ""), ("</a ", ""),
    ("| ", ""), ("|-", ""), ("#", " x"), (" #", ""), ("- ", ""), ("1", "."), ("> ", ""),
    ("[a]: ", ""), ("[a]:\n", ""), ("---\n", ""), ("- \n", ""), ("```\n", ""),
]  # fmt: skip
HTML = [
    ("<a ", ""), ("<a b='", ""), ('<a b=">"', ""), ("<a b='>", '"'), ("<a b = ", ""), ("<a =", ""),
    ("<svg>", ""), ("<svg></math>", ""), ("<svg><math></svg>", ""), ("<!--", ""), ("<!", ""),
    ("<!-", ""), ("<?", ""), ("</", ""), ("</a", ""), ("<script>", ""), ("<script></", ""),
    ("<", ""), ("<>", ""), ("&", ""), ("&#9", ""), ("&#", "9" * 5_000), ("&a;", ""), ("<p>", ""),
    ("<head>", "</math>"), ("<td>", ""), ("</svg>", ""), ("<![CDATA[", ""),
]  # fmt: skip


@pytest.mark.parametrize(("repeated", "end"), MARKDOWN)
def test_markdown(repeated, end):
    assert_linear(lambda size: markdown_text(repeated * size + end), 1_000)


@pytest.mark.parametrize(("repeated", "end"), HTML)
def test_html(repeated, end):
    assert_linear(lambda size: html_text(repeated * size + end), 1_000)


def test_html_with_hidden_elements_closed_by_others():
    assert_linear(lambda size: html_text("<svg>" * size + "</math>" * size), 1_000)


@pytest.mark.parametrize("start", ["a", ""])
def test_runs_of_combining_marks(start):
    options = WordOptions(language="de")
    assert_linear(lambda size: decode((start + MARKS * size).encode(), "a.txt"), 1_000)
    assert_linear(lambda size: clean(start + MARKS * size, options), 1_000)
    assert_linear(lambda size: clean_tracked(start + MARKS * size, options), 1_000)


def test_long_words_and_ids_that_repeat():
    assert_linear(lambda size: preview(["a" * size]), 1_000)
    assert_linear(lambda size: [seen := {}, [unique_name("x", seen) for _ in range(size)]], 500)
    assert_linear(lambda size: is_date_format("[" * size), 1_000)
    assert_linear(lambda size: is_date_format('"' * size + "["), 1_000)


def test_composition_is_that_of_unicode_but_for_endless_marks():
    assert nfc("Gro\u0308ße") == "Größe"
    assert nfc("a" + "\u0323\u0301" * 15) == nfc(nfc("a" + "\u0323\u0301" * 15))
    long = nfc("x" + MARKS * 400 + "y")
    assert nfc(long) == long and long.replace("\u034f", "")[-1] == "y"
    assert len(long.replace("\u034f", "")) == 802 and "\u034f" in long
    assert "\u034f" not in nfc("e" + "\u0301" * 30)


def test_halves_of_characters_are_replaced():
    assert without_halves("a\ud83dx") == "a\ufffdx"
    assert without_halves("\ud83d\ude00 Größe") == "😀 Größe"
    assert decode(b"x", "a.txt").text == "x"


@pytest.mark.parametrize(
    "name", ["punycode", "idna", "utf-7", "zlib", "rot13", "unicode_escape", ""]
)
def test_encodings_come_from_a_list(name):
    with pytest.raises(InputError, match="no encoding called"):
        decode("Größe".encode(), "a.txt", name)


def test_a_page_that_states_such_an_encoding_is_read_as_what_it_is():
    page = f'<meta charset="punycode"><p>{"Größe " * 20_000}</p>'
    assert text_of(Upload.from_bytes("a.html", page.encode())).startswith("Größe Größe")
