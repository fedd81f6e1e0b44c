"""Requests that cannot be answered: one sentence each, and the service goes on."""

import json
import socket
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from gplsa.answers.documents import DocumentText, KeywordsAsked
from gplsa.service.problems import Problem
from gplsa.service.reading import read_json, read_lines
from gplsa.service.settings import Settings
from tests.patience import PATIENCE, SLOWNESS, SOON
from tests.service.conftest import ask, eventually

WHERE = "/v1/keywords"
WAY = {"from": "de", "to": "en"}
JSON = "application/json"
BOUNDS = Settings((Path("letters.gplsa"),))


def body(**fields):
    return json.dumps({**WAY, "documents": ["bababaek"], **fields}).encode()


# What is sent to /v1/keywords, and the status and a part of the sentence it gets.
WRONG = {
    "no JSON": (b"{", 400, "not JSON"),
    "nothing": (b"", 400, "not JSON"),
    "no object": (b"[1]", 422, "Expected `object`"),
    "no UTF-8": (b'{"from": "\xff"}', 400, "not UTF-8 (at byte 10)"),
    "not a number": (b'{"top": NaN}', 400, "not JSON"),
    "a number of 5,000 digits": (b'{"top": ' + b"9" * 5000 + b"}", 422, "at `$.top`"),
    "deep": (b"[" * 200_000, 422, "got `array`"),
    "deep objects": (b'{"a":' * 100_000, 413, "names and texts"),
    "an object in objects": (b'{"a":' * 200, 422, "unknown field `a`"),
    "deep documents": (b'{"documents":' + b"[" * 200_000, 422, "at `$.documents[0]`"),
    "NUL": (body(documents=["a\0b"]), 422, "NUL"),
    "NUL in a name": (body(documents=[{"id": "\0", "text": "a"}]), 422, "NUL"),
    "half a character": (body(documents=["\ud800"]), 400, "not JSON"),
    "half a character as a side": (body(to="\udfff"), 400, "not JSON"),
    "no documents": (body(documents=[]), 422, "length >= 1"),
    "documents of numbers": (body(documents=[1]), 422, "at `$.documents[0]`"),
    "an object too much": (body(documents=[{"text": "a", "x": 1}]), 422, "field `x`"),
    "a number as a name": (body(documents=[{"text": "a", "id": 1}]), 422, "at `$.documents[0].id`"),
    "a number as a side": (body(to=5), 422, "Expected `str`, got `int` - at `$.to`"),
    "an unknown field": (body(form="de"), 422, "unknown field `form`"),
    "an unknown side": (body(to="fr"), 422, "which has: de, en"),
    "the same side": (body(to="de"), 422, "does not lead"),
    "an unknown model": (body(model="../../etc/passwd"), 404, "there is: planted"),
    "true as a number": (body(limit=True), 422, "Expected `int`, got `bool`"),
    "half a keyword": (body(limit=1.5), 422, "Expected `int`, got `float`"),
    "too many keywords": (body(top=101), 422, "Expected `int` <= 100"),
    "an unknown rule": (body(rule="none"), 422, "Invalid enum value 'none' - at `$.rule`"),
    "a word as a switch": (body(evidence="no"), 422, "Expected `bool`"),
    "too many documents": (body(documents=["a"] * 51), 413, "more than the 50"),
    "a long text": (body(documents=["a" * 5001]), 413, "more than 5,000"),
    "a long name": (body(documents=[{"id": "a" * 1001, "text": "b"}]), 413, "length <= 1000"),
}  # fmt: skip


def sentence(answer) -> str:
    """The one sentence of a problem."""
    assert answer.headers["content-type"] == "application/problem+json"
    problem = answer.json
    assert set(problem) == {"title", "status", "detail"}
    assert problem["status"] == answer.status
    assert "\n" not in problem["detail"] and len(problem["detail"]) < 250
    assert "Traceback" not in problem["detail"]
    return problem["detail"]


@pytest.mark.parametrize("name", WRONG)
def test_wrong_bodies(service, name):
    sent, status, part = WRONG[name]
    answer = service.ask("POST", "/v1/keywords", sent)
    assert (answer.status, part in sentence(answer)) == (status, True), answer.body
    assert service.ask("GET", "/healthz").status == 200


