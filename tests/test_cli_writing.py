"""What commands write: the place is tried before the work, nobody else's file is lost, and what
several commands do at once is all done."""

import errno
import json
import os
import shutil
import stat
import subprocess
import sys

import pytest

from gplsa.cli import main, pairs
from gplsa.cli import place as places
from gplsa.errors import InputError
from gplsa.files import locked
from gplsa.model.public import Model
from gplsa.reading.chunks import build as building
from gplsa.training.train import train
from tests.conftest import REPOSITORY
from tests.patience import PATIENCE
from tests.planted import plain_settings, planted_corpus

N, NEW = 60, 6
KEPT = Model.load
SIDES = ["--source", "de", "--target", "en"]
BETWEEN = ["--from", "de", "--to", "en"]


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    folder = tmp_path_factory.mktemp("writing")
    every = planted_corpus(N + 2 * NEW)
    train(every.subset(range(N)), plain_settings(n_topics=6)).save(folder / "m.gplsa")
    for name, first in (("a.csv", N), ("b.csv", N + NEW), ("pairs.csv", 0)):
        rows = [
            ",".join([every.ids[d], *(every.texts[s][d].replace("\n", " ") for s in ("de", "en"))])
            for d in range(first, min(first + NEW, N + 2 * NEW) if first else N)
        ]
        (folder / name).write_text("\n".join(["id,de,en", *rows]), encoding="utf-8")
    return folder


