"""Changed model files, opened and used as people do: on the command line and on the page Saved."""

import contextlib
import io
import json
import os
import re
import shutil
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from unittest.mock import patch

import numpy as np
from streamlit.testing.v1 import AppTest

from gplsa.app.desk.desk import Desk, current_desk
from gplsa.app.library.library import CORPUS, MODEL, SUFFIX
from gplsa.app.library.on_disk import OnDisk
from gplsa.cli import main
from gplsa.corpus.storage import load_corpus
from gplsa.errors import InputError
from gplsa.model.editing.edits import Drop, Hide, Merge, Note, Rename, Seed, Split
from gplsa.model.public import Model
from gplsa.model.rated import rate
from gplsa.model.settings import TrainSettings
from gplsa.reading import iter_documents
from gplsa.training.train import train
from tests.conftest import REPOSITORY
from tests.fuzz import damage
from tests.fuzz.cases import READ, REFUSED, Files
from tests.fuzz.samples import sample, unzipped, zipped
from tests.patience import PATIENCE
from tests.photos import photo_corpus

RESULTS = (READ, REFUSED)
SEEN = 8  # of so many files that are refused one is shown on the page, which takes longest
MOST_CHARACTERS = 300  # of a refusal
NAME = "0123456789abcdef01234567"
MODEL_FILE = f"{NAME}{SUFFIX[MODEL]}"


@cache
def models() -> list[bytes]:
    """As it is trained, with all that a person can say of one, and of photos."""
    plain = Model.load(io.BytesIO(sample("model")))
    shaped: Model = plain
    word = plain.vocabularies["de"].terms[0]
    for edit in (Rename(0, "Ernte"), Note(1, "?"), Merge((0, 2)), Drop("de", (word,))):
        shaped = shaped.edited(edit)
    # Which topic has enough for two goes by the arithmetic of the processor.
    for topic in range(shaped.n_topics):
        with contextlib.suppress(InputError):
            shaped = shaped.edited(Split(topic))
            break
    for edit in (Seed(None, "de", (word,)), Hide((1,))):
        shaped = shaped.edited(edit)
    word = plain.vocabularies["en"].terms[0]
    rate(shaped.direction("de", "en"), "Salz aus Köln", word, right=True)
    photos = train(photo_corpus(12), TrainSettings(n_topics=3, max_iter=5, check=False))
    files = []
    for model in (plain, shaped, photos):
        stream = io.BytesIO()
        model.save(stream)
        files.append(stream.getvalue())
    return files


# ---- ways to change one


def _swapped(rng: damage.Random, data: bytes) -> bytes:
    """Members under each other's names, or one of another model."""
    members = unzipped(data)
    suffix = damage.pick(rng, [".npy", ".json", ""])
    of_a_kind = [name for name in members if name.endswith(suffix)]
    one, other = damage.pick(rng, of_a_kind), damage.pick(rng, of_a_kind)
    if rng.random() < 0.3:
        stranger = unzipped(damage.pick(rng, models()))
        members[one] = stranger.get(one, members[other])
    else:
        members[one], members[other] = members[other], members[one]
    return _packed(rng, members)


def _documents(rng: damage.Random, data: bytes) -> bytes:
    return damage.arrays_spoiled(rng, data, ".json")


def _arrays(rng: damage.Random, data: bytes) -> bytes:
    return damage.arrays_spoiled(rng, data, ".npy")


def _headers(rng: damage.Random, data: bytes) -> bytes:
    """What an array says of itself: shapes without end, types that run code, nonsense."""
    members = unzipped(data)
    name = damage.pick(rng, [name for name in members if name.endswith(".npy")])
    content = members[name]
    length = int.from_bytes(content[8:10], "little")
    head = content[10 : 10 + length].decode("latin-1").rstrip()
    shape = damage.pick(rng, [f"({2**62},)", f"({2**32}, {2**32})", "(-1,)", "()", "(0,)", "(1e9,)",
                              "(1,) * 9", "(" * 150, "[3]", "3", "(" + "1," * 40 + ")", "(True,)",
                              f"({'9' * 5_000},)"])  # fmt: skip
    kind = damage.pick(rng, ["|O", "<f8", ">f8", "<f2", "|V9", "<U9", "<M8[s]", "", "f8, i4", "?"])
    changes = [
        (r"'shape': \(.*?\)", f"'shape': {shape}"),
        (r"'descr': '.*?'", f"'descr': '{kind}'"),
        (r"'fortran_order': False", "'fortran_order': True"),
        (r"\}$", damage.pick(rng, ["", "}}", ", 'x': 1}", " + __import__('os')}"])),
    ]
    for pattern, instead in changes:
        if rng.random() < 0.4:
            head = re.sub(pattern, instead, head)
    head = head.ljust(length - 1) + "\n"
    stated = len(head) if rng.random() < 0.8 else int(damage.pick(rng, damage.EXTREMES)) % 2**16
    members[name] = content[:8] + stated.to_bytes(2, "little") + head.encode("latin-1") + (
        content[10 + length :]
    )  # fmt: skip
    if rng.random() < 0.5:  # else it is noticed that the two differ
        manifest = json.loads(members["manifest.json"])
        with contextlib.suppress(ValueError):
            listed = [int(n) for n in re.findall(r"-?\d+", shape)]
            manifest["arrays"][name.removesuffix(".npy")] = {"dtype": kind, "shape": listed}
        members["manifest.json"] = json.dumps(manifest).encode()
    return zipped(members, packing=0)


