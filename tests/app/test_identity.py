"""The middleware: a cookie for everybody, safety headers, and only this computer by default."""

import asyncio

import pytest

from gplsa.app.workshop import place
from gplsa.app.workshop.identity import COOKIE, Guard, content_security_policy, valid


async def page(scope, receive, send):
    await send(
        {
            "type": "http.response.start",
            "status": 200,
            "headers": [(b"content-type", b"text/html; charset=utf-8")],
        }
    )
    await send({"type": "http.response.body", "body": b"<p>"})


def ask(headers, kind="http", scheme="http"):
    """Status and headers of the answer; a closed web socket has its code for a status."""
    sent = []

    async def send(message):
        sent.append(message)

    scope = {
        "type": kind,
        "scheme": scheme,
        "headers": [(k.encode(), v.encode()) for k, v in headers.items()],
    }
    asyncio.run(Guard(page)(scope, None, send))
    first = sent[0]
    if first["type"] == "websocket.close":
        return first["code"], {}
    found = {k.decode().lower(): v.decode() for k, v in first["headers"]}
    return first["status"], found


@pytest.fixture
def server(monkeypatch):
    monkeypatch.setenv("GPLSA_SERVER", "1")


@pytest.mark.parametrize("host", ["localhost:8501", "127.0.0.1:8501", "[::1]:8501", "localhost"])
def test_this_computer_gets_a_page_with_headers(host):
    status, headers = ask({"host": host})
    assert status == 200
    assert "default-src 'self'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize(
    "headers",
    [{"host": "evil.example"}, {"host": "localhost:1", "x-forwarded-for": "1.2.3.4"}, {}],
)
def test_other_names_and_proxies_are_refused(headers):
    assert ask(headers)[0] == 403
    assert ask(headers, kind="websocket", scheme="ws")[0] == 1008


def test_a_server_answers_to_every_name(server):
    assert ask({"host": "topics.example"})[0] == 200


def test_the_cookie_is_random_and_out_of_reach_of_scripts(server):
    cookies = [ask({"host": "a"})[1]["set-cookie"] for _ in range(2)]
    assert cookies[0] != cookies[1]
    for cookie in cookies:
        assert "HttpOnly" in cookie
        assert "SameSite=Lax" in cookie
        assert "Secure" not in cookie
        assert valid(cookie.split(";")[0].removeprefix(f"{COOKIE}="))
    assert "Secure" in ask({"host": "a"}, scheme="https")[1]["set-cookie"]


def test_a_good_cookie_stays_and_a_bad_one_is_replaced(server):
    good = "a" * 43
    assert "set-cookie" not in ask({"host": "a", "cookie": f"{COOKIE}={good}"})[1]
    assert "set-cookie" in ask({"host": "a", "cookie": f"{COOKIE}=../x"})[1]


def test_scripts_run_by_their_hash_only():
    policy = content_security_policy()
    scripts = next(part for part in policy.split("; ") if part.startswith("script-src"))
    assert "sha256-" in scripts
    assert "unsafe" not in scripts


def test_the_place(monkeypatch):
    assert place.on_this_computer()
    monkeypatch.setenv("GPLSA_SERVER", "1")
    assert not place.on_this_computer()
    monkeypatch.setenv("GPLSA_HOME", "/somewhere")
    assert str(place.home()) == "/somewhere"
