"""GPSupervisedLDA as a whole: the bound never falls, it learns, and it is a classifier."""

import numpy as np
import pytest
from scipy import sparse
from sklearn.base import clone
from sklearn.utils.estimator_checks import parametrize_with_checks

from gplsa.papers.gp_supervised.model import GPSupervisedLDA
from tests.models.examples import planted
from tests.papers.gp_supervised import naive

EXPECTED = {
    "check_classifiers_train": "rows of two numbers lose their length, and with it their class",
    "check_decision_proba_consistency": "hands over negative counts",
}

CORPUS = planted(n_docs=120, n_topics=4, concentration=0.1, seed=2)
COUNTS = CORPUS.counts["de"]
# Not linear in the mixtures: topics 0 and 1 are one class, as are 2 and 3.
PAIRED = np.array(["sea", "land"])[CORPUS.doc_topic.argmax(axis=1) // 2]
FOUR = CORPUS.doc_topic.argmax(axis=1)
SEVERAL = (CORPUS.doc_topic > 0.3).astype(int)


def small(n_topics=4, **options):
    return GPSupervisedLDA(n_topics, **({"max_iter": 15, "random_state": 0} | options))


@parametrize_with_checks([small(2)], expected_failed_checks=lambda estimator: EXPECTED)
def test_contract(estimator, check):
    check(estimator)


@pytest.mark.parametrize("y", [PAIRED, FOUR, SEVERAL], ids=["two", "four", "several"])
@pytest.mark.parametrize(
    "options",
    [{}, {"feature_variance": 0.1}, {"feature_precision": 10.0}, {"feature_precision": 1e4}],
)
def test_the_bound_never_falls(y, options):
    told = []
    model = small(tol=0.0, **options).fit(COUNTS, y, callback=told.append)
    history = model.objective_history_
    assert np.diff(history).min() >= -1e-9 * abs(history[0])
    assert len(history) == model.n_iter_ + 1
    assert [t.objective for t in told] == list(history[1:])
    assert model.feature_variance_ == options.get("feature_variance", model.feature_variance_)


def test_the_bound_is_the_one_written_out(monkeypatch):
    ascents = []
    from gplsa.papers.gp_supervised import model as module

    begin = module.Ascent
    monkeypatch.setattr(module, "Ascent", lambda *a: ascents.append(begin(*a)) or ascents[0])
    counts = np.vstack([COUNTS[:11], 0 * COUNTS[:1]])
    model = small(2, max_iter=2).fit(counts, FOUR[:12])
    at = ascents[0]
    entries = iter(at.state.phi)
    phi = [{w: next(entries) for w in np.flatnonzero(row)} for row in counts]
    q = at.posterior
    expected = (
        naive.topic_bound(counts, phi, at.state.gamma, at.topics, 1.0, 0.01)
        + naive.tie_bound(counts, phi, at.kernel.means, 300.0, at.variance)
        + naive.process_bound(
            at.kernel.means, at.variance, q.points, 0.5, at.outputs, 10.0,
            q.factor @ q.means, q.factor @ q.inner @ q.factor.T,
        )
    )  # fmt: skip
    assert model.objective_history_[-1] == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize("y", [PAIRED, FOUR], ids=["two", "four"])
def test_classes_of_unseen_documents(y):
    model = small().fit(COUNTS[:90], y[:90])
    assert model.score(COUNTS[90:], y[90:]) > 0.85
    probabilities = model.predict_proba(COUNTS)
    np.testing.assert_allclose(probabilities.sum(axis=1), 1.0)
    np.testing.assert_array_equal(
        model.classes_[probabilities.argmax(axis=1)], model.predict(COUNTS)
    )
    np.testing.assert_allclose(model.topic_word_.sum(axis=1), 1.0)
    np.testing.assert_allclose(model.doc_topic_.sum(axis=1), 1.0)
    assert model.transform(COUNTS[90:]).shape == (30, 4)


def test_several_labels():
    model = small().fit(sparse.csr_matrix(COUNTS[:90]), sparse.csr_matrix(SEVERAL[:90]))
    predicted = model.predict(COUNTS[90:])
    assert (predicted == SEVERAL[90:]).mean() > 0.85
    assert model.predict_proba(COUNTS).shape == (120, 4)
    assert ((model.predict_proba(COUNTS) > 0.5) == model.predict(COUNTS)).all()
    assert ((model.decision_function(COUNTS) > 0) == model.predict(COUNTS)).all()


def test_labels_move_the_topics():
    """Three loud topics say nothing of the class; a few quiet words do."""
    rng = np.random.default_rng(0)
    labels = np.arange(400) % 2
    topics = np.random.default_rng(5).dirichlet(np.full(12, 0.2), size=3)
    loud = [rng.multinomial(30, p) for p in rng.dirichlet([0.1, 0.1, 0.1], size=400) @ topics]
    quiet = rng.poisson(np.where(labels[:, None] == [0, 0, 0, 1, 1, 1], 2.0, 0.1))
    counts = np.hstack([loud, quiet]).astype(float)
    right = []
    for zeta in (1e-6, 300.0):
        model = small(feature_precision=zeta, feature_variance=0.003, max_iter=60)
        right.append(model.fit(counts[:200], labels[:200]).score(counts[200:], labels[200:]))
    assert right[0] < 0.7
    assert right[1] > 0.85


def test_a_step_of_the_process_alone_is_regression():
    """Without pull on the words and without variance, q(u) is the sparse regression's."""
    model = small(feature_precision=1e9, feature_variance=1e-12).fit(COUNTS, PAIRED)
    q = model.posterior_
    near = np.exp(-((model.features_[:, None] - q.points) ** 2).sum(axis=2) / (2 * 0.5**2))
    gram = q.factor @ q.factor.T
    signs = np.where(model.classes_[1] == PAIRED, 1.0, -1.0)
    weights = np.linalg.solve(gram / 10.0 + near.T @ near, near.T @ (signs - signs.mean()))
    given, _ = q.predict(model.features_)
    np.testing.assert_allclose(given[:, 0], near @ weights, atol=1e-5)


@pytest.mark.parametrize(
    ("x", "y", "n_topics"),
    [
        (COUNTS, FOUR, 1),
        (COUNTS, np.zeros(120), 3),  # one class
        (COUNTS[:1], [1], 2),
        (np.zeros((4, 3)), [0, 1, 0, 1], 2),
        (np.vstack([COUNTS[:6], np.zeros((2, 20))]), np.arange(8) % 3, 2),
        (COUNTS, np.zeros((120, 2), dtype=int), 2),  # no label anywhere
        (COUNTS * 1e-3, FOUR, 3),  # shares instead of counts
        (COUNTS, np.arange(120), 3),  # every document its own class
    ],
)
@pytest.mark.parametrize("prior", [0.0, 0.01])
def test_edges(x, y, n_topics, prior):
    model = small(n_topics, topic_word_prior=prior, max_iter=4).fit(x, y)
    history = model.objective_history_
    assert np.isfinite(history).all()
    assert np.diff(history).min() >= -1e-9 * abs(history).max()
    unseen = np.vstack([x[:2], 0 * x[:1]])
    for rows in (model.topic_word_, model.doc_topic_, model.transform(unseen)):
        np.testing.assert_allclose(rows.sum(axis=1), 1.0)
    np.testing.assert_allclose(model.transform(unseen)[-1], 1.0 / n_topics)
    assert np.isfinite(model.predict_proba(unseen)).all()
    if len(np.unique(y)) == 1 and np.ndim(y) == 1:
        np.testing.assert_array_equal(model.predict(unseen), y[0])


def test_same_seed_same_bytes_whatever_the_threads(monkeypatch):
    monkeypatch.setattr("gplsa.papers.gp_supervised.topics._BLOCK_CELLS", 200)  # many blocks
    one, two, other = (
        small(n_jobs=jobs, random_state=seed).fit(COUNTS, FOUR)
        for jobs, seed in ((1, 4), (2, 4), (1, 5))
    )
    assert one.topic_word_.tobytes() == two.topic_word_.tobytes()
    assert one.decision_function(COUNTS).tobytes() == two.decision_function(COUNTS).tobytes()
    assert one.topic_word_.tobytes() != other.topic_word_.tobytes()
    assert clone(one).get_params() == one.get_params()


def test_progress_and_cancelling():
    told = []
    small().fit(COUNTS, FOUR, progress=lambda fraction, phase: told.append(fraction))
    assert told == sorted(told)
    assert told[-1] == 1.0

    def stop(*_):
        raise KeyboardInterrupt

    for how in ({"callback": stop}, {"progress": stop}):
        with pytest.raises(KeyboardInterrupt):
            small().fit(COUNTS, FOUR, **how)


def test_all_problems_of_one_call_together():
    wrong = {
        "n_topics": 0, "doc_topic_prior": 0.0, "topic_word_prior": -1.0, "bandwidth": 0.0,
        "feature_precision": np.inf, "feature_variance": 0.0, "noise_precision": "much",
        "inducing_per_class": 0, "max_iter": 0, "tol": -1.0, "random_state": -1, "n_jobs": 0,
    }  # fmt: skip
    assert set(wrong) == set(GPSupervisedLDA().get_params())
    with pytest.raises(ValueError) as caught:
        GPSupervisedLDA(**wrong).fit(-COUNTS, FOUR[:7])
    for name in ("counts", *wrong):
        assert name in str(caught.value)
    for y, words in (
        (None, "requires y"),
        (FOUR[:5], "each of 120"),
        (np.linspace(0, 1, 120), "continuous"),
        (SEVERAL * 2, "0 and 1"),
    ):
        with pytest.raises(ValueError, match=words):
            small().fit(COUNTS, y)
    with pytest.raises(ValueError, match="7 features"):
        small().fit(COUNTS, FOUR).predict(COUNTS[:, :7])
