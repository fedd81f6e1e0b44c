"""Requests that cannot be answered: one sentence each, and the service goes on."""

import json
import socket

import pytest

from tests.patience import PATIENCE, SOON
from tests.service.conftest import ask, eventually

WAY = {"from": "de", "to": "en"}
JSON = "application/json"


def body(**fields):
    return json.dumps({**WAY, "documents": ["bababaek"], **fields}).encode()


# What is sent to /v1/keywords, and the status and a part of the sentence it gets.
WRONG = {
    "no JSON": (b"{", 400, "not JSON"),
    "nothing": (b"", 400, "not JSON"),
    "no object": (b"[1]", 422, "a JSON object"),
    "no UTF-8": (b'{"from": "\xff"}', 400, "not UTF-8 (at byte 10)"),
    "not a number": (b'{"top": NaN}', 400, "number that is none"),
    "a number of 5,000 digits": (b'{"top": ' + b"9" * 5000 + b"}", 400, "number that is none"),
    "deep": (b"[" * 200_000, 400, "nested too deeply"),
    "deep objects": (b'{"a":' * 100_000, 400, "nested too deeply"),
    "NUL": (body(documents=["a\0b"]), 422, "NUL"),
    "NUL in a name": (body(documents=[{"id": "\0", "text": "a"}]), 422, "NUL"),
    "half a character": (body(documents=["\ud800"]), 422, "surrogate"),
    "half a character as a side": (body(to="\udfff"), 422, "surrogate"),
    "no documents": (body(documents=[]), 422, "empty"),
    "documents of numbers": (body(documents=[1]), 422, "Document 1 is neither"),
    "an object too much": (body(documents=[{"text": "a", "x": 1}]), 422, "Document 1 is neither"),
    "a number as a name": (body(documents=[{"text": "a", "id": 1}]), 422, "id of document 1"),
    "a number as a side": (body(to=5), 422, "“to” is no text"),
    "an unknown field": (body(form="de"), 422, "“form” is unknown"),
    "an unknown side": (body(to="fr"), 422, "which has: de, en"),
    "the same side": (body(to="de"), 422, "does not lead"),
    "an unknown model": (body(model="../../etc/passwd"), 404, "there is: planted"),
    "true as a number": (body(top=True), 422, "“top” is a number"),
    "half a keyword": (body(top=1.5), 422, "whole number"),
    "too many keywords": (body(top=101), 422, "between 1 and 100"),
    "an unknown rule": (body(rule="none"), 422, "gist, paper"),
    "a word as a switch": (body(evidence="no"), 422, "true or false"),
    "too many documents": (body(documents=["a"] * 51), 413, "more than the 50"),
    "a long text": (body(documents=["a" * 5001]), 413, "more than 5,000"),
    "a long name": (body(documents=[{"id": "a" * 1001, "text": "b"}]), 413, "more than 1,000"),
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
        ("/v1/models/planted/topics?top=1e9", 422, "whole number"),
        ("/v1/models/planted/topics?top=" + "9" * 5000, 422, "whole number"),
        ("/v1/models/planted/topics?top=1&top=2", 422, "twice"),
        ("/v1/models/planted/topics?relevance=nan", 422, "between 0 and 1"),
        ("/v1/models?x=1", 422, "“x” is unknown"),
        ("/v1/concordance?from=de&to=en", 422, "“word” is missing"),
        ("/v1/concordance?from=de&to=en&word=%20", 422, ""),
        ("/v1/concordance?from=de&to=en&word=a&lines=-1", 422, "between 0 and 50"),
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

    assert refused(b'"a"\n{"text": 1}')[1].startswith("Document 2")
    assert refused(b'"a"\n{')[1].startswith("Line 2 is not JSON")
    assert refused(b"\n\n")[0] == 422
    assert refused(b'"a"\n' * 51)[0] == 413


def test_other_names_of_this_computer_and_pages_of_others_are_refused(service):
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
    assert running.server.service.turns.under_way == 0


def test_huge_bodies_are_refused_before_they_are_read(start, monkeypatch):
    monkeypatch.setattr("gplsa.service.protocol.REST", 0.3)
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


def test_a_client_that_goes_away_leaves_its_place(start, letters):
    running = start()
    sent = json.dumps({**WAY, "documents": letters * 20}).encode()
    with socket.create_connection(("127.0.0.1", running.port)) as connection:
        head = f"POST /v1/keywords HTTP/1.1\r\nHost: localhost\r\nContent-Type: {JSON}\r\n"
        connection.sendall(f"{head}Content-Length: {len(sent)}\r\n\r\n".encode() + sent)
        eventually(lambda: running.server.service.turns.under_way == 1)
    eventually(lambda: running.server.service.turns.under_way == 0)
    eventually(lambda: any(line["status"] == 499 for line in running.told("request")))


def test_faults_of_ours_are_told_without_a_text(start, monkeypatch):
    def broken(*_):
        raise RuntimeError("a secret text")

    running = start()
    monkeypatch.setattr("gplsa.service.answers.search_text", broken)
    answer = running.ask("POST", "/v1/search", {**WAY, "text": "bababaek"})
    assert (answer.status, "its log tells where" in sentence(answer)) == (500, True)
    (failure,) = running.told("failure")
    assert (failure["kind"], failure["where"].split(":")[0]) == ("RuntimeError", "broken")
    assert "secret" not in running.log.getvalue()
    monkeypatch.setattr("gplsa.service.answers.keyword_lines", broken)
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
