"""One person's server on a hub: whom its door lets in, and what the hub is told.

The hub here is a stand-in that answers as the real one does; tests/hub starts the real one.
"""

import asyncio
import json
import os
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import SimpleNamespace
from urllib.parse import parse_qs, urlsplit

import pytest

from gplsa.app import serve
from gplsa.app.access import hub as hub_module
from gplsa.app.access import hub_login, place
from gplsa.app.access.guard import Guard
from gplsa.app.access.hub import hub, report_work
from gplsa.app.desk import desk as desks
from gplsa.app.desk.desk import Desk
from gplsa.app.library.on_disk import OnDisk
from gplsa.app.serve import serve_person, serve_tile
from gplsa.app.tile import tile
from gplsa.errors import InputError
from gplsa.sandbox.limits import memory_at_hand
from tests.app.conftest import html
from tests.app.test_guard import PROXIES, ask, given, page
from tests.conftest import REPOSITORY
from tests.patience import PATIENCE, eventually

ADA = ["access:servers!server=ada/", "access:servers!user=ada"]
PREFIX = "/user/ada/"


class HubStandIn(BaseHTTPRequestHandler):
    """Codes buy tokens once; tokens have scopes until they are withdrawn."""

    codes: dict[str, str]
    scopes: dict[str, list[str]]
    reports: list[dict[str, object]]

    def do_GET(self) -> None:
        token = self.headers["Authorization"].removeprefix("token ")
        known = self.path == "/hub/api/user" and token in self.scopes
        self._answer({"name": "ada", "scopes": self.scopes[token]} if known else None)

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        if self.path == "/hub/api/users/ada/activity":
            assert self.headers["Authorization"] == "token secret"
            self.reports.append(json.loads(body))
            self._answer({})
            return
        asked = {name: values[0] for name, values in parse_qs(body).items()}
        token = self.codes.pop(asked.get("code", ""), None)
        right = asked["client_secret"] == "secret" and asked["client_id"] == "jupyterhub-user-ada"
        self._answer({"access_token": token} if token and right else None)

    def _answer(self, content: dict[str, object] | None) -> None:
        self._send(json.dumps(content).encode(), 403 if content is None else 200)

    def _send(self, content: bytes, status: int = 200) -> None:
        self.send_response(status)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *told: object) -> None:
        pass


@pytest.fixture
def stand_in():
    HubStandIn.codes = {"code of ada": "ada's", "code of eve": "eve's", "code of root": "root's"}
    HubStandIn.scopes = {
        "ada's": ["read:users:name!user=ada", *ADA],
        "eve's": ["access:servers!server=eve/", "access:servers!user=eve"],
        "root's": ["access:servers"],
    }
    HubStandIn.reports = []
    server = ThreadingHTTPServer(("127.0.0.1", 0), HubStandIn)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def on_hub(stand_in, monkeypatch):
    """The environment that a hub gives to the server of ada."""
    api = f"http://127.0.0.1:{stand_in.server_port}/hub/api"
    for name, value in {
        "API_TOKEN": "secret",
        "CLIENT_ID": "jupyterhub-user-ada",
        "API_URL": api,
        "ACTIVITY_URL": f"{api}/users/ada/activity",
        "BASE_URL": "/",
        "HOST": "",
        "SERVICE_PREFIX": PREFIX,
        "OAUTH_CALLBACK_URL": f"{PREFIX}oauth_callback",
        "OAUTH_ACCESS_SCOPES": json.dumps(ADA),
        "SERVER_NAME": "",
        "ACTIVITY_INTERVAL": "0.01",
    }.items():
        monkeypatch.setenv(f"JUPYTERHUB_{name}", value)
    monkeypatch.setenv("GPLSA_HUB", place.SERVER)
    monkeypatch.setattr(place, "base_path", lambda: PREFIX.strip("/") + "/")
    hub.cache_clear()
    yield Guard(page)
    hub.cache_clear()


BROWSER = {"host": "hub.example", "accept": "text/html", "x-forwarded-for": "1.2.3.4"}


