"""The JSON in an archive: how it is written, and how much memory it may take."""

import json
from typing import Any

from gplsa.stored import structure

MAX_INFLATION = 100
JSON_BYTES = 240_000_000  # memory that the JSON of one file may take once parsed …
JSON_RATIO = 17  # … or so many times its size in the file, where that is more
_JSON_SHARE = 0.1  # of JSON_BYTES: what one document may take however small it is in the file
_BYTES_PER_ENTRY = 90


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
