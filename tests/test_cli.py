"""The command line: what it prints, what it writes, and one line for what it cannot use."""

import ast
import csv
import json
import re
import subprocess
import sys
import warnings
import zipfile
from pathlib import Path

import pytest

from gplsa.cli import main
from gplsa.cli.output import print_json, progress_line
from gplsa.corpus.chunks.folder import ChunkedCorpus
from gplsa.model.editing.edits import Note, Rename
from gplsa.model.model import TrainedModel
from gplsa.model.public import Model
from gplsa.model.topics.uninformative import OF_EVERYWHERE
from tests.conftest import REPOSITORY
from tests.planted import planted_corpus, with_wrong_pairs


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
        "--topics", "5", "--max-iter", "40", "--stop-words", "none",
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
    assert "of 20 held-out documents found their counterpart" in out
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
    assert model.validation is None
    assert (model.settings.lam, model.settings.regularizer, model.settings.seed) == (3, "l2", 7)
    assert model.settings.words["de"].stop_words == "none"


def test_train_says_what_pairs_do_not_belong_together(folder, capsys):
    corpus, _ = with_wrong_pairs(planted_corpus(80), 30)
    rows = [{side: texts[row] for side, texts in corpus.texts.items()} for row in range(80)]
    (folder / "wrong.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    out = str(folder / "wrong.gplsa")
    arguments = ["train", str(folder / "wrong.jsonl"), "--source", "de", "--target", "en"]
    arguments += ["--topics", "5", "--no-check", "--weigh-pairs", "always", "--out", out]
    assert main(arguments) == 0
    told = capsys.readouterr().out
    assert re.search(r"About [34]\d % of the pairs do not seem to belong together", told)
    assert main([*arguments, "--json"]) == 0
    misaligned = json.loads(capsys.readouterr().out)["doubted_pairs"]
    assert 0.3 < misaligned["share"] < 0.45 and 25 <= misaligned["not_trusted"] <= 35
    assert main([*arguments, "--weigh-pairs", "auto", "--json"]) == 0
    assert "doubted_pairs" not in json.loads(capsys.readouterr().out)
    (folder / "wrong.jsonl").unlink()
    Path(out).unlink()


def test_sides_need_no_names_where_they_are_recognised(folder, tmp_path, capsys):
    corpus = planted_corpus(40)
    path = tmp_path / "letters.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        rows = zip(corpus.ids, *corpus.texts.values(), strict=True)
        csv.writer(file, delimiter=";").writerows([["nr", "Deutsch", "English"], *rows])
    out = str(tmp_path / "m.gplsa")
    assert main(["train", str(path), "--topics", "4", "--out", out]) == 0
    assert "sides: de (Deutsch), en (English); id: nr" in capsys.readouterr().err
    assert Model.load(out).modalities == ("de", "en")
    assert main(["evaluate", str(path), "--topics", "4", "--test", "8", "--json"]) == 0
    assert set(json.loads(capsys.readouterr().out)["mates"]) == {"de>en", "en>de"}
    for wrong in (["--source", "de"], ["--target", "en"], ["--also", "en"]):
        assert main(["train", str(path), *wrong, "--out", out]) == 2
        assert "Name both sides, with --source and --target, or leave" in capsys.readouterr().err
    assert main(["evaluate", "features.npz"]) == 2
    assert "Name the two matrices with --source and --target." in capsys.readouterr().err


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


def test_topics_json_says_which_are_uninformative(folder, capsys, monkeypatch):
    monkeypatch.setattr(TrainedModel, "uninformative", {1: OF_EVERYWHERE})
    assert main(["topics", str(folder / "m.gplsa"), "--json"]) == 0
    told = [topic["filler"] for topic in one_object(capsys)["topics"]]
    assert told == ["", "words that many other texts have, too", "", "", ""]


def test_notes_on_topics_are_told(folder, capsys):
    model = Model.load(folder / "m.gplsa").edited(Note(1, "Mine:\nsee box 4"))
    noted = str(folder / "noted.gplsa")
    model.save(noted)
    assert main(["topics", noted, "--json"]) == 0
    told = [topic["note"] for topic in one_object(capsys)["topics"]]
    assert told == ["", "Mine:\nsee box 4", "", "", ""]
    assert main(["topics", noted]) == 0
    assert "  note: Mine: see box 4\n" in capsys.readouterr().out


def test_topics_by_a_field(folder, capsys):
    model = str(folder / "m.gplsa")
    assert main(["topics", model, "--by", "theme", "--json"]) == 0
    found = one_object(capsys)["by"]
    assert (found["kind"], [group["documents"] for group in found["groups"]]) == (
        "category",
        [16] * 5,
    )
    marks = [[cell["more_than_chance"] for cell in topic["groups"]] for topic in found["topics"]]
    assert all(mark.count(1) == 1 for mark in marks)
    assert main(["topics", model, "--by", "theme"]) == 0
    out = capsys.readouterr().out
    assert out.count("+") == 6 and out.count("Topic ") == 5
    assert "Documents: 0 16, 1 16" in out


def test_topics_of_some_documents(folder, capsys):
    model = str(folder / "m.gplsa")
    assert main(["topics", model, "--where", "theme=2", "--json"]) == 0
    facts = one_object(capsys)
    assert facts["documents"] == 16
    assert max(topic["share"] for topic in facts["topics"]) > 0.6
    assert main(["topics", model, "--where", "theme=2"]) == 0
    assert "16 of 80 documents" in capsys.readouterr().out
    assert "no field “place”" in refused(capsys, "topics", model, "--by", "place")
    assert "FIELD=VALUE" in refused(capsys, "topics", model, "--where", "theme")


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
    assert all(re.fullmatch(r" *\w+ [01]\.\d\d", one) for one in lines[1].split(", "))
    assert len(lines) == 4


def test_keywords_as_a_table_have_a_row_each_with_probability_and_reason(folder, capsys):
    arguments = ["keywords", str(folder / "m.gplsa"), str(folder / "new"), "--from", "de"]
    assert main([*arguments, "--to", "en", "--format", "csv"]) == 0
    rows = [*csv.DictReader(capsys.readouterr().out.splitlines())]
    assert [*rows[0]] == ["id", "keyword", "probability", "because of"]
    assert len({row["id"] for row in rows}) == 12 and len(rows) > 24
    assert all(0 < float(row["probability"]) <= 1 for row in rows)
    assert all(one.endswith("ek") for one in rows[0]["because of"].split(", "))
    assert main([*arguments, "--to", "en", "--format", "csv", "--rule", "paper"]) == 0
    assert {row["because of"] for row in csv.DictReader(capsys.readouterr().out.splitlines())} == {
        ""
    }


def test_of_a_long_document_some_numbers_are_named_and_the_others_counted(folder, capsys):
    (folder / "long.txt").write_text(" ".join(map(str, range(1900, 1950))), encoding="utf-8")
    assert main(["keywords", str(folder / "m.gplsa"), str(folder / "long.txt")]) == 0
    line = capsys.readouterr().out.splitlines()[2]
    assert line.startswith("  as in the text: 1900, 1901, ")
    assert line.endswith("1910, 1911 and 38 more")


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


def test_of_very_many_files_that_are_left_out_the_first_are_told(folder, capsys):
    (folder / "scans").mkdir()
    for number in range(50):
        (folder / "scans" / f"page {number}.tif").write_bytes(b"II*\0")
    files = [str(folder / "new" / "letter00.txt"), str(folder / "scans")]
    assert main(["keywords", str(folder / "m.gplsa"), *files, "--from", "de"]) == 0
    told = capsys.readouterr().err.splitlines()
    assert "page 0.tif" in told[0] and len(told) == 21
    assert told[-1] == "gplsa: left out: 30 files more"


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
        "gplsa: with --clean some of this is fixed before training",
    ]


