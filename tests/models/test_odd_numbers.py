"""Numbers from one end of what fits into a computer to the other: a sentence, or a sound result."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

import gplsa
from gplsa import knn_graph
from gplsa.core.sums import row_sums, scaled_rows, word_shares
from gplsa.names import MAX_LAM, REGULARIZERS
from tests import reference
from tests.models.examples import planted, ring

LAMS = (0.0, 5e-324, 1e-300, 1e-160, 1e-20, 1.0, 1e3, MAX_LAM)
SIZES = (1.0, 5e-324, 1e-300, 1e-150, 1e15, 1e150, 1e250, 1e300, 1.7e308)
WEIGHTS = (1.0, 0.0, 5e-324, 1e-300, 1e9, 1e300)
EDGES = (1.0, 5e-324, 1e-300, 1e-9, 1e6, 1e300)
MANY = settings(max_examples=120, deadline=None)
some = st.sampled_from


@st.composite
def odd_counts(draw, n_docs, n_words=4):
    """A small matrix with rows, single counts or all of it of an odd size, some rows empty."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    counts = rng.poisson(1.0, (n_docs, n_words)).astype(float)
    counts[rng.random(n_docs) < 0.2] = 0.0
    odd = draw(some(SIZES))
    where = {
        "all": 1.0,
        "rows": rng.random((n_docs, 1)) < 0.5,
        "some": rng.random(counts.shape) < 0.2,
    }
    shown = np.broadcast_to(where[draw(some(sorted(where)))], counts.shape) > 0
    return np.where(shown & (counts > 0), odd, counts)


@st.composite
def odd_graph(draw, n_docs):
    return None if draw(st.booleans()) else ring(n_docs, draw(some(EDGES)) / 2)


def check(model, counts, **options):
    """A sentence that names what is wrong, or rows that sum to 1 and a J that never falls."""
    try:
        model.fit(counts, **options)
    except ValueError as problem:
        assert "must" in str(problem)
        return
    tables = [model.doc_topic_, model.topic_word_, model.transform(counts)]
    for table in tables:
        for rows in table.values() if isinstance(table, dict) else [table]:
            assert (rows >= 0).all()
            np.testing.assert_allclose(rows.sum(axis=1), 1.0, rtol=0, atol=1e-9)
    history = np.asarray(model.objective_history_)
    assert np.isfinite(history).all()
    assert np.diff(history).min(initial=0.0) >= -1e-9 * abs(history[0])


@MANY
@given(st.data())
def test_gplsa(data):
    n = data.draw(st.integers(2, 6))
    several = data.draw(st.booleans())
    fit = {
        "regularizer": data.draw(some([*REGULARIZERS])),
        "lam": data.draw(some(LAMS) | st.floats(1e-300, MAX_LAM)),
        "init": data.draw(some(("nmf", "nndsvd", "random"))),
        "accelerate": data.draw(st.booleans()),
    }
    more = {"graph": data.draw(odd_graph(n))}
    if data.draw(st.booleans()):
        more["sample_weight"] = data.draw(st.lists(some(WEIGHTS), min_size=n, max_size=n))
    counts = data.draw(odd_counts(n))
    if several:
        counts = {"a": counts, "b": data.draw(odd_counts(n, 5)), "c": data.draw(odd_counts(n, 3))}
        fit |= {
            "graph_lam": data.draw(some(LAMS)),
            "background_weight": data.draw(some((0.0, 0.9))),
        }
    kind = gplsa.MultimodalGPLSA if several else gplsa.GPLSA
    check(kind(2, max_iter=8, tol=0.0, random_state=0, **fit), counts, **more)


@pytest.mark.parametrize(
    ("name", "several", "options"),
    [
        ("PLSA", False, {"form": ("symmetric", "asymmetric"), "background_weight": (0.0, 0.9)}),
        ("LinkPLSA", True, {}),
        ("CoPLSA", True, {"lam": LAMS, "sigma": (1e-6, 1.0, 1e6), "pair_share": (1e-12, 1.0)}),
        ("GNMF", False, {"lam": LAMS, "loss": ("kl", "frobenius")}),
        ("LDA", False, {"doc_topic_prior": (1e-12, 1.0, 1e9)}),
        ("DeepNMF", False, {"n_clusterings": (5,), "affinity_weight": (0.0, 1.0, 1e9)}),
    ],
)
@settings(max_examples=25, deadline=None)
@given(st.data())
def test_the_other_models(name, several, options, data):
    n = data.draw(st.integers(3, 6))
    fit = {option: data.draw(some(values)) for option, values in options.items()}
    counts = data.draw(odd_counts(n))
    if several:
        counts = {"a": counts, "b": data.draw(odd_counts(n, 5))}
    more = {"graph": data.draw(odd_graph(n))} if name == "GNMF" else {}
    model = getattr(gplsa, name)(2, max_iter=6, random_state=0, **fit)
    if name == "LDA":  # its bound is a bound, and is said to rise in the mean only
        model.set_params(max_iter=1)
    check(model, counts, **more)


