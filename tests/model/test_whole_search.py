"""Search in a corpus folder finds what search in memory finds, and says where it cannot."""

import json
from dataclasses import replace

import numpy as np
import pytest

from gplsa.corpus.chunks.folder import ChunkedCorpus, chunk_folder
from gplsa.errors import InputError
from gplsa.model import across, whole_search
from gplsa.model.direction import Direction
from gplsa.model.search import Finder
from gplsa.model.settings import TrainSettings
from gplsa.model.whole_search import WholeFinder
from gplsa.reading.chunks import build as building
from gplsa.reading.chunks.build import build
from gplsa.training.out_of_core import OutOfCore
from gplsa.training.train import train
from tests.planted import planted_corpus

N, SAMPLE = 120, 40


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    whole = planted_corpus(N)
    rows = [{"id": whole.ids[d], **{m: whole.texts[m][d] for m in whole.texts}} for d in range(N)]
    folder = tmp_path_factory.mktemp("whole")
    (folder / "pairs.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(building, "FEWEST_DOCUMENTS", 10)
        return build([folder / "pairs.jsonl"], ["de", "en"], folder / "corpus").corpus


@pytest.fixture(scope="module")
def model(corpus):
    return train(corpus, TrainSettings(n_topics=4, max_iter=6, check=False))


@pytest.mark.parametrize("sides", [("de", "en"), ("en", "de"), ("de", "de")])
def test_it_finds_what_is_found_in_memory(corpus, model, sides):
    """Of a model whose sample is all documents: the same hits, scores and words."""
    finder, whole = Finder(Direction(model, *sides)), WholeFinder(Direction(model, *sides), corpus)
    for row in (0, 17, 63):
        text = " ".join(model.corpus.texts[sides[0]][row].split()[:8])
        here = finder.find(text, 5)
        there, documents = whole.find(text, 5)
        scores = [hit.score for hit in there.hits]
        np.testing.assert_allclose(scores, [hit.score for hit in here.hits], rtol=1e-6)
        assert [documents.ids[hit.row] for hit in there.hits] == [
            model.corpus.ids[hit.row] for hit in here.hits
        ]
        words = [[(link.asked, link.found) for link in hit.links] for hit in there.hits]
        assert words == [[(link.asked, link.found) for link in hit.links] for hit in here.hits]
        assert there.topics == here.topics


def test_it_finds_documents_that_the_model_does_not_hold(corpus):
    settings = TrainSettings(n_topics=4, max_iter=6, check=False)
    model = train(OutOfCore(corpus, sample=SAMPLE), settings)
    every = corpus.documents(np.arange(N))
    others = [row for row in range(N) if every.ids[row] not in model.corpus.ids]
    finder = WholeFinder(Direction(model, "de", "en"), corpus)
    first = [
        found.documents.ids[found.findings.hits[0].row]
        for found in (finder.find(every.texts["de"][row], 3) for row in others)
    ]
    assert np.mean([name == every.ids[row] for name, row in zip(first, others, strict=True)]) > 0.9


def test_few_are_compared_in_full_and_hardly_any_is_missed(corpus, model, monkeypatch):
    monkeypatch.setattr(whole_search, "COMPARED", 20)
    finder, whole = (
        Finder(Direction(model, "de", "en")),
        WholeFinder(Direction(model, "de", "en"), corpus),
    )
    same = []
    for row in range(0, N, 5):
        text = model.corpus.texts["de"][row]
        here = {model.corpus.ids[hit.row] for hit in finder.find(text, 5).hits}
        there = whole.find(text, 5)
        found = {there.documents.ids[hit.row] for hit in there.findings.hits}
        same.append(len(here & found) / 5)
    assert np.mean(same) > 0.95


def test_of_a_few_words_only_what_has_a_reason_is_found(corpus, model, monkeypatch):
    """As in what the model holds: a translation, or where none is sure the word on its own side."""
    direction, rng = Direction(model, "de", "en"), np.random.default_rng(0)
    words = rng.choice(model.vocabularies["de"].forms, 12, replace=False)
    for word in words:
        found = WholeFinder(direction, corpus).find(word, 50).findings
        assert all(hit.links for hit in found.hits)
    monkeypatch.setattr(across, "LEAST_STRENGTH", 1.1)  # no translation is as sure
    for word in words:
        findings, documents = WholeFinder(direction, corpus).find(word, 50)
        held = model.counts["de"][:, [model.vocabularies["de"].number_of(word)]]
        names = {model.corpus.ids[row] for row in held.nonzero()[0]}
        assert {documents.ids[hit.row] for hit in findings.hits} <= names
        assert all(hit.links[0].said == word for hit in findings.hits)
    # In a longer text that tells little.
    assert WholeFinder(direction, corpus).find(model.corpus.texts["de"][0], 5).findings.hits


def test_a_text_of_unknown_words_finds_nothing(corpus, model):
    found = WholeFinder(Direction(model, "de", "en"), corpus).find("xylophon quitte")
    assert found.findings.hits == []
    assert found.findings.unknown_words == ["quitte", "xylophon"]


def test_the_folder_is_found_beside_and_refused_where_it_changed(corpus, model, tmp_path):
    assert model.whole.found([corpus.folder.parent]).folder == corpus.folder
    assert model.whole.found([tmp_path, corpus.folder]).folder == corpus.folder
    assert model.whole.found([tmp_path, tmp_path / "gone"]) is None
    assert model.whole.opened(corpus.folder).digest == corpus.digest
    with pytest.raises(InputError, match="gone” is not there: name the corpus folder"):
        model.whole.opened(tmp_path / "gone")
    other = model.whole._replace(digest="0" * 64)
    with pytest.raises(InputError, match="is not the corpus that this model was trained on"):
        other.opened(corpus.folder)
    assert other.found([corpus.folder]) is None


@pytest.mark.parametrize(
    ("name", "array", "said"),
    [
        ("counts-1-words", lambda a: a + 10_000, "words outside the vocabulary"),
        ("counts-1-words", lambda a: a[:-1], "entries, not"),
        ("counts-1-indptr", lambda a: a[::-1].copy(), "does not count up"),
    ],
)
def test_a_damaged_part_is_one_sentence(corpus, model, name, array, said):
    path = chunk_folder(corpus.folder, 3) / f"{name}.npy"
    content = path.read_bytes()
    np.save(path, array(np.load(path)))
    try:
        again = ChunkedCorpus.open(corpus.folder)
        with pytest.raises(InputError, match=f"000003” is damaged.*{said}"):
            WholeFinder(Direction(model, "de", "en"), again).find(model.corpus.texts["de"][0])
    finally:
        path.write_bytes(content)


def test_hidden_topics_are_no_reasons(corpus, model):
    text = model.corpus.texts["de"][0]
    before = WholeFinder(Direction(model, "de", "en"), corpus).find(text, 1).findings.hits[0].topics
    hidden = replace(model, hidden_topics={before[0][0]})
    after = WholeFinder(Direction(hidden, "de", "en"), corpus).find(text, 1).findings.hits[0].topics
    assert before[0][0] not in [topic for topic, _ in after]
