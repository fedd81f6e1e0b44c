from gplsa.corpus.corpus import given_title
from gplsa.html.escaping import one_line
from gplsa.model.model import TrainedModel
from gplsa.model.topics.naming import words_of_name
from gplsa.model.topics.order import informative_topics
from gplsa.model.topics.shown import POOL, RELEVANCE

ON_CARD = 6  # words of a side
HANDFUL = 5  # documents
TITLES, TITLE = 2, 80  # how many are shown, of so many letters


def few_documents(model: TrainedModel, topic: int) -> int:
    """How many documents a topic takes half of or more, where they are no more than a handful and
    the model holds all of them; else 0."""
    best = model.topic_documents(topic, HANDFUL + 1)
    n = sum(share >= 0.5 for _, share in best)
    return n if n <= HANDFUL and not model.is_sample else 0


def titles_of(model: TrainedModel, topic: int, language: str) -> list[str]:
    """Titles of the documents that a topic takes half of, of two at most, rather in a language."""
    if not model.has_texts:
        return []
    rows = (row for row, share in model.topic_documents(topic, TITLES) if share >= 0.5)
    titles = (one_line(given_title(model.corpus, row, language), TITLE) for row in rows)
    return [title for title in titles if title]


def words_shown(
    model: TrainedModel, side: str, topic: int, n: int = ON_CARD, relevance: float = RELEVANCE
) -> list[tuple[str, float]]:
    """On cards, in tables and reports: those of `model.top_words` on its card, the most probable
    first, then others, best first.  On its card are also the words that the topic's own name has,
    in place of the last others, so that nobody looks for them in vain."""
    best, name = model.top_words(side, topic, max(n, POOL), relevance), model.own_names[topic]
    named, known = words_of_name(name), {word.casefold() for word, _ in best}
    own = dict(zip(model.readable, name.split(" · "), strict=False)).get(side, "")
    # A merged topic may be named by a word of its smaller part, which stands far behind.
    far = {w for w in own.casefold().split(", ") if w and known.isdisjoint([w, *w.split()])}
    if far:
        every = model.top_words(side, topic, model.topic_word[side].shape[1], relevance)
        best += [word for word in every[len(best) :] if word[0].casefold() in far]
    first = [word for word in best if word[0].casefold() in named][:ON_CARD]
    first += [word for word in best if word not in first][: ON_CARD - len(first)]
    rest = [word for word in best if word not in first]
    return [*sorted(first, key=lambda word: -word[1]), *rest][:n]


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
