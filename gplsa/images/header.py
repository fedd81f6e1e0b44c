"""What an image file says about itself, read from its bytes before anything is decoded.

Sources: PNG (ISO 15948, chunks), JPEG (ITU T.81, markers), GIF89a, WebP (RFC 9649).
"""

import struct
from contextlib import suppress
from dataclasses import dataclass

_START_OF_FRAME = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_WITHOUT_LENGTH = frozenset({0x01, *range(0xD0, 0xD8)})
_FLAG_ANIMATED = 0x02


@dataclass(frozen=True)
class Header:
    """kind "PNG", "JPEG", "GIF" or "WebP"; size in pixels as stated; whole: whether its end is
    there; animated: whether it holds more than one picture, as far as the header tells;
    pixel_bytes: memory that decoding takes for each pixel, at most."""

    kind: str
    width: int
    height: int
    whole: bool
    animated: bool = False
    pixel_bytes: int = 12


def read_header(data: bytes) -> Header | None:
    """The header; None for what is no PNG, JPEG, GIF or WebP or ends within its header."""
    with suppress(struct.error, IndexError):
        if data.startswith(b"\x89PNG\r\n\x1a\n"):
            return _png(data)
        if data.startswith(b"\xff\xd8\xff"):
            return _jpeg(data)
        if data.startswith((b"GIF87a", b"GIF89a")):
            return _gif(data)
        if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
            return _webp(data)
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
