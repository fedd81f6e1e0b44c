"""Topics, documents and pairs as tables, for the pages and for notebooks; their columns are in
English."""

from collections.abc import Callable, Sequence

import numpy as np
import pandas as pd

from gplsa.core.types import FloatArray
from gplsa.corpus.cleaning.languages import other_language_of
from gplsa.corpus.corpus import Corpus
from gplsa.html.escaping import one_line
from gplsa.html.sides import side_name
from gplsa.language import ENGLISH, in_language, later, plural, tr, translated
from gplsa.model.excerpts import Excerpts
from gplsa.model.model import TrainedModel
from gplsa.model.pair_fits import Fits, PairAssessment, assess
from gplsa.model.search import Hit
from gplsa.model.topics.words import words_shown
from gplsa.retrieval.mismatch import DOUBTFUL, FITTING, UNDECIDED, UNKNOWN, WRONG, PairFit
from gplsa.text.languages import language_name

MOST_WORDS = 10
VERDICTS = {
    WRONG: later("do not seem to belong together"),
    DOUBTFUL: later("have little in common"),
    FITTING: later("fit"),
    UNDECIDED: later("cannot be told"),
    UNKNOWN: later("cannot be compared"),
}

WHY = {
    WRONG: later(
        "{first} and {second} have as little in common as sides of two documents: hardly a word of "
        "the one translates one of the other, even if both speak of the same topics."
    ),
    DOUBTFUL: later(
        "{first} and {second} have little in common: few words of the one translate words of the "
        "other, even if both speak of the same topics. They may belong together: one may be "
        "shortened, translated freely, or a list of contents or editors. Read both."
    ),
    FITTING: later("{first} and {second} seem to belong together."),
    UNDECIDED: later("Whether {first} and {second} belong together cannot be told."),
    UNKNOWN: later("One side has no words that the model counts, so there is nothing to compare."),
}
COARSELY = later("The app compares these sides only coarsely.")
FOREIGN = later("The {side} side is in {read}, as far as can be told: the model cannot compare it.")


def why(corpus: Corpus, found: PairAssessment, row: int, named: Callable[[str], str]) -> str:
    """What stands behind the verdict on a pair, in a sentence.  named  how a side is called"""
    first, second = map(named, found.sides)
    for m in found.sides if found.verdict in (WRONG, DOUBTFUL) else ():
        text, own = corpus.texts.get(m, {row: ""})[row], corpus.languages.get(m, "")
        if read := own and other_language_of(text, own):
            return tr(FOREIGN, side=named(m), read=translated(language_name(read)))
    said = tr(WHY[found.verdict], first=first, second=second)
    return f"{said} {tr(COARSELY)}" if found.verdict == UNDECIDED and found.fit.is_coarse else said


def verdicts_told(found: Sequence[str]) -> str:
    """How many pairs belong together by their verdicts, and what is to be read, in HTML."""
    n_all, n, wrong = len(found), found.count(FITTING), found.count(WRONG)
    doubtful, undecided, unknown = map(found.count, (DOUBTFUL, UNDECIDED, UNKNOWN))
    fit = tr("<b>All {n:,} pairs</b> look as if their sides belong together", n=n)
    if n < n_all:
        said = later("<b>{n:,} of {n_all:,} pairs</b> look as if their sides belong together")
        fit = tr(said, n=n, n_all=n_all)
    if wrong:
        fit = plural(
            wrong,
            "<b>{n:,} of {n_all:,} pairs</b> looks as if its sides do not belong together",
            "<b>{n:,} of {n_all:,} pairs</b> look as if their sides do not belong together",
            n_all=n_all,
        )
    told = [fit]
    if doubtful:
        told.append(
            plural(
                doubtful,
                "read the other one: little in common",
                "read the other {n:,}: little in common",
            )
            if n + doubtful == n_all
            else plural(
                doubtful,
                "{n:,} more has little in common: read it",
                "{n:,} more have little in common: read them",
            )
        )
    if undecided:
        told.append(tr("of {n:,} it cannot be told", n=undecided))
    if unknown:
        told.append(
            plural(unknown, "{n:,} has words on one side only", "{n:,} have words on one side only")
        )
    return "; ".join(told) + "."


def strangers_told(fit: PairFit, row: int) -> str:
    """How close a pair is, and how many sides of other pairs fit better."""
    n, among = int(fit.better[row]), {"n_all": fit.n_compared, "usual": fit.usual}
    better = plural(
        n,
        "Of {n_all:,} sides of other pairs {n:,} fits better (for the usual pair: {usual:,}).",
        "Of {n_all:,} sides of other pairs {n:,} fit better (for the usual pair: {usual:,}).",
        **among,
    )
    if not n:
        better = tr("Of {n_all:,} sides of other pairs none fits better.", **among)
    degree = tr("{n:.0f} % as close as the usual pair.", n=100 * fit.degree(row))
    return f"{degree} " * bool(degree_told(fit, row)) + better