def test_clean_says_what_it_did_and_the_model_keeps_it(folder, tmp_path, capsys):
    rows = [json.loads(line) for line in (folder / "pairs.jsonl").read_text("utf-8").splitlines()]
    for row in rows[:7]:
        row["en"] = f"<p>{row['en']}<br></p>"
    table = tmp_path / "spoiled.jsonl"
    table.write_text("\n".join(map(json.dumps, [*rows, rows[20] | {"id": "again"}])), "utf-8")
    arguments = train_arguments(folder, "cleaned.gplsa")
    arguments[1] = str(table)
    assert main([*arguments, "--no-check", "--clean", "--json"]) == 0
    out, err = capsys.readouterr()
    assert complaints(err) == [
        "gplsa: cleaned: 7 documents: tags removed",
        "gplsa: cleaned: 1 pair left out that repeated an earlier one word by word",
    ]
    told = json.loads(out)
    assert [(done["kind"], done["documents"]) for done in told["cleaning"]] == [
        ("tags", 7),
        ("duplicates", 1),
    ]
    model = TrainedModel.load(told["file"])
    assert len(model.corpus) == len(rows)
    assert [done.kind for done in model.corpus.cleaning] == ["tags", "duplicates"]
    assert not any("<" in text for text in model.corpus.texts["en"])


