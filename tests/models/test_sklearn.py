"""scikit-learn's own contract for estimators of one matrix."""

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn.base import BaseEstimator, clone
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.utils.estimator_checks import (
    check_dataframe_column_names_consistency,
    check_set_output_transform,
    check_set_output_transform_pandas,
    check_transformer_get_feature_names_out,
    check_transformer_get_feature_names_out_pandas,
    parametrize_with_checks,
)

import gplsa
from gplsa import (
    GNMF,
    GPLSA,
    LDA,
    PLSA,
    CoPLSA,
    DeepNMF,
    LinkPLSA,
    MultilayerBootstrapNetwork,
    MultimodalGPLSA,
    models,
    papers,
)
from gplsa.core import held_out
from tests.models.examples import planted

START = (
    "the start by SVD sees a document of weight 2 otherwise than two copies of it, and J has many "
    "local optima: from there the fits end in two of them (J −89.986 and −89.974, however long)"
)
EXPECTED = {
    "check_clustering": "hands over negative features",
    "check_sample_weight_equivalence_on_dense_data": START,
    "check_sample_weight_equivalence_on_sparse_data": START,
}

# Given the topics, the likelihood is concave in a document's mixture: `transform` of the training
# documents ends where `fit` ended, provided that `fit` was not stopped before its mixtures settled.
SETTLED = {"tol": 1e-7, "max_iter": 1000}


ESTIMATORS = [
    PLSA(2, random_state=0, **SETTLED),
    GPLSA(2, random_state=0, **SETTLED),
    GNMF(2, random_state=0, **SETTLED),
    LDA(2, max_iter=5, random_state=0),
    DeepNMF(2, n_clusterings=20, random_state=0),
    MultilayerBootstrapNetwork(2, n_clusterings=20, random_state=0),
]
ELSEWHERE = {"GPSupervisedLDA": "a classifier, checked in tests/papers/gp_supervised"}
NOT_CHECKED = {
    "MultimodalGPLSA": "takes one matrix for each modality, by name",
    "LinkPLSA": "takes one matrix for each modality, by name",
    "CoPLSA": "takes one matrix for each modality, by name",
}
# scikit-learn asks these of its own estimators alone; `parametrize_with_checks` leaves them out.
NAMES = (
    check_dataframe_column_names_consistency,
    check_set_output_transform,
    check_set_output_transform_pandas,
    check_transformer_get_feature_names_out,
    check_transformer_get_feature_names_out_pandas,
)


@parametrize_with_checks(ESTIMATORS, expected_failed_checks=lambda estimator: EXPECTED)
def test_contract(estimator, check):
    check(estimator)


def test_every_estimator_is_checked_or_says_why_not():
    exported = {
        name
        for name in (*models.__all__, *papers.__all__)
        if isinstance(found := getattr(gplsa, name), type) and issubclass(found, BaseEstimator)
    }
    checked = {type(estimator).__name__ for estimator in ESTIMATORS}
    assert checked | set(ELSEWHERE) | set(NOT_CHECKED) == exported


# One of them asks with and without names, which warns of any estimator.
@pytest.mark.filterwarnings("ignore:X (has|does not have valid) feature names")
@pytest.mark.parametrize("estimator", ESTIMATORS, ids=lambda e: type(e).__name__)
@pytest.mark.parametrize("check", NAMES, ids=lambda check: check.__name__)
def test_names_of_columns(estimator, check):
    check(type(estimator).__name__, clone(estimator))


def test_topics_have_names_and_are_components():
    counts = planted(seed=3).counts["de"]
    words = pd.DataFrame(counts, columns=[f"word {w}" for w in range(counts.shape[1])])
    for model in (PLSA(3, random_state=0), GPLSA(3, random_state=0), LDA(3, random_state=0)):
        found = model.set_output(transform="pandas").fit(words).transform(words)
        assert list(found.columns) == list(model.get_feature_names_out())
        assert list(model.feature_names_in_) == list(words.columns)
        assert model.components_ is model.topic_word_
        with pytest.raises(ValueError, match="feature names should match"):
            model.transform(words[words.columns[::-1]])


def test_the_score_is_the_log_likelihood_of_words_not_shown():
    corpus = planted(n_docs=90, n_topics=4, n_words=(80, 90)).counts
    train = {name: counts[:60] for name, counts in corpus.items()}
    new = {name: counts[60:] for name, counts in corpus.items()}
    single = PLSA(4, background_weight=0.3, random_state=0).fit(train["de"])
    shown, held = held_out.split_words(sparse.csr_matrix(new["de"]), 0)
    assert (shown + held != sparse.csr_matrix(new["de"])).nnz == 0
    p = 0.7 * single.transform(shown) @ single.topic_word_ + 0.3 * single.background_
    expected = held.multiply(np.log(np.maximum(p, 1e-12))).sum() / held.sum()
    assert single.score(new["de"]) == pytest.approx(expected, rel=1e-12)
    for several in (MultimodalGPLSA, LinkPLSA, CoPLSA, LDA):
        # Better than chance, and than topics of other words.
        right = several(4, random_state=0).fit(train)
        wrong = several(4, random_state=0).fit({n: c[:, ::-1] for n, c in train.items()})
        assert wrong.score(new) < -np.log(90) < right.score(new) < 0
    with pytest.raises(ValueError, match="no words to predict"):
        single.score(np.zeros((2, 80)))


def test_a_grid_search_finds_the_number_of_topics_without_labels():
    counts = planted(n_docs=120, n_topics=4, n_words=(80,)).counts["de"]
    search = GridSearchCV(PLSA(random_state=0), {"n_topics": [1, 2, 4, 8, 16]}, cv=3).fit(counts)
    assert search.best_params_ == {"n_topics": 4}
    pipeline = make_pipeline(CountVectorizer(), PLSA(2, random_state=0))
    texts = ["rain wind storm rain", "wind rain", "ship sea sail", "sea sail ship ship"] * 5
    found = GridSearchCV(pipeline, {"plsa__n_topics": [1, 2]}, cv=2).fit(texts)
    assert found.best_params_ == {"plsa__n_topics": 2}


@pytest.mark.parametrize("model", [PLSA(4), GPLSA(4, lam=3.0), MultimodalGPLSA(4, graph_lam=2.0)])
def test_parameters_survive_cloning(model):
    assert clone(model).get_params() == model.get_params()
    assert clone(model).set_params(n_topics=7).n_topics == 7
    assert f"{type(model).__name__}(" in repr(model)


def test_fit_transform_and_pipelines():
    counts = planted(seed=3).counts
    model = PLSA(3, random_state=0)
    np.testing.assert_array_equal(model.fit_transform(counts["de"]), model.doc_topic_)
    pipeline = make_pipeline(PLSA(3, random_state=0))
    assert pipeline.fit(counts["de"]).transform(counts["de"]).shape == (30, 3)
    several = MultimodalGPLSA(3, random_state=0)
    together = several.fit_transform(counts)
    assert together is several.doc_topic_
    assert list(together) == ["de", "en"]


def test_a_generator_serves_as_seed():
    counts = planted(seed=3).counts["de"]
    a = PLSA(3, init="random", random_state=np.random.default_rng(5)).fit(counts)
    b = PLSA(3, init="random", random_state=5).fit(counts)
    c = PLSA(3, init="random", random_state=6).fit(counts)
    assert a.topic_word_.tobytes() == b.topic_word_.tobytes()
    assert a.topic_word_.tobytes() != c.topic_word_.tobytes()
