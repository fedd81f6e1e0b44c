"""Pictures that show where their visual words are: places lit up, and places cut out."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from gplsa.core.types import Float32Array
from gplsa.images.decode import Pixels, picture_pixels
from gplsa.images.vocabulary import Region

PATCH, GRID, QUALITY = 72, 64, 85
DIMMED, BRIGHTEST = 0.35, 0.9  # light of what says nothing; share that is less than fully lit
FRAME = (255, 255, 255)


def lit_up(
    jpeg: bytes, regions: Sequence[Region], weights: Mapping[int, float], most_framed: int
) -> bytes:
    """The picture with the places of the weighted visual words bright, and all others dimmed.

    A word's weight is shared out among its places. Of so many words, those that weigh most, the
    first place is framed.
    """
    pixels = picture_pixels(jpeg)
    height, width = pixels.shape[:2]
    light = cv2.resize(_light(regions, weights, width / height), (width, height))
    shown = (pixels * (DIMMED + (1 - DIMMED) * light[:, :, None])).round().astype(np.uint8)
    first = first_places(regions)
    for term in sorted(weights, key=lambda term: -weights[term])[:most_framed]:
        if term in first:
            x, y, size, _ = first[term]
            reach = max(round(size * width / 2), 4)
            middle = np.array([round(x * width), round(y * height)])
            corners = (tuple(map(int, middle - reach)), tuple(map(int, middle + reach)))
            cv2.rectangle(shown, *corners, FRAME, 1)
    return _encoded(shown)


def first_places(regions: Sequence[Region]) -> dict[int, Region]:
    """By visual word the first of its places."""
    return {region.term: region for region in reversed(regions)}


def cut_out(jpeg: bytes, region: Region) -> bytes:
    """One place of a picture, with as much again around it."""
    pixels = picture_pixels(jpeg)
    height, width = pixels.shape[:2]
    reach = max(round(region.size * width), 12)
    x, y = round(region.x * width), round(region.y * height)
    cut = pixels[max(y - reach, 0) : y + reach, max(x - reach, 0) : x + reach]
    return _encoded(cv2.resize(cut, (PATCH, PATCH), interpolation=cv2.INTER_CUBIC))


def thumbnail(jpeg: bytes) -> bytes:
    """The middle of a picture, square and small."""
    pixels = picture_pixels(jpeg)
    side = min(pixels.shape[:2])
    top, left = ((n - side) // 2 for n in pixels.shape[:2])
    cut = pixels[top : top + side, left : left + side]
    return _encoded(cv2.resize(cut, (PATCH, PATCH), interpolation=cv2.INTER_AREA))


def _light(regions: Sequence[Region], weights: Mapping[int, float], shape: float) -> Float32Array:
    """Weight by place on a grid, 0..1, blurred; `shape` is width over height."""
    times = Counter(region.term for region in regions)
    light: npt.NDArray[Any] = np.zeros((GRID, GRID), dtype=np.float32)
    for x, y, size, term in regions:
        weight = weights.get(term, 0.0)
        if weight > 0:
            top, bottom = (_cell(y + sign * shape * size / 2) for sign in (-1, 1))
            left, right = (_cell(x + sign * size / 2) for sign in (-1, 1))
            area = (bottom - top + 1) * (right - left + 1)
            light[top : bottom + 1, left : right + 1] += weight / times[term] / area
    light = cv2.GaussianBlur(light, (0, 0), GRID / 24)
    most = float(np.quantile(light, BRIGHTEST))
    return np.clip(light / most, 0, 1) if most > 0 else light  # type: ignore[return-value]


def _cell(share: float) -> int:
    return int(np.clip(share * GRID, 0, GRID - 1))


def _encoded(pixels: npt.NDArray[np.generic] | Pixels) -> bytes:
    return bytes(cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1])  # type: ignore[arg-type]
