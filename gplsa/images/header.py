"""What an image file says about itself, read from its bytes before anything is decoded.

Sources: PNG (ISO 15948, chunks), JPEG (ITU T.81, markers), GIF89a, WebP (RFC 9649),
TIFF 6.0 (directories of tags).
"""

import struct
from contextlib import suppress
from dataclasses import dataclass

_START_OF_FRAME = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_WITHOUT_LENGTH = frozenset({0x01, *range(0xD0, 0xD8)})
_FLAG_ANIMATED = 0x02
_REDUCED, _WIDTH, _HEIGHT, _BITS, _SAMPLES, _ROWS, _FORMAT = 254, 256, 257, 258, 277, 278, 339
_INTENT, _PALETTE = 262, 3
_SEEN_16 = 1, 2  # black is zero, RGB: of other pictures of 16 bits the colours are read wrong
_STRIPS, _TILE_SIZE, _TILES = (273, 279), (322, 323), (324, 325)  # where they are, and how long
_READ = {_REDUCED, _WIDTH, _HEIGHT, _BITS, _SAMPLES, _ROWS, _FORMAT, _INTENT}
_READ |= {*_STRIPS, *_TILE_SIZE, *_TILES}
_MOST_PAGES, _MOST_VALUES = 64, 1_000_000  # that are looked at, of one tag


@dataclass(frozen=True)
class Header:
    """kind "PNG", "JPEG", "GIF", "WebP" or "TIFF"; size in pixels as stated; whole: whether its end
    is there; animated: whether it holds more than one picture, as far as the header tells;
    pixel_bytes: memory that decoding takes for each pixel, at most."""

    kind: str
    width: int
    height: int
    whole: bool
    animated: bool = False
    pixel_bytes: int = 12


def read_header(data: bytes) -> Header | None:
    """The header; None for what is none of these or ends within its header."""
    with suppress(struct.error, IndexError, KeyError, ValueError):
        if data.startswith(b"\x89PNG\r\n\x1a\n"):
            return _png(data)
        if data.startswith(b"\xff\xd8\xff"):
            return _jpeg(data)
        if data.startswith((b"GIF87a", b"GIF89a")):
            return _gif(data)
        if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
            return _webp(data)
        if data.startswith((b"II*\0", b"MM\0*")):
            return _tiff(data, "<" if data[:1] == b"I" else ">")
    return None


def _png(data: bytes) -> Header:
    width, height = struct.unpack_from(">II", data, 16)
    whole = animated = False
    at = 8
    while at + 12 <= len(data):
        length, name = struct.unpack_from(">I4s", data, at)
        animated |= name == b"acTL"
        at += 12 + length
        if name == b"IEND":
            whole = at <= len(data)
            break
    # Grey, colour, palette, grey and colour with transparency. OpenCV holds what it reads twice,
    # and 8 bits of 16 are made beside both.
    channels = {0: 1, 2: 3, 3: 4, 4: 4, 6: 4}.get(data[25], 4)
    return Header("PNG", width, height, whole, animated, channels * (5 if data[24] > 8 else 2))


def _jpeg(data: bytes) -> Header | None:
    at, size, pixel_bytes = 2, None, 3
    while data[at] == 0xFF:
        marker = data[at + 1]
        if marker == 0xFF:
            at += 1
            continue
        if marker in _WITHOUT_LENGTH:
            at += 2
            continue
        (length,) = struct.unpack_from(">H", data, at + 2)
        if marker in _START_OF_FRAME:
            height, width = struct.unpack_from(">HH", data, at + 5)
            size = width, height
            # All coefficients of a picture that comes in several passes are kept until the last.
            pixel_bytes = 3 if marker in (0xC0, 0xC1) else 3 + 2 * data[at + 9]
        if marker == 0xDA:
            # Within coded data FF is followed by 00 or a restart marker: D9 is the end.
            whole = data.find(b"\xff\xd9", at + 2 + length) >= 0
            return Header("JPEG", *size, whole, False, pixel_bytes) if size else None
        at += 2 + length
    return None


