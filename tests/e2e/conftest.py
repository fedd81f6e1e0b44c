"""A server, a browser and pages for the journeys; a page fails its test by what it did unseen."""

import os
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from gplsa.app.desk.desk import Desk
from gplsa.app.library.library import CORPUS, MODEL
from gplsa.app.library.on_disk import OnDisk
from gplsa.model.settings import TrainSettings
from gplsa.reading import Upload, read_corpus
from gplsa.training.train import train
from tests.e2e.harness import (
    CHROMIUM_ARGUMENTS,
    PATIENCE_MS,
    Complaints,
    Server,
    find_chromium,
)
from tests.e2e.journeys import write_pairs

DESKTOP = {"width": 1280, "height": 800}
# Streamlit 1.67: a run that ends while the next one begins; each has a lock of its own on what the
# session holds.  The next one goes on.
OVERTAKEN = re.compile(
    r"Exception in thread ScriptRunner.*\nTraceback.*(\n .*)*, in _reset_triggers(\n .*)*"
    r"\nRuntimeError: dictionary (keys changed|changed size) during iteration"
)


# By package: while it is open, no other test of the process can run an event loop.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    chromium = find_chromium()
    if chromium is None:
        complaint = "needs Chromium, and there is none on the PATH"
        if os.environ.get("GPLSA_REQUIRE_BROWSER", "") not in ("", "0"):
            pytest.fail(f"{complaint}; GPLSA_REQUIRE_BROWSER says that there must be")
        pytest.skip(complaint)
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_ARGUMENTS)
        yield opened
        opened.close()


@contextmanager
def running(servers: list[Server]) -> Iterator[None]:
    """Stops the servers at the end; none of them may have logged an error nobody expected."""
    yield
    for server in servers:
        if server.running:
            server.stop()
    logs = "\n".join(server.log() for server in servers)
    assert "Traceback" not in OVERTAKEN.sub("", logs), logs


@pytest.fixture
def start_server(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """start_server(home, **environment): one more server; all are stopped at the end of the test.

    home  a folder of kept things that the server begins with a copy of
    """
    servers: list[Server] = []

    def start(home: Path | None = None, **environment: str) -> Server:
        folder = tmp_path / f"server{len(servers)}"
        folder.mkdir()
        server = Server(folder, environment)
        if home is not None:
            shutil.copytree(home, server.home)
        servers.append(server)
        server.start()
        return server

    with running(servers):
        yield start


@pytest.fixture(scope="package")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of somebody who has read a corpus of 200 pairs, "letters", and trained a model."""
    folder = tmp_path_factory.mktemp("kept")
    table = write_pairs(tmp_path_factory.mktemp("pairs") / "letters.csv", 200)
    corpus = read_corpus([Upload.from_path(table)]).corpus
    desk = Desk(OnDisk(folder))
    desk.lay_out(CORPUS, desk.library.keep(corpus))
    desk.lay_out(MODEL, desk.library.keep(train(corpus, TrainSettings(n_topics=5))))
    desk.remember()
    return folder


@contextmanager
def lasting(folder: Path, home: Path | None = None) -> Iterator[Server]:
    """One server for several tests, which leave it as it is; it begins with a copy of `home`."""
    server = Server(folder)
    if home is not None:
        shutil.copytree(home, server.home)
    with running([server]):
        server.start()
        yield server


@pytest.fixture(scope="package")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server with nothing kept, for all tests that leave it so."""
    with lasting(tmp_path_factory.mktemp("empty")) as server:
        yield server


@pytest.fixture(scope="package")
def furnished(kept: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server with a corpus and its model on the desk, for all tests that leave it so."""
    with lasting(tmp_path_factory.mktemp("furnished"), kept) as server:
        yield server


@pytest.fixture
def server(start_server: Callable[..., Server]) -> Server:
    """A fresh server for one person, with nothing kept yet."""
    return start_server()


@pytest.fixture
def new_page(browser: Browser) -> Iterator[Callable[..., Page]]:
    """new_page(server, **options of a browser context): a visitor with cookies of their own.

    Options: color_scheme="dark", viewport={"width": 390, "height": 844} … The test fails where
    the page logs an error or asks anybody but the server for anything.
    """
    visitors: list[Complaints] = []
    contexts = []

    def open_page(server: Server, **options: Any) -> Page:
        usual = {"viewport": DESKTOP, "locale": "en-GB", "reduced_motion": "reduce"}
        context = browser.new_context(**(usual | options))
        context.set_default_timeout(PATIENCE_MS)
        complaints = Complaints(server)
        complaints.listen(context)
        visitors.append(complaints)
        contexts.append(context)
        return context.new_page()

    yield open_page
    for context in contexts:
        context.close()
    found = [complaint for visitor in visitors for complaint in visitor.found]
    assert not found, "\n".join(found)


@pytest.fixture
def page(new_page: Callable[..., Page], server: Server) -> Page:
    """A visitor's first page on a fresh server, not opened yet: `go(page, server)`."""
    return new_page(server)
