"""Notes in the app's folders as no app writes them: each is said, none ends or stops a page."""

import copy
import json
import os
import socket
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from gplsa.app.desk import experiments
from gplsa.app.desk.desk import Desk, current_desk
from gplsa.app.library.library import CORPUS, MODEL, NAME, SUFFIX
from gplsa.app.library.on_disk import OnDisk
from gplsa.app.library.shared import Shared
from gplsa.compare import Outcome
from tests.app.conftest import html
from tests.patience import PATIENCE

Note = dict[str, Any]
KEYS = [
    *("name", "kept", "facts", "topic_names", "hidden_topics", "judgements", "edits", "remarks"),
    *("facts.documents", "facts.languages", "facts.topics", "facts.corpus", "facts.lam"),
    *("facts.regularizer", "facts.verdict"),
]
OTHERS = [None, True, -1, 10**30, 1.5, "x", [], [[]], {}, {"a": [1]}, "absent"]
MOMENTS = [
    *("0001-01-01T00:00:00+00:00", "9999-12-31T23:59:59+00:00", "0001-01-01T00:00:00+14:00"),
    *("9999-12-31T23:59:59-14:00", "2026-01-01T00:00:00", "2026-01-01", "yesterday", "", "2026"),
    *("0002-01-01T00:00:00+00:00", "9998-12-31T23:59:59-14:00"),
]
OF_A_MODEL: list[Note] = [
    {"topic_names": {"99": "beyond"}},
    {"topic_names": {"-1": "before"}},
    {"hidden_topics": [99]},
    {"edits": [{"kind": "merge", "topics": [0, 99]}]},
    {"edits": [{"kind": "split", "topic": "0"}]},
    {"edits": [{"kind": []}]},
    {"edits": [{"topic": 0}]},
    {"judgements": {"documents": 1, "keywords": []}},
    {"judgements": {"documents": [{"key": "k"}], "keywords": []}},
    {"judgements": {"documents": [], "keywords": [{"document": 0, "target": "xx", "term": 0}]}},
    {"facts": {"documents": 10**300, "lam": 1e308, "topics": 0, "languages": ["<b>"] * 1000}},
    {"facts": {"regularizer": "l7", "verdict": "<script>", "corpus": "x" * 100_000, "lam": 1}},
    {"name": "<script>\0\x1b[2J" * 10_000},
    {"remarks": {"counted": {"sides": {"xx": 1}}}},
    {"remarks": {"counted": {"sides": {}, "others": {"a": [1]}, "n_pictures": "1"}}},
]


def pipe(path: Path) -> None:
    os.mkfifo(path)


def bound_socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as one:
        here = os.open(path.parent, os.O_RDONLY)
        one.bind(f"/proc/self/fd/{here}/{path.name}")  # as a name has 107 letters at most
        os.close(here)


def endless(path: Path) -> None:
    path.symlink_to("/dev/zero")


def loop(path: Path) -> None:
    path.symlink_to(path)


def huge(path: Path) -> None:
    with path.open("wb") as stream:
        stream.truncate(2**40)  # takes no room


def holding(content: bytes) -> Callable[[Path], None]:
    def write(path: Path) -> None:
        path.write_bytes(content)

    write.__name__ = f"{content[:20]!r}-{zlib.crc32(content):x}"
    return write


PLACES: list[Callable[[Path], Any]] = [pipe, bound_socket, endless, loop, huge, Path.mkdir]
PLACES += map(
    holding,
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\0" * 100,
        b"\xff\xfe",
        b'{"name": "\\ud83d"}',
        b'{"name": NaN}',
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b'{"remarks": ' + b"[" * 5000 + b"]" * 5000 + b"}",
        b'"' + b'\\"' * 1_000_000,
        b"9" * 100_000,
    ],
)


