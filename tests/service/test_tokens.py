"""Who may ask: the token file, scopes, models, limits and days."""

import json
import os
import shutil
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from pathlib import Path
from threading import Event

import pytest

from gplsa.cli import main
from gplsa.errors import InputError
from gplsa.service.settings import Settings
from gplsa.service.tokens import add_token, read_tokens
from gplsa.service.tokens import authenticated as token_of
from tests.patience import eventually

WAY = {"from": "de", "to": "en"}


def shown(value: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {value}"}


@pytest.fixture
def file(tmp_path):
    return tmp_path / "tokens.jsonl"


@pytest.fixture
def asking(start, file):
    """A service with tokens: status and sentence of one question."""

    def started(**changes):
        running = start(tokens=file, **changes)

        def status(value, method="GET", path="/v1/models", content=None):
            answer = running.ask(method, path, content, **(shown(value) if value else {}))
            return answer.status, answer.json.get("detail", "")

        status.running = running
        return status

    return started


def test_the_file_holds_hashes_only(file):
    value = add_token(file, "catalogue", days=3)
    assert value.startswith("gplsa_") and len(value) > 40
    assert value not in file.read_text() and value.removeprefix("gplsa_") not in file.read_text()
    facts = json.loads(file.read_text())
    assert facts["scopes"] == ["models", "keywords", "headings", "search", "concordance"]
    assert token_of(read_tokens(file), f"bearer  {value}").name == "catalogue"


def test_tokens_join_a_file_under_names_of_their_own(file):
    values = [add_token(file, name) for name in ("one", "two")]
    assert [token_of(read_tokens(file), f"Bearer {v}").name for v in values] == ["one", "two"]
    with pytest.raises(InputError, match="called “two” already"):
        add_token(file, "two")
    for name in ("", "a\nb"):
        with pytest.raises(InputError, match="called by"):
            add_token(file, name)


@pytest.mark.parametrize(
    "line",
    (
        "{",
        "[]",
        '{"name": "a"}',
        '{"name": "a", "sha256": "short", "scopes": []}',
        json.dumps({"name": "a", "sha256": "0" * 64, "scopes": ["everything"]}),
        json.dumps({"name": "a", "sha256": "0" * 64, "scopes": [], "models": "letters"}),
        json.dumps({"name": "a", "sha256": "0" * 64, "scopes": [], "per_minute": 0}),
        json.dumps({"name": "a", "sha256": "0" * 64, "scopes": [], "expires": "soon"}),
        json.dumps({"name": "a", "sha256": "0" * 64, "scopes": [], "admin": True}),
    ),
)
def test_a_file_that_is_none_is_refused_by_its_line(file, line):
    add_token(file, "good")
    with file.open("a") as stream:
        stream.write(line + "\n")
    with pytest.raises(InputError, match=r"Line 2 of .* is no token"):
        read_tokens(file)


def test_two_tokens_of_one_name_and_an_empty_file_are_refused(file):
    add_token(file, "a")
    file.write_bytes(file.read_bytes() * 2)
    with pytest.raises(InputError, match="the same name"):
        read_tokens(file)
    file.write_text("\n")
    with pytest.raises(InputError, match="holds 0 tokens"):
        read_tokens(file)


@pytest.mark.skipif(sys.platform == "win32", reason="needs a file with holes")
def test_a_file_larger_than_tokens_are_is_not_read_whole(file):
    file.touch()
    os.truncate(file, 2**43)  # more than any memory
    for use in (read_tokens, lambda path: add_token(path, "a")):
        with pytest.raises(InputError, match="larger than a token file"):
            use(file)


def test_a_service_does_not_start_with_tokens_that_are_none(file, model_file, capsys):
    for content in (None, "{"):
        if content:
            file.write_text(content)
        assert main(["serve", str(model_file), "--tokens", str(file), "--port", "0"]) == 2
        assert str(file) in capsys.readouterr().err.splitlines()[-1]


def test_without_a_good_token_there_is_no_answer(asking, file, monkeypatch):
    value, old = add_token(file, "good"), add_token(file, "old", days=1)
    status = asking()
    assert status(value)[0] == status(old)[0] == 200
    assert status("") == (401, "Show a token: Authorization: Bearer gplsa_…")
    assert "unknown" in status(value + "x")[1] and "unknown" in status("gplsa_")[1]

    class Later(date):
        @classmethod
        def now(cls, _zone):
            return cls(2999, 1, 1)

        def date(self):
            return self

    monkeypatch.setattr("gplsa.service.tokens.datetime", Later)
    assert status(value)[0] == 200
    refused = status(old)
    assert (refused[0], "expired after" in refused[1]) == (401, True)
    answer = status.running.ask("GET", "/v1/models")
    assert answer.headers["www-authenticate"].startswith("Bearer")
    assert {line["status"] for line in status.running.told("request")} >= {200, 401}
    for path in ("/healthz", "/readyz", "/openapi.json"):
        assert status.running.ask("GET", path).status == 200


def test_a_token_is_good_for_its_scopes(asking, file):
    searcher = add_token(file, "searcher", scopes=("search",))
    watcher = add_token(file, "watcher", scopes=("metrics",))
    usual = add_token(file, "usual")
    status = asking()
    assert status(searcher, "POST", "/v1/search", {**WAY, "text": "bababaek"})[0] == 200
    assert status(searcher) == (403, "This token is good for search, not for models.")
    assert status(searcher, "POST", "/v1/keywords", {**WAY, "documents": "a"})[0] == 403
    assert status(usual, path="/metrics")[0] == 403
    metrics = status.running.ask("GET", "/metrics", **shown(watcher))
    assert metrics.status == 200
    assert 'gplsa_requests_total{route="search",status="200"} 1.0' in metrics.body.decode()
    assert 'gplsa_request_seconds_bucket{le="+Inf",route="search"} 1.0' in metrics.body.decode()


def test_a_token_is_good_for_its_models(asking, file):
    own = add_token(file, "own", models=("planted",))
    others = add_token(file, "others", models=("letters",))
    status = asking()
    assert status(own, path="/v1/models/planted/topics")[0] == 200
    refused = status(others, path="/v1/models/planted/topics")
    assert refused == (404, "There is no model “planted” here; there is: none.")
    assert status.running.ask("GET", "/v1/models", **shown(others)).json == {"models": []}


def test_a_token_waits_when_its_minute_is_used_up(asking, file, monkeypatch):
    monkeypatch.setattr("gplsa.service.gate.monotonic", lambda: 6000.0)
    value, other = add_token(file, "few", per_minute=5), add_token(file, "other", per_minute=5)
    status = asking()
    asked = {**WAY, "documents": ["bababaek"] * 4}
    assert status(value, "POST", "/v1/keywords", asked)[0] == 200
    assert status(value)[0] == 200
    answer = status.running.ask("GET", "/v1/models", **shown(value))
    assert (answer.status, answer.headers["retry-after"]) == (429, "12")
    assert "5 times a minute" in answer.json["detail"]
    assert status(other)[0] == 200


def test_requests_beside_each_other_get_no_more_than_a_batch(asking, file):
    """Counted before they are answered, each in the view of all others."""
    value = add_token(file, "few", per_minute=10)
    status = asking(max_waiting=200)
    asked = {**WAY, "documents": ["bababaek"] * 40, "evidence": False}
    with ThreadPoolExecutor(30) as many:
        ask = lambda _: status(value, "POST", "/v1/keywords", asked)[0]  # noqa: E731
        found = list(many.map(ask, range(30)))
    assert sorted(set(found)) == [200, 429] and found.count(200) == 1
    assert status(value)[0] == 429


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes of POSIX")
def test_what_is_no_file_in_the_place_of_models_and_tokens(asking, file, tmp_path, model_file):
    """Said once, the old ones answer on, and tokens are looked at whatever the models do."""
    own = Path(shutil.copy(model_file, tmp_path / "own.gplsa"))
    first = add_token(file, "first")
    status = asking(models=(own,))
    second = add_token(file, "second")
    eventually(lambda: status(second)[0] == 200)

    def refused(event):
        return [line for line in status.running.told(event) if line["level"] == "error"]

    def pipe_in_place_of(path):
        path.unlink()
        os.mkfifo(path)

    pipe_in_place_of(own)
    eventually(lambda: refused("model"))
    assert "no regular file" in refused("model")[0]["message"]
    assert status(first, path="/v1/models/own/topics")[0] == 200
    whole = file.read_bytes()
    pipe_in_place_of(file)
    eventually(lambda: refused("tokens"))
    assert status(first)[0] == status(second)[0] == 200
    file.unlink()
    file.write_bytes(whole.splitlines(keepends=True)[1])
    eventually(lambda: status(first)[0] == 401)
    assert status(second)[0] == 200 and len(refused("model")) == 1


def test_a_look_at_models_that_hangs_keeps_no_token_good(
    asking, file, monkeypatch, model_file, tmp_path
):
    """As on a network folder that is gone."""
    own = Path(shutil.copy(model_file, tmp_path / "own.gplsa"))
    began, hangs = Event(), Event()

    def hanging(_path):
        began.set()
        hangs.wait()
        raise OSError("gone")

    first, second = add_token(file, "first"), add_token(file, "second")
    status = asking(models=(own,))
    monkeypatch.setattr("gplsa.service.models.opened", hanging)
    os.utime(own, (1, 1))
    eventually(began.is_set)
    assert status(first)[0] == 200
    file.write_bytes(file.read_bytes().splitlines(keepends=True)[1])
    eventually(lambda: status(first)[0] == 401)
    assert status(second)[0] == 200
    hangs.set()


def test_tokens_are_withdrawn_while_the_service_runs(asking, file):
    first = add_token(file, "first")
    status = asking()
    second = add_token(file, "second")
    eventually(lambda: status(second)[0] == 200)
    file.write_bytes(file.read_bytes().splitlines(keepends=True)[1])
    eventually(lambda: status(first)[0] == 401)
    assert status(second)[0] == 200
    file.write_text("{")
    eventually(lambda: any(line["level"] == "error" for line in status.running.told("tokens")))
    assert status(second)[0] == 200


def test_the_command_makes_one(file, capsys):
    arguments = ["token", str(file), "--name", "night", "--scope", "keywords", "--model", "letters"]
    assert main([*arguments, "--per-minute", "600", "--days", "30"]) == 0
    value = capsys.readouterr().out.strip()
    token = token_of(read_tokens(file), f"Bearer {value}")
    assert (token.name, token.scopes, token.models) == ("night", ("keywords",), ("letters",))
    assert token.per_minute == 600 and token.expires is not None
    assert main(["token", str(file), "--name", "more", "--days", "0"]) == 2
    assert main(["token", str(file), "--name", "more", "--scope", "all"]) == 2


def test_without_tokens_only_this_computer_is_answered(tmp_path, capsys, model_file):
    for host in ("127.0.0.1", "::1", "localhost", "127.8.8.8"):
        assert Settings((tmp_path,), host).tokens is None
    assert main(["serve", str(model_file), "--host", "0.0.0.0"]) == 2
    assert "Without tokens" in capsys.readouterr().err
    with pytest.raises(InputError, match="--workers is more than 0"):
        Settings((tmp_path,), workers=0)


@pytest.mark.parametrize(
    "option",
    (
        "--max-body=nan", "--max-body=inf", "--timeout=nan", "--timeout=-1", "--workers=1_0",
        "--threads=٢", "--max-waiting=1.5", "--timeout=1e999", "--max-documents=",
    ),
)  # fmt: skip
def test_numbers_of_options_are_numbers(option, capsys, model_file):
    assert main(["serve", str(model_file), option, "--host", "0.0.0.0"]) == 2
    said = capsys.readouterr().err.splitlines()[-1]
    assert option.partition("=")[0] in said and "Without tokens" not in said
