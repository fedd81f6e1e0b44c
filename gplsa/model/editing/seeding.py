"""Words that somebody types for a topic: where they are counted, and what holds them already."""

from collections.abc import Iterable, Mapping

import numpy as np

from gplsa.corpus.corpus import TEXT
from gplsa.model.editing.applying import term_of
from gplsa.model.editing.edits import Seed
from gplsa.model.model import TrainedModel
from gplsa.model.topics.order import shown_topics
from gplsa.model.topics.shown import RELEVANCE

FIRST_WORDS = 10

Terms = Mapping[str, frozenset[int]]
"""By side numbers of its vocabulary."""


def typed_words(model: TrainedModel, side: str, typed: str) -> dict[str, tuple[str, ...]]:
    """Words between commas, or one by one where no phrase is counted, by the side whose documents
    hold them, `side` before others; by "" those in no document.

    Examples
    --------
    >>> from gplsa.model.editing.seeding import typed_words
    >>> typed_words(model, "de", "Ernte, harvest Xylophon")
    {'de': ('Ernte',), 'en': ('harvest',), '': ('Xylophon',)}
    """
    words: list[str] = []
    for piece in typed.replace(";", ",").split(","):
        words += [piece.strip()] if term_of(model, side, piece) else piece.split()
    sides = [side, *(m for m in model.readable if model.vocabularies[m].kind == TEXT)]
    found: dict[str, tuple[str, ...]] = {}
    for word in words:
        holding = next((one for one in sides if term_of(model, one, word)), "")
        found[holding] = (*found.get(holding, ()), word)
    return found


def seed_terms(model: TrainedModel, seeds: Iterable[Seed]) -> dict[str, frozenset[int]]:
    """What the words of seeds are counted as."""
    found = {}
    for seed in seeds:
        numbers = map(model.vocabularies[seed.side].number_of, seed.words)
        found[seed.side] = frozenset(number for number in numbers if number is not None)
    return found


def topic_with(model: TrainedModel, terms: Terms) -> int | None:
    """The topic that has most of these among its first words, where these are more than half of
    them or one is the very first of its side; None where there is no such topic."""

    def held(topic: int) -> tuple[int, bool]:
        first = {side: model.top_terms(side, topic, FIRST_WORDS, RELEVANCE) for side in terms}
        leads = any(terms[side] & {*first[side][:1]} for side in terms)
        return sum(len(terms[side] & {*first[side]}) for side in terms), leads

    wanted = sum(map(len, terms.values()))
    found = {topic: held(topic) for topic in shown_topics(model)}
    same = [topic for topic, (n, leads) in found.items() if leads or 2 * n > wanted]
    return max(same, key=found.__getitem__, default=None)


def rows_holding(model: TrainedModel, terms: Terms) -> list[int]:
    """Documents that hold any of these: most different ones first, then those with most of them."""
    columns = [model.counts[side][:, sorted(wanted)].toarray() for side, wanted in terms.items()]
    counts = np.concatenate(columns, axis=1)
    different, often = np.count_nonzero(counts, axis=1), counts.sum(axis=1)
    best = np.lexsort((-often, -different))
    return [int(row) for row in best[: np.count_nonzero(often)]]
