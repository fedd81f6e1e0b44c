"""What people publish for each other: who may, what others see of it, and what they get."""

import json
import os
from pathlib import Path

import pytest

from gplsa.app.desk.desk import current_desk
from gplsa.app.library import shared as shared_module
from gplsa.app.library.library import CORPUS, MODEL
from gplsa.app.library.shared import Shared
from gplsa.errors import InputError
from gplsa.model.editing.edits import Split
from tests.app.conftest import html
from tests.app.test_pages import button
from tests.patience import PATIENCE


@pytest.fixture
def folder(tmp_path):
    path = tmp_path / "shared"
    path.mkdir()
    return path


@pytest.fixture
def ada(folder):
    return Shared(folder, "ada")


def test_what_is_published_everybody_opens(ada, folder, corpus, trained):
    ada.publish(trained)
    ada.publish(corpus)
    ben = Shared(folder, "ben")
    [model], [texts] = ben.listed(MODEL), ben.listed(CORPUS)
    assert (model.owner, model.name, model.facts.topics) == ("ada", "letters", 4)
    assert ben.open("ada", MODEL, model.id).digest == trained.digest
    assert ben.open("ada", CORPUS, texts.id).texts == corpus.texts
    for path in folder.rglob("*"):
        assert path.stat().st_mode & 0o022 == 0  # others may read it, and no more
        assert path.stat().st_mode & 0o004


def test_withdrawing(ada, folder, trained):
    ada.publish(trained)
    [one] = ada.listed(MODEL)
    Shared(folder, "ben").withdraw(MODEL, one.id)
    assert ada.listed(MODEL) == [one]
    ada.withdraw(MODEL, one.id)
    assert ada.listed(MODEL) == []
    with pytest.raises(InputError):
        ada.open("ada", MODEL, one.id)


def test_who_may_not_write_may_not_publish(ada, folder, trained, monkeypatch):
    monkeypatch.setattr(shared_module.os, "access", lambda *_: False)
    assert not ada.may_publish
    with pytest.raises(InputError, match="may not write"):
        ada.publish(trained)
    for name in ("", "..", ".ada", "a/b"):
        assert not Shared(folder, name).may_publish


def test_nobody_publishes_under_anothers_name(ada, folder, trained, monkeypatch):
    """The folder of ada belongs to another account than hers."""
    ada.publish(trained)
    monkeypatch.setattr(shared_module.os, "geteuid", lambda: 1)
    monkeypatch.setattr(Path, "owner", lambda folder: "eve")
    assert Shared(folder, "ben").listed(MODEL) == []
    monkeypatch.setattr(Path, "owner", lambda folder: "ada")
    assert len(Shared(folder, "ben").listed(MODEL)) == 1


def test_a_folder_that_is_a_link_is_passed_over(ada, folder, tmp_path, trained):
    Shared(tmp_path, "elsewhere").publish(trained)
    (folder / "eve").symlink_to(tmp_path / "elsewhere")
    assert ada.listed(MODEL) == []


@pytest.mark.parametrize("owner", ["..", "", "ben", "/etc", "ada/.."])
@pytest.mark.parametrize("name", ["../../x", "0" * 24, ""])
def test_only_what_is_listed_is_opened(ada, trained, owner, name):
    ada.publish(trained)
    with pytest.raises(InputError):
        ada.open(owner, MODEL, name)


def spoilt(note: Path, **changes: object) -> None:
    note.write_text(json.dumps(json.loads(note.read_text()) | changes))


@pytest.mark.parametrize(
    "changes",
    [
        {"kept": "yesterday"},
        {"kept": "2026-01-01"},
        {"facts": {"documents": "many"}},
        {"facts": {"topics": []}},
        {"facts": 3},
    ],
    ids=str,
)
def test_a_note_that_a_page_cannot_show_is_passed_over(ada, folder, trained, changes):
    ada.publish(trained)
    [note] = folder.rglob("*.json")
    spoilt(note, **changes)
    assert ada.listed(MODEL) == []


def test_a_damaged_file_is_one_sentence(ada, folder, trained):
    ada.publish(trained)
    [file] = folder.rglob("*.gplsa")
    file.write_bytes(b"PK")
    with pytest.raises(InputError, match="not a gplsa model file"):
        ada.open("ada", MODEL, file.stem)


def test_without_the_folder_there_is_nothing(tmp_path):
    away = Shared(tmp_path / "away", "ada")
    assert away.listed(MODEL) == []
    assert not away.may_publish


def test_on_the_page(folder, trained, monkeypatch, tmp_path, laid_out, open_page):
    """Ada publishes what she has trained; Ben finds it under her name and takes a copy."""
    laid_out.shared = Shared(folder, "ada")
    app = open_page("saved.py")
    app.button(key=f"publish-model-{laid_out.model_state.id}").click().run()
    assert not app.exception
    assert "by ada" in html(app)
    assert [one.label for one in app.button].count("Withdraw") == 1
    # Edited since, it is another one; what is published can be withdrawn all the same.
    laid_out.lay_out(MODEL, laid_out.library.keep(laid_out.model.edited(Split(0, 2))))
    assert [one.label for one in app.run().button].count("Withdraw") == 1
    button(app, "Withdraw").click().run()
    assert not app.exception
    assert "by ada" not in html(app)
    laid_out.shared.publish(trained)

    monkeypatch.setenv("GPLSA_HOME", str(tmp_path / "bens"))
    monkeypatch.setenv("GPLSA_SHARED", str(folder))
    monkeypatch.setenv("JUPYTERHUB_USER", "ben")
    assert laid_out.close(PATIENCE)
    current_desk.cache_clear()
    app = open_page("saved.py")
    assert "by ada" in html(app)
    button(app, "Open a copy").click().run()
    assert not app.exception
    desk = current_desk()
    opened = desk.model
    assert opened.digest == trained.digest
    os.unlink(next(folder.rglob("*.gplsa")))
    app = open_page("saved.py")
    assert "by ada" not in html(app)
    assert opened.n_topics == 4
