"""The command line: what it prints, what it writes, and one line for what it cannot use."""

import json
import subprocess
import sys
import zipfile

import pytest

from gplsa.cli import main
from gplsa.corpus.parts.folder import PartsCorpus
from gplsa.trained.model import TrainedModel
from tests.conftest import REPOSITORY
from tests.planted import planted_corpus


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """pairs.jsonl, pairs.de and pairs.en, unseen German documents, and a model."""
    folder = tmp_path_factory.mktemp("cli")
    corpus = planted_corpus(80)
    rows = [
        {"key": corpus.ids[row], "de": de, "en": en, "theme": corpus.fields["theme"][row]}
        for row, (de, en) in enumerate(zip(corpus.texts["de"], corpus.texts["en"], strict=True))
    ]
    (folder / "pairs.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    for side in ("de", "en"):
        lines = [text.replace("\n", " ") for text in corpus.texts[side]]
        (folder / f"pairs.{side}").write_text("\n".join(lines), encoding="utf-8")
    (folder / "new").mkdir()
    for row, text in enumerate(planted_corpus(12, seed=4).texts["de"]):
        (folder / "new" / f"letter{row:02}.txt").write_text(text, encoding="utf-8")
    with zipfile.ZipFile(folder / "new.zip", "w") as archive:
        for file in sorted((folder / "new").iterdir()):
            archive.write(file, file.name)
    assert main(train_arguments(folder, "m.gplsa")) == 0
    return folder


def train_arguments(folder, out, *more):
    return [
        "train", str(folder / "pairs.jsonl"), "--source", "de", "--target", "en",
        "--topics", "5", "--sweeps", "40", "--stop-words", "none",
        "--out", str(folder / out), *more,
    ]  # fmt: skip


def one_object(capsys) -> dict:
    """Standard output as the one JSON object on it, and nothing on standard error."""
    captured = capsys.readouterr()
    assert complaints(captured.err) == []
    return json.loads(captured.out)


def complaints(err: str) -> list[str]:
    """Lines on standard error; words drawn at random are in no language, which is told too."""
    return [line for line in err.splitlines() if "reads like" not in line]


def refused(capsys, *arguments: str) -> str:
    """The one line on standard error of a call that must fail, with nothing on the output."""
    assert main(list(arguments)) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    (complaint,) = complaints(captured.err)
    assert complaint.startswith("gplsa: ")
    return complaint


def test_train_says_what_came_of_it(folder, capsys):
    assert main(train_arguments(folder, "again.gplsa")) == 0
    out = capsys.readouterr().out
    assert "80 documents" in out
    assert "5 topics" in out
    assert "of 20 hidden documents found their partner" in out
    assert (folder / "again.gplsa").read_bytes() == (folder / "m.gplsa").read_bytes()


def test_train_json(folder, capsys):
    assert main(train_arguments(folder, "json.gplsa", "--json")) == 0
    facts = one_object(capsys)
    assert facts["documents"] == 80
    assert facts["topics"] == 5
    assert facts["check"]["verdict"] == "good"
    assert facts["check"]["directions"]["de>en"]["partners"] >= 18


def test_train_options_reach_the_model(folder, capsys):
    more = ("--without-texts", "--no-check", "--lam", "3", "--regularizer", "l2", "--seed", "7")
    assert main(train_arguments(folder, "bare.gplsa", *more)) == 0
    model = TrainedModel.load(folder / "bare.gplsa")
    assert not model.has_texts
    assert model.check is None
    assert (model.settings.lam, model.settings.regularizer, model.settings.seed) == (3, "l2", 7)
    assert model.settings.words["de"].stop_words == "none"


def test_train_on_two_line_aligned_files(folder, capsys):
    pairs = [str(folder / "pairs.en"), str(folder / "pairs.de")]
    out = str(folder / "lines.gplsa")
    options = ["--source", "de", "--target", "en", "--topics", "5", "--out", out]
    assert main(["train", *pairs, *options]) == 0
    model = TrainedModel.load(out)
    assert model.modalities == ("de", "en")
    assert model.corpus.texts["de"][0].endswith("ek")


def test_two_files_without_a_mark_are_taken_in_order(folder, capsys):
    for side, name in (("de", "left.txt"), ("en", "right.txt")):
        (folder / name).write_bytes((folder / f"pairs.{side}").read_bytes())
    pairs = [str(folder / "left.txt"), str(folder / "right.txt")]
    out = str(folder / "order.gplsa")
    assert main(["train", *pairs, "--source", "de", "--target", "en", "--out", out]) == 0
    assert TrainedModel.load(out).corpus.texts["en"][0].endswith("ow")


def test_topics(folder, capsys):
    assert main(["topics", str(folder / "m.gplsa"), "--top", "3"]) == 0
    out = capsys.readouterr().out
    assert out.count("Topic ") == 5
    assert out.count("  de: ") == out.count("  en: ") == 5


def test_topics_json(folder, capsys):
    assert main(["topics", str(folder / "m.gplsa"), "--top", "3", "--json"]) == 0
    facts = one_object(capsys)
    assert [topic["number"] for topic in facts["topics"]] == [1, 2, 3, 4, 5]
    assert all(len(topic["words"]["en"]) == 3 for topic in facts["topics"])
    assert sum(topic["share"] for topic in facts["topics"]) == pytest.approx(1, rel=1e-9)


@pytest.mark.parametrize("given", ["new", "new.zip"])
def test_summarize_folder_or_zip(folder, capsys, given):
    arguments = ["summarize", str(folder / "m.gplsa"), str(folder / given)]
    assert main([*arguments, "--from", "de", "--to", "en", "--top", "4", "--json"]) == 0
    facts = one_object(capsys)
    assert len(facts["documents"]) == 12
    assert facts["refused"] == []
    first = facts["documents"][0]
    assert "letter00" in first["id"]
    assert 3 <= len(first["keywords"]) <= 4
    keyword = first["keywords"][0]
    assert keyword["word"].endswith("ow")
    assert 0.5 < keyword["probability"] <= 1
    assert keyword["evidence"]["source_words"][0]["word"].endswith("ek")
    witness = keyword["evidence"]["witness"]
    assert 0 < witness["n_both"] <= witness["n_source"]
    assert keyword["evidence"]["pairs"]
    assert len(first["nearest"]) == 3


def test_summarize_prints_keywords(folder, capsys):
    files = [str(folder / "new" / "letter00.txt"), str(folder / "new" / "letter01.txt")]
    arguments = ["summarize", str(folder / "m.gplsa"), *files, "--from", "de", "--to", "en"]
    assert main([*arguments, "--rule", "paper", "--top", "5"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("letter00.txt")
    assert len(lines[1].split(", ")) == 5
    assert len(lines) == 4


def test_summarize_leaves_out_what_it_cannot_read(folder, capsys):
    (folder / "old.doc").write_bytes(b"\xd0\xcf\x11\xe0")
    files = [str(folder / "new" / "letter00.txt"), str(folder / "old.doc")]
    arguments = ["summarize", str(folder / "m.gplsa"), *files, "--from", "de", "--to", "en"]
    assert main(arguments) == 0
    captured = capsys.readouterr()
    assert "letter00.txt" in captured.out
    assert captured.err.startswith("gplsa: left out: ")
    assert main([*arguments, "--json"]) == 0
    facts = one_object(capsys)
    assert len(facts["documents"]) == 1
    assert "old.doc" in facts["refused"][0]


def test_file_names_cannot_command_the_terminal(folder, capsys):
    name = folder / "evil\x1b[31m.txt"
    name.write_text("text", encoding="utf-8")
    arguments = ["summarize", str(folder / "m.gplsa"), str(name), "--from", "de", "--to", "en"]
    assert main(arguments) == 0
    assert "\x1b" not in capsys.readouterr().out


def test_model_that_is_none(folder, capsys):
    (folder / "bad.gplsa").write_bytes((folder / "m.gplsa").read_bytes()[:-400])
    for model in ("bad.gplsa", "pairs.jsonl", "none.gplsa", "new"):
        refused(capsys, "topics", str(folder / model))


def test_side_that_the_model_lacks(folder, capsys):
    model, file = str(folder / "m.gplsa"), str(folder / "new" / "letter00.txt")
    assert "'fr'" in refused(capsys, "summarize", model, file, "--from", "fr", "--to", "en")
    message = refused(capsys, "summarize", model, file, "--from", "fr", "--to", "en", "--json")
    assert "de to en" in message


def test_wrong_use_is_one_line(folder, capsys):
    refused(capsys)
    refused(capsys, "cook")
    refused(capsys, "train", str(folder / "pairs.jsonl"))
    refused(capsys, "topics", str(folder / "m.gplsa"), "--top", "0")
    refused(capsys, "topics", str(folder / "m.gplsa"), "--top", "many")


def test_training_that_fails_writes_nothing(folder, capsys):
    before = sorted(path.name for path in folder.iterdir())
    assert "theme2" in refused(
        capsys, "train", str(folder / "pairs.jsonl"), "--source", "de", "--target", "theme2",
        "--out", str(folder / "never.gplsa"),
    )  # fmt: skip
    assert "at most" in refused(capsys, *train_arguments(folder, "never.gplsa", "--topics", "900"))
    assert "λ" in refused(capsys, *train_arguments(folder, "never.gplsa", "--lam", "-1"))
    assert "same side" in refused(
        capsys, "train", str(folder / "pairs.jsonl"), "--source", "de", "--target", "de",
        "--out", str(folder / "never.gplsa"),
    )  # fmt: skip
    refused(capsys, *train_arguments(folder, "nowhere/never.gplsa"))
    (folder / "empty.csv").write_text("", encoding="utf-8")
    refused(
        capsys, "train", str(folder / "empty.csv"), "--source", "de", "--target", "en",
        "--out", str(folder / "never.gplsa"),
    )  # fmt: skip
    assert sorted(path.name for path in folder.iterdir()) == sorted([*before, "empty.csv"])


def test_as_a_program(folder):
    ended = subprocess.run(
        [sys.executable, "-m", "gplsa", "topics", str(folder / "m.gplsa"), "--json"],
        capture_output=True,
        check=True,
    )
    assert len(json.loads(ended.stdout.decode("utf-8"))["topics"]) == 5
    failed = subprocess.run(
        [sys.executable, "-m", "gplsa", "topics", "none.gplsa"], capture_output=True, check=False
    )
    assert failed.returncode == 2
    assert b"Traceback" not in failed.stderr


EVALUATE = ("--source", "de", "--target", "en", "--topics", "5", "--stop-words", "none")


def test_evaluate_json(folder, capsys):
    pairs = str(folder / "pairs.jsonl")
    assert main(["evaluate", pairs, *EVALUATE, "--test", "20", "--seed", "0", "--json"]) == 0
    figures = one_object(capsys)
    assert (figures["n_train"], figures["n_test"]) == (60, 20)
    assert set(figures["mates"]) == {"de>en", "en>de"}
    assert figures["mates"]["de>en"]["mrr"] > 0.8
    for name in ("keywords", "keywords_paper"):
        assert set(figures[name]) == {"precision_at_10", "overlap_at_20", "idf_precision_at_10"}
    assert figures["keywords"]["precision_at_10"] > 0.9


def test_evaluate_by_groups(folder, capsys):
    pairs = str(folder / "pairs.jsonl")
    assert main(["evaluate", pairs, *EVALUATE, "--test", "20", "--split", "theme", "--json"]) == 0
    figures = one_object(capsys)
    assert (figures["n_train"], figures["n_test"]) == (48, 32)


def test_evaluate_in_words(folder, capsys):
    assert main(["evaluate", str(folder / "pairs.jsonl"), *EVALUATE]) == 0
    assert "60 pairs to train on, 20 to test" in capsys.readouterr().out


def test_evaluate_what_cannot_be(folder, capsys):
    pairs = str(folder / "pairs.jsonl")
    assert "80" in refused(capsys, "evaluate", pairs, *EVALUATE, "--test", "80", "--json")
    assert "'author'" in refused(capsys, "evaluate", pairs, *EVALUATE, "--split", "author")


def test_doubts_about_the_pairs_are_told_one_a_line(folder, tmp_path, capsys):
    rows = (folder / "pairs.jsonl").read_text("utf-8").splitlines()
    doubtful = tmp_path / "doubtful.jsonl"
    doubtful.write_text("\n".join([*rows, *rows[:2]]), "utf-8")
    arguments = train_arguments(folder, "doubtful.gplsa")
    arguments[1] = str(doubtful)
    assert main([*arguments, "--no-check"]) == 0
    assert complaints(capsys.readouterr().err) == [
        "gplsa: look at the pairs: 2 pairs repeat an earlier one word by word.",
        "gplsa: look at the pairs: 2 ids occurred more than once and got a number.",
    ]


def test_what_is_done_otherwise_for_a_language_is_told(tmp_path, capsys):
    rows = [("dům a pole", "house and field"), ("pole a les", "field and wood")] * 10
    table = tmp_path / "pairs.jsonl"
    lines = [json.dumps({"cs": f"{a} {i}", "en": b}) for i, (a, b) in enumerate(rows)]
    table.write_text("\n".join(lines), "utf-8")
    out = str(tmp_path / "m.gplsa")
    sides = ("--source", "cs", "--target", "en", "--topics", "2", "--no-check")
    assert main(["train", str(table), *sides, "--out", out]) == 0
    told = [line for line in capsys.readouterr().err.splitlines() if "words of cs" in line]
    assert [("stems" in line, "stop words" in line) for line in told] == [
        (True, False),
        (False, True),
    ]


def test_german_compounds_are_split_unless_told_otherwise(folder):
    for given, split in (((), True), (("--no-split-compounds",), False)):
        assert main(train_arguments(folder, "split.gplsa", "--no-check", *given)) == 0
        words = TrainedModel.load(folder / "split.gplsa").settings.words
        assert words["de"].split_compounds is split
        assert words["en"].split_compounds is False


HEAVY = (
    *("numpy", "scipy", "sklearn", "numba", "cv2", "PIL", "gplsa.models", "gplsa.corpus"),
    *("streamlit", "plotly", "pandas"),
)


@pytest.mark.parametrize(
    "command", [[], ["train"], ["topics"], ["summarize"], ["evaluate"], ["app"]]
)
def test_help_comes_without_what_the_commands_load(command):
    """In a process of its own, where importing any of these packages fails."""
    code = (
        f"import sys; sys.modules.update(dict.fromkeys({HEAVY!r})); "
        f"from gplsa.cli import main; main({[*command, '--help']!r})"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        check=False,
        cwd=REPOSITORY,
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("usage: ")


def test_a_corpus_folder_is_built_and_trained_from(folder, capsys):
    out = folder / "corpus"
    pairs = [str(folder / "pairs.jsonl"), "--source", "de", "--target", "en"]
    build = ["corpus", "build", *pairs, "--stop-words", "none", "--out", str(out), "--json"]
    assert main(build) == 0
    told = one_object(capsys)
    assert (told["documents"], told["parts"], told["taken_over"]) == (80, 1, 0)
    assert main(build) == 0
    assert one_object(capsys)["taken_over"] == 1
    learn = ["train", str(out), "--source", "de", "--target", "en", "--topics", "5"]
    assert main([*learn, "--sweeps", "9", "--out", str(folder / "parts.gplsa"), "--json"]) == 0
    facts = one_object(capsys)
    assert facts["whole"]["digest"] == told["digest"]
    assert facts["sweeps"] <= 10
    model = TrainedModel.load(folder / "parts.gplsa")
    assert model.n_topics == 5
    split = {side: one.options.split_compounds for side, one in model.vocabularies.items()}
    assert split == {"de": True, "en": False}
    whole = ["corpus", "build", *pairs, "--no-split-compounds", "--out", str(folder / "whole")]
    assert main(whole) == 0
    capsys.readouterr()
    vocabulary = PartsCorpus.open(folder / "whole").vocabularies()["de"]
    assert vocabulary.options.split_compounds is False
    message = refused(capsys, *learn, "--stop-words", "none", "--out", "x.gplsa")
    assert "settled when it was built" in message
    message = refused(capsys, *learn, "--no-split-compounds", "--out", "x.gplsa")
    assert "settled when it was built" in message
    message = refused(capsys, "train", str(out), "--source", "de", "--target", "fr", "--out", "x")
    assert "are de and en" in message
    message = refused(capsys, "corpus", "build", *pairs[:-1], "fr", "--out", str(folder / "no"))
    assert "has no column “fr”" in message