def deep(rng: damage.Random, content: bytes) -> bytes:
    """JSON with thousands of brackets inside each other, closed or not."""
    depth = int(damage.pick(rng, [100, 900, 1_000, 3_000, 100_000]))
    opened, closed = damage.pick(rng, [(b"[", b"]"), (b'{"a":', b"}"), (b'[{"a":', b"}]")])
    nested = opened * depth + b"1" + closed * (depth if rng.random() < 0.8 else 0)
    values = [*re.finditer(rb"(?<=: )[^,{}\[\]]+(?=[,}\]])", content)]
    if not values or rng.random() < 0.3:
        return nested
    place = damage.pick(rng, values)
    return content[: place.start()] + nested + content[place.end() :]


def _deep(rng: damage.Random, data: bytes) -> bytes:
    members = unzipped(data)
    name = damage.pick(rng, [name for name in members if name.endswith(".json")])
    members[name] = deep(rng, members[name])
    return _packed(rng, members)


def _twice(rng: damage.Random, data: bytes) -> bytes:
    """The same member, or the same key of a document, twice with two contents."""
    members = unzipped(data)
    if rng.random() < 0.5:
        name = damage.pick(rng, [name for name in members if name.endswith(".json")])
        keys = [*re.finditer(rb'"[^"]+": ', members[name])]
        if keys:
            key = damage.pick(rng, keys)
            instead = damage.pick(rng, [b"null, ", b"[], ", b"-1, ", b'"x", ', b"{}, "])
            content = members[name]
            members[name] = content[: key.start()] + key[0] + instead + content[key.start() :]
        return _packed(rng, members)
    stream = io.BytesIO(data)
    with zipfile.ZipFile(stream, "a") as package:
        name, other = damage.pick(rng, list(members)), damage.pick(rng, list(members))
        info = zipfile.ZipInfo(name)
        package.NameToInfo.pop(name)  # which would warn
        package.writestr(info, members[other])
    return stream.getvalue()


def _numbers(rng: damage.Random, data: bytes) -> bytes:
    """Values that an array of this type and shape might hold, but these do not belong here."""
    members = unzipped(data)
    names = [name for name in members if name.endswith(".npy")]
    for name in rng.choice(names, size=int(damage.pick(rng, [1, 1, 2]))):
        array = np.load(io.BytesIO(members[name]))
        if not array.size:
            continue
        flat = array.ravel()
        where = rng.integers(flat.size, size=int(damage.pick(rng, [1, 3, 100])))
        wild = [0, 1, -1, flat.min(), flat.max(), float(flat.max()) + 1, 1e-300, 1e300, np.nan]
        action = rng.integers(5)
        with np.errstate(all="ignore"):
            if action == 0:
                flat[where] = np.array(damage.pick(rng, wild), dtype=float).astype(flat.dtype)
            elif action == 1:
                array = np.ascontiguousarray(rng.permutation(array))
            elif action == 2:
                array = rng.permutation(flat).reshape(array.shape)
            elif action == 3:
                flat[:] = flat[0]
            else:
                bits = damage.flipped(rng, array.tobytes())
                array = np.frombuffer(bits, array.dtype).reshape(array.shape)
        stream = io.BytesIO()
        np.save(stream, array)
        members[name] = stream.getvalue()
    return _packed(rng, members)


def _packed(rng: damage.Random, members: Files) -> bytes:
    if rng.random() < 0.5:
        members["manifest.json"] = damage.true_manifest(members)
    return zipped(members, packing=0)


