"""The store: what was saved is there whole, and what cannot be used is one sentence."""

import errno

import numpy as np
import pytest

from gplsa.core.out_of_core.store import FolderStore, unwritable
from gplsa.errors import InputError
from tests.in_memory import MemoryStore


@pytest.fixture(params=["folder", "memory"])
def store(request, tmp_path):
    return FolderStore(tmp_path / "state") if request.param == "folder" else MemoryStore()


def test_arrays_come_back_and_only_the_kept_ones_stay(store):
    array = np.arange(6.0).reshape(2, 3)
    for name in ("one", "two"):
        store.save(name, 3, array)
    assert store.has("one", 3)
    assert not store.has("one", 2)
    np.testing.assert_array_equal(store.load("one", 3), array)
    store.keep(["two"])
    assert not store.has("one", 3)
    assert store.has("two", 3)


def test_the_note_is_the_last_one(store):
    assert store.read_note() is None
    store.write_note({"done": 1})
    store.write_note({"done": 2})
    assert store.read_note() == {"done": 2}


def test_a_damaged_array_is_one_sentence(tmp_path):
    store = FolderStore(tmp_path)
    store.save("one", 0, np.ones(100))
    path = tmp_path / "one" / "000000.npy"
    path.write_bytes(path.read_bytes()[:200])
    with pytest.raises(InputError, match="cannot be read, so the fit cannot go on from here"):
        store.load("one", 0)


def test_nothing_half_written_is_left_where_the_disk_is_full(tmp_path, monkeypatch):
    store = FolderStore(tmp_path)
    store.save("one", 0, np.zeros(3))

    def full(*_, **__):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(np, "save", full)
    with pytest.raises(InputError, match="is full: make room and go on, what is done is kept"):
        store.save("one", 0, np.ones(3))
    monkeypatch.undo()
    np.testing.assert_array_equal(store.load("one", 0), np.zeros(3))
    assert [path.name for path in (tmp_path / "one").iterdir()] == ["000000.npy"]


def test_other_errors_of_writing_are_named(tmp_path):
    error = OSError(errno.EROFS, "Read-only file system")
    assert str(unwritable(tmp_path, error)) == (
        f"“{tmp_path}” cannot be written to: Read-only file system."
    )
