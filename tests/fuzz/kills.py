"""kill -9 at any moment of what writes: the old content is there or the new, and the next goes on.

A child is forked for each kill, as starting Python takes longer than the work. Half of the kills
come after a time, half at one of the calls that open, rename and remove files, so that the short
moments of writing get their share.
"""

import hashlib
import io
import json
import os
import secrets
import select
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import chdir, contextmanager
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

import filelock  # noqa: F401  before the clock of a run goes
import numpy as np

from gplsa import sandbox
from gplsa.app.desk.desk import Desk
from gplsa.app.library.library import CORPUS, MODEL
from gplsa.app.library.on_disk import OnDisk
from gplsa.cli import main, pairs
from gplsa.core import parallel
from gplsa.corpus.storage import load_corpus
from gplsa.model.editing.edits import Merge
from gplsa.model.public import Model
from gplsa.reading import read_corpus
from tests.fuzz import child
from tests.fuzz.cases import Files
from tests.fuzz.models import models
from tests.fuzz.samples import sample
from tests.patience import PATIENCE, PAUSE

RESULTS = OLD, NEW, BETWEEN = "old", "new", "between"
"""What was there afterwards; between: some things of several, or a folder that says it is not
whole."""
LONGEST = 5 * child.LONGEST  # some runs, each of which may take as long as any case
SIDES = ["--source", "de", "--target", "en"]
FAST = [*SIDES, "--max-iter", "5", "--topics", "3", "--no-check"]
Run = Callable[[Path], int]

_told = [-1]  # where a child says what it has done


def _command(*arguments: str) -> Run:
    return lambda folder: main([*arguments])


def _token(_: Path) -> int:
    secrets.token_urlsafe = lambda n=0: "t" * 43  # so that the same is written every time
    return main(["token", "t.jsonl", "--name", "new"])


def _dot() -> None:
    os.write(_told[0], b".")


def _in_app(folder: Path, done: Callable[[], None] = _dot) -> int:
    """What people do on the pages Saved and Topics."""
    desk = Desk(OnDisk(folder / "home"))
    library = desk.library
    first, second = (Model.load(io.BytesIO(data)) for data in models()[:2])
    for kind, piece in ((CORPUS, load_corpus(io.BytesIO(sample("corpus")))), (MODEL, first)):
        kept = library.keep(piece)
        done()
        desk.lay_out(kind, kept)
        done()
    desk.remember()
    done()
    for name in ("Ernte", "Hafen"):
        first.name_topic(0, name)
        library.renamed(desk.model_state.id, first)
        done()
    other = library.keep(second)
    done()
    library.edited(desk.model_state.id, first.edited(Merge((0, 1))))
    done()
    library.remove(MODEL, other)
    done()
    assert desk.close(PATIENCE)
    return 0


def app_state(home: Path) -> str:
    """What an app shows that is started now."""
    desk = Desk(OnDisk(home))
    found: dict[str, object] = {"desk": [desk.corpus_state.id, desk.model_state.id]}
    for kind in (CORPUS, MODEL):
        for entry in sorted(desk.library.listed(kind), key=lambda entry: entry.id):
            piece = desk.library.open(kind, entry.id)
            assert piece is not None, f"{kind} {entry.id} is listed and does not open"
            found[entry.id] = len(piece) if kind == CORPUS else [
                piece.n_topics, sorted(piece.topic_names.items()), sorted(piece.hidden_topics)
            ]  # fmt: skip
    assert desk.close(PATIENCE)
    return json.dumps(found)


WORKS: dict[str, Run] = {
    "train": _command("train", "p.csv", *FAST, "--out", "m.gplsa"),
    "update": _command("update", "m.gplsa", "new.csv"),
    "shape": _command("shape", "m.gplsa", "merge", "1", "2"),
    "token": _token,
    "build": _command("corpus", "build", "p.csv", *SIDES, "--out", "parts"),
    "app": _in_app,
}
KINDS = [*WORKS]


def ready() -> None:
    """Compile what is compiled at its first use, before the clock of a case goes."""
    with begun() as folder, chdir(folder):
        for kind in ("train", "update", "shape"):
            assert WORKS[kind](folder) == 0


@contextmanager
def begun() -> Iterator[Path]:
    """A folder with pairs, further pairs, a model and a file of tokens."""
    head, *rows = sample("csv").decode().splitlines()
    new = [head, *(row.replace("schrieb", f"sandte {n}") for n, row in enumerate(rows[:6]))]
    line = {"name": "old", "sha256": hashlib.sha256(b"old").hexdigest(), "scopes": ["keywords"]}
    with tempfile.TemporaryDirectory(prefix="gplsa-kills-") as name:
        folder = Path(name).resolve()
        (folder / "p.csv").write_bytes(sample("csv"))
        (folder / "new.csv").write_text("\n".join(new), "utf-8")
        (folder / "m.gplsa").write_bytes(models()[0])
        (folder / "t.jsonl").write_text(json.dumps(line) + "\n", "utf-8")
        yield folder


def content(folder: Path) -> Files:
    """All files, but those of the app, which say when they were kept."""
    found = {path.relative_to(folder): path for path in folder.rglob("*") if path.is_file()}
    return {str(name): at.read_bytes() for name, at in found.items() if name.parts[0] != "home"}


def left_over(folder: Path) -> list[str]:
    return [path.name for path in folder.rglob(".*")]


# ---- children


