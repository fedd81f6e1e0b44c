from types import SimpleNamespace

import numpy as np
import pytest

from gplsa.model.direction import Direction
from gplsa.model.terms import telling
from gplsa.model.terms.concordance import linking
from gplsa.model.terms.partners import Partner
from gplsa.model.terms.telling import lines_tell, telling_words
from tests.model.terms.conftest import NOUNS


@pytest.mark.parametrize("sides", [("de", "en"), ("en", "de")])
def test_words_of_some_documents_are_told_with_their_translations(model, sides):
    direction = Direction(model, *sides)
    linking(direction)
    told = telling_words(direction, 12)
    known = {frozenset(pair) for pair in (*NOUNS, ("Ministerpräsident", "prime minister"))}
    right = np.mean([frozenset(pair) in known for pair in told.items()])
    assert len(told) == 12 and right > 0.8


def test_names_within_names_and_long_phrases_tell_nothing(model, monkeypatch):
    said = {"Roa": "Roa Hotel", "large": "coast of Hillsborough County", "Rat": "council"}
    words = iter(said)

    def partners(direction, term):
        direction.turned.forms[term] = word = next(words, "x")
        return [SimpleNamespace(word=said.get(word, "x"), doubtful=False, lines=1, of=1)]

    direction = Direction(model, "de", "en")
    forms = SimpleNamespace(forms=dict(enumerate(direction.turned.forms)), phrasing=None)
    asked = SimpleNamespace(leads=True, model=model, source="de", turned=forms)
    monkeypatch.setattr(telling, "lexicon_partners", partners)
    monkeypatch.setattr(telling, "is_read", lambda _: False)
    assert telling_words(asked, 9) == {"Rat": ""}


def test_only_what_is_surely_answered_is_told_as_it_is_answered(model, monkeypatch):
    """No *UK* for *Königreich*, where *Vereinigtes Königreich* is what says it."""
    shown = {
        "Königreich": Partner("UK", 1, 25, doubtful=False),
        "Haus": Partner("house", 9, 10, doubtful=True),
        "Trumps": Partner("Trump", 9, 10, doubtful=False),
        "Krieg": Partner("war", 9, 10, doubtful=False),
        "Kriege": Partner("war", 9, 10, doubtful=False),
    }
    monkeypatch.setattr(telling, "_told", lambda _: [*shown, "Wort"])
    monkeypatch.setattr(telling, "is_read", lambda _: True)
    found = lambda _, word, limit: SimpleNamespace(partners=[shown[word]] if word in shown else [])  # noqa: E731
    monkeypatch.setattr(telling, "concordance", found)
    assert telling_words(Direction(model, "de", "en"), 9) == {"Krieg": "war"}


def test_names_and_the_side_itself_tell_nothing(model):
    assert all(
        a.casefold() != b.casefold()
        for a, b in telling_words(Direction(model, "de", "en"), 99).items()
    )
    assert telling_words(Direction(model, "de", "de"), 5) == {}


def test_what_a_phrase_says_is_no_answer_to_one_of_its_words(model, monkeypatch):
    """*ministère* is no *public prosecutor*, *ministère public* is."""
    direction = Direction(model, "de", "en")
    term = direction.turned.forms.index("Brücke")
    bridge = SimpleNamespace(word="stone bridge", doubtful=False, lines=1, of=2)
    monkeypatch.setattr(
        telling,
        "lexicon_partners",
        lambda _, word: [bridge][word != term :],
    )
    monkeypatch.setattr(telling, "is_read", lambda _: False)
    assert telling_words(direction, 9) == {"Brücke": ""}
    counts = np.full((1, 1), 99.0)
    phrasing = SimpleNamespace(chosen=SimpleNamespace(sequences=[(0, term)]), counts=counts)
    turned = SimpleNamespace(forms=direction.turned.forms, phrasing=phrasing)
    asked = SimpleNamespace(leads=True, model=model, source="de", turned=turned)
    assert telling_words(asked, 9) == {}


def test_what_is_said_along_with_a_word_is_no_answer(model, monkeypatch):
    """Eleven of 31 pairs with ships speak of double hulls."""
    direction = Direction(model, "de", "en")
    hulls = SimpleNamespace(word="double-hulled", doubtful=False, lines=11, of=31)
    monkeypatch.setattr(telling, "lexicon_partners", lambda *_: [hulls])
    assert telling_words(direction, 9) == {}


def test_lines_tell_of_words_once_they_are_read_and_without_doubt(model, monkeypatch):
    shown = {
        "Flüchtlinge": [Partner("stay", 1, 2, True), Partner("refugees", 2, 2, False)],
        "Zölle": [Partner("trade", 1, 9, True)],
        "Globe": [Partner("globe", 1, 1, False)],
    }
    direction = Direction(model, "de", "en")
    monkeypatch.setattr(telling, "is_read", lambda _: False)
    assert lines_tell(direction, [*shown]) == {}
    monkeypatch.setattr(telling, "is_read", lambda _: True)
    found = lambda _, word, limit: SimpleNamespace(partners=shown[word])  # noqa: E731
    monkeypatch.setattr(telling, "concordance", found)
    assert lines_tell(direction, [*shown]) == {"Flüchtlinge": "refugees"}


def test_lines_tell_what_training_left_out(model):
    direction = Direction(model, "de", "en")
    linking(direction)
    assert "Mehlhafen" not in model.vocabularies["de"]
    assert lines_tell(direction, ["Mühle", "Unsinn"]) == {"Mühle": "mill"}
