"""A picture finds pictures that show the same, and first of all itself."""

import re

import cv2
import numpy as np
import pytest
from scipy import sparse

from gplsa.app.search.cards import Excerpts
from gplsa.app.search.cards import hit as card_of
from gplsa.core.sums import inverse_document_frequency
from gplsa.corpus.corpus import Corpus
from gplsa.corpus.features import Features
from gplsa.model.direction import Direction
from gplsa.model.links import Query
from gplsa.model.measures import (
    VISUAL_FEATURES_WEIGHT,
    SamePictures,
    SameSide,
    prepare,
    standardised,
)
from gplsa.model.model import TrainedModel
from gplsa.model.search import Finder
from gplsa.model.settings import TrainSettings
from gplsa.retrieval.counterparts import RegressionLikeness
from gplsa.training.train import train
from tests.photos import encoded, photo, photo_corpus, train_without_visual_features

WITHOUT_TEXT = (4, 22)
WITHOUT_PICTURE = (9, 40)
N = 63
SETTINGS = TrainSettings(n_topics=5, max_iter=20, visual_words=60, check=False)


@pytest.fixture(scope="module")
def model() -> TrainedModel:
    corpus = photo_corpus(N, german=True)
    for texts in corpus.texts.values():
        for row in WITHOUT_TEXT:
            texts[row] = ""
    for row in WITHOUT_PICTURE:
        corpus.pictures["image"][row] = b""
    return train(corpus, SETTINGS)


def pixels_of(model, row):
    return cv2.imdecode(np.frombuffer(model.corpus.pictures["image"][row], np.uint8), 1)


def test_it_shows_the_same(model):
    """Better than by visual words alone, which find nine of ten of these."""
    finder, right = Finder(Direction(model, "image", "image")), []
    for number in range(900, 918):
        pixels, shape, color = photo(number)
        found = finder.find(encoded(pixels), 5).hits
        right += [photo(hit.row)[1:] == (shape, color) for hit in found]
    assert np.mean(right) > 0.97


@pytest.mark.parametrize("row", [0, 7, 20, 31, WITHOUT_TEXT[0]])
def test_a_worse_copy_finds_the_picture_first(model, row):
    done, data = cv2.imencode(".jpg", pixels_of(model, row), [cv2.IMWRITE_JPEG_QUALITY, 60])
    assert done
    found = Finder(Direction(model, "image", "image")).find(data.tobytes(), N).hits
    places = [hit.row for hit in found]
    assert places[0] == row


def test_the_score_is_the_formula(model):
    measure = prepare(Direction(model, "image", "image"))
    assert isinstance(measure, SamePictures)
    counts, visual_features = model.counts["image"][5], model.visual_features["image"][[5]]
    told = []
    for text in ("en", "de"):
        regression = model.rankers["image", text].regression
        fit = RegressionLikeness(regression, model.counts[text])(counts, visual_features)[0]
        held = model.counts[text].getnnz(axis=1) > 0
        assert list(np.flatnonzero(~held)) == list(WITHOUT_TEXT)
        held &= model.counts["image"].getnnz(axis=1) > 0
        told.append((fit - fit[held].mean()) / fit[held].std())
    there = np.setdiff1d(np.arange(N), WITHOUT_PICTURE)
    apart = model.visual_features["image"] - model.visual_features["image"][there].mean(axis=0)
    apart /= np.linalg.norm(apart, axis=1, keepdims=True)
    alike = apart @ apart[5]
    alike = (alike - alike[there].mean()) / alike[there].std()
    words = (told[0] + told[1]) / 2
    words = (words - words[held].mean()) / words[held].std()
    expected = np.where(held, words, alike) + VISUAL_FEATURES_WEIGHT * alike
    found = measure.scores(Query(counts, np.zeros(5), visual_features))
    np.testing.assert_allclose(found[there], expected[there], rtol=1e-4, atol=1e-4)


def test_the_reasons_are_words_of_its_texts(model):
    found = Finder(Direction(model, "image", "image")).find_row(13, N).hits
    for hit in [hit for hit in found if hit.row not in WITHOUT_TEXT][:10]:
        said = {word for texts in model.corpus.texts.values() for word in texts[hit.row].split()}
        assert hit.links and all(link.asked == "" and link.found in said for link in hit.links)
    worded = next(hit for hit in found if hit.row not in WITHOUT_TEXT)
    asked = Excerpts(Direction(model, "image", "image"), model.corpus, frozenset(), None)
    html = card_of(asked, worded, 1, 1.0, whole=False)
    assert "guessed from your picture" in html
    wordless = next(hit for hit in found if hit.row in WITHOUT_TEXT)
    assert all(link.asked == link.found for link in wordless.links)
    html = card_of(asked, wordless, 1, 1.0, whole=False)
    assert "kinds of patch in common" in html


def test_a_model_of_before_there_were_visual_features_compares_visual_words(monkeypatch):
    old = train_without_visual_features(monkeypatch, SETTINGS)
    counts, none = old.counts["image"], np.zeros(5)
    idf = inverse_document_frequency(counts)
    alike = SameSide(old, "image", counts, idf).nearness(Query(counts[3], none))
    regression = old.rankers["image", "en"].regression
    words = RegressionLikeness(regression, old.counts["en"])(counts[3])[0]
    expected = standardised(words) + VISUAL_FEATURES_WEIGHT * standardised(alike)
    found = prepare(Direction(old, "image", "image")).scores(Query(counts[3], none))
    np.testing.assert_allclose(found, expected, atol=1e-9)


def test_pictures_beside_no_text_are_compared_by_visual_words(model):
    drawn = photo_corpus(42)
    shapes = np.random.default_rng(0).poisson(2.0, (42, 20)) + 0.0
    corpus = Corpus(
        "no text", drawn.ids, {}, {"image": "", "shape": ""}, pictures=drawn.pictures,
        features={"shape": Features([f"shape {n}" for n in range(20)], sparse.csr_matrix(shapes))},
    )  # fmt: skip
    assert isinstance(prepare(Direction(train(corpus, SETTINGS), "image", "image")), SameSide)


def test_two_sides_of_pictures_name_kinds_of_patch_without_their_numbers():
    drawn = photo_corpus(42)
    pictures = {side: drawn.pictures["image"] for side in ("front", "back")}
    corpus = Corpus(
        "two", drawn.ids, drawn.texts, {"en": "en", "front": "", "back": ""}, pictures=pictures
    )
    found = Finder(Direction(train(corpus, SETTINGS), "front", "back"))
    asked = Excerpts(Direction(found.model, "front", "back"), found.model.corpus, frozenset(), None)
    html = "".join(card_of(asked, hit, 1, 1.0, whole=True) for hit in found.find_row(0, 5).hits)
    assert 'class="chip"' in html and not re.search(r'class="chip">[a-z ]+\d', html)
