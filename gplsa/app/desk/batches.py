"""Keywords of many documents at once, as a job."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from gplsa.app.desk.corpora import READING_SHARE
from gplsa.app.desk.work import model_of
from gplsa.app.desk.workshop import Desk, Workshop
from gplsa.app.library.library import MODEL
from gplsa.errors import InputError
from gplsa.message import Message
from gplsa.model.keywords import KeywordOptions, Summary, summarize
from gplsa.progress import Progress, scaled
from gplsa.reading import Upload
from gplsa.reading.apart import read_documents
from gplsa.wording import count

MOST_DOCUMENTS = 100_000


@dataclass(frozen=True)
class Batch:
    """Keywords of many documents, in one direction of one model; `texts` are pictures or rows of
    features where the side is of these; `judged` is the state of the judgements it obeys."""

    model: str
    source: str
    target: str
    ids: list[str]
    texts: list[Any]
    fields: dict[str, list[str]]
    summaries: list[Summary]
    refused: list[str]
    judged: int = 0


def summarize_many(
    shop: Workshop,
    desk: Desk,
    uploads: Sequence[Upload],
    direction: tuple[str, str],
    telling: float,
    progress: Progress,
) -> str:
    """Keywords for every document in the uploads."""
    model_id, model = desk.model or "", model_of(shop, desk)
    documents = read_documents(
        uploads,
        kind=model.corpus.kind(direction[0]),
        language=model.corpus.languages.get(direction[0], ""),
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
    source, target = direction
    with shop.store.pinned(*shop.library.pins(MODEL, model_id)):
        summaries = summarize(
            model,
            documents.items,
            source,
            target,
            KeywordOptions(telling=telling),
            progress=scaled(progress, READING_SHARE, 1),
        )
    batch = Batch(
        model_id,
        source,
        target,
        documents.ids,
        documents.items,
        documents.fields,
        summaries,
        documents.refused,
        model.judgements.state,
    )
    return _put_batch(shop, desk, batch)


def summarize_again(shop: Workshop, desk: Desk, telling: float, progress: Progress) -> str:
    """The same documents once more, as what has been judged since would have it."""
    model = model_of(shop, desk)
    batch: Batch | None = shop.store.get(desk.batch)
    if batch is None or batch.model != desk.model:
        raise InputError("These documents are not kept any more: read them again.")
    options = KeywordOptions(telling=telling)
    with shop.store.pinned(*shop.library.pins(MODEL, desk.model), desk.batch):
        judged = model.judgements.state
        found = summarize(model, batch.texts, batch.source, batch.target, options, progress)
    return _put_batch(shop, desk, replace(batch, summaries=found, judged=judged))


def _put_batch(shop: Workshop, desk: Desk, batch: Batch) -> str:
    shop.store.drop(desk.batch)
    size = sum(len(item) for item in batch.texts) + 4000 * len(batch.summaries)
    desk.batch = shop.store.put("batch", batch, size)
    return Message(
        "The keywords of {documents} are ready.", documents=count(len(batch.summaries), "document")
    )
