"""Suggestions read by hand: whether a cataloguer would accept the reason that is shown.

Two draws of 50 suggestions, ten at most a record, for the unseen records of `python -m
benchmarks.headings --ways de`, each drawn (NumPy's default_rng(5) and (6), without replacement, of
those not read in a draw before) before any was read.  all: of p ≥ .05; five draws before it taught
what to mend, 38 of 50, not counted, 46, 42 and 41 of 50.  at once: of p ≥ .15, which the page
*Keywords* shows without a click.
Accepted: the words shown mean the heading in its sense and are part of what the text is about, or
the records shown are of its subject. Whether a cataloguer would also give the heading is another
question. One reader a draw, who did not know how suggestions are made.
"""

import csv
import re
from pathlib import Path

import pytest

from gplsa.headings.shown import AT_ONCE

HERE = Path(__file__).parent
HEADINGS = HERE.parents[1] / "docs" / "how" / "headings.md"
WANTED = 45


@pytest.fixture(scope="module")
def read():
    with (HERE / "read_by_hand.csv").open(encoding="utf-8", newline="") as stream:
        return [*csv.DictReader(stream)]


def accepted(rows, least=0.0, most=1.0):
    """How many of the rows with a probability between, and of how many."""
    some = [row["verdict"] for row in rows if least <= float(row["probability"]) < most]
    return some.count("accepted"), len(some)


def of_draw(rows, name):
    return [row for row in rows if row["draw"] == name]


@pytest.mark.parametrize(("draw", "least"), [("all", 0.05), ("at once", AT_ONCE)])
def test_fifty_suggestions_each_with_a_verdict_and_why(read, draw, least):
    rows = of_draw(read, draw)
    assert len({(row["record"], row["heading"]) for row in read}) == len(read) == 2 * len(rows)
    assert len(rows) == 50 and {row["verdict"] for row in rows} == {"accepted", "rejected"}
    assert all(row["why"] and row["record"] for row in rows)
    assert all(row["heading"].startswith("https://d-nb.info/gnd/") for row in rows)
    assert all(least <= float(row["probability"]) < 1 for row in rows)


def test_the_manual_tells_the_same_figures(read):
    text = " ".join(HEADINGS.read_text("utf-8").split())
    told = re.search(
        r"accepted the reasons of (\d+) of (\d+)"
        r".*? (\d+) of (\d+) were accepted.*? and (\d+) of the (\d+) below",
        text,
    )
    assert told is not None
    before = of_draw(read, "all")
    figures = accepted(of_draw(read, "at once")), accepted(before), accepted(before, 0, AT_ONCE)
    assert [*map(int, told.groups())] == [n for pair in figures for n in pair]


def test_nine_of_ten_reasons_shown_at_once_are_accepted(read):
    assert accepted(of_draw(read, "at once"))[0] >= WANTED


@pytest.mark.xfail(strict=True, reason="records alike by other words than their heading's, remarks")
def test_nine_of_ten_reasons_are_accepted(read):
    assert accepted(of_draw(read, "all"))[0] >= WANTED
