"""`gplsa edit`: edits of topics on the command line."""

import json
from pathlib import Path

import pytest

from gplsa.cli import main
from gplsa.model.public import Model
from gplsa.training.train import train
from tests.planted import THEMES, plain_settings, planted_corpus


@pytest.fixture(scope="module")
def trained(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("edit") / "m.gplsa"
    train(planted_corpus(80), plain_settings(n_topics=THEMES, check=False)).save(path)
    return path


@pytest.fixture
def file(trained, tmp_path) -> str:
    path = tmp_path / "m.gplsa"
    path.write_bytes(trained.read_bytes())
    return str(path)


def edit(file: str, *arguments: str) -> int:
    return main(["edit", file, *arguments])


def test_a_merge_and_its_undo_leave_the_same_file(file, trained, capsys):
    assert edit(file, "merge", "4", "2") == 0
    printed = capsys.readouterr().out
    assert printed.startswith("Done: merged “") and "4 topics. Written to" in printed
    assert Model.load(file).n_topics == 4
    assert edit(file, "undo", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert found["topics"] == 5 and found["edits"] == []
    assert Path(file).read_bytes() == trained.read_bytes()


def test_all_edits_and_their_history(file, trained, tmp_path, capsys):
    model = Model.load(file)
    word, seed = model.top_words("de", 0, 1)[0][0], model.top_words("en", 1, 1)[0][0]
    out = str(tmp_path / "other.gplsa")
    assert edit(file, "split", "1", "--into", "3", "--out", out) == 0
    assert Path(file).read_bytes() == trained.read_bytes()
    for arguments in (
        ("merge", "6", "7"),
        ("drop", word, "--side", "de"),
        ("seed", seed, "--side", "en", "--topic", "2"),
        ("rename", "2", "Mine"),
        ("note", "2", "look again"),
        ("hide", "3"),
    ):
        assert edit(out, *arguments) == 0
    capsys.readouterr()
    assert edit(out, "history") == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[1] for line in lines][:3] == ["split", "merged", "left"] and len(
        lines
    ) == 7
    assert main(["topics", out, "--json"]) == 0
    topics = json.loads(capsys.readouterr().out)["topics"]
    assert topics[1]["name"] == "Mine" and topics[2]["hidden"] and len(topics) == 6
    assert edit(out, "retrain") == 0
    assert "trained anew with" in capsys.readouterr().out
    after = Model.load(out)
    assert word not in after.vocabularies["de"].forms and "Mine" in after.topic_names.values()
    assert edit(out, "history") == 0
    assert "taken over by the training: " in capsys.readouterr().out
    assert edit(file, "history") == 0
    assert capsys.readouterr().out == "The topics are as they were trained.\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("merge", "1"), "at least two different topics"),
        (("merge", "1", "9"), "no topic 9: topics go from 1 to 5"),
        (("split", "0"), "no topic 0"),
        (("split", "1", "--into", "99"), "2 to 10 parts"),
        (("drop", "xylophon", "--side", "de"), "No topic has the word “xylophon”"),
        (("undo",), "nothing to undo"),
        (("join", "1", "2"), "must be one of merge, split"),
    ],
)
def test_what_cannot_be_done_is_said_and_nothing_is_written(file, trained, capsys, arguments, said):
    assert edit(file, *arguments) == 2
    assert said in capsys.readouterr().err
    assert Path(file).read_bytes() == trained.read_bytes()
