"""Arrays and JSON in one ZIP file: the container of saved models and corpora.

The layout is described in docs/FILE_FORMAT.md. Nothing in it is ever executed or unpickled, the
same content always gives the same bytes, and a file from elsewhere is checked before memory is
set aside for it.
"""

import io
import lzma
import os
import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import scipy
from scipy import sparse

from gplsa.core.out_of_core.arrays import array_head
from gplsa.corpus.archive_json import (
    fits,
    json_bytes,
    parsed_bytes,
    plausible,
    room_for,
)
from gplsa.errors import InputError
from gplsa.files import replaced
from gplsa.message import Message
from gplsa.stored import decoded, opened
from gplsa.version import VERSION
from gplsa.wording import MEBIBYTE

FILE_VERSION = 5
"""Of models that suggest headings."""
LOOKS_VERSION = 4
"""Of models that read more in pictures than their visual words."""
WEIGHED_VERSION = 3
"""Of models whose pairs were weighed."""
BASIC_VERSION = 2
"""Of files that hold nothing a program for that version would take for something else."""

KINDS = ("model", "corpus")

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
_WHOLE = frozenset({"ii", "iu", "ui", "uu"})  # kinds of two types
_FIXED_TIME = (1980, 1, 1, 0, 0, 0)
_MANIFEST = "manifest.json"
_MARK_BYTES = 200  # of the manifest, which begins with what the file is
_PACKINGS = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})

File = str | os.PathLike[str] | BinaryIO


@dataclass(frozen=True)
class Archive:
    """What one file holds: named JSON documents and named arrays, and the versions it came from."""

    kind: str
    documents: dict[str, Any]
    arrays: dict[str, np.ndarray]
    versions: dict[str, str]


def write_archive(
    file: File,
    kind: str,
    documents: Mapping[str, Any],
    arrays: Mapping[str, np.ndarray],
    version: int = BASIC_VERSION,
) -> None:
    """Write `documents` and `arrays` as one file of the given kind (one of `KINDS`).

    version  the earliest that reads it rightly
    A path is replaced only once the new content is complete on the disk.
    """
    manifest = {
        "format": "gplsa",
        "kind": kind,
        "version": version,
        "written_by": {
            "gplsa": VERSION,
            "numpy": np.__version__,
            "scipy": scipy.__version__,
        },
        "documents": sorted(documents),
        "arrays": {
            name: {"dtype": arrays[name].dtype.str, "shape": list(arrays[name].shape)}
            for name in sorted(arrays)
        },
    }
    with _replaced(file) as target, zipfile.ZipFile(target, "w") as archive:
        _write_member(archive, _MANIFEST, json_bytes(manifest))
        for name in sorted(documents):
            _write_member(archive, f"{name}.json", json_bytes(documents[name]))
        for name in sorted(arrays):
            _write_member(archive, f"{name}.npy", _npy_bytes(name, arrays[name]))


def read_archive(file: File, kind: str, *, max_bytes: int = MAX_BYTES) -> Archive:
    """Read a file of the given kind.

    Raises InputError, in one sentence, for anything else: another sort of file, a later version,
    a damaged file, more than `max_bytes`, types or shapes that do not fit what is stored.
    """
    try:
        with _readable(file) as stream:
            return _read_zip(stream, kind, max_bytes)
    except InputError:
        raise
    except _UNREADABLE as error:
        raise _damaged(kind, Message("its content cannot be decoded")) from error
    except OSError as error:
        reason = error.strerror or error
        raise InputError(
            "The {file} cannot be read: {reason}.", file=_file(kind), reason=reason
        ) from error


def _read_zip(stream: BinaryIO, kind: str, max_bytes: int) -> Archive:
    try:
        with zipfile.ZipFile(stream) as archive:
            return _read_members(archive, kind, max_bytes)
    except zipfile.BadZipFile as error:
        stream.seek(0)
        if stream.read(4) == b"PK\x03\x04":
            raise _damaged(kind, Message("it is cut short or altered")) from error
        raise _not_ours(kind) from error


def begins_archive(head: bytes, kind: str) -> bool:
    """Whether a file that begins so was written as an archive of this kind."""
    name = _MANIFEST.encode()
    length, extra = int.from_bytes(head[26:28], "little"), int.from_bytes(head[28:30], "little")
    if not head.startswith(b"PK\x03\x04") or head[30 : 30 + length] != name:
        return False
    content = head[30 + length + extra :]
    if int.from_bytes(head[8:10], "little") == zipfile.ZIP_DEFLATED:
        with suppress(zlib.error):
            content = zlib.decompressobj(-zlib.MAX_WBITS).decompress(content, _MARK_BYTES)
    return content.startswith(json_bytes({"format": "gplsa", "kind": kind})[:-1])


