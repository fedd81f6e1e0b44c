from collections.abc import Callable
from typing import Any

from gplsa.core.types import FloatArray
from gplsa.message import Message, listed
from gplsa.model.model import TrainedModel


def shown_topics(model: TrainedModel) -> list[int]:
    """Those that nobody has hidden."""
    return [topic for topic in range(model.n_topics) if topic not in model.hidden_topics]


def informative_topics(model: TrainedModel) -> list[int]:
    """Those of them that say something about the collection."""
    return [topic for topic in shown_topics(model) if topic not in model.uninformative]


def uninformative_topic_text(model: TrainedModel) -> str:
    """One sentence on how many topics are uninformative; empty where none is."""
    n = len(model.uninformative)
    if n == 0:
        return ""
    why = listed(sorted(set(model.uninformative.values())))
    return Message(
        "{n} of {n_topics} topics is uninformative ({why}); listed last."
        if n == 1
        else "{n} of {n_topics} topics are uninformative ({why}); listed last.",
        n=n,
        n_topics=model.n_topics,
        why=why,
    )


def topics_in_order(model: TrainedModel, sought: str, order: str, share: FloatArray) -> list[int]:
    """The topics that are not put away, in the order asked for; those that say nothing last.

    sought  the beginning of a word that they hold, or a piece of their name; all where ""
    order   "largest", "agreement", "disagreement" or "name"
    share  (topics,) of the documents that are looked at
    """
    known = model.topic_agreement()
    agreement = share if known is None else known
    keys: dict[str, Callable[[int], Any]] = {
        "largest": lambda topic: -share[topic],
        "agreement": lambda topic: -agreement[topic],
        "disagreement": lambda topic: agreement[topic],
        "name": lambda topic: model.topic_label(topic).casefold(),
    }
    shown = set(shown_topics(model))
    if sought.strip():
        found = {topic for _, _, topic, _ in model.find_words(sought)}
        named = {t for t in shown if sought.casefold().strip() in model.topic_label(t).casefold()}
        shown &= found | named
    return sorted(shown, key=lambda topic: (topic in model.uninformative, keys[order](topic)))
