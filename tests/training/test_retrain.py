"""A new training carries out what was done to the topics."""

from dataclasses import replace

import numpy as np
import pytest

import gplsa.training.retrain as retraining
from gplsa.errors import InputError
from gplsa.model.public import Model
from gplsa.model.ratings import Ratings
from gplsa.shaping import Drop, Hide, Merge, Note, Rename, Seed, Split
from gplsa.training.retrain import retrain
from gplsa.training.train import train
from tests.planted import THEMES, WORDS_PER_THEME, plain_settings, planted_corpus, word


@pytest.fixture(scope="module")
def model() -> Model:
    return train(planted_corpus(100), plain_settings(n_topics=THEMES))


def themes_of(model: Model, topic: int, side: str = "de") -> np.ndarray:
    """How much of a topic is of each planted theme."""
    of_theme = np.zeros(THEMES)
    numbers = {word(side, n): n for n in range(THEMES * WORDS_PER_THEME)}
    for term, p in zip(model.vocabularies[side].terms, model.topic_word[side][topic], strict=True):
        of_theme[numbers[term] // WORDS_PER_THEME] += p
    return of_theme


def test_merges_names_and_words_left_out_are_carried_out(model):
    gone = model.top_words("de", 0, 1)[0][0]
    shaped = model
    for edit in (
        Merge((1, 3)),
        Rename(1, "Both"),
        Note(2, "mine"),
        Hide((2,)),
        Drop("de", (gone,)),
    ):
        shaped = shaped.edited(edit)
    found = retrain(shaped)
    after = found.model
    assert after.n_topics == THEMES - 1
    assert gone in model.vocabularies["de"].terms
    assert gone not in after.vocabularies["de"].terms
    assert after.settings.words["de"].add_stop_words == (gone,)
    (both,) = after.topic_names
    for side in model.modalities:
        before = themes_of(model, 1, side) + themes_of(model, 3, side)
        assert set(np.argsort(-themes_of(after, both, side))[:2]) == set(np.argsort(-before)[:2])
    assert list(after.topic_notes.values()) == ["mine"] and len(after.hidden_topics) == 1
    assert not after.history.steps and len(after.history.taken) == 5
    assert found.message == "The model is trained anew with 5 edits of its topics."
    assert (
        after.validation is not None and after.validation.n_held_out == shaped.validation.n_held_out
    )


def test_a_split_is_carried_out(model):
    blend = model.edited(Merge((1, 3)))
    after = retrain(blend.edited(Split(1))).model
    assert after.n_topics == THEMES
    assert sorted(int(np.argmax(themes_of(after, z))) for z in range(THEMES)) == [*range(THEMES)]


def test_seed_words_of_one_side_bring_a_topic_with_both_sides():
    """Two themes share one topic; words of one of them, in German, part them again."""
    model = train(planted_corpus(120), plain_settings(n_topics=THEMES - 1, check=False))
    shares = np.array([themes_of(model, topic) for topic in range(THEMES - 1)])
    hidden_theme = int(np.argmin(shares.max(axis=0)))
    seeds = tuple(word("de", hidden_theme * WORDS_PER_THEME + n) for n in range(3))
    found = retrain(model.edited(Seed(None, "de", seeds)))
    after = found.model
    assert after.n_topics == THEMES
    for side in ("de", "en"):
        assert themes_of(after, THEMES - 1, side)[hidden_theme] > 0.8
    first = [w for w, _ in after.top_words("de", THEMES - 1, 8)]
    assert len(set(first) & set(seeds)) >= 2


def test_what_cannot_be_carried_over_is_said(model):
    strange = model.edited(Rename(0, "Mine")).edited(Seed(2, "de", (word("de", 0),)))
    # As if the words of topic 1 had gone from the texts.
    shown = {m: phi.copy() for m, phi in strange.topic_word.items()}
    for phi in shown.values():
        phi[0] = np.roll(phi[0], 71)
    mixtures = {m: np.full_like(theta, 1 / THEMES) for m, theta in strange.doc_topic.items()}
    told = retrain(replace(strange, topic_word=shown, doc_topic=mixtures)).message
    assert "Not carried over" in told and "the name of topic 1" in told


def test_what_was_said_of_keywords_is_carried_over(model):
    gone = model.top_words("de", 0, 1)[0][0]
    text = f"{word('de', 3)} {word('de', 4)} {gone}"
    said = replace(model, ratings=Ratings())
    (found,) = said.keywords([text], "de", "en", limit=2)
    for place, right in ((0, True), (1, False)):
        said.rate(text, "de", "en", found.keywords[place].word, right)
    after = retrain(said.edited(Drop("de", (gone,)))).model
    assert [(one.word, one.right) for one in after.ratings.found] == [
        (found.keywords[0].word, True),
        (found.keywords[1].word, False),
    ]
    names = after.vocabularies["de"].terms
    document = after.ratings.found[0].document
    assert {names[term] for term in document.terms} <= {word("de", 3), word("de", 4)}


def test_what_was_said_of_a_phrase_is_kept_where_a_hyphen_joins_it_now(model, monkeypatch):
    text = f"{word('de', 3)} {word('de', 4)}"
    said = replace(model, ratings=Ratings())
    (found,) = said.keywords([text], "de", "en", limit=1)
    said.rate(text, "de", "en", found.keywords[0].word, True)
    [rating] = said.ratings.found
    forms = model.vocabularies["en"].forms
    before = replace(said, ratings=Ratings([replace(rating, word="cross border")]))
    joined = [*forms[: rating.term], "cross-border", *forms[rating.term + 1 :]]
    monkeypatch.setattr(retraining, "keyword_forms", lambda vocabulary, phrasing: joined)
    assert [one.term for one in retraining._ratings(before, model).found] == [rating.term]


def test_a_model_without_its_texts_cannot_be_trained_again():
    bare = train(planted_corpus(60), plain_settings(n_topics=3, keep_texts=False, check=False))
    with pytest.raises(InputError, match="without its texts"):
        retrain(bare.edited(Merge((0, 1))))
