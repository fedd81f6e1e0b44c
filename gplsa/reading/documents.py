"""Unseen documents, one or thousands: files of any kind, folders, ZIPs, rows of tables."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from gplsa.corpus.corpus import IMAGE, TEXT
from gplsa.corpus.features import Features
from gplsa.errors import InputError
from gplsa.message import Message
from gplsa.names import unique_name
from gplsa.progress import Progress, report, scaled
from gplsa.reading.choices import Choices
from gplsa.reading.files.extract import DOCUMENT_SUFFIXES, refusal, text_of
from gplsa.reading.files.upload import Upload
from gplsa.reading.files.zipped import expand
from gplsa.reading.readers.matrix_reader import iter_rows
from gplsa.reading.readers.pictures import iter_pictures
from gplsa.reading.readers.table_reader import NamedFiles, contents_of
from gplsa.reading.tables import headings
from gplsa.reading.tables.columns import ColumnFacts, describe, find_id
from gplsa.reading.tables.formats import is_table, read_table
from gplsa.reading.tables.table import Table


@dataclass(frozen=True)
class Document:
    """One text, picture or row of features to be told about; fields are the other columns of its
    table."""

    id: str
    text: str = ""
    fields: dict[str, str] = field(default_factory=dict)
    picture: bytes = b""
    features: Features | None = None

    @property
    def item(self) -> str | bytes | Features:
        """What there is of it, as the vocabulary of its side counts it."""
        return self.features or self.picture or self.text


@dataclass(frozen=True)
class DocumentBatch:
    """Documents column by column; a field is "" for documents whose table lacks it.

    items     texts, pictures or rows of features
    refused   one sentence for every file that could not be read
    """

    ids: list[str]
    items: list[Any]
    fields: dict[str, list[str]] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.ids)


def read_documents(
    uploads: Sequence[Upload],
    *,
    kind: str = TEXT,
    language: str = "",
    progress: Progress | None = None,
) -> DocumentBatch:
    """All the documents at once; parameters and errors as in `iter_documents`."""
    refused: list[str] = []
    documents = list(
        iter_documents(
            uploads,
            kind=kind,
            language=language,
            refused=refused,
            progress=progress,
        )
    )
    return batch_of(documents, refused)


def batch_of(documents: Sequence[Document], refused: list[str]) -> DocumentBatch:
    """Documents column by column."""
    names = dict.fromkeys(name for document in documents for name in document.fields)
    return DocumentBatch(
        ids=[document.id for document in documents],
        items=[document.item for document in documents],
        fields={name: [document.fields.get(name, "") for document in documents] for name in names},
        refused=refused,
    )


def iter_documents(
    uploads: Iterable[Upload],
    *,
    kind: str = TEXT,
    language: str = "",
    refused: list[str] | None = None,
    progress: Progress | None = None,
) -> Iterator[Document]:
    """Documents one by one, so that thousands of files never are in memory together.

    kind is that of the side they belong to: "text", "image" (each picture is a document) or
    "features" (each row of a matrix is one).  Of texts, a row of a table is a document; its text
    comes from the columns that are in `language` by heading or content, else from the longest one.
    Files that a table names are the texts of its rows.  A file that cannot be read adds a sentence
    to `refused`.
    Errors: InputError where nothing could be read.
    """
    problems = refused if refused is not None else []
    files = expand(list(uploads), keep_going=True)
    problems += files.refused
    if kind != TEXT:
        yield from _without_text(files.uploads, kind, problems, progress)
        return
    named = NamedFiles([upload for upload in files.uploads if not is_table(upload)])
    # Tables first: what they name is not a document of its own.
    ordered = sorted(files.uploads, key=lambda upload: not is_table(upload))
    seen: dict[str, int] = {}
    for number, upload in enumerate(ordered):
        part = scaled(progress, number / len(ordered), (number + 1) / len(ordered))
        report(part, 0.0, "Reading")
        try:
            if is_table(upload):
                found = _rows(upload, language, named, problems, part)
            elif upload.name in named.used:
                continue
            elif upload.suffix in DOCUMENT_SUFFIXES:
                found = [Document(upload.name, text_of(upload, progress=part))]
            else:
                problems.append(refusal(upload))
                continue
        except InputError as error:
            problems.append(error.message)
            continue
        for document in found:
            unique = unique_name(document.id, seen)
            yield Document(unique, document.text, document.fields)
    if not seen:
        raise InputError(problems[0] if problems else "There is no document to read.")
    report(progress, 1.0, "Reading")


def _without_text(
    uploads: Sequence[Upload], kind: str, refused: list[str], progress: Progress | None
) -> Iterator[Document]:
    """Pictures, or rows of matrices."""
    read = iter_pictures if kind == IMAGE else iter_rows
    seen: dict[str, int] = {}
    for document_id, found in read(uploads, refused, progress):
        unique = unique_name(document_id, seen)
        if isinstance(found, bytes):
            yield Document(unique, picture=found)
        else:
            yield Document(unique, features=found)
    if not seen:
        nothing = Message(
            "There is no picture to read."
            if kind == IMAGE
            else "There is no matrix of features to read."
        )
        raise InputError(refused[0] if refused else nothing)
    report(progress, 1.0, "Reading")


def _rows(
    upload: Upload,
    language: str,
    named: NamedFiles,
    refused: list[str],
    progress: Progress | None,
) -> list[Document]:
    table = read_table(upload, Choices(), scaled(progress, 0.0, 0.5))
    contents: dict[str, list[str]] = {}
    for name in named.columns_naming_them(table):
        part = scaled(progress, 0.5, 1.0)
        contents[name], _ = contents_of(table.column(name), named, None, refused, part)
    cells = {name: contents.get(name) or table.column(name) for name in table.columns}
    facts = [describe(name, cells[name]) for name in table.columns]
    id_column = find_id(facts, tuple(contents)) if len(facts) > 1 else ""
    wanted = _text_columns([fact for fact in facts if fact.name != id_column], language)
    if not wanted:
        raise InputError("“{name}” has no column with text.", name=upload.name)
    return [
        Document(row_id, text, row)
        for row_id, text, row in _documents_of(table, cells, wanted, id_column)
        if text
    ]


def _text_columns(facts: Sequence[ColumnFacts], language: str) -> list[str]:
    texts = [fact for fact in facts if fact.is_text]
    marked = [
        fact.name for fact in texts if language and headings.language_in(fact.name) == language
    ]
    written = [
        fact.name for fact in texts if language and fact.language == language and fact.is_prose
    ]
    longest = sorted(texts, key=lambda fact: -fact.characters * fact.distinct)[:1]
    return marked or written or [fact.name for fact in longest]


def _documents_of(
    table: Table, cells: dict[str, list[str]], wanted: Sequence[str], id_column: str
) -> Iterator[tuple[str, str, dict[str, str]]]:
    # A column of file names stays with the document, one of texts would only double it.
    carried = [
        name for name in table.columns if name not in wanted or cells[name] != table.column(name)
    ]
    columns = {name: table.column(name) for name in carried}
    for row in range(table.n_rows):
        text = "\n".join(cells[name][row].strip() for name in wanted if cells[name][row].strip())
        row_id = (columns[id_column][row] if id_column in columns else "") or str(row + 1)
        yield row_id, text, {name: column[row] for name, column in columns.items()}