def begun(guard, path=f"{PREFIX}train", query=b"a=b"):
    """A browser that is sent to the hub: the state it takes there, and its cookie."""
    asked = {"path": path, "raw_path": path.encode(), "query_string": query}
    status, headers = ask(BROWSER, guard=guard, **asked)
    assert status == 302
    url = urlsplit(headers["location"])
    assert url.path == "/hub/api/oauth2/authorize"
    told = {name: values[0] for name, values in parse_qs(url.query).items()}
    assert told["client_id"] == "jupyterhub-user-ada"
    assert told["redirect_uri"] == f"{PREFIX}oauth_callback"
    for part in ("HttpOnly", "SameSite=Lax", f"Path={PREFIX};"):
        assert part in headers["set-cookie"]
    return told["state"], given(headers["set-cookie"])


def back(guard, state, cookie, code="code of ada"):
    query = f"code={code.replace(' ', '+')}&state={state}".encode()
    asked = {"path": f"{PREFIX}oauth_callback", "query_string": query}
    return ask(BROWSER | {"cookie": cookie}, guard=guard, **asked)


def let_in(guard):
    status, headers = back(guard, *begun(guard))
    assert status == 303
    return given(headers["set-cookie"])


def test_the_hub_lets_in_and_the_page_asked_for_comes(on_hub):
    state, cookie = begun(on_hub)
    status, headers = back(on_hub, state, cookie)
    assert (status, headers["location"]) == (303, f"{PREFIX}train?a=b")
    entered = BROWSER | {"cookie": given(headers["set-cookie"])}
    assert "ada" not in entered["cookie"].split("=")[1]
    status, headers = ask(entered, guard=on_hub, path=f"{PREFIX}train")
    assert (status, headers["x-told"]) == (200, "here")
    assert headers["x-frame-options"] == "DENY"
    own = entered | {"origin": "http://hub.example"}
    assert ask(own, kind="websocket", scheme="ws", guard=on_hub)[0] == 200


@pytest.mark.parametrize("path", [PREFIX, f"{PREFIX}media/1.csv", f"{PREFIX}_stcore/stream", "/"])
@pytest.mark.parametrize("cookie", ["", "gplsa_hub_server=", "gplsa_hub_server=made-up"])
def test_without_the_login_nothing_comes(on_hub, path, cookie):
    headers = {"host": "hub.example", "cookie": cookie, "origin": "http://hub.example"}
    status, found = ask(headers, path=path, guard=on_hub)
    assert (status, "x-told" in found) == (401, False)
    assert ask(headers, kind="websocket", scheme="ws", path=path, guard=on_hub)[0] == 1008
    assert ask(headers | {"authorization": "token ada's"}, path=path, guard=on_hub)[0] == 401
    assert ask(headers, path=f"{PREFIX}_stcore/health", guard=on_hub)[0] == 200


SPOILT = {
    "no cookie": lambda state, cookie: (state, ""),
    "no state": lambda state, cookie: ("", cookie),
    "no secret": lambda state, cookie: ("." + state.split(".")[1], cookie),
    "another secret": lambda state, cookie: (state[:20] + "!" + state[21:], cookie),
    "another cookie": lambda state, cookie: (state, cookie[:-1] + "!"),
}


@pytest.mark.parametrize("spoil", SPOILT.values(), ids=SPOILT)
def test_a_login_that_was_not_begun_here_is_refused(on_hub, spoil):
    state, cookie = spoil(*begun(on_hub))
    status, headers = back(on_hub, state, cookie)
    assert (status, "set-cookie" in headers) == (403, False)
    assert "code of ada" in HubStandIn.codes


def test_a_code_counts_once_and_where_it_was_given(on_hub):
    assert back(on_hub, *begun(on_hub))[0] == 303
    for code in ("code of ada", "made up", ""):
        status, headers = back(on_hub, *begun(on_hub), code=code)
        assert (status, "set-cookie" in headers) == (403, False)


def test_other_people_of_the_hub_stay_outside(on_hub):
    status, headers = back(on_hub, *begun(on_hub), code="code of eve")
    assert (status, "set-cookie" in headers) == (403, False)
    assert back(on_hub, *begun(on_hub), code="code of root")[0] == 303  # may enter all servers


@pytest.mark.parametrize("path", ["//evil.example", "/hub/logout", "/user/eve/", "\\evil"])
def test_nobody_is_sent_elsewhere_after_the_login(on_hub, path):
    _, headers = back(on_hub, *begun(on_hub, path))
    assert headers["location"] == PREFIX


