"""A file that was asked for is there until it is fetched, whoever else is at work."""

from types import SimpleNamespace

import pytest
from streamlit.runtime.media_file_manager import MediaFileManager
from streamlit.runtime.memory_media_file_storage import MemoryMediaFileStorage

from gplsa.app.show import downloads


@pytest.fixture
def files(monkeypatch):
    manager = MediaFileManager(MemoryMediaFileStorage("/media"))
    monkeypatch.setattr(downloads.runtime, "exists", lambda: True)
    monkeypatch.setattr(
        downloads.runtime, "get_instance", lambda: SimpleNamespace(media_file_mgr=manager)
    )
    yield manager
    downloads._release.pop().cancel()


def asked_for(files, monkeypatch, content):
    """What Streamlit does at a click: the id of the file it makes."""
    made = []
    monkeypatch.setattr(downloads.st, "download_button", lambda *_, data, **__: made.append(data))
    downloads.download_button("Download", lambda: content, "letters.gplsa", key="d")
    deferred = files.add_deferred(made[0], "application/octet-stream", "1", "letters.gplsa")
    return files.execute_deferred(deferred).rsplit("/", 1)[1].removesuffix(".gplsa")


def test_pages_of_others_do_not_sweep_it_away(files, monkeypatch):
    asked = asked_for(files, monkeypatch, b"a model")
    file = asked.split(".")[0]
    for _ in range(5):
        files.remove_orphaned_files()
    assert files.read_file(file).content == b"a model"
    files.clear_session_refs()  # after a minute
    for _ in range(2):
        files.remove_orphaned_files()
    assert files.read_file(file) is None


def test_few_are_held(files, monkeypatch):
    for number in range(downloads.MOST_HELD + 10):
        asked_for(files, monkeypatch, b"%d" % number)
    for _ in range(3):
        files.remove_orphaned_files()
    assert len(files._file_metadata) == downloads.MOST_HELD
