"""Two apps on one data folder: neither replaces what the other did, or says done what is not."""

import subprocess
import sys

import pytest

from gplsa.app.desk.desk import Desk
from gplsa.app.library import on_disk
from gplsa.app.library.library import CORPUS, MODEL, read_piece
from gplsa.app.library.on_disk import OnDisk
from gplsa.errors import InputError
from gplsa.files import locked
from gplsa.shaping import Hide, Merge, Rename
from tests.app.test_pages import button
from tests.conftest import REPOSITORY
from tests.patience import PATIENCE, SOON

CHANGED = "changed in another window or program meanwhile"

NAMING = """
import sys
from pathlib import Path
from gplsa.app.library.library import MODEL
from gplsa.app.library.on_disk import OnDisk
from gplsa.errors import InputError
from gplsa.shaping import Rename
library, name, topic = OnDisk(Path(sys.argv[1])), sys.argv[2], int(sys.argv[3])
for turn in range(4):
    while True:
        after = library.open(MODEL, name).edited(Rename(topic, f"{topic} in turn {turn}"))
        try:
            library.edited(name, after)
        except InputError as error:
            assert "meanwhile" in str(error), error
        else:
            break
assert library.finish(float(sys.argv[4]))
"""


@pytest.fixture
def two(tmp_path, trained):
    """Two libraries on one folder, and a model that both have opened."""
    one, other = OnDisk(tmp_path), OnDisk(tmp_path)
    name = one.keep(trained)
    assert other.open(MODEL, name) is not None
    return one, other, name


def edits(library, name):
    return [step.edit for step in library.open(MODEL, name).history.steps]


def test_what_one_did_the_other_shows_and_adds_to(two, tmp_path):
    one, other, name = two
    one.edited(name, one.open(MODEL, name).edited(Rename(1, "Harbour")))
    assert other.open(MODEL, name).topic_names == {1: "Harbour"}
    other.edited(name, other.open(MODEL, name).edited(Merge((0, 2))))
    assert edits(one, name) == edits(other, name) == [Rename(1, "Harbour"), Merge((0, 2))]
    one.edited(name, one.open(MODEL, name).undone())
    assert edits(other, name) == [Rename(1, "Harbour")]
    assert one.finish(PATIENCE) and other.finish(PATIENCE)
    assert edits(OnDisk(tmp_path), name) == [Rename(1, "Harbour")]


def test_who_comes_second_is_told_and_replaces_nothing(two):
    one, other, name = two
    seen = other.open(MODEL, name)
    one.edited(name, one.open(MODEL, name).edited(Hide((2,))))
    with pytest.raises(InputError, match=CHANGED):
        other.edited(name, seen.edited(Rename(1, "Harbour")))
    assert edits(other, name) == edits(one, name) == [Hide((2,))]
    seen = other.open(MODEL, name)
    one.edited(name, one.open(MODEL, name).edited(Rename(0, "Corn")))
    seen.name = "Letters of a traveller"  # as the page Saved does
    with pytest.raises(InputError, match=CHANGED):
        other.renamed(name, seen)
    assert other.open(MODEL, name).name == "letters"
    assert other.open(MODEL, name).topic_names == {0: "Corn"}


def test_the_file_that_comes_late_replaces_no_newer_one(two, tmp_path, monkeypatch):
    """A large file is written after its note; meanwhile the other one has noted more."""
    one, other, name = two
    path = tmp_path / MODEL / f"{name}.gplsa"
    with locked(path):
        one.edited(name, one.open(MODEL, name).edited(Rename(1, "Harbour")))
        other.edited(name, other.open(MODEL, name).edited(Rename(2, "Corn")))
    assert one.finish(PATIENCE) and other.finish(PATIENCE)
    assert read_piece(MODEL, path).topic_names == {1: "Harbour", 2: "Corn"}


