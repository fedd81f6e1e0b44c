"""Which part of a text is shown, and where its counterpart says the same."""

import pytest

from gplsa.text import Vocabulary, WordOptions
from gplsa.text.passages import counterpart, passage_with
from tests.text.harvest import EVERY

FILLER = "viele Worte davor " * 60
TEXT = f"{FILLER}und die Ernte war gut. {FILLER}"


@pytest.fixture(scope="module")
def words() -> tuple[Vocabulary, frozenset[int]]:
    vocabulary, _ = Vocabulary.build([TEXT], WordOptions("de", base="none", **EVERY))
    return vocabulary, frozenset([vocabulary.terms.index("ernte")])


def test_a_passage_begins_some_words_before_the_first_that_counts(words):
    begin = passage_with(TEXT, *words, 300)
    shown = TEXT[begin : begin + 300]
    assert begin > 0 and TEXT[begin - 1] == " "
    assert 50 < shown.index("Ernte") < 200


def test_a_text_that_begins_with_it_or_has_it_nowhere_is_shown_from_its_beginning(words):
    vocabulary, terms = words
    assert passage_with("Ernte " + FILLER, vocabulary, terms, 300) == 0
    assert passage_with(FILLER, vocabulary, terms, 300) == 0
    assert passage_with(TEXT, vocabulary, frozenset(), 300) == 0


def test_the_counterpart_of_a_line_is_the_same_line():
    german, english = "Erstens.\nZweitens das Meer.\nDrittens.", "First of all.\nThe sea.\nThird."
    begin = counterpart(german, english, german.index("das Meer"))
    assert english[begin:].startswith("The sea")


def test_without_as_many_lines_it_is_as_far_on_and_at_a_word():
    other = "word " * 200
    begin = counterpart("x" * 1000, other, 500)
    assert abs(begin - 500) < 10 and other[begin - 1] == " "
    assert counterpart("", other, 0) == counterpart("abc", "", 2) == 0
