"""The JSON in an archive: how it is written, how much memory it may take; and the manifest, which
says what the file is, with what is said where it is not."""

import json
import zipfile
import zlib
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Annotated, Any, TypedDict

import numpy as np
import scipy
from msgspec import Meta

from gplsa.errors import InputError
from gplsa.message import Message
from gplsa.stored import converted, structure
from gplsa.version import VERSION

MAX_INFLATION = 100
JSON_BYTES = 240_000_000  # memory that the JSON of one file may take once parsed …
JSON_RATIO = 17  # … or so many times its size in the file, where that is more
_JSON_SHARE = 0.1  # of JSON_BYTES: what one document may take however small it is in the file
_BYTES_PER_ENTRY = 90

FILE_VERSION = 5  # of models that suggest headings
VISUAL_FEATURES_VERSION = 4  # of models that read more in pictures than their visual words
WEIGHED_VERSION = 3  # of models whose pairs were weighed
BASIC_VERSION = 2
"""Of files that hold nothing a program for that version would take for something else."""

KINDS = ("model", "corpus")

MANIFEST = "manifest.json"
_MARK_BYTES = 200  # of the manifest, which begins with what the file is


def plausible(size: int, compressed_size: int) -> bool:
    """Whether what unpacks to `size` bytes may have been packed to so few."""
    return size <= MAX_INFLATION * compressed_size


def fits(content: bytes, compressed_size: int) -> bool:
    """Whether a document may be kept so small: reading it back must not look like an attack."""
    room = max(_JSON_SHARE * JSON_BYTES, JSON_RATIO * compressed_size)
    return plausible(len(content), compressed_size) and parsed_bytes(content, room) <= room


def parsed_bytes(content: bytes, enough: float) -> float:
    """Memory that a JSON document takes while it is parsed, about, and no less; where a quick
    estimate is below `enough`, that one.  A list of two bytes takes eighty."""
    separators = content.count(b",") + content.count(b"[") + content.count(b"{")
    if 3 * len(content) + _BYTES_PER_ENTRY * separators <= enough:
        return 3 * len(content) + _BYTES_PER_ENTRY * separators
    signs = structure(content)
    lists = signs.count(b"[") + signs.count(b"{")
    return 3 * len(content) + 60 * signs.count(b",") + _BYTES_PER_ENTRY * lists


def json_bytes(content: Any) -> bytes:
    """As it stands in a file."""
    text = json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    # Half of a surrogate pair is legal in a Python string and not in UTF-8.
    return text.encode("utf-8", "replace")


class _Manifest(TypedDict):
    kind: str
    version: Annotated[int, Meta(ge=1)]
    written_by: dict[str, str]
    documents: list[str]
    arrays: dict[str, Any]


def manifest_of(
    kind: str, documents: Iterable[str], arrays: Mapping[str, np.ndarray], version: int
) -> dict[str, Any]:
    return {
        "format": "gplsa",
        "kind": kind,
        "version": version,
        "written_by": {"gplsa": VERSION, "numpy": np.__version__, "scipy": scipy.__version__},
        "documents": sorted(documents),
        "arrays": {
            name: {"dtype": arrays[name].dtype.str, "shape": list(arrays[name].shape)}
            for name in sorted(arrays)
        },
    }


def begins_archive(head: bytes, kind: str) -> bool:
    """Whether a file that begins so was written as an archive of this kind."""
    name = MANIFEST.encode()
    length, extra = int.from_bytes(head[26:28], "little"), int.from_bytes(head[28:30], "little")
    if not head.startswith(b"PK\x03\x04") or head[30 : 30 + length] != name:
        return False
    content = head[30 + length + extra :]
    if int.from_bytes(head[8:10], "little") == zipfile.ZIP_DEFLATED:
        with suppress(zlib.error):
            content = zlib.decompressobj(-zlib.MAX_WBITS).decompress(content, _MARK_BYTES)
    return content.startswith(json_bytes({"format": "gplsa", "kind": kind})[:-1])


def check_manifest(manifest: Any, kind: str) -> None:
    if not isinstance(manifest, dict) or manifest.get("format") != "gplsa":
        raise not_ours(kind)
    version = manifest.get("version")
    if isinstance(version, int) and version > FILE_VERSION:
        raise InputError(
            "This {file} was written by a later version of gplsa (file version {version}, this "
            "program reads up to {file_version}): update gplsa to open it.",
            file=archive_name(kind),
            version=version,
            file_version=FILE_VERSION,
        )
    found = manifest.get("kind")
    if found != kind and found in KINDS:
        raise InputError(
            "This is a gplsa {file}, but a {file2} is needed here.",
            file=archive_name(found),
            file2=archive_name(kind),
        )
    with suppress(InputError):
        if converted(manifest, _Manifest, MANIFEST)["kind"] == kind:
            return
    raise damaged(kind, "its manifest is not plausible")


def not_ours(kind: str) -> InputError:
    return InputError(
        "This is not a gplsa {file}: choose one that gplsa wrote itself, as its downloads on the "
        "page Saved are.",
        file=archive_name(kind),
    )


def damaged(kind: str, how: str) -> InputError:
    return InputError(
        "The {file} is damaged ({how}): save or copy it again.",
        file=archive_name(kind),
        how=Message(how),
    )


def archive_name(kind: str) -> str:
    return Message("model file" if kind == "model" else "corpus file")
