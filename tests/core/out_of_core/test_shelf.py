"""The shelf: what was saved is there whole, and what cannot be used is one sentence."""

import errno

import numpy as np
import pytest

from gplsa.core.out_of_core.shelf import FolderShelf, MemoryShelf, unwritable
from gplsa.errors import InputError


@pytest.fixture(params=["folder", "memory"])
def shelf(request, tmp_path):
    return FolderShelf(tmp_path / "state") if request.param == "folder" else MemoryShelf()


def test_arrays_come_back_and_only_the_kept_ones_stay(shelf):
    array = np.arange(6.0).reshape(2, 3)
    for name in ("one", "two"):
        shelf.save(name, 3, array)
    assert shelf.has("one", 3)
    assert not shelf.has("one", 2)
    np.testing.assert_array_equal(shelf.load("one", 3), array)
    shelf.keep(["two"])
    assert not shelf.has("one", 3)
    assert shelf.has("two", 3)


def test_the_note_is_the_last_one(shelf):
    assert shelf.read_note() is None
    shelf.write_note({"done": 1})
    shelf.write_note({"done": 2})
    assert shelf.read_note() == {"done": 2}


def test_a_damaged_array_is_one_sentence(tmp_path):
    shelf = FolderShelf(tmp_path)
    shelf.save("one", 0, np.ones(100))
    path = tmp_path / "one" / "000000.npy"
    path.write_bytes(path.read_bytes()[:200])
    with pytest.raises(InputError, match="cannot be read, so the fit cannot go on from here"):
        shelf.load("one", 0)


def test_nothing_half_written_is_left_where_the_disk_is_full(tmp_path, monkeypatch):
    shelf = FolderShelf(tmp_path)
    shelf.save("one", 0, np.zeros(3))

    def full(*_, **__):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(np, "save", full)
    with pytest.raises(InputError, match="is full: make room and go on, what is done is kept"):
        shelf.save("one", 0, np.ones(3))
    monkeypatch.undo()
    np.testing.assert_array_equal(shelf.load("one", 0), np.zeros(3))
    assert [path.name for path in (tmp_path / "one").iterdir()] == ["000000.npy"]


def test_other_errors_of_writing_are_named(tmp_path):
    error = OSError(errno.EROFS, "Read-only file system")
    assert str(unwritable(tmp_path, error)) == (
        f"“{tmp_path}” cannot be written to: Read-only file system."
    )
