"""Words of few lines are said by what has their spelling; a part of an answer is no other one."""

import dataclasses

import pytest

from gplsa.answers.terms import Concordance
from gplsa.model.settings import TrainSettings
from gplsa.model.terms.partners import whole_of
from gplsa.model.terms.sought import corrected, mistyped, other_with, sought_instead
from gplsa.training.train import train
from tests.model.terms.conftest import letters

LINE = (
    "Fremde standen wegen des Terrorismus auf syrischem Boden.",
    "Strangers stood on Syrian soil because of terrorism.",
)
OTHER = "Die Religiosität und der Kolonialismus in Schaubergwerken.", "They are seen there."


@pytest.fixture(scope="module")
def model():
    """Letters, one of which tells of terrorism in a line of its own."""
    corpus = letters(36)
    texts = {
        side: [f"{own[0]}\n{line}\n{other}", *own[1:]]
        for (side, own), line, other in zip(corpus.texts.items(), LINE, OTHER, strict=True)
    }
    settings = TrainSettings(n_topics=3, max_iter=10, check=False)
    return train(dataclasses.replace(corpus, texts=texts), settings)


@pytest.mark.parametrize(
    ("typed", "sides", "said"),
    [("Terrorismus", ("de", "en"), "terrorism"), ("terrorism", ("en", "de"), "Terrorismus")],
)
def test_a_word_in_one_line_is_said_by_the_word_of_that_line_with_its_spelling(
    model, typed, sides, said
):
    found = model.concordance(typed, *sides)
    first, *others = found.partners
    assert (first.word, first.lines, first.of) == (said, 1, 1)
    assert first.spelled and not first.doubtful
    assert all(one.doubtful and one.word != said for one in others)
    (line,) = found.lines
    assert [line.target[a:b] for a, b in line.target_places] == [said]
    assert model.concordance(typed, *sides, partner=said).n_lines == 1


def test_where_no_line_has_it_a_dictionary_does(model):
    for typed, said in (("Religiosität", "religiosity"), ("Metaphysik", "metaphysics")):
        first, *_ = model.concordance(typed, "de", "en").partners
        assert (first.word, first.lines, first.spelled) == (said, 0, True)
    found = model.concordance("Religiosität", "de", "en")
    (told,) = Concordance.of(model, found, "corpus").partners  # to programs, too
    assert (told.word, told.spelled, told.part_of) == ("religiosity", True, "")
    assert model.concordance("Xylophonbau", "de", "en").partners == []


def test_what_many_lines_show_is_not_told_by_spelling(model):
    assert not any(one.spelled for one in model.concordance("Ernte", "de", "en").partners)


def test_a_part_of_a_better_answer_is_told_to_be():
    better = ["earthquake", "law of the sea"]
    assert [whole_of(one, better) for one in ("quake", "sea", "law", "lawyer")] == [
        "earthquake", "law of the sea", "law of the sea", "",
    ]  # fmt: skip
    assert whole_of("Recht", ["gerecht", "Bericht"]) == "" == whole_of("quake", ["quake"])


def test_a_word_that_nothing_has_leads_to_words_that_the_corpus_has(model):
    typed = ["Ministerpresident", "Xylophon", "Bergwerkskunde"]
    assert mistyped(model, "de", typed) == {"Ministerpresident": "Ministerpräsident"}
    # No word of the other side is meant.
    assert mistyped(model, "en", ["Ministerpresident"]) == {"Ministerpresident": "Minister"}
    assert mistyped(model, "de", ["Ministerpräsidentenwahl"]) == {
        "Ministerpräsidentenwahl": "Ministerpräsident"
    }
    assert corrected("Ernt\\ und Ernte, Ernt", "Ernt", r"\Ernte") == r"\Ernte\ und Ernte, \Ernte"
    assert sought_instead(model, "de", "Bergwerken") == ["Schaubergwerken"]
    assert sought_instead(model, "de", "Xylophon") == []
    assert sought_instead(model, "de", "Ministerium") == ["Ministerpräsident"]
    assert sought_instead(model, "en", "xylophone harvest") == ["harvest"]
    assert other_with(model, ["Xylophon", "Bergwerke"], "en") == "German"
    assert other_with(model, ["harvest"], "en") == ""


def test_a_word_that_nothing_has_leads_neither_to_itself_nor_to_half_a_word(model):
    texts = {side: list(column) for side, column in model.corpus.texts.items()}
    texts["de"][0] += " Fischerei- und Küstenrecht"
    headings = ["Fischereibetrieb", *[""] * (len(model.corpus) - 1)]
    corpus = dataclasses.replace(model.corpus, texts=texts, fields={"headings": headings})
    changed = dataclasses.replace(model, corpus=corpus)
    assert sought_instead(changed, "de", "Fischereibetrieb") == []
    texts["de"][1] += " Die Fischerei"
    assert sought_instead(changed, "de", "Fischereibetrieb") == ["Fischerei"]
