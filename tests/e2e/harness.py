"""The real server and a real browser: what the journeys through the app stand on."""

import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlsplit

from playwright.sync_api import (
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    Request,
    WebSocket,
    expect,
)

from tests.conftest import REPOSITORY
from tests.patience import PATIENCE, TRAINING, eventually

SCREENSHOTS = Path(__file__).parent / "screenshots"

# Without these a headless Chromium calls its maker's hosts, or does not start as root.
CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

# As Playwright wants them.
PATIENCE_MS = 1000 * PATIENCE
TRAINING_MS = 1000 * TRAINING


def find_chromium() -> str | None:
    for name in ("chromium", "chromium-browser", "google-chrome"):
        found = shutil.which(name)
        if found:
            return found
    return None


def free_port() -> int:
    """A port nobody listens on, outside the range from which systems draw ports for connections:
    one of those may be somebody's connection by the time the server starts, or starts again. Nor
    one that browsers refuse, the highest of which is 10080."""
    for port in random.SystemRandom().sample(range(10_100, 32_000), 100):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) != 0:
                return port
    raise AssertionError("a hundred ports are in use")


class Server:
    """`streamlit run app.py` on a port of its own, with a user-data folder of its own.

    command  another program to start the server with, in `folder`; it is told the port
    """

    def __init__(
        self,
        folder: Path,
        environment: dict[str, str] | None = None,
        command: list[str] | None = None,
    ) -> None:
        self._folder, self._command = folder, command
        self.home = folder / "home"
        self.log_file = folder / "server.log"
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._environment = os.environ | {"GPLSA_HOME": str(self.home)} | (environment or {})
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Also after `stop`: on the same address, with what was kept."""
        if self._command is not None:
            command, folder = [*self._command, f"--port={self.port}"], self._folder
        else:
            command, folder = [sys.executable, "-m", "streamlit", "run", "app.py"], REPOSITORY
            command += ["--server.address=127.0.0.1", f"--server.port={self.port}"]
        with self.log_file.open("ab") as log:
            self.process = subprocess.Popen(
                command, cwd=folder, env=self._environment, stdout=log, stderr=log
            )
        eventually(self._answers)

    def _answers(self) -> bool:
        assert self.running, f"the server ended:\n{self.log()}"
        direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with direct.open(self.url, timeout=PATIENCE):
                return True
        except HTTPError as answer:
            return answer.code == 401  # it asks for a token
        except OSError:
            return False

    @property
    def running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        assert self.process is not None
        process, self.process = self.process, None
        process.send_signal(how)
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise

    def log(self) -> str:
        return self.log_file.read_text(encoding="utf-8", errors="replace")


@dataclass
class Complaints:
    """What went wrong in a browser without anybody looking."""

    server: Server
    found: list[str] = field(default_factory=list)

    def listen(self, context: BrowserContext) -> None:
        context.on("console", self._console)
        context.on("weberror", lambda error: self._add(f"uncaught: {error.error}"))
        context.on("request", self._request)
        context.on("requestfailed", self._request_failed)
        context.on("page", lambda page: page.on("websocket", self._socket))

    def _add(self, complaint: str) -> None:
        # A page whose server the test itself has stopped complains, and may.
        if self.server.running:
            self.found.append(complaint)

    def _console(self, message: ConsoleMessage) -> None:
        # The page says so where its policy stopped a request, or the token is missing, which is
        # what the two are for.
        meant = "Content Security Policy" in message.text or "401 (Unauth" in message.text
        if message.type == "error" and not meant:
            url = message.location.get("url", "")
            # On a deep link Streamlit's page asks below that page for its server first.
            if not re.search(r"/\w+/_stcore/(health|host-config)$", url):
                self._add(f"console: {message.text} ({url})")

    def _leaves(self, url: str) -> bool:
        parts = urlsplit(url)
        return parts.scheme not in ("data", "blob", "about") and (
            parts.netloc != urlsplit(self.server.url).netloc
        )

    def _request(self, request: Request) -> None:
        if self._leaves(request.url):
            self._add(f"left the app: {request.url}")

    def _request_failed(self, request: Request) -> None:
        # A request that the page's policy stopped is announced first and fails then.
        complaint = f"left the app: {request.url}"
        if request.failure == "csp" and complaint in self.found:
            self.found.remove(complaint)

    def _socket(self, socket_: WebSocket) -> None:
        if self._leaves(socket_.url):
            self._add(f"left the app: {socket_.url}")


def settle(page: Page) -> None:
    """Wait until the app has run its script to the end."""
    page.wait_for_selector(
        '[data-testid="stApp"][data-test-script-state="notRunning"]', timeout=PATIENCE_MS
    )


def go(page: Page, server: Server, path: str = "/") -> None:
    """Open a page of the app by its address."""
    page.goto(server.url + path)
    settle(page)
    if page.viewport_size and page.viewport_size["width"] < 500:  # which the page tells the app
        page.wait_for_selector(
            '.st-key-browser [data-narrow]:not([data-narrow=""])', state="attached"
        )
        settle(page)


def upload(page: Page, *files: Path | dict[str, object], nth: int = 0) -> None:
    """Put files, or {"name", "mimeType", "buffer"}, into the page's file field."""
    # A field that is drawn anew while files come in forgets them.
    page.wait_for_selector('[data-testid="stApp"][data-test-script-state="notRunning"]')
    field_ = page.get_by_test_id("stFileUploaderDropzoneInput").nth(nth)
    field_.set_input_files(list(files))  # type: ignore[arg-type]


def unfold(summary: Locator) -> None:
    """Open an expander and wait until it has its height.

    While it grows its content slides, and a button that slides away between press and release is
    not clicked: on a busy machine one click in ten was lost so.
    """
    summary.click()
    expander = summary.locator("xpath=ancestor::details")
    expander.evaluate(
        """async expander => {
            const frame = () => new Promise(requestAnimationFrame)
            await frame()
            await frame()
            const moving = expander.getAnimations().map(animation => animation.finished)
            await Promise.allSettled(moving)
        }"""
    )
    expect(expander).to_have_attribute("open", "")


def screenshot(page: Page, name: str) -> None:
    """With GPLSA_SCREENSHOTS=1 a picture of the whole page, in the ignored folder beside the tests.

    They are for somebody to look at, and drawing them takes longer than the journey.
    """
    if os.environ.get("GPLSA_SCREENSHOTS", "") in ("", "0"):
        return
    SCREENSHOTS.mkdir(exist_ok=True)
    path = SCREENSHOTS / f"{name}.png"
    size = page.viewport_size
    assert size is not None
    # The app scrolls within its window: only a window as high as its content shows all of it.
    main = page.get_by_test_id("stMain")
    height = main.evaluate("main => main.scrollHeight") if main.count() else 0
    page.set_viewport_size({"width": size["width"], "height": max(height, size["height"])})
    page.screenshot(path=path, full_page=True)
    page.set_viewport_size(size)