@dataclass
class Child:
    pid: int
    reading: int
    errors: Path

    def ended(self, after: float = child.LONGEST) -> tuple[int, bytes, float]:
        """Its status, -9 where it had to be killed after so many seconds, what it told, and how
        long that took."""
        assert select.select([self.reading], [], [], child.LONGEST)[0], "does not begin"
        started, gone, status = time.monotonic(), 0, 0
        while not gone and time.monotonic() < started + after:
            time.sleep(PAUSE / 10)
            gone, status = os.waitpid(self.pid, os.WNOHANG)
        if not gone:
            os.kill(self.pid, signal.SIGKILL)
            _, status = os.waitpid(self.pid, 0)
            assert after < child.LONGEST, f"hangs for {child.LONGEST} s"
        took = time.monotonic() - started
        with os.fdopen(self.reading, "rb") as stream:
            said = stream.read()
        code, errors = os.waitstatus_to_exitcode(status), self.errors.read_text("utf-8")
        self.errors.unlink()
        assert code in (0, 2, -9), f"status {code}: {errors[-500:]}"
        assert "Traceback" not in errors, errors[-500:]
        return code, said, took


def forked(folder: Path, run: Run, call: int = 0) -> Child:
    """Run it in a child, which kills itself in front of its n-th call about files, if any."""
    reading, writing = os.pipe()
    descriptor, errors = tempfile.mkstemp()
    pid = os.fork()
    if pid:
        os.close(writing)
        os.close(descriptor)
        return Child(pid, reading, Path(errors))
    status = 70
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.dup2(descriptor, 2)
        sys.stdout, sys.stderr = os.fdopen(1, "w"), os.fdopen(2, "w")
        _told[0] = writing
        parallel._pool.cache_clear()  # threads do not come along
        # Readers have processes of their own, which write nothing and take a second to start.
        pairs.read_corpus = read_corpus
        sandbox.warm = lambda *modules, keep=False: None
        os.chdir(folder)
        os.write(_told[0], b"begun")
        sys.addaudithook(partial(_count, str(folder), call, [0]))
        status = run(folder)
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(status)


def _count(folder: str, call: int, calls: list[int], event: str, arguments: tuple[object]) -> None:
    if event != "fcntl.flock" and not (
        event.startswith(("open", "os.")) and str(arguments[0]).startswith(folder)
    ):
        return
    calls[0] += 1
    os.write(_told[0], b"c")
    if calls[0] == call:
        os.kill(os.getpid(), signal.SIGKILL)


# ---- what is expected


@dataclass(frozen=True)
class Clean:
    """Runs that nobody disturbs: how long, how many calls, and what was there before, after the
    first, and after another one, which may refuse."""

    seconds: float
    calls: int
    states: list[Files]
    status: int


@cache
def clean(kind: str) -> Clean:
    with begun() as folder:
        states = [content(folder)]
        (status, said, took), other = forked(folder, WORKS[kind]).ended(), 0
        assert status == 0, kind
        states.append(content(folder))
        other, _, _ = forked(folder, WORKS[kind]).ended()
        assert left_over(folder) == []
        return Clean(took, said.count(b"c"), [*states, content(folder)], other)


@cache
def app_states() -> list[str]:
    """After each thing that is done there."""
    with begun() as folder:
        copy, home = folder / "copy", folder / "home"
        states = [app_state(home)]

        def done() -> None:
            shutil.copytree(home, copy, ignore=lambda *_: [*left_over(home)])
            states.append(app_state(copy))
            shutil.rmtree(copy)

        _in_app(folder, done)
        return states


def files_of(seed: int, number: int) -> Files:
    """When it is killed: after this share of the time, or of the calls about files."""
    rng = np.random.default_rng([seed, number])
    kind, by = KINDS[number % len(KINDS)], ("time", "calls")[number // len(KINDS) % 2]
    return {"kill.json": json.dumps({"kind": kind, "by": by, "at": rng.random()}).encode()}


def outcome(files: Files) -> str:
    kill = json.loads(files["kill.json"])
    kind, at = kill["kind"], kill["at"]
    run, usual = WORKS[kind], clean(kind)
    status, earlier = 0, 1.0
    while status != -signal.SIGKILL:  # what was faster than usual is tried again, and killed sooner
        with begun() as folder:
            if kill["by"] == "calls":
                call = 1 + int(at * usual.calls * earlier)
                status, said, _ = forked(folder, run, call).ended()
            else:
                status, said, _ = forked(folder, run).ended(at * usual.seconds * earlier)
            earlier *= 0.7
            if status == -signal.SIGKILL:
                return _after(folder, kind, run, said.count(b"."))
    raise AssertionError


def _after(folder: Path, kind: str, run: Run, done: int) -> str:
    """What is there after a kill, and that the next one can go on."""
    if kind == "app":
        states = app_states()
        found, home = app_state(folder / "home"), folder / "home"
        assert found in states[done : done + 2], f"after {done}: {found}, not {states[done]}"
        assert left_over(home) == []
        assert forked(folder, run).ended()[0] == 0
        assert app_state(home) == states[-1]
        return OLD if found == states[0] else NEW if found == states[-1] else BETWEEN
    usual = clean(kind)
    old, new, newer = usual.states
    hidden = left_over(folder)
    found = {name: data for name, data in content(folder).items() if Path(name).name not in hidden}
    # A folder without its manifest is not whole; one with it may hold what was to be cleared away.
    finished = "parts/manifest.json" in found and not new.items() <= found.items()
    unfinished = kind == "build" and not finished
    assert found in (old, new) or unfinished, f"{sorted(found)} is neither old nor new"
    status, _, _ = forked(folder, run).ended()
    assert status == (usual.status if found == new else 0), f"the next one ends with {status}"
    expected = newer if found == new else new
    after = content(folder)
    assert after == expected, f"{sorted(after)} is not what a run alone leaves"
    return OLD if found == old else NEW if found == new else BETWEEN
