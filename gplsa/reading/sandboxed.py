"""The readers, each in a process of its own: what the app and the command line call.

Whatever a file does to its reader, it costs one sentence (`gplsa.sandbox`), and the files beside it
are read all the same.
"""

from collections.abc import Iterator
from functools import partial
from itertools import chain
from typing import Any, Unpack

import numpy as np
from scipy import sparse

from gplsa.corpus.corpus import Corpus
from gplsa.corpus.features import Features
from gplsa.corpus.notes import DataWarning, Done
from gplsa.images.decode import small_picture
from gplsa.message import MEBIBYTE, Message, quoted
from gplsa.progress import Progress, report
from gplsa.reading import documents, read
from gplsa.reading.choices import Choices, Reading
from gplsa.reading.documents import Document, ReadingOptions, TableSeen
from gplsa.reading.files import limits
from gplsa.reading.files.upload import Upload, Uploads
from gplsa.reading.readers.matrices import arrays_in
from gplsa.sandbox import Limits, in_worker, stream_from_worker
from gplsa.sandbox.limits import memory_at_hand

_PLAIN = (Reading, Choices, DataWarning, Done, Corpus, Features, Document, TableSeen)
_KINDS = {kind.__name__: kind for kind in _PLAIN}
_AT_ONCE = 64  # documents
_AT_ONCE_CHARACTERS = 4_000_000


def read_corpus(
    uploads: Uploads, choices: Choices | None = None, progress: Progress | None = None
) -> Reading:
    """`gplsa.reading.read_corpus`, in the sandbox."""
    told = _for_worker(uploads)
    return in_worker(read.read_corpus, list(uploads), choices, **told, progress=progress)


def iter_documents(
    uploads: Uploads,
    *,
    refused: list[str] | None = None,
    progress: Progress | None = None,
    **asked: Unpack[ReadingOptions],
) -> Iterator[Document]:
    """`gplsa.reading.iter_documents`, in the sandbox."""
    for found, sentences in stream_from_worker(
        _some_documents, list(uploads), asked, **_for_worker(uploads), progress=progress
    ):
        if refused is not None:
            refused += sentences
        yield from found
    report(progress, 1.0, "Reading")


read_documents = partial(documents.read_documents, read=iter_documents)
"""`gplsa.reading.read_documents`, in the sandbox."""


def look_at_table(uploads: Uploads, language: str = "") -> TableSeen | None:
    """`gplsa.reading.documents.look_at_table`, in the sandbox."""
    return in_worker(documents.look_at_table, list(uploads), language, **_for_worker(uploads))


def read_picture(name: str, data: bytes) -> bytes:
    """`gplsa.images.small_picture`, in the sandbox."""
    return in_worker(small_picture, name, data, **_for_worker([Upload.from_bytes(name, data)]))


def read_arrays(upload: Upload) -> dict[str, np.ndarray | sparse.csr_matrix]:
    """`arrays_in`, in the sandbox."""
    return in_worker(arrays_in, upload, **_for_worker([upload]))


def limits_for(uploads: Uploads) -> Limits:
    """Memory and time by the size of what is read."""
    size = sum(upload.size for upload in uploads)
    memory = min(limits.reading_bytes(size), limits.READING_MOST_BYTES, memory_at_hand())
    seconds = limits.READING_SECONDS + limits.READING_SECONDS_PER_MEBIBYTE * size / MEBIBYTE
    return Limits(memory, int(min(seconds, limits.READING_MOST_SECONDS)))


def _for_worker(uploads: Uploads) -> dict[str, Any]:
    """What a worker is told of the files that it reads."""
    what = Message("What was read")
    if len(uploads) == 1:
        what = quoted(uploads[0].name)
    elif uploads:
        what = Message("What was read with “{name}”", name=uploads[0].name)
    several = len(uploads) > 1 or any(upload.suffix == ".zip" for upload in uploads)
    return {"what": what, "limits": limits_for(uploads), "kinds": _KINDS, "several": several}


def _some_documents(
    uploads: Uploads, asked: ReadingOptions, progress: Progress
) -> Iterator[tuple[list[Document], list[str]]]:
    """Some documents at a time, and the sentences about files that were refused meanwhile."""
    refused: list[str] = []
    found: list[Document] = []
    size = reported = 0
    everything = documents.iter_documents(uploads, refused=refused, progress=progress, **asked)
    for document in chain(everything, [None]):
        if document is not None:
            found.append(document)
            size += len(document.item) + 100
        if document is None or len(found) >= _AT_ONCE or size > _AT_ONCE_CHARACTERS:
            yield found, refused[reported:]
            reported, found, size = len(refused), [], 0
