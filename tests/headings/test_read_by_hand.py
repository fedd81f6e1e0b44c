"""Suggestions read by hand: whether a cataloguer would accept the reason that is shown.

Of the suggestions with p ≥ .05, ten at most a record, for the unseen records of
`python -m benchmarks.headings --ways de`, 50 were drawn (NumPy's default_rng(5), without
replacement, of those not read in the draw before) before any was read. Five draws before taught
what to mend: 38 of 50, not counted, 46, 42 and 41 of 50; this one is after the last of it.
Accepted: the words shown mean the heading in its sense and are part of what the text is about, or
the records shown are of its subject. Whether a cataloguer would also give the heading is another
question. One reader a draw; this one did not know how suggestions are made.
"""

import csv
import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent
HEADINGS = HERE.parents[1] / "docs" / "how" / "headings.md"
WANTED = 45


@pytest.fixture(scope="module")
def read():
    with (HERE / "read_by_hand.csv").open(encoding="utf-8", newline="") as stream:
        return [*csv.DictReader(stream)]


def accepted(rows):
    return sum(row["verdict"] == "accepted" for row in rows)


def test_fifty_suggestions_each_with_a_verdict_and_why(read):
    assert len({(row["record"], row["heading"]) for row in read}) == len(read) == 50
    assert {row["verdict"] for row in read} == {"accepted", "rejected"}
    assert all(row["why"] and row["record"] for row in read)
    assert all(row["heading"].startswith("https://d-nb.info/gnd/") for row in read)
    assert all(0.05 <= float(row["probability"]) <= 1 for row in read)


def test_the_manual_tells_the_same_figures(read):
    text = " ".join(HEADINGS.read_text("utf-8").split())
    surer = [row for row in read if float(row["probability"]) >= 0.2]
    told = re.search(
        r"accepted the reasons of (\d+) of (\d+).*?from 0\.2 on, of (\d+) of (\d+)", text
    )
    assert told is not None
    assert [*map(int, told.groups())] == [accepted(read), len(read), accepted(surer), len(surer)]


@pytest.mark.xfail(strict=True, reason="records alike by other words than their heading's, remarks")
def test_nine_of_ten_reasons_are_accepted(read):
    assert accepted(read) >= WANTED
