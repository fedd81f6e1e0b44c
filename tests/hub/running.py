"""A real JupyterHub by the recipe of deploy/jupyterhub, a login beside it, people in browsers."""

import contextlib
import json
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import urllib.request
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.error import HTTPError

from playwright.sync_api import Browser, BrowserContext, Page

from tests.conftest import REPOSITORY
from tests.e2e.harness import PATIENCE_MS, free_port, settle
from tests.patience import PATIENCE, eventually

RECIPE = REPOSITORY / "deploy" / "jupyterhub" / "jupyterhub_config.py"
ROOT = os.geteuid() == 0
PREFIX = "gplsa-test-"  # of the accounts that a test makes and takes away again

# What tests need otherwise: activity noticed within seconds, and kernels compiled once for all.
CHANGES = """
load_subconfig({recipe!r})
c.JupyterHub.last_activity_interval = 2
c.JupyterHub.activity_resolution = 1
c.Spawner.environment.update(
    {{"NUMBA_CACHE_DIR": {compiled!r}, "JUPYTERHUB_ACTIVITY_INTERVAL": "3"}}
)
"""

direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))


class Hub:
    """The hub, its proxy, its culler and the provider of its login."""

    def __init__(self, folder: Path, environments: Path, compiled: Path, **settings: str) -> None:
        self.folder, self.environments = folder, environments
        self.port, self.inner, self.proxy, self.login = (free_port() for _ in range(4))
        self.url = f"http://127.0.0.1:{self.port}"
        self.log_file = folder / "hub.log"
        # Where everybody gets to, which the folders of pytest are not; who may write is one's own.
        self.shared = Path(tempfile.mkdtemp(prefix=PREFIX))
        self.shared.chmod(0o1777)
        self.names = {f"{PREFIX}root"}  # whose accounts go at the end
        config = folder / "config.py"
        config.write_text(CHANGES.format(recipe=str(RECIPE), compiled=str(compiled)))
        self._environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(folder),
            "LANG": "C.UTF-8",
            "CONFIGPROXY_AUTH_TOKEN": "of-the-test",
            "OPENBLAS_NUM_THREADS": "1",
        }
        chosen = {
            "STATE": str(folder),
            "ADDRESS": self.url,
            "LOGIN": "oidc",
            "OIDC": f"http://127.0.0.1:{self.login}",
            "OIDC_CLIENT": "gplsa",
            "OIDC_SECRET": "of the test",
            "OIDC_NAME": "sub",
            "PEOPLE": "all",
            "ADMINS": f"{PREFIX}root",
            "SPAWNER": "local" if ROOT else "simple",
            "GPLSA": str(environments / "app" / "bin" / "gplsa"),
            "PORT": str(self.port),
            "INNER_PORT": str(self.inner),
            "PROXY_PORT": str(self.proxy),
            "PROXY": str(environments / "node_modules" / ".bin" / "configurable-http-proxy"),
            "MEMORY": "3",
            "SHARED": str(self.shared),
        }
        for name, value in (chosen | settings).items():
            self._environment[f"GPLSA_HUB_{name}"] = value
        self._programs: list[subprocess.Popen[bytes]] = []

    def start(self) -> None:
        programs = self.environments / "hub" / "bin"
        login = [programs / "oidc-provider-mock", "--port", str(self.login)]
        self._run(login, f"http://127.0.0.1:{self.login}/.well-known/openid-configuration")
        self.start_hub()

    def start_hub(self) -> None:
        hub = [self.environments / "hub" / "bin" / "jupyterhub"]
        self._run([*hub, "--config", self.folder / "config.py"], f"{self.url}/hub/health")

    def stop_hub(self) -> None:
        """The hub and its proxy; people's servers go on, and so does the login."""
        self._end(self._programs.pop())

    def _run(self, command: list[Any], url: str) -> None:
        with self.log_file.open("ab") as log:
            program = subprocess.Popen(
                list(map(str, command)),
                cwd=self.folder,
                env=self._environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self._programs.append(program)

        def answers() -> bool:
            assert program.poll() is None, self.log()
            with contextlib.suppress(OSError), direct.open(url, timeout=PATIENCE):
                return True
            return False

        eventually(answers)

    def stop(self) -> None:
        for name in self.names:
            for process in self.processes_of(name):
                end(process)
        for program in reversed(self._programs):
            self._end(program)
        shutil.rmtree(self.shared)
        for name in self.names if ROOT else ():
            subprocess.run(["userdel", "--remove", name], check=False, capture_output=True)

    def _end(self, program: subprocess.Popen[bytes]) -> None:
        program.send_signal(signal.SIGTERM)
        try:
            program.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            os.killpg(program.pid, signal.SIGKILL)
            program.wait()

    def log(self) -> str:
        return self.log_file.read_text(encoding="utf-8", errors="replace")

    def route(self, name: str) -> str | None:
        """Where the proxy finds this person's server, None while there is none."""
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.proxy}/api/routes",
            headers={"Authorization": "token of-the-test"},
        )
        with direct.open(request, timeout=PATIENCE) as answer:
            routes = json.load(answer)
        return routes.get(f"/user/{name}", {}).get("target")

    def wait_until_gone(self, name: str) -> None:
        """Until the hub has noticed that a person's server has ended."""
        eventually(lambda: not self.route(name))

    def processes_of(self, name: str) -> list[int]:
        """The server of a person and what it has started, the server first."""
        found = []
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                environment = (folder / "environ").read_bytes().split(b"\0")
                command = (folder / "cmdline").read_bytes()
            except OSError:
                continue
            if f"JUPYTERHUB_USER={name}".encode() in environment:
                found.append((b"gplsa\0hub" not in command, int(folder.name)))
        return [process for _, process in sorted(found)]

    def home(self, name: str) -> Path:
        return Path(pwd.getpwnam(name).pw_dir if ROOT else f"/tmp/{name}")

    def person(self, browser: Browser, name: str, **options: Any) -> "Person":
        """Somebody who comes for the first time in this browser and has not logged in yet."""
        self.names.add(PREFIX + name)
        context = browser.new_context(viewport={"width": 1280, "height": 800}, **options)
        context.set_default_timeout(PATIENCE_MS)
        return Person(self, PREFIX + name, context, context.new_page())


