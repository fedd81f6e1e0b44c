"""What cannot be fitted is refused in one message that names every argument at fault."""

import numpy as np
import pytest
from scipy import sparse

from gplsa import GPLSA, LDA, PLSA, MultimodalGPLSA, knn_graph
from gplsa.core.divergences.l2 import L2
from tests.models.examples import planted, ring

COUNTS = planted(n_docs=8).counts
X = COUNTS["de"]


def with_entry(value):
    x = X.copy()
    x[2, 3] = value
    return x


@pytest.mark.parametrize(
    ("counts", "words"),
    [
        (with_entry(-1.0), ["counts", "negative", "-1"]),
        (with_entry(np.nan), ["counts", "NaN"]),
        (with_entry(np.inf), ["counts", "infinit"]),
        (X[0], ["counts", "1 dimension"]),
        (X[None], ["counts", "3 dimension"]),
        (X[:0], ["counts", "0×20"]),
        (X[:, :0], ["counts", "8×0"]),
        (np.array([["a", "b"]]), ["counts", "numeric"]),
        (X * 1j, ["counts", "numeric", "Complex data not supported"]),
        (sparse.csr_matrix(X * 1j), ["counts", "numeric", "Complex data not supported"]),
        (None, ["counts", "NoneType"]),
        (np.ma.masked_greater(X, 1), ["counts", "masked"]),
        (sparse.csr_matrix(with_entry(-2.0)), ["counts", "negative", "-2"]),
        (sparse.csr_matrix(with_entry(np.nan)), ["counts", "NaN"]),
    ],
)
@pytest.mark.parametrize(
    "model", [PLSA(2), GPLSA(2), MultimodalGPLSA(2)], ids=lambda m: type(m).__name__
)
def test_counts(model, counts, words):
    given = {"de": counts} if isinstance(model, MultimodalGPLSA) else counts
    with pytest.raises(ValueError) as caught:
        model.fit(given)
    for word in words:
        assert word in str(caught.value)


def test_what_is_no_number_is_an_error_of_value_and_of_type():
    cells = X.astype(object)
    cells[0, 0] = {"count": 1}
    for kind in (ValueError, TypeError):
        with pytest.raises(kind, match=r"counts must be a numeric matrix.*not 'dict'.*n_topics"):
            PLSA(0).fit(cells)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("n_topics", 0),
        ("n_topics", -3),
        ("n_topics", 2.5),
        ("n_topics", True),
        ("n_topics", "many"),
        ("n_topics", None),
        ("n_topics", 8 * 45 + 1),
        ("lam", -1.0),
        ("lam", np.inf),
        ("lam", np.nan),
        ("lam", "strong"),
        ("lam", None),
        ("graph_lam", -1.0),
        ("graph_lam", np.inf),
        ("regularizer", "l3"),
        ("regularizer", None),
        ("regularizer", ["l1"]),
        ("max_iter", 0),
        ("max_iter", 1.5),
        ("tol", -1e-9),
        ("tol", np.nan),
        ("init", "zeros"),
        ("init", np.ones((2, 2))),
        ("n_init", 0),
        ("n_jobs", 0),
        ("n_jobs", 1.5),
        ("n_jobs", "all"),
        ("random_state", "seed"),
        ("random_state", -1),
    ],
)
def test_parameters(name, value):
    with pytest.raises(ValueError, match=name) as caught:
        MultimodalGPLSA(**({"n_topics": 2} | {name: value})).fit(COUNTS)
    assert repr(value) in str(caught.value)


def test_jobs_that_nobody_can_have_are_told():
    for refused in (MultimodalGPLSA(2, n_jobs=-2).fit, LDA(2, n_jobs=-2).fit):
        with pytest.raises(ValueError, match="at least 1, or -1 for every processor, got -2"):
            refused(COUNTS)
    with pytest.raises(ValueError, match="or -1 for every processor, got 0"):
        knn_graph(COUNTS["de"], n_jobs=0)


def test_a_callback_that_cannot_be_called_is_told():
    for fit, given in (
        *((PLSA(2).fit, X), (GPLSA(2).fit, X), (LDA(2).fit, X), (MultimodalGPLSA(2).fit, COUNTS)),
    ):
        with pytest.raises(ValueError, match="callback must be a function of a FitProgress, got 5"):
            fit(given, callback=5)


