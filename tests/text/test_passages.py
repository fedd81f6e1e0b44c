"""Which part of a text is shown, and where its counterpart says the same."""

import re

import pytest

from gplsa.text import Span, Vocabulary, WordOptions
from gplsa.text.passages import (
    as_written,
    best_passage,
    counterpart,
    from_place,
    holding,
    passage_beside,
    passage_with,
    places_of,
    sentence_with,
    weighed,
)
from tests.text.harvest import EVERY

FILLER = "viele Worte davor " * 60
TEXT = f"{FILLER}und die Ernte war gut. {FILLER}"


@pytest.fixture(scope="module")
def words() -> tuple[Vocabulary, frozenset[int]]:
    vocabulary, _ = Vocabulary.build([TEXT], WordOptions("de", base="none", **EVERY))
    return vocabulary, frozenset([vocabulary.terms.index("ernte")])


def test_phrases_stand_where_they_are_written_and_their_words_alone_do_not():
    text = "Competition policy is a policy of that country. Anticompetition policy is another."
    vocabulary, _ = Vocabulary.build([text], WordOptions("en", base="none", **EVERY))
    found = places_of(text, vocabulary, {"competition policy", "country"})
    assert {text[span.start : span.end] for span in found} == {"Competition policy", "country"}
    assert len({span.term for span in found}) == 2
    assert not places_of(text, vocabulary, {"country policy"})


def test_a_passage_of_most_words_and_the_sentence_beside_it_begin_together():
    text = "Rain fell. " * 30 + "The farmer sold the grain. " + "It was cold. " * 30
    other = "Es regnete. " * 30 + "Der Bauer verkaufte das Korn. " + "Es war kalt. " * 30
    spans = [
        Span(text.index(w), text.index(w) + len(w), n) for n, w in enumerate(("farmer", "grain"))
    ]
    begin, beside = passage_beside(text, spans, other, 60)
    assert text[begin:].startswith("The farmer sold")
    assert beside == 0 or other[beside - 2] in ".!?"
    assert abs(beside - other.index("Der Bauer")) < 40


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


def marked(text, *words):
    """Where words stand, each numbered by its place among them."""
    places = [
        Span(place.start(), place.end(), number)
        for number, word in enumerate(words)
        for place in re.finditer(rf"\b{word}\b", text)
    ]
    return sorted(places)


def test_before_what_is_left_out_no_sentence_ends():
    assert from_place("Peru. Eines", 4) == "…Eines" and from_place(". Eines", 0) == ". Eines"


def test_a_passage_begins_at_no_part_of_a_compound():
    text = f"Es geht {FILLER}um die Reinigung des Abwassers und um Stoffe darin. {FILLER}"
    start, stoffe = text.index("wassers"), text.index("Stoffe")
    spans = [Span(start, start + 7, 0), Span(stoffe, stoffe + 6, 1)]
    for limit in range(24, 60):
        begin = best_passage(text, spans, {0: 1.0, 1: 1.0}, (), limit)
        assert begin and not text[begin - 1].isalpha()


def test_of_all_passages_one_that_shows_the_most_reasons_is_shown_from_its_sentence():
    text = (
        f"Die Erika sank. {FILLER}Vor der Küste lagen zwei Schiffe. Das war z. B. "
        f"umweltschädlich. {FILLER}Die Küste und die Erika. {FILLER}"
    )
    spans = marked(text, "Küste", "Schiffe", "umweltschädlich", "Erika")
    begin = best_passage(text, spans, dict.fromkeys(range(3), 1.0), {0, 1, 2, 3}, 300)
    shown = text[begin : begin + 300]
    assert all(word in shown for word in ("Küste", "Schiffe", "umweltschädlich"))
    alike = text.replace("davor Vor", "davor. Vor")
    begin = best_passage(alike, marked(alike, "Küste", "Schiffe"), {0: 1.0, 1: 1.0}, {0, 1}, 300)
    assert alike[begin:].startswith("Vor der Küste lagen")
    assert best_passage(text, marked(text, "Erika"), {0: 1.0}, {0}, 300) == 0
    # Without words of the first kind the others count.
    assert best_passage(alike, marked(alike, "Küste", "Schiffe"), {}, {0, 1}, 300) == begin
    # One that weighs more than all others stands in what is shown.
    begin = best_passage(text, spans, {0: 0.2, 1: 0.1, 2: 0.1, 3: 0.6}, (), 300)
    assert "Die Küste und die Erika" in text[begin : begin + 300]


