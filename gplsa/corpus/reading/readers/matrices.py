"""Matrices of features from .npz and .mat files, checked before they are used."""

import io
import zipfile
import zlib
from collections.abc import Iterator
from typing import Any

import numpy as np
from scipy import io as scipy_io
from scipy import sparse

from gplsa.corpus.features import Features
from gplsa.corpus.reading.files import limits
from gplsa.corpus.reading.files.upload import Upload
from gplsa.corpus.reading.tables.table import Table
from gplsa.errors import InputError

MATRIX_SUFFIXES = frozenset({".npz", ".mat"})
_NAMES = "_names"
_IDS = "ids"
_HDF = b"\x89HDF"

# What NumPy and SciPy end with for files that are broken or no such files.
_BROKEN = (
    ValueError, TypeError, KeyError, IndexError, OSError, EOFError, NotImplementedError,
    zipfile.BadZipFile, zlib.error, MemoryError, OverflowError, RuntimeError,
)  # fmt: skip


def is_matrix(upload: Upload) -> bool:
    return upload.suffix in MATRIX_SUFFIXES


def arrays_in(upload: Upload) -> dict[str, np.ndarray | sparse.csr_matrix]:
    """Every array of a .npz or .mat file by name; nothing that would have to be unpickled.

    Errors: InputError where the file is broken or holds objects.
    """
    data = upload.read()
    if data[:4] == _HDF:
        raise InputError(f"“{upload.name}” is a MATLAB 7.3 file: save it with -v7, or as .npz.")
    try:
        return _from_npz(data) if upload.suffix == ".npz" else _from_mat(data)
    except _BROKEN as error:
        raise InputError(f"“{upload.name}” is damaged, or no {upload.suffix} file.") from error


def matrices_in(upload: Upload) -> tuple[dict[str, Features], list[str]]:
    """The matrices of a file by name, one row a document, and the ids of the rows where given.

    Names of columns come from an array called like the matrix with "_names" behind it, else they
    are numbered.  Arrays of other shapes are passed over.
    Errors: InputError where the file is broken, holds objects or no matrix, or a value is negative.
    """
    arrays = arrays_in(upload)
    found = {}
    for name, array in arrays.items():
        if array.ndim == 2 and min(array.shape) > 1 and array.dtype.kind in "biuf":
            found[name] = _features(upload.name, name, array, arrays.get(name + _NAMES))
    if not found:
        raise InputError(f"“{upload.name}” holds no matrix of numbers with a row per document.")
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


def _from_npz(data: bytes) -> dict[str, np.ndarray | sparse.csr_matrix]:
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        if sum(member.file_size for member in package.infolist()) > limits.TOTAL_BYTES:
            raise ValueError("far too large once unpacked")
    with np.load(io.BytesIO(data), allow_pickle=False) as package:
        arrays = {name: package[name] for name in package.files}
    if {"format", "shape", "data", "indices", "indptr"} <= set(arrays):
        return {"features": sparse.csr_matrix(sparse.load_npz(io.BytesIO(data)))}
    return arrays


def _from_mat(data: bytes) -> dict[str, np.ndarray | sparse.csr_matrix]:
    # Objects and functions of MATLAB come as structures, which are passed over.
    arrays: dict[str, Any] = scipy_io.loadmat(io.BytesIO(data))  # type: ignore[arg-type]
    return {
        name: array if sparse.issparse(array) else np.asarray(array)  # type: ignore[misc]
        for name, array in arrays.items()
        if not name.startswith("__")
    }


def _features(
    file: str,
    name: str,
    array: np.ndarray | sparse.csr_matrix,
    names: np.ndarray | sparse.csr_matrix | None,
) -> Features:
    rows, columns = array.shape
    what = f"“{name}” in “{file}”" if name else f"“{file}”"
    if not sparse.issparse(array) and rows * columns > limits.MATRIX_VALUES:
        raise InputError(f"{what} has {rows:,} × {columns:,} values, more than are read.")
    values = sparse.csr_matrix(array, dtype=np.float64)
    if not np.isfinite(values.data).all():
        raise InputError(f"{what} holds values that are no numbers.")
    if len(values.data) and values.data.min() < 0:
        raise InputError(f"{what} holds negative values: features must be counts or weights.")
    given = _strings(names) if isinstance(names, np.ndarray) else []
    if len(given) != columns or len(set(given)) != columns:
        given = [f"{name or 'column'} {number}" for number in range(1, columns + 1)]
    return Features(given, values)


def _strings(array: np.ndarray) -> list[str]:
    return list(_flat(array))


def _flat(array: np.ndarray) -> Iterator[str]:
    """Texts as NumPy and MATLAB keep them: in arrays, or one in each cell of an array."""
    for item in array.ravel().tolist():
        if isinstance(item, np.ndarray):
            yield from _flat(item) if item.size else [""]
        else:
            yield str(item).strip()
