r"""From what speaks for a candidate to a probability.

    p(h | d) = g(σ(w · (x − m)/s + b + Σ_t leaf_t(x)))

Boosted trees, the mean of several ensembles, say how the features of a logistic regression work
together.  A second stage of the same kind knows, too, what the first one makes of all candidates of
the text (`within_text`).  It is put right by g, a rising curve (isotonic regression: Zadrozny and
Elkan 2002) through what became of candidates that it did not learn from, by steps of the logit.
"""

import math
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import count

import numpy as np
from scipy.special import expit
from threadpoolctl import threadpool_limits

from gplsa.core.sums import ranks_within
from gplsa.core.types import BoolArray, FloatArray, IntArray
from gplsa.keywords.scoring.boosting import Trees, boost, correction, no_trees
from gplsa.progress import Progress, report, scaled

FOLDS = 5
TREES, RATE = 60, 0.2
ENSEMBLES, OF_FEATURES = 4, 0.75  # of trees, and the share of the features that each of these sees
FEWEST_FOR_TREES = 5_000  # candidates to learn from, below which trees would learn chance
_HOPELESS, _ONE_OF = 0.03, 5  # of candidates that get less by regression trees see one of so many
SECOND = "second"
_STEP = 0.5  # of the logit, between knots of the curve
_PRIOR = 20  # candidates that count as stated, at every knot
_SLOPE = _LEAST = 1e-6
WITHIN_TEXT = 5


def within_text(p: FloatArray, text: IntArray) -> FloatArray:
    r"""What a first probability says of a candidate among the others of its text.

        log p / (1 − p),  log(1 + rank),  p / max p,  Σ p,  max p

    A second stage learns from it, of first probabilities by models that did not see the record
    (stacked generalisation: Wolpert 1992).  text  of each, ascending; (candidates, WITHIN_TEXT)
    """
    if not len(p):
        return np.zeros((0, WITHIN_TEXT))
    first = np.flatnonzero(np.diff(text, prepend=text[0] - 1))
    place = np.repeat(np.arange(len(first)), np.diff(first, append=len(text)))
    top, total = np.maximum.reduceat(p, first)[place], np.add.reduceat(p, first)[place]
    logit = np.log((p + _LEAST) / (1 - p + _LEAST))
    rank = np.log1p(ranks_within(text, p))
    return np.column_stack([logit, rank, p / np.maximum(top, _LEAST), total, top])


@dataclass(frozen=True, eq=False)
class Calibrator:
    """mean, scale, weight  (features,);  bias  b;  trees;  curve  (2, knots) of g: from and to
    second  the stage that has the last word, of the same features and those of `within_text`;
            models of 0.2 have none
    """

    mean: FloatArray
    scale: FloatArray
    weight: FloatArray
    bias: float
    trees: Trees
    curve: FloatArray
    second: "Calibrator | None" = None

    @classmethod
    def learned(cls, features: FloatArray, right: BoolArray) -> "Calibrator":
        """features  (candidates, features);  right  whether a cataloguer gave each"""
        from sklearn.linear_model import LogisticRegression

        mean, scale = features.mean(axis=0), features.std(axis=0)
        scale[scale == 0] = 1.0
        same = np.array([[0.0, 1.0], [0.0, 1.0]])
        if right.all() or not right.any():
            bias = 10.0 if right.any() else -10.0
            return cls(mean, scale, np.zeros(len(mean)), bias, no_trees(), same)
        scaled_features = (features - mean) / scale
        # Narrow products by the hundred, which more threads than one only hinder.
        with threadpool_limits(1, user_api="blas"):
            fitted = LogisticRegression(solver="newton-cholesky").fit(scaled_features, right)
        weight, bias = fitted.coef_[0], float(fitted.intercept_[0])
        base, enough = scaled_features @ weight + bias, len(right) >= FEWEST_FOR_TREES
        trees = _averaged(features, right, base) if enough else no_trees()
        return cls(mean, scale, weight, bias, trees, same)

    def probabilities(self, features: FloatArray, text: IntArray | None = None) -> FloatArray:
        """features  (candidates, features);  text  of each, ascending, for a second stage"""
        # Models made before there were the last features do not know these.
        features = features[:, : len(self.mean)]
        logit = (features - self.mean) / self.scale @ self.weight + self.bias
        found = curved(expit(logit + correction(self.trees, features)), self.curve)
        if self.second is None:
            return found
        assert text is not None
        return self.second.probabilities(np.hstack([features, within_text(found, text)]))

    def parts(self) -> dict[str, np.ndarray]:
        second = {} if self.second is None else self.second.parts()
        return {
            "linear": np.vstack([self.mean, self.scale, self.weight]),
            "bias": np.array([self.bias]),
            "curve": self.curve,
            "tree_feature": self.trees.feature,
            "tree_threshold": self.trees.threshold,
            "tree_value": self.trees.value,
            **{f"{SECOND}/{name}": array for name, array in second.items()},
        }


