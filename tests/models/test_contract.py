"""What every model class promises, whatever it is: one test over all of them."""

import inspect
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest
from scipy import sparse
from sklearn.base import clone

import gplsa
from gplsa import models, papers
from tests.models.examples import planted, ring

N_DOCS, N_TOPICS = 30, 3
CORPUS = planted(n_docs=N_DOCS, n_topics=N_TOPICS, concentration=0.1, seed=11)
GRAPH = ring(N_DOCS, 0.2)


@dataclass(frozen=True)
class Case:
    """One way to use one class."""

    model: Any
    several: bool = False
    graph: bool = False
    labels: bool = False
    rises: bool = True  # objective_history_ holds every iteration and never falls
    knows_labels: bool = False  # doc_topic_ saw what transform does not see
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def counts(self) -> Any:
        return CORPUS.counts if self.several else CORPUS.counts["de"]

    def fit(self, counts: Any = None, model: Any = None, **more: Any) -> Any:
        model = clone(self.model) if model is None else model
        if self.graph:
            more["graph"] = GRAPH
        if self.labels:
            more["y"] = CORPUS.doc_topic.argmax(axis=1)
        return model.fit(self.counts if counts is None else counts, **more)


MODELS = [*models.__all__, *papers.__all__]


def made(name: str, **options: Any) -> Any:
    return getattr(gplsa, name)(N_TOPICS, random_state=0, **options)


CASES = {
    "PLSA": Case(made("PLSA")),
    "PLSA random": Case(made("PLSA", init="random", n_init=2)),
    "GPLSA": Case(made("GPLSA", regularizer="l2", lam=0.5), graph=True),
    "GPLSA random": Case(made("GPLSA", regularizer="l1", lam=0.1, init="random"), graph=True),
    "MultimodalGPLSA": Case(made("MultimodalGPLSA", graph_lam=0.1), several=True, graph=True),
    "LinkPLSA": Case(made("LinkPLSA"), several=True),
    "LDA": Case(made("LDA", max_iter=30), rises=False),
    "LDA glued": Case(made("LDA", max_iter=30), several=True, rises=False),
    "GNMF": Case(made("GNMF", lam=0.1), graph=True),
    "GNMF kl": Case(made("GNMF", loss="kl", lam=0.1, init="random"), graph=True),
    "CoPLSA": Case(made("CoPLSA", pair_share=0.3), several=True),
    **{
        f"DeepNMF {variant}": Case(made("DeepNMF", variant=variant, n_clusterings=20))
        for variant in ("basic", "structured", "constrained")
    },
    "GPSupervisedLDA": Case(
        made("GPSupervisedLDA", max_iter=5, inducing_per_class=2), labels=True, knows_labels=True
    ),
}
# No topics: a clustering that DeepNMF is built on.
NOT_TOPICS = {"MultilayerBootstrapNetwork"}

every_case = pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
_fitted: dict[int, Any] = {}


def fitted(case: Case) -> Any:
    """Each case is fitted once for all tests that only look."""
    return _fitted.setdefault(id(case), case.fit())


def by_modality(value: Any) -> list[np.ndarray]:
    return list(value.values()) if isinstance(value, dict) else [value]


def test_no_model_is_left_out():
    exported = {name: getattr(gplsa, name) for name in MODELS}
    classes = {n for n, it in exported.items() if inspect.isclass(it) and hasattr(it, "fit")}
    assert classes - NOT_TOPICS == {type(case.model).__name__ for case in CASES.values()}
    for name in MODELS:
        assert getattr(gplsa, name) is getattr(gplsa, name)


@every_case
def test_fit_returns_the_model_and_clones_are_unfitted(case):
    model = clone(case.model)
    before = model.get_params()
    assert case.fit(model=model) is model
    assert model.get_params() == before, "fit changed a parameter"
    assert not hasattr(clone(model), "topic_word_")
    assert clone(model).get_params() == before
    with pytest.raises(ValueError, match="not fitted"):
        clone(case.model).transform(case.counts)


