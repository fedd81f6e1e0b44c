"""Image files of any origin to small pictures: what a corpus keeps and visual words come from.

They are read side by side on all cores: OpenCV and NumPy let go of the interpreter meanwhile.
"""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

import cv2
import numpy as np
import numpy.typing as npt

from gplsa.core.out_of_core.runner import Threads
from gplsa.core.parallel import thread_count
from gplsa.errors import InputError
from gplsa.images.header import Header, read_header
from gplsa.progress import Progress, report

Pixels = npt.NDArray[np.uint8]
_STRIP = 64  # rows

LONGEST_SIDE = 320
SMALLEST_SIDE = 16
MOST_PIXELS = 64_000_000
MOST_BYTES = 250_000_000
"""Memory for the pixels of one picture, and of all that are decoded at once …"""
MOST_RATIO = 15  # … or so many times its file, where that is more
JPEG_QUALITY = 88

# A JPEG can be decoded at a fraction of its size, for a fraction of the memory.
_REDUCED = {
    8: cv2.IMREAD_REDUCED_COLOR_8, 4: cv2.IMREAD_REDUCED_COLOR_4, 2: cv2.IMREAD_REDUCED_COLOR_2,
    0: cv2.IMREAD_COLOR,
}  # fmt: skip
# The pictures are spread over threads already; OpenCV's own on top of them only fight for cores.
cv2.setNumThreads(1)
_Item = TypeVar("_Item")
_Found = TypeVar("_Found")


def small_picture(name: str, data: bytes) -> bytes:
    """The picture as a JPEG of at most `LONGEST_SIDE` pixels a side, upright, on white.

    Animated pictures and several pages are read by their first one.
    Raises InputError, one sentence that names the file, for anything that is no sound picture.
    """
    header = checked_header(name, data)
    pixels = _decoded(data, header)
    if pixels is None:
        raise InputError(
            "“{name}” is damaged: it begins like a {kind} and cannot be read.",
            name=name,
            kind=header.kind,
        )
    done, jpeg = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    if not done:
        raise InputError("“{name}” cannot be made into a small picture.", name=name)
    return jpeg.tobytes()


def checked_header(name: str, data: bytes) -> Header:
    """The header of a picture that is safe to decode; InputError as in `small_picture`."""
    header = read_header(data)
    if header is None:
        raise InputError(
            "“{name}” is no picture that can be read: save it as JPEG or PNG.", name=name
        )
    width, height = header.width, header.height
    told = {"name": name, "width": width, "height": height}
    if width * height > MOST_PIXELS:
        raise InputError(
            "“{name}” states {width:,} × {height:,} pixels, more than {most} megapixels: save it "
            "smaller.",
            most=MOST_PIXELS // 1_000_000,
            **told,
        )
    if min(width, height) < SMALLEST_SIDE:
        raise InputError(
            "“{name}” is {width:,} × {height:,} pixels small: there is nothing to recognise in it.",
            **told,
        )
    if width * height * header.pixel_bytes > max(MOST_BYTES, MOST_RATIO * len(data)):
        raise InputError(
            "“{name}” states {width:,} × {height:,} pixels, far more than a file of its size "
            "should hold: save it smaller, or as an ordinary JPEG.",
            **told,
        )
    if not header.whole:
        raise InputError("“{name}” is cut short: the end of the picture is missing.", name=name)
    return header


def is_small_picture(data: bytes) -> bool:
    """Whether this can be one that `small_picture` made, told from its header."""
    header = read_header(data)
    return (
        header is not None
        and header.kind == "JPEG"
        and min(header.width, header.height) > 0
        and max(header.width, header.height) <= LONGEST_SIDE
    )


def picture_pixels(picture: bytes) -> Pixels:
    """Colours of a picture reduced to `LONGEST_SIDE`: (height, width, 3), blue, green, red."""
    if not is_small_picture(picture):
        picture = small_picture("the picture", picture)
    pixels = cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR)
    if pixels is None:
        raise InputError("A picture of the corpus is damaged.")
    return pixels  # type: ignore[return-value]


def _decoded(data: bytes, header: Header) -> Pixels | None:
    flags = cv2.IMREAD_UNCHANGED
    if header.kind == "JPEG":
        spare = max(header.width, header.height) // (2 * LONGEST_SIDE)
        flags = next(flag for factor, flag in _REDUCED.items() if spare >= factor)
    n_bytes = header.width * header.height * header.pixel_bytes
    with _room.kept(min(n_bytes, MOST_BYTES)):
        try:
            pixels = cv2.imdecode(np.frombuffer(data, np.uint8), flags)
        except cv2.error:
            return None
        return None if pixels is None else np.ascontiguousarray(_reduced(_plain(pixels))[:, :, :3])


def _plain(pixels: npt.NDArray[Any]) -> Pixels:
    """Eight bits, three channels or four, what is transparent on white."""
    if pixels.dtype == np.uint16:
        pixels = (pixels >> 8).astype(np.uint8)
    elif pixels.dtype != np.uint8:
        pixels = np.clip(255 * pixels.astype(np.float32), 0, 255).astype(np.uint8)
    if pixels.ndim == 2:
        return cv2.cvtColor(pixels, cv2.COLOR_GRAY2BGR)  # type: ignore[return-value]
    if pixels.shape[2] == 4:
        for start in range(0, len(pixels), _STRIP):
            strip = pixels[start : start + _STRIP]
            opaque = strip[:, :, 3:].astype(np.float32) / 255
            strip[:, :, :3] = (strip[:, :, :3] * opaque + 255 * (1 - opaque)).round()
        return pixels  # the fourth channel goes when the picture is small
    return pixels


def _reduced(pixels: Pixels) -> Pixels:
    height, width = pixels.shape[:2]
    factor = LONGEST_SIDE / max(height, width)
    if factor >= 1:
        return pixels
    size = max(round(width * factor), 1), max(round(height * factor), 1)
    return cv2.resize(pixels, size, interpolation=cv2.INTER_AREA)  # type: ignore[return-value]


class Room:
    """So many bytes, which threads take and give back: large pictures wait for each other."""

    def __init__(self, n_bytes: int) -> None:
        self._free, self._changed = n_bytes, threading.Condition()

    @contextmanager
    def kept(self, n_bytes: int) -> Iterator[None]:
        """Wait until there is room, and keep it meanwhile; never more than there is in all."""
        with self._changed:
            self._changed.wait_for(lambda: self._free >= n_bytes)
            self._free -= n_bytes
        try:
            yield
        finally:
            with self._changed:
                self._free += n_bytes
                self._changed.notify_all()


_room = Room(MOST_BYTES)


def each(
    work: Callable[[_Item], _Found], items: Sequence[_Item], progress: Progress | None, phase: str
) -> Iterator[_Found]:
    """`work` of every item, in their order; a few ahead of whoever takes the results.

    So memory stays bounded, and a reader who stops early stops the work.
    """
    found = Threads(thread_count(None)).run(work, [(item,) for item in items])
    for number, one in enumerate(found, 1):
        report(progress, number / len(items), phase)
        yield one
