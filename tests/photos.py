"""Pictures drawn by the tests: shapes before backgrounds, in every file format there is."""

from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from gplsa.corpus.corpus import Corpus
from gplsa.corpus.sides import CountedSide, count_side
from gplsa.images import VisualVocabulary, small_picture
from gplsa.model.model import TrainedModel
from gplsa.model.settings import TrainSettings
from gplsa.training.train import train

SHAPES = ("circle", "stripes", "checks")
COLORS = {"red": (40, 40, 200), "green": (60, 150, 40), "blue": (200, 90, 40)}
KREIS = {"circle": "Kreis", "stripes": "Streifen", "checks": "Karo"}
FARBE = {"red": "rot", "green": "grün", "blue": "blau"}


def photo(number: int, side: int = 120) -> tuple[np.ndarray, str, str]:
    """A drawn picture (side, side, 3) with what it shows: a shape and a colour in words."""
    rng = np.random.default_rng(number)
    shape, color = SHAPES[number % 3], [*COLORS][number // 3 % 3]
    pixels = np.full((side, side, 3), COLORS[color], dtype=np.uint8)
    ink = (240, 240, 240)
    if shape == "circle":
        for _ in range(5):
            centre = tuple(int(v) for v in rng.integers(20, side - 20, 2))
            cv2.circle(pixels, centre, int(rng.integers(10, 18)), ink, 3)
    elif shape == "stripes":
        for x in range(int(rng.integers(8)), side, 12):
            pixels[:, x : x + 5] = ink
    else:
        tile = int(rng.integers(10, 14))
        y, x = np.indices((side, side)) // tile
        pixels[(x + y) % 2 == 0] = ink
    noise = rng.normal(0, 6, pixels.shape)
    return np.clip(pixels + noise, 0, 255).astype(np.uint8), shape, color


def encoded(pixels: np.ndarray, suffix: str = ".png") -> bytes:
    done, data = cv2.imencode(suffix, pixels)
    assert done
    return data.tobytes()


def photo_corpus(n: int = 60, *, german: bool = False) -> Corpus:
    """`n` drawn pictures with captions that name shape and colour."""
    drawn = [photo(number) for number in range(n)]
    texts = {"en": [f"a {color} ground with {shape}" for _, shape, color in drawn]}
    if german:
        texts["de"] = [f"{KREIS[shape]} auf Grund in {FARBE[color]}" for _, shape, color in drawn]
    pictures = [small_picture("drawn", encoded(pixels)) for pixels, _, _ in drawn]
    ids = [f"p{number}" for number in range(n)]
    languages = {side: side for side in texts}
    return Corpus("drawn", ids, texts, languages, pictures={"image": pictures})


def train_without_visual_features(
    monkeypatch: pytest.MonkeyPatch, settings: TrainSettings
) -> TrainedModel:
    """A model as of before there were looks: its vocabulary has only visual words."""

    def before(*args: Any, **more: Any) -> CountedSide:
        side = count_side(*args, **more)
        if not isinstance(side.vocabulary, VisualVocabulary):
            return side
        return CountedSide(replace(side.vocabulary, mixtures=()), side.lines)

    monkeypatch.setattr("gplsa.training.counted.count_side", before)
    old = train(photo_corpus(42), settings)
    assert not old.visual_features
    return old