@pytest.mark.parametrize("regularizer", REGULARIZERS)
@pytest.mark.parametrize("lam", [1e-300, 1e-3, MAX_LAM])
def test_a_side_that_is_missing_takes_the_mixture_of_the_other(regularizer, lam):
    """With nothing of its own only the other side pulls, however little or much."""
    counts = planted(n_docs=8).counts
    counts["en"][3] = 0.0
    model = gplsa.MultimodalGPLSA(3, regularizer=regularizer, lam=lam, random_state=0).fit(counts)
    found = model.doc_topic_
    np.testing.assert_allclose(found["en"][3], found["de"][3], rtol=0, atol=1e-6)


@pytest.mark.parametrize(
    ("model", "name"),
    [
        (gplsa.GPLSA(2, lam=1e160), "lam"),
        (gplsa.MultimodalGPLSA(2, regularizer="l2", lam=1e160), "lam"),
        (gplsa.MultimodalGPLSA(2, graph_lam=1e7), "graph_lam"),
        (gplsa.CoPLSA(2, lam=1e7), "lam"),
        (gplsa.CoPLSA(2, sigma=1e200), "sigma"),
        (gplsa.GNMF(2, lam=10**400), "lam"),
        (gplsa.LDA(2, doc_topic_prior=1e300), "doc_topic_prior"),
        (gplsa.DeepNMF(2, affinity_weight=1e300), "affinity_weight"),
        (gplsa.GPSupervisedLDA(2, bandwidth=1e300), "bandwidth"),
        (gplsa.GPSupervisedLDA(2, topic_word_prior=1e300), "topic_word_prior"),
    ],
    ids=lambda given: given if isinstance(given, str) else type(given).__name__,
)
def test_parameters_have_an_upper_bound(model, name):
    counts = planted(n_docs=8).counts
    several = isinstance(model, gplsa.MultimodalGPLSA | gplsa.CoPLSA)
    labels = {"y": [0, 1] * 4} if isinstance(model, gplsa.GPSupervisedLDA) else {}
    with pytest.raises(ValueError, match=rf"{name} must be .* to "):
        model.fit(counts if several else counts["de"], **labels)


def test_what_is_weighed_has_an_upper_bound():
    counts = planted(n_docs=8).counts
    model = gplsa.MultimodalGPLSA(2)
    prior = {"de": np.full((2, counts["de"].shape[1]), 1e10)}
    for name, options in {
        "sample_weight": {"sample_weight": [1e10] * 8},
        "start": {"start": np.full((8, 2), 1e10)},
        "prior": {"prior": prior},
        "graph": {"graph": ring(8, 1e7)},
        "counts of modality 'de'": {},
    }.items():
        given = counts if options else {"de": counts["de"] * 1e250}
        with pytest.raises(ValueError, match=rf"{name}.*(exceed|from 0 to)"):
            model.fit(given, **options)


def test_sums_of_what_is_very_large_or_very_small():
    rows = np.array([[1.0, 2.0, 1.0], [0.0, 0.0, 0.0], [3.0, 0.0, 1.0]])
    for size in (1e-300, 1e300):
        scaled = scaled_rows(sparse.csr_matrix(rows * size), np.ones(3))
        np.testing.assert_allclose(scaled.toarray(), reference.rows_to_one(rows), rtol=1e-12)
        np.testing.assert_array_equal(row_sums(scaled) > 0, [True, False, True])
    tiny = word_shares(sparse.csr_matrix(rows * 1e-305))
    np.testing.assert_allclose(tiny, rows.sum(axis=0) / 8, rtol=1e-9)


def test_neighbours_of_what_is_very_large_or_very_small():
    features = planted(n_docs=8).counts["de"]
    usual = knn_graph(features, 2).toarray()
    sizes = np.array([1e-200, 1e195, 1, 1e-290, 1e190, 1, 1, 1])[:, None]
    np.testing.assert_array_equal(knn_graph(features * sizes, 2).toarray(), usual)
