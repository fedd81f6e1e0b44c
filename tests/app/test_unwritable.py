"""A disk that is full, read-only or gone: what is finished stays, and the app says what to do."""

import errno
import os
import resource
import shutil
import signal
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from gplsa.app.desk import trainings
from gplsa.app.library import on_disk, recent
from gplsa.app.library.failures import said
from gplsa.app.library.library import CORPUS, MODEL, read_piece
from gplsa.app.library.on_disk import OnDisk
from gplsa.app.saved import parts as saved
from gplsa.errors import InputError
from gplsa.model.editing.edits import Merge
from gplsa.model.settings import TrainSettings
from tests.app.test_pages import button, wait
from tests.disks import disk


def fail(number):
    def refuse(*args, **kwargs):
        raise OSError(number, os.strerror(number))

    return refuse


@pytest.fixture
def full(monkeypatch):
    """From now on nothing can be written: full()."""

    def begin(number=errno.ENOSPC):
        monkeypatch.setattr("tempfile.mkstemp", fail(number))

    return begin


@pytest.fixture
def small_disk(tmp_path) -> Iterator[Path]:
    """The folder of kept things is a disk of its own that holds one megabyte."""
    with disk(tmp_path / "home", 1) as home:
        yield home


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EACCES, errno.EIO])
def test_what_is_finished_stays_in_memory_until_there_is_room(
    tmp_path, trained, full, monkeypatch, number
):
    library = OnDisk(tmp_path)
    with monkeypatch.context() as broken:
        broken.setattr("tempfile.mkstemp", fail(number))
        name = library.keep(trained)
        (entry,) = library.listed(MODEL)
        assert entry.unsaved == said(OSError(number, ""))
        assert "try again" in entry.unsaved or ":" in entry.unsaved
        assert library.open(MODEL, name) is trained
        with pytest.raises(InputError, match="still cannot be saved"):
            library.save_again()
    assert list(tmp_path.rglob("*.gplsa*")) == []
    library.save_again()
    assert [entry.unsaved for entry in library.listed(MODEL)] == [""]
    assert OnDisk(tmp_path).open(MODEL, name).n_topics == trained.n_topics


def test_more_than_the_memory_caches_stays_while_it_is_unsaved(tmp_path, corpus, full):
    library, full_now = OnDisk(tmp_path), full
    full_now()
    names = [library.keep(corpus.subset(range(20 + number))) for number in range(recent.KEPT + 3)]
    assert {entry.id for entry in library.listed(CORPUS)} == set(names)
    assert all(library.open(CORPUS, name) is not None for name in names)


def test_edits_of_what_waits_to_be_saved_are_saved_with_it(tmp_path, trained, full, monkeypatch):
    library = OnDisk(tmp_path)
    with monkeypatch.context() as broken:
        broken.setattr("tempfile.mkstemp", fail(errno.ENOSPC))
        name = library.keep(trained)
        library.edited(name, trained.edited(Merge((0, 1))))
    library.save_again()
    assert OnDisk(tmp_path).open(MODEL, name).n_topics == trained.n_topics - 1


def test_no_new_work_while_too_much_waits_to_be_saved(tmp_path, corpus, full, monkeypatch):
    library = OnDisk(tmp_path)
    full()
    library.keep(corpus)
    library.check_room()
    monkeypatch.setattr(on_disk, "MOST_UNSAVED", 1000)
    with pytest.raises(InputError, match="could not be saved"):
        library.check_room()
    library.remove(CORPUS, library.listed(CORPUS)[0].id)
    library.check_room()


def test_a_folder_removed_while_the_app_runs_is_made_again(tmp_path, corpus, trained):
    library = OnDisk(tmp_path / "home")
    name = library.keep(trained)
    shutil.rmtree(tmp_path / "home")
    (entry,) = library.listed(MODEL)
    assert "is gone" in entry.unsaved
    assert library.open(MODEL, name) is trained
    library.keep(corpus)
    library.save_again()
    again = OnDisk(tmp_path / "home")
    assert [len(again.listed(kind)) for kind in (CORPUS, MODEL)] == [1, 1]


def test_what_was_removed_in_the_app_does_not_come_back(tmp_path, trained):
    library = OnDisk(tmp_path)
    library.remove(MODEL, library.keep(trained))
    assert library.listed(MODEL) == []


def test_a_limit_on_the_size_of_files(tmp_path, trained):
    """The real thing: the system cuts off the write in the middle."""
    library = OnDisk(tmp_path)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (2000, before[1]))
        name = library.keep(trained)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)
    (entry,) = library.listed(MODEL)
    assert "larger than this disk" in entry.unsaved
    assert not any(".gplsa-new-" in path.name for path in tmp_path.rglob("*"))
    library.save_again()
    assert OnDisk(tmp_path).open(MODEL, name) is not None


