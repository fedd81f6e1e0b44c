"""Features computed elsewhere as sides: matrices from .npz and .mat files, checked before they are
used, beside a table of texts, or beside each other."""

import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np
from scipy import sparse

from gplsa.corpus.features import Features, split_signs
from gplsa.errors import InputError
from gplsa.message import Message, listed, quoted
from gplsa.names import unique_name
from gplsa.progress import Progress, report, scaled
from gplsa.reading.choices import MATRIX, Choices, Draft
from gplsa.reading.files import limits
from gplsa.reading.files.arrays import arrays_of_mat, arrays_of_npz
from gplsa.reading.files.decoding import clean
from gplsa.reading.files.upload import Upload, Uploads
from gplsa.reading.readers.names import corpus_name
from gplsa.reading.readers.table_reader import read_tables
from gplsa.reading.tables.formats import is_table, read_table
from gplsa.reading.tables.table import Table

MATRIX_SUFFIXES = frozenset({".npz", ".mat"})
_NAMES = "_names"
_IDS = "ids"
_HDF = (b"\x89HDF", b"MATLAB 7.3")

# What reading ends with for files that are broken or no such files.
_BROKEN = (
    ValueError, TypeError, KeyError, IndexError, OSError, EOFError, NotImplementedError,
    zipfile.BadZipFile, zlib.error, struct.error, OverflowError, RuntimeError, SyntaxError,
    RecursionError, ZeroDivisionError,
)  # fmt: skip
_UNPACKED_SHARE = 0.75  # of the memory that reading may take: what the file unpacks to at most
_BYTES_PER_VALUE = 26  # a value above zero with its column, kept twice in the course of reading
_BLOCK_VALUES = 1_000_000

_Array = np.ndarray | sparse.csr_matrix


def is_matrix(upload: Upload) -> bool:
    return upload.suffix in MATRIX_SUFFIXES


def arrays_in(upload: Upload) -> dict[str, _Array]:
    """Every array of a .npz or .mat file by name; nothing that would have to be unpickled."""
    data = upload.read()
    if data.startswith(_HDF):
        raise InputError(
            "“{name}” is a MATLAB 7.3 file: save it with -v7, or as .npz.", name=upload.name
        )
    unpack = arrays_of_npz if upload.suffix == ".npz" else arrays_of_mat
    try:
        arrays = unpack(data, int(_UNPACKED_SHARE * limits.reading_bytes(len(data))))
        _check_room(arrays, len(data))
    except (limits.Swollen, MemoryError) as error:
        raise InputError(
            "“{name}” would unpack to far more than a file of its size may: save it as a sparse "
            "matrix (scipy.sparse.save_npz), or without compression.",
            name=upload.name,
        ) from error
    except _BROKEN as error:
        raise InputError(
            "“{name}” is damaged, or no {suffix} file.", name=upload.name, suffix=upload.suffix
        ) from error
    return arrays


def matrices_in(upload: Upload) -> tuple[dict[str, Features], list[str]]:
    """The matrices of a file by name, one row a document, and the ids of the rows where given.

    Names of columns come from an array called like the matrix with "_names" behind it, else they
    are numbered.  Arrays of other shapes are passed over.
    What is below zero becomes columns of its own, see `split_signs`.
    """
    arrays = arrays_in(upload)
    found = {}
    for name, array in arrays.items():
        if array.ndim == 2 and min(array.shape) > 1 and array.dtype.kind in "biuf":
            found[name] = _features(upload.name, name, array, arrays.get(name + _NAMES))
    if not found:
        raise InputError(
            "“{name}” holds no matrix of numbers with a row per document.", name=upload.name
        )
    ids = arrays.get(_IDS)
    return found, _strings(ids) if isinstance(ids, np.ndarray) else []


def features_of_table(table: Table) -> tuple[Features, list[str]] | None:
    """The numbers of a table and the ids before them; None where it is a table of something else.

    A matrix has one column at most that is not of numbers: the first, with ids.
    """
    columns = [table.column(name) for name in table.columns]
    numbers = [_numbers(column) for column in columns]
    n_ids = 1 if numbers[0] is None or table.columns[0].lower() == "id" else 0
    values = numbers[n_ids:]
    if len(values) < 2 or any(column is None for column in values):
        return None
    matrix = np.column_stack([column for column in values if column is not None])
    features = _features(table.name, "", matrix, np.array(table.columns[n_ids:]))
    return features, columns[0] if n_ids else []


def _numbers(cells: list[str]) -> np.ndarray | None:
    try:
        return np.array([cell.strip() or "0" for cell in cells], dtype=np.float64)
    except ValueError:
        return None


def _check_room(arrays: Mapping[str, _Array], n_bytes: int) -> None:
    """Swollen where the values above zero, kept twice in the course of reading, take too much."""
    numbers = (array for array in arrays.values() if array.dtype.kind in "biuf")
    values = sum(one.nnz if sparse.issparse(one) else np.count_nonzero(one) for one in numbers)
    if _BYTES_PER_VALUE * values > 0.95 * limits.reading_bytes(n_bytes):
        raise limits.Swollen


def _features(file: str, name: str, array: _Array, names: _Array | None) -> Features:
    rows, columns = array.shape
    what = Message("“{name}” in “{file}”", name=name, file=file) if name else quoted(file)
    told = {"what": what, "rows": rows, "columns": columns}
    if not sparse.issparse(array) and rows * columns > limits.MATRIX_VALUES:
        raise InputError("{what} has {rows:,} × {columns:,} values, more than are read.", **told)
    if rows > limits.ROWS or columns > limits.MATRIX_COLUMNS:
        raise InputError(
            "{what} has {rows:,} rows and {columns:,} columns; at most {rows2:,} and "
            "{matrix_columns:,} are read.",
            **told,
            rows2=limits.ROWS,
            matrix_columns=limits.MATRIX_COLUMNS,
        )
    values = _compressed(array)
    if not np.isfinite(values.data).all():
        raise InputError("{what} holds values that are no numbers.", what=what)
    given = _strings(names) if isinstance(names, np.ndarray) else []
    if len(given) != columns or len(set(given)) != columns:
        given = [f"{name or 'column'} {number}" for number in range(1, columns + 1)]
    return Features(*split_signs(given, values))


def _compressed(array: _Array) -> sparse.csr_matrix:
    """CSR, float64; a dense array block by block, as SciPy copies it several times."""
    if sparse.issparse(array):
        return array
    step = max(_BLOCK_VALUES // array.shape[1], 1)
    parts = (array[start : start + step] for start in range(0, array.shape[0], step))
    blocks = [sparse.csr_matrix(np.asarray(part, dtype=np.float64)) for part in parts]
    return sparse.csr_matrix(sparse.vstack(blocks, "csr"))


def _strings(array: np.ndarray) -> list[str]:
    return [clean(str(item)).strip() for item in array.ravel(order="F").tolist()]


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
