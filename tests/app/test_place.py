"""Folders that may be read: those named when the app started, and what lies in them."""

from pathlib import Path

import pytest

from gplsa.app.access.place import folders, inside
from gplsa.app.desk.desk import current_desk
from gplsa.errors import InputError
from tests.app.test_pages import button


@pytest.fixture
def two(tmp_path):
    """A folder that may be read and one that may not, with ways from one into the other."""
    for name in ("mine", "yours", "mine-too"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.de.txt").write_text("Ernte")
    (tmp_path / "mine" / "link").symlink_to(tmp_path / "yours")
    (tmp_path / "mine" / "file.csv").symlink_to(tmp_path / "yours" / "a.de.txt")
    return tmp_path


def test_what_lies_in_an_allowed_folder_is_found(two):
    allowed = (two / "mine",)
    assert inside(two / "mine", allowed) == two / "mine"
    assert inside(two / "yours" / ".." / "mine" / "a.de.txt", allowed) == two / "mine" / "a.de.txt"
    assert inside(two / "mine" / "not-there", allowed) == two / "mine" / "not-there"


@pytest.mark.parametrize(
    "path",
    ["yours", "mine-too", "mine/../yours", "mine/link", "mine/link/a.de.txt", "mine/file.csv", "."],
)
def test_what_lies_elsewhere_is_refused(two, path):
    with pytest.raises(InputError, match="GPLSA_FOLDERS"):
        inside(two / path, (two / "mine",))


def test_home_unless_others_are_named(monkeypatch, two):
    assert folders() == (Path.home().resolve(),)
    assert inside(Path("~/letters"), folders()) == Path.home().resolve() / "letters"
    monkeypatch.setenv("GPLSA_FOLDERS", f"{two / 'mine' / 'link'}:{two / 'mine'}")
    assert folders() == (two / "yours", two / "mine")
    for odd in ("\0", "~nobody-of-this-name/x"):
        with pytest.raises(InputError):
            inside(Path(odd), folders())


def test_the_page_reads_no_folder_but_those(two, desk, open_page, monkeypatch):
    monkeypatch.setenv("GPLSA_FOLDERS", str(two / "mine"))
    current_desk.cache_clear()
    app = open_page("corpus.py")
    monkeypatch.setenv("GPLSA_FOLDERS", str(two))  # too late
    app.text_input(key="folder").set_value(str(two / "yours"))
    button(app, "Read folder").click().run()
    assert "which is all that may be read" in app.warning[0].value
    assert current_desk().job is None
    app.text_input(key="folder").set_value(str(two / "mine"))
    button(app, "Read folder").click().run()
    assert not app.warning
    assert current_desk().job is not None
