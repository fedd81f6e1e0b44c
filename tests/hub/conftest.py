"""One hub for all tests of a file, in the environments that `make test-hub` has made."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.e2e.harness import CHROMIUM_ARGUMENTS, find_chromium
from tests.hub.running import Hub


@pytest.fixture(scope="session")
def environments() -> Path:
    """The folder with the environments `app` and `hub`, and the proxy."""
    folder = os.environ.get("GPLSA_HUB_ENVIRONMENTS")
    if not folder:
        pytest.skip("needs a JupyterHub: make test-hub")
    return Path(folder)


@pytest.fixture(scope="session")
def compiled(environments: Path) -> Path:
    """Where all people of the tests keep their compiled kernels; on a real hub each has their own,
    as whoever writes here runs code as the others."""
    folder = environments / "compiled"
    folder.mkdir(exist_ok=True)
    folder.chmod(0o777)
    return folder


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    chromium = find_chromium()
    assert chromium, "needs Chromium"
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_ARGUMENTS)
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def hub(
    request: pytest.FixtureRequest,
    environments: Path,
    compiled: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Hub]:
    """With the settings that the file names in SETTINGS."""
    settings = getattr(request.module, "SETTINGS", {})
    running = Hub(tmp_path_factory.mktemp("hub"), environments, compiled, **settings)
    try:
        running.start()
        yield running
    finally:
        running.stop()
