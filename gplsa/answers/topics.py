"""The topics of a model as plain values."""

from typing import Any

from gplsa.model.public import Model
from gplsa.model.topics.shown import RELEVANCE


def topic_facts(model: Model, n_words: int, relevance: float = RELEVANCE) -> list[dict[str, Any]]:
    """Every topic, numbered from 1 as a person sees them."""
    return [
        {
            "number": topic.number,
            "name": topic.name,
            "hidden": topic.hidden,
            "filler": topic.filler,
            "share": topic.share,
            "agreement": topic.agreement,
            "words": {
                side: [{"word": word, "probability": probability} for word, probability in words]
                for side, words in topic.words.items()
            },
        }
        for topic in model.topics(n_words, relevance)
    ]


def topics_facts(model: Model, documents: int, topics: list[dict[str, Any]]) -> dict[str, Any]:
    """The topics of a model, of so many of its documents."""
    return {"model": model.name, "documents": documents, "topics": topics}
