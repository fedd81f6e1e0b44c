"""Ready-made matrices: read safely, split like corpora, and measured by hand-checkable figures."""

import json

import numpy as np
import pytest
from scipy import sparse
from scipy.io import savemat

from gplsa.cli import main
from gplsa.compare.matrices import read_matrices
from gplsa.errors import InputError

EVALUATE = ["--source", "image", "--target", "text", "--topics", "4", "--max-iter", "40"]


@pytest.fixture(scope="module")
def arrays():
    """Three classes, each with topics of its own on both sides."""
    rng = np.random.default_rng(0)
    classes = np.repeat(np.arange(3), 40)
    theta = 0.75 * np.eye(3)[classes] + 0.25 * rng.dirichlet(np.ones(3), len(classes))
    sides = {}
    for name, n_words in (("image", 40), ("text", 60)):
        topics = rng.dirichlet(np.full(n_words, 0.1), 3)
        sides[name] = np.array([rng.multinomial(80, row @ topics) for row in theta])
    order = rng.permutation(len(classes))
    return {
        "image": sides["image"][order],
        "text": sides["text"][order],
        "label": np.array(["art", "music", "sport"])[classes[order]],
        "year": 1990 + order % 6,
    }


@pytest.fixture(scope="module")
def file(arrays, tmp_path_factory):
    path = tmp_path_factory.mktemp("matrices") / "data.npz"
    np.savez(path, **arrays)
    return str(path)


def figures(capsys, *arguments: str) -> dict:
    assert main(["evaluate", *arguments, "--json"]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return json.loads(captured.out)


def test_classes_find_each_other(file, capsys):
    found = figures(capsys, file, *EVALUATE, "--labels", "label", "--test", "30")
    assert (found["n_train"], found["n_test"], found["topics"]) == (90, 30, 4)
    for direction in ("image>text", "text>image"):
        spaces = found["retrieval"][direction]
        assert set(spaces) == {"topic_space", "semantic_space", "semantic_space_correlation"}
        assert spaces["semantic_space"]["map"] > 0.9
        assert all(space["map_top_10"] >= space["map"] for space in spaces.values())
        assert 0 < found["mates"][direction]["mrr"] <= 1
    assert found == figures(capsys, file, *EVALUATE, "--labels", "label", "--test", "30")


def test_labels_that_mean_nothing_find_nothing(arrays, tmp_path, capsys):
    shuffled = np.random.default_rng(1).permutation(arrays["label"])
    np.savez(tmp_path / "shuffled.npz", **{**arrays, "label": shuffled})
    path = str(tmp_path / "shuffled.npz")
    found = figures(capsys, path, *EVALUATE, "--labels", "label", "--test", "30")
    assert found["retrieval"]["image>text"]["semantic_space"]["map"] < 0.55


def test_without_labels_only_mates(file, capsys):
    found = figures(capsys, file, *EVALUATE)
    assert set(found) == {"n_train", "n_test", "topics", "mates"}
    assert main(["evaluate", file, *EVALUATE, "--labels", "label"]) == 0
    shown = capsys.readouterr().out
    assert "mates image>text: MRR 0." in shown
    assert "semantic space text>image: mAP " in shown


def test_whole_groups_go_to_the_test_side(file, arrays, capsys):
    found = figures(capsys, file, *EVALUATE, "--split", "year", "--test", "20")
    assert found["n_test"] in {int(np.sum(arrays["year"] == year)) for year in range(1990, 1996)}


def test_a_sparse_mat_file_reads_the_same(arrays, file, tmp_path):
    path = str(tmp_path / "data.mat")
    savemat(path, {"image": arrays["image"], "text": sparse.csc_matrix(arrays["text"])})
    there, here = (read_matrices(name, "image", "text") for name in (path, file))
    for name in ("image", "text"):
        np.testing.assert_array_equal(there.sides[name].toarray(), here.sides[name].toarray())


@pytest.mark.parametrize(
    ("changed", "arguments", "sentence"),
    [
        ({}, ["--source", "photo", "--target", "text"], "holds no array 'photo'; it holds image"),
        ({}, ["--source", "text", "--target", "text"], "name the same side"),
        ({"image": np.ones((119, 4))}, [], "'image' has 119 rows, but 'text' has 120"),
        ({"image": -np.ones((120, 4))}, [], "'image' must hold counts or weights"),
        ({"image": np.ones(120)}, [], "'image' must be a matrix of numbers"),
        ({"label": np.arange(7)}, ["--labels", "label"], "one value for each of 120"),
        ({"label": np.zeros(120)}, ["--labels", "label"], "all bear one label"),
        ({}, ["--split", "month"], "holds no array 'month'"),
        ({}, ["--test", "119"], "119 test pairs cannot be held out of 120"),
        ({}, ["--test", "120"], "120 test pairs cannot be held out of 120"),
        ({"image": np.array([{}] * 120)}, [], "“data.npz” is damaged, or no .npz file"),
    ],
)
def test_what_cannot_be_used_is_said_in_one_line(
    arrays, tmp_path, capsys, changed, arguments, sentence
):
    path = str(tmp_path / "data.npz")
    np.savez(path, **{**arrays, **changed})
    assert main(["evaluate", path, *EVALUATE, *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert sentence in captured.err


def test_labels_belong_to_matrices(tmp_path, capsys):
    assert main(["evaluate", str(tmp_path / "pairs.csv"), *EVALUATE, "--labels", "label"]) == 2
    assert "--labels belongs to" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("data.npz", b"PK\x03\x04 and no more", "is damaged"),
        ("data.mat", b"\x89HDF and so on", "save it with -v7"),
    ],
)
def test_files_that_are_none(tmp_path, name, content, sentence):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(InputError, match=sentence):
        read_matrices(str(tmp_path / name), "image", "text")
