"""Documents in the files that are named on the command line, a few of them in memory."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from gplsa.model.public import Model
from gplsa.reading import uploads_of
from gplsa.reading.sandboxed import iter_documents

BATCH = 128


def batches(
    model: Model, paths: Sequence[str], side: str, refused: list[str]
) -> Iterator[tuple[list[str], list[Any]]]:
    """Ids and items of some documents at a time; `refused` gets a sentence for what is none."""
    kind, language = model.corpus.kind(side), model.corpus.languages.get(side, "")
    found = iter_documents(uploads_of(paths), refused=refused, kind=kind, language=language)
    while batch := list(islice(found, BATCH)):
        yield [one.id for one in batch], [one.item for one in batch]
