"""docs/FILE_FORMAT.md and its schema describe every part of what gplsa writes; others read it."""

import json
import shutil
import subprocess
import zipfile
from pathlib import Path

import jsonschema
import numpy as np
import pandas as pd
import pytest
from scipy import sparse

import gplsa
from gplsa.cli import main
from gplsa.model.editing.edits import Drop, Hide, Merge, Note, Rename, Seed, Split
from tests.conftest import REPOSITORY
from tests.planted import planted_corpus
from tools import file_format

SCHEMA = json.loads(file_format.SCHEMA.read_text("utf-8"))
READER = REPOSITORY / "examples" / "read_model.mjs"


def validator(part: str) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator({**SCHEMA, "$ref": f"#/$defs/{part}"})


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Models of texts (edited, rated, held out), of features and of pictures, and a folder."""
    folder = tmp_path_factory.mktemp("parts")
    texts = planted_corpus(80)
    model = gplsa.train(texts, n_topics=5, max_iter=30, headings="theme")
    first = model.vocabularies["de"].forms[0]
    for edit in (
        *(Merge((1, 2)), Split(0, 2, 0), Seed(None, "de", (first,)), Rename(1, "x")),
        *(Note(1, "y"), Hide((1,)), Drop("de", (first,))),
    ):
        model = model.edited(edit)
    asked = texts.texts["de"][0]
    model.rate(asked, "de", "en", model.keywords(asked, "de", "en")[0].words[0], right=False)
    model.save(folder / "texts.gplsa")
    frame = pd.DataFrame(texts.texts)
    vectors = np.random.default_rng(0).normal(size=(80, 6))
    with pytest.warns(gplsa.InputWarning, match="reads like"):  # its words are drawn at random
        corpus = gplsa.corpus_of(
            frame, sides={"x": "en"}, features={"v": vectors}, languages={"x": "en"}
        )
    gplsa.train(corpus, n_topics=3, max_iter=5, check=False).save(folder / "features.gplsa")
    photos = gplsa.read(REPOSITORY / "assets" / "samples" / "pictures.zip")
    seen = gplsa.train(photos, n_topics=3, max_iter=5, visual_words=30, check=False)
    seen.save(folder / "pictures.gplsa")
    frame.to_csv(folder / "pairs.csv", index=False)
    build = ["corpus", "build", folder / "pairs.csv", "--source", "de", "--target", "en"]
    assert main([str(word) for word in [*build, "--out", folder / "folder"]]) == 0
    return folder


def part_of(member: str, content: object) -> str:
    """Which definition a member of a model's file is of."""
    name = member.removesuffix(".json").split("/")[0]
    if name != "vocabulary":
        return name
    kind = content.get("kind", "text") if isinstance(content, dict) else ""
    return {"text": "text_vocabulary", "image": "image_vocabulary"}.get(kind, "feature_vocabulary")


def members(path: Path) -> dict[str, object]:
    with zipfile.ZipFile(path) as archive:
        names = [name for name in archive.namelist() if name.endswith(".json")]
        return {name: json.loads(archive.read(name)) for name in names}


def unknown_keys(part: str, content: object) -> set[str]:
    """Keys that the definition of a part does not name."""
    definition = SCHEMA["$defs"][part]
    choices = definition.get("anyOf", [definition])
    known = {key for choice in choices for key in choice.get("properties", {})}
    return set(content) - known if isinstance(content, dict) else set()


@pytest.mark.parametrize("name", ["texts", "features", "pictures"])
def test_every_part_of_a_model_is_as_the_schema_says(folder, name):
    found = members(folder / f"{name}.gplsa")
    assert len(found) >= 8
    for member, content in found.items():
        part = part_of(member, content)
        validator(part).validate(content)
        assert unknown_keys(part, content) == set(), member
    if name == "texts":
        assert {"shaping.json", "headings.json", "phrases/1.json"} <= set(found)
        assert "judgements" in found["model.json"] and found["check.json"]


def test_every_part_of_a_folder_is_as_the_schema_says(folder):
    parts = {
        "manifest.json": "folder_manifest",
        "plan.json": "folder_plan",
        "words.json": "folder_words",
        "vocabulary-0.json": "text_vocabulary",
        "parts/000000/part.json": "folder_part",
    }
    for file, part in parts.items():
        content = json.loads((folder / "folder" / file).read_text("utf-8"))
        validator(part).validate(content)
        assert unknown_keys(part, content) == set(), file
    document = np.load(folder / "folder" / "parts" / "000000" / "documents-bytes.npy").tobytes()
    first, _ = json.JSONDecoder().raw_decode(document.decode())
    validator("folder_document").validate(first)


def test_the_schema_is_one_and_can_refuse(folder):
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    model = members(folder / "texts.gplsa")["model.json"]
    for wrong in ({**model, "n_topics": "five"}, {k: model[k] for k in model if k != "name"}):
        assert not validator("model").is_valid(wrong)
    assert not validator("edit").is_valid({"kind": "merge", "topic": 1})
    assert unknown_keys("model", {**model, "new": 1}) == {"new"}


def test_the_tables_of_the_page_are_those_of_the_schema():
    page = file_format.PAGE.read_text("utf-8")
    between = page.split(file_format.BEGIN)[1].split(file_format.END)[0]
    assert between == file_format.tables(SCHEMA)
    assert "| `hidden_topics` | list of whole number |" in between


@pytest.mark.skipif(shutil.which("node") is None, reason="reads a model in node, which is not here")
def test_a_reader_in_javascript_prints_topics_and_keywords(folder):
    code = [line for line in READER.read_text("utf-8").splitlines() if line.strip()]
    assert len([line for line in code if not line.startswith("//")]) <= 60
    path, row = folder / "texts.gplsa", 7
    model = gplsa.load(path)
    call = ["node", str(READER), str(path), model.corpus.ids[row]]
    told = subprocess.run(call, check=True, capture_output=True, text=True).stdout.splitlines()
    with zipfile.ZipFile(path) as archive, archive.open("topic_word/1.npy") as stream:
        topic_word = np.load(stream)
    forms = model.vocabularies["en"].forms
    best = np.argsort(-topic_word[2], kind="stable")[:8]
    assert f"topic 3 en: {', '.join(forms[term] for term in best)}" in told
    counts, ranker = model.counts["de"][row], model.rankers["de", "en"]
    vocabulary = model.vocabularies["en"]
    idf = np.log((1 + vocabulary.n_documents) / (1 + vocabulary.document_frequency)) + 1
    links = ranker.lexicon
    translation = sparse.csr_matrix(
        (links.translation, links.indices, links.indptr), (links.n_source, links.n_target)
    )
    scores = (counts @ translation).toarray().ravel() * idf
    [line] = [line for line in told if line.startswith("keywords de>en")]
    assert line.startswith(f"keywords de>en of {model.corpus.ids[row]}: ")
    place = {form: term for term, form in enumerate(forms)}
    shown = [scores[place[form]] for form in line.split(": ")[1].split(", ")]
    np.testing.assert_allclose(shown, np.sort(scores)[::-1][:10], rtol=1e-9)


@pytest.mark.skipif(shutil.which("node") is None, reason="reads a model in node, which is not here")
@pytest.mark.parametrize("name", ["features", "pictures"])
def test_it_reads_models_of_other_sides_too(folder, name):
    call = ["node", str(READER), str(folder / f"{name}.gplsa")]
    told = subprocess.run(call, check=True, capture_output=True, text=True).stdout
    assert "topic 3 " in told and "keywords " in told
