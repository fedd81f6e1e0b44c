r"""What a picture looks like, place by place: gradients of patches and colours of cells.

A patch is described as in SIFT (Lowe 2004): histograms of eight gradient directions in 4 × 4 cells,
normalised, cut at 0.2, normalised again, for all patches of one size from eight blurred images, one
per direction (Vedaldi and Fulkerson 2010). The square root of each entry makes the Euclidean
distance the Hellinger distance of the histograms (Arandjelović and Zisserman 2012).
"""

from collections import defaultdict
from collections.abc import Iterator
from itertools import count
from typing import NamedTuple

import cv2
import numpy as np

from gplsa.core.types import Float32Array
from gplsa.images.decode import Pixels, picture_pixels

DIRECTIONS, CELLS = 8, 4
DESCRIPTOR = DIRECTIONS * CELLS * CELLS
GRIDS = ((4, 10), (8, 14))
"""Pixels of a cell and between two patches, size by size: patches of 16 and 32 pixels."""
CUT, FLAT = 0.2, 1e-3

COLOR_CELLS = 24
COLOR_WEIGHTS = np.array([1.0, 1.5, 1.5, 0.5, 0.5, 0.5], dtype=np.float32)
"""Of the mean and the spread of lightness, green–red and blue–yellow: hue counts for more than
light, a mean for more than a spread."""
_NAMED = {
    "black": (0, 0, 0), "dark grey": (70, 70, 70), "grey": (128, 128, 128),
    "light grey": (190, 190, 190), "white": (250, 250, 250), "red": (200, 30, 30),
    "dark red": (100, 20, 20), "pink": (235, 150, 170), "orange": (235, 130, 30),
    "yellow": (235, 215, 50), "beige": (215, 195, 160), "brown": (115, 75, 40),
    "dark brown": (60, 40, 25), "green": (50, 140, 50), "dark green": (25, 60, 25),
    "light green": (150, 205, 120), "olive": (110, 110, 50), "turquoise": (50, 170, 170),
    "light blue": (150, 195, 230), "blue": (45, 90, 190), "dark blue": (20, 35, 90),
    "violet": (120, 60, 150),
}  # fmt: skip


class Places(NamedTuple):
    """Descriptors (n, length) of places in one picture; x, y centre and size of each, in pixels or,
    as `describe` gives them, as shares of the width and the height (size: of the width)."""

    descriptors: Float32Array
    x: Float32Array
    y: Float32Array
    size: Float32Array


def describe(picture: bytes) -> tuple[Places, Places]:
    """Of patches, and of colours."""
    pixels = picture_pixels(picture)
    height, width = pixels.shape[:2]
    both = describe_patches(pixels), describe_colors(pixels)
    patches, colors = (Places(d, x / width, y / height, size / width) for d, x, y, size in both)
    return patches, colors


def describe_patches(pixels: Pixels) -> Places:
    """Root-SIFT of patches on a grid, of every size in `GRIDS`: descriptors (n, 128)."""
    grey = cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY).astype(np.float32)
    grids = [_grid(grey, cell, step) for cell, step in GRIDS]
    return Places(*map(np.concatenate, zip(*grids, strict=True)))


def describe_colors(pixels: Pixels) -> Places:
    """Mean and spread of the colours in `COLOR_CELLS`² cells of the picture (CIE Lab), weighted:
    descriptors (576, 6)."""
    lab = cv2.cvtColor(pixels, cv2.COLOR_BGR2LAB).astype(np.float32)
    cells = (COLOR_CELLS, COLOR_CELLS)
    mean = cv2.resize(lab, cells, interpolation=cv2.INTER_AREA)
    square = cv2.resize(lab * lab, cells, interpolation=cv2.INTER_AREA)
    spread = np.sqrt(np.maximum(square - mean * mean, 0))
    descriptors = np.concatenate([mean, spread], axis=2).reshape(-1, 6) * COLOR_WEIGHTS
    height, width = pixels.shape[:2]
    y, x = np.indices(cells, dtype=np.float32).reshape(2, -1) + np.float32(0.5)
    size = np.full(len(x), max(width, height) / COLOR_CELLS, dtype=np.float32)
    return Places(descriptors, x * width / COLOR_CELLS, y * height / COLOR_CELLS, size)


