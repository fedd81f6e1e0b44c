"""The tile of a real JupyterLab: opened, trained in, and what it saved read in a notebook."""

import contextlib
import json
import os
import re
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace

import pytest
from playwright.sync_api import Frame, Page

from tests.e2e.harness import PATIENCE_MS, free_port, go, settle
from tests.e2e.journeys import keywords_of, read_file, train, write_pairs
from tests.hub.running import bare, direct
from tests.hub.test_people import TEXT
from tests.patience import PATIENCE, eventually

TOKEN = "of-the-test"
NOTEBOOK = """
import gplsa
model = gplsa.load({model!r})
found = model.keywords([{text!r}], "de", "en")[0]
print(", ".join(found.words))
"""


@dataclass
class Lab:
    url: str
    home: Path
    programs: Path
    environment: dict[str, str]


@pytest.fixture(scope="module")
def lab(environments, compiled, tmp_path_factory) -> Iterator[Lab]:
    home, programs = tmp_path_factory.mktemp("lab"), environments / "lab" / "bin"
    environment = {
        "HOME": str(home),
        "PATH": f"{programs}:{os.environ['PATH']}",
        "LANG": "C.UTF-8",
        "NUMBA_CACHE_DIR": str(compiled),
        "OPENBLAS_NUM_THREADS": "1",
    }
    # Whether there may be news is asked in a corner of the window, where buttons of the app are.
    asked = home / ".jupyter/lab/user-settings/@jupyterlab/apputils-extension"
    asked.mkdir(parents=True)
    (asked / "notification.jupyterlab-settings").write_text('{"fetchNews": "false"}')
    port = free_port()
    command = [
        str(programs / "jupyter"), "lab", "--no-browser", "--allow-root",
        "--ServerApp.ip=127.0.0.1", f"--ServerApp.port={port}", "--ServerApp.port_retries=0",
        f"--IdentityProvider.token={TOKEN}", f"--ServerApp.root_dir={home}",
        "--LabApp.news_url=None", "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    ]  # fmt: skip
    running = Lab(f"http://127.0.0.1:{port}", home, programs, environment)
    with (home / "lab.log").open("wb") as log:
        process = subprocess.Popen(command, cwd=home, env=environment, stdout=log, stderr=log)
    try:

        def answers() -> bool:
            assert process.poll() is None, (home / "lab.log").read_text("utf-8")
            with contextlib.suppress(OSError), direct.open(f"{running.url}/api", timeout=PATIENCE):
                return True
            return False

        eventually(answers)
        yield running
    finally:
        process.terminate()
        process.wait(PATIENCE)


def opened(page: Page) -> Frame:
    """The app in the tab that its tile in the launcher opens."""
    page.locator(".jp-LauncherCard", has_text="gplsa").first.click()
    page.wait_for_selector('iframe[src*="/gplsa"]', timeout=PATIENCE_MS)
    deadline = time.monotonic() + PATIENCE_MS / 1000
    while not (found := page.frame(url=re.compile("/gplsa"))):
        assert time.monotonic() < deadline
        page.wait_for_timeout(200)
    settle(found)
    return found


def test_the_tile_and_a_notebook_work_on_the_same_models(lab: Lab, browser, tmp_path) -> None:
    context = browser.new_context(viewport={"width": 1400, "height": 900})
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    assert bare(f"{lab.url}/gplsa/")[0] != 200  # for whom JupyterLab lets in, and nobody else
    page.goto(f"{lab.url}/lab?token={TOKEN}")
    app, server = opened(page), SimpleNamespace(url=f"{lab.url}/gplsa")
    read_file(app, server, write_pairs(tmp_path / "letters.csv", 100))
    train(app)
    go(app, server, "/keywords")
    words = keywords_of(app, TEXT)
    context.close()

    [model] = (lab.home / ".local" / "share" / "gplsa" / "model").glob("*.gplsa")
    cell = {
        "cell_type": "code",
        "id": "one",
        "metadata": {},
        "outputs": [],
        "execution_count": None,
    }
    cell["source"] = NOTEBOOK.format(model=str(model), text=TEXT)
    notebook = lab.home / "read.ipynb"
    content = {"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    notebook.write_text(json.dumps(content), encoding="utf-8")
    subprocess.run(
        [lab.programs / "jupyter", "execute", "--inplace", notebook],
        env=lab.environment,
        check=True,
        capture_output=True,
    )
    [output] = json.loads(notebook.read_text("utf-8"))["cells"][0]["outputs"]
    assert "".join(output["text"]).strip().split(", ") == words
