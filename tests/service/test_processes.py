"""`gplsa serve` as people start it: signals, several processes, and their ends."""

import json
import os
import shutil
import signal
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pytest

from gplsa.cli import main
from gplsa.model.public import Model
from gplsa.service.server import Processes
from gplsa.service.tokens import add_token
from tests.conftest import REPOSITORY
from tests.patience import PATIENCE, SLOWNESS, alive, eventually
from tests.service.conftest import Answer, ask
from tests.service.test_hostile import LARGE, raw

WAY = {"from": "de", "to": "en"}
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")


@dataclass
class Started:
    process: subprocess.Popen
    log: Path
    port: int = 0

    def told(self, event: str) -> list[dict]:
        lines = self.log.read_text("utf-8").splitlines()
        return [found for found in map(json.loads, lines) if found["event"] == event]

    def ask(self, *arguments, **more) -> Answer:
        return ask(self.port, *arguments, **more)

    def send(self, number: int) -> None:
        self.process.send_signal(number)


@pytest.fixture
def run(tmp_path):
    """Starts `gplsa serve` with some arguments, waits until all its processes are ready."""
    started: list[Started] = []

    def running(*arguments: object, processes: int = 1) -> Started:
        log = tmp_path / f"log{len(started)}"
        command = [sys.executable, "-m", "gplsa", "serve", *map(str, arguments), "--port", "0"]
        with log.open("wb") as stream:
            process = subprocess.Popen(command, cwd=REPOSITORY, stderr=stream)
        started.append(Started(process, log))
        eventually(lambda: len(started[-1].told("ready")) == processes or process.poll())
        assert process.poll() is None, log.read_text("utf-8")
        started[-1].port = started[-1].told("start")[0]["port"]
        return started[-1]

    yield running
    for service in started:
        if service.process.poll() is None:
            service.process.kill()
        service.process.wait()


@POSIX
def test_it_stops_when_what_is_under_way_is_answered(run, model_file, letters):
    service = run(model_file, "--threads", 1)
    found = []
    asked = {**WAY, "documents": letters * 5}
    asking = threading.Thread(
        target=lambda: found.append(service.ask("POST", "/v1/keywords", asked))
    )
    asking.start()
    # Let in, and not done: the first document of a hundred takes longer than this takes.
    eventually(lambda: _under_way(service))
    service.send(signal.SIGTERM)
    asking.join()
    assert found[0].status == 200 and len(found[0].json["documents"]) == len(letters) * 5
    assert service.process.wait(PATIENCE) == 0
    assert service.told("stop")


def _under_way(service: Started) -> bool:
    text = service.ask("GET", "/metrics").body.decode()
    return "gplsa_requests_under_way 1.0" in text


@POSIX
def test_several_processes_answer_the_same_and_one_that_dies_is_replaced(
    run, model_file, tmp_path, letters
):
    own = Path(shutil.copy(model_file, tmp_path / "own.gplsa"))
    tokens = tmp_path / "tokens"
    shown = {"Authorization": f"Bearer {add_token(tokens, 'a', per_minute=60)}"}
    watching = {"Authorization": f"Bearer {add_token(tokens, 'b', scopes=('metrics',))}"}
    service = run(own, "--workers", 2, "--threads", 1, "--tokens", tokens, processes=2)

    asked = {**WAY, "documents": letters[:2]}
    answers = [service.ask("POST", "/v1/keywords", asked, **shown) for _ in range(8)]
    assert len({answer.body for answer in answers}) == 1
    assert {answer.status for answer in answers} == {200}
    metrics = service.ask("GET", "/metrics", **watching).body.decode()
    assert "gplsa_documents_total 16.0\n" in metrics and "gplsa_models 2.0\n" in metrics

    model = Model.load(own)
    model.name_topic(0, "harvest")
    model.save(own)
    service.send(signal.SIGHUP)
    eventually(lambda: len(service.told("model")) == 4)
    path = "/v1/models/own/topics"
    names = {service.ask("GET", path, **shown).json["topics"][0]["name"] for _ in range(8)}
    assert names == {"harvest"}

    victim = _children(service.process.pid)[0]
    os.kill(victim, signal.SIGKILL)
    eventually(lambda: len(service.told("ready")) == 3)
    assert service.told("process")
    assert service.ask("POST", "/v1/keywords", asked, **shown).body == answers[0].body

    # The limit holds for all of them together: 60 a minute, of which at least 27 are used.
    statuses = [service.ask("GET", "/v1/models", **shown).status for _ in range(60)]
    assert statuses.count(200) < 60 and set(statuses) == {200, 429}

    children = _children(service.process.pid)
    service.send(signal.SIGTERM)
    assert service.process.wait(PATIENCE) == 0
    assert not [child for child in children if Path(f"/proc/{child}").exists()]


