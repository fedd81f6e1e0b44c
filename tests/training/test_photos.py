"""Pictures all the way: training, self-check, tags, and the model file."""

import io
import json
import zipfile

import numpy as np
import pytest

from gplsa.cli import main
from gplsa.corpus.archive_json import VISUAL_FEATURES_VERSION
from gplsa.model.direction import Direction
from gplsa.model.keywords import explain_all, summarize
from gplsa.model.model import TrainedModel
from gplsa.model.search import Finder
from gplsa.model.settings import TrainSettings
from gplsa.model.summary import KeywordOptions
from gplsa.training.in_memory import InMemory
from gplsa.training.train import train
from tests.photos import (
    COLORS,
    FARBE,
    KREIS,
    SHAPES,
    encoded,
    photo,
    photo_corpus,
    train_without_visual_features,
)
from tests.planted import planted_corpus


@pytest.fixture(scope="module")
def model() -> TrainedModel:
    settings = TrainSettings(n_topics=6, max_iter=40, visual_words=60)
    return train(photo_corpus(63, german=True), settings)


def test_looking_at_pictures_is_most_of_the_time_and_so_of_the_progress():
    told = []
    settings = TrainSettings(n_topics=6, max_iter=40, visual_words=60)
    train(photo_corpus(24), settings, lambda fraction, phase: told.append((fraction, phase)))
    looked = [fraction for fraction, phase in told if "ictures" in phase or "visual" in phase]
    assert looked[0] < 0.1 and looked[-1] > 0.7
    texts = InMemory(planted_corpus(24)).times
    assert texts.drawn < 0.1 and texts.seconds < InMemory(photo_corpus(24)).times.seconds / 10


def unseen(n: int) -> list[tuple[bytes, str, str]]:
    drawn = [photo(900 + number) for number in range(n)]
    return [(encoded(pixels, ".jpg"), shape, color) for pixels, shape, color in drawn]


def test_tags_of_unseen_pictures_name_what_they_show(model):
    shown = unseen(18)
    found = summarize(
        Direction(model, "image", "en"),
        [jpeg for jpeg, _, _ in shown],
        KeywordOptions(limit=3, least=3),
    )
    right = [
        {shape, color} <= {keyword.word for keyword in summary.keywords}
        for summary, (_, shape, color) in zip(found, shown, strict=True)
    ]
    assert np.mean(right) > 0.8
    assert all(summary.unknown_share == 0 for summary in found)


def test_every_direction_of_three_modalities(model):
    assert model.modalities == ("image", "en", "de")
    assert len(model.rankers) == 6 and model.validation.beats_frequent_words
    jpeg = unseen(1)[0][0]
    german = summarize(Direction(model, "image", "de"), [jpeg], KeywordOptions(limit=2, least=2))[0]
    assert {keyword.word for keyword in german.keywords} & {"Kreis", "rot", "Grund"}
    assert summarize(Direction(model, "en", "image"), ["stripes"])[0].keywords


def test_evidence_names_patches_that_are_in_the_picture(model):
    jpeg, _, _ = unseen(1)[0]
    tag = summarize(Direction(model, "image", "en"), [jpeg])[0].keywords[0]
    evidence = explain_all(Direction(model, "image", "en"), jpeg, [tag.term])[0]
    there = {region.term for region in model.vocabularies["image"].regions(jpeg)}
    assert evidence.source_terms and set(evidence.source_terms) <= there


def test_the_file_brings_words_and_pictures_back(model):
    stream = io.BytesIO()
    model.save(stream)
    again = TrainedModel.load(io.BytesIO(stream.getvalue()))
    assert again.corpus.pictures == model.corpus.pictures
    jpeg = unseen(1)[0][0]
    before, after = (summarize(Direction(m, "image", "en"), [jpeg]) for m in (model, again))
    assert before == after
    second = io.BytesIO()
    again.save(second)
    assert second.getvalue() == stream.getvalue()


