"""app.py: what the server runs."""

import asyncio
import gc
import sys

from streamlit.runtime.scriptrunner.exec_code import modified_sys_path

import app
from gplsa.app.desk.desk import Desk
from gplsa.app.library.on_disk import OnDisk


def test_a_run_of_a_page_leaves_the_import_path_alone():
    # Streamlit's own bracket around every run. Were it to add and remove the folder, an import in
    # a job's thread could skip an entry of the list and not find an installed package.
    script = app.app._resolve_script_path()
    before = list(sys.path)
    with modified_sys_path(str(script)):
        assert sys.path == before
    assert sys.path == before


def test_the_collection_after_every_run_passes_over_the_libraries(tmp_path, monkeypatch):
    monkeypatch.setattr(app.warmup, "start", lambda: None)
    monkeypatch.setattr(app, "current_desk", lambda: Desk(OnDisk(tmp_path)))

    async def left_to_search() -> int:
        async with app.lifespan(app.app):
            return len(gc.get_objects())

    everything = len(gc.get_objects())
    try:
        assert asyncio.run(left_to_search()) < everything / 10
    finally:
        gc.unfreeze()
