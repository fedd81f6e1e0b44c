"""The words of a topic beside its name."""

from dataclasses import replace
from types import SimpleNamespace

from gplsa.figures.listed import MOST_WORDS, topics_table
from gplsa.model.topics.shown import RELEVANCE
from gplsa.model.topics.words import words_shown
from gplsa.training.train import train
from tests.planted import plain_settings, planted_corpus

BEST = ["Wasser", "Richtlinie", "Stoffe", "Umwelt", "Rahmenrichtlinie", "grüne Politik", "Fluss"]


def shown(name: str, n: int) -> list[str]:
    weights = [(word, 1 / rank) for rank, word in enumerate(BEST, 1)]
    model = SimpleNamespace(
        top_words=lambda side, topic, most, relevance: weights[:most],
        own_names=[name],
    )
    return [word for word, _ in words_shown(model, "de", 0, n)]


def test_words_of_the_name_stand_among_them_in_place_of_the_last_others():
    assert shown("Wasser, Rahmenrichtlinie · water", 4) == [
        *("Wasser", "Richtlinie", "Stoffe", "Rahmenrichtlinie")
    ]
    assert shown("Umwelt, grüne Politik", 4)[2:] == ["Umwelt", "grüne Politik"]
    assert shown("Rahmenrichtlinie, Fluss", 1) == ["Rahmenrichtlinie"]


def test_with_all_of_them_or_a_name_of_other_words_they_are_the_best():
    assert shown("Wasser, Richtlinie · water", 4) == BEST[:4]
    assert shown("Meine Sache", 3) == BEST[:3]
    assert shown("Fluss", 20) == BEST


def test_tables_have_the_words_of_cards_in_their_order_whatever_a_person_calls_the_topic():
    model = train(planted_corpus(40), plain_settings(n_topics=4))
    for topic in range(model.n_topics):
        of_card = [word for word, _ in words_shown(model, "de", topic, MOST_WORDS)]
        renamed = replace(model, topic_names={topic: "Ein eigener Name"})
        share = model.topic_share()
        for one in (model, renamed):
            table = topics_table(one, [topic], relevance=RELEVANCE, share=share)
            row = table.filter(like=" words").iloc[0, 0]
            assert row.split(", ") == of_card
