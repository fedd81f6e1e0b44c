from collections.abc import Callable, Sequence
from typing import Any

from gplsa.core.types import FloatArray
from gplsa.message import Message, listed
from gplsa.model.direction import Direction
from gplsa.model.model import TrainedModel
from gplsa.model.terms.partners import lexicon_partners


def shown_topics(model: TrainedModel) -> list[int]:
    """Those that nobody has hidden."""
    return [topic for topic in range(model.n_topics) if topic not in model.hidden_topics]


def informative_topics(model: TrainedModel) -> list[int]:
    """Those of them that say something about the collection."""
    return [topic for topic in shown_topics(model) if topic not in model.uninformative]


def nearest_first(
    model: TrainedModel, topics: Sequence[int], far: FloatArray
) -> dict[int, tuple[float, int]]:
    """All topics that are shown, the given ones and then the others by how near their words are to
    those of the given ones, or else of any other: how far apart, and from which of these.

    far  the `distances` of the topics
    """
    shown = [*dict.fromkeys([*topics, *shown_topics(model)])]
    nearest = {z: min((float(far[z, other]), other) for other in topics or shown) for z in shown}
    order = sorted(shown, key=lambda z: (z not in topics, nearest[z]))
    return {z: nearest[z] for z in order}


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


PARTNERS = 3  # of a word, looked at for what translates it in a topic

Found = dict[int, list[tuple[str, float, str]]]
FoundWords = Sequence[tuple[str, float, str]]
"""Words, how much of a topic each of them is, and their sides."""


def found_words(model: TrainedModel, sought: str) -> Found:
    """The word sought in any of its forms, and words that begin so, by the topic where they are at
    home: with the share of its side of it that each is, p(w|z), the largest first, and that side.
    """
    found: Found = {}
    places: dict[str, dict[str, int]] = {}
    for side, word, topic, _ in model.find_words(sought):
        if side not in places:
            places[side] = {form: n for n, form in enumerate(model.vocabularies[side].forms)}
        share = float(model.topic_word[side][topic, places[side][word]])
        found.setdefault(topic, []).append((word, share, side))
    return {z: sorted(words, key=lambda one: (-one[1], one[0])) for z, words in found.items()}


def with_translations(model: TrainedModel, topic: int, found: FoundWords) -> FoundWords:
    """Words of a topic that were sought, the foremost followed by its translation on each other
    side, where a word translates it surely: of its first partners w, if the topic has them more
    than the corpus, the one with the most lines · p(w|z) / p(w), as *women* for *Frau* where both
    *Mrs* and *women* are partners."""
    if not found:
        return found
    (word, _, side), translated = found[0], []
    for other in (one for one in model.readable if (side, one) in model.rankers):
        term, vocabulary = model.vocabularies[side].forms.index(word), model.vocabularies[other]
        partners = lexicon_partners(Direction(model, side, other), term)[:PARTNERS]
        if not partners or partners[0].doubtful or vocabulary.number_of(partners[0].word) is None:
            continue
        shares, often = model.topic_word[other][topic], model.in_general[other]
        left_out = model.history.dropped(other)
        numbers = [(one.lines, vocabulary.number_of(one.word)) for one in partners]
        ways = [
            (n * shares[w] / often[w], w)
            for n, w in numbers
            if w is not None and shares[w] > often[w] and vocabulary.terms[w] not in left_out
        ]
        if ways:
            number = max(ways)[1]
            translated.append((vocabulary.forms[number], float(shares[number]), other))
    return [found[0], *translated, *found[1:]]


def topics_in_order(
    model: TrainedModel, sought: str, order: str, share: FloatArray, found: Found
) -> list[int]:
    """The topics that are not put away, in the order asked for; those that say nothing last.

    sought  a word that they hold, or its beginning, or a piece of their name; all where ""
    order   "largest", "agreement", "disagreement" or "name"; "found": what they hold of the sought
    share  (topics,) of the documents that are looked at
    found  the `found_words`
    """
    known = model.topic_agreement()
    agreement = share if known is None else known
    keys: dict[str, Callable[[int], Any]] = {
        "largest": lambda topic: -share[topic],
        "agreement": lambda topic: -agreement[topic],
        "disagreement": lambda topic: agreement[topic],
        "name": lambda topic: model.read_label(topic).casefold(),
        "found": lambda topic: -sum(share for _, share, _ in found.get(topic, [])),
    }
    shown = set(shown_topics(model))
    if sought.strip():
        # A name that nobody has given is of words, which are found as such.
        asked = shown & (model.topic_names.keys() if found else shown)
        named = {t for t in asked if sought.casefold().strip() in model.topic_label(t).casefold()}
        shown &= found.keys() | named
    return sorted(shown, key=lambda topic: (topic in model.uninformative, keys[order](topic)))
