"""Every model of the registry on one corpus: figures, classes, refusals."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import sparse
from sklearn.feature_extraction.text import TfidfTransformer

from gplsa.compare import BASELINES, baselines, compare_models
from gplsa.errors import InputError, InputWarning
from gplsa.training.counted import count_sides
from tests.models.examples import common_words
from tests.planted import THEMES, plain_settings, planted_corpus

SETTINGS = plain_settings(n_topics=THEMES, max_iter=40)


@pytest.fixture(scope="module")
def corpus():
    return planted_corpus(80)


@pytest.fixture(scope="module")
def results(corpus):
    return compare_models(corpus, list(BASELINES), SETTINGS, "theme")


@pytest.mark.parametrize("place", range(len(BASELINES)), ids=list(BASELINES))
def test_every_model_finds_the_planted_themes(results, place):
    result = results[place]
    assert result.baseline == list(BASELINES)[place]
    assert not result.refusal
    assert result.accuracy > 0.9
    assert result.nmi > 0.8
    assert result.coherence > 0
    assert result.seconds > 0
    assert 0 <= result.repeated < 1


def test_lda_iterations_no_more_often_than_set(corpus):
    told = []
    few = replace(SETTINGS, max_iter=3)
    compare_models(corpus, ["lda"], few, progress=lambda fraction, _: told.append(fraction))
    fitting = np.unique([fraction for fraction in told if 0.1 < fraction < 1])
    np.testing.assert_allclose(fitting, 0.1 + 0.9 * np.array([1 / 3, 2 / 3]), rtol=1e-12)


def test_lda_of_weights_is_doubted():
    """As of a side of tf-idf features."""
    weights = TfidfTransformer(sublinear_tf=True).fit_transform(common_words())
    with pytest.warns(InputWarning, match="into one topic"):
        *_, warning = BASELINES["lda"].fit({"en": sparse.csr_matrix(weights)}, SETTINGS, 3, None)
    assert "put 60 of 60 documents into one topic" in warning


def test_without_labels_there_is_no_accuracy(corpus):
    (result,) = compare_models(corpus, ["plsa"], SETTINGS)
    assert result.accuracy is None
    assert result.nmi is None


def test_documents_without_a_class_are_not_counted(corpus):
    theme = [name if row % 2 else " " for row, name in enumerate(corpus.fields["theme"])]
    half = replace(corpus, fields={"theme": theme})
    (result,) = compare_models(half, ["plsa"], SETTINGS, "theme")
    assert result.accuracy > 0.9
    assert result.nmi > 0.8


def test_sides_are_split_into_rows_that_sum_to_one(corpus):
    counted = count_sides(corpus, SETTINGS)
    for baseline in ("plsa", "gnmf"):
        topic_word, *_ = BASELINES[baseline].fit(counted.counts, SETTINGS, THEMES, None)
        assert list(topic_word) == ["de", "en"]
        for rows in topic_word.values():
            np.testing.assert_allclose(rows.sum(axis=1), 1.0, rtol=1e-9)


def test_a_corpus_that_is_too_large_is_refused_in_a_sentence(corpus, monkeypatch):
    small = {"lda": replace(BASELINES["lda"], most_documents=50), "plsa": BASELINES["plsa"]}
    monkeypatch.setattr(baselines, "BASELINES", small)
    kept = []
    refused, done = compare_models(corpus, ["lda", "plsa"], SETTINGS, keep=kept.append)
    assert "LDA takes at most 50 documents here, and these are 80" in refused.refusal
    assert not done.refusal
    assert kept == [refused, done]


@pytest.mark.parametrize(
    ("field", "values", "complaint"),
    [
        ("absent", None, "no column 'absent'"),
        ("same", ["x"] * 80, "one class only"),
        ("ids", [str(n) for n in range(80)], "almost as many values"),
    ],
)
def test_labels_that_are_none(corpus, field, values, complaint):
    labelled = replace(corpus, fields={field: values} if values else {})
    with pytest.raises(InputError, match=complaint):
        compare_models(labelled, ["plsa"], SETTINGS, field)


def test_cancelling(corpus):
    def stop(fraction, phase):
        if phase == "LDA":
            raise InterruptedError

    with pytest.raises(InterruptedError):
        compare_models(corpus, ["lda"], SETTINGS, progress=stop)


def test_repeated_words_are_a_share_of_the_best_ones(corpus):
    """Pairs of topics that share a word are more than there are words."""
    (result,) = compare_models(corpus, ["lda"], replace(SETTINGS, n_topics=20))
    assert 0.5 < result.repeated < 1


def test_a_model_fills_a_share_of_the_work_by_what_it_takes(corpus):
    told = []
    few = replace(SETTINGS, max_iter=3)
    compare_models(corpus, ["plsa", "lda"], few, progress=lambda *now: told.append(now))
    begun = min(fraction for fraction, phase in told if phase == "LDA")
    np.testing.assert_allclose(begun, 0.1 + 0.9 / (1 + BASELINES["lda"].slowness), rtol=1e-12)