def degree_told(fit: PairFit, row: int) -> str:
    """How close a pair is, behind its verdict; "" where that cannot be told."""
    degree = fit.degree(row)
    return "" if np.isnan(degree) else f"· {tr('{n:.0f} % as close as usual', n=100 * degree)}"


def with_fields(table: pd.DataFrame, corpus: Corpus, rows: Sequence[int]) -> pd.DataFrame:
    """A table of documents beside a person's own columns; the ids, which may be one of these, stand
    once."""
    for name, column in corpus.fields.items():
        own = [column[row] for row in rows]
        if name != "id" or own != list(table.get("id", ())):
            table[name if name not in table else f"{name} (yours)"] = own
    return table


def topics_table(
    model: TrainedModel, rows: Sequence[int], relevance: float, share: FloatArray
) -> pd.DataFrame:
    """One row per topic: name, share, agreement where it is known, the words of every side, and
    notes where there are any.

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
        table[words_column(model.corpus, modality)] = [
            ", ".join(word for word, _ in words_shown(model, modality, row, MOST_WORDS, relevance))
            for row in rows
        ]
    if model.uninformative.keys() & set(rows):
        table["uninformative"] = [model.uninformative.get(row, "") for row in rows]
    if model.topic_notes.keys() & set(rows):
        table["note"] = [model.topic_notes.get(row, "") for row in rows]
    return pd.DataFrame(table)


def words_column(corpus: Corpus, modality: str) -> str:
    """The column of the words of a side."""
    return f"{_side_in_files(corpus, modality)} words"


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


def pairs_table(model: TrainedModel, rows: Sequence[int], fits: Fits | None) -> pd.DataFrame:
    """One row per pair: id, title, verdict, the figures behind it, main topic of every side."""
    table: dict[str, list[object]] = {
        "id": [model.corpus.ids[row] for row in rows],
        "title": [model.corpus.titles[row] for row in rows],
    }
    if fits:
        found = [(assess(fits, row), row) for row in rows]
        table |= {
            "verdict": [VERDICTS[one.verdict] for one, _ in found],
            "fit %": [_figure(100 * one.fit.degree(row)) for one, row in found],
            "likeness": [_figure(one.fit.own[row]) for one, row in found],
            "likeness of the best strangers": [_figure(one.fit.others[row]) for one, row in found],
            "strangers that fit better": [int(one.fit.better[row]) for one, row in found],
        }
    if model.pair_weights is not None:
        table["weight in the training"] = np.round(model.pair_weights[list(rows)], 4).tolist()
    for modality in model.modalities:
        largest = model.doc_topic[modality][list(rows)].argmax(axis=1) if len(rows) else []
        table[f"main topic ({modality})"] = [model.topic_label(int(topic)) for topic in largest]
    return with_fields(pd.DataFrame(table), model.corpus, rows)


def ratings_table(model: TrainedModel) -> pd.DataFrame:
    """One row for every rating, the newest first."""
    found = model.ratings.found[::-1]
    return pd.DataFrame(
        {
            later("keyword"): [one.word for one in found],
            later("rated"): [later("right") if one.right else later("wrong") for one in found],
            later("document"): [
                one_line(one.document.begins, 80) or one.document.key for one in found
            ],
            later("from"): [one.document.source for one in found],
            later("to"): [one.target for one in found],
        }
    )


def found_table(asked: Excerpts, hits: Sequence[Hit], full: float) -> pd.DataFrame:
    """One row per document that a search found: its place, title, nearness, reasons and texts.

    full  the score that is a nearness of 100 %
    """
    model, corpus = asked.model, asked.corpus
    table: dict[str, list[object]] = {
        "place": [*range(1, len(hits) + 1)],
        "id": [corpus.ids[hit.row] for hit in hits],
        "title": [corpus.titles[hit.row] for hit in hits],
        "nearness %": [round(100 * hit.nearness(full)) for hit in hits],
        "words": ["; ".join(link.said for link in asked.links(hit)[0]) for hit in hits],
        "topics": ["; ".join(model.topic_label(topic) for topic, _ in hit.topics) for hit in hits],
    }
    if not asked.compares:
        del table["nearness %"]
    for modality, texts in corpus.texts.items() if asked.has_texts else ():
        table[_side_in_files(corpus, modality)] = [texts[hit.row] for hit in hits]
    return with_fields(pd.DataFrame(table), corpus, [hit.row for hit in hits])


def _figure(value: float) -> object:
    return "" if np.isnan(value) else round(float(value), 3)
