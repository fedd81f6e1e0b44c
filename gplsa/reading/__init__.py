"""Reading what people have: tables, text pairs, paired files, TMX, documents of any office."""

from gplsa.corpus.notes import DataWarning
from gplsa.reading.choices import Choices, Reading
from gplsa.reading.data_warnings import (
    cleaned,
    exchanged,
    find_warnings,
    moved_back,
    with_warnings,
    without_rows,
)
from gplsa.reading.documents import iter_documents, read_documents
from gplsa.reading.files.upload import Upload, uploads_from_folder
from gplsa.reading.memory import Held, reading_of_memory
from gplsa.reading.read import read_corpus, read_paths, uploads_of
from gplsa.reading.vectors import Encoder

__all__ = [
    "Choices", "DataWarning", "Encoder", "Held", "Reading", "Upload", "cleaned", "exchanged",
    "find_warnings", "iter_documents", "moved_back", "read_corpus", "read_documents", "read_paths",
    "reading_of_memory", "uploads_from_folder", "uploads_of", "with_warnings", "without_rows",
]  # fmt: skip