def test_what_is_done_otherwise_for_a_language_is_told(tmp_path, capsys):
    rows = [("dům a pole", "house and field"), ("pole a les", "field and wood")] * 10
    table = tmp_path / "pairs.jsonl"
    lines = [json.dumps({"eu": f"{a} {i}", "en": b}) for i, (a, b) in enumerate(rows)]
    table.write_text("\n".join(lines), "utf-8")
    out = str(tmp_path / "m.gplsa")
    sides = ("--source", "eu", "--target", "en", "--topics", "2", "--no-check")
    assert main(["train", str(table), *sides, "--out", out]) == 0
    told = [line for line in capsys.readouterr().err.splitlines() if "words of eu" in line]
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


def text_lines(folder):
    return (folder / "pairs.jsonl").read_text(encoding="utf-8").splitlines()


def text_of(folder):
    return json.loads(text_lines(folder)[0])["de"]


def test_doubts_about_large_files_are_told(folder, capsys):
    rows = [json.loads(line) for line in text_lines(folder)]
    lines = [";".join(" ".join(one[side].split()) for side in ("de", "en")) for one in rows]
    lines[3] = f'"{lines[3]}'
    (folder / "quoted.csv").write_text("\n".join(["de;en", *lines]), encoding="utf-8")
    pairs = [str(folder / "quoted.csv"), "--source", "de", "--target", "en"]
    words = ["--stop-words", "none", "--out", str(folder / "quoted")]
    assert main(["corpus", "build", *pairs, *words]) == 0
    told = "look at the files: A quote opened in line 5 of “quoted.csv” is not closed"
    assert told in capsys.readouterr().err


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
    assert main([*learn, "--max-iter", "9", "--out", str(folder / "parts.gplsa"), "--json"]) == 0
    facts = one_object(capsys)
    assert facts["whole"]["digest"] == told["digest"]
    assert facts["sweeps"] <= 10
    model = TrainedModel.load(folder / "parts.gplsa")
    assert model.n_topics == 5
    split = {side: one.options.split_compounds for side, one in model.vocabularies.items()}
    assert split == {"de": True, "en": False}
    whole = ["corpus", "build", *pairs, "--no-split-compounds", "--out", str(folder / "whole")]
    assert main(whole) == 0
    assert "80 documents in 1 part, " in capsys.readouterr().out
    vocabulary = ChunkedCorpus.open(folder / "whole").vocabularies()["de"]
    assert vocabulary.options.split_compounds is False
    seek = ["search", str(folder / "parts.gplsa"), text_of(folder), "--from", "de", "--to", "en"]
    assert main([*seek, "--json", "--top", "2"]) == 0
    found = one_object(capsys)
    assert (found["searched"], len(found["hits"])) == (80, 2)
    assert found["hits"][0]["words"]
    assert main([*seek, "--in", str(folder / "whole")]) == 0
    printed = capsys.readouterr()
    assert "is not the corpus that this model was trained on" in printed.err
    assert "sample of 80 that the model holds" in printed.err
    assert printed.out.startswith("10 of 80 documents, best first\n1. ")
    message = refused(capsys, *learn, "--stop-words", "none", "--out", "x.gplsa")
    assert "settled when it was built" in message
    message = refused(capsys, *learn, "--no-split-compounds", "--out", "x.gplsa")
    assert "settled when it was built" in message
    message = refused(capsys, "train", str(out), "--source", "de", "--target", "fr", "--out", "x")
    assert "are de and en" in message
    for name, why in (("https://x.org/a.csv", "is an address"), (str(folder), "not folders")):
        assert why in refused(capsys, "corpus", "build", name, *pairs[1:], "--out", "no")
    message = refused(capsys, "corpus", "build", *pairs[:-1], "fr", "--out", str(folder / "no"))
    assert "has no column “fr”" in message