def spoilt(note: Note) -> Iterator[Callable[[Path], Any]]:
    """What makes a file in the place of a note."""

    def changed(**changes: Any) -> Callable[[Path], None]:
        return holding(json.dumps(note | changes).encode())

    for key in KEYS:
        for other in OTHERS:
            one = copy.deepcopy(note)
            inner, last = (one["facts"], key[6:]) if key.startswith("facts.") else (one, key)
            inner[last] = other
            if other == "absent":
                del inner[last]
            yield holding(json.dumps(one).encode())
    yield from (changed(kept=moment) for moment in MOMENTS)
    yield from (changed(**changes) for changes in OF_A_MODEL)
    whole = json.dumps(note).encode()
    yield from (holding(whole[: len(whole) * part // 5]) for part in range(1, 5))
    yield from PLACES


def filled(folder: Path, kind: str, name: str) -> list[Path]:
    """Beside a piece that is kept the same under many names, each with another note."""
    place = folder / kind
    piece = place / f"{name}{SUFFIX[kind]}"
    note = json.loads(piece.with_name(f"{piece.name}.json").read_text("utf-8"))
    note = {"topic_names": {}, "hidden_topics": [], "judgements": None, "edits": []} | note
    made = []
    for number, make in enumerate(spoilt(note)):
        path = place / f"{number:024x}{SUFFIX[kind]}.json"
        make(path)
        os.link(piece, path.with_name(path.name.removesuffix(".json")))
        made.append(path)
    return made


@pytest.fixture
def full(laid_out: Desk) -> Desk:
    """A library with a good model, a good corpus and every damaged note of both."""
    assert laid_out.library.finish(PATIENCE)
    for kind, name in ((MODEL, laid_out.model_state.id), (CORPUS, laid_out.corpus_state.id)):
        assert name is not None
        assert len(filled(laid_out.library.folder, kind, name)) > 150
    laid_out.remember()
    return laid_out


@pytest.mark.parametrize("kind", [MODEL, CORPUS])
def test_every_note_is_listed_or_said_to_be_damaged(full, kind):
    names = {path.name.split(".")[0] for path in (full.library.folder / kind).glob("*.json")}
    listed = {entry.id for entry in full.library.listed(kind)}
    damaged = full.library.all_kept(kind)[1]
    assert listed | {one.id for one in damaged} == names and all(map(NAME.fullmatch, names))
    assert len(damaged) > 80 and len(listed) > 40
    assert all(one.why.endswith(".") and len(one.why) <= 300 for one in damaged)


def test_a_model_with_any_note_is_opened_as_its_file_has_it(full, trained):
    library = OnDisk(full.library.folder)
    for one in library.all_kept(MODEL)[1]:
        assert library.open(MODEL, one.id).digest == trained.digest
    # The notes are written anew, but for those in whose place no file can be.
    left = [library.folder / MODEL / f"{one.id}.gplsa.json" for one in library.all_kept(MODEL)[1]]
    assert {path.is_file() for path in left} <= {False}
    for entry in library.listed(MODEL):
        assert library.open(MODEL, entry.id).digest == trained.digest


def test_what_is_damaged_can_be_removed(full):
    library = full.library
    for kind in (MODEL, CORPUS):
        for one in library.all_kept(kind)[1]:
            library.remove(kind, one.id)
        assert library.all_kept(kind)[1] == []
        assert len(library.listed(kind)) > 40


def test_on_the_page(full, open_page):
    """The good ones stand, the damaged ones are lines with a button, which takes them away."""
    app = open_page("saved.py")
    assert ">open<" in html(app)
    keys = {element.key for element in app.button}
    for kind in (MODEL, CORPUS):
        assert {f"delete-{kind}-{one.id}" for one in full.library.all_kept(kind)[1]} <= keys
    [one, other, *_] = full.library.all_kept(MODEL)[1]
    app.button(key=f"delete-{MODEL}-{one.id}").click().run()
    next(b for b in app.button if b.label == "Yes, delete").click().run()
    app.button(key=f"open-{MODEL}-{other.id}").click().run()
    assert not app.exception
    assert full.library.open(MODEL, one.id) is None
    assert full.model_state.id == other.id
    left = {damaged.id for damaged in full.library.all_kept(MODEL)[1]}
    assert not left & {one.id, other.id}


def test_what_has_lost_its_file_can_be_removed_alone(full, open_page):
    one = full.library.all_kept(CORPUS)[1][0]
    (full.library.folder / CORPUS / f"{one.id}{SUFFIX[CORPUS]}").unlink()
    app = open_page("saved.py")
    keys = {element.key for element in app.button}
    assert f"delete-{CORPUS}-{one.id}" in keys and f"open-{CORPUS}-{one.id}" not in keys
    assert "Its file is gone: remove the note." in html(app)


def test_what_others_publish_damaged_is_passed_over(tmp_path, trained, laid_out, open_page):
    laid_out.shared = Shared(tmp_path / "shared", "ada")
    laid_out.shared.folder.mkdir()
    laid_out.shared.publish(trained)
    [good] = laid_out.shared.listed(MODEL)
    filled(laid_out.shared.folder / "ada", MODEL, good.id)
    page = open_page("saved.py")
    assert good in laid_out.shared.listed(MODEL) and "by ada" in html(page)


DESK = {"corpus": "a", "model": "b", "running": "c", "folders": {"d": "e"}, "language": "de"}
DESKS = [
    holding(json.dumps(DESK | {key: other}).encode())
    for key in DESK
    for other in (1, True, [], {"a": 1}, "../x", "x" * 100_000)
]


@pytest.mark.parametrize("make", [*DESKS, *PLACES])
def test_the_app_starts_whatever_lies_in_the_place_of_its_desk(tmp_path, make):
    make(tmp_path / "desk.json")
    desk = Desk(OnDisk(tmp_path))
    assert desk.corpus is None and desk.language in ("", "de")
    desk.remember()


@pytest.mark.parametrize("make", [PLACES[0], PLACES[2], holding(b"[" * 100_000), DESKS[-1]])
def test_pages_start_whatever_lies_in_the_place_of_the_desk(desk, open_page, make):
    desk.library.folder.mkdir()
    make(desk.library.folder / "desk.json")
    assert desk.close(PATIENCE)
    current_desk.cache_clear()
    open_page("saved.py")


@pytest.mark.parametrize("make", PLACES)
def test_results_that_are_damaged_are_none(laid_out, make):
    name = experiments.fingerprint(laid_out)
    path = laid_out.library.folder / "laboratory" / f"{name}.json"
    path.parent.mkdir()
    make(path)
    assert experiments.tried(laid_out) == ()


def test_notes_that_another_program_made_are_none_of_ours(tmp_path):
    (tmp_path / MODEL).mkdir()
    for name in ("mine", "0" * 23, "A" * 24):
        (tmp_path / MODEL / f"{name}.gplsa.json").write_text("{")
    assert OnDisk(tmp_path).all_kept(MODEL)[1] == []


def test_results_come_back(laid_out):
    outcome = {"trial": {"regularizer": "skl", "lam": 1, "n_topics": 4}, "figures": {"a": 0.5}}
    name = experiments.fingerprint(laid_out)
    laid_out.library.write_note(f"laboratory/{name}", [outcome])
    [found] = experiments.tried(laid_out)
    assert isinstance(found, Outcome) and found.to_json() == outcome


def test_a_desk_of_before_is_laid_out(tmp_path):
    """As it was noted before it had folders and a language."""
    OnDisk(tmp_path).write_note("desk", {"corpus": None, "model": None, "running": "Training"})
    desk = Desk(OnDisk(tmp_path))
    assert (desk.interrupted, desk.folders, desk.language) == ("Training", {}, "")