def test_processes_that_edit_at_once_keep_all(two, tmp_path):
    name = two[2]
    running = [
        subprocess.Popen(
            [sys.executable, "-c", NAMING, tmp_path, name, str(n), str(PATIENCE)], cwd=REPOSITORY
        )
        for n in range(3)
    ]
    assert [process.wait(PATIENCE) for process in running] == [0] * 3
    model = OnDisk(tmp_path).open(MODEL, name)
    assert model.topic_names == {n: f"{n} in turn 3" for n in range(3)}
    assert len(model.history.steps) == 12
    assert not [path for path in (tmp_path / MODEL).iterdir() if path.name.startswith(".")]


def test_what_cannot_be_written_now_does_not_replace_what_came_later(two, monkeypatch):
    one, other, name = two
    with monkeypatch.context() as patch:
        patch.setattr("tempfile.mkstemp", lambda *_, **__: (_ for _ in ()).throw(OSError(28, "")))
        one.edited(name, one.open(MODEL, name).edited(Rename(1, "Harbour")))
    other.edited(name, other.open(MODEL, name).edited(Rename(2, "Corn")))
    with pytest.raises(InputError, match=CHANGED):
        one.save_again()
    assert OnDisk(one.folder).open(MODEL, name).topic_names == {2: "Corn"}
    assert other.finish(PATIENCE)


def test_whoever_writes_for_long_is_no_reason_to_hang(two, monkeypatch):
    monkeypatch.setattr(on_disk, "PATIENCE", SOON)
    one, _, name = two
    refused = pytest.raises(InputError, match="try again when it has finished")
    with locked(one.folder / MODEL / f"{name}.note"), refused:
        one.edited(name, one.open(MODEL, name).edited(Rename(1, "Harbour")))
    assert edits(one, name) == []


def test_notes_of_both_stay(tmp_path, corpus):
    one, other = Desk(OnDisk(tmp_path)), Desk(OnDisk(tmp_path))
    name = one.library.keep(corpus)
    one.library.remark(CORPUS, name, "a", {"n": 1})
    other.library.remark(CORPUS, name, "b", {"n": 2})
    assert one.library.remarked(CORPUS, name, "a") == {"n": 1}
    assert one.library.remarked(CORPUS, name, "b") == {"n": 2}
    one.folders["1"] = "/one"
    other.folders["2"] = "/other"
    one.remember()
    other.remember()
    assert Desk(OnDisk(tmp_path)).folders == {"1": "/one", "2": "/other"}


def test_a_click_means_the_topics_that_its_page_showed(laid_out, open_page):
    name = laid_out.model_state.id
    app = open_page("topics.py")
    app.button(key="details-1").click().run()
    other = OnDisk(laid_out.library.folder)
    other.edited(name, other.open(MODEL, name).edited(Merge((0, 1))))
    app.text_input(key="name-of-1").set_value("Harbour")
    button(app, "Save name and note").click().run()
    assert not app.exception
    assert CHANGED in app.warning[0].value
    assert edits(laid_out.library, name) == [Merge((0, 1))]
    app.button(key="undo").click().run()  # what is shown now
    assert edits(laid_out.library, name) == []
    other.edited(name, other.open(MODEL, name).edited(Hide((2,))))
    app.button(key="redo").click().run()
    assert CHANGED in app.warning[0].value
    assert edits(laid_out.library, name) == [Hide((2,))]


def test_what_was_open_is_remembered_after_saving_again(tmp_path, laid_out, open_page, monkeypatch):
    library, model = laid_out.library, laid_out.model
    with monkeypatch.context() as patch:
        patch.setattr("tempfile.mkstemp", lambda *_, **__: (_ for _ in ()).throw(OSError(28, "")))
        laid_out.lay_out(MODEL, library.keep(model.edited(Rename(1, "Harbour"))))
        library.remove(CORPUS, laid_out.corpus_state.id)
        laid_out.lay_out(CORPUS, None)
        laid_out.remember()
        app = open_page("topics.py")
    app.button(key="save-again").click().run()
    again = Desk(OnDisk(library.folder))
    assert (again.model_state.id, again.corpus) == (laid_out.model_state.id, None)