def test_what_stands_beside_the_visual_words_is_kept_and_looked_up(model):
    """A photo of the model finds the same, named by its row or dropped anew; so do its captions."""
    n_documents, vocabulary = len(model.corpus), model.vocabularies["image"]
    assert model.visual_features["image"].shape == (n_documents, vocabulary.n_visual_features)
    stream = io.BytesIO()
    model.save(stream)
    with zipfile.ZipFile(stream) as archive:
        assert json.loads(archive.read("manifest.json"))["version"] == VISUAL_FEATURES_VERSION
    finder = Finder(Direction(model, "image", "en"))
    by_row, anew = finder.find_row(3, 5), finder.find(model.corpus.pictures["image"][3], 5)
    assert [hit.row for hit in by_row.hits] == [hit.row for hit in anew.hits]
    shape_and_color = model.corpus.texts["en"][3]
    found = Finder(Direction(model, "en", "image")).find(shape_and_color, 5).hits
    named = set(shape_and_color.split())
    alike = [len(named & set(model.corpus.texts["en"][hit.row].split())) for hit in found]
    assert np.mean(alike) > 1


def test_a_gist_states_what_it_is_asked_of_photos(model):
    ranker = model.rankers["image", "en"]
    counts, _, visual_features = model.vocabularies["image"].read(
        [jpeg for jpeg, _, _ in unseen(2)]
    )
    stated = ranker.probabilities(counts, visual_features).toarray()
    assert stated.shape == (2, len(model.vocabularies["en"].terms)) and (stated > 0).any()
    assert ranker.scorer.candidates(counts, False, visual_features).q is None


def test_a_model_of_before_there_were_visual_features_works_as_it_did(monkeypatch):
    """Its vocabulary has only visual words, its file the version of before."""

    old = train_without_visual_features(
        monkeypatch, TrainSettings(n_topics=4, max_iter=20, visual_words=60)
    )
    stream = io.BytesIO()
    old.save(stream)
    with zipfile.ZipFile(stream) as archive:
        assert json.loads(archive.read("manifest.json"))["version"] < VISUAL_FEATURES_VERSION
        assert not [name for name in archive.namelist() if "looks" in name or "patch_" in name]
    again = TrainedModel.load(io.BytesIO(stream.getvalue()))
    jpeg = unseen(1)[0][0]
    [found] = summarize(Direction(again, "image", "en"), [jpeg], KeywordOptions(evidence=True))
    assert found.keywords and found.keywords[0].evidence.source_terms
    assert Finder(Direction(again, "image", "en")).find(jpeg, 5).hits
    assert Finder(Direction(again, "en", "image")).find("red circle", 5).hits


def test_a_color_or_shape_leads_the_topics(model):
    named = {model.top_words("en", topic, 1)[0][0] for topic in range(model.n_topics)}
    assert named & {*SHAPES, *COLORS}


def test_the_command_line_learns_from_a_folder_and_tags_photos(tmp_path, capsys):
    """Pictures with texts of their names in two languages, a bad file among them."""
    for number, (pixels, shape, color) in enumerate(photo(n, 64) for n in range(40)):
        (tmp_path / f"p{number}.png").write_bytes(encoded(pixels))
        (tmp_path / f"p{number}.en.txt").write_text(f"{color} {shape}", encoding="utf-8")
        (tmp_path / f"p{number}.de.txt").write_text(FARBE[color] + " " + KREIS[shape], "utf-8")
    (tmp_path / "bad.png").write_bytes(b"no picture")
    file = tmp_path / "m.gplsa"
    sides = ["--source", "image", "--target", "en", "--also", "de"]
    learn = ["train", str(tmp_path), *sides, "--out", str(file), "--topics", "4", "--no-check"]
    assert main([*learn, "--max-iter", "20"]) == 0
    assert "left out: “bad.png” is no picture" in capsys.readouterr().err
    assert TrainedModel.load(file).modalities == ("image", "en", "de")
    (tmp_path / "new.jpg").write_bytes(unseen(1)[0][0])
    about = ["summarize", str(file), str(tmp_path / "new.jpg"), "--from", "image", "--to", "de"]
    assert main([*about, "--json", "--top", "2"]) == 0
    found = json.loads(capsys.readouterr().out)["documents"]
    assert [d["id"] for d in found] == ["new.jpg"]
    assert {word["word"] for word in found[0]["keywords"]} == {"rot", "Kreis"}


def test_a_search_by_words_begins_where_there_are_texts(tmp_path, capsys):
    settings = TrainSettings(n_topics=3, max_iter=5, visual_words=20, check=False)
    train(photo_corpus(24), settings).save(tmp_path / "m.gplsa")
    seek = ["search", str(tmp_path / "m.gplsa"), "a red barn"]
    for way in ([], ["--to", "en"], ["--from", "en"]):
        assert main([*seek, *way]) == 0
    assert main([*seek, "--from", "image"]) == 2
    assert "has no texts: name one that has by --from (here: “en”)" in capsys.readouterr().err