def end(process: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(process, signal.SIGKILL)


@dataclass
class Person:
    hub: Hub
    name: str
    context: BrowserContext
    page: Page

    @property
    def server(self) -> Any:
        """What the steps of the other journeys take for a server."""
        return SimpleNamespace(url=f"{self.hub.url}/user/{self.name}", running=True)

    def come(self, path: str = "") -> None:
        """To a page of one's own server by way of the hub, which starts it where it must."""
        self.page.goto(f"{self.hub.url}/hub/user-redirect/{path}")
        if ":" + str(self.hub.login) in self.page.url:
            self.page.get_by_placeholder("sub").fill(self.name)
            self.page.get_by_role("button", name="Authorize").click()
        self.page.wait_for_url(f"**/user/{self.name}/{path}", timeout=PATIENCE_MS)
        settle(self.page)

    def status(self, url: str, method: str = "GET", **options: Any) -> tuple[int, str, str]:
        """Status, address and text of the last answer to a request with this person's cookies."""
        answer = self.context.request.fetch(url, method=method, **options)
        return answer.status, answer.url, answer.text()


def bare(url: str, headers: dict[str, str] | None = None, method: str = "GET") -> tuple[int, bytes]:
    """The answer to a request without cookies; redirects are not followed."""

    class Staying(urllib.request.HTTPRedirectHandler):
        def redirect_request(self, *_: Any) -> None:
            return None

    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), Staying())
    try:
        with opener.open(
            urllib.request.Request(url, headers=headers or {}, method=method), timeout=PATIENCE
        ) as answer:
            return answer.status, answer.read()
    except HTTPError as error:
        with error:
            return error.code, error.read()


def as_account(name: str, code: str) -> subprocess.CompletedProcess[str]:
    """Run Python as another account of this computer."""
    account = pwd.getpwnam(name)
    return subprocess.run(
        ["/usr/bin/python3", "-c", code],
        user=account.pw_uid,
        group=account.pw_gid,
        extra_groups=[],
        env={"PATH": "/usr/bin:/bin"},
        cwd="/",
        capture_output=True,
        text=True,
        check=False,
    )


if sys.platform != "linux":  # pragma: no cover
    raise RuntimeError("tests/hub reads /proc: run them on Linux")