def test_concordance_tells_partners_and_lines(folder, capsys):
    model = TrainedModel.load(folder / "m.gplsa")
    word = model.vocabularies["de"].forms[0]
    arguments = ["concordance", str(folder / "m.gplsa"), word, "--from", "de", "--to", "en"]
    assert main([*arguments, "--limit", "4", "--json"]) == 0
    facts = one_object(capsys)
    assert facts["pairs"] == int((model.counts["de"][:, 0] > 0).sum())
    assert facts["partners"][0]["word"] == word[:-2] + "ow"
    assert len(facts["lines"]) <= 4
    start, end = facts["lines"][0]["source_places"][0]
    assert facts["lines"][0]["source"][start:end] == word
    assert main([*arguments, "--limit", "4", "--sort", "before"]) == 0
    out = capsys.readouterr().out
    assert f"[{word}]" in out
    assert f"[{word[:-2]}ow]" in out
    assert main([*arguments[:2], "nowhere", *arguments[3:]]) == 0
    assert "in 0 of 80 pairs" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("command", "name", "begins"),
    [
        (["lexicon"], "lexicon.csv", b"\xef\xbb\xbfde,en,"),
        (["lexicon", "--format", "tbx"], "lexicon.tbx", b"<?xml"),
        (["lines"], "lines.tmx", b"<?xml"),
        (["misaligned"], "odd.csv", b"\xef\xbb\xbfid,title,"),
    ],
)
def test_files_of_terms(folder, capsys, command, name, begins):
    verb, *options = command
    out = folder / name
    sides = ["--from", "de", "--to", "en", "--out", str(out)]
    assert main([verb, str(folder / "m.gplsa"), *options, *sides]) == 0
    assert f"Written to {out}" in capsys.readouterr().out
    assert out.read_bytes().startswith(begins)
    wrong = ["--from", "de", "--to", "fr", "--out", str(out)]
    told = refused(capsys, verb, str(folder / "m.gplsa"), *options, *wrong)
    assert "'fr' is no side of texts" in told
    assert out.read_bytes().startswith(begins), "a failure took away what was there"