@pytest.mark.parametrize(
    ("path", "status", "part"),
    (
        ("/v1/models/../../etc/passwd/topics", 404, "nothing at this address"),
        ("/v1/models/..%2f..%2fetc%2fpasswd/topics", 404, ""),
        ("/v1/models/planted%00/topics", 404, "no model “planted�”"),
        ("/v1/models/nobody/topics", 404, "no model “nobody”"),
        ("/v1/models//topics", 404, "nothing at this address"),
        ("/v1/models/", 404, "nothing at this address"),
        ("/v1/models/planted/topics?top=1e9", 422, "Expected `int`"),
        ("/v1/models/planted/topics?top=" + "9" * 5000, 422, "Integer value out of range"),
        ("/v1/models/planted/topics?n_words=1_0", 422, "Expected `int`"),
        ("/v1/models/planted/topics?n_words=%D9%A3", 422, "Expected `int`"),
        ("/v1/models/planted/topics?top=1&top=2", 422, "twice"),
        ("/v1/models/planted/topics?relevance=nan", 422, "Expected `float`"),
        ("/v1/models?x=1", 422, "unknown field `x`"),
        ("/v1/concordance?from=de&to=en", 422, "required field `word`"),
        ("/v1/concordance?from=de&to=en&word=%20", 422, ""),
        ("/v1/concordance?from=de&to=en&word=a&lines=-1", 422, "Expected `int` >= 0"),
        ("/v1/concordance?from=de&to=en&word=%00", 422, "NUL"),
        ("//etc/passwd", 404, "nothing at this address"),
        ("/%ff%fe", 404, "nothing at this address"),
    ),
)  # fmt: skip
def test_wrong_addresses(service, path, status, part):
    answer = service.ask("GET", path)
    assert (answer.status, part in sentence(answer)) == (status, True), answer.body


def test_wrong_methods_and_kinds(service):
    def status(method="POST", path="/v1/keywords", **headers):
        answer = service.ask(method, path, body(), **headers)
        return answer.status, sentence(answer)

    assert status("DELETE")[0] == status("GET")[0] == 405
    assert status(Content_Type="text/plain") == (
        415,
        "Send the body as Content-Type: application/json or application/x-ndjson.",
    )
    assert status(Content_Encoding="gzip")[0] == 415
    assert status(Accept="text/html")[0] == 406
    assert status(path="/v1/search", Content_Type="application/x-ndjson")[0] == 415
    assert status(path="/v1/keywords?from=de")[0] == 422


def test_lines_that_are_wrong_are_named(service):
    def refused(sent):
        answer = service.ask(
            "POST", "/v1/keywords?from=de&to=en", sent, Content_Type="application/x-ndjson"
        )
        return answer.status, sentence(answer)

    assert refused(b'"a"\n{"text": 1}')[1].startswith("Line 2 is not as")
    assert refused(b'"a"\n{')[1].startswith("Line 2 is not JSON")
    assert refused(b"\n\n")[0] == 422
    assert refused(b'"a"\n' * 51)[0] == 413


def test_other_names_of_this_computer_and_pages_of_others_are_refused(service):
    for name in ("[::1].evil.example", "[::1]evil", "localhost.evil", "[::1", "127.0.0.1@evil:80"):
        assert service.ask("GET", "/v1/models", Host=name).status == 403, name
    for name in ("[::1]", "[::1]:8600", "localhost:80", "127.8.8.8"):
        assert service.ask("GET", "/v1/models", Host=name).status == 200, name
    for headers in ({"Host": "gplsa.example"}, {"X_Forwarded_For": "::1"}, {"Origin": "null"}):
        answer = service.ask("GET", "/v1/models", **headers)
        assert (answer.status, "--tokens" in sentence(answer)) == (403, True)


def raw(port: int, sent: bytes, wait: float = PATIENCE) -> bytes:
    """What comes back for some bytes until the connection ends."""
    with socket.create_connection(("127.0.0.1", port), timeout=wait) as connection:
        found = b""
        try:
            connection.sendall(sent)
            while piece := connection.recv(65536):
                found += piece
        except ConnectionError:
            pass
        return found


@pytest.mark.parametrize(
    "sent",
    (
        b"nonsense\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"A: b\r\n" * 20_000 + b"\r\n",
        b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    ),
    ids=("nonsense", "many headers", "long address", "length", "two lengths", "TLS"),
)
def test_what_is_no_http(service, sent, monkeypatch):
    monkeypatch.setattr("gplsa.service.protocol.HEAD", 0.3)
    answer = raw(service.port, sent)
    # A client that goes on sending may have closed before it could read the refusal.
    assert answer == b"" or answer.split(b" ", 2)[1] in (b"400", b"408", b"431")
    if answer:
        assert b"application/problem+json" in answer
    assert service.ask("GET", "/healthz").status == 200


def test_slow_heads_and_silent_connections_are_ended(service, monkeypatch):
    monkeypatch.setattr("gplsa.service.protocol.HEAD", 0.2)
    assert raw(service.port, b"") == b""
    assert b"408" in raw(service.port, b"GET / HTTP/1.1\r\n")


