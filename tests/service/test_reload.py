"""A model whose file changes is loaded anew: no request is lost, and no broken file is taken."""

import io
import os
import shutil
import socket
import threading
from pathlib import Path
from threading import Event

import pytest

from gplsa.answers.documents import KeywordsAsked
from gplsa.errors import InputError
from gplsa.model.public import Model
from gplsa.service.settings import Settings
from tests.patience import PATIENCE, eventually
from tests.service.conftest import Running

WAY = {"from": "de", "to": "en"}


@pytest.fixture
def own(model_file, tmp_path) -> Path:
    return Path(shutil.copy(model_file, tmp_path / "own.gplsa"))


def renamed(path: Path, name: str) -> None:
    model = Model.load(path)
    model.name_topic(0, name)
    model.save(path)


def first_topic(running) -> str:
    return running.ask("GET", "/v1/models/own/topics").json["topics"][0]["name"]


def test_a_new_file_answers_without_a_gap(start, own, letters):
    running = start(models=(own,))
    statuses, stop = [], threading.Event()

    def asking():
        while not stop.is_set():
            asked = {**WAY, "documents": letters[:3]}
            statuses.append(running.ask("POST", "/v1/keywords", asked).status)

    thread = threading.Thread(target=asking)
    thread.start()
    try:
        renamed(own, "harvest")
        eventually(lambda: first_topic(running) == "harvest")
    finally:
        stop.set()
        thread.join()
    assert statuses and set(statuses) == {200}
    assert len(running.told("model")) == 2


def test_a_broken_file_is_refused_once_and_the_old_model_stays(start, own):
    running = start(models=(own,))
    before, whole = first_topic(running), own.read_bytes()
    own.write_bytes(whole[: len(whole) // 2])

    def refused():
        return [line for line in running.told("model") if line["level"] == "error"]

    eventually(refused)
    assert first_topic(running) == before
    looks = len(running.told("request"))
    eventually(lambda: running.ask("GET", "/readyz") and len(running.told("request")) > looks + 20)
    (line,) = refused()
    assert line["message"].startswith("own.gplsa was not taken, the model from before goes on")
    own.unlink()
    eventually(lambda: len(refused()) == 2)
    assert first_topic(running) == before
    own.write_bytes(whole)
    renamed(own, "harvest")
    eventually(lambda: first_topic(running) == "harvest")
    told = running.ask("GET", "/v1/models")
    assert told.status == 200 and len(refused()) == 2


def test_an_answer_under_way_ends_with_the_model_it_began_with(start, own, letters, monkeypatch):
    running = start(models=(own,))
    before = running.ask("POST", "/v1/keywords", {**WAY, "documents": letters}).body
    other = Model.load(own)
    other.name = "another"
    began, go_on = threading.Event(), threading.Event()
    compute = KeywordsAsked.of

    def held(*arguments):
        began.set()
        assert go_on.wait(PATIENCE)
        return compute(*arguments)

    monkeypatch.setattr("gplsa.answers.documents.KeywordsAsked.of", held)
    found = []
    asking = threading.Thread(
        target=lambda: found.append(
            running.ask("POST", "/v1/keywords", {**WAY, "documents": letters}).body
        )
    )
    asking.start()
    assert began.wait(PATIENCE)
    other.save(own)
    eventually(lambda: len(running.told("model")) == 2)
    # The one thread that computes is taken, and health is answered all the same.
    assert running.ask("GET", "/healthz").status == running.ask("GET", "/readyz").status == 200
    go_on.set()
    asking.join()
    assert found == [before]


def test_several_models_are_told_apart_by_their_files(start, model_file, own):
    running = start(models=(model_file, own))
    missing = running.ask("POST", "/v1/keywords", {**WAY, "documents": "a"})
    assert (missing.status, "one of planted, own" in missing.json["detail"]) == (422, True)
    for name in ("planted", "own"):
        asked = {**WAY, "documents": "bababaek", "model": name}
        assert running.ask("POST", "/v1/keywords", asked).status == 200


def test_models_of_the_same_name_are_refused(model_file, tmp_path):
    (tmp_path / "a").mkdir()
    with pytest.raises(InputError, match="same name"):
        Settings((model_file, tmp_path / "a" / model_file.name))


def test_a_model_that_is_none_ends_the_service_in_one_sentence(tmp_path, capsys):
    from gplsa.cli import main

    bad = tmp_path / "bad.gplsa"
    bad.write_bytes(b"nothing of ours")
    for path in (bad, tmp_path / "none.gplsa"):
        assert main(["serve", str(path), "--port", "0"]) == 2
        said = [line for line in capsys.readouterr().err.splitlines() if line[:1] != "{"]
        assert len(said) == 1 and said[0].startswith("gplsa: ")


def test_a_port_that_is_taken_is_told(start, model_file, capsys):
    from gplsa.cli import main

    running = start()
    assert main(["serve", str(model_file), "--port", str(running.port)]) == 2
    assert f"Port {running.port}" in capsys.readouterr().err
    assert os.path.exists(model_file)


def test_settings_out_of_range_are_told(tmp_path):
    with pytest.raises(InputError, match="from 1 to 65535"):
        Settings((tmp_path,), port=70000)


def test_one_that_waits_for_a_model_ends_with_the_one_that_started_it(tmp_path, monkeypatch):
    bad = tmp_path / "bad.gplsa"
    bad.write_bytes(b"nothing of ours")
    (tmp_path / "ready").touch()
    gone = Event()
    monkeypatch.setattr("gplsa.service.application.orphaned", gone.is_set)
    running = Running(Settings((bad,), port=0, watch=0.05), tmp_path)
    starting = threading.Thread(target=running.start)
    starting.start()
    eventually(lambda: len(running.told("model")) > 1)
    assert running.thread.is_alive()
    gone.set()
    running.thread.join(PATIENCE)
    starting.join(PATIENCE)
    assert not running.thread.is_alive()
    running.listening.close()


def test_ready_is_said_when_connections_are_taken(model_file, tmp_path):
    taken = []

    class Asking(io.StringIO):
        def write(self, text):
            if '"event": "ready"' in text:
                with socket.socket() as asking:
                    taken.append(asking.connect_ex(("127.0.0.1", running.port)))
            return super().write(text)

    running = Running(Settings((model_file,), port=0, threads=1), tmp_path, Asking())
    running.start()
    eventually(lambda: running.told("ready"))
    running.stop()
    assert taken == [0]
