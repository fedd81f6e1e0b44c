"""The words of a topic beside its name."""

import re
from collections.abc import Sequence
from dataclasses import replace
from types import SimpleNamespace

import numpy as np

from gplsa.corpus.corpus import Corpus
from gplsa.figures.listed import topics_table
from gplsa.model.topics.shown import POOL, RELEVANCE
from gplsa.model.topics.words import ON_CARD, few_documents, titles_of, words_shown
from gplsa.report.sections import _words
from gplsa.training.train import train
from tests.planted import plain_settings, planted_corpus

BEST = [
    *("Wasser", "Richtlinie", "Stoffe", "Umwelt", "Kläranlage", "Ufer", "Rahmenrichtlinie"),
    *("grüne Politik", "Fluss"),
]
PROBABILITY = [0.2, 0.3, 0.1, 0.09, 0.08, 0.07, 0.05, 0.04, 0.06]


def shown(name: str, n: int = ON_CARD, more: Sequence[str] = ()) -> list[str]:
    weights = [*zip(BEST, PROBABILITY, strict=True), *((word, 0.001) for word in more)]
    model = SimpleNamespace(
        top_words=lambda side, topic, most, relevance: weights[:most],
        own_names=[name],
        readable=["de", "en"],
        topic_word={"de": np.zeros((1, len(weights)))},
    )
    return [word for word, _ in words_shown(model, "de", 0, n)]


def test_words_of_the_name_stand_among_them_in_place_of_the_last_others():
    first = ["Richtlinie", "Wasser", "Stoffe", "Umwelt", "Kläranlage"]
    assert shown("Wasser, Rahmenrichtlinie · water") == [*first, "Rahmenrichtlinie"]
    assert shown("Umwelt, grüne Politik") == [*first, "grüne Politik"]


def test_a_word_of_the_name_is_shown_however_far_behind_it_stands_but_none_of_the_other_side():
    """As that of the smaller part of a merged topic does."""
    more = [*(f"Wort{n}" for n in range(POOL)), "Verbrechen", "crime"]
    words = shown("Wasser, Verbrechen · water, crime", more=more)
    assert words[-1] == "Verbrechen" and len(words) == ON_CARD and "crime" not in words


def test_for_a_side_that_the_name_has_no_word_of_not_all_words_are_read():
    asked = []

    def top_words(side, topic, most, relevance):
        asked.append(most)
        return [("Bild 1", 0.1)]

    model = SimpleNamespace(
        top_words=top_words,
        own_names=["Wasser · water"],
        readable=["de", "en"],
        topic_word={"image": np.zeros((1, 5000))},
    )
    assert words_shown(model, "image", 0) == [("Bild 1", 0.1)] and asked == [POOL]


def test_of_more_words_those_of_the_card_come_first_then_the_best():
    assert shown("Fluss", 20)[:ON_CARD] == shown("Fluss", ON_CARD)
    assert shown("Fluss", 20)[ON_CARD:] == ["Ufer", "Rahmenrichtlinie", "grüne Politik"]
    assert shown("Meine Sache", 20)[ON_CARD - 1 :] == BEST[ON_CARD - 1 :]


def test_tables_and_reports_have_the_words_of_cards_whatever_a_person_calls_the_topic():
    model = train(planted_corpus(40), plain_settings(n_topics=4))
    for topic in range(model.n_topics):
        of_card = [word for word, _ in words_shown(model, "de", topic)]
        renamed = replace(model, topic_names={topic: "Ein eigener Name"})
        share = model.topic_share()
        for one in (model, renamed):
            table = topics_table(one, [topic], relevance=RELEVANCE, share=share)
            row = table.filter(like=" words").iloc[0, 0]
            assert row.split(", ")[:ON_CARD] == of_card
            html = str(_words(one, "de", topic))
            assert re.findall("<span>(.*?)</span>", html) == of_card


def test_a_topic_of_a_handful_of_documents_says_so_and_has_their_titles():
    corpus = Corpus("news", ["1", "2"], {"de": ["Sturm\nWind.", "Es schneit."]}, {"de": "de"})
    model = SimpleNamespace(has_texts=True, is_sample=False, corpus=corpus)
    model.topic_documents = lambda topic, n: [(0, 0.9), (1, 0.8), *[(1, 0.2)] * 9][:n]
    assert few_documents(model, 0) == 2 and titles_of(model, 0, "en") == ["Sturm"]
    model.topic_documents = lambda topic, n: [(0, 0.9)] * n
    assert few_documents(model, 0) == 0
    model.has_texts, model.is_sample = False, True
    model.topic_documents = lambda topic, n: [(0, 0.9)]
    assert few_documents(model, 0) == 0 and titles_of(model, 0, "en") == []
