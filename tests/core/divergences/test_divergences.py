"""What a fit asks of a divergence, of ours and of one from outside the package."""

import os
import pickle
import subprocess
import sys

import numpy as np
import pytest
from scipy import sparse
from scipy.optimize import minimize
from sklearn.base import clone

from gplsa import MultimodalGPLSA
from gplsa.core.coupling.joint import Coupling, Links
from gplsa.core.divergences.divergence import divergence_of
from gplsa.core.divergences.l1 import L1
from gplsa.names import REGULARIZERS
from tests import reference
from tests.conftest import REPOSITORY
from tests.core.divergences.hellinger import SquaredHellinger
from tests.models.examples import SETTINGS, planted

DIVERGENCES = [*map(divergence_of, REGULARIZERS), SquaredHellinger()]
every_divergence = pytest.mark.parametrize("divergence", DIVERGENCES, ids=repr)


def at(divergence, a, b):
    return divergence.value(a, b, np.log(a), np.log(b))


@every_divergence
def test_the_gradient_is_that_of_the_value(divergence):
    """By differences, in the coordinates in which steps are written."""
    rng, h, eps = np.random.default_rng(0), 1e-6, 1e-9
    for a, b in rng.uniform(0.05, 0.9, (40, 2)):
        scale = (a, b) if divergence.relative else (1.0, 1.0)
        slope_a, slope_b, _ = divergence.gradient(a, b, np.log(a), np.log(b), 0.0, eps)
        by_a = (at(divergence, a + h, b) - at(divergence, a - h, b)) / (2 * h)
        by_b = (at(divergence, a, b + h) - at(divergence, a, b - h)) / (2 * h)
        np.testing.assert_allclose(
            (slope_a, slope_b), (scale[0] * by_a, scale[1] * by_b), rtol=1e-5, atol=1e-7
        )


@every_divergence
def test_symmetric_and_zero_where_mixtures_are_equal(divergence):
    a, b = np.random.default_rng(1).uniform(0.01, 1.0, (2, 50))
    np.testing.assert_allclose(at(divergence, a, b), at(divergence, b, a), rtol=1e-14)
    assert (at(divergence, a, b) > 0).all() and not at(divergence, a, a).any()
    ours, theirs, weight = divergence.gradient(0.3, 0.7, np.log(0.3), np.log(0.7), 0.0, 1e-9)
    back = divergence.gradient(0.7, 0.3, np.log(0.7), np.log(0.3), 0.0, 1e-9)
    np.testing.assert_allclose(back, (theirs, ours, weight), rtol=1e-14)
    assert weight > 0


def test_the_update_of_one_from_outside_is_the_best_mixture():
    """Against SciPy's optimiser, in logits; ours are held to certified optima in the coupling."""
    rng, divergence = np.random.default_rng(2), SquaredHellinger()
    v = reference.floored(rng.dirichlet(np.ones(5), 3))
    for strength in (1e-3, 1.0, 100.0):
        q, c = rng.dirichlet(np.ones(5)), strength * rng.uniform(0.5, 2, 3)

        def loss(u, q=q, c=c):
            return -(
                q @ np.log(u)
                - sum(w * at(divergence, u, x).sum() for w, x in zip(c, v, strict=True))
            )

        u = divergence.update(q[None], sparse.csr_matrix(c[None]), v)[0]
        best = minimize(
            lambda t, loss=loss: loss(np.exp(t) / np.exp(t).sum()), np.log(u + 0.01), tol=1e-12
        )
        assert abs(u.sum() - 1) < 1e-12
        assert loss(u) <= best.fun + 1e-9 * abs(best.fun)


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
@pytest.mark.parametrize("lam", [0.1, 1.0, 100.0, 1000.0])
def test_one_from_outside_fits_with_mates_and_graphs_and_j_never_falls(setting, lam):
    model = setting.fit(SquaredHellinger(), lam, max_iter=40, tol=0.0)
    history = model.objective_history_
    assert len(history) > 3
    assert np.diff(history).min() >= -1e-9 * abs(history[0])
    assert setting.objective(model) == pytest.approx(history[-1], rel=1e-10)


def test_one_from_outside_holds_mates_the_closer_the_larger_lambda_is():
    counts = planted(seed=5).counts
    apart = []
    for lam in (0.0, 1.0, 1e4):
        model = MultimodalGPLSA(3, regularizer=SquaredHellinger(), lam=lam, random_state=0)
        first, second = model.fit(counts).doc_topic_.values()
        apart.append(at(SquaredHellinger(), first, second).sum())
    assert apart[0] > 2 * apart[1] > 100 * apart[2]


def test_an_object_is_as_good_as_its_name():
    counts = planted(seed=6).counts
    by_name = MultimodalGPLSA(3, regularizer="l1", max_iter=10, random_state=0)
    by_object = clone(by_name.set_params(regularizer="l1")).set_params(regularizer=L1())
    fitted = [model.fit(counts).topic_word_["de"].tobytes() for model in (by_name, by_object)]
    assert fitted[0] == fitted[1]
    assert type(pickle.loads(pickle.dumps(clone(by_object))).regularizer) is L1
    with pytest.raises(ValueError, match="regularizer must be one of skl, l2, l1, got 'l3'"):
        MultimodalGPLSA(3, regularizer="l3").fit(counts)


def penalty(divergence):
    coupling = Coupling(Links(divergence, 1.0), np.ones((1, 2), dtype=bool), 2, 1)
    return coupling.penalty(np.array([[[0.2, 0.8], [0.6, 0.4]]]))


def test_a_divergence_that_was_changed_is_compiled_anew():
    """As in a notebook, where a class is run again: same name, other formula."""

    def named_twice(share):
        class Again(SquaredHellinger):
            @staticmethod
            def value(a, b, log_a, log_b):
                return share * abs(a - b)

        return Again()

    once, twice = penalty(named_twice(1.0)), penalty(named_twice(2.0))
    assert (once, twice) == (pytest.approx(0.8), pytest.approx(1.6))


LOOK = """
import sys
sys.path.insert(0, ".")
from gplsa.core.coupling.counterparts import penalties
from tests.core.divergences.hellinger import SquaredHellinger
from tests.core.divergences.test_divergences import penalty
penalty(SquaredHellinger())
print(sum(penalties.stats.cache_hits.values()), sum(penalties.stats.cache_misses.values()))
"""


def test_what_was_compiled_for_one_from_outside_is_kept(tmp_path):
    def hits_and_misses():
        return subprocess.run(
            [sys.executable, "-c", LOOK],
            cwd=REPOSITORY,
            env=os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.split()

    assert hits_and_misses() == ["0", "1"]
    assert hits_and_misses() == ["1", "0"]