def _averaged(features: FloatArray, right: BoolArray, base: FloatArray) -> Trees:
    """The mean of trees that see other features each [random subspaces: Ho 1998], and others of the
    hopeless candidates."""
    n_features = features.shape[1]
    hopeless = expit(base) < _HOPELESS

    def grown(number: int) -> Trees:
        order = np.random.default_rng(number).permutation(n_features)
        own = np.sort(order[: math.ceil(OF_FEATURES * n_features)])
        seen = ~hopeless
        seen[np.flatnonzero(hopeless)[number::_ONE_OF]] = True
        some = np.flatnonzero(seen)
        n_like = np.where(hopeless[some], float(_ONE_OF), 1.0)
        examples = features[np.ix_(some, own)], right[some], base[some], n_like
        trees = boost(*examples, n_trees=TREES, rate=RATE)
        return Trees(own[trees.feature], trees.threshold, trees.value / ENSEMBLES)

    with ThreadPoolExecutor(min(os.cpu_count() or 1, ENSEMBLES)) as pool:
        ensembles = [*pool.map(grown, range(ENSEMBLES))]
    parts = (
        [getattr(one, part) for one in ensembles] for part in ("feature", "threshold", "value")
    )
    return Trees(*map(np.vstack, parts))


def _curve_through(stated: FloatArray, right: BoolArray) -> FloatArray:
    """The curve that what was stated of candidates, and became of them, asks for."""
    from sklearn.isotonic import IsotonicRegression

    logit = np.log(np.maximum(stated, 1e-9) / np.maximum(1 - stated, 1e-9))
    place = np.unique(np.round(logit / _STEP), return_inverse=True)[1]
    n = np.bincount(place)
    x = np.bincount(place, stated) / n
    y = (np.bincount(place, right) + _PRIOR * x) / (n + _PRIOR)
    y = IsotonicRegression(y_min=0.0, y_max=1.0).fit_transform(x, y, sample_weight=n + _PRIOR)
    ends = np.array([[0.0], [0.0]]), np.array([[1.0], [1.0]])
    return np.hstack([ends[0], np.vstack([x, y]), ends[1]])


def curved(stated: FloatArray, curve: FloatArray) -> FloatArray:
    """g of the class; never level, so that what was better stays before."""
    return np.interp(stated, *curve) * (1 - _SLOPE) + _SLOPE * stated


def cross_fitted(
    features: FloatArray, right: BoolArray, record: IntArray, progress: Progress | None = None
) -> tuple[Calibrator, FloatArray]:
    """The calibrator of all candidates; the probability of each by one that did not see its record.

    record  of each candidate, ascending
    """
    fold = np.unique(record, return_inverse=True)[1] % FOLDS
    halves = scaled(progress, 0.0, 0.5), scaled(progress, 0.5, 1.0)
    first, stated = _of_all_and_others(features, right, fold, halves[0])
    # What a second stage learns of is made as what it will be given: with trees.
    if len(right) - np.bincount(fold).max(initial=0) < FEWEST_FOR_TREES:
        return replace(first, curve=_curve_through(stated, right)), _put_right(stated, right, fold)
    features = np.hstack([features, within_text(stated, record)])
    second, stated = _of_all_and_others(features, right, fold, halves[1])
    second = replace(second, curve=_curve_through(stated, right))
    return replace(first, second=second), _put_right(stated, right, fold)


def _put_right(stated: FloatArray, right: BoolArray, fold: IntArray) -> FloatArray:
    """Each by the curve through the other folds."""
    return _by_folds(
        fold, lambda own: curved(stated[own], _curve_through(stated[~own], right[~own]))
    )


def _of_all_and_others(
    features: FloatArray, right: BoolArray, fold: IntArray, progress: Progress | None
) -> tuple[Calibrator, FloatArray]:
    """What is learned of all; each stated by what was learned of the other folds, not put right."""
    steps = count(1)

    def learned(some: BoolArray | slice) -> Calibrator:
        found = Calibrator.learned(features[some], right[some])
        report(progress, next(steps) / (FOLDS + 1), "Headings")
        return found

    of_all = learned(slice(None))
    return of_all, _by_folds(fold, lambda own: learned(~own).probabilities(features[own]))


def _by_folds(fold: IntArray, stated: Callable[[BoolArray], FloatArray]) -> FloatArray:
    """stated  of a fold, given which candidates are of it"""
    found = np.zeros(len(fold))
    for k in range(FOLDS):
        own = fold == k
        found[own] = stated(own)
    return found
