"""Keywords of many documents at once, as a job."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from gplsa.app.desk.corpora import READING_SHARE
from gplsa.app.desk.desk import Desk
from gplsa.app.desk.state import Batch, Columns
from gplsa.app.library.beside import Asked, keep_asked
from gplsa.errors import InputError
from gplsa.headings import Suggestion
from gplsa.message import Message, count
from gplsa.model.asked import other_language
from gplsa.model.headings import suggest_headings
from gplsa.model.public import Model
from gplsa.model.reasons import summarize_with_reasons
from gplsa.model.summary import Summary
from gplsa.progress import Progress, report, scaled
from gplsa.reading import Upload
from gplsa.reading.sandboxed import read_documents

MOST_DOCUMENTS = 100_000
KEYWORDS_SHARE, LANGUAGES_SHARE = 0.7, 0.75
MOST_HEADINGS, LEAST_HEADING = 10, 0.05


def summarize_many(
    desk: Desk,
    uploads: Sequence[Upload],
    direction: tuple[str, str],
    columns: Columns | None,
    progress: Progress,
) -> str:
    (state, model), source = desk.model_at_hand(), direction[0]
    choices = columns[1] if columns else None
    documents = read_documents(
        uploads,
        kind=model.corpus.kind(source),
        language=model.corpus.languages.get(source, ""),
        choices=choices,
        progress=scaled(progress, 0, READING_SHARE),
    )
    if not documents.items:
        raise InputError(documents.refused[0] if documents.refused else "There is no text in it.")
    if len(documents) > MOST_DOCUMENTS:
        raise InputError(
            "These are {n_documents:,} documents; the app takes {most_documents:,} at once. Split "
            "them, or use the command line.",
            n_documents=len(documents),
            most_documents=MOST_DOCUMENTS,
        )
    part = scaled(progress, READING_SHARE, KEYWORDS_SHARE)
    summaries, reasons = summarize_with_reasons(model.direction(*direction), documents.items, part)
    telling_languages = scaled(progress, KEYWORDS_SHARE, LANGUAGES_SHARE)
    others = _other_languages(model, source, documents.items, summaries, telling_languages)
    rest = scaled(progress, LANGUAGES_SHARE, 1)
    headings = _headings(model, source, documents.items, others, rest)
    found = (*direction, documents.ids, documents.items, documents.fields, summaries)
    refused, how, kept = documents.refused, (model.ratings.state, tuple(uploads), columns), ""
    if model.has_texts:  # a model without texts is to hold none
        asked = Asked(*direction, len(documents), [one.name for one in uploads], choices)
        kept = keep_asked(desk.library, state.id, tuple(uploads), asked)
    state.batch = Batch(*found, refused, others, *how, headings, reasons, kept)
    return _done_message(state.batch)


def _other_languages(
    model: Model,
    source: str,
    items: Sequence[Any],
    summaries: Sequence[Summary],
    progress: Progress | None,
) -> list[Message | str]:
    """Of every document the language, in words, that it seems to be in instead, or ""."""
    others = []
    for place, (text, summary) in enumerate(zip(items, summaries, strict=True)):
        report(progress, place / len(items), "Finding keywords")
        others.append(other_language(model, source, text, summary.unknown_share))
    return others


def _headings(
    model: Model,
    source: str,
    items: Sequence[Any],
    others: Sequence[Message | str],
    progress: Progress | None,
) -> list[list[Suggestion]]:
    """Of every document, none of those in other languages; [] where the model has learned none."""
    if model.suggester is None or not model.suggester.suggests_from(source):
        return []
    asked = [item for item, other in zip(items, others, strict=True) if not other]
    found = iter(suggest_headings(model, asked, source, MOST_HEADINGS, LEAST_HEADING, (), progress))
    return [[] if other else [*next(found)] for other in others]


def summarize_again(desk: Desk, progress: Progress) -> str:
    """The same documents once more, as what was rated since would have it."""
    state, model = desk.model_at_hand()
    batch = state.batch
    if batch is None:
        raise InputError("These documents are not kept any more: read them again.")
    direction, state_now = model.direction(batch.source, batch.target), model.ratings.state
    summaries, reasons = summarize_with_reasons(direction, batch.texts, progress)
    state.batch = replace(batch, summaries=summaries, reasons=reasons, ratings=state_now)
    return _done_message(state.batch)


def _done_message(batch: Batch) -> str:
    texts, n_others = batch.texts, sum(map(bool, batch.others))
    documents = count(len(texts), "picture" if isinstance(texts[0], bytes) else "document")
    if not n_others:
        return Message("The keywords of {documents} are ready.", documents=documents)
    n = len(texts) - n_others
    if not n:
        return Message("No keywords: {documents} in another language.", documents=documents)
    return Message("The keywords of {n:,} of {documents} are ready.", n=n, documents=documents)
