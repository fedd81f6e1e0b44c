"""Sparse matrices from a stranger: every pointer, index, shape and type is checked first.

SciPy's compiled conversions trust them, and write wherever a wrong one points.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from scipy import sparse

from gplsa.reading.files import limits

_SOME = 10_000  # rows or columns that a matrix may have whatever it holds
_PER_VALUE = 10  # … and how many to a value beyond that


def csr_from_arrays(arrays: Mapping[str, np.ndarray]) -> sparse.csr_matrix:
    """The matrix whose parts `scipy.sparse.save_npz` keeps under their names: CSR, float64.

    format  "csr", "csc", "bsr", "coo" or "dia"
    Errors: ValueError for anything that is no such matrix, KeyError where a part is missing.
    """
    stated = arrays["format"]
    if stated.shape != () or stated.dtype.kind not in "SU":
        raise ValueError("the format is no word")
    name = stated.item()
    name = name.decode("ascii") if isinstance(name, bytes) else name
    shape = _whole(arrays["shape"], "shape", most=np.iinfo(np.int64).max)
    if shape.shape != (2,):
        raise ValueError("it has not two dimensions")
    rows, columns = int(shape[0]), int(shape[1])
    if name in ("csr", "csc"):
        parts = arrays["data"], arrays["indices"], arrays["indptr"]
        build = compressed_rows if name == "csr" else compressed_columns
        return build(*parts, (rows, columns))
    if name == "bsr":
        return _from_blocks(arrays, (rows, columns))
    if name == "coo":
        row, column = arrays["coords"] if "coords" in arrays else (arrays["row"], arrays["col"])
        return _from_places(arrays["data"], row, column, (rows, columns))
    if name == "dia":
        return _from_diagonals(arrays, (rows, columns))
    raise ValueError(f"there is no format {name!r}")


def compressed_rows(
    data: np.ndarray, indices: np.ndarray, indptr: np.ndarray, shape: tuple[int, int]
) -> sparse.csr_matrix:
    """CSR, float64, of data and indices (n_values,) and indptr (rows + 1,); ValueError else."""
    return sparse.csr_matrix(_checked(data, indices, indptr, shape), shape=shape)


def compressed_columns(
    data: np.ndarray, indices: np.ndarray, indptr: np.ndarray, shape: tuple[int, int]
) -> sparse.csr_matrix:
    """The same for a matrix that was kept by columns: indptr (columns + 1,)."""
    rows, columns = shape
    parts = _checked(data, indices, indptr, (columns, rows))
    return sparse.csr_matrix(sparse.csc_matrix(parts, shape=shape))


def check_shape(shape: tuple[int, int], n_values: int) -> None:
    """ValueError for more rows or columns than are read, or far more than there are values.

    A file of a kilobyte can state a matrix of a billion rows, each of which would get a name.
    """
    for length, most in zip(shape, (limits.ROWS, limits.MATRIX_COLUMNS), strict=True):
        if length < 0 or length > most or length > max(_SOME, _PER_VALUE * n_values):
            raise ValueError(f"a matrix of {shape} for {n_values} values")


def _checked(
    data: np.ndarray, indices: np.ndarray, indptr: np.ndarray, shape: tuple[int, int]
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(data, indices, indptr) of a matrix that is kept by its first dimension."""
    major, minor = shape
    values = _numbers(data)
    check_shape(shape, len(values))
    starts = _whole(indptr, "pointers", most=len(values))
    places = _whole(indices, "indices", most=minor - 1)
    if len(starts) != major + 1 or len(places) < len(values):
        raise ValueError("its parts do not belong together")
    if starts[0] != 0 or (np.diff(starts) < 0).any():
        raise ValueError("its rows overlap")
    # Some programs set more room aside than they fill.
    used = int(starts[-1])
    kind = np.int32 if max(used, minor) <= np.iinfo(np.int32).max else np.int64
    return values[:used], places[:used].astype(kind), starts.astype(kind)


def _from_blocks(arrays: Mapping[str, np.ndarray], shape: tuple[int, int]) -> sparse.csr_matrix:
    """Block b of block row i stands at block column indices[b]; data (n_blocks, height, width)."""
    data = arrays["data"]
    if data.ndim != 3 or not all(data.shape[1:]):
        raise ValueError("its blocks are none")
    n_blocks, height, width = data.shape
    if shape[0] % height or shape[1] % width:
        raise ValueError("its blocks do not fill it")
    check_shape(shape, data.size)
    grid = shape[0] // height, shape[1] // width
    ones = np.ones(n_blocks, dtype=np.int8)
    _, indices, indptr = _checked(ones, arrays["indices"], arrays["indptr"], grid)
    values = _numbers(data[: len(indices)].ravel()).reshape(-1, height, width)
    return sparse.csr_matrix(sparse.bsr_matrix((values, indices, indptr), shape=shape))


def _from_places(
    data: np.ndarray, row: np.ndarray, column: np.ndarray, shape: tuple[int, int]
) -> sparse.csr_matrix:
    values = _numbers(data)
    check_shape(shape, len(values))
    rows = _whole(row, "rows", most=shape[0] - 1)
    columns = _whole(column, "columns", most=shape[1] - 1)
    if not len(values) == len(rows) == len(columns):
        raise ValueError("its parts do not belong together")
    return sparse.csr_matrix((values, (rows, columns)), shape=shape)


def _from_diagonals(arrays: Mapping[str, np.ndarray], shape: tuple[int, int]) -> sparse.csr_matrix:
    """data[k, j] stands in column j and row j − offsets[k]."""
    data = arrays["data"]
    if data.ndim != 2:
        raise ValueError("its diagonals are none")
    farthest = max(shape)
    offsets = _whole(arrays["offsets"], "offsets", least=-farthest, most=farthest)
    if len(offsets) != len(data) or len(set(offsets.tolist())) != len(offsets):
        raise ValueError("its diagonals do not belong together")
    columns = np.broadcast_to(np.arange(data.shape[1]), data.shape)
    rows = columns - offsets[:, None]
    inside = (rows >= 0) & (rows < shape[0]) & (columns < shape[1])
    return _from_places(data[inside], rows[inside], columns[inside], shape)


def _numbers(data: np.ndarray) -> np.ndarray:
    if data.ndim != 1 or data.dtype.kind not in "biuf":
        raise ValueError("its values are no numbers")
    return data.astype(np.float64)


def _whole(array: Any, what: str, *, least: int = 0, most: int) -> np.ndarray:
    """A list of whole numbers from `least` to `most`, as int64."""
    if not isinstance(array, np.ndarray) or array.ndim != 1 or array.dtype.kind not in "iu":
        raise ValueError(f"its {what} are no whole numbers")
    if array.size and not least <= int(array.min()) <= int(array.max()) <= most:
        raise ValueError(f"its {what} lead outside of it")
    return array.astype(np.int64)