@pytest.fixture
def folder(trained, tmp_path, monkeypatch):
    for name in ("m.gplsa", "a.csv", "b.csv", "pairs.csv"):
        shutil.copy(trained / name, tmp_path / name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


WRITING = {
    "train": ["train", "pairs.csv", *SIDES, "--topics", "3", "--max-iter", "3", "--no-check"],
    "update": ["update", "m.gplsa", "a.csv"],
    "edit": ["edit", "m.gplsa", "rename", "1", "Corn"],
    "lexicon": ["lexicon", "m.gplsa", *BETWEEN],
    "tbx": ["lexicon", "m.gplsa", *BETWEEN, "--format", "tbx"],
    "lines": ["lines", "m.gplsa", *BETWEEN],
    "misaligned": ["misaligned", "m.gplsa", *BETWEEN],
    "report": ["report", "m.gplsa"],
}


def writing(command, out):
    """`shape` takes its options behind what it does."""
    return [*WRITING[command], "--out", str(out)]


@pytest.fixture
def without_work(monkeypatch):
    """Whoever begins to read or to learn has not looked first where that goes."""

    def begun(*_, **__):
        pytest.fail("the work began")

    monkeypatch.setattr(pairs, "read_pairs", begun)
    monkeypatch.setattr(places.Model, "load", begun)


def refusal(capsys, arguments, status=2):
    capsys.readouterr()
    assert main(arguments) == status
    [line] = capsys.readouterr().err.splitlines()
    return line


def content(folder):
    return {
        path.name: path.read_bytes() for path in folder.iterdir() if stat.S_ISREG(path.lstat()[0])
    }


@pytest.mark.parametrize("command", WRITING)
@pytest.mark.parametrize(
    ("out", "why"),
    [
        ("", "must not be empty"),
        ("-", "Nothing is written to the standard output"),
        ("n" * 300, "File name too long"),
        ("no/such/folder.gplsa", "no such folder"),
        ("there", "it is a folder"),
        ("pipe", "it is a device, a pipe or a socket"),
        ("link", "it is a device, a pipe or a socket"),
        ("pairs.csv", "another"),
        ("mine.txt", "another file"),
        ("m.gplsa", "read by this command, too"),
    ],
)
def test_a_wrong_place_is_told_before_the_work(folder, capsys, without_work, command, out, why):
    if out == "m.gplsa" and command in ("train", "update", "edit"):
        pytest.skip("a model may take the place of a model")
    (folder / "there").mkdir()
    os.mkfifo(folder / "pipe")
    (folder / "link").symlink_to("pipe")
    (folder / "mine.txt").write_text("my notes")
    before = content(folder)
    line = refusal(capsys, writing(command, out))
    assert why in line
    assert content(folder) == before
    assert stat.S_ISFIFO((folder / "pipe").lstat().st_mode)
    assert (folder / "link").is_symlink()


@pytest.mark.parametrize(
    ("command", "own"),
    [
        *(("lexicon", "csv"), ("tbx", "tbx"), ("lines", "tmx")),
        *(("misaligned", "csv"), ("report", "html")),
    ],
)
def test_no_file_is_named_like_another_kind(folder, capsys, without_work, command, own):
    for ending in {"xlsx", "PDF", "gplsa", "tsv", "tmx", "csv", "html"} - {own}:
        for more in ([], ["--force"]):
            line = refusal(capsys, [*writing(command, f"out.{ending}"), *more])
            assert f"name one that ends in .{own}." in line
        assert not (folder / f"out.{ending}").exists()


def test_a_lexicon_is_of_the_kind_that_its_ending_names(folder, capsys, without_work):
    line = refusal(capsys, [*writing("lexicon", "out.tbx"), "--format", "csv"])
    assert "for a lexicon in CSV name one that ends in .csv" in line


def test_a_lexicon_named_tbx_is_one(folder):
    assert main(writing("lexicon", "out.tbx")) == 0
    assert (folder / "out.tbx").read_bytes().startswith(b"<?xml")
    assert main(writing("lexicon", "out.CSV")) == 0
    assert b",pairs,lines,doubtful,example id," in (folder / "out.CSV").read_bytes()


@pytest.mark.parametrize("command", WRITING)
def test_what_a_command_wrote_may_be_written_again(folder, capsys, command):
    (folder / "out").write_text("my notes")
    assert "something else than" in refusal(capsys, writing(command, "out"))
    assert (folder / "out").read_text() == "my notes"
    assert main([*writing(command, "out"), "--force"]) == 0
    assert (folder / "out").read_bytes() != b"my notes"
    assert main(writing(command, "out")) == 0
    assert not [path for path in folder.iterdir() if path.name.startswith(".")]


@pytest.mark.parametrize("command", ["train", "update", "edit"])
def test_a_model_that_the_app_keeps_is_changed_in_the_app(folder, capsys, without_work, command):
    """Its note beside the file would win, so that the change would never be seen."""
    from gplsa.app.library.on_disk import OnDisk

    home = OnDisk(folder / "home")
    home.keep(KEPT(folder / "m.gplsa"))
    [path] = (folder / "home" / "model").glob("*.gplsa")
    (folder / "link").symlink_to(path)
    before = content(path.parent)
    for out in (str(path), "link"):
        assert "is kept by the app" in refusal(capsys, writing(command, out))
        assert "is kept by the app" in refusal(capsys, [*writing(command, out), "--force"])
    assert content(path.parent) == before


def test_an_empty_file_as_mktemp_leaves_it_may_be_written_over(folder):
    (folder / "out").write_bytes(b"")
    assert main(writing("edit", "out")) == 0
    assert Model.load(folder / "out").topic_names == {0: "Corn"}


def test_a_full_disk_is_told_before_the_work(folder, capsys, without_work, monkeypatch):
    def full(descriptor):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert "out cannot be used: No space left" in refusal(capsys, writing("train", "out"), 3)


def test_an_update_wants_as_much_room_as_the_model_has(folder, capsys, without_work, monkeypatch):
    little = os.statvfs(folder)
    free = (folder / "m.gplsa").stat().st_size // 2
    fields = [*little]
    fields[0:2], fields[4] = (1, 1), free
    monkeypatch.setattr(os, "fstatvfs", lambda _: os.statvfs_result(fields))
    assert "No space left" in refusal(capsys, WRITING["update"], 3)
    assert "No space left" in refusal(capsys, WRITING["edit"], 3)


@pytest.mark.parametrize("command", ["update", "edit"])
def test_a_model_keeps_its_mode_and_the_link_to_it(folder, command):
    (folder / "m.gplsa").chmod(0o600)
    (folder / "mine").mkdir()
    (folder / "mine" / "link").symlink_to("../m.gplsa")
    before = (folder / "m.gplsa").read_bytes()
    arguments = [*WRITING[command]]
    arguments[1] = "mine/link"
    assert main(arguments) == 0
    assert (folder / "m.gplsa").stat().st_mode & 0o777 == 0o600
    assert (folder / "m.gplsa").read_bytes() != before
    assert (folder / "mine" / "link").is_symlink()
    assert [path.name for path in (folder / "mine").iterdir()] == ["link"]


def test_a_command_that_only_reads_needs_no_place_to_write(folder, monkeypatch):
    def closed(*_, **__):
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(places, "locked", closed)
    monkeypatch.setattr(places, "try_place", closed)
    assert main(["edit", "m.gplsa", "history"]) == 0
    assert main(["topics", "m.gplsa"]) == 0


RUN = """
import json, sys
import gplsa.model.public, gplsa.training.train
from gplsa.cli import main
print(flush=True)
sys.stdin.readline()
sys.exit(max(main(arguments) for arguments in json.loads(sys.argv[1])))
"""


def at_once(folder, *sequences):
    """Processes that begin when all have started, each with its commands one after the other."""
    running = [
        subprocess.Popen(
            [sys.executable, "-c", RUN, json.dumps(commands)],
            cwd=folder,
            env=os.environ | {"PYTHONPATH": str(REPOSITORY)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for commands in sequences
    ]
    for process in running:
        process.stdout.readline()
    for process in running:
        process.stdin.write("\n")
        process.stdin.flush()
    told = [process.communicate(timeout=PATIENCE) for process in running]
    assert [process.returncode for process in running] == [0] * len(running), told
    assert not [path for path in folder.iterdir() if path.name.startswith(".")]
    return told


def test_two_processes_that_name_six_topics_at_once_name_six(folder):
    names = [f"The name of topic {number}" for number in range(1, 7)]
    naming = [["edit", "m.gplsa", "rename", name[-1], name] for name in names]
    told = at_once(folder, naming[:3], naming[3:])
    assert Model.load(folder / "m.gplsa").topic_names == dict(enumerate(names))
    assert [out.count("Done") for out, _ in told] == [3, 3]


def test_two_updates_at_once_bring_all_documents(folder):
    told = at_once(folder, [["update", "m.gplsa", "a.csv"]], [["update", "m.gplsa", "b.csv"]])
    assert Model.load(folder / "m.gplsa").n_documents == N + 2 * NEW
    # None where one had ended before the other came that far.
    assert sum("changing m.gplsa; waiting" in err for _, err in told) <= 1


def test_eight_tokens_made_at_once_are_eight(folder):
    pytest.importorskip("starlette")
    making = [["token", "tokens", "--name", f"p{n}"] for n in range(8)]
    told = at_once(folder, making[:4], making[4:])
    lines = (folder / "tokens").read_text().splitlines()
    assert len(lines) == 8
    assert len({line for out, _ in told for line in out.split()}) == 8


def test_one_build_of_a_corpus_folder_at_a_time(folder, monkeypatch):
    arguments = ["corpus", "build", "pairs.csv", *SIDES, "--out", "corpus"]
    assert main(arguments) == 0
    with locked(folder / "corpus" / building.PLAN):
        found = subprocess.Popen(
            [sys.executable, "-m", "gplsa", *arguments],
            cwd=folder,
            env=os.environ | {"PYTHONPATH": str(REPOSITORY)},
            stderr=subprocess.PIPE,
            text=True,
        )
        assert "changing plan.json; waiting" in found.stderr.readline()
        assert found.poll() is None
    assert found.wait(PATIENCE) == 0
    found.stderr.close()
    assert main([*arguments[:-1], ""]) == 2


def test_a_file_that_only_looks_like_a_model_is_none(folder, capsys):
    import zipfile

    with zipfile.ZipFile(folder / "extension.zip", "w") as archive:
        archive.writestr("manifest.json", '{"manifest_version": 3}')
    assert "something else than a model" in refusal(capsys, writing("edit", "extension.zip"))
    with pytest.raises(InputError, match="something else"):
        places.place_for(places.MODEL, str(folder / "extension.zip"), [], force=False)