def color_names(centres: Float32Array) -> list[str]:
    """One name for each colour word, numbered where several are of the same colour."""
    known = np.array([[rgb] for rgb in _NAMED.values()], dtype=np.uint8)
    lab = cv2.cvtColor(known, cv2.COLOR_RGB2LAB)[:, 0].astype(np.float32)
    colors = centres[:, :3] / COLOR_WEIGHTS[:3]
    distance = ((colors[:, None] - lab) ** 2).sum(axis=2)
    nearest = [[*_NAMED][place] for place in distance.argmin(axis=1)]
    numbers: defaultdict[str, Iterator[int]] = defaultdict(lambda: count(1))
    return [f"{name} {next(numbers[name])}" for name in nearest]


def _grid(grey: Float32Array, cell: int, step: int) -> Places:
    """The patches of 4 × 4 cells of `cell` pixels, one every `step` pixels."""
    height, width = grey.shape
    reach = min(CELLS * cell // 2, height // 2, width // 2)
    rows = np.arange(reach, height - reach + 1, step)
    columns = np.arange(reach, width - reach + 1, step)
    directions = _directions(grey, cell)
    offsets = np.round((np.arange(CELLS) - (CELLS - 1) / 2) * cell).astype(int)
    weight = np.exp(-0.5 * ((np.arange(CELLS) - (CELLS - 1) / 2) / 2) ** 2)
    histograms = np.concatenate(
        [
            np.float32(weight[i] * weight[j])
            * directions[
                :,
                np.clip(rows + offsets[i], 0, height - 1)[:, None],
                np.clip(columns + offsets[j], 0, width - 1),
            ]
            for i in range(CELLS)
            for j in range(CELLS)
        ]
    ).reshape(DESCRIPTOR, -1)
    y, x = np.meshgrid(rows, columns, indexing="ij")
    size = np.full(x.size, CELLS * cell, dtype=np.float32)
    places = (x.ravel().astype(np.float32), y.ravel().astype(np.float32), size)
    return Places(_root_sift(histograms.T), *places)


def _directions(grey: Float32Array, cell: int) -> Float32Array:
    """How strongly the grey changes in each of eight directions: (8, height, width), blurred."""
    smooth = cv2.GaussianBlur(grey, (0, 0), max(cell / 6, 0.5))
    across = cv2.Sobel(smooth, cv2.CV_32F, 1, 0, ksize=1)
    down = cv2.Sobel(smooth, cv2.CV_32F, 0, 1, ksize=1)
    strength, angle = cv2.cartToPolar(across, down)
    turn = angle * np.float32(DIRECTIONS / (2 * np.pi))
    below = np.floor(turn)
    share = turn - below
    first = below.astype(np.intp) % DIRECTIONS
    y, x = np.ogrid[: grey.shape[0], : grey.shape[1]]
    found = np.zeros((DIRECTIONS, *grey.shape), dtype=np.float32)
    found[first, y, x] = strength * (1 - share)
    found[(first + 1) % DIRECTIONS, y, x] += strength * share
    return np.stack([cv2.GaussianBlur(image, (0, 0), cell / 2) for image in found])


def _root_sift(histograms: Float32Array) -> Float32Array:
    for _ in range(2):
        length = np.linalg.norm(histograms, axis=1, keepdims=True)
        # A patch without any edge stays at 0, instead of blowing up its noise.
        histograms = np.minimum(histograms / np.maximum(length, FLAT), CUT)
    total = histograms.sum(axis=1, keepdims=True)
    return np.sqrt(histograms / np.maximum(total, FLAT))
