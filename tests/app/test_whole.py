"""Models of a corpus folder: trained from the page Corpus, searched in whole, gone or changed."""

import json
import shutil

import pytest

from gplsa.app.library.library import MODEL
from gplsa.corpus.chunks.folder import ChunkedCorpus
from gplsa.model.settings import TrainSettings
from gplsa.reading.chunks.build import build
from gplsa.training.out_of_core import OutOfCore
from gplsa.training.train import train
from tests.app.conftest import html
from tests.patience import eventually

SAMPLE = 20


@pytest.fixture(scope="module")
def folder(tmp_path_factory, corpus):
    rows = [
        {"id": corpus.ids[d], **{side: corpus.texts[side][d] for side in ("de", "en")}}
        for d in range(len(corpus))
    ]
    place = tmp_path_factory.mktemp("whole")
    (place / "letters.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return build([place / "letters.jsonl"], ["de", "en"], place / "corpus").corpus.folder


@pytest.fixture
def allowed(folder, monkeypatch):
    monkeypatch.setenv("HOME", str(folder.parent))
    monkeypatch.delenv("GPLSA_FOLDERS", raising=False)


@pytest.fixture(scope="module")
def sampled(folder):
    settings = TrainSettings(n_topics=4, max_iter=6)
    return train(OutOfCore(ChunkedCorpus.open(folder), sample=SAMPLE), settings)


@pytest.fixture
def on_desk(allowed, desk, sampled):
    desk.lay_out(MODEL, desk.library.keep(sampled))
    return desk


def button(app, text):
    return next(b for b in app.button if b.label == text)


def plain(markdown):
    return markdown.replace("\\", "")


def captions(app):
    return "\n".join(element.value for element in app.caption)


def asked(app):
    app.text_area[0].set_value("the captain and the ship in the harbour")
    button(app, "Find").click().run()
    assert not app.exception
    return html(app)


def test_the_sample_is_searched_until_the_folder_is_named(on_desk, open_page, folder):
    app = open_page("search.py")
    assert "learned from 60 documents and holds 20 of them" in app.info[0].value
    assert asked(app).count("<article") == 7
    app.text_input[0].set_value(str(folder.parent))
    button(app, "Search all of it").click().run()
    assert "is no corpus that gplsa built" in plain(app.warning[0].value)
    app.text_input[0].set_value(str(folder))
    button(app, "Search all of it").click().run()
    assert "All 60 documents of the corpus folder" in captions(app)
    shown = asked(app)
    assert "Hafen" in shown.split("<article")[1]
    more = next(b for b in app.button if b.label.startswith("Show "))
    more.click().run()
    assert html(app).count("<article") == int(more.label.split()[1]) == 21
    again = open_page("search.py")
    assert "All 60 documents" in captions(again)


def test_of_a_folder_that_has_gone_the_sample_is_searched(on_desk, open_page, folder):
    desk = on_desk
    desk.folders = {digest(on_desk): str(folder.parent / "gone")}
    app = open_page("search.py")
    assert "is not there: name the corpus folder" in plain(app.warning[0].value)
    assert "Meanwhile what the model holds is searched." in plain(app.warning[0].value)
    assert asked(app).count("<article") == 7


def digest(desk):
    return desk.model.whole.digest


def test_folders_that_the_app_is_started_with_are_looked_through(
    on_desk, open_page, folder, monkeypatch
):
    monkeypatch.setenv("GPLSA_FOLDERS", str(folder.parent))
    assert "All 60 documents of the corpus folder" in captions(open_page("search.py"))


def test_of_a_damaged_folder_the_sample_is_searched(on_desk, open_page, folder, tmp_path):
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    on_desk.folders = {digest(on_desk): str(copy)}
    (copy / "parts" / "000000" / "counts-0-words.npy").write_bytes(b"nothing")
    app = open_page("search.py")
    shown = asked(app)
    assert "is damaged" in plain(app.warning[0].value)
    assert shown.count("<article") == 7


@pytest.mark.parametrize("page", ["topics.py", "documents.py"])
def test_pages_say_that_they_show_a_sample(on_desk, open_page, page):
    said = "The topics are of 60 documents; those shown here are a sample of 20."
    assert said in captions(open_page(page))


def test_saved_counts_what_the_model_learned_from(on_desk, open_page):
    assert "60 documents" in html(open_page("saved.py"))


def test_a_folder_that_is_refused_is_told_beside_its_field(allowed, desk, open_page, folder):
    app = open_page("corpus.py")
    app.text_input(key="folder").set_value(str(folder.parent / "nowhere"))
    button(app, "Read folder").click().run()
    told = [str(getattr(one, "proto", "")) for one in app.main]
    places = [n for n, one in enumerate(told) if "nowhere" in one]
    field = next(n for n, one in enumerate(told) if "Or a folder (or one file)" in one)
    assert app.warning and places[-1] >= field
    assert not app.run().warning


def test_a_folder_is_trained_on_from_the_page_corpus(allowed, desk, open_page, folder):
    app = open_page("corpus.py")
    app.text_input(key="folder").set_value(str(folder))
    button(app, "Read folder").click().run()
    said = "\n".join(element.value for element in app.markdown)
    assert "60 documents in 1 part," in said
    assert "learned from chunk by chunk" in captions(app)
    app.number_input[0].set_value(4).run()
    button(app, "Train on the whole folder").click().run()
    eventually(lambda: not desk.job.snapshot.live)
    assert desk.job.snapshot.state == "done"
    model = desk.model
    assert (model.n_topics, model.whole.documents) == (4, 60)
    assert desk.folders == {model.whole.digest: str(folder)}
    page = open_page("search.py")
    assert not page.info and "All 60 documents" not in captions(page)
