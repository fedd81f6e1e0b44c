"""Which passage of a document shows a topic, and where the words of the topic stand in it."""

from dataclasses import replace
from queue import SimpleQueue

import pytest

from gplsa.app.desk import warmup
from gplsa.model.editing.edits import Drop
from gplsa.model.model import TrainedModel
from gplsa.model.topics.passages import WORDS, topic_passages
from gplsa.training.train import train
from tests.patience import PATIENCE
from tests.planted import THEMES, plain_settings, planted_corpus

FILLER = "nothing of it. " * 60


@pytest.fixture(scope="module")
def model() -> TrainedModel:
    return train(planted_corpus(100), plain_settings(n_topics=THEMES, check=False))


def topic_of(model: TrainedModel, row: int) -> int:
    return int(model.mixtures[row].argmax())


def words(found: dict, side: str) -> set[str]:
    text, spans = found[side]
    return {text[start:end].casefold() for start, end, _ in spans}


def test_words_of_the_topic_are_found_on_every_side(model):
    topic = topic_of(model, 0)
    found = topic_passages(model, topic, 0, None)
    assert [*found] == [*model.corpus.texts]
    for side, texts in model.corpus.texts.items():
        told = {word.casefold() for word, _ in model.top_words(side, topic, WORDS)}
        assert found[side][0] == texts[0]
        assert words(found, side) and words(found, side) <= told


def test_a_passage_is_where_the_words_are_and_the_other_side_says_the_same(model):
    texts = {
        side: [FILLER + column[0] for column in [texts]] + texts[1:]
        for side, texts in model.corpus.texts.items()
    }
    long = replace(model, corpus=replace(model.corpus, texts=texts))
    found = topic_passages(long, topic_of(model, 0), 0, 200)
    for side in model.corpus.texts:
        text, _ = found[side]
        assert text.startswith("…") and len(text) <= 200 and words(found, side)


def test_a_word_that_was_left_out_is_not_marked(model):
    topic, side = topic_of(model, 0), next(iter(model.corpus.texts))
    vocabulary = model.vocabularies[side]
    marked = topic_passages(model, topic, 0, None)[side][1]
    gone = vocabulary.terms[marked[0].term]
    after = model.edited(Drop(side, (vocabulary.forms[marked[0].term],)))
    assert gone not in {
        vocabulary.terms[s.term] for s in topic_passages(after, topic, 0, None)[side][1]
    }


def test_dictionaries_are_loaded_ahead_once_for_their_languages(model, monkeypatch):
    read = SimpleQueue()
    monkeypatch.setattr(warmup, "_read", set())
    monkeypatch.setattr(warmup, "topic_passages", lambda *asked: read.put(asked))
    warmup.read_ahead(replace(model, has_texts=False))
    for _ in range(3):
        warmup.read_ahead(model)
    assert read.get(timeout=PATIENCE)[0] is model and read.empty()
