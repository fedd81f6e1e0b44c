"""The documents of a model as a list: those that hold what was sought, in the order asked for."""

from collections.abc import Sequence

import numpy as np

from gplsa.model.model import TrainedModel
from gplsa.model.pair_fits import Fits, least_trusted, weakest_margin

TRUST, FIT, ORDER, TOPIC = "trust", "fit", "order", "topic"
"""Least trusted first, worst fitting first, as in the corpus, most of one topic first."""


def found_rows(model: TrainedModel, sought: str) -> list[int]:
    """Documents whose id, title or text on any side has the words sought, in their order."""
    corpus = model.corpus
    if not sought:
        return list(range(len(corpus)))
    columns = [corpus.ids, corpus.titles]
    if model.has_texts:
        columns += corpus.texts.values()
    small = sought.casefold()
    return [
        row
        for row in range(len(corpus))
        if any(small in column[row].casefold() for column in columns)
    ]


def ordered(
    model: TrainedModel, rows: Sequence[int], order: str, topic: int | None, fits: Fits | None
) -> list[int]:
    """`rows` in the order asked for; equal ones stay as in the corpus."""
    if order == TRUST and model.pair_weights is not None:
        key = least_trusted(model, None if fits is None else weakest_margin(fits))
    elif order == FIT and fits is not None:
        key = weakest_margin(fits)
    elif order == TOPIC and topic is not None:
        key = -np.mean([model.doc_topic[m][:, topic] for m in model.modalities], axis=0)
    else:
        return list(rows)
    chosen = np.asarray(rows, dtype=np.int64)
    return [int(row) for row in chosen[np.argsort(key[chosen], kind="stable")]]
