"""A corpus from one table, or several of the same columns, and the text files they name."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import PurePosixPath

from gplsa.corpus.notes import DataWarning, doubt
from gplsa.errors import InputError
from gplsa.headings.reading import RDF
from gplsa.message import Message, count, listed, quoted
from gplsa.progress import Progress, in_shares, report, scaled
from gplsa.reading.choices import TABLE, Choices, Draft, examples_of
from gplsa.reading.files.upload import Upload, Uploads
from gplsa.reading.readers.file_reader import text_or_why
from gplsa.reading.readers.named_files import NamedFiles, may_be_picture
from gplsa.reading.readers.names import common_name
from gplsa.reading.readers.pictures import IMAGE_SIDE, is_picture_side, read_pictures
from gplsa.reading.tables.column_names import is_file_heading
from gplsa.reading.tables.columns import recognise_columns
from gplsa.reading.tables.formats import is_table, read_table
from gplsa.reading.tables.table import Table, by_languages, of_each_language, one_a_line


def read_tables(
    uploads: Uploads, choices: Choices, progress: Progress | None, *, fewest: int = 2
) -> Draft:
    """Rows of a table as documents; cells that name files beside it give way to their text.

    Several tables must have the same columns; their rows follow each other.
    fewest  sides that must be there, those of pictures included
    """
    # A .txt file can be a table too, where nothing else can.
    tables = [upload for upload in uploads if is_table(upload)] or list(uploads)[:1]
    table = _read_all(tables, choices, scaled(progress, 0.0, 0.5))
    others = [upload for upload in uploads if upload not in tables]
    files = NamedFiles(others)
    pictures = NamedFiles(others, may_be_picture)
    choices = _with_picture_columns(table, pictures, choices)
    file_columns = choices.file_columns
    if file_columns is None:
        file_columns = files.columns_naming_them(table)
    named = texts_named_in(table, file_columns, files, choices.encoding, scaled(progress, 0.5, 0.9))

    def cells(name: str) -> list[str]:
        return named.texts[name] if name in named.texts else table.column(name)

    chosen = replace(choices, kind=TABLE)
    recognised = recognise_columns(table, cells, file_columns, chosen, fewest=fewest)
    name = PurePosixPath(table.name).stem
    if len(tables) > 1:
        name = common_name([one.name for one in tables], name)
    draft = Draft(name, {}, recognised, table.columns)
    draft.refused, draft.warnings = named.refused, named.warnings
    shown: set[str] = set()
    for modality, name in (recognised.picture_columns or {}).items():
        named_here = pictures.named_in(table.column(name))
        read = read_pictures(_firsts(named_here), scaled(progress, 0.6, 1.0))
        draft.pictures[modality] = read.pictures
        draft.refused += read.refused
        draft.warnings += _about_files(name, table.column(name), named_here)
        draft.warnings += read.warnings
        shown |= {upload.name for files in named_here for upload in files}
    draft.warnings += _unnamed([one.name for one in pictures.all() if one.name not in shown])
    draft.refused += _left_out(one for one in others if one.name not in named.used | shown)
    for modality, names in (recognised.columns or {}).items():
        joined = zip(*(cells(name) for name in names), strict=True)
        draft.texts[modality] = [one_a_line(parts) for parts in joined]
    naming = [recognised.id_column or "", *(recognised.picture_columns or {}).values()]
    id_column = next(filter(None, naming), "")
    draft.ids = table.column(id_column) if id_column else None
    draft.titles = cells(recognised.title_column) if recognised.title_column else None
    draft.fields = {name: table.column(name) for name in recognised.carried or ()}
    draft.examples = {name: examples_of(cells(name)) for name in table.columns}
    draft.warnings += _warnings_about(table)
    return draft


def _read_all(tables: Uploads, choices: Choices, progress: Progress | None) -> Table:
    read = [read_table(upload, choices, part) for upload, part in in_shares(tables, progress)]
    first = read[0]
    read[1:] = [_called_alike(more, first) for more in read[1:]]
    if len(read) == 1:
        read += _sheets_alike(tables[0], first, choices)
    if joined := by_languages(read):
        return joined
    for more in read[1:]:
        if set(more.columns) != set(first.columns):
            raise InputError(
                "“{name}” and “{name2}” have different columns: read one at a time.",
                name=first.name,
                name2=more.name,
            )
        first.surplus += [first.n_rows + row for row in more.surplus]
        for name, column in zip(first.columns, first.cells, strict=True):
            column.extend(more.column(name))
        first.warning = first.warning or more.warning
        first.doubts += [doubt for doubt in more.doubts if doubt not in first.doubts]
    return by_languages(of_each_language(first)) or first


def _called_alike(more: Table, first: Table) -> Table:
    """With columns as the first calls them, where they differ from its own by capitals alone."""
    called = {name.casefold(): name for name in first.columns}
    if sorted(called) == sorted(map(str.casefold, more.columns)):
        more.columns = [called[name.casefold()] for name in more.columns]
    return more


def _sheets_alike(upload: Upload, first: Table, choices: Choices) -> Iterator[Table]:
    """Further sheets with the headings of the first, which are then no longer unread."""
    for name in list(first.unread) if first.header else ():
        try:
            sheet = _called_alike(read_table(upload, replace(choices, sheet=name)), first)
        except InputError:
            continue
        if sheet.header and set(sheet.columns) == set(first.columns):
            first.unread.remove(name)
            yield sheet


def _warnings_about(table: Table) -> Iterator[DataWarning]:
    if table.above:
        yield doubt(
            "cells",
            "What stands above the headings of “{name}” was left out: {above}.",
            name=table.name,
            above=listed(map(quoted, table.above)),
        )
    if table.unread:
        yield doubt(
            "cells",
            "Of “{name}” {others} was not read: the headings are others than those of the sheet "
            "“{sheet}”."
            if len(table.unread) == 1
            else "Of “{name}” {others} were not read: the headings are others than those of the "
            "sheet “{sheet}”.",
            name=table.name,
            sheet=table.sheet,
            others=listed(map(quoted, table.unread)),
        )
    if table.surplus:
        yield doubt(
            "cells",
            "{rows} of “{name}” has more cells than the first row; the surplus was left "
            "out. Is the separator right?"
            if len(table.surplus) == 1
            else "{rows} of “{name}” have more cells than the first row; the surplus was left "
            "out. Is the separator right?",
            table.surplus,
            rows=count(len(table.surplus), "row"),
            name=table.name,
        )
    yield from (DataWarning("cells", doubt) for doubt in table.doubts)
    if table.warning:
        yield DataWarning("encoding", table.warning)


def _left_out(others: Iterable[Upload]) -> Iterator[str]:
    """A sentence for each file that is neither named by the table nor a picture."""
    for upload in others:
        if upload.suffix in RDF:
            yield Message(
                "“{name}” is a vocabulary and holds no texts: give it where headings are learned, "
                "on the page Train under “Subject headings”.",
                name=upload.name,
            )
        elif not may_be_picture(upload):
            yield Message("“{name}” was left out: no row names it.", name=upload.name)


def _unnamed(unnamed: Sequence[str]) -> Iterator[DataWarning]:
    if unnamed:
        yield doubt(
            "files",
            "{number} is named in no row, “{unnamed}” for one."
            if len(unnamed) == 1
            else "{number} are named in no row, “{unnamed}” for one.",
            number=count(len(unnamed), "picture"),
            unnamed=unnamed[0],
        )


def _with_picture_columns(table: Table, pictures: NamedFiles, choices: Choices) -> Choices:
    """The columns that name pictures, chosen or found; a side chosen for one is none of texts."""
    known = choices.picture_columns
    naming = pictures.columns_naming_them(table) if known is None else tuple(known.values())
    # A heading such as “image” or “file” says more than an id that happens to be a file name.
    naming = tuple(sorted(naming, key=lambda name: not is_file_heading(name)))
    columns = dict(choices.columns) if choices.columns is not None else None
    found = dict(known or {})
    for modality, names in list((columns or {}).items()):
        called = naming and is_picture_side(modality) and names[0] not in table.columns
        if names[0] in naming or called:
            found[modality] = names[0] if names[0] in naming else naming[0]
            del columns[modality]  # type: ignore[union-attr]
    if known is None and not found and naming:
        different = {
            tuple(_firsts(pictures.named_in(table.column(name)))): name for name in naming[::-1]
        }
        named = [name for name in naming if name in different.values()]
        found = {IMAGE_SIDE: named[0]} if len(named) == 1 else {name: name for name in named}
    return replace(choices, columns=columns, picture_columns=found)


@dataclass
class NamedTexts:
    """The texts of files that columns of a table name.

    texts  by column;  used  the names of the files;  refused, warnings  as of `Draft`
    """

    texts: dict[str, list[str]] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)
    refused: list[str] = field(default_factory=list)
    warnings: list[DataWarning] = field(default_factory=list)


def texts_named_in(
    table: Table,
    columns: Sequence[str],
    files: NamedFiles,
    encoding: str | None,
    progress: Progress | None,
) -> NamedTexts:
    """Of those columns that the table has."""
    found = NamedTexts()
    for name in filter(table.columns.__contains__, columns):
        named = files.named_in(table.column(name))
        found.warnings += _about_files(name, table.column(name), named)
        found.used |= {upload.name for upload in chain.from_iterable(named)}
        found.texts[name] = []
        for number, upload in enumerate(_firsts(named), start=1):
            text, why = text_or_why(upload, encoding)
            found.texts[name].append(text)
            found.refused += why
            report(progress, number / table.n_rows, "Reading")
    return found


def _firsts(named: Sequence[Uploads]) -> list[Upload | None]:
    return [next(iter(files), None) for files in named]


def _about_files(
    column: str, cells: Sequence[str], named: Sequence[Uploads]
) -> Iterator[DataWarning]:
    several = [row for row, files in enumerate(named) if len(files) > 1]
    if several:
        yield doubt(
            "files",
            "{number} of the column “{column}” names several files, “{example}”: the first was "
            "read."
            if len(several) == 1
            else "{number} of the column “{column}” name several files, “{example}” for one: the "
            "first of each was read.",
            several,
            number=count(len(several), "cell"),
            column=column,
            example=cells[several[0]],
        )
    missing = [row for row, cell in enumerate(cells) if cell.strip() and not named[row]]
    if missing:
        yield doubt(
            "files",
            "{number} named in the column “{column}” is not there, “{example}”: its document goes "
            "without."
            if len(missing) == 1
            else "{number} named in the column “{column}” are not there, “{example}” for one: "
            "their documents go without.",
            missing,
            number=count(len(missing), "file"),
            column=column,
            example=cells[missing[0]],
        )
