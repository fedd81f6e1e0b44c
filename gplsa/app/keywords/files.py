"""The keywords of many documents as tables to be carried away, as a person has judged them: what is
wrong for a document is no keyword of it, and a document in another language has none."""

from collections.abc import Sequence

import pandas as pd

from gplsa.app.desk.state import Batch
from gplsa.app.keywords.headings import columns_by_document
from gplsa.app.keywords.keyword_list import added
from gplsa.app.show.tables import leading_topic, with_own
from gplsa.model.direction import Direction
from gplsa.model.model import TrainedModel
from gplsa.model.own_words import missing_words
from gplsa.model.rated import rated_words
from gplsa.model.summary import ShownKeyword
from gplsa.model.tables import ADDED

MOST = 12  # unknown words
BY_HAND = -1  # in the place of a term
Reasoned = Sequence[tuple[ShownKeyword, str]]
"""Keywords of a document, each with what speaks for it."""


def kept(model: TrainedModel, batch: Batch, row: int) -> Reasoned:
    """Those of one document that hold, in the order of the page: first what has translations, last
    what a person added."""
    direction, text = Direction(model, batch.source, batch.target), batch.texts[row]
    wrong, found = rated_words(direction, [text])[1][0].split("; "), batch.summaries[row].keywords
    reasoned = [] if batch.others[row] else [*zip(found, batch.reasons[row], strict=True)]
    held = [one for one in reasoned if one[0].word not in wrong]
    own = [(ShownKeyword(word, 1.0, 0.0, BY_HAND), ADDED) for word in added(text, batch.target)]
    return [*sorted(held, key=lambda one: not one[0].is_term), *own]


def _chance(keyword: ShownKeyword) -> int | None:
    """None of what a person added."""
    return None if keyword.term == BY_HAND else round(100 * keyword.probability)


def by_document(model: TrainedModel, batch: Batch, labels: str = "") -> pd.DataFrame:
    """One row per document, with the own columns, headings, keywords and what is told of them, as
    far as any document has it; labels  the language of headings"""
    every = [kept(model, batch, row) for row in range(len(batch.ids))]
    way = Direction(model, batch.source, batch.target)
    right, wrong = rated_words(way, batch.texts)
    found = [*zip(batch.summaries, [not other for other in batch.others], strict=True)]
    topics = [leading_topic(model, one) if told else None for one, told in found]
    columns: dict[str, Sequence[object]] = {
        **columns_by_document(batch, labels),
        "keywords": ["; ".join(one.word for one, _ in own) for own in every],
        "probability %": ["; ".join(str(_chance(p) or "") for p, _ in own) for own in every],
        "because of": ["; ".join(f"{one.word}: {why}" for one, why in own if why) for own in every],
        "confidence %": [
            one.percent if own and own[0][0].term != BY_HAND else None
            for (one, _), own in zip(found, every, strict=True)
        ],
        "topic": ["" if topic is None else model.topic_label(topic) for topic in topics],
        "missing": missing_words(way, batch.texts, found),
        "unknown words %": [round(100 * one.unknown_share, 1) for one, _ in found],
        "unknown words": ["; ".join(one.new_words(MOST)) * told for one, told in found],
        "names": ["; ".join(one.names) * told for one, told in found],
        "numbers": ["; ".join(one.numbers) * told for one, told in found],
        "looks like": batch.others,
        "rated right": right,
        "rated wrong": wrong,
        "added": ["; ".join(added(text, batch.target)) for text in batch.texts],
    }
    always = "headings", "accepted", "keywords", "topic"
    had = {name: cells for name, cells in columns.items() if name in always or any(cells)}
    table = pd.DataFrame(had).astype({n: "Int64" for n in had if n == "confidence %"})
    return with_own(table, batch)


def by_keyword(model: TrainedModel, batch: Batch) -> pd.DataFrame:
    """One row per keyword, the best of a document first."""
    rows = [
        (row, one.word, _chance(one), why)
        for row in range(len(batch.ids))
        for one, why in kept(model, batch, row)
    ]
    table = pd.DataFrame(rows, columns=["row", "keyword", "probability %", "because of"])
    unsaid = [] if table["because of"].any() else ["because of"]
    return with_own(table.drop(columns=["row", *unsaid]), batch, [*table["row"]])
