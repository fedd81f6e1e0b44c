"""New documents join a model: topics and keywords learn from them, what was there stays."""

from dataclasses import replace

import numpy as np
import pytest

from gplsa.corpus.corpus import Corpus
from gplsa.errors import InputError
from gplsa.model.public import Model
from gplsa.model.whole import WholeCorpus
from gplsa.training.train import train
from gplsa.training.update import update
from tests.planted import plain_settings, planted_corpus

N, NEW = 120, 40


@pytest.fixture(scope="module")
def every():
    return planted_corpus(N + NEW)


@pytest.fixture(scope="module")
def model(every):
    return train(every.subset(range(N)), plain_settings(n_topics=5))


@pytest.fixture(scope="module")
def updated(model, every):
    return update(model, every.subset(range(N, N + NEW)))


def test_documents_stand_behind_those_of_before(model, updated, every, tmp_path):
    after = updated.model
    assert (updated.joined, updated.known, after.n_documents) == (NEW, 0, N + NEW)
    assert after.corpus.ids == every.ids
    assert after.corpus.texts == every.texts
    assert after.vocabularies["de"].terms == model.vocabularies["de"].terms
    for side in model.modalities:
        np.testing.assert_array_equal(after.doc_topic[side][:N], model.doc_topic[side])
        np.testing.assert_allclose(after.doc_topic[side].sum(axis=1), 1.0)
        np.testing.assert_allclose(after.topic_word[side].sum(axis=1), 1.0)
    after.save(tmp_path / "m.gplsa")
    again = Model.load(tmp_path / "m.gplsa")
    assert again.n_documents == N + NEW
    assert again.validation.verdict == model.validation.verdict


def test_new_documents_have_the_topics_of_their_theme(updated):
    theme = np.arange(N + NEW) % 5
    for mixtures in updated.model.doc_topic.values():
        main = mixtures.argmax(axis=1)
        of_theme = np.array([np.bincount(main[:N][theme[:N] == t]).argmax() for t in range(5)])
        assert (main[N:] == of_theme[theme[N:]]).mean() > 0.9


def test_topics_come_nearer_to_those_of_all(model, updated, every):
    whole = train(every, plain_settings(n_topics=5, words=model.settings.words, check=False))
    shared = [whole.vocabularies["de"].terms.index(t) for t in model.vocabularies["de"].terms]
    wanted = whole.topic_word["de"][:, shared]

    def distance(topics):
        return np.abs(topics[:, None] - wanted[None]).sum(axis=2).min(axis=1).mean()

    assert distance(updated.model.topic_word["de"]) < distance(model.topic_word["de"])


def test_what_is_there_already_is_left_out(model, updated, every):
    again = update(model, every.subset(range(N - 10, N + NEW)))
    assert (again.joined, again.known) == (NEW, 10)
    with pytest.raises(InputError, match="holds all of these documents already"):
        update(updated.model, every.subset(range(N, N + NEW)))


def test_words_that_are_not_counted_are_told(model, every):
    known = every.texts["de"][N].split()[:3]
    texts = {"de": [" ".join([*known, "xylophon"])], "en": ["harp lute lyre drum"]}
    new = Corpus("more", ["x"], texts, {"de": "de", "en": "en"})
    assert update(model, new).unknown_share == 5 / 8
    with pytest.raises(InputError, match="hold no word that the model counts"):
        update(model, replace(new, texts={"de": ["xylophon"], "en": ["harp"]}))


def test_the_same_bytes_again(model, updated, every, tmp_path):
    again = update(model, every.subset(range(N, N + NEW)))
    updated.model.save(tmp_path / "a")
    again.model.save(tmp_path / "b")
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_models_that_cannot_learn_more_say_so(model, every):
    new = every.subset(range(N, N + NEW))
    with pytest.raises(InputError, match="saved without its texts"):
        update(replace(model, has_texts=False), new)
    whole = WholeCorpus("w", "0" * 64, 10**6, 63)
    with pytest.raises(InputError, match="build the folder again with the new documents"):
        update(replace(model, whole=whole), new)
    with pytest.raises(InputError, match="lack the side 'en'"):
        update(model, Corpus("w", ["a"], {"de": ["baba"], "fr": ["c"]}, {"de": "de", "fr": "fr"}))
