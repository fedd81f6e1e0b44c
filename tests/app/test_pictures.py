"""Corpora of pictures on every page, with names and captions that would be markup."""

import io
import re
import zipfile
from dataclasses import replace

import numpy as np
import pytest

from gplsa.app.desk import batches, corpora, counting
from gplsa.app.keywords import files, many
from gplsa.app.library.library import CORPUS, MODEL
from gplsa.app.show import cards, pictures
from gplsa.corpus.corpus import Corpus
from gplsa.images import Region, showing
from gplsa.model.direction import Direction
from gplsa.model.model import TrainedModel
from gplsa.model.rated import rate
from gplsa.model.settings import TrainSettings
from gplsa.model.topics.pictures import typical_rows
from gplsa.reading import Choices, Upload
from gplsa.training.train import train
from tests.app.conftest import entries, html, opened
from tests.photos import encoded, photo, photo_corpus

EVIL = '"><script>alert(1)</script>'


@pytest.fixture(scope="module")
def photos() -> Corpus:
    corpus = photo_corpus(42)
    corpus.ids[0] = corpus.titles[0] = EVIL
    corpus.texts["en"][0] += " " + EVIL
    return corpus


@pytest.fixture(scope="module")
def model(photos) -> TrainedModel:
    return train(photos, TrainSettings(n_topics=4, max_iter=20, visual_words=40))


@pytest.fixture
def desk(desk, photos, model):
    desk.lay_out(CORPUS, desk.library.keep(photos))
    desk.lay_out(MODEL, desk.library.keep(model))
    return desk


@pytest.mark.parametrize(
    "page",
    ["corpus.py", "train.py", "topics.py", "keywords.py", "documents.py", "compare.py", "saved.py"],
)
def test_every_page_opens_on_pictures_and_escapes_what_they_are_called(desk, open_page, page):
    shown = html(open_page(page))
    assert "<script" not in shown
    if page == "corpus.py":
        assert shown.count('<img class="photo"') == 12
    if page == "saved.py":
        assert shown.count("42 pictures") == 2 and "42 documents" not in shown
    if page == "topics.py":
        assert shown.count('<img class="thumb"') == 4 * 4
        assert "patch 1" not in shown, "the words of a topic are those of its texts"


def test_documents_behind_a_topic_are_seen_and_counted_as_the_reader_writes(
    desk, open_page, photos, model
):
    dated = replace(photos, fields={"year": [str(1900 + row % 7) for row in range(42)]})
    desk.lay_out(CORPUS, desk.library.keep(dated))
    desk.lay_out(MODEL, desk.library.keep(replace(model, corpus=dated)))
    desk.language = "de"
    shown = entries(open_page("fields.py"))
    assert shown and all(one.count("data:image/jpeg;base64,") == 1 for one in shown)
    assert all(re.search(r"Anteil</span> .*>\d+\s%</span>", one) for one in shown)


def test_of_a_picture_its_fields_are_told_and_not_its_file():
    fields = {"Foto": ["fotos/1.JPG"], "Ort": ["Köln"]}
    corpus = Corpus(
        "x", ["M1"], {"en": ["dog"]}, {"en": "en"}, pictures={"i": [b""]}, fields=fields
    )
    assert "Ort Köln" in cards.fields_of(corpus, 0)
    assert "fotos" not in cards.fields_of(corpus, 0)


def test_a_gallery_shows_what_is_missing(photos):
    bare = Corpus("x", ["a"], {"en": [EVIL]}, {"en": "en"}, pictures={"image": [b""]})
    shown = pictures.gallery(bare, [0])
    assert "no picture" in shown and "<script" not in shown and "<img" not in shown


def test_light_falls_where_the_words_are():
    """A word in the left upper corner alone: what is far from it is dimmed."""
    jpeg = encoded(np.full((100, 200, 3), 200, np.uint8), ".jpg")
    regions = [Region(0.1, 0.2, 0.1, 3), Region(0.9, 0.8, 0.1, 4)]
    light = showing._light(regions, {3: 1.0}, 2.0)
    assert light[12, 6] == 1 and light[50, 58] == 0
    assert pictures.lit(jpeg, regions, {}, "x") != pictures.lit(jpeg, regions, {3: 1.0}, "x")


