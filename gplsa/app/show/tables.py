"""What the pages show and hand out as tables: DataFrames, and CSV that spreadsheets open safely.

Their columns are in English, as files are; pages show them with headings in the reader's language.
"""

from collections.abc import Mapping, Sequence

import pandas as pd

from gplsa.app.desk.state import Batch
from gplsa.core.types import FloatArray
from gplsa.corpus.corpus import Corpus
from gplsa.html.escaping import cell, one_line
from gplsa.html.sides import side_name
from gplsa.language import ENGLISH, in_language, later
from gplsa.model.model import TrainedModel

LOW_CONFIDENCE = 0.4
MIDDLING_CONFIDENCE = 0.65
MOST_WORDS = 10


def csv_bytes(table: pd.DataFrame, code: str = ENGLISH) -> bytes:
    """UTF-8 with a byte-order mark, which spreadsheets need to see that it is UTF-8; with the
    separator and the decimal point that a spreadsheet in this language takes for such.
    """
    separator, point = (",", ".") if code == ENGLISH else (";", ",")
    safe = table.rename(columns=lambda name: cell(str(name)))
    for position, name in enumerate(table.columns):
        column = table[name]
        if not pd.api.types.is_numeric_dtype(column):
            safe.isetitem(position, [cell(str(value)) for value in column])
    return safe.to_csv(index=False, sep=separator, decimal=point).encode("utf-8-sig")


def confidence_in_words(confidence: float) -> str:
    """What a mean probability means for a reader, in English."""
    if confidence < LOW_CONFIDENCE:
        return later("low")
    return later("fair") if confidence < MIDDLING_CONFIDENCE else later("good")


def with_fields(table: pd.DataFrame, corpus: Corpus, rows: Sequence[int]) -> pd.DataFrame:
    """A table of documents with a column for each of their fields."""
    picked = {name: [column[row] for row in rows] for name, column in corpus.fields.items()}
    return with_columns(table, picked)


def with_columns(table: pd.DataFrame, own: Mapping[str, Sequence[str]]) -> pd.DataFrame:
    """A table beside a person's own columns; the ids, which may be one of these, stand once."""
    for name, column in own.items():
        if name == "id" and list(column) == list(table.get("id", ())):
            continue
        table[name if name not in table else f"{name} (yours)"] = list(column)
    return table


def topics_table(
    model: TrainedModel, rows: Sequence[int], relevance: float, share: FloatArray
) -> pd.DataFrame:
    """One row per topic: name, share, agreement where it is known, and the words of every side.

    share  (topics,) of the documents that are looked at
    """
    agreement = model.topic_agreement()
    table: dict[str, list[object]] = {
        "topic": [row + 1 for row in rows],
        "name": [model.topic_label(row) for row in rows],
        "share %": [round(100 * float(share[row]), 2) for row in rows],
    }
    if agreement is not None:
        table["translated"] = [round(float(agreement[row]), 3) for row in rows]
    for modality in model.readable:
        table[f"{_side_in_files(model.corpus, modality)} words"] = [
            ", ".join(word for word, _ in model.top_words(modality, row, MOST_WORDS, relevance))
            for row in rows
        ]
    if model.uninformative.keys() & set(rows):
        table["uninformative"] = [model.uninformative.get(row, "") for row in rows]
    return pd.DataFrame(table)


def _side_in_files(corpus: Corpus, modality: str) -> str:
    with in_language(ENGLISH):
        return side_name(corpus, modality)


def documents_table(model: TrainedModel, rows: Sequence[tuple[int, float]]) -> pd.DataFrame:
    """Documents of a topic or of a group, with the beginning of every side."""
    corpus, places = model.corpus, [row for row, _ in rows]
    table: dict[str, list[object]] = {
        "id": [corpus.ids[row] for row in places],
        "share %": [round(100 * share, 1) for _, share in rows],
    }
    if not model.has_texts:
        table["title"] = [corpus.titles[row] for row in places]
    for modality in corpus.texts if model.has_texts else ():
        beginnings: list[object] = [one_line(corpus.texts[modality][row]) for row in places]
        table[_side_in_files(corpus, modality)] = beginnings
    return with_fields(pd.DataFrame(table), corpus, places)


def batch_table(model: TrainedModel, batch: Batch) -> pd.DataFrame:
    """One row per document: id, keywords, topic, confidence, unknown words, names and numbers that
    need no translation, the person's columns and texts.
    """
    found = batch.summaries
    table: dict[str, list[object]] = {
        "id": list(batch.ids),
        "keywords": ["; ".join(summary.words) for summary in found],
        "confidence": [round(summary.confidence, 3) for summary in found],
        "topic": [model.topic_label(s.topics[0][0]) if s.topics else "" for s in found],
        "unknown words %": [round(100 * summary.unknown_share, 1) for summary in found],
        "names": ["; ".join(summary.names) for summary in found],
        "numbers": ["; ".join(summary.numbers) for summary in found],
    }
    return with_own(pd.DataFrame(table), batch)


def with_own(table: pd.DataFrame, batch: Batch) -> pd.DataFrame:
    """What a person brought, beside what a table says of it: own columns, and the text."""
    own = dict(batch.fields)
    if all(isinstance(text, str) for text in batch.texts):
        columns = (batch.columns[1].columns or {}).get("", ()) if batch.columns else ()
        own.setdefault(columns[0] if len(columns) == 1 else "text", batch.texts)
    return with_columns(table, own)
