"""Ten things that people come for are found from the first page of the manual, in few clicks.

The reader here has no idea of the manual: on every page they follow the link whose line shares most
words with what they want, and never go back.
"""

import re

import pytest

from tests.conftest import REPOSITORY

DOCS = REPOSITORY / "docs"
MOST_CLICKS = 2
LINK = re.compile(r"\[([^\]]+)\]\(([\w./-]+\.md)(?:#[\w-]+)?\)")
IDLE = set(
    "a an and as at by do for from get has have how i in is it my of on or that the to with".split()
)

TASKS = [
    (
        "a table of letters in two languages: which keywords for texts not translated",
        "gplsa keywords",
    ),
    ("is what I see to be believed, and what does confidence mean", "confidence"),
    ("topics over the years of a newspaper", "gplsa topics"),
    ("how a word is said on the other side", "gplsa concordance"),
    ("merge two topics that are one", "gplsa edit"),
    ("search my photos by words", "pictures.zip"),
    ("hand in what I found as a report", "gplsa report"),
    ("which λ and what number of topics to choose", "λ"),
    ("a million pairs, more than memory holds", "gplsa corpus build"),
    ("a server for our department", "JupyterHub"),
]
"""What somebody wants, and what stands on the page that tells how."""


def words(text):
    return {w.rstrip("s") for w in re.findall(r"\w+", text.casefold())} - IDLE


def followed(page, wanted, seen):
    """The page behind the link whose line says most of what is wanted."""
    found = []
    for line in (DOCS / page).read_text("utf-8").splitlines():
        for text, target in LINK.findall(line):
            place = (DOCS / page).parent.joinpath(target).resolve()
            if place.is_relative_to(DOCS) and place.relative_to(DOCS).as_posix() not in seen:
                shared = len(words(line) & words(wanted)) + len(words(text) & words(wanted))
                found.append((shared, place.relative_to(DOCS).as_posix()))
    return max(found, key=lambda one: one[0])[1]


def clicks(wanted, answer):
    """How many until the answer stands on the page, or all that would be too many."""
    page, seen = "index.md", ["index.md"]
    for number in range(1, MOST_CLICKS + 2):
        page = followed(page, wanted, seen)
        seen.append(page)
        if answer in (DOCS / page).read_text("utf-8"):
            return number, seen
    return MOST_CLICKS + 2, seen


@pytest.mark.parametrize(("wanted", "answer"), TASKS)
def test_a_stranger_finds_it_from_the_first_page(wanted, answer):
    number, way = clicks(wanted, answer)
    assert number <= MOST_CLICKS, way


def test_the_reader_can_be_lost():
    assert clicks("the weather in Lisbon", "isobars")[0] > MOST_CLICKS
