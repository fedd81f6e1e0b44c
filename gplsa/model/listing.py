"""The documents of a model as a list: those that hold what was sought, in the order asked for."""

from collections.abc import Sequence

import numpy as np

from gplsa.message import Message
from gplsa.model.model import TrainedModel
from gplsa.model.pair_fits import Fits, least_trusted, weakest_margin

HITS, TRUST, FIT, ORDER, TOPIC = "hits", "trust", "fit", "order", "topic"
"""Best hits first, least trusted first, worst fitting first, as in the corpus, most of one topic
first."""


def found_rows(model: TrainedModel, sought: str) -> list[int]:
    """Documents whose id, title or text on any side has the words sought: those with most whole
    words first, then with most beginnings of words, then with most places inside of words; equal
    ones as in the corpus."""
    if not sought:
        return list(range(len(model.corpus)))
    hits = {row: _hits(_between(model, row, sought)) for row in range(len(model.corpus))}
    found = [row for row, (_, _, n) in hits.items() if n]
    return sorted(found, key=hits.__getitem__, reverse=True)


def best_hits(model: TrainedModel, row: int, sought: str) -> str:
    """What `found_rows` goes by, of one document, in words: how many whole words, or else
    beginnings or insides of words, its id, title and texts have; "" where they have none."""
    words, beginnings, places = _hits(_between(model, row, sought))
    if words:
        return Message("{n:,}× as a word", n=words)
    if beginnings:
        return Message("{n:,}× at the beginning of a word", n=beginnings)
    return Message("{n:,}× inside of a word", n=places) if places else ""


def _between(model: TrainedModel, row: int, sought: str) -> list[str]:
    """What stands before, between and after the words sought."""
    corpus = model.corpus
    columns = [corpus.ids, corpus.titles, *(corpus.texts.values() if model.has_texts else ())]
    return "\n".join(column[row] for column in columns).casefold().split(sought.casefold())


def _hits(between: Sequence[str]) -> tuple[int, int, int]:
    """How many whole words, beginnings of words and places at all stand between these pieces."""
    begins = [not before[-1:].isalnum() for before in between[:-1]]
    ends = [not after[:1].isalnum() for after in between[1:]]
    return sum(map(min, begins, ends)), sum(begins), len(begins)


def ordered(
    model: TrainedModel, rows: Sequence[int], order: str, topic: int | None, fits: Fits | None
) -> list[int]:
    """`rows`, best hits first, in the order asked for; equal ones stay as they are."""
    if order == TRUST and model.pair_weights is not None:
        key = least_trusted(model, None if fits is None else weakest_margin(fits))
    elif order == FIT and fits is not None:
        key = weakest_margin(fits)
    elif order == TOPIC and topic is not None:
        key = -np.mean([model.doc_topic[m][:, topic] for m in model.modalities], axis=0)
    else:
        return sorted(rows) if order == ORDER else list(rows)
    chosen = np.asarray(rows, dtype=np.int64)
    return [int(row) for row in chosen[np.argsort(key[chosen], kind="stable")]]
