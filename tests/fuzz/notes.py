"""Changed notes: what the app, the service and corpus folders keep beside models, and special files
in their place."""

import io
import json
import os
from contextlib import AbstractContextManager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from gplsa.app.desk.desk import current_desk
from gplsa.app.library.library import CORPUS, MODEL, SUFFIX
from gplsa.app.library.shared import Shared
from gplsa.cli import main
from gplsa.model.public import Model
from tests.fuzz import damage
from tests.fuzz.cases import READ, REFUSED, Files
from tests.fuzz.models import NAME, RESULTS, deep, home, models, page, told
from tests.fuzz.samples import sample

__all__ = ["KINDS", "RESULTS", "files_of", "outcome"]

_FACTS = f"{NAME}{SUFFIX[MODEL]}.json"
PERSON = "ada"
SIDES = ["--source", "de", "--target", "en"]
_PLACES = {
    "desk": "desk.json",
    "model-note": f"{MODEL}/{_FACTS}",
    "corpus-note": "",  # called by its digest
    "published-note": f"shared/{PERSON}/{MODEL}/{_FACTS}",
    "tokens": "tokens.jsonl",
    "manifest": "parts/manifest.json",
    "part": "parts/parts/000000/part.json",
    "vocabulary": "parts/vocabulary-0.json",
    "documents": "parts/parts/000000/documents-bytes.npy",
    "plan": "parts/plan.json",
}
KINDS = [*_PLACES]
_SPECIAL = {
    b"*pipe*": os.mkfifo,
    b"*link to /dev/zero*": lambda path: path.symlink_to("/dev/zero"),
    b"*link to itself*": lambda path: path.symlink_to(path.name),
    b"*folder*": Path.mkdir,
    b"*20 GB*": lambda path: (path.touch(), os.truncate(path, 20 * 2**30)),
    b"*gone*": lambda path: None,
}
_TIMES = ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "2024-02-30", "\x1b]0;x\x07"]


def files_of(seed: int, number: int) -> Files:
    rng = np.random.default_rng([seed, number])
    kind = KINDS[number % len(KINDS)]
    [(name, sound)] = _sound(kind).items()
    chance = rng.random()
    if chance < 0.15:
        return {name: damage.pick(rng, [*_SPECIAL])}
    if chance < 0.3 or name.endswith(".npy"):
        return {name: damage.spoiled(rng, sound)}
    if chance < 0.45:
        return {name: deep(rng, sound)}
    lines = sound.splitlines() if kind == "tokens" else [sound]
    place = int(rng.integers(len(lines)))
    content = json.loads(lines[place])
    for _ in range(int(damage.pick(rng, [1, 1, 3]))):
        content = damage.spoiled_json(rng, content)
    if chance < 0.55 and isinstance(content, dict):
        content["kept"] = damage.pick(rng, _TIMES)
    lines[place] = json.dumps(content).encode()
    return {name: b"\n".join(lines)}


def _sound(kind: str) -> Files:
    """The one file of a kind, as it is written."""
    with _place() as folder:
        path = folder / _PLACES[kind]
        if kind == "corpus-note":
            [path] = (folder / CORPUS).glob("*.json")
        return {path.relative_to(folder).as_posix().replace("/", "|"): path.read_bytes()}


def _place() -> AbstractContextManager[Path]:
    return home(_more())


@cache
def _more() -> Files:
    """What stands beside a home: tokens, a corpus folder, and what somebody has published."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "a.csv").write_bytes(sample("csv"))
        for who in ("ada", "bert"):
            assert main(["token", str(folder / "tokens.jsonl"), "--name", who, "--days", "9"]) == 0
        assert main(["corpus", "build", f"{folder}/a.csv", *SIDES, "--out", f"{folder}/parts"]) == 0
        (folder / "shared" / PERSON).mkdir(parents=True)
        Shared(folder / "shared", PERSON).publish(Model.load(io.BytesIO(models()[0])))
        found = {p.relative_to(name): p.read_bytes() for p in folder.rglob("*") if p.is_file()}
    [published] = [path.name[:24] for path in found if path.suffix == ".gplsa"]
    return {path.as_posix().replace(published, NAME): data for path, data in found.items()}


def outcome(files: Files) -> str:
    """READ where it says the same as before, or something else that could be; REFUSED otherwise."""
    with _place() as folder:
        [(name, content)] = files.items()
        path = folder / name.replace("|", "/")
        path.unlink()
        if content in _SPECIAL:
            _SPECIAL[content](path)
        else:
            path.write_bytes(content)
        if name == "tokens.jsonl":
            return READ if told("token", path, "--name", "cleo") else REFUSED
        if name.startswith("parts"):
            built = ["corpus", "build", folder / "a.csv", *SIDES, "--out", folder / "parts"]
            fast = ["--max-iter", 2, "--topics", 2, "--no-check", "--out", folder / "m.gplsa"]
            trained = told("train", folder / "parts", *SIDES, *fast)
            return READ if told(*built) and trained else REFUSED
        os.environ |= {"GPLSA_SHARED": f"{folder}/shared", "JUPYTERHUB_USER": PERSON}
        page(folder)
        return READ if current_desk().model_state.id == NAME else REFUSED
