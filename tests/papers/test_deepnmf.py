"""Deep NMF: losses and updates against plain matrices, never a rise, and what it promises."""

import numpy as np
import pytest
from scipy import sparse
from sklearn.feature_extraction.text import TfidfTransformer

from gplsa.core.fitting import Watch, climb
from gplsa.evaluation.classes import clustering_accuracy
from gplsa.papers.deep.deepnmf import DeepNMF
from gplsa.papers.deep.factors import VARIANTS, Factorisation, Factors, positive_root
from tests.models.examples import planted

CORPUS = planted(n_docs=60, n_topics=3, concentration=0.05, seed=1)
COUNTS = CORPUS.counts["de"]


def small(n_topics=3, **options):
    return DeepNMF(n_topics, **({"n_clusterings": 30, "random_state": 0} | options))


def problem(variant, seed=0, lam=(1.0, 1.0)):
    """A random factorisation and a random place to start from."""
    rng = np.random.default_rng(seed)
    x = rng.random((12, 9)) * (rng.random((12, 9)) < 0.6)
    labels = np.eye(3)[rng.integers(3, size=12)]
    mixtures = rng.random((12, 3)) * (labels if variant == "structured" else 1.0)
    mixtures = labels if variant == "basic" else mixtures
    factors = Factors(mixtures, rng.random((3, 9)), rng.random((3, 3)))
    return x, labels, Factorisation(sparse.csr_matrix(x), labels, variant, *lam), factors


def loss(x, labels, variant, factors, lam=(1.0, 1.0)):
    w, c, t = factors.mixtures, factors.topics, factors.label_map
    if variant != "constrained":
        return ((x - w @ c) ** 2).sum()
    return (
        ((x - w @ c) ** 2).sum()
        + lam[0] * ((labels - w @ t) ** 2).sum()
        + lam[1] * ((c.T @ c - x.T @ x) ** 2).sum()
    )


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("lam", [(1.0, 1.0), (0.3, 7.0), (20.0, 0.0)])
def test_every_single_update_lowers_the_loss(variant, lam):
    for seed in range(5):
        x, labels, task, factors = problem(variant, seed, lam)
        before = loss(x, labels, variant, factors, lam)
        for _ in range(40):
            evaluated = task.evaluate(factors)
            assert -evaluated.objective == pytest.approx(
                loss(x, labels, variant, factors, lam), rel=1e-9
            )
            step = task.improve(evaluated)
            # The updates of one iteration in their order: W, then C, then T.
            for reached in (
                Factors(step.mixtures, factors.topics, factors.label_map),
                Factors(step.mixtures, step.topics, factors.label_map),
                step,
            ):
                after = loss(x, labels, variant, reached, lam)
                assert after <= before * (1 + 1e-12)
                before = after
            factors = step


def gradient(function, array, step=1e-6):
    result = np.zeros_like(array)
    for i in np.ndindex(array.shape):
        up, down = array.copy(), array.copy()
        up[i] += step
        down[i] -= step
        result[i] = (function(up) - function(down)) / (2 * step)
    return result


@pytest.mark.parametrize("variant", VARIANTS)
def test_updates_come_to_rest_where_the_gradient_does(variant):
    lam = (0.5, 0.2)
    x, labels, task, factors = problem(variant, 3, lam)
    watch = Watch(5_000, None)
    reached = climb(task, factors, iterations=5_000, tol=-1.0, accelerate=True, watch=watch)
    factors = reached.at.factors
    for name in ("mixtures", "topics", "label_map"):
        if (variant, name) == ("basic", "mixtures"):
            continue

        def of(array, name=name):
            return loss(x, labels, variant, factors._replace(**{name: array}), lam)

        value = getattr(factors, name)
        slope = gradient(of, value)
        free = value > 1e-4
        if (variant, name) == ("structured", "mixtures"):
            slope = np.where(labels > 0, slope, 0.0)
        np.testing.assert_allclose(slope[free], 0.0, atol=2e-3)
        assert slope.min() > -2e-3


def test_the_printed_update_of_the_topics_can_raise_the_loss():
    """Eq. (44), which the root of the cubic replaces."""
    x = np.eye(2)
    factors = Factors(np.zeros((2, 1)), np.array([[0.1, 0.1]]), np.ones((1, 1)))
    c = factors.topics
    printed = c * (2 * c @ x.T @ x) / (2 * c @ c.T @ c)
    before = loss(x, np.zeros((2, 1)), "constrained", factors)
    raised = Factors(factors.mixtures, printed, factors.label_map)
    assert loss(x, np.zeros((2, 1)), "constrained", raised) > 100 * before
    task = Factorisation(sparse.csr_matrix(x), np.zeros((2, 1)), "constrained", 1.0, 1.0)
    ours = Factors(factors.mixtures, task._topics(np.zeros((2, 1)), c, 1.0), factors.label_map)
    assert loss(x, np.zeros((2, 1)), "constrained", ours) < before


