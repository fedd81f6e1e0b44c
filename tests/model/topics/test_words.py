"""The words of a topic beside its name."""

from types import SimpleNamespace

from gplsa.model.topics.shown import RELEVANCE
from gplsa.model.topics.words import words_with_name

BEST = ["Wasser", "Richtlinie", "Stoffe", "Umwelt", "Rahmenrichtlinie", "grüne Politik", "Fluss"]


def shown(name: str, n: int) -> list[str]:
    weights = [(word, 1 / rank) for rank, word in enumerate(BEST, 1)]
    model = SimpleNamespace(
        top_words=lambda side, topic, most, relevance: weights[:most],
        topic_label=lambda topic: name,
    )
    return [word for word, _ in words_with_name(model, "de", 0, n, RELEVANCE)]


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