_WAYS = {
    "bytes": damage.spoiled,
    "members": damage.spoiled_inside,
    "swapped": _swapped,
    "documents": _documents,
    "arrays": _arrays,
    "headers": _headers,
    "deep": _deep,
    "twice": _twice,
    "numbers": _numbers,
}
KINDS = [*_WAYS]


def files_of(seed: int, number: int) -> Files:
    rng = np.random.default_rng([seed, number])
    return {MODEL_FILE: _WAYS[KINDS[number % len(KINDS)]](rng, damage.pick(rng, models()))}


# ---- what people do with one


def outcome(files: Files) -> str:
    """READ where it opens, and then everything works or is refused; REFUSED otherwise."""
    with home() as folder:
        path = folder / MODEL / MODEL_FILE
        path.write_bytes(files[MODEL_FILE])
        (folder / "text.txt").write_text("Anna aus Köln über die Ernte und Salz", "utf-8")
        read = told("topics", path)
        if read:
            sides = _sides(path)
            told("topics", path, "--json")
            told("topics", path, "--by", "id")
            told("summarize", path, folder / "text.txt", *sides)
            told("search", path, "Salz aus Köln", *sides, "--json")
            told("concordance", path, "Salz", *sides)
            for edit in (["merge", 1, 2], ["split", 1], ["rename", 1, "Salz"], ["undo"]):
                if told("edit", path, *edit, "--out", folder / "out.gplsa"):
                    assert told("topics", folder / "out.gplsa"), f"refused after {edit[0]}"
        elif zlib.crc32(files[MODEL_FILE]) % SEEN:
            library = OnDisk(folder)
            assert [entry.id for entry in library.listed(MODEL)] == [NAME]
            assert library.open(MODEL, NAME) is None
            return REFUSED
        page(folder)
        return READ if read else REFUSED


def _sides(path: Path) -> list[str]:
    first, second, *_ = Model.load(path).modalities
    if first == "image":
        first, second = second, first
    return ["--from", first, "--to", second]


def told(*arguments: object) -> bool:
    """Run a command: True where it did its work, False where it refused in one short sentence."""
    output, errors = io.StringIO(), io.StringIO()
    # A reader of its own for each text would take longer than all else; `cases` tries readers.
    here = patch("gplsa.reading.sandboxed.iter_documents", iter_documents)
    nobody_waits = patch("gplsa.sandbox.warm")
    with here, nobody_waits, contextlib.redirect_stdout(output), contextlib.redirect_stderr(errors):
        status = main([str(argument) for argument in arguments])
    lines = errors.getvalue().splitlines()
    assert all(line.startswith("gplsa: ") for line in lines), lines
    for text in [output.getvalue(), *lines]:
        assert all(sign.isprintable() or sign == "\n" for sign in text), f"obeyed: {text!r}"
    assert status in (0, 2), f"status {status}"
    if status:
        assert lines, "refused without a word"
        assert lines[-1].endswith("."), lines[-1]
        assert len(lines[-1]) <= MOST_CHARACTERS, f"{len(lines[-1])} characters: {lines[-1]}"
    return status == 0


@contextlib.contextmanager
def home(more: Files | None = None) -> Iterator[Path]:
    """A folder of the app with a corpus and a model on its desk, and further files beside."""
    folder = Path(tempfile.mkdtemp(prefix="gplsa-fuzz-"))
    try:
        for name, content in (_sound_home() | (more or {})).items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(content)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@cache
def _sound_home() -> Files:
    """The files of an app that has kept a corpus and a model."""
    with tempfile.TemporaryDirectory() as name:
        desk = Desk(OnDisk(Path(name)))
        model = Model.load(io.BytesIO(models()[1]))
        desk.lay_out(CORPUS, desk.library.keep(load_corpus(io.BytesIO(sample("corpus")))))
        kept = desk.library.keep(model)
        desk.model_state.id = NAME
        desk.remember()
        found = {p.relative_to(name): p.read_bytes() for p in Path(name).rglob("*") if p.is_file()}
    return {str(path).replace(kept, NAME): content for path, content in found.items()}


def page(folder: Path) -> AppTest:
    """The page Saved of an app that is started on the folder, and its list."""
    os.environ["GPLSA_HOME"] = str(folder)
    current_desk.cache_clear()
    app = AppTest.from_file(str(REPOSITORY / "pages" / "_shell.py"), default_timeout=PATIENCE)
    app.run().switch_page("saved.py").run()
    if app.exception:
        raise RuntimeError("; ".join(element.value for element in app.exception))
    assert current_desk().close(PATIENCE)
    return app
