"""A disk of 20 MB that is full, and one that takes nothing at all: what commands and the app do."""

import importlib
import json
import os
import shutil
from dataclasses import replace

import numpy as np
import pytest

from gplsa.app.desk import trainings
from gplsa.app.desk.desk import Desk
from gplsa.app.library.library import CORPUS, MODEL, read_piece
from gplsa.app.library.on_disk import OnDisk
from gplsa.app.saved import parts as saved
from gplsa.cli import main
from gplsa.model.public import Model
from gplsa.model.settings import TrainSettings
from gplsa.training.train import train
from tests.disks import disk, fill, make_read_only
from tests.patience import PATIENCE, eventually
from tests.planted import plain_settings, planted_corpus

N, NEW = 60, 12
SIDES = ["--source", "de", "--target", "en"]
BETWEEN = ["--from", "de", "--to", "en"]


@pytest.fixture(scope="module")
def trained_files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("files")
    every = planted_corpus(N + NEW)
    train(every.subset(range(N)), plain_settings(n_topics=5)).save(folder / "m.gplsa")
    for name, rows in (("pairs.jsonl", range(N)), ("new.jsonl", range(N, N + NEW))):
        lines = [{"id": every.ids[d], **{s: every.texts[s][d] for s in every.texts}} for d in rows]
        (folder / name).write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    return folder


@pytest.fixture
def small(trained_files, tmp_path, monkeypatch):
    """A disk of 20 MB with the files on it, and other places that take what it does not."""
    home = tmp_path / "other"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    with disk(tmp_path / "small", 20) as folder:
        for path in trained_files.iterdir():
            shutil.copy(path, folder)
        monkeypatch.chdir(folder)
        yield folder


def refused(capsys, *arguments):
    """What a command says that ends as the disk does not carry it."""
    capsys.readouterr()
    assert main([*map(str, arguments)]) == 3
    lines = capsys.readouterr().err.splitlines()
    assert all(line.startswith("gplsa: ") for line in lines)
    assert "No space left on device" in lines[-1] or "disk" in lines[-1]
    return lines


def everything(folder):
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize(
    "command",
    [
        ["train", "pairs.jsonl", *SIDES, "--out", "new.gplsa"],
        ["update", "m.gplsa", "new.jsonl"],
        ["edit", "m.gplsa", "retrain"],
        ["edit", "m.gplsa", "rename", "1", "Corn"],
        ["lexicon", "m.gplsa", *BETWEEN, "--out", "l.csv"],
        ["report", "m.gplsa", "--out", "r.html"],
        ["token", "t.jsonl", "--name", "ada"],
        ["corpus", "build", "pairs.jsonl", *SIDES, "--out", "parts"],
    ],
)
def test_a_disk_that_is_full_is_told_and_loses_nothing(small, capsys, command):
    film = fill(small)
    before = everything(small)
    refused(capsys, *command)
    film.write_bytes(b"")
    before[film] = b""
    there = everything(small)
    assert {name: there.get(name) for name in before} == before
    assert main(command) == 0


@pytest.fixture
def filled_meanwhile(small, monkeypatch):
    """Somebody fills the disk while a command learns."""

    def filling(learn):
        def learned(*arguments, **options):
            found = learn(*arguments, **options)
            fill(small)
            return found

        return learned

    for name in ("train", "update"):
        module = importlib.import_module(f"gplsa.training.{name}")
        monkeypatch.setattr(module, name, filling(getattr(module, name)))
    return small


@pytest.mark.parametrize("command", ["train", "update"])
def test_what_was_learned_is_kept_where_there_is_room(filled_meanwhile, capsys, command):
    before = (filled_meanwhile / "m.gplsa").read_bytes()
    learn = {
        "train": ["train", "pairs.jsonl", *SIDES, "--out", "new.gplsa", "--no-check"],
        "update": ["update", "m.gplsa", "new.jsonl"],
    }
    *_, told, why = refused(capsys, *learn[command])
    assert "Cannot write" in why
    _, name, _ = told.replace("“", "”").split("”")
    assert Model.load(name).n_documents == (N if command == "train" else N + NEW)
    assert os.stat(name).st_mode & 0o077 == 0
    assert (filled_meanwhile / "m.gplsa").read_bytes() == before
    assert not (filled_meanwhile / "new.gplsa").exists()
    assert [path.name for path in filled_meanwhile.glob("*.gplsa")] == ["m.gplsa"]