@every_case
def test_shapes_and_probabilities(case):
    model = fitted(case)
    for topics, counts in zip(
        by_modality(model.topic_word_), by_modality(case.counts), strict=True
    ):
        assert topics.shape == (N_TOPICS, counts.shape[1])
    for theta in by_modality(model.doc_topic_):
        assert theta.shape == (N_DOCS, N_TOPICS)
    for rows in (*by_modality(model.topic_word_), *by_modality(model.doc_topic_)):
        assert rows.dtype == np.float64
        assert (rows >= 0).all()
        np.testing.assert_allclose(rows.sum(axis=1), 1.0, rtol=1e-9)
    if case.several:
        assert tuple(model.modalities_) == tuple(case.counts)
        assert list(model.topic_word_) == list(case.counts)


@every_case
def test_history(case):
    model = fitted(case)
    history = model.objective_history_
    assert np.isfinite(history).all()
    assert history[-1] > history[0]
    assert isinstance(model.converged_, bool | np.bool_)
    assert 1 <= model.n_iter_ <= model.max_iter
    assert model.converged_ or model.n_iter_ == model.max_iter
    if case.rises:
        assert len(history) == model.n_iter_ + 1
        assert np.diff(history).min() >= -1e-9 * abs(history[0])


@every_case
def test_same_seed_same_bytes_for_any_form_of_input(case):
    model = fitted(case)
    given = case.counts
    sparser = (
        {name: sparse.coo_matrix(x) for name, x in given.items()}
        if case.several
        else sparse.csc_matrix(given)
    )
    again = case.fit(sparser)
    assert again.objective_history_.tobytes() == model.objective_history_.tobytes()
    for name in ("topic_word_", "doc_topic_"):
        for one, other in zip(
            by_modality(getattr(model, name)), by_modality(getattr(again, name)), strict=True
        ):
            assert one.tobytes() == other.tobytes()


@every_case
def test_folding_in(case):
    model = fitted(case)
    folded = model.transform(case.counts)
    for found, theta in zip(by_modality(folded), by_modality(model.doc_topic_), strict=True):
        assert found.shape == theta.shape
        np.testing.assert_allclose(found.sum(axis=1), 1.0, rtol=1e-9)
        if not case.knows_labels:
            # Topics are well apart here: nearly every document keeps its heaviest one.
            assert (found.argmax(axis=1) == theta.argmax(axis=1)).mean() > 0.8
    unseen = planted(n_docs=4, n_topics=N_TOPICS, seed=12).counts
    some = unseen if case.several else unseen["de"]
    for found in by_modality(model.transform(some)):
        assert found.shape == (4, N_TOPICS)
    empty = {"en": np.zeros((2, 25))} if case.several else np.zeros((2, 20))
    for found in by_modality(model.transform(empty)):
        np.testing.assert_allclose(found.sum(axis=1), 1.0, rtol=1e-9)


@every_case
def test_what_does_not_fit_is_named_all_at_once(case):
    wrong = np.array(CORPUS.counts["de"])
    wrong[1, 1] = -1.0
    given = {"de": wrong, "en": CORPUS.counts["en"]} if case.several else wrong
    model = clone(case.model).set_params(max_iter=0, n_topics=-1, tol=np.nan)
    with pytest.raises(ValueError) as caught:
        case.fit(given, model=model)
    for word in ("counts", "-1", "max_iter", "n_topics", "tol"):
        assert word in str(caught.value)
    narrow = {"de": np.ones((2, 3))} if case.several else np.ones((2, 3))
    with pytest.raises(ValueError, match=r"3\b.*20|20.*\b3"):
        fitted(case).transform(narrow)


@every_case
def test_a_callback_sees_every_iteration_and_can_stop(case):
    seen = []
    case.fit(model=clone(case.model).set_params(max_iter=3), callback=seen.append)
    assert [p.iteration for p in seen] == list(range(1, len(seen) + 1))
    assert len(seen) >= 1
    assert np.isfinite([p.objective for p in seen]).all()

    def stop(progress: Any) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        case.fit(callback=stop)
