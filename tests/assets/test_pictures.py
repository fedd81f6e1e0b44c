"""The built-in pictures: drawn by their script, described in two languages, and easy to tell apart.

What a picture shows is known to the drawing script alone; names, order and captions do not say it.
"""

import csv
import io
import sys
import zipfile

import cv2
import numpy as np
import pytest

from gplsa.images import VisualVocabulary, picture_pixels
from gplsa.models import MultimodalGPLSA
from gplsa.text import Vocabulary, WordOptions
from tests.conftest import REPOSITORY

SAMPLES = REPOSITORY / "assets" / "samples"


@pytest.fixture(scope="module")
def draw():
    sys.path.insert(0, str(REPOSITORY / "tools" / "drawing"))
    try:
        import draw

        yield draw
    finally:
        sys.path.pop(0)
        for name in ("draw", "pen", "things", "more_things"):
            sys.modules.pop(name, None)


@pytest.fixture(scope="module")
def sample():
    """Rows of captions.csv, and the pictures in their order."""
    with zipfile.ZipFile(SAMPLES / "pictures.zip") as archive:
        rows = list(csv.DictReader(io.StringIO(archive.read("captions.csv").decode("utf-8"))))
        assert sorted(archive.namelist()) == sorted(["captions.csv", *(r["file"] for r in rows)])
        return rows, [archive.read(row["file"]) for row in rows]


def test_many_small_pictures_each_with_words_of_its_own(sample):
    rows, pictures = sample
    assert (SAMPLES / "pictures.zip").stat().st_size < 1_500_000
    assert len(rows) >= 150
    assert list(rows[0]) == ["file", "en", "de"]
    assert {picture_pixels(picture).shape for picture in pictures} == {(176, 176, 3)}
    for side in ("en", "de"):
        texts = [row[side] for row in rows]
        assert len(set(texts)) == len(texts)
        assert not any(set("{}") & set(text) or "  " in text for text in texts)
        assert min(len(text.split()) for text in texts) >= 8


def test_the_script_draws_what_the_archive_holds(draw, sample):
    rows, pictures = sample
    plans = draw.plans()
    assert [(plan.en, plan.de) for plan in plans] == [(row["en"], row["de"]) for row in rows]
    for place in range(0, len(plans), 23):
        drawn = draw.picture(plans[place])[:, :, ::-1].astype(float)
        # What JPEG leaves out; another picture is off by 50 and more.
        assert np.abs(drawn - picture_pixels(pictures[place])).mean() < 9


def test_unseen_ones_are_of_every_scene_and_none_of_the_sample(draw, sample):
    plans = draw.plans(draw.SEED_UNSEEN, 1)
    assert len({plan.scene for plan in plans}) == len(plans) == 10
    with zipfile.ZipFile(SAMPLES / "unseen.zip") as archive:
        unseen = [archive.read(name) for name in sorted(archive.namelist())]
    assert len(unseen) == len(plans) and not set(unseen) & set(sample[1])
    drawn = draw.picture(plans[3])[:, :, ::-1].astype(float)
    assert np.abs(drawn - picture_pixels(unseen[3])).mean() < 9


def test_neither_order_nor_sentences_give_a_theme_away(draw):
    scenes = np.array([plan.scene for plan in draw.plans()])
    assert min(np.unique(scenes, return_counts=True)[1]) >= 15
    assert np.mean(scenes[1:] == scenes[:-1]) < 0.2


def test_there_is_something_for_descriptors_to_see(sample):
    found = [
        len(cv2.SIFT_create().detect(cv2.imdecode(np.frombuffer(picture, np.uint8), 0)))
        for picture in sample[1][::10]
    ]
    assert min(found) > 60


def test_topics_come_out_recognisable(draw, sample):
    rows, pictures = sample
    counts = {"image": VisualVocabulary.build(pictures, 128)[1].counts}
    for side in ("en", "de"):
        counts[side] = Vocabulary.build([row[side] for row in rows], WordOptions(side))[1]
    scenes = np.array([plan.scene for plan in draw.plans()])
    topics = MultimodalGPLSA(10, random_state=0, max_iter=60).fit(counts)
    for side in counts:
        alone = topics.transform({side: counts[side]}, max_iter=3)[side].argmax(axis=1)
        assert purity(alone, scenes) >= 0.9, side
    assert purity(np.random.default_rng(0).permutation(alone), scenes) < 0.4


def purity(clusters, themes) -> float:
    """Share of documents that are of the commonest theme of their cluster."""
    best = [
        np.unique(themes[clusters == one], return_counts=True)[1].max()
        for one in np.unique(clusters)
    ]
    return sum(best) / len(themes)