def test_words_are_learned_from_pairs_that_are_named_instead_of_a_model(folder, capsys):
    pairs, out = str(folder / "pairs.jsonl"), folder / "words.csv"
    assert main(["lexicon", pairs, "--out", str(out)]) == 0
    of_pairs = out.read_text("utf-8-sig").splitlines()
    assert main(["lexicon", str(folder / "m.gplsa"), "--out", str(out)]) == 0
    assert of_pairs[0] == out.read_text("utf-8-sig").splitlines()[0]
    assert len(of_pairs) > 1
    assert main(["lines", pairs, "--out", str(folder / "words.tmx")]) == 0
    word = of_pairs[1].split(",")[0]
    capsys.readouterr()
    assert main(["concordance", pairs, word, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["partners"]
    (folder / "odd.txt").write_text("nothing")
    assert main(["lexicon", str(folder / "odd.txt"), "--out", str(out)]) == 2
    assert len(complaints(capsys.readouterr().err)) == 1


def test_the_lexicon_wants_more_pairs(folder, capsys):
    def entries(*more):
        out = str(folder / "some.csv")
        sides = ["--from", "de", "--to", "en", "--out", out]
        assert main(["lexicon", str(folder / "m.gplsa"), *sides, *more]) == 0
        return int(capsys.readouterr().out.split()[0].replace(",", ""))

    assert 0 < entries("--min-pairs", "10") < entries()


def test_new_documents_join_a_model(folder, capsys):
    lines = (folder / "pairs.jsonl").read_text(encoding="utf-8").splitlines()
    (folder / "first.jsonl").write_text("\n".join(lines[:60]), encoding="utf-8")
    out = str(folder / "grows.gplsa")
    sides = ["--source", "de", "--target", "en"]
    settings = ["--topics", "5", "--max-iter", "9", "--stop-words", "none"]
    learn = ["train", str(folder / "first.jsonl"), *sides, *settings, "--out", out]
    assert main(learn) == 0
    capsys.readouterr()
    assert main(["update", out, str(folder / "pairs.jsonl")]) == 0
    printed = capsys.readouterr().out
    assert "20 documents joined 60, 60 were there already" in printed
    assert TrainedModel.load(out).n_documents == 80
    before = Path(out).read_bytes()
    message = refused(capsys, "update", out, str(folder / "pairs.jsonl"))
    assert "holds all of these documents already" in message
    assert Path(out).read_bytes() == before


def test_an_update_recognises_the_columns_that_a_training_did(folder, tmp_path, capsys):
    corpus, out = planted_corpus(60), str(tmp_path / "town.gplsa")
    for name, rows, columns in (
        ("old", slice(0, 40), ("Deutsch", "Englisch")),
        ("new", slice(40, 50), ("Deutsch", "Englisch")),
        ("odd", slice(50, 60), ("eins", "zwei")),
    ):
        sides = zip(corpus.texts["de"][rows], corpus.texts["en"][rows], strict=True)
        with (tmp_path / f"{name}.csv").open("w", newline="", encoding="utf-8") as stream:
            csv.writer(stream).writerows([columns, *sides])
    old, new, odd = (str(tmp_path / f"{name}.csv") for name in ("old", "new", "odd"))
    assert main(["train", old, "--topics", "3", "--max-iter", "5", "--no-check", "--out", out]) == 0
    capsys.readouterr()
    assert main(["update", out, new]) == 0
    told = capsys.readouterr()
    assert "10 documents joined 40" in told.out
    assert "sides: de (Deutsch), en (Englisch)" in told.err
    assert "“odd.csv” has no column “de”, “en”" in refused(capsys, "update", out, odd)
    one = refused(capsys, "update", out, odd, "--source", "a", "--target", "b", "--also", "c")
    assert "sides de, en: name a column or mark for each" in one
    assert main(["update", out, odd, "--source", "eins", "--target", "zwei"]) == 0
    assert "10 documents joined 50" in capsys.readouterr().out
    held = Model.load(out).corpus.texts
    assert [*map(len, held.values())] == [60, 60]
    assert held["de"][55:] == [text.strip() for text in corpus.texts["de"][55:]]


SIGNS = "\x1b]0;title\x07\x9b2J\u202e"
OBEYED = {"\x1b", "\x07", "\x9b", "\u202e"}
"""What a terminal obeys, and what turns a line around."""


def test_nothing_of_a_model_commands_the_terminal(folder, tmp_path, capsys):
    model = Model.load(folder / "m.gplsa").edited(Rename(0, f"name{SIGNS}"))
    model.save(tmp_path / "evil.gplsa")
    evil = str(tmp_path / "evil.gplsa")
    for command in (["topics", evil], ["edit", evil, "history"]):
        for form in ([], ["--json"]):
            assert main([*command, *form]) == 0
            out = capsys.readouterr().out
            assert not OBEYED & set(out)
    refused(capsys, "topics", evil, "--by", SIGNS)
    refused(capsys, "topics", evil, "--unit", SIGNS)
    refused(capsys, "topics", evil, SIGNS)
    refused(capsys, SIGNS)


def test_json_of_text_that_a_terminal_would_obey_says_the_same(capsys):
    content = {SIGNS: ["Grüße", "\udc80", "\U0010ffff", "\x7f\u2028"]}
    print_json(content)
    out = capsys.readouterr().out
    assert json.loads(out) == content
    assert "Grüße" in out
    assert out.removesuffix("\n").isprintable()


def test_one_file_prints_for_all_commands():
    """Whatever else wrote to a terminal would have to remember what it obeys."""
    for file in (REPOSITORY / "gplsa" / "cli").rglob("*.py"):
        if file.name in ("output.py", "__init__.py"):
            continue
        names = {
            node.id if isinstance(node, ast.Name) else node.attr
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
            if isinstance(node, ast.Name | ast.Attribute)
        }
        assert not names & {"print", "stdout", "stderr"}, file.name


def test_progress_and_warnings_are_printed_likewise(monkeypatch, capsys):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    show = progress_line()
    assert show is not None
    show(0.5, f"Reading {SIGNS}")
    written = capsys.readouterr().err.removeprefix("\r\x1b[K")
    assert written.endswith("50%")
    assert not OBEYED & set(written)

    def warn(options):
        warnings.warn(SIGNS, stacklevel=1)

    monkeypatch.setattr("gplsa.cli.commands.topics.run", warn)
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        assert main(["topics", "m.gplsa"]) == 0
    told = capsys.readouterr().err
    assert told.startswith("gplsa: ")
    assert told.count("\n") == 1
    assert not OBEYED & set(told)


def test_a_long_value_is_shortened_and_the_advice_is_not(folder, capsys):
    model = str(folder / "m.gplsa")
    for value in ("x" * 5000, "many words " * 500):
        told = refused(capsys, "topics", model, "--where", value)
        assert len(told) <= 300
        assert "--where takes FIELD=VALUE" in told
        told = refused(capsys, "topics", model, "--top", value)
        assert len(told) <= 300
        assert "must be a whole number" in told
        assert told.endswith("(see gplsa topics --help)")


@pytest.mark.parametrize("value", ["1_0", "١٠", "nan", "1e400", "9" * 400, "0x10", ""])
def test_numbers_are_written_in_plain_digits(folder, capsys, value):
    model = str(folder / "m.gplsa")
    assert "must be" in refused(capsys, "topics", model, f"--top={value}")
    assert "must be" in refused(capsys, "topics", model, f"--relevance={value}")
