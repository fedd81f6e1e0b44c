"""Words learned without topics: as from a trained model, and refused where there are none."""

import dataclasses

import pytest

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
