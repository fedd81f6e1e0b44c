"""Pairs that do not belong together count less in a whole training, and only these."""

import json
import zipfile
from dataclasses import replace

import numpy as np
import pytest

from gplsa.corpus.archive_json import BASIC_VERSION, WEIGHED_VERSION
from gplsa.errors import InputError
from gplsa.model.misaligned import of_trusted
from gplsa.model.public import Model
from gplsa.retrieval.mismatch import WRONG, pair_fit
from gplsa.retrieval.pair_weights import TRUSTED
from gplsa.shaping import Merge
from gplsa.training.retrain import retrain
from gplsa.training.train import train
from gplsa.training.update import update
from tests.photos import photo_corpus
from tests.planted import plain_settings, planted_corpus, with_wrong_pairs

N, N_WRONG = 240, 72
SETTINGS = plain_settings(n_topics=5, max_iter=20)


@pytest.fixture(scope="module")
def spoiled():
    return with_wrong_pairs(planted_corpus(N), N_WRONG)


@pytest.fixture(scope="module")
def model(spoiled):
    return train(spoiled[0], SETTINGS)


def members(model, path):
    """The arrays of a model file and its version."""
    model.save(path)
    with zipfile.ZipFile(path) as archive:
        found = {name: archive.read(name) for name in archive.namelist() if name.endswith("npy")}
        return found, json.loads(archive.read("manifest.json"))["version"]


def test_wrong_pairs_are_found_and_said(model, spoiled):
    trusted, right = model.pair_weights >= TRUSTED, spoiled[1]
    assert (trusted == right).mean() > 0.97
    assert model.misaligned_share == pytest.approx(N_WRONG / N, abs=0.05)


def test_pairs_that_were_hidden_are_judged_too(model, spoiled):
    """A tenth was hidden, among them wrong ones, which nothing was learned from."""
    assert model.validation.n_held_out == 24
    assert (model.pair_weights[~spoiled[1]] < TRUSTED).all()


def test_keywords_learn_from_trusted_pairs_alone(model):
    ranker = model.rankers["de", "en"]
    assert (np.diff(ranker.source.indptr) > 0).sum() == (model.pair_weights >= TRUSTED).sum()
    assert ranker.lexicon.cooccurrence.max() <= (model.pair_weights >= TRUSTED).sum()


def test_topics_learn_less_from_them(model, spoiled):
    """Mixtures of the sides of a wrong pair differ, as both stand alone."""
    alike = np.minimum(*model.doc_topic.values()).sum(axis=1)
    assert alike[spoiled[1]].mean() > alike[~spoiled[1]].mean() + 0.2


def test_the_check_names_the_cause(model):
    """Of ten held-out pairs three are wrong, whose partner and keywords nobody can find."""
    assert model.validation.verdict == "fair"
    assert "are among the held-out ones, too" in model.validation.cause


def test_what_does_not_fit_is_still_found_afterwards(model, spoiled):
    counts = model.counts["de"], model.counts["en"]
    fit = pair_fit(model.rankers["de", "en"], model.rankers["en", "de"], counts=counts)
    found = fit.verdicts == WRONG
    assert found[~spoiled[1]].mean() > 0.9 and found[spoiled[1]].mean() < 0.03


def test_the_file_keeps_the_weights(model, tmp_path):
    arrays, version = members(model, tmp_path / "m.gplsa")
    assert version == WEIGHED_VERSION
    again = Model.load(tmp_path / "m.gplsa")
    np.testing.assert_array_equal(again.pair_weights, model.pair_weights)
    assert members(again, tmp_path / "again.gplsa")[0] == arrays
    texts = planted_corpus(5, seed=9).texts["de"]
    before, after = (one.keywords(texts, "de", "en") for one in (model, again))
    assert [s.words for s in before] == [s.words for s in after]


@pytest.mark.parametrize("weights", [np.full(N, 1.5), np.full(N, np.nan), np.ones(N - 1)])
def test_damaged_weights_are_refused(model, weights, tmp_path):
    replace(model, pair_weights=weights).save(tmp_path / "m.gplsa")
    with pytest.raises(InputError, match="damaged"):
        Model.load(tmp_path / "m.gplsa")


def test_where_all_pairs_are_right_nothing_changes(tmp_path):
    corpus = planted_corpus(N)
    auto, never = (train(corpus, replace(SETTINGS, weigh_pairs=w)) for w in ("auto", "never"))
    assert auto.pair_weights is None and auto.misaligned_share == 0.0
    (first, version), (second, _) = (members(one, tmp_path / "m.gplsa") for one in (auto, never))
    assert first == second and version == BASIC_VERSION


def test_where_no_pair_is_right_all_count_alike(spoiled):
    corpus, _ = with_wrong_pairs(planted_corpus(N), N)
    assert train(corpus, replace(SETTINGS, check=False)).pair_weights is None


def test_always_weighs_right_pairs_too():
    settings = replace(SETTINGS, weigh_pairs="always", check=False)
    weights = train(planted_corpus(N), settings).pair_weights
    assert (weights >= TRUSTED).mean() > 0.97


def test_three_sides_and_a_missing_one():
    corpus, right = with_wrong_pairs(planted_corpus(N, ("de", "en", "fr")), N_WRONG)
    corpus.texts["fr"][:] = ["" if row % 3 == 0 else t for row, t in enumerate(corpus.texts["fr"])]
    corpus.texts["de"][N - 1] = corpus.texts["fr"][N - 1] = ""
    weights = train(corpus, replace(SETTINGS, check=False)).pair_weights
    assert weights[N - 1] == 1.0
    assert weights[~right].mean() < 0.3 and weights[right].mean() > 0.9


def test_new_documents_are_judged_as_well(model, spoiled):
    new, right = with_wrong_pairs(planted_corpus(40, seed=4), 20)
    new.ids[:] = [f"n{row}" for row in range(40)]
    after = update(model, new).model
    assert after.pair_weights.shape == (N + 40,)
    assert ((after.pair_weights[N:] >= TRUSTED) == right).mean() > 0.9
    ranker = after.rankers["de", "en"]
    learned = np.diff(ranker.source.indptr) > 0
    assert (learned == (after.pair_weights >= TRUSTED)).all()


def test_a_new_training_weighs_them_again(model):
    again = retrain(model.edited(Merge((0, 1)))).model
    np.testing.assert_array_equal(again.pair_weights, model.pair_weights)


def test_what_must_be_weighed_and_cannot_be_is_refused():
    settings = replace(SETTINGS, weigh_pairs="always")
    with pytest.raises(InputError, match="from 40 on"):
        train(planted_corpus(30), settings)
    with pytest.raises(InputError, match="two sides of text"):
        train(photo_corpus(45), replace(settings, words={}))


def test_the_gists_see_the_trusted_rows_only():
    model = train(planted_corpus(50), replace(SETTINGS, weigh_pairs="never", check=False))
    weights = np.where(np.arange(50) < 10, 0.2, 1.0)
    for side, matrix in of_trusted(model.counts, weights).items():
        assert not matrix[:10].nnz
        assert (matrix[10:] != model.counts[side][10:]).nnz == 0
