"""Several that change one thing at once: what says that it is done is there afterwards."""

import json
from collections.abc import Callable
from pathlib import Path

from gplsa.app.desk.desk import Desk
from gplsa.app.library.library import MODEL
from gplsa.app.library.on_disk import OnDisk
from gplsa.cli import main
from gplsa.corpus.chunks.folder import ChunkedCorpus
from gplsa.errors import InputError
from gplsa.model.public import Model
from gplsa.service.tokens import read_tokens
from tests.fuzz.cases import Files
from tests.fuzz.kills import LONGEST, SIDES, app_state, begun, forked, ready
from tests.patience import PATIENCE

__all__ = ["KINDS", "LONGEST", "RESULTS", "files_of", "outcome", "ready"]
RESULTS = KEPT, REFUSED = "all kept", "refused"
"""Refused: of some, in a sentence; what the others did is kept."""
_SHAPES = [[do, topic, f"{do} {topic}"] for do in ("rename", "note") for topic in ("1", "2", "3")]


def files_of(seed: int, number: int) -> Files:
    return {"writers.json": json.dumps({"kind": KINDS[number % len(KINDS)]}).encode()}


def outcome(files: Files) -> str:
    with begun() as folder:
        return _WRITERS[json.loads(files["writers.json"])["kind"]](folder)


def _at_once(folder: Path, doings: list[Callable[[Path], int]]) -> list[bool]:
    """Which of them said that it is done."""
    children = [forked(folder, doing) for doing in doings]
    return [child.ended()[0] == 0 for child in children]


def _commands(folder: Path, *commands: list[str]) -> list[bool]:
    return _at_once(folder, [lambda _, c=command: main(c) for command in commands])


def _told(done: list[bool]) -> str:
    return KEPT if all(done) else REFUSED


def _shape(folder: Path) -> str:
    done = _commands(folder, *(["edit", "m.gplsa", *shape] for shape in _SHAPES))
    model = Model.load(folder / "m.gplsa")
    for said, (do, topic, text) in zip(done, _SHAPES, strict=True):
        there = (model.topic_names if do == "rename" else model.topic_notes).get(int(topic) - 1)
        assert (there == text) == said, f"{do} {topic}: said done: {said}, there: {there}"
    return _told(done)


def _update(folder: Path) -> str:
    head, *rows = (folder / "new.csv").read_text("utf-8").splitlines()
    for name, few in (("a.csv", rows[:2]), ("b.csv", rows[2:])):
        (folder / name).write_text("\n".join([head, *few]), "utf-8")
    before = Model.load(folder / "m.gplsa").n_documents
    done = _commands(folder, *(["update", "m.gplsa", name] for name in ("a.csv", "b.csv")))
    joined = Model.load(folder / "m.gplsa").n_documents - before
    assert joined == 2 * done[0] + 4 * done[1], f"said done: {done}, joined: {joined}"
    return _told(done)


def _token(folder: Path) -> str:
    names = [f"n{number}" for number in range(8)]
    done = _commands(folder, *(["token", "t.jsonl", "--name", name] for name in names))
    there = {token.name for token in read_tokens(folder / "t.jsonl").values()} - {"old"}
    assert there == {name for name, said in zip(names, done, strict=True) if said}, there
    return _told(done)


def _build(folder: Path) -> str:
    command = ["corpus", "build", "p.csv", *SIDES, "--out", "parts"]
    done = _commands(folder, command, command)
    assert any(done)
    corpus = ChunkedCorpus.open(folder / "parts")
    corpus.verify()
    assert len(corpus) == 24
    return _told(done)


def _apps(folder: Path) -> str:
    """Two apps have the same model open, and each names another topic."""
    home, names = folder / "home", ("Ernte", "Hafen")
    library = OnDisk(home)
    name = library.keep(Model.load(folder / "m.gplsa"))

    def app(topic: int) -> Callable[[Path], int]:
        def run(_: Path) -> int:
            desk = Desk(OnDisk(home))
            model = desk.library.open(MODEL, name)
            (folder / f"open{topic}").touch()
            while not all((folder / f"open{other}").exists() for other in (0, 1)):
                pass
            model.name_topic(topic, names[topic])
            try:
                desk.library.renamed(name, model)
            except InputError:  # the other one has changed it, as the page says then
                return 2
            finally:
                assert desk.close(PATIENCE)
            return 0

        return run

    done = _at_once(folder, [app(0), app(1)])
    found = json.loads(app_state(home))[name][1]
    assert found == [[topic, names[topic]] for topic in (0, 1) if done[topic]], found
    return _told(done)


_WRITERS = {"edit": _shape, "update": _update, "token": _token, "build": _build, "apps": _apps}
KINDS = [*_WRITERS]
