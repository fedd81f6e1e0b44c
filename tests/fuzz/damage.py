"""Ways to spoil a file: cut off, flipped, fields at their extremes, repeated, nested, hostile."""

import io
import json
import re
import struct
import zlib
from collections.abc import Callable
from typing import Any

import numpy as np

from tests.fuzz.samples import GERMAN, pdf, png, sample, sparse_parts, unzipped, zipped

Random = np.random.Generator
EXTREMES = [
    0,
    1,
    0x7F,
    0x80,
    0xFF,
    0x7FFF,
    0xFFFF,
    2**31 - 1,
    2**31,
    2**32 - 1,
    2**63 - 1,
    2**64 - 1,
]
MOST_VALUES = 2_000_000  # of one array: what is spoiled thrice must not be too much for its maker
NUMBERS = [b"-1", b"0", b"1e309", b"NaN", b"99999999999999999999", b"0.1e-400", b"2147483648"]
# What formats give a meaning to; thousands in a row where nobody writes three.
_SIGNS = """< </ <!-- --> <a <svg> </math> <p <td> & &#9 &#xD800; &amp; [ ]( ![ [a][ ` * _a ** # |
--- " ' ; , ( ) { } {"a": [" [[ ]] \\ _x0000_ _xD800_ <w:p> <w:t> <w:tbl> <w:del> <seg> <tuv> <tu>
<c <row> <![CDATA[ << >> /Kids Tj BT endobj ſ ﬁ = % \u0301\u0323 \u200d \ufeff \ud7a3"""
_SPACES = ["<a ", "*a ", " ", "\t", "\n", "\r", "-\n", "\0", "\x1c", "\u2028"]
TOKENS = [token.encode() for token in [*_SIGNS.split(), *_SPACES]]


def pick(rng: Random, choices: Any) -> Any:
    return choices[int(rng.integers(len(choices)))]


def cut(rng: Random, data: bytes) -> bytes:
    return data[: rng.integers(len(data) + 1)]


def flipped(rng: Random, data: bytes) -> bytes:
    changed = bytearray(data)
    for place in rng.integers(len(data) or 1, size=int(pick(rng, [1, 2, 8, 50]))):
        if changed:
            changed[place] ^= 1 << rng.integers(8)
    return bytes(changed)


def extreme(rng: Random, data: bytes) -> bytes:
    """A field of one to eight bytes, in either order, at an extreme of its kind."""
    changed = bytearray(data)
    for _ in range(int(pick(rng, [1, 1, 3]))):
        width = int(pick(rng, [1, 2, 4, 8]))
        place = int(rng.integers(max(len(data) - width, 1)))
        value = pick(rng, EXTREMES) % 256**width
        changed[place : place + width] = value.to_bytes(width, pick(rng, ["little", "big"]))
    return bytes(changed)