def test_terms_are_as_they_stand_first_by_themselves():
    text = (
        "Geschlechter und Landwirt, Fischereiverträge, Geschlechts,\nEuropäische\nUnion, verträge"
    )
    spans = marked(text, "Geschlechter", "Landwirt", "Europäische\nUnion", "verträge")
    spans.append(Span(text.index("Geschlechts"), text.index("Geschlechts") + 11, 0))
    spans.insert(2, Span(text.index("ver"), text.index("ver") + 8, 3))
    spans.append(Span(text.rindex("verträge"), text.rindex("verträge") + 4, 9))
    text += " Grundwasser und unversorgt"
    place, other = text.index("wasser"), text.index("versorgt")
    spans += [Span(place, place + 6, 7), Span(other, other + 8, 8)]
    assert as_written(text, sorted(spans)) == {
        0: "Geschlechter", 1: "Landwirt", 2: "Europäische Union", 3: "verträge", 9: "vert",
        7: "Wasser", 8: "versorgt",
    }  # fmt: skip


def test_the_word_around_what_stands_nowhere_by_itself():
    text = "Grundwasserschutz und Wasserbau am Grundstück, Bau-Aufsicht, 地下水污染"
    parts = ["wasser", "bau", "Grund", "水污", "schutz"]
    inside = [Span(text.index(p), text.index(p) + len(p), n) for n, p in enumerate(parts, 10)]
    alone = marked(text, "Grundwasserschutz", "Bau", "Aufsicht")
    assert holding(text, sorted(inside + alone)) == {
        10: "Grundwasserschutz", 11: "Wasserbau", 12: "Grundwasserschutz", 14: "Grundwasserschutz",
    }  # fmt: skip
    by_itself = [Span(start, end, 11) for start, end, _ in marked(text, "Bau")]
    assert 11 not in holding(text, sorted(inside + by_itself))
    assert holding("unversorgt", [Span(2, 10, 0)]) == {0: "unversorgt"}


def test_the_weight_of_a_part_goes_to_the_word_around_it():
    spans = [Span(0, 11, 0), Span(5, 11, 1), Span(12, 18, 1), Span(20, 25, 2)]
    assert weighed(spans, {0: 0.1, 1: 0.7}) == [(0, 11, 0.7), (12, 18, 0.7)]
    assert weighed(spans, {1: 0.7, 2: 0.2}) == [(5, 11, 0.7), (12, 18, 0.7), (20, 25, 0.2)]
    assert weighed(spans, {}) == []


def test_the_counterpart_of_a_line_is_the_same_line():
    german, english = "Erstens.\nZweitens das Meer.\nDrittens.", "First of all.\nThe sea.\nThird."
    begin = counterpart(german, english, german.index("das Meer"))
    assert english[begin:].startswith("The sea")


def test_without_as_many_lines_it_is_as_far_on_and_at_a_word():
    other = "word " * 200
    begin = counterpart("x" * 1000, other, 500)
    assert abs(begin - 500) < 10 and other[begin - 1] == " "
    assert counterpart("", other, 0) == counterpart("abc", "", 2) == 0


def test_what_stands_as_far_on_begins_at_a_word():
    text, other = "Ein Satz hier. Der nächste Satz dort.", "One sentence here . The next one there."
    begin = counterpart(text, other, 13)
    assert other[begin:] == "The next one there."
    assert counterpart(text, "One " + 9_000 * " .", 20) == 0


def test_a_short_word_may_end_a_sentence_and_a_title_none():
    text = "Das sagt die EU. Mr. Brown dankt ab. Ich danke Ihnen! Was tun wir so? Gut."
    told = [
        sentence_with(text, text.index(word), text.index(word) + 3, 80)[0]
        for word in ("EU", "ab", "Was")
    ]
    assert told == ["Das sagt die EU.", "Mr. Brown dankt ab.", "Was tun wir so?"]


def test_around_a_hit_in_a_sentence_without_spaces_there_is_some_of_it():
    text = "渔" * 40 + "业" + "港" * 40
    shown, shift = sentence_with(text, 40, 41, 20)
    assert shown[40 + shift] == "业" and 15 < len(shown) < 25


def test_an_ordinal_ends_no_sentence_and_a_year_does():
    middle = "Am (29. Mai) kam der 50. Jahrestag, im 17./18. Jahrhundert."
    text = f"Es war 1990. {middle} Von 2008/09. Gut."
    told = [sentence_with(text, text.index(w), -1, 90)[0] for w in ("Es", "Ja", "Gu")]
    assert told == ["Es war 1990.", middle, "Gut."]
    assert sentence_with("It rained. 12. It snowed.", 0, 2, 90)[0] == "It rained. 12."
