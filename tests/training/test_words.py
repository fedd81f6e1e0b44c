"""Words learned without topics: as from a trained model, and refused where there are none."""

import dataclasses

import pytest

from gplsa.corpus.corpus import Corpus
from gplsa.errors import Cancelled, InputError
from gplsa.training.train import train
from gplsa.training.words import learn_words
from tests.planted import plain_settings, planted_corpus


def entries(model) -> set[tuple[str, str]]:
    return {(entry.source, entry.target) for entry in model.lexicon("de", "en")}


def test_the_lexicon_is_as_that_of_a_trained_model():
    corpus, settings = planted_corpus(), plain_settings(n_topics=5)
    expected, found = entries(train(corpus, settings)), entries(learn_words(corpus, settings))
    assert expected
    assert len(expected & found) > 0.95 * len(expected | found)


def test_two_sides_of_texts_are_wanted():
    corpus = planted_corpus(20)
    one = dataclasses.replace(corpus, texts={"de": corpus.texts["de"]}, languages={"de": "de"})
    with pytest.raises(InputError, match="there is only one"):
        learn_words(one)


def test_what_progress_raises_ends_it():
    def stopped(fraction: float, phase: str) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        learn_words(planted_corpus(20), plain_settings(n_topics=5), stopped)


def test_what_was_learned_is_a_model_of_one_topic(tmp_path):
    model = learn_words(planted_corpus(40), plain_settings(n_topics=5))
    model.save(tmp_path / "words.gplsa")
    again = type(model).load(tmp_path / "words.gplsa")
    assert again.n_topics == 1
    assert entries(again) == entries(model)


@pytest.mark.parametrize("hyphen", ["-", "⸗", "¬", "\u00ad"])
def test_words_cut_at_line_ends_are_answers_as_a_whole(hyphen):
    pairs = [
        (
            "Das Haus liegt neben dem Bahn-\nhof. Der Hafen ist voll.",
            "The house is near the sta-\ntion. The harbour is full.",
        ),
        (
            "Am alten Bahn-\nhof hielt der Zug. Im Hafen lag ein Schiff.",
            "At the old station the train stopped. A ship lay in the harbour.",
        ),
        (
            "Hinter dem Bahn-\nhof brannte es. Der Hafen blieb leer.",
            "Fire broke out behind the station. The harbour stayed empty.",
        ),
        (
            "Zum Bahn-\nhof fuhr niemand. Den Hafen sah keiner.",
            "Nobody went to the station. No one saw the harbour.",
        ),
        ("Der Gärtner pflanzt Rosen.", "The gardener plants roses."),
        ("Die Lehrerin liest.", "The teacher reads."),
    ]
    cut = [[text.replace("-", hyphen) for text in side] for side in zip(*pairs, strict=True)]
    texts = dict(zip(("de", "en"), cut, strict=True))
    model = learn_words(Corpus("town", list("abcdef"), texts, {"de": "de", "en": "en"}))
    assert entries(model) == {("Bahnhof", "station"), ("Hafen", "harbour")}
    assert all(hyphen not in entry.example.source for entry in model.lexicon("de", "en"))
