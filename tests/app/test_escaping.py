"""Words of a corpus do nothing in labels, HTML and spreadsheets."""

import re

import pandas as pd
import pytest

from gplsa.app.show.tables import csv_bytes
from gplsa.html.escaping import cell, label, markup, one_line


@pytest.mark.parametrize(
    "text", ["![x](http://a.b/c.png)", "**bold**", "5$ und 6$", ":material/key:", "<b>", "[a](b)"]
)
def test_labels_show_signs_as_they_are(text):
    escaped = label(text)
    assert escaped.replace("\\", "").replace("\u2060", "") == text
    for sign in "*[]()!$:<>":
        assert f"\\{sign}" in escaped or sign not in text


@pytest.mark.parametrize("text", ["http://a.b", "see HTTPS://a.b/c", "www.a.b", "me@a.bc"])
def test_addresses_become_no_links(text):
    plain = label(text).replace("\\", "")
    assert plain != text
    assert not re.search(r"(?i)https?://|www\.|\w@", plain)


def test_html_is_escaped():
    assert markup('<img src=x onerror="a">') == "&lt;img src=x onerror=&quot;a&quot;&gt;"


def test_one_line():
    assert one_line(" a\n\n b ") == "a b"
    assert one_line("abcdef", 4) == "abc…"


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@x", "\t=1", "=cmd|x"])
def test_formulas_get_an_apostrophe(text):
    assert cell(text) == "'" + text


def test_csv_keeps_numbers_and_disarms_texts_and_column_names():
    table = pd.DataFrame({"n": [-1.5], "=x": ["=1+1"], "word": ["Ernte"]})
    assert csv_bytes(table).decode("utf-8-sig").splitlines() == ["n,'=x,word", "-1.5,'=1+1,Ernte"]