def test_patches_of_a_topic_come_from_its_typical_pictures(model):
    topic = int(np.argmax(model.topic_share()))
    rows = typical_rows(model, "image", topic, 5)
    shares = model.doc_topic["image"][:, topic]
    assert shares[rows].min() >= np.delete(shares, rows).max()
    assert 'class="patch"' in pictures.topic_patches(model, "image", topic)
    first = pictures.strip(model.corpus, "image", rows[:1])
    assert first.count("data:image/jpeg;base64,") == 1


def test_a_zip_of_photos_is_tagged_in_a_job(desk, model):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for number in range(900, 904):
            archive.writestr(f"new/{number}.png", encoded(photo(number)[0]))
        archive.writestr("new/bad.png", b"no picture")
    uploads = [Upload.from_bytes("new.zip", stream.getvalue())]
    said = batches.summarize_many(desk, uploads, ("image", "en"), None, lambda *_: None)
    assert said == "The keywords of 4 pictures are ready."
    batch = desk.model_state.batch
    assert batch.refused == ["“bad.png” is no picture that can be read: save it as JPEG or PNG."]
    table = files.by_document(model, batch)
    right = [
        photo(n)[2] in words for n, words in zip(range(900, 904), table["keywords"], strict=True)
    ]
    assert sum(right) >= 3
    assert list(table) == ["id", "keywords", "probability %", "confidence %", "topic"]
    assert list(files.by_keyword(model, batch)) == ["id", "keyword", "probability %"]
    first = many.entry(model, batch, 0, is_open=False)
    assert first.count("data:image/jpeg;base64,") == 1 and table["topic"][0] in first


def test_one_picture_and_one_of_many_can_be_open_with_ratings(desk, open_page, photos, model):
    """Both tabs are drawn then, as a picture goes with its field."""
    desk.lay_out(CORPUS, desk.library.keep(photos))
    desk.lay_out(MODEL, desk.library.keep(model))
    new = encoded(photo(900)[0])
    asked = [Upload.from_bytes("1.png", new)], ("image", "en"), None
    batches.summarize_many(desk, *asked, lambda *_: None)
    rate(Direction(desk.model, "image", "en"), desk.model_state.batch.texts[0], 0, True)
    app = open_page("keywords.py")
    assert any("guessed from its colours" in one.value for one in app.caption)
    app.file_uploader[0].set_value(("1.png", new, "image/png")).run()
    # Its keywords say how sure each is, and once is enough.
    assert not any("guessed from its colours" in one.value for one in app.caption)
    assert "% sure</span> · through the topic" in html(app) and "of 100 right" not in html(app)
    assert any(box.label == "1 keyword rated" for box in app.expander)
    assert app.title[0].value == "Keywords: what a new picture is about"
    app.session_state["how-many"] = "Many pictures"
    app.run()
    assert "Keywords for other pictures" in [box.label for box in app.expander]
    assert "Drop your pictures here, or choose them" in [one.label for one in app.file_uploader]
    assert any(one.value.startswith("**1 picture**, ") for one in app.markdown)
    assert "one row per picture" in next(
        group.options for group in app.get("button_group") if group.label == "In the file"
    )
    opened(app, 0)
    assert [box.label for box in app.expander].count("1 keyword rated") == 1


def test_reading_a_zip_says_how_long_a_training_takes(desk):
    files = {f"{n}.png": encoded(photo(n, 48)[0]) for n in range(40)}
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
        rows = "".join(f"{n}.png,{photo(n)[1]} in {photo(n)[2]}\n" for n in range(40))
        archive.writestr("texts.csv", "file,en\n" + rows)
    corpora.read(desk, [Upload.from_bytes("a.zip", stream.getvalue())], Choices(), lambda *_: None)
    counted = desk.corpus_state.counted
    assert [*counted.sides] == ["en"] and counted.n_pictures == 40
    one = counting.expected(counted, 40, TrainSettings(n_topics=4))
    assert one.seconds > 5  # the visual words of forty pictures count