def test_a_training_on_a_full_disk_is_shown_and_downloaded_and_saved(
    laid_out, open_page, full, monkeypatch
):
    desk = laid_out
    before, settings = desk.model_state.id, TrainSettings(n_topics=3, max_iter=20)
    with monkeypatch.context() as broken:
        broken.setattr("tempfile.mkstemp", fail(errno.ENOSPC))
        desk.begin("Training", lambda p: trainings.fit(desk, settings, p))
        assert wait(laid_out).state == "done"
        assert desk.model_state.id != before
        for page in ("train.py", "topics.py", "saved.py"):
            app = open_page(page)
            (warning,) = app.warning
            assert (
                "Not saved, in memory only: “letters”. The disk is full"
                in warning.value.replace("\\", "")
            )
        content = saved._file(desk.library, MODEL, desk.model_state.id)
        (laid_out.library.folder / "copy").write_bytes(content)
        assert read_piece(MODEL, laid_out.library.folder / "copy").n_topics == 3
        button(app, "Save again").click().run()
        assert "It still cannot be saved: The disk is full" in app.warning[0].value.replace(
            "\\", ""
        )
    button(app, "Save again").click().run()
    assert not app.warning
    assert OnDisk(laid_out.library.folder).open(MODEL, desk.model_state.id).n_topics == 3


def test_a_disk_of_one_megabyte(small_disk, laid_out, corpus, open_page):
    """The corpus fits, and its model does not: the system ends the write in the middle."""
    (small_disk / "film.mp4").write_bytes(bytes(500_000))
    draw = np.random.default_rng(0)
    texts = {
        m: [f"{text} {' '.join(map(hex, draw.integers(2**60, size=20)))}" for text in column]
        for m, column in corpus.texts.items()
    }
    desk = laid_out
    desk.lay_out(CORPUS, laid_out.library.keep(replace(corpus, texts=texts)))
    assert [entry.unsaved for entry in laid_out.library.listed(CORPUS)] == ["", ""]
    settings = TrainSettings(n_topics=3, max_iter=20)
    desk.begin("Training", lambda p: trainings.fit(desk, settings, p))
    assert wait(laid_out).state == "done"
    app = open_page("saved.py")
    (warning,) = app.warning
    said_there = warning.value.replace("\\", "")
    assert "in memory only: “letters”. The disk is full: make room" in said_there
    content = saved._file(desk.library, MODEL, desk.model_state.id)
    assert shutil.disk_usage(small_disk).free < len(content)
    (small_disk.parent / "copy").write_bytes(content)
    assert read_piece(MODEL, small_disk.parent / "copy").n_topics == 3
    assert not any(".gplsa-new-" in path.name for path in small_disk.rglob("*"))
    (small_disk / "film.mp4").unlink()
    button(app, "Save again").click().run()
    assert not app.warning
    assert OnDisk(small_disk).open(MODEL, desk.model_state.id).n_topics == 3


def test_deleting_on_a_read_only_disk_is_a_sentence(laid_out, open_page, monkeypatch):
    app = open_page("saved.py")
    button(app, "Delete").click().run()
    monkeypatch.setattr("pathlib.Path.unlink", fail(errno.EROFS))
    button(app, "Yes, delete").click().run()
    assert not app.exception
    assert "It cannot be deleted: The disk is read-only" in app.warning[0].value.replace("\\", "")
    assert len(laid_out.library.listed(MODEL)) == 1
    assert laid_out.model is not None


def test_what_is_in_memory_alone_can_go_where_the_disk_takes_no_lock(tmp_path, corpus, monkeypatch):
    library = OnDisk(tmp_path)
    with monkeypatch.context() as broken:
        broken.setattr(on_disk, "locked", fail(errno.EROFS))
        name = library.keep(corpus)
        assert library.listed(CORPUS)[0].unsaved
        library.remove(CORPUS, name)
        assert not library.listed(CORPUS)


def test_a_name_on_a_full_disk_stays_and_is_saved_later(tmp_path, trained, monkeypatch):
    library = OnDisk(tmp_path)
    name = library.keep(trained)
    model = library.open(MODEL, name)
    with monkeypatch.context() as broken:
        broken.setattr("tempfile.mkstemp", fail(errno.ENOSPC))
        model.name_topic(1, "Harbour")
        library.renamed(name, model)
        assert "disk is full" in library.listed(MODEL)[0].unsaved
    library.save_again()
    assert OnDisk(tmp_path).open(MODEL, name).topic_names == {1: "Harbour"}


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.ENOENT, errno.ENOTCONN])
def test_every_fault_says_what_to_do(number):
    sentence = said(OSError(number, os.strerror(number)))
    assert ":" in sentence
    assert sentence.endswith(".")
    caused = InputError("Cannot write /home/ada/x: no.")
    caused.__cause__ = OSError(number, os.strerror(number))
    assert said(caused) == sentence
    assert said(InputError("No pairs.")) == "No pairs."
    assert "ZeroDivisionError" in said(ZeroDivisionError("secret"))
    assert "secret" not in said(ZeroDivisionError("secret"))


def test_a_download_of_what_is_gone_is_no_empty_file(laid_out):
    desk = laid_out
    asked = desk.library, MODEL, desk.model_state.id
    assert saved._file(*asked).startswith(b"PK")
    laid_out.library.remove(MODEL, desk.model_state.id)
    with pytest.raises(InputError, match="not kept any more"):
        saved._file(*asked)
