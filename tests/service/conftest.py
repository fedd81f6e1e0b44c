"""One small model, and services on a free port of this computer, each in a thread of its own."""

import http.client
import io
import json
import threading
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from gplsa.service.application import Application
from gplsa.service.call import Service
from gplsa.service.log import Log
from gplsa.service.server import bound, configured
from gplsa.service.settings import Settings
from gplsa.training.train import train
from tests.patience import PATIENCE, eventually
from tests.planted import plain_settings, planted_corpus


@pytest.fixture(scope="session")
def model_file(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("service") / "planted.gplsa"
    settings = plain_settings(n_topics=5, check=False, headings="theme")
    train(planted_corpus(60), settings).save(path)
    return path


@pytest.fixture(scope="session")
def letters() -> list[str]:
    """Documents that the model has not seen."""
    return planted_corpus(20, seed=4).texts["de"]


@dataclass
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def lines(self) -> list[Any]:
        return [json.loads(line) for line in self.body.splitlines()]


def ask(
    port: int,
    method: str,
    path: str,
    content: Any = None,
    timeout: float = PATIENCE,
    **headers: str,
) -> Answer:
    """One request on a connection of its own; `content` is bytes, or becomes JSON."""
    shown = {name.replace("_", "-"): value for name, value in headers.items()}
    body = None
    if content is not None:
        body = content if isinstance(content, bytes) else json.dumps(content).encode()
        shown.setdefault("Content-Type", "application/json")
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        connection.request(method, path, body, shown)
        found = connection.getresponse()
        return Answer(found.status, {k.lower(): v for k, v in found.getheaders()}, found.read())
    finally:
        connection.close()


@dataclass
class Running:
    """A service in a thread."""

    settings: Settings
    folder: Path
    log: io.StringIO = field(default_factory=io.StringIO)
    server: uvicorn.Server | None = None
    thread: threading.Thread | None = None
    port: int = 0
    listening: Any = None

    def start(self) -> "Running":
        config = configured(self.settings)
        self.listening = listening = bound(self.settings)
        config.app = partial(Application, self.settings, Log(self.log), self.folder, listening)
        self.port = listening.getsockname()[1]
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self._run)
        self.thread.start()
        eventually(lambda: self.server.started or not self.thread.is_alive())
        return self

    def _run(self) -> None:
        with suppress(SystemExit):  # of one that cannot start
            self.server.run([self.listening])

    @property
    def service(self) -> Service:
        return self.server.config.loaded_app.service

    def ask(self, method: str, path: str, content: Any = None, **more: Any) -> Answer:
        return ask(self.port, method, path, content, **more)

    def told(self, event: str) -> list[dict[str, Any]]:
        lines = map(json.loads, self.log.getvalue().splitlines())
        return [line for line in lines if line["event"] == event]

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive()


@pytest.fixture
def start(model_file, tmp_path_factory):
    """Starts services with settings of a test's own, and stops them at its end."""
    running: list[Running] = []

    def started(**changes: Any) -> Running:
        settings = Settings((model_file,), port=0, threads=1, watch=0.1, grace=5)
        folder = tmp_path_factory.mktemp("of-service")
        running.append(Running(replace(settings, **changes), folder))
        return running[-1].start()

    yield started
    for service in running:
        service.stop()


@pytest.fixture(scope="session")
def service(model_file, tmp_path_factory):
    """One service for all tests that change nothing of it."""
    settings = Settings((model_file,), port=0, threads=1, max_documents=50, max_characters=5000)
    running = Running(settings, tmp_path_factory.mktemp("of-service")).start()
    yield running
    running.stop()