def test_slow_bodies_are_ended(start):
    running = start(body_timeout=SOON)
    head = (
        b"POST /v1/keywords HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        b"Content-Length: 100\r\nConnection: close\r\n\r\n{"
    )
    answer = raw(running.port, head)
    assert b" 408 " in answer and f"did not arrive within {SOON} seconds".encode() in answer
    assert running.service.turns.under_way == 0


def test_huge_bodies_are_refused_before_they_are_read(start, monkeypatch):
    monkeypatch.setattr("gplsa.service.protocol.HEAD", 0.3)
    running = start(max_body=10_000)
    declared = running.ask("POST", "/v1/keywords", b" " * 50_000)
    assert (declared.status, "0.00953674 MB" in sentence(declared)) == (413, True)
    head = b"POST /v1/keywords HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    told = raw(running.port, head + b"Content-Length: 99999999999\r\n\r\n" + b" " * 1000)
    assert b" 413 " in told
    piece = b"1000\r\n" + b" " * 0x1000 + b"\r\n"
    chunked = raw(running.port, head + b"Transfer-Encoding: chunked\r\n\r\n" + piece * 5)
    assert b" 413 " in chunked
    assert running.ask("GET", "/healthz").status == 200


def test_what_an_ending_service_does_not_get_to_may_be_asked_again(start):
    service, gate, found = start(grace=1), threading.Event(), []
    turns = service.service.turns
    turns._pool.submit(gate.wait)
    asking = threading.Thread(target=lambda: found.append(service.ask("POST", WHERE, body())))
    asking.start()
    eventually(lambda: turns.under_way)
    service.server.should_exit = True
    asking.join(PATIENCE)
    gate.set()
    [answer] = found
    assert (answer.status, answer.json["detail"]) == (503, "The service is ending: ask again.")
    assert answer.headers["retry-after"] == "5"


def test_a_client_that_goes_away_leaves_its_place(start, letters):
    running = start()
    sent = json.dumps({**WAY, "documents": letters * 20}).encode()
    with socket.create_connection(("127.0.0.1", running.port)) as connection:
        head = f"POST /v1/keywords HTTP/1.1\r\nHost: localhost\r\nContent-Type: {JSON}\r\n"
        connection.sendall(f"{head}Content-Length: {len(sent)}\r\n\r\n".encode() + sent)
        eventually(lambda: running.service.turns.under_way == 1)
    eventually(lambda: running.service.turns.under_way == 0)
    eventually(lambda: any(line["status"] == 499 for line in running.told("request")))


def test_faults_of_ours_are_told_without_a_text(start, monkeypatch):
    def broken(*_):
        raise RuntimeError("a secret text")

    running = start()
    monkeypatch.setattr("gplsa.answers.documents.SearchAsked.answer", broken)
    answer = running.ask("POST", "/v1/search", {**WAY, "text": "bababaek"})
    assert (answer.status, "its log tells where" in sentence(answer)) == (500, True)
    (failure,) = running.told("failure")
    assert (failure["kind"], failure["where"].split(":")[0]) == ("RuntimeError", "broken")
    assert "secret" not in running.log.getvalue()
    monkeypatch.setattr("gplsa.answers.documents.KeywordsAsked.of", broken)
    lines = running.ask(
        "POST", "/v1/keywords", {**WAY, "documents": "a"}, Accept="application/x-ndjson"
    )
    assert [line["status"] for line in lines.lines] == [500]


def test_what_takes_too_long_is_ended(start, letters):
    running = start(timeout=SOON)
    answer = running.ask("POST", "/v1/keywords", {**WAY, "documents": letters * 10})
    assert (answer.status, f"{SOON} seconds" in sentence(answer)) == (503, True)
    assert answer.headers["retry-after"] == "5"
    lines = running.ask(
        "POST", "/v1/keywords", {**WAY, "documents": letters * 10}, Accept="application/x-ndjson"
    )
    assert lines.lines[-1]["status"] == 503
    # This service has as little for health, too.
    eventually(lambda: ask(running.port, "GET", "/healthz").status == 200)


LARGE = {
    "short texts": b'{"from":"de","to":"en","documents":[' + b'"",' * 2_600_000 + b'""]}',
    "quotes": b'{"from":"de","to":"en","documents":[' + b'"\\\\",' * 1_500_000 + b'""]}',
    "fields": b'{"from":"de",' + b'"top":1,' * 1_000_000 + b'"to":"en"}',
    "strange fields": b"{" + b'"x":1,' * 1_300_000 + b'"to":"en"}',
    "one long name": b'{"' + b"x" * 8_000_000 + b'":1}',
    "numbers": b'{"from":"de","to":"en","documents":[' + b"1," * 4_000_000 + b"1]}",
    "brackets": b"[" * 8_000_000,
}


@pytest.mark.parametrize("name", LARGE)
def test_large_bodies_are_refused_for_little(name):
    before = time.thread_time()
    with pytest.raises(Problem):
        read_json(KeywordsAsked, KeywordsAsked, [], LARGE[name], BOUNDS)
    assert time.thread_time() - before < 0.5 * SLOWNESS


def test_many_lines_are_refused_for_little():
    few = replace(BOUNDS, max_documents=9, max_characters=9)
    for line in (b"\n", b'""\n', b"\\\n"):
        before, sent = time.thread_time(), line * (8_000_000 // len(line))
        with pytest.raises(Problem):
            read_lines(KeywordsAsked, DocumentText, [("from", "de")], sent, few)
        assert time.thread_time() - before < 3 * SLOWNESS
