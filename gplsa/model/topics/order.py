from collections.abc import Callable
from typing import Any

from gplsa.core.types import FloatArray
from gplsa.model.model import TrainedModel
from gplsa.model.topics.uninformative import shown_topics


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