def repeated(rng: Random, data: bytes) -> bytes:
    start = int(rng.integers(len(data) + 1))
    piece = data[start : start + int(pick(rng, [1, 10, 100, 1_000]))]
    times = int(pick(rng, [2, 50, 5_000]))
    return data[:start] + piece * min(times, 300_000 // (len(piece) or 1)) + data[start:]


def hostile(rng: Random, data: bytes) -> bytes:
    """Thousands of a sign that means something."""
    start = int(rng.integers(len(data) + 1))
    token = pick(rng, TOKENS) + (pick(rng, TOKENS) if rng.random() < 0.3 else b"")
    return data[:start] + token * int(pick(rng, [1, 100, 20_000])) + data[start:]


def renumbered(rng: Random, data: bytes) -> bytes:
    numbers = [*re.finditer(rb"\d+", data)]
    if not numbers:
        return hostile(rng, data)
    found = pick(rng, numbers)
    return data[: found.start()] + pick(rng, NUMBERS) + data[found.end() :]


def shuffled(rng: Random, data: bytes) -> bytes:
    cuts = np.sort(rng.integers(len(data) + 1, size=4)).tolist()
    a, b, c, d = cuts
    return data[:a] + data[c:d] + data[b:c] + data[a:b] + data[d:]


BYTES: list[Callable[[Random, bytes], bytes]] = [
    cut, flipped, extreme, repeated, hostile, renumbered, shuffled,
]  # fmt: skip


def spoiled(rng: Random, data: bytes) -> bytes:
    for _ in range(int(pick(rng, [1, 1, 1, 2, 3]))):
        data = pick(rng, BYTES)(rng, data)
    return data


def spoiled_inside(rng: Random, data: bytes) -> bytes:
    """A sound ZIP of spoiled members; sometimes one more, or one that swells."""
    members = unzipped(data)
    for name in list(members):
        if rng.random() < max(0.3, 1 / len(members)):
            members[name] = spoiled(rng, members[name])
    if rng.random() < 0.1:
        members[pick(rng, ["x.txt", "../x", "a" * 900, "x.npy", "d.xml"])] = spoiled(rng, data)
    if rng.random() < 0.1:
        members[pick(rng, list(members))] = bytes(int(pick(rng, [10**6, 10**7, 10**8])))
    return zipped(members, packing=int(pick(rng, [0, 8, 8, 8, 8, 12, 14])))


def spoiled_json(rng: Random, value: Any) -> Any:
    """One leaf or branch of a document exchanged, taken out or nested."""
    if isinstance(value, dict) and value and rng.random() < 0.9:
        key = pick(rng, list(value))
        changed = dict(value)
        if rng.random() < 0.1:
            del changed[key]
        else:
            changed[key] = spoiled_json(rng, value[key])
        return changed
    if isinstance(value, list) and value and rng.random() < 0.9:
        place = int(rng.integers(len(value)))
        return [*value[:place], spoiled_json(rng, value[place]), *value[place + 1 :]]
    return pick(rng, [
        None, True, -1, 0, 10**9, 10**30, -0.5, 1e308, "", "x" * 1_000, "\ud800", [], {}, [[]],
        json.loads("[" * 90 + "]" * 90),
        {"a": [1]}, [value] * 3, [None] * 1_000, [0] * len(str(value)),
    ])  # fmt: skip


def spoiled_array(rng: Random, array: np.ndarray) -> np.ndarray:
    """Another type, shape or value, where a reader may trust it."""
    changed = np.array(array)
    action = rng.integers(5)
    if action == 0 and changed.size:
        wild = [-1, 0, 10**9, 2**31 - 1, 2**62, 0.5, np.nan, np.inf, -np.inf]
        if changed.dtype.kind not in "biuf":
            return np.array(pick(rng, ["csr", "bsr", "lil", "", "x" * 1_000]))
        with np.errstate(invalid="ignore"):
            flat = changed.astype(pick(rng, [np.float64, np.float64, np.int64])).ravel()
            flat[rng.integers(flat.size)] = np.array(pick(rng, wild)).astype(flat.dtype)
        return flat.reshape(changed.shape)
    if action == 1:
        return changed.ravel()[: rng.integers(changed.size + 1)]
    if action == 2:
        return changed[None] if rng.random() < 0.5 else changed.T
    if action == 3:
        with np.errstate(all="ignore"):
            numbers = changed if changed.dtype.kind in "biuf" else np.zeros(changed.shape)
            return numbers.astype(
                pick(rng, ["u1", "i2", ">i4", "u8", "f2", "c16", "S3", "U2", "?"])
            )
    times = int(pick(rng, [0, 2, 1_000]))
    return np.repeat(changed.ravel(), min(times, MOST_VALUES // max(changed.size, 1)))


def arrays_spoiled(rng: Random, data: bytes, suffix: str = "") -> bytes:
    """An .npz or an archive of ours with sound checksums, whose arrays or documents lie."""
    members = unzipped(data)
    names = [name for name in members if name.endswith(suffix)]
    for name in [pick(rng, names) for _ in range(int(pick(rng, [1, 1, 3])))]:
        if name.endswith(".npy"):
            array = spoiled_array(rng, np.load(io.BytesIO(members[name])))
            stream = io.BytesIO()
            np.save(stream, array)
            members[name] = stream.getvalue()
        elif name.endswith(".json"):
            changed = spoiled_json(rng, json.loads(members[name]))
            members[name] = json.dumps(changed, ensure_ascii=bool(rng.integers(2))).encode(
                "utf-8", "replace"
            )
    if "manifest.json" in members and rng.random() < 0.7:
        members["manifest.json"] = true_manifest(members)
    stored = {name: content for name, content in members.items() if name.endswith(".npy")}
    rest = {name: content for name, content in members.items() if name not in stored}
    return zipped(stored | rest, packing=0 if "manifest.json" in members else 8)


def true_manifest(members: dict[str, bytes]) -> bytes:
    """One that states what is there: a lie further in is not found at the door."""
    try:
        manifest = json.loads(members["manifest.json"])
        for name in manifest["arrays"]:
            array = np.load(io.BytesIO(members[f"{name}.npy"]))
            manifest["arrays"][name] = {"dtype": array.dtype.str, "shape": list(array.shape)}
        return json.dumps(manifest).encode()
    except (ValueError, KeyError, TypeError, RecursionError):
        return members["manifest.json"]


def sparse_spoiled(rng: Random) -> bytes:
    parts = dict(sparse_parts(pick(rng, ["csr", "csc", "bsr", "coo", "dia"])))
    stream = io.BytesIO()
    name = pick(rng, list(parts))
    parts[name] = spoiled_array(rng, parts[name])
    np.savez_compressed(stream, **parts)
    return stream.getvalue()


def mat_spoiled(rng: Random, data: bytes) -> bytes:
    """What is compressed is spoiled within, and compressed again with a sound checksum."""
    parts, at = [data[:128]], 128
    while at + 8 <= len(data):
        kind = int.from_bytes(data[at : at + 4], "little")
        size = int.from_bytes(data[at + 4 : at + 8], "little")
        content = data[at + 8 : at + 8 + size]
        if kind == 15 and rng.random() < 0.4:  # not all: of none that is sound nothing is read
            content = zlib.compress(spoiled(rng, zlib.decompress(content)))
        parts.append(data[at : at + 4] + len(content).to_bytes(4, "little") + content)
        at += 8 + size
    return b"".join(parts)


def nested_mat(rng: Random) -> bytes:
    cell = sample("mat")[128:300]
    for _ in range(int(pick(rng, [5, 500, 5_000]))):
        # Flags of a cell, one by one, without a name.
        head = struct.pack("<12I", 6, 8, 1, 0, 5, 8, 1, 1, 1, 0, 14, 0)[:40]
        cell = b"\x0e\0\0\0" + (len(head) + len(cell)).to_bytes(4, "little") + head + cell
    return sample("mat")[:128] + cell


def png_spoiled(rng: Random) -> bytes:
    sides = [int(pick(rng, [1, 16, 48, 5_000, 8_000, 60_000, 2**31 - 1])) for _ in range(2)]
    rows = bytes(int(pick(rng, [0, 100, 10_000, 10**6, 3 * 10**7])))
    return png(
        *sides, int(pick(rng, [1, 2, 4, 8, 16, 7])), int(pick(rng, [0, 2, 3, 4, 6, 5])), rows
    )


def pdf_spoiled(rng: Random) -> bytes:
    drawing = f"BT /F1 12 Tf 72 720 Td ({pick(rng, GERMAN)}) Tj ET".encode("cp1252", "replace")
    return pdf(spoiled(rng, drawing), packed=bool(rng.integers(2)))