def _children(pid: int) -> list[int]:
    """The processes that answer; beside them Python keeps one that tracks what they share."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            try:
                status = (folder / "stat").read_text().rpartition(")")[2].split()
                command = (folder / "cmdline").read_bytes()
            except OSError:
                continue
            if int(status[1]) == pid and b"spawn_main" in command:
                found.append(int(folder.name))
    return sorted(found)


def refused(service):
    return [line for line in service.told("model") if line["level"] == "error"]


@POSIX
def test_killed_with_a_damaged_model_the_others_answer_on(run, model_file, tmp_path, letters):
    """And one that takes a place waits for a model; with the first process all others end."""
    own = Path(shutil.copy(model_file, tmp_path / "own.gplsa"))
    whole = own.read_bytes()
    service = run(own, "--workers", 2, "--threads", 1, processes=2)
    asked = {**WAY, "documents": letters[:2]}
    before = service.ask("POST", "/v1/keywords", asked).body
    own.write_bytes(whole[: len(whole) // 2])
    victim = _children(service.process.pid)[0]
    os.kill(victim, signal.SIGKILL)
    eventually(lambda: [line for line in service.told("process") if line["process"] == victim])
    eventually(lambda: len({m["process"] for m in refused(service)}) == 2)
    for _ in range(5):
        assert service.ask("POST", "/v1/keywords", asked).body == before
        assert service.ask("GET", "/healthz").status == 200
    assert "gplsa_models 1.0\n" in service.ask("GET", "/metrics").body.decode()
    own.write_bytes(whole)
    eventually(lambda: len(service.told("ready")) == 3)
    children = _children(service.process.pid)
    service.process.kill()
    service.process.wait()
    eventually(lambda: not any(map(alive, children)))


def test_a_model_that_is_none_ends_several_processes_too(tmp_path, capsys, monkeypatch):
    """At once: as they alone hold the ends they answer by, no answer of the dead is waited for."""
    theirs = []

    def noticed(self: Processes) -> None:
        theirs.extend(process.child_conn.closed for process in self.processes)
        ending(self)

    ending = Processes.terminate_all
    monkeypatch.setattr(Processes, "terminate_all", noticed)
    bad = tmp_path / "bad.gplsa"
    bad.write_bytes(b"nothing of ours")
    assert main(["serve", str(bad), "--workers", "2", "--port", "0"]) == 2
    assert theirs == [True, True]
    said = [line for line in capsys.readouterr().err.splitlines() if line[:1] != "{"]
    assert len(said) == 1 and said[0].startswith("gplsa: bad.gplsa: This is not a gplsa")


def failing_import(*_):
    raise ImportError("a package is missing")


def failing_type(*_):
    raise TypeError("the application is none")


@pytest.mark.parametrize("workers", ("1", "2"))
@pytest.mark.parametrize("failing", (failing_import, failing_type))
def test_a_process_that_fails_without_a_reason_ends_the_service(
    workers, failing, model_file, monkeypatch, capsys
):
    """TypeError: uvicorn ends by itself; else its process dies and the next one would, too."""
    monkeypatch.setattr("gplsa.service.server._in_process", failing)
    arguments = ["serve", str(model_file), "--workers", workers, "--port", "0"]
    if workers == "1" and failing is failing_import:
        with pytest.raises(ImportError):
            main(arguments)
        return
    assert main(arguments) == 2
    *told, last = capsys.readouterr().err.splitlines()
    assert "its log tells why" in last
    # Of a process of several pytest sees no error output, as that is not of this one.
    if workers == "1":
        assert "TypeError" in told[-1]


@POSIX
def test_what_a_killed_service_left_is_removed_by_the_next(run, model_file, tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    theirs = tmp_path / "gplsa-service-of-somebody"
    theirs.mkdir()
    killed = run(model_file)
    (left,) = set(tmp_path.glob("gplsa-service-*")) - {theirs}
    os.utime(left / ".gplsa-scratch", (1, 1))
    beside = run(model_file)  # nobody removes what is in use
    (other,) = set(tmp_path.glob("gplsa-service-*")) - {theirs, left}
    killed.process.kill()
    killed.process.wait()
    assert left.exists()
    after = run(model_file)
    assert not left.exists() and other.exists() and theirs.exists()
    for service in (beside, after):
        service.send(signal.SIGTERM)
        assert service.process.wait(PATIENCE) == 0
    assert [*tmp_path.glob("gplsa-service-*")] == [theirs]


def processor_seconds(process_id: int) -> float:
    """What a process has used of the processor."""
    stated = Path(f"/proc/{process_id}/stat").read_text("utf-8", "replace")
    user, system = stated.rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


@pytest.mark.skipif(
    not Path("/proc/self/stat").exists(), reason="nothing tells what a process used"
)
def test_health_is_answered_beside_large_bodies_and_tiny_chunks(run, model_file):
    service, stop = run(model_file, "--threads", 1), threading.Event()
    head = b"POST /v1/keywords HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"

    def asking(body):
        while not stop.is_set():
            assert service.ask("POST", "/v1/keywords", body).status in (413, 422)

    def chunks():
        while not stop.is_set():
            sent = head + b"Transfer-Encoding: chunked\r\n\r\n" + b"1\r\n \r\n" * 50_000
            assert raw(service.port, sent) == b"" or b"tiny chunks" in raw(service.port, sent)

    with ThreadPoolExecutor(4) as many:
        asked = [many.submit(asking, LARGE[name]) for name in ("short texts", "fields", "brackets")]
        asked.append(many.submit(chunks))
        taken = []
        try:
            for _ in range(20):
                before = processor_seconds(service.process.pid)
                assert service.ask("GET", "/healthz").status == 200
                taken.append(processor_seconds(service.process.pid) - before)
        finally:
            stop.set()
    for one in asked:
        one.result()
    # By its processor and not by the clock, as other programs may be at work, too.
    assert max(taken) < SLOWNESS