def _gif(data: bytes) -> Header:
    width, height = struct.unpack_from("<HH", data, 6)
    at = 13 + _color_table(data[10])
    frames = 0
    try:
        while data[at] in (0x21, 0x2C):
            if data[at] == 0x2C:
                frames += 1
                at += 10 + _color_table(data[at + 9]) + 1
            else:
                at += 2
            while data[at]:
                at += data[at] + 1
            at += 1
        whole = data[at] == 0x3B
    except IndexError:
        whole = False
    return Header("GIF", width, height, whole, frames > 1)


def _color_table(flags: int) -> int:
    return 3 * 2 ** ((flags & 7) + 1) if flags & 0x80 else 0


def _webp(data: bytes) -> Header | None:
    (length,) = struct.unpack_from("<I", data, 4)
    whole = len(data) >= length + 8
    form = data[12:16]
    if form == b"VP8X":
        width = 1 + int.from_bytes(data[24:27], "little")
        height = 1 + int.from_bytes(data[27:30], "little")
        return Header("WebP", width, height, whole, bool(data[20] & _FLAG_ANIMATED))
    if form == b"VP8L":
        bits = int.from_bytes(data[21:25], "little")
        return Header("WebP", 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF), whole)
    if form == b"VP8 ":
        width, height = struct.unpack_from("<HH", data, 26)
        return Header("WebP", width & 0x3FFF, height & 0x3FFF, whole)
    return None


def _tiff(data: bytes, order: str) -> Header | None:
    """The first page; None where its pixels are no whole numbers of at most 16 bits."""
    tags, after = _directory(data, order, *struct.unpack_from(f"{order}I", data, 4))
    (width,), (height,) = tags[_WIDTH], tags[_HEIGHT]
    bits, samples = max(tags.get(_BITS, (1,))), tags.get(_SAMPLES, (1,))[0]
    if bits not in (1, 4, 8, 16) or samples > 4 or max(tags.get(_FORMAT, (1,))) > 1:
        return None
    intent = tags.get(_INTENT, (1,))[0]
    if (bits == 4 and intent != _PALETTE) or (bits == 16 and intent not in _SEEN_16):
        return None
    starts, lengths = (tags.get(tag, ()) for tag in (_TILES if _TILES[0] in tags else _STRIPS))
    ends = [start + length for start, length in zip(starts, lengths, strict=False)]
    rows = min(tags.get(_ROWS, (height,))[0], height)
    one = width, rows
    across, down = (tags.get(tag, (most,))[0] for tag, most in zip(_TILE_SIZE, one, strict=True))
    # What is read, turned upright, and a strip or tile beside it.
    part = across * down / max(width * height, 1)
    pixel_bytes = max(samples, 3) * (5 if bits > 8 else 2) + int(4 * part * bits / 8) + 1
    pages = 1
    with suppress(struct.error):  # the first one is whole all the same
        while after and pages < _MOST_PAGES:
            page, after = _directory(data, order, after)
            pages += not page.get(_REDUCED, (0,))[0] & 1
    whole = bool(ends) and len(starts) == len(lengths) and max(ends) <= len(data)
    return Header("TIFF", width, height, whole, pages > 1, pixel_bytes)


def _directory(data: bytes, order: str, at: int) -> tuple[dict[int, tuple[int, ...]], int]:
    """The whole numbers that the tags in `_READ` hold, and where the next directory is, 0 for
    nowhere."""
    (n_tags,) = struct.unpack_from(f"{order}H", data, at)
    end, found = at + 2 + 12 * n_tags, {}
    for place in range(at + 2, end, 12):
        tag, kind, n = struct.unpack_from(f"{order}HHI", data, place)
        if tag in _READ and n <= _MOST_VALUES and (form := {3: "H", 4: "I"}.get(kind)):
            size = n * struct.calcsize(form)
            start = struct.unpack_from(f"{order}I", data, place + 8)[0] if size > 4 else place + 8
            found[tag] = struct.unpack_from(f"{order}{n}{form}", data, start)
    return found, struct.unpack_from(f"{order}I", data, end)[0]
