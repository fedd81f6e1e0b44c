"""Unseen documents, one or thousands: files of any kind, folders, ZIPs, rows of tables."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypedDict, Unpack

from gplsa.corpus.corpus import IMAGE, TEXT
from gplsa.corpus.features import Features
from gplsa.errors import InputError
from gplsa.message import Message, count
from gplsa.names import unique_name
from gplsa.progress import Progress, in_shares, report, scaled
from gplsa.reading.choices import Choices, examples_of
from gplsa.reading.files.extract import can_extract, refusal, text_of
from gplsa.reading.files.upload import Upload, Uploads
from gplsa.reading.files.zipped import expand
from gplsa.reading.readers.matrices import iter_rows
from gplsa.reading.readers.named_files import NamedFiles
from gplsa.reading.readers.pictures import iter_pictures
from gplsa.reading.readers.table_reader import texts_named_in
from gplsa.reading.tables import column_names
from gplsa.reading.tables.columns import ColumnFacts, describe, find_id, texts_in
from gplsa.reading.tables.formats import is_table, read_table
from gplsa.reading.tables.table import Table, one_a_line


@dataclass(frozen=True)
class Document:
    """One to be told about; fields are the columns of its table, as far as they are kept.

    item  text, picture or row of features, as the vocabulary of its side counts it
    """

    id: str
    item: str | bytes | Features
    fields: dict[str, str] = field(default_factory=dict)


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


class ReadingOptions(TypedDict, total=False):
    """How documents are to be read, as `iter_documents` says."""

    kind: str
    language: str
    choices: Choices | None


@dataclass(frozen=True)
class TableSeen:
    """The columns of a table of documents, the first filled cells of each, and what they are taken
    for: `recognised` has `columns` ("" -> those of the text), `id_column`, `carried`; its rows."""

    columns: list[str]
    examples: dict[str, list[str]]
    recognised: Choices
    n_rows: int


def look_at_table(uploads: Uploads, language: str = "") -> TableSeen | None:
    """The first table among the files, as `iter_documents` would read it; None without one."""
    files = expand(list(uploads), keep_going=True).uploads
    upload = next((upload for upload in files if is_table(upload)), None)
    if upload is None:
        return None
    table = read_table(upload, Choices(), None)
    named = NamedFiles([upload for upload in files if not is_table(upload)])
    cells = {name: table.column(name) for name in table.columns}
    chosen = _recognised(table, cells, tuple(named.columns_naming_them(table)), language, None)
    examples = {name: examples_of(column) for name, column in cells.items()}
    return TableSeen(table.columns, examples, chosen, table.n_rows)


def read_documents(
    uploads: Uploads,
    *,
    progress: Progress | None = None,
    read: Callable[..., Iterator[Document]] | None = None,
    **asked: Unpack[ReadingOptions],
) -> DocumentBatch:
    """All the documents at once; parameters and errors as in `iter_documents`.

    read  `iter_documents`, or that of `gplsa.reading.sandboxed`
    """
    refused: list[str] = []
    documents = [*(read or iter_documents)(uploads, refused=refused, progress=progress, **asked)]
    names = dict.fromkeys(name for document in documents for name in document.fields)

    def cell(document: Document, name: str) -> str:
        """The text itself where that is its cell: in memory once."""
        value = document.fields.get(name, "")
        return str(document.item) if value == document.item else value

    return DocumentBatch(
        ids=[document.id for document in documents],
        items=[document.item for document in documents],
        fields={name: [cell(document, name) for document in documents] for name in names},
        refused=refused,
    )


def iter_documents(
    uploads: Iterable[Upload],
    *,
    kind: str = TEXT,
    language: str = "",
    choices: Choices | None = None,
    refused: list[str] | None = None,
    progress: Progress | None = None,
) -> Iterator[Document]:
    """Documents one by one, so that thousands of files never are in memory together.

    kind is that of the side they belong to: "text", "image" (each picture is a document) or
    "features" (each row of a matrix is one).  Of texts, a row of a table is a document; its text
    comes from the columns that are in `language` by heading or content, else from the longest one,
    or as `choices` say (see `TableSeen`) in tables that have the columns chosen.
    Files that a table names are the texts of its rows.  A file that cannot be read adds a sentence
    to `refused`.
    """
    problems = refused if refused is not None else []
    files = expand(list(uploads), keep_going=True)
    problems += files.refused
    if kind != TEXT:
        yield from _pictures_or_rows(files.uploads, kind, problems, progress)
        return
    beside = NamedFiles([upload for upload in files.uploads if not is_table(upload)])
    used: set[str] = set()
    # Tables first: what they name is not a document of its own.
    ordered = sorted(files.uploads, key=lambda upload: not is_table(upload))
    seen: dict[str, int] = {}
    for upload, part in in_shares(ordered, progress):
        report(part, 0.0, "Reading")
        try:
            if is_table(upload):
                table = read_table(upload, Choices(), scaled(part, 0.0, 0.5))
                columns = beside.columns_naming_them(table)
                named = texts_named_in(table, columns, beside, None, scaled(part, 0.5, 1.0))
                used |= named.used
                problems += named.refused
                found = _rows(table, named.texts, language, choices)
                problems += _without_text(table.n_rows - len(found), table.name)
            elif upload.name in used:
                continue
            elif can_extract(upload):
                found = [Document(upload.name, text_of(upload, progress=part))]
            else:
                problems.append(refusal(upload))
                continue
        except InputError as error:
            problems.append(error.message)
            continue
        for document in found:
            yield replace(document, id=unique_name(document.id, seen))
    if not seen:
        raise InputError(problems[0] if problems else "There is no document to read.")
    report(progress, 1.0, "Reading")


def _pictures_or_rows(
    uploads: Uploads, kind: str, refused: list[str], progress: Progress | None
) -> Iterator[Document]:
    read = iter_pictures if kind == IMAGE else iter_rows
    seen: dict[str, int] = {}
    for document_id, found in read(uploads, refused, progress):
        yield Document(unique_name(document_id, seen), found)
    if not seen and refused:
        raise InputError(refused[0])
    if not seen and kind == IMAGE:
        raise InputError("There is no picture to read.")
    if not seen:
        raise InputError("There is no matrix of features to read.")
    report(progress, 1.0, "Reading")


def _rows(
    table: Table, contents: Mapping[str, list[str]], language: str, choices: Choices | None
) -> list[Document]:
    """contents  by column the texts of the files that its cells name"""
    cells = {name: contents.get(name) or table.column(name) for name in table.columns}
    chosen = _recognised(table, cells, tuple(contents), language, choices)
    wanted = (chosen.columns or {})[""]
    if not wanted:
        raise InputError("“{name}” has no column with text.", name=table.name)
    has_ids = chosen.id_column in table.columns
    ids = table.column(chosen.id_column or "") if has_ids else [""] * table.n_rows
    used = {*(chosen.carried or ()), *wanted, chosen.id_column}
    carried = {name: table.column(name) for name in table.columns if name in used}
    return [
        Document(ids[row] or str(row + 1), text, {n: column[row] for n, column in carried.items()})
        for row, parts in enumerate(zip(*(cells[name] for name in wanted), strict=True))
        if (text := one_a_line(parts))
    ]


def _without_text(n_rows: int, name: str) -> list[str]:
    message = Message(
        "{rows} of “{name}” has no text." if n_rows == 1 else "{rows} of “{name}” have no text.",
        rows=count(n_rows, "row"),
        name=name,
    )
    return [message] if n_rows else []


def _recognised(
    table: Table,
    cells: dict[str, list[str]],
    naming: tuple[str, ...],
    language: str,
    choices: Choices | None,
) -> Choices:
    """As they were chosen, where the table has these columns; naming: columns of file names."""
    if choices is not None and {*(choices.columns or {})[""]} <= {*table.columns}:
        return choices
    facts = [describe(name, cells[name]) for name in table.columns]
    id_column = find_id(facts, naming) if len(facts) > 1 else ""
    wanted = _text_columns([fact for fact in facts if fact.name != id_column], language)
    # Titles and names of files stay with the document, other texts would only double it.
    titles = {fact.name for fact in facts if fact.is_title}
    stay = [name for name in wanted if name in naming or name in titles]
    stay = stay if len(wanted) > 1 else [name for name in stay if name in naming]
    carried = tuple(name for name in table.columns if name not in wanted or name in stay)
    return Choices(columns={"": tuple(wanted)}, id_column=id_column, carried=carried)


def _text_columns(facts: Sequence[ColumnFacts], language: str) -> list[str]:
    texts = texts_in(facts)
    sought = texts if language else []
    marked = [fact.name for fact in sought if column_names.language_in(fact.name) == language]
    written = [fact.name for fact in sought if fact.language == language and fact.is_prose]
    longest = sorted(texts, key=lambda fact: -fact.characters * fact.distinct)[:1]
    found = marked or written or [fact.name for fact in longest]
    if any(fact.is_title for fact in texts if fact.name in found):
        return found
    titles = [
        fact.name
        for fact in texts
        if fact.is_title and {fact.language, column_names.language_in(fact.name)} <= {"", language}
    ]
    return [*titles[:1], *found]