@pytest.mark.parametrize("cubic", [0.0, 1e-300, 1e-150, 1e-20, 1e-3, 1.0, 1e9])
@pytest.mark.parametrize("linear", [0.0, 1e-9, 1.0, 1e9])
def test_the_root_of_the_cubic(cubic, linear):
    constant = np.array([0.0, 1e-12, 1e-3, 1.0, 1e6])
    root = positive_root(np.full(5, cubic), np.full(5, linear), constant)
    if max(cubic, linear) < 1e-200:
        return  # no equation
    assert root[0] == 0.0
    np.testing.assert_allclose(cubic * root**3 + linear * root, constant, rtol=1e-9, atol=0.0)


@pytest.mark.parametrize("variant", VARIANTS)
def test_fit(variant):
    model = small(variant=variant).fit(COUNTS)
    history = model.objective_history_
    assert len(history) == model.n_iter_ + 1
    assert np.diff(history).min() >= -1e-9 * abs(history[0])
    assert model.converged_
    np.testing.assert_allclose(model.topic_word_.sum(axis=1), 1.0, rtol=1e-12)
    np.testing.assert_allclose(model.doc_topic_.sum(axis=1), 1.0, rtol=1e-12)
    main = CORPUS.doc_topic.argmax(axis=1)
    assert clustering_accuracy(main, model.doc_topic_.argmax(axis=1)) > 0.9
    np.testing.assert_allclose(model.transform(COUNTS), model.doc_topic_, atol=0.02)
    weights = TfidfTransformer().fit_transform(COUNTS)
    ready = small(variant=variant, tfidf=False).fit(weights)
    np.testing.assert_allclose(ready.topic_word_, model.topic_word_, rtol=1e-6, atol=1e-12)
    if variant == "constrained":
        assert ((model.doc_topic_ > 0.01).sum(axis=1) > 1).any()
    else:
        np.testing.assert_array_equal(model.doc_topic_, np.eye(3)[model.labels_])


def test_basic_topics_are_the_clusters_mean_weights():
    model = small().fit(COUNTS)
    weights = TfidfTransformer().fit_transform(COUNTS).toarray()
    for z in range(3):
        mean = weights[model.labels_ == z].mean(axis=0)
        np.testing.assert_allclose(model.components_[z], mean, rtol=1e-9, atol=1e-12)


def test_unseen_documents():
    main = CORPUS.doc_topic.argmax(axis=1)
    for variant in VARIANTS:
        model = small(variant=variant).fit(COUNTS[:50])
        found = np.vstack([model.doc_topic_, model.transform(COUNTS[50:])]).argmax(axis=1)
        assert clustering_accuracy(main, found) > 0.9


@pytest.mark.parametrize("variant", VARIANTS)
def test_it_does_not_matter_who_else_is_folded_in(variant):
    model = small(variant=variant, tol=1e-3).fit(COUNTS[:50])
    unseen = COUNTS[50:58]
    one_by_one = np.vstack([model.transform(unseen[[row]]) for row in range(len(unseen))])
    np.testing.assert_allclose(model.transform(unseen), one_by_one, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(
    ("x", "n_topics"),
    [
        (COUNTS[:1], 1),
        (COUNTS, 1),
        (np.zeros((4, 3)), 2),
        (np.ones((6, 2)), 3),
        (np.vstack([COUNTS[:6], np.zeros((2, 20))]), 2),
        (np.eye(5), 2),
    ],
)
def test_edges(variant, x, n_topics):
    model = small(n_topics, variant=variant).fit(x)
    unseen = model.transform(np.vstack([x, np.zeros_like(x[:1])]))
    for rows in (model.topic_word_, model.doc_topic_, unseen):
        np.testing.assert_allclose(rows.sum(axis=1), 1.0, rtol=1e-9)
        assert rows.min() >= 0.0
    filled = x.any(axis=1)
    if filled.any():
        np.testing.assert_allclose(unseen[-1], model.doc_topic_[filled].mean(axis=0), rtol=1e-9)


def test_seeds_progress_and_cancelling():
    a, b = small(variant="constrained").fit(COUNTS), small(variant="constrained").fit(COUNTS)
    assert a.topic_word_.tobytes() == b.topic_word_.tobytes()
    swept, told = [], []
    small(variant="structured").fit(
        COUNTS, callback=swept.append, progress=lambda fraction, phase: told.append(fraction)
    )
    assert [s.iteration for s in swept] == list(range(1, len(swept) + 1))
    assert told == sorted(told)

    def stop(_):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        small().fit(COUNTS, callback=stop)


def test_all_problems_of_one_call_together():
    model = DeepNMF(
        0, variant="deep", label_weight=-1.0, affinity_weight=np.nan, n_clusterings=0, delta=2.0,
        top_size=0, max_iter=0, tol=-1.0, n_jobs=0, random_state=-1,
    )  # fmt: skip
    with pytest.raises(ValueError) as caught:
        model.fit(-COUNTS)
    for name in ("counts", *model.get_params()):
        if name != "tfidf":
            assert name in str(caught.value)
    with pytest.raises(ValueError, match="n_topics must not exceed"):
        small(61).fit(COUNTS)
    with pytest.raises(ValueError, match="7 features"):
        small().fit(COUNTS).transform(COUNTS[:, :7])