def long_corpus(seed):
    """About three megabytes."""
    draw = np.random.default_rng(seed)
    corpus = planted_corpus(40, seed=seed)
    ballast = {
        side: [f"{text}\n{draw.bytes(20_000).hex()}" for text in texts]
        for side, texts in corpus.texts.items()
    }
    return replace(corpus, name=f"corpus {seed}", texts=ballast)


def test_the_app_keeps_what_the_disk_takes_and_the_rest_in_memory(tmp_path):
    with disk(tmp_path / "home", 20) as home:
        library = OnDisk(home)
        names = [library.keep(long_corpus(seed)) for seed in range(12)]
        unsaved = {entry.id for entry in library.listed(CORPUS) if entry.unsaved}
        assert unsaved
        assert unsaved < set(names)
        assert all(library.open(CORPUS, name).name == f"corpus {n}" for n, name in enumerate(names))
        again = OnDisk(home)
        assert {entry.id for entry in again.listed(CORPUS)} == set(names) - unsaved
        assert all(again.open(CORPUS, name) for name in set(names) - unsaved)
        assert not [path for path in home.rglob(".*")]
        for name in set(names) - unsaved:
            library.remove(CORPUS, name)
        library.save_again()
        assert {entry.id for entry in OnDisk(home).listed(CORPUS)} == unsaved


def test_what_is_said_of_a_model_survives_a_full_disk(tmp_path):
    with disk(tmp_path / "home", 20) as home:
        library = OnDisk(home)
        name = library.keep(train(planted_corpus(N), plain_settings(n_topics=5)))
        model = library.open(MODEL, name)
        model.name_topic(0, "Corn")
        library.renamed(name, model)
        assert library.finish(PATIENCE)
        film = fill(home)
        model.name_topic(1, "Ships")
        library.renamed(name, model)
        library.write_note("desk", "{}" * 5_000)
        assert OnDisk(home).open(MODEL, name).topic_names == {0: "Corn"}
        assert library.open(MODEL, name).topic_names == {0: "Corn", 1: "Ships"}
        assert "full" in library.listed(MODEL)[0].unsaved
        film.unlink()
        library.save_again()
        assert OnDisk(home).open(MODEL, name).topic_names == {0: "Corn", 1: "Ships"}


# ---- nothing can be written


def test_commands_read_from_a_disk_that_is_read_only(small, tmp_path, capsys):
    make_read_only(small)
    before = everything(small)
    assert main(["topics", "m.gplsa"]) == 0
    assert main(["search", "m.gplsa", "baba", *BETWEEN]) == 0
    for command in (
        ["train", "pairs.jsonl", *SIDES, "--out", "new.gplsa"],
        ["update", "m.gplsa", "new.jsonl"],
        ["edit", "m.gplsa", "rename", "1", "Corn"],
        ["token", "t.jsonl", "--name", "ada"],
        ["corpus", "build", "pairs.jsonl", *SIDES, "--out", "parts"],
    ):
        capsys.readouterr()
        assert main(command) in (2, 3)
        [line] = capsys.readouterr().err.splitlines()
        assert "Read-only file system" in line or "write-protected" in line
        assert len(line) <= 300
    assert everything(small) == before
    assert main(["edit", "m.gplsa", "rename", "1", "Corn", "--out", f"{tmp_path}/out.gplsa"]) == 0


def test_the_app_works_in_a_home_that_is_read_only(tmp_path):
    with disk(tmp_path / "home", 20) as home:
        first = Desk(OnDisk(home))
        corpus = planted_corpus(N)
        first.lay_out(CORPUS, first.library.keep(corpus))
        first.remember()
        assert first.close(PATIENCE)
        make_read_only(home)
        before = everything(home)
        desk = Desk(OnDisk(home))
        assert len(desk.corpus) == N
        settings = TrainSettings(n_topics=3, max_iter=5, check=False)
        desk.begin("T", lambda p: trainings.fit(desk, settings, p))
        eventually(lambda: not desk.job.snapshot.live)
        assert desk.job.snapshot.state == "done"
        [entry] = desk.library.listed(MODEL)
        assert "The disk is read-only" in entry.unsaved
        content = saved._file(desk.library, MODEL, entry.id)
        (tmp_path / "copy").write_bytes(content)
        assert read_piece(MODEL, tmp_path / "copy").n_topics == 3
        assert desk.close(PATIENCE)
        assert everything(home) == before
