"""Training from a corpus in chunks: a model like any other, the same bytes after a break."""

import json
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest

from gplsa.core.out_of_core.runner import Threads
from gplsa.core.sums import present_in
from gplsa.corpus.corpus import Corpus
from gplsa.errors import Cancelled, InputError
from gplsa.model.public import Model
from gplsa.model.settings import TrainSettings
from gplsa.models import _chunks as fitting_parts
from gplsa.models._chunks import fit_chunks
from gplsa.reading.chunks import build as building
from gplsa.reading.chunks.build import build
from gplsa.training import chunked_topics as training
from gplsa.training.chunked_topics import FITS, WAITING
from gplsa.training.counted import Counted
from gplsa.training.out_of_core import OutOfCore
from gplsa.training.source import Drawn
from gplsa.training.train import train
from gplsa.training.validation import hide_pairs
from tests.patience import PATIENCE, eventually
from tests.planted import planted_corpus

N = 120
SETTINGS = TrainSettings(n_topics=4, seed=0, max_iter=12)


def built(folder, shift=0):
    """The planted corpus in parts; every text beside the translation of `shift` rows further."""
    whole = planted_corpus(N)
    rows = [
        {"id": whole.ids[d], "de": whole.texts["de"][d], "en": whole.texts["en"][(d + shift) % N]}
        for d in range(N)
    ]
    (folder / "pairs.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    least = building.FEWEST_DOCUMENTS
    building.FEWEST_DOCUMENTS = 10
    try:
        return build([folder / "pairs.jsonl"], ["de", "en"], folder / "out").corpus
    finally:
        building.FEWEST_DOCUMENTS = least


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    return built(tmp_path_factory.mktemp("parts"))


@pytest.fixture(scope="module")
def model(corpus):
    return train(corpus, SETTINGS)


def test_pairs_in_parts_cannot_be_weighed(corpus):
    with pytest.raises(InputError, match="memory holds the whole corpus"):
        train(corpus, replace(SETTINGS, weigh_pairs="always"))


def bytes_of(model, path):
    model.save(path)
    return path.read_bytes()


def test_the_start_is_stopped_while_it_is_silent(corpus, monkeypatch):
    went_on, told = threading.Event(), []

    def silent(*_):
        assert went_on.wait(PATIENCE)
        raise AssertionError("somebody waited for it")

    def stops(fraction, phase):
        told.append(phase)
        if told.count("Fitting") == 2:
            raise Cancelled

    monkeypatch.setattr(fitting_parts, "rows_of", silent)
    with pytest.raises(Cancelled):
        train(corpus, replace(SETTINGS, seed=99), stops)
    went_on.set()


def test_topics_are_as_good_as_those_in_memory(corpus, model):
    """J at the topics of either fit differs by less than a thousandth."""
    settings = TrainSettings(n_topics=4, seed=0, words=model.settings.words, check=False)
    whole = train(planted_corpus(N), settings)
    model = train(corpus, replace(SETTINGS, check=False))
    assert model.validation is None
    assert model.vocabularies["de"].terms == whole.vocabularies["de"].terms
    here, there = model.objective_history[-1], whole.objective_history[-1]
    assert here >= there - 1e-3 * abs(there)


def test_it_is_checked_on_pairs_that_the_fit_did_not_see(corpus, model, monkeypatch):
    check = model.validation
    assert check.n_held_out == 20
    assert check.verdict == "good"
    assert all(found.partners >= 18 and found.gain > 0.5 for found in check.directions.values())
    assert 0 <= check.example.row < N
    fits = []

    def fit(source, *rest, **options):
        fits.append(source)
        return fit_chunks(source, *rest, **options)

    monkeypatch.setattr(training, "fit_chunks", fit)
    train(corpus, SETTINGS)
    [source] = fits
    assert len(source.hidden) == 20
    edges = np.cumsum([0, *source.n_documents])
    for part in range(corpus.n_chunks):
        empty = np.isin(np.arange(edges[part], edges[part + 1]), source.hidden)
        for counts in source.matrices(part):
            np.testing.assert_array_equal(np.diff(counts.indptr) == 0, empty)


def test_pairs_that_do_not_belong_together_fail_the_check(tmp_path):
    check = train(built(tmp_path, shift=7), SETTINGS).validation
    assert check.verdict == "poor"
    assert all(found.partners < 12 for found in check.directions.values())


def test_hidden_pairs_have_mixtures_of_their_own(corpus, model):
    """The theme of a held-out document is told from its texts as that of the others is."""
    themes = np.array([int(name[1:]) % 5 for name in model.corpus.ids])
    held_out = held_out_rows(corpus)
    for side in model.modalities:
        own = model.doc_topic[side]
        means = np.array([own[(themes == t) & ~held_out].mean(axis=0) for t in range(5)])
        nearest = np.argmin(np.abs(own[held_out, None] - means).sum(axis=2), axis=1)
        assert (nearest == themes[held_out]).mean() > 0.5


def held_out_rows(corpus):
    draw = np.random.default_rng(SETTINGS.seed).spawn(3)[0]
    rows = np.sort(draw.choice(N, N, replace=False))
    counts = {side: lines.by_document() for side, lines in corpus.drawn(rows)[1].items()}
    return hide_pairs(present_in([*counts.values()]).all(axis=1), draw)


def test_it_says_what_it_was_learned_from_and_keeps_it_in_its_file(corpus, model, tmp_path):
    assert model.whole is not None
    assert model.whole == (corpus.name, corpus.digest, N, corpus.n_chunks)
    model.save(tmp_path / "m.gplsa")
    again = Model.load(tmp_path / "m.gplsa")
    assert again.whole == model.whole
    assert again.topics()[0].name == model.topics()[0].name


def test_a_sample_serves_for_keywords(corpus):
    model = train(OutOfCore(corpus, sample=50), SETTINGS)
    assert model.n_documents == 50
    assert model.whole.documents == N
    assert len(model.corpus.texts["de"]) == 50
    text = model.corpus.texts["de"][0]
    found = model.keywords([text], "de", "en")[0]
    assert found.keywords


def test_the_same_bytes_whatever_runs_it(corpus, model, tmp_path):
    other = train(OutOfCore(corpus, Threads(1)), SETTINGS)
    assert bytes_of(model, tmp_path / "a") == bytes_of(other, tmp_path / "b")


def states(corpus):
    """What trainings that were broken off have left, of other settings in other tests, too."""
    return {*(corpus.folder / FITS).iterdir()}


def test_two_of_one_corpus_and_settings_come_one_after_the_other(corpus, model, tmp_path):
    """They have one folder for their state, which the first to end removes."""
    before = states(corpus)
    begun, released, phases = threading.Event(), threading.Event(), []

    def first(_, phase):
        if phase.startswith("Fitting"):
            begun.set()
            assert released.wait(PATIENCE)

    with ThreadPoolExecutor(2) as both:
        try:
            one = both.submit(train, corpus, SETTINGS, first)
            assert begun.wait(PATIENCE)
            two = both.submit(train, corpus, SETTINGS, lambda _, phase: phases.append(phase))
            eventually(lambda: WAITING in phases or two.done())
            assert WAITING in phases
            assert not any(phase.startswith("Fitting") for phase in phases)
        finally:
            released.set()
        expected = bytes_of(model, tmp_path / "0.gplsa")
        for number, found in enumerate((one, two), 1):
            assert bytes_of(found.result(), tmp_path / f"{number}.gplsa") == expected
    assert states(corpus) == before


def test_waiting_for_another_training_can_be_stopped(corpus):
    chosen = np.zeros(0, dtype=int)
    nobody = chosen.astype(bool)
    sample = Drawn(Corpus("none", [], {"de": []}), Counted({}), chosen, nobody)
    key = training.ChunkedFit(corpus, SETTINGS, sample, Threads(1)).key

    def cancel(_, phase):
        assert phase == WAITING
        raise Cancelled

    with (
        training.exclusive(corpus, key, None),
        pytest.raises(Cancelled),
        training.exclusive(corpus, key, cancel),
    ):
        pytest.fail("there were two")


def test_broken_off_it_goes_on_to_the_same_bytes(corpus, model, tmp_path):
    before, told = states(corpus), []

    def break_off(fraction, phase):
        told.append(phase)
        if "pass 3" in phase:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train(corpus, SETTINGS, break_off)
    assert states(corpus) > before
    phases = []
    again = train(corpus, SETTINGS, lambda _, phase: phases.append(phase))
    assert not any("pass 1" in phase or "pass 2" in phase[:14] for phase in phases[:4])
    assert bytes_of(model, tmp_path / "a") == bytes_of(again, tmp_path / "b")
    assert states(corpus) == before


def test_without_texts(corpus):
    model = train(corpus, replace(SETTINGS, keep_texts=False, background=0.0))
    assert not model.has_texts
    assert set(model.corpus.texts["de"]) == {""}


def test_too_many_topics_are_refused(corpus):
    with pytest.raises(InputError, match=r"more than this corpus carries .*: choose at most"):
        train(corpus, TrainSettings(n_topics=500))


def test_a_damaged_part_is_refused(corpus):
    path = corpus.folder / "parts" / "000001" / "texts-0-bytes.npy"
    content = path.read_bytes()
    path.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    try:
        with pytest.raises(InputError, match="000001” is damaged"):
            train(corpus, SETTINGS)
    finally:
        path.write_bytes(content)
    np.testing.assert_equal(corpus.chunk(1).n_documents, 10)
