"""Words of a corpus do nothing in labels, HTML and spreadsheets."""

import io
import re

import numpy as np
import openpyxl
import pandas as pd
import pytest

from gplsa.app.show import controls
from gplsa.app.show.tables import csv_bytes, xlsx_bytes
from gplsa.html.escaping import cell, label, markup, one_line
from gplsa.language import in_language, tr


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
    assert one_line("In Peru. Eines", 9) == "In Peru…"


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@x", "\t=1", "=cmd|x"])
def test_formulas_get_an_apostrophe(text):
    assert cell(text) == "'" + text


def test_csv_keeps_numbers_and_disarms_texts_and_column_names():
    table = pd.DataFrame({"n": [-1.5], "=x": ["=1+1"], "word": ["Ernte"]})
    assert csv_bytes(table).decode("utf-8-sig").splitlines() == ["n,'=x,word", "-1.5,'=1+1,Ernte"]


def test_csv_in_german_opens_in_a_german_spreadsheet():
    table = pd.DataFrame({"p": [0.5], "word": ["1,5; 2"]})
    assert csv_bytes(table, "de").decode("utf-8-sig").splitlines() == ["p;word", '0,5;"1,5; 2"']


def test_a_workbook_has_numbers_as_numbers_and_formulas_as_text():
    table = pd.DataFrame({"p": [0.5, np.nan], "=x": ["=1+1 <&>", "a\x00\nb" + "c" * 40_000]})
    sheet = openpyxl.load_workbook(io.BytesIO(xlsx_bytes(table)))["gplsa"]
    rows = [[cell.value for cell in row] for row in sheet]
    assert rows[:2] == [["p", "=x"], [0.5, "=1+1 <&>"]]
    assert rows[2][0] is None and rows[2][1].startswith("a\nbccc") and len(rows[2][1]) == 32_767
    assert {cell.data_type for row in sheet for cell in row} == {"s", "n"}  # "f" were a formula


def test_columns_of_a_workbook_are_as_wide_as_what_they_hold_and_long_ones_wrapped():
    table = pd.DataFrame({"id": ["A7"], "keywords": ["grain; " * 30], "text": ["Korn " * 400]})
    sheet = openpyxl.load_workbook(io.BytesIO(xlsx_bytes(table)))["gplsa"]
    narrow, wide, text = (sheet.column_dimensions[name].width for name in "ABC")
    assert narrow < 6 and 55 < wide == text < 65
    # A text that fills a screen does not make a row as high as one.
    assert [bool(sheet[f"{name}2"].alignment.wrap_text) for name in "ABC"] == [False, True, False]
    assert sheet.freeze_panes == "A2" and sheet["A1"].font.bold


def test_a_table_is_handed_out_in_the_language_of_its_reader(monkeypatch):
    made = {}

    def keep(text, make, file_name, **_):
        made[file_name] = make

    monkeypatch.setattr(controls, "download_button", keep)
    with in_language("de"):
        controls.download_table(lambda: pd.DataFrame({tr("confidence"): [0.25]}), "found")
    assert made["found.csv"]().decode("utf-8-sig").splitlines() == ["confidence", "0,25"]
    assert made["found.xlsx"]().startswith(b"PK")
