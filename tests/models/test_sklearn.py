"""scikit-learn's own contract for estimators of one matrix."""

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.pipeline import make_pipeline
from sklearn.utils.estimator_checks import parametrize_with_checks

from gplsa import (
    GNMF,
    GPLSA,
    LDA,
    PLSA,
    DeepNMF,
    MultilayerBootstrapNetwork,
    MultimodalGPLSA,
)
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


@parametrize_with_checks(
    [
        PLSA(2, random_state=0, **SETTLED),
        GPLSA(2, random_state=0, **SETTLED),
        GNMF(2, random_state=0, **SETTLED),
        LDA(2, max_iter=5, random_state=0),
        DeepNMF(2, n_clusterings=20, random_state=0),
        MultilayerBootstrapNetwork(2, n_clusterings=20, random_state=0),
    ],
    expected_failed_checks=lambda estimator: EXPECTED,
)
def test_contract(estimator, check):
    check(estimator)


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