class OfTwoNumbers(L2):
    """As it is wrong to write one: a divergence gets the logarithms, too."""

    @staticmethod
    def value(a, b):
        return (a - b) ** 2


def test_a_divergence_that_cannot_be_computed_is_one_sentence():
    with pytest.raises(ValueError, match=r"OfTwoNumbers\(\) must .* takes 2 positional") as caught:
        GPLSA(2, regularizer=OfTwoNumbers()).fit(X, graph=ring(8))
    assert "\n" not in str(caught.value)


def test_all_problems_of_one_call_together():
    with pytest.raises(ValueError) as caught:
        MultimodalGPLSA(0, lam=-1.0, regularizer="l3", tol=np.nan).fit(
            {"de": with_entry(-1.0), "en": COUNTS["en"]}
        )
    for word in ("n_topics", "lam", "regularizer", "tol", "'de'"):
        assert word in str(caught.value)
    with pytest.raises(ValueError) as caught:
        GPLSA(0, lam=-1.0).fit(X, graph=ring(9), sample_weight=[1.0, 2.0])
    for word in ("n_topics", "lam", "graph has 9 nodes", "8 documents", "sample_weight"):
        assert word in str(caught.value)


def test_modalities_must_fit_together():
    with pytest.raises(ValueError, match=r"same number of documents.*'de' has 8.*'en' has 7"):
        MultimodalGPLSA(2).fit({"de": X, "en": COUNTS["en"][:7]})
    for nothing in ({}, X, None, [X]):
        with pytest.raises(ValueError, match="counts"):
            MultimodalGPLSA(2).fit(nothing)


@pytest.mark.parametrize(
    ("graph", "words"),
    [
        (ring(9), ["graph has 9 nodes", "8 documents"]),
        (np.ones((8, 9)), ["graph", "square"]),
        (np.triu(np.ones((8, 8)), 1), ["graph", "symmetric"]),
        (-ring(8).toarray(), ["graph", "negative"]),
        (np.full((8, 8), np.nan), ["graph", "NaN"]),
        ("near", ["graph"]),
    ],
)
def test_graphs(graph, words):
    for model, given in ((GPLSA(2), X), (MultimodalGPLSA(2), COUNTS)):
        with pytest.raises(ValueError) as caught:
            model.fit(given, graph=graph)
        for word in words:
            assert word in str(caught.value)


@pytest.mark.parametrize("weights", [[1.0] * 7, [-1.0] + [1.0] * 7, [np.nan] * 8, "heavy", [["a"]]])
def test_weights(weights):
    for model, given in ((PLSA(2), X), (GPLSA(2), X), (MultimodalGPLSA(2), COUNTS)):
        with pytest.raises(ValueError, match="sample_weight"):
            model.fit(given, sample_weight=weights)


def test_forms_of_plsa():
    with pytest.raises(ValueError, match="form"):
        PLSA(2, form="round").fit(X)
    for weight in (-0.1, 1.0, np.nan):
        with pytest.raises(ValueError, match="background_weight"):
            PLSA(2, background_weight=weight).fit(X)
    with pytest.raises(ValueError, match="sample_weight"):
        PLSA(2, form="symmetric").fit(X, sample_weight=np.ones(8))


def test_transform():
    single = PLSA(2, random_state=0).fit(X)
    with pytest.raises(ValueError, match="20"):
        single.transform(X[:, :5])
    several = MultimodalGPLSA(2, random_state=0).fit(COUNTS)
    with pytest.raises(ValueError, match=r"'fr'.*de, en"):
        several.transform({"fr": X})
    with pytest.raises(ValueError, match=r"'de'.*20 words, got 5"):
        several.transform({"de": X[:, :5]})
    with pytest.raises(ValueError, match="max_iter"):
        several.transform(COUNTS, max_iter=0)


@pytest.mark.parametrize(
    ("features", "options", "words"),
    [
        (-X, {}, ["features"]),
        (X, {"n_neighbors": 0}, ["n_neighbors", "0"]),
        (X, {"weights": "warm"}, ["weights", "warm"]),
        (-X, {"n_neighbors": 1.5, "weights": None}, ["features", "n_neighbors", "weights"]),
    ],
)
def test_knn_graph(features, options, words):
    with pytest.raises(ValueError) as caught:
        knn_graph(features, **options)
    for word in words:
        assert word in str(caught.value)
