"""A corpus that was read and counted already, as a folder of chunks."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path

import numpy as np

from gplsa.core.out_of_core.store import unwritable
from gplsa.corpus.chunks.chunk import write_chunk
from gplsa.corpus.chunks.folder import ChunkedCorpus, chunk_folder, write_vocabulary
from gplsa.corpus.corpus import Corpus
from gplsa.corpus.sides import CountedSide
from gplsa.progress import Progress, report
from gplsa.reading.chunks.build import documents_per_chunk, write_manifest
from gplsa.text.lines import LineCounts


def write_counted(
    corpus: Corpus, sides: Mapping[str, CountedSide], out: Path, progress: Progress | None = None
) -> ChunkedCorpus:
    """Write the documents of a corpus of texts with what was counted on each of its sides.

    Raises InputError in one sentence where the disk is full or closed to us.
    """
    n_documents, size = len(corpus), documents_per_chunk(len(corpus))
    counted = [sides[side] for side in corpus.texts]
    try:
        for view, side in enumerate(counted):
            write_vocabulary(out, view, side.vocabulary)
        for number, first in enumerate(range(0, n_documents, size)):
            tick = partial(report, progress, first / n_documents, "Writing the chunks")
            tick()
            last = min(first + size, n_documents)
            write_chunk(
                chunk_folder(out, number),
                [_between(side.lines, first, last) for side in counted],
                [texts[first:last] for texts in corpus.texts.values()],
                [_facts(corpus, row) for row in range(first, last)],
                tick,
            )
        languages = {side: corpus.languages[side] for side in corpus.texts}
        n_words = tuple(len(side.vocabulary.terms) for side in counted)
        write_manifest(out, corpus.name, languages, n_words)
    except OSError as error:
        raise unwritable(out, error) from error
    return ChunkedCorpus.open(out)


def _between(lines: LineCounts, first: int, last: int) -> LineCounts:
    start, stop = np.searchsorted(lines.document, (first, last))
    return LineCounts(lines.counts[start:stop], lines.document[start:stop] - first)


def _facts(corpus: Corpus, row: int) -> dict[str, object]:
    fields = {name: cells[row] for name, cells in corpus.fields.items()}
    return {"id": corpus.ids[row], "title": corpus.titles[row], "fields": fields}