def test_a_login_ends_at_the_hub(on_hub, monkeypatch):
    entered = BROWSER | {"cookie": let_in(on_hub)}
    del HubStandIn.scopes["ada's"]
    assert ask(entered, guard=on_hub)[0] == 200  # it is asked anew after five minutes,
    left = entered | {"cookie": entered["cookie"] + "; jupyterhub-session-id=another"}
    assert ask(left, guard=on_hub)[0] == 302  # or at once where somebody has logged out
    assert ask(entered, guard=on_hub)[0] == 302
    HubStandIn.codes["code of ada"] = "ada's"
    HubStandIn.scopes["ada's"] = ADA
    monkeypatch.setattr(hub_login, "RECHECKED", -1.0)
    entered = BROWSER | {"cookie": let_in(on_hub)}
    assert ask(entered, guard=on_hub)[0] == 200
    HubStandIn.scopes["ada's"] = []
    assert ask(entered, guard=on_hub)[0] == 302


def test_while_the_hub_is_away_nobody_new_comes_in(on_hub, stand_in, monkeypatch):
    entered = BROWSER | {"cookie": let_in(on_hub)}
    stand_in.socket.close()
    assert ask(entered, guard=on_hub)[0] == 200
    assert back(on_hub, *begun(on_hub))[0] == 503
    monkeypatch.setattr(hub_login.time, "monotonic", lambda: 1e12)
    assert ask(entered, guard=on_hub)[0] == 503


@pytest.mark.parametrize("answer", [b"[" * 100_000, b"[]", b"\xff", b" " * 2**21 + b"{}"], ids=len)
def test_a_hub_that_answers_anything_else_lets_nobody_in(on_hub, monkeypatch, answer):
    entered = BROWSER | {"cookie": let_in(on_hub)}
    monkeypatch.setattr(HubStandIn, "_answer", lambda self, _: self._send(answer))
    assert back(on_hub, *begun(on_hub))[0] == 503
    monkeypatch.setattr(hub_login.time, "monotonic", lambda: 1e12)
    assert ask(entered, guard=on_hub)[0] == 503


def test_scopes_that_are_none_are_one_sentence(on_hub, monkeypatch):
    monkeypatch.setenv("JUPYTERHUB_API_TOKEN", "secret")
    monkeypatch.setenv("JUPYTERHUB_OAUTH_ACCESS_SCOPES", "17")
    hub.cache_clear()
    with pytest.raises(InputError, match="JUPYTERHUB_OAUTH_ACCESS_SCOPES is damaged"):
        hub()


def test_the_cookie_is_for_https_where_the_browser_came_by_it(on_hub):
    status, headers = ask(BROWSER | {"x-forwarded-proto": "https,http"}, guard=on_hub)
    assert status == 302
    assert "; Secure" in headers["set-cookie"]


def test_the_secret_goes_to_no_other_process(on_hub):
    assert hub().token == "secret"
    assert "JUPYTERHUB_API_TOKEN" not in os.environ


def test_without_a_hub_there_is_one_sentence(monkeypatch):
    monkeypatch.delenv("JUPYTERHUB_API_TOKEN", raising=False)
    hub.cache_clear()
    with pytest.raises(InputError, match="gplsa app"):
        serve_person()


def test_encryption_inside_is_refused_in_a_sentence(on_hub, monkeypatch):
    monkeypatch.setenv("JUPYTERHUB_SERVICE_URL", "https://127.0.0.1:1/user/ada/")
    with pytest.raises(InputError, match="internal_ssl"):
        serve_person()


class Looks:
    """A desk, and how often somebody has looked whether it is busy."""

    def __init__(self, desk: Desk) -> None:
        self._desk, self.made = desk, 0

    @property
    def busy(self) -> bool:
        self.made += 1
        return self._desk.busy