@contextmanager
def damage_as_input_error(kind: str) -> Iterator[None]:
    """Turn the errors of rebuilding an object from hostile content into one InputError."""
    try:
        yield
    except (KeyError, IndexError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise _damaged(kind, Message("its parts do not fit together")) from error


def pack_sparse(name: str, matrix: sparse.csr_matrix) -> dict[str, np.ndarray]:
    """The arrays of a CSR matrix under `name`/…, whole numbers in the smallest type that fits."""
    matrix = sparse.csr_matrix(matrix, copy=True)
    matrix.sum_duplicates()
    return {
        f"{name}/data": _smallest(matrix.data),
        f"{name}/indices": matrix.indices.astype("<i4"),
        f"{name}/indptr": matrix.indptr.astype("<i8"),
    }


def unpack_sparse(
    arrays: Mapping[str, np.ndarray], name: str, shape: tuple[int, int]
) -> sparse.csr_matrix:
    """The CSR matrix (float64) stored under `name`; ValueError where it has not this shape."""
    data, indices, indptr = (arrays[f"{name}/{part}"] for part in ("data", "indices", "indptr"))
    rows, columns = shape
    if indptr.shape != (rows + 1,) or data.ndim != 1 or data.shape != indices.shape:
        raise ValueError(f"{name} does not have the shape {shape}")
    if data.dtype.kind not in "biuf" or indices.dtype.kind + indptr.dtype.kind not in _WHOLE:
        raise ValueError(f"{name} is not made of whole numbers")
    # Compared, not subtracted: a difference of unsigned or very large numbers is never negative.
    if indptr[0] != 0 or indptr[-1] != len(data) or (indptr[:-1] > indptr[1:]).any():
        raise ValueError(f"{name} has rows that overlap")
    if len(indices) and (indices.min() < 0 or indices.max() >= columns):
        raise ValueError(f"{name} has entries outside the matrix")
    values = data.astype(np.float64)
    if not np.isfinite(values).all():
        raise ValueError(f"{name} has values that are not finite")
    index_type = np.int32 if len(data) < np.iinfo(np.int32).max else np.int64
    return sparse.csr_matrix(
        (values, indices.astype(index_type), indptr.astype(index_type)), shape=shape
    )


def _readable(file: File) -> AbstractContextManager[BinaryIO]:
    return opened(file) if isinstance(file, str | os.PathLike) else nullcontext(file)


@contextmanager
def _replaced(file: File) -> Iterator[BinaryIO]:
    """The stream to write to; for a path a new file beside it that takes its place at the end."""
    if not isinstance(file, str | os.PathLike):
        yield file
        return
    path = Path(file)
    try:
        with replaced(path) as stream:
            yield stream
    except OSError as error:
        reason = error.strerror or error
        raise InputError("Cannot write {path}: {reason}.", path=path, reason=reason) from error


def _write_member(archive: zipfile.ZipFile, name: str, content: bytes) -> None:
    info = zipfile.ZipInfo(name, _FIXED_TIME)
    info.create_system = 3
    info.external_attr = 0o644 << 16
    # Arrays stay as they are: floating-point numbers hardly shrink, and a size then cannot lie.
    # JSON that shrinks like a bomb (one text a thousand times) would be refused on the way back.
    shrinks = name.endswith(".json") and fits(content, len(zlib.compress(content, 6)))
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
    if _MANIFEST not in members:
        raise _not_ours(kind)
    implausible = Message("its list of contents is not plausible")
    if len(members) > MAX_MEMBERS or len(members) < len(archive.infolist()):
        raise _damaged(kind, implausible)
    if any(info.compress_type not in _PACKINGS for info in members.values()):
        raise _damaged(kind, Message("it is packed in a way that gplsa does not use"))
    if sum(info.file_size for info in members.values()) > max_bytes:
        size = max_bytes / MEBIBYTE
        raise InputError(
            "The {file} holds more than {size:,.0f} MB, the limit here.",
            file=_file(kind),
            size=size,
        )
    if members[_MANIFEST].file_size > MAX_MANIFEST:
        raise _damaged(kind, implausible)
    room: float = room_for(sum(info.compress_size for info in members.values()))
    manifest, room = _read_json(archive, members[_MANIFEST], kind, room)
    _check_manifest(manifest, kind)
    expected = {_MANIFEST}
    expected |= {f"{name}.json" for name in manifest["documents"]}
    expected |= {f"{name}.npy" for name in manifest["arrays"]}
    if expected != set(members):
        raise _damaged(kind, Message("parts of it are missing"))
    documents = {}
    for name in manifest["documents"]:
        documents[name], room = _read_json(archive, members[f"{name}.json"], kind, room)
    return Archive(
        kind,
        documents,
        {name: _read_array(archive, members[f"{name}.npy"], kind) for name in manifest["arrays"]},
        manifest["written_by"],
    )


def _check_manifest(manifest: Any, kind: str) -> None:
    if not isinstance(manifest, dict) or manifest.get("format") != "gplsa":
        raise _not_ours(kind)
    version = manifest.get("version")
    if isinstance(version, int) and version > FILE_VERSION:
        raise InputError(
            "This {file} was written by a later version of gplsa (file version {version}, this "
            "program reads up to {file_version}): update gplsa to open it.",
            file=_file(kind),
            version=version,
            file_version=FILE_VERSION,
        )
    found = manifest.get("kind")
    if found != kind and found in KINDS:
        raise InputError(
            "This is a gplsa {file}, but a {file2} is needed here.",
            file=_file(found),
            file2=_file(kind),
        )
    well_formed = (
        isinstance(version, int)
        and version >= 1
        and found == kind
        and _is_mapping_of_strings(manifest.get("written_by"))
        and isinstance(manifest.get("documents"), list)
        and all(isinstance(name, str) for name in manifest["documents"])
        and isinstance(manifest.get("arrays"), dict)
    )
    if not well_formed:
        raise _damaged(kind, Message("its manifest is not plausible"))


def _is_mapping_of_strings(value: Any) -> bool:
    return isinstance(value, dict) and all(isinstance(item, str) for item in value.values())


def _read_json(
    archive: zipfile.ZipFile, info: zipfile.ZipInfo, kind: str, room: float
) -> tuple[Any, float]:
    """One document, and the room for parsed JSON that is left after it."""
    swollen = Message("a part of it would unpack to far more than it should")
    if not plausible(info.file_size, info.compress_size):
        raise _damaged(kind, swollen)
    with archive.open(info) as stream:
        content = stream.read()
    taken = parsed_bytes(content, room)
    if taken > room:
        raise _damaged(kind, swollen)
    try:
        return decoded(content, Any, info.filename), room - taken
    except InputError as error:
        raise _damaged(kind, Message("a part of it is not valid JSON")) from error


def _read_array(archive: zipfile.ZipFile, info: zipfile.ZipInfo, kind: str) -> np.ndarray:
    """One .npy member, its type and size checked against its header before it is read."""
    if info.compress_type != zipfile.ZIP_STORED:
        raise _damaged(kind, Message("an array in it is not stored plainly"))
    with archive.open(info) as stream:
        try:
            dtype, shape, header_bytes = array_head(stream)
        except ValueError as error:
            raise _damaged(kind, Message("an array in it has a damaged header")) from error
        if dtype not in _DTYPES or len(shape) > 2:
            how = Message("an array in it has a type or shape that no such file contains")
            raise _damaged(kind, how)
        size = 1
        for length in shape:
            size *= length
        if size * dtype.itemsize != info.file_size - header_bytes:
            raise _damaged(kind, Message("an array in it does not have the size it states"))
        content = stream.read()
    return np.frombuffer(content, dtype=dtype).reshape(shape).copy()


def _smallest(values: np.ndarray) -> np.ndarray:
    if len(values) and ((values < 0).any() or (values != np.floor(values)).any()):
        return values.astype("<f8")
    largest = values.max() if len(values) else 0
    for code in ("u1", "<u2", "<u4"):
        if largest <= np.iinfo(code).max:
            return values.astype(code)
    return values.astype("<f8")


def _not_ours(kind: str) -> InputError:
    return InputError(
        "This is not a gplsa {file}: choose one that gplsa wrote itself, as its downloads on the "
        "page Saved are.",
        file=_file(kind),
    )


def _damaged(kind: str, how: str) -> InputError:
    return InputError(
        "The {file} is damaged ({how}): save or copy it again.", file=_file(kind), how=how
    )


def _file(kind: str) -> str:
    return Message("model file" if kind == "model" else "corpus file")
