"""Arrays and JSON in one ZIP file: the container of saved models and corpora.

The layout is described in docs/FILE_FORMAT.md. Nothing in it is ever executed or unpickled, the
same content always gives the same bytes, and a file from elsewhere is checked before memory is
set aside for it.
"""

import io
import lzma
import math
import os
import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from scipy import sparse

from gplsa.core.out_of_core.arrays import array_head
from gplsa.core.types import Arrays
from gplsa.corpus import archive_json
from gplsa.corpus.archive_json import (
    BASIC_VERSION,
    MANIFEST,
    archive_name,
    check_manifest,
    damaged,
    manifest_of,
    not_ours,
)
from gplsa.errors import InputError
from gplsa.files import replaced
from gplsa.message import MEBIBYTE
from gplsa.stored import check_places, decoded, opened

MAX_MEMBERS = 10_000
MAX_BYTES = 4 * 2**30
MAX_MANIFEST = 8 * 2**20
_DTYPES = {
    np.dtype(code) for code in ("?", "i1", "u1", "<i2", "<u2", "<i4", "<u4", "<i8", "<f4", "<f8")
}
# What opening and unpacking a member ends with where it is damaged.
_UNREADABLE = (
    EOFError, NotImplementedError, RuntimeError, ValueError, struct.error, zlib.error,
    lzma.LZMAError,
)  # fmt: skip
_FIXED_TIME = (1980, 1, 1, 0, 0, 0)
_PACKINGS = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})

File = str | os.PathLike[str] | BinaryIO


@dataclass(frozen=True)
class Archive:
    """What one file holds: named JSON documents and named arrays."""

    documents: dict[str, Any]
    arrays: dict[str, np.ndarray]


def write_archive(
    file: File,
    kind: str,
    documents: Mapping[str, Any],
    arrays: Arrays,
    version: int = BASIC_VERSION,
) -> None:
    """Write `documents` and `arrays` as one file of the given kind (one of `KINDS`).

    version  the earliest that reads it rightly
    A path is replaced only once the new content is complete on the disk.
    """
    manifest = manifest_of(kind, documents, arrays, version)
    with _replaced(file) as target, zipfile.ZipFile(target, "w") as archive:
        _write_member(archive, MANIFEST, archive_json.json_bytes(manifest))
        for name in sorted(documents):
            _write_member(archive, f"{name}.json", archive_json.json_bytes(documents[name]))
        for name in sorted(arrays):
            _write_member(archive, f"{name}.npy", _npy_bytes(name, arrays[name]))


def read_archive(file: File, kind: str, *, max_bytes: int = MAX_BYTES) -> Archive:
    """Read a file of the given kind.

    Raises InputError, in one sentence, for anything else: another sort of file, a later version,
    a damaged file, more than `max_bytes`, types or shapes that do not fit what is stored.
    """
    try:
        with opened(file) if isinstance(file, str | os.PathLike) else nullcontext(file) as stream:
            return _read_zip(stream, kind, max_bytes)
    except InputError:
        raise
    except _UNREADABLE as error:
        raise damaged(kind, "its content cannot be decoded") from error
    except OSError as error:
        file, why = error.filename or archive_name(kind), error.strerror or str(error)
        raise InputError("“{file}” cannot be read: {strerror}.", file=file, strerror=why) from error


def _read_zip(stream: BinaryIO, kind: str, max_bytes: int) -> Archive:
    try:
        with zipfile.ZipFile(stream) as archive:
            return _read_members(archive, kind, max_bytes)
    except zipfile.BadZipFile as error:
        stream.seek(0)
        if stream.read(4) == b"PK\x03\x04":
            raise damaged(kind, "it is cut short or altered") from error
        raise not_ours(kind) from error


