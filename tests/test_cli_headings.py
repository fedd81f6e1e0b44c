"""Subject headings on the command line: from a table to suggestions in every form."""

import csv
import io
import json

import pytest

import gplsa
from gplsa.cli import main
from tests.headings.test_suggesting import SUBJECTS, records


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """Records with a column of headings, of which one is of no vocabulary."""
    folder = tmp_path_factory.mktemp("headings")
    subjects, german, english = records(80)
    with (folder / "records.csv").open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["id", "de", "en", "subject"])
        for row, (subject, de, en) in enumerate(zip(subjects, german, english, strict=True)):
            rows.writerow([f"r{row}", de, en, f"{SUBJECTS[subject][2]}; Leute"])
    labels = [f"http://x.y/{n},{one[2]},{one[3]},N{n}" for n, one in enumerate(SUBJECTS)]
    (folder / "vocabulary.csv").write_text(
        "\n".join(["uri,label_de,label_en,notation", *labels]), "utf-8"
    )
    (folder / "none.csv").write_text("name,year\nx,1900\n", "utf-8")
    (folder / "other.tsv").write_text("<http://z/1>\tAnderes\n", "utf-8")
    _, unseen, mates = records(6, seed=5)
    for side, texts in (("de", unseen), ("en", mates)):
        with (folder / f"new.{side}.csv").open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([["id", "text"], *([n, t] for n, t in enumerate(texts))])
    return folder


TRAINING = ["--source", "de", "--target", "en", "--topics", "4", "--no-check"]


@pytest.fixture(scope="module")
def model(table):
    out = str(table / "model.gplsa")
    words = ["--headings", "subject", "--vocabulary", str(table / "vocabulary.csv")]
    assert main(["train", str(table / "records.csv"), *TRAINING, *words, "--out", out]) == 0
    return out


def printed(capsys, *arguments):
    capsys.readouterr()
    assert main([*arguments]) == 0
    return capsys.readouterr().out


def test_a_training_tells_what_it_learned_and_what_is_unknown(table, capsys):
    words = ["--headings", "subject", "--vocabulary", str(table / "vocabulary.csv"), "--json"]
    out = str(table / "told.gplsa")
    capsys.readouterr()
    assert main(["train", str(table / "records.csv"), *TRAINING, *words, "--out", out]) == 0
    said = capsys.readouterr()
    told = json.loads(said.out)["headings"]
    assert (told["column"], told["vocabulary"], told["used"]) == ("subject", 4, 4)
    assert told["unknown"] == {"Leute": 80}
    assert told["sides"]["de"]["f1_at_5"] > 0.3
    assert "no heading of the vocabulary: “Leute” (80 records)" in said.err


@pytest.mark.parametrize("side", ["de", "en"])
def test_headings_as_json(table, model, capsys, side):
    subjects, *_ = records(6, seed=5)
    name = str(table / f"new.{side}.csv")
    told = json.loads(
        printed(capsys, "headings", model, name, "--from", side, "--limit", "2", "--json")
    )
    assert [*told] == ["model", "from", "documents", "refused"]
    for subject, document in zip(subjects, told["documents"], strict=True):
        assert [*document] == ["id", "headings"]
        best = document["headings"][0]
        assert [*best] == ["uri", "label", "labels", "notation", "probability", "evidence"]
        assert best["uri"] == f"http://x.y/{subject}"
        assert best["label"] == SUBJECTS[subject][2 if side == "de" else 3]
        assert best["labels"] == {"de": SUBJECTS[subject][2], "en": SUBJECTS[subject][3]}
        assert best["probability"] > 0.5, best
        assert best["evidence"]["used"] > 0
        assert best["evidence"]["records"][0]["id"].startswith("r")


def test_headings_as_a_table_and_as_annif_prints_them(table, model, capsys):
    subjects, *_ = records(6, seed=5)
    asked = ["headings", model, str(table / "new.de.csv"), "--from", "de", "--labels", "en"]
    rows = [*csv.DictReader(io.StringIO(printed(capsys, *asked, "--limit", "1")))]
    assert [row["label"] for row in rows] == [SUBJECTS[one][3] for one in subjects]
    assert [row["notation"] for row in rows] == [f"N{one}" for one in subjects]
    label = SUBJECTS[subjects[0]][3]
    rest = printed(capsys, *asked, "--leave-out", label, "--threshold", "0.1")
    assert not [row for row in csv.DictReader(io.StringIO(rest)) if row["label"] == label]
    first, second, *_ = printed(capsys, *asked, "--format", "annif").splitlines()
    assert first == "Suggestions for 0"
    assert second.startswith(f"<http://x.y/{subjects[0]}>\t{label}\tN{subjects[0]}\t0.")


def test_a_model_file_suggests_as_the_model_that_wrote_it(model):
    loaded = gplsa.load(model)
    _, unseen, _ = records(3, seed=7)
    again = io.BytesIO()
    loaded.save(again)
    again.seek(0)
    assert gplsa.load(again).headings(unseen, "de") == loaded.headings(unseen, "de")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--headings", "theme"], "no column “theme”"),
        (["--vocabulary", "vocabulary.csv"], "--vocabulary belongs to a column of headings"),
        (["--headings", "subject", "--vocabulary", "none.csv"], "is no vocabulary"),
        (["--headings", "subject", "--vocabulary", "records.csv"], "is no vocabulary"),
        (["--headings", "subject", "--vocabulary", "gone.ttl"], "cannot be read"),
        (
            ["--headings", "subject", "--vocabulary", "other.tsv"],
            "for one: choose the vocabulary that they",
        ),
    ],
)
def test_bad_input_is_one_sentence(table, monkeypatch, capsys, words, told):
    monkeypatch.chdir(table)
    arguments = ["train", "records.csv", *TRAINING, *words, "--out", "bad.gplsa"]
    assert main(arguments) == 2
    *_, line = capsys.readouterr().err.splitlines()
    assert told in line
    assert not (table / "bad.gplsa").exists()


def test_a_model_without_headings_says_so(table, capsys):
    out = str(table / "bare.gplsa")
    assert main(["train", str(table / "records.csv"), *TRAINING, "--out", out]) == 0
    capsys.readouterr()
    assert main(["headings", out, str(table / "new.de.csv"), "--from", "de"]) == 2
    assert "trained without a column of headings" in capsys.readouterr().err


def test_evaluate_tells_how_well_unseen_records_get_their_headings(table, capsys):
    words = ["--headings", "subject", "--vocabulary", str(table / "vocabulary.csv")]
    records = str(table / "records.csv")
    told = json.loads(
        printed(capsys, "evaluate", records, *TRAINING[:6], *words, "--test", "20", "--json")
    )
    for side in ("de", "en"):
        found = told["headings"][side]
        assert found["texts"] == 20
        assert found["ndcg_at_10"] > 0.9
        assert found["recall"][0] == found["precision"][0] > 0.8
        assert sum(one["given"] for one in found["by_heading"]) == 20
        assert {one["label"] for one in found["by_heading"]} <= {one[3] for one in SUBJECTS}
    assert "Headings from de: F1@5" in printed(
        capsys, "evaluate", records, *TRAINING[:6], "--headings", "subject", "--test", "20"
    )
