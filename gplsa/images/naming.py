"""Words for the colours that a visual word stands for."""

from collections import Counter

import cv2
import numpy as np

from gplsa.core.types import Float32Array
from gplsa.images.descriptors import COLOR_WEIGHTS

_NAMED = {
    "black": (0, 0, 0),
    "dark grey": (70, 70, 70),
    "grey": (128, 128, 128),
    "light grey": (190, 190, 190),
    "white": (250, 250, 250),
    "red": (200, 30, 30),
    "dark red": (100, 20, 20),
    "pink": (235, 150, 170),
    "orange": (235, 130, 30),
    "yellow": (235, 215, 50),
    "beige": (215, 195, 160),
    "brown": (115, 75, 40),
    "dark brown": (60, 40, 25),
    "green": (50, 140, 50),
    "dark green": (25, 60, 25),
    "light green": (150, 205, 120),
    "olive": (110, 110, 50),
    "turquoise": (50, 170, 170),
    "light blue": (150, 195, 230),
    "blue": (45, 90, 190),
    "dark blue": (20, 35, 90),
    "violet": (120, 60, 150),
}


def color_names(centres: Float32Array) -> list[str]:
    """One name for each colour word, numbered where several are of the same colour."""
    known = np.array([[rgb] for rgb in _NAMED.values()], dtype=np.uint8)
    lab = cv2.cvtColor(known, cv2.COLOR_RGB2LAB)[:, 0].astype(np.float32)
    colors = centres[:, :3] / COLOR_WEIGHTS[:3]
    distance = ((colors[:, None] - lab) ** 2).sum(axis=2)
    nearest = [[*_NAMED][place] for place in distance.argmin(axis=1)]
    seen: Counter[str] = Counter()
    names = []
    for name in nearest:
        seen[name] += 1
        names.append(f"{name} {seen[name]}")
    return names
