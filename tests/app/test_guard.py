"""The middleware: what may not come in, the token, the safety headers."""

import asyncio
from urllib.parse import quote

import pytest
from starlette.datastructures import Headers

from gplsa.app.access import place
from gplsa.app.access.cookies import cookie_name, read_cookie
from gplsa.app.access.guard import Guard, content_security_policy, from_own_page


async def page(scope, receive, send):
    """Tells that it was called."""
    headers = [(b"content-type", b"text/html; charset=utf-8"), (b"x-told", b"here")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": b"<p>"})


def ask(headers, kind="http", scheme="http", path="/", guard=None, **scope):
    """Status and headers of the answer; a closed web socket has its code for a status."""
    sent = []

    async def send(message):
        sent.append(message)

    async def receive():
        return {"type": "http.request", "body": scope.get("body", b"")}

    request = {
        "type": kind,
        "method": "GET",
        "scheme": scheme,
        "path": path,
        "headers": [(k.encode(), v.encode("latin-1")) for k, v in headers.items()],
    }
    asyncio.run((guard or Guard(page))(request | scope, receive, send))
    first = sent[0]
    if first["type"] == "websocket.close":
        return first["code"], {}
    found = {k.decode().lower(): v.decode() for k, v in first["headers"]}
    return first["status"], found


@pytest.fixture(autouse=True)
def asked_once():
    place.token.cache_clear()
    yield
    place.token.cache_clear()


@pytest.mark.parametrize("host", ["localhost:8501", "127.0.0.1:8501", "[::1]:8501", "localhost"])
def test_this_computer_gets_a_page_with_headers(host):
    status, headers = ask({"host": host})
    assert status == 200
    assert "default-src 'self'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "set-cookie" not in headers


@pytest.mark.parametrize("path", ["/corpus", "/user/anna/gplsa/corpus"])
def test_the_first_page_has_an_address_of_its_own(path):
    status, headers = ask({"host": "localhost:8501"}, path=path)
    assert (status, headers["location"]) == (307, "./")


PROXIES = ("x-forwarded-for", "x-forwarded-host", "x-real-ip", "forwarded", "via")


@pytest.mark.parametrize(
    "headers",
    [{"host": "evil.example"}, {}, *({"host": "localhost:1", proxy: "x"} for proxy in PROXIES)],
)
def test_other_names_and_proxies_are_refused(headers):
    assert ask(headers)[0] == 403
    assert ask(headers, kind="websocket", scheme="ws")[0] == 1008


@pytest.mark.parametrize("address", ["0.0.0.0", "192.168.1.2", "", None])
def test_an_app_that_others_can_reach_answers_nobody(monkeypatch, address):
    monkeypatch.setattr(place.config, "get_option", lambda name: address)
    assert not place.is_private()
    assert_closed()


def test_the_server_for_everybody_of_former_versions_answers_nobody(monkeypatch):
    """Its people would all be the one at this computer."""
    monkeypatch.setenv("GPLSA_SERVER", "1")
    assert not place.is_private()
    assert_closed()


def assert_closed():
    guard = Guard(page)
    for name in ("localhost:8501", "topics.example"):
        asked = {"host": name, "origin": f"http://{name}"}
        status, headers = ask(asked, guard=guard)
        assert (status, "x-told" in headers) == (403, False)
        assert ask(asked, kind="websocket", scheme="ws", guard=guard)[0] == 1008


@pytest.mark.parametrize(
    "origin",
    [None, "null", "http://evil.example", "http://localhost:9999", "http://localhost:8501.evil.io"],
)
def test_a_socket_of_another_page_is_closed(origin):
    headers = {"host": "localhost:8501"} | ({"origin": origin} if origin else {})
    assert ask(headers, kind="websocket", scheme="ws")[0] == 1008
    headers["origin"] = "http://localhost:8501"
    assert ask(headers, kind="websocket", scheme="ws")[0] == 200


def test_an_origin_needs_a_host():
    assert not from_own_page(Headers({}))
    assert not from_own_page(Headers({"origin": "", "host": ""}))


def given(cookie):
    """What a browser sends back of a Set-Cookie header."""
    return cookie.split(";")[0]


@pytest.mark.parametrize(
    "neighbours",
    [
        "a/b=1",
        'prefs={"a":1}',
        'prefs={"a":1, "b":"x;y"}',
        "=",
        ";;",
        "a",
        "\xe9=\xff",
        'a="',
        "é=1",
    ],
)
def test_cookies_of_others_hide_nothing(neighbours):
    own = f"{cookie_name('token')}=mine"
    for line in (f"{neighbours}; {own}", f"{own}; {neighbours}"):
        assert read_cookie(Headers({"cookie": line}), "token") == "mine"
    assert read_cookie(Headers({"cookie": neighbours}), "token") is None


def test_a_cookie_is_known_by_its_whole_name():
    name = cookie_name("token")
    headers = Headers({"cookie": f"x{name}=1; {name}x=2; {name} = 3"})
    assert read_cookie(headers, "token") is None


def test_the_counters_of_the_server_are_closed():
    for path in ("/_stcore/metrics", "/app/_stcore/metrics"):
        assert ask({"host": "localhost"}, path=path)[0] == 404
    assert ask({"host": "localhost"}, path="/_stcore/health")[0] == 200


@pytest.fixture
def locked(monkeypatch):
    monkeypatch.setenv("GPLSA_TOKEN", "the right one")
    monkeypatch.setattr("gplsa.app.access.lock.PAUSE", 0.0)
    return Guard(page)


OWN = {"host": "localhost:8501", "origin": "http://localhost:8501"}


@pytest.mark.parametrize("path", ["/", "/train", "/media/1.csv", "/_stcore/metrics", "/x.js"])
def test_without_the_token_there_is_a_form_only(locked, path):
    status, headers = ask(OWN, path=path, guard=locked)
    assert (status, "x-told" in headers) == (401, False)
    assert "default-src 'self'" in headers["content-security-policy"]
    assert ask(OWN, kind="websocket", scheme="ws", path=path, guard=locked)[0] == 1008


def test_whether_it_lives_is_told_without_the_token(locked):
    status, headers = ask(OWN, path="/_stcore/health", guard=locked)
    assert (status, headers["x-told"]) == (200, "here")


def test_the_token_in_the_address_or_the_form_opens_for_good(locked):
    asked = {"path": "/saved", "query_string": b"token=the+right+one&a=b"}
    status, headers = ask(OWN, guard=locked, **asked)
    assert (status, headers["location"]) == (303, "./saved?a=b")
    assert "HttpOnly" in headers["set-cookie"]
    assert "right" not in headers["set-cookie"]
    opened = OWN | {"cookie": given(headers["set-cookie"])}
    assert ask(opened, guard=locked)[0] == 200
    assert ask(opened, kind="websocket", scheme="ws", guard=locked)[0] == 200
    assert ask(opened, guard=Guard(page))[0] == 200  # after another start with the same token
    status, headers = ask(OWN, guard=locked, method="POST", body=b"token=the+right+one")
    assert (status, given(headers["set-cookie"])) == (303, opened["cookie"])


@pytest.mark.parametrize("wrong", ["", "the right on", "the right one ", "é", "\0"])
def test_a_wrong_token_opens_nothing(locked, wrong):
    asked = f"token={quote(wrong)}".encode()
    for request in ({"query_string": asked}, {"method": "POST", "body": asked}):
        status, headers = ask(OWN, guard=locked, **request)
        assert (status, "set-cookie" in headers) == (401, False)
    name = cookie_name("token")
    assert ask(OWN | {"cookie": f"{name}={quote(wrong)}"}, guard=locked)[0] == 401


def test_a_token_can_be_made_up(monkeypatch):
    assert place.token() == ""
    assert place.address_with_token() is None
    place.token.cache_clear()
    monkeypatch.setenv("GPLSA_TOKEN", "auto")
    assert len(place.token()) >= 32
    assert place.address_with_token().endswith(f"/?token={place.token()}")


def test_scripts_run_by_their_hash_only():
    policy = content_security_policy()
    scripts = next(part for part in policy.split("; ") if part.startswith("script-src"))
    assert "sha256-" in scripts
    assert "unsafe" not in scripts


def test_the_place(monkeypatch):
    assert place.is_private()
    monkeypatch.setenv("GPLSA_HOME", "/somewhere")
    assert str(place.home()) == "/somewhere"
