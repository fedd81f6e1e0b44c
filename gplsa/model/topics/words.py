import re

from gplsa.model.model import TrainedModel
from gplsa.model.topics.order import informative_topics
from gplsa.model.topics.shown import POOL, RELEVANCE

_BETWEEN = re.compile(r"[\s,·]+")


def words_shown(
    model: TrainedModel, side: str, topic: int, n: int, relevance: float = RELEVANCE
) -> list[tuple[str, float]]:
    """On cards, in tables and reports: as `model.top_words`, the most probable first, with the
    words that the topic's own name has in place of the last others, so that nobody looks for them
    in vain."""
    best = model.top_words(side, topic, max(n, POOL), relevance)
    name = model.own_names[topic].casefold()
    in_name = {*_BETWEEN.split(name)}

    def named(word: str) -> bool:
        return word.casefold() in in_name or (" " in word and word.casefold() in name)

    wanted = [word for word in best[n:] if named(word[0])][:n]
    others = [word for word in best[:n] if not named(word[0])]
    given_up = others[max(len(others) - len(wanted), 0) :]
    kept = [word for word in best[:n] if word not in given_up]
    return sorted([*kept, *wanted][:n], key=lambda word: -word[1])


def subjects_of(
    model: TrainedModel, side: str, n: int, n_words: int
) -> dict[int, tuple[str, list[str]]]:
    """What the largest `n` topics are called on one side, and words of it there, those of the name
    first."""
    share, found = model.topic_share(), dict[int, tuple[str, list[str]]]()
    for topic in sorted(informative_topics(model), key=lambda topic: -float(share[topic]))[:n]:
        name, words = model.topic_label(topic), [w for w, _ in model.top_words(side, topic, POOL)]
        parts = [name] if topic in model.topic_names else name.split(" · ")
        own = dict(zip(model.readable, parts, strict=False)).get(side, name)
        named = [word for word in own.split(", ") if word in words]
        found[topic] = own, [*dict.fromkeys([*named, *words])][:n_words]
    return found
