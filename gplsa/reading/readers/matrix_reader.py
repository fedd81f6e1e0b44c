"""Features computed elsewhere as sides: matrices beside a table of texts, or beside each other."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from gplsa.corpus.features import Features
from gplsa.errors import InputError
from gplsa.message import Message, listed
from gplsa.names import unique_name
from gplsa.progress import Progress, report, scaled
from gplsa.reading.choices import MATRIX, Choices
from gplsa.reading.draft import Draft
from gplsa.reading.files.upload import Upload, Uploads
from gplsa.reading.readers.matrices import features_of_table, is_matrix, matrices_in
from gplsa.reading.readers.names import corpus_name
from gplsa.reading.readers.table_reader import read_tables
from gplsa.reading.tables.formats import is_table, read_table


def read_matrices(uploads: Uploads, choices: Choices, progress: Progress | None) -> Draft:
    """Row i of each matrix belongs to row i of the others and of the table, if there is one.

    Where a matrix and the table have ids in common, its rows are put into the table's order.
    """
    found: dict[str, tuple[Features, list[str]]] = {}
    others: list[Upload] = []
    for upload in uploads:
        matrices = _matrices(upload)
        if not matrices:
            others.append(upload)
        for name, matrix in matrices.items():
            found[unique_name(name, dict.fromkeys(found, 1))] = matrix
    chosen = choices.columns
    if chosen is not None:
        found = {m: found[names[0]] for m, names in chosen.items() if names[0] in found}
    if any(map(is_table, others)):
        columns = None if chosen is None else {m: c for m, c in chosen.items() if m not in found}
        asked = replace(choices, columns=columns)
        draft = read_tables(others, asked, scaled(progress, 0.3, 1.0), fewest=1)
    else:
        draft = Draft(corpus_name(uploads, "features"), {}, choices, [])
        draft.ids = next((ids for _, ids in found.values() if ids), None)
    draft.features = {name: _in_order(*matrix, draft.ids) for name, matrix in found.items()}
    _check_rows(draft)
    draft.columns = list(dict.fromkeys([*draft.columns, *found]))
    sides = {m: (m,) for m in found} | dict(draft.recognised.columns or {})
    draft.recognised = replace(draft.recognised, kind=MATRIX, columns=sides)
    return draft


def has_matrix(uploads: Uploads) -> bool:
    """Whether one of the files is a matrix; a single table of numbers is not taken for one."""
    tables = [upload for upload in uploads if is_table(upload)]
    return any(map(is_matrix, uploads)) or (len(tables) > 1 and any(map(_matrices, tables)))


def iter_rows(
    uploads: Uploads, refused: list[str], progress: Progress | None = None
) -> Iterator[tuple[str, Features]]:
    """Id and features of every row of every matrix; a sentence in `refused` for other files."""
    for number, upload in enumerate(uploads, start=1):
        try:
            matrices = _matrices(upload)
        except InputError as error:
            refused.append(error.message)
            continue
        if not matrices:
            refused.append(Message("“{name}” holds no matrix of features.", name=upload.name))
        for features, ids in matrices.values():
            for row in range(len(features)):
                yield ids[row] if ids else str(row + 1), features.subset([row])
        report(progress, number / len(uploads), "Reading")


def _matrices(upload: Upload) -> dict[str, tuple[Features, list[str]]]:
    """The matrices of one file with the ids of their rows; none where it is something else."""
    if is_matrix(upload):
        matrices, ids = matrices_in(upload)
        # Ids of another number of rows belong to something else.
        return {n: (f, ids if len(ids) == len(f) else []) for n, f in matrices.items()}
    table = features_of_table(read_table(upload)) if is_table(upload) else None
    return {upload.stem: table} if table else {}


def _in_order(features: Features, ids: Sequence[str], wanted: Sequence[str] | None) -> Features:
    """The rows in the order of the ids wanted, empty where one is not there."""
    place = {name: row for row, name in enumerate(ids)}
    if wanted is None or not set(wanted) & set(place):
        return features
    return features.extended(1).subset([place.get(name, len(features)) for name in wanted])


def _check_rows(draft: Draft) -> None:
    lengths = {m: len(side) for m, side in draft.features.items()}
    lengths |= {m: len(column) for m, column in (draft.texts | draft.pictures).items()}
    if len(lengths) == 1:
        raise InputError(
            "Only one side was found, “{side}”: add another matrix, or a table of texts, with as "
            "many rows.",
            side=next(iter(lengths)),
        )
    if len(set(lengths.values())) > 1:
        raise InputError(
            "The sides have different numbers of rows: {listed}. Choose sides whose rows are of "
            "the same documents.",
            listed=listed(Message("“{side}” has {n:,}", side=m, n=n) for m, n in lengths.items()),
        )