@contextmanager
def damage_as_input_error(kind: str) -> Iterator[None]:
    """Turn the errors of rebuilding an object from hostile content into one InputError."""
    try:
        yield
    except (KeyError, IndexError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise damaged(kind, "its parts do not fit together") from error


@contextmanager
def _replaced(file: File) -> Iterator[BinaryIO]:
    """The stream to write to; for a path a new file beside it that takes its place at the end."""
    if not isinstance(file, str | os.PathLike):
        if not hasattr(file, "write"):
            name = type(file).__name__
            raise InputError("It is written to a file or its name, not to {name}.", name=name)
        yield file
        return
    try:
        with replaced(file) as stream:
            yield stream
    except OSError as error:
        path, reason = Path(file), error.strerror or error
        raise InputError("Cannot write {path}: {reason}.", path=path, reason=reason) from error


def _write_member(archive: zipfile.ZipFile, name: str, content: bytes) -> None:
    info = zipfile.ZipInfo(name, _FIXED_TIME)
    info.create_system = 3
    info.external_attr = 0o644 << 16
    # Arrays stay as they are: floating-point numbers hardly shrink, and a size then cannot lie.
    # JSON that shrinks like a bomb (one text a thousand times) would be refused on the way back.
    shrinks = name.endswith(".json") and archive_json.fits(content, len(zlib.compress(content, 6)))
    info.compress_type = zipfile.ZIP_DEFLATED if shrinks else zipfile.ZIP_STORED
    archive.writestr(info, content, compresslevel=6)


def _npy_bytes(name: str, array: np.ndarray) -> bytes:
    if array.dtype not in _DTYPES:
        raise TypeError(f"array {name!r} has type {array.dtype}, which the file format lacks")
    stream = io.BytesIO()
    np.lib.format.write_array(stream, np.ascontiguousarray(array), (1, 0), allow_pickle=False)
    return stream.getvalue()


def _read_members(archive: zipfile.ZipFile, kind: str, max_bytes: int) -> Archive:
    members = {info.filename: info for info in archive.infolist()}
    if MANIFEST not in members:
        raise not_ours(kind)
    twice = len(members) < len(archive.infolist())
    if twice or len(members) > MAX_MEMBERS or members[MANIFEST].file_size > MAX_MANIFEST:
        raise damaged(kind, "its list of contents is not plausible")
    if any(info.compress_type not in _PACKINGS for info in members.values()):
        raise damaged(kind, "it is packed in a way that gplsa does not use")
    if sum(info.file_size for info in members.values()) > max_bytes:
        file, size = archive_name(kind), max_bytes / MEBIBYTE
        raise InputError(
            "The {file} holds more than {size:,.0f} MB, the limit here.", file=file, size=size
        )
    size = sum(info.compress_size for info in members.values())
    room: float = max(archive_json.JSON_BYTES, archive_json.JSON_RATIO * size)
    manifest, room = _read_json(archive, members[MANIFEST], kind, room)
    check_manifest(manifest, kind)
    expected = {f"{name}.json" for name in manifest["documents"]}
    expected |= {f"{name}.npy" for name in manifest["arrays"]}
    if expected | {MANIFEST} != set(members):
        raise damaged(kind, "parts of it are missing")
    documents = {}
    for name in manifest["documents"]:
        documents[name], room = _read_json(archive, members[f"{name}.json"], kind, room)
    names = manifest["arrays"]
    arrays = {name: _read_array(archive, members[f"{name}.npy"], kind) for name in names}
    return Archive(documents, arrays)


def _read_json(
    archive: zipfile.ZipFile, info: zipfile.ZipInfo, kind: str, room: float
) -> tuple[Any, float]:
    """One document, and the room for parsed JSON that is left after it."""
    packed_well = archive_json.plausible(info.file_size, info.compress_size)
    content = archive.read(info) if packed_well else b""
    taken = archive_json.parsed_bytes(content, room)
    if not packed_well or taken > room:
        raise damaged(kind, "a part of it would unpack to far more than it should")
    try:
        return decoded(content, Any, info.filename), room - taken
    except InputError as error:
        raise damaged(kind, "a part of it is not valid JSON") from error


def _read_array(archive: zipfile.ZipFile, info: zipfile.ZipInfo, kind: str) -> np.ndarray:
    """One .npy member, its type and size checked against its header before it is read."""
    if info.compress_type != zipfile.ZIP_STORED:
        raise damaged(kind, "an array in it is not stored plainly")
    with archive.open(info) as stream:
        try:
            dtype, shape, header_bytes = array_head(stream)
        except ValueError as error:
            raise damaged(kind, "an array in it has a damaged header") from error
        if dtype not in _DTYPES or len(shape) > 2:
            raise damaged(kind, "an array in it has a type or shape that no such file contains")
        if math.prod(shape) * dtype.itemsize != info.file_size - header_bytes:
            raise damaged(kind, "an array in it does not have the size it states")
        content = stream.read()
    return np.frombuffer(content, dtype=dtype).reshape(shape).copy()


def pack_sparse(name: str, matrix: sparse.csr_matrix) -> dict[str, np.ndarray]:
    """The arrays of a CSR matrix under `name`/…, whole numbers in the smallest type that fits."""
    matrix = sparse.csr_matrix(matrix, copy=True)
    matrix.sum_duplicates()
    return {
        f"{name}/data": _smallest(matrix.data),
        f"{name}/indices": matrix.indices.astype("<i4"),
        f"{name}/indptr": matrix.indptr.astype("<i8"),
    }


def unpack_sparse(arrays: Arrays, name: str, shape: tuple[int, int]) -> sparse.csr_matrix:
    """The CSR matrix (float64) stored under `name`; ValueError where it has not this shape."""
    data, indices, indptr = (arrays[f"{name}/{part}"] for part in ("data", "indices", "indptr"))
    if indices.dtype.kind not in "iu" or indptr.dtype.kind not in "iu":
        raise ValueError(f"{name} is not made of whole numbers")
    if data.shape != indices.shape or len(data) != indptr[-1]:
        raise ValueError(f"{name} does not have the shape {shape}")
    matrix = sparse.csr_matrix((data, indices, indptr), shape=shape, dtype=np.float64)
    check_places(matrix)
    if not np.isfinite(matrix.data).all():
        raise ValueError(f"{name} has values that are not finite")
    return matrix


def _smallest(values: np.ndarray) -> np.ndarray:
    whole = bool(((values >= 0) & (values == np.floor(values))).all())
    largest = values.max(initial=0) if whole else np.inf
    codes = (code for code in ("u1", "<u2", "<u4") if largest <= np.iinfo(code).max)
    return values.astype(next(codes, "<f8"))