def test_work_is_told_to_the_hub(on_hub, tmp_path, monkeypatch):
    monkeypatch.setattr(hub_module, "LOOK", 0.01)
    desk, go_on = Desk(OnDisk(tmp_path)), threading.Event()
    looks = Looks(desk)

    async def looked(times: int) -> None:
        n_looks = looks.made
        await asyncio.to_thread(eventually, lambda: looks.made >= n_looks + times)

    async def hours() -> None:
        telling = asyncio.create_task(report_work(lambda: looks.busy))
        await looked(3)
        assert HubStandIn.reports == []
        desk.begin("Training", lambda progress: str(go_on.wait(PATIENCE)))
        await asyncio.to_thread(eventually, lambda: len(HubStandIn.reports) >= 2)
        go_on.set()
        await asyncio.to_thread(eventually, lambda: not desk.busy)
        await looked(2)  # the first may have told of the work before it ended
        told = len(HubStandIn.reports)
        await looked(3)
        assert len(HubStandIn.reports) == told
        telling.cancel()

    asyncio.run(hours())
    assert desk.close(PATIENCE)
    first = HubStandIn.reports[0]
    assert first["servers"] == {"": {"last_activity": first["last_activity"]}}


def test_a_tile_is_shown_in_jupyterlab_and_asks_for_nothing_more(monkeypatch):
    monkeypatch.setenv("GPLSA_HUB", place.TILE)
    headers = {"host": "hub.example", **dict.fromkeys(PROXIES, "x")}
    status, found = ask(headers, guard=Guard(page))
    assert (status, found["x-told"]) == (200, "here")
    assert "frame-ancestors 'self'" in found["content-security-policy"]
    assert found["x-frame-options"] == "SAMEORIGIN"


def test_a_tile_listens_where_nobody_else_can_come(tmp_path, monkeypatch):
    heard = SimpleNamespace(at=None)
    monkeypatch.setattr(serve, "_serve", lambda where, base, at: setattr(heard, "at", at))
    tmp_path.chmod(0o755)
    with pytest.raises(InputError, match="700"):
        serve_tile(tmp_path / "socket", "/")
    with pytest.raises(InputError, match="no folder"):
        serve_tile(tmp_path / "nowhere" / "socket", "/")
    tmp_path.chmod(0o700)
    for _ in range(2):  # the second finds what the first has left
        serve_tile(tmp_path / "socket", "/")
        heard.at.close()
    assert (tmp_path / "socket").is_socket()
    (tmp_path / "mine").write_text("no socket")
    with pytest.raises(InputError, match="cannot listen"):
        serve_tile(tmp_path / "mine", "/")
    assert (tmp_path / "mine").read_text() == "no socket"


def test_the_tile_starts_this_package():
    told = tile()
    assert told["command"][1:4] == ["-m", "gplsa", "hub"]
    assert told["launcher_entry"]["icon_path"].endswith(".svg")
    assert os.path.isfile(told["launcher_entry"]["icon_path"])


def test_the_page_leads_to_where_the_server_is_stopped(on_hub, laid_out, open_page):
    laid_out.library.promise = desks.IN_YOUR_HOME
    app = open_page("topics.py")
    [link] = app.get("link_button")
    assert (link.proto.label, link.proto.url) == ("Stop my server", "/hub/home")
    assert "on this server, in your home folder" in html(app)


def test_elsewhere_there_is_no_such_button(laid_out, open_page):
    assert not open_page("topics.py").get("link_button")


def test_the_configuration_beside_the_app_holds_from_any_folder(tmp_path):
    """Otherwise strangers' faults are shown whole, and browsers are asked to count visits."""
    asked = "client.showErrorDetails", "browser.gatherUsageStats", "server.maxUploadSize"
    code = f"""
import uvicorn
from streamlit import config
from gplsa.app import serve
uvicorn.Server.run = lambda *_, **__: print(*map(config.get_option, {asked}))
serve._serve("server", "/user/ada/", None)
"""
    told = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env=os.environ | {"HOME": str(tmp_path), "PYTHONPATH": str(REPOSITORY)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.split() == ["none", "False", "200"]


def test_work_stays_in_ones_home_and_within_the_memory_given(on_hub, tmp_path, monkeypatch):
    monkeypatch.setenv("GPLSA_HOME", str(tmp_path))
    monkeypatch.setenv("MEM_LIMIT", str(1024**3))
    made = desks.current_desk.__wrapped__()
    assert made.library.folder == tmp_path
    assert made.library.promise == desks.IN_YOUR_HOME
    assert made.library.recent.max_bytes == 256 * 1024**2
    assert memory_at_hand() == 512 * 1024**2
    monkeypatch.setenv("MEM_LIMIT", "0")
    assert memory_at_hand() > 512 * 1024**2
