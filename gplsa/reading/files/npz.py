"""Arrays in an .npz file: checked against what each states before memory is set aside for it."""

import io
import zipfile

import numpy as np
from scipy import sparse

from gplsa.core.out_of_core.arrays import MOST_HEAD, any_head
from gplsa.reading.files import limits
from gplsa.reading.files.sparse_arrays import csr_from_npz
from gplsa.reading.files.zipped import PACKINGS
from gplsa.wording import MEBIBYTE

_SPARSE = frozenset({"format", "shape", "data"})
_MEMBERS = 1_000
_CHUNK = MEBIBYTE
_HEAD_BYTES = MOST_HEAD + 12


def arrays_of_npz(data: bytes, most: int) -> dict[str, np.ndarray | sparse.csr_matrix]:
    """Every array by name, at most `most` bytes together; one sparse matrix is "features".

    Errors: Swollen where they are more; ValueError or what `zipfile` raises where it is damaged or
    holds objects.
    """
    arrays: dict[str, np.ndarray] = {}
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        members = package.infolist()
        if len(members) > _MEMBERS:
            raise ValueError(f"{len(members)} arrays")
        if sum(member.file_size for member in members) > most:
            raise limits.Swollen
        for member in members:
            if member.compress_type not in PACKINGS:
                raise ValueError("packed in a way that NumPy does not use")
            if member.filename.endswith(".npy"):
                arrays[member.filename.removesuffix(".npy")] = _array(package, member)
    if set(arrays) >= _SPARSE:
        return {"features": csr_from_npz(data, arrays)}
    return {**arrays}


def _array(package: zipfile.ZipFile, member: zipfile.ZipInfo) -> np.ndarray:
    """One array [NEP 1]: its header must account for every byte of the member."""
    with package.open(member) as stream:
        content = np.empty(member.file_size, dtype=np.uint8)
        filled = 0
        while chunk := stream.read(_CHUNK):
            content[filled : filled + len(chunk)] = np.frombuffer(chunk, np.uint8)
            filled += len(chunk)
    dtype, shape, fortran, start = any_head(io.BytesIO(content[:_HEAD_BYTES].tobytes()))
    body = content[start:filled]
    n_values = 1
    for length in shape:
        n_values *= length
    if dtype.hasobject or dtype.names or dtype.subdtype or not dtype.itemsize:
        raise ValueError("it holds something else than numbers and texts")
    if n_values * dtype.itemsize != len(body):
        raise ValueError("an array has not the size it states")
    return np.frombuffer(body, dtype).reshape(shape, order="F" if fortran else "C")
