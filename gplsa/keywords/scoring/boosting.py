r"""Boosted trees on top of a linear score: how the features work together, in small steps.

    logit p = linear score + Σ_t leaf_t(features)

Every tree asks the same few questions of every example, one per level (symmetric trees), so that
a tree is a table of 2^depth values.  Each is fitted by Newton steps to what is still wrong
(Friedman 2001); a small rate and a least weight per leaf keep it from learning chance.
"""

from dataclasses import dataclass

import numpy as np

from gplsa.core.compile import inlined, kernel
from gplsa.core.types import BoolArray, FloatArray, IntArray
from gplsa.progress import Progress, report

TREES = 150
DEPTH, MOST_DEPTH = 4, 10
RATE = 0.2
BINS = 48
LEAF_PENALTY = 20.0
AT_ONCE = 10  # trees between two chances to stop
AT_A_TIME = 512  # examples that go down a tree together


@dataclass(frozen=True)
class Trees:
    """feature, threshold (n_trees, depth): go right where the feature is larger;
    value (n_trees, 2^depth)."""

    feature: IntArray
    threshold: FloatArray
    value: FloatArray

    def are_of(self, n_features: int) -> bool:
        """Whether these can be trees of so many features."""
        if self.feature.ndim != 2:
            return False
        n_trees, depth = self.feature.shape
        return bool(
            depth <= MOST_DEPTH
            and self.threshold.shape == (n_trees, depth)
            and self.value.shape == (n_trees, 1 << depth)
            and ((self.feature >= 0) & (self.feature < n_features)).all()
            and np.isfinite(self.threshold).all()
            and np.isfinite(self.value).all()
        )


def boost(
    features: FloatArray,
    labels: BoolArray,
    base: FloatArray,
    weight: FloatArray,
    *,
    n_trees: int = TREES,
    rate: float = RATE,
    progress: Progress | None = None,
) -> Trees:
    """Trees that correct the score `base` of the examples.

    features (n_examples, n_features); labels, base (logit), weight (n_examples,)
    progress is called every few trees and may raise to stop.
    """
    edges = _bin_edges(features)
    binned = np.vstack(
        [np.searchsorted(edges[j], features[:, j], side="left") for j in range(features.shape[1])]
    ).astype(np.uint8)
    truth, score = labels.astype(np.float64), base.astype(np.float64)
    grown = []
    for start in range(0, n_trees, AT_ONCE):
        report(progress, start / n_trees, "Keywords")
        some = min(AT_ONCE, n_trees - start)
        bins = edges.shape[1] + 1
        grown.append(_grow(binned, truth, score, weight, some, DEPTH, bins, rate, LEAF_PENALTY))
    feature, place, value = (np.vstack(parts) for parts in zip(*grown, strict=True))
    return Trees(feature, edges[feature, place], value)


def no_trees() -> Trees:
    """Trees that correct nothing."""
    return Trees(np.zeros((0, 1), dtype=np.int64), np.zeros((0, 1)), np.zeros((0, 2)))


def correction(trees: Trees, features: FloatArray) -> FloatArray:
    """Σ_t leaf_t(features), in logits, for every example."""
    columns = np.ascontiguousarray(features.T)
    return _add_leaves(trees.feature, trees.threshold, trees.value, columns)


@dataclass(frozen=True)
class Calibration:
    """From features to a probability: σ(w·x + b + Σ_t leaf_t(x)), w of the first features alone.

    weights  (n_linear + 1,), the constant b last
    """

    weights: FloatArray
    trees: Trees

    @classmethod
    def default(cls, weights: FloatArray) -> "Calibration":
        """For a corpus too small to learn from."""
        return cls(weights.copy(), no_trees())

    def probability(self, features: FloatArray) -> FloatArray:
        return sigmoid(linear_score(features, self.weights) + correction(self.trees, features))


def sigmoid(score: FloatArray) -> FloatArray:
    """1 / (1 + e^−score), without overflow."""
    return 0.5 * (1 + np.tanh(0.5 * score))


def linear_score(features: FloatArray, weights: FloatArray) -> FloatArray:
    """w·x + b, of as many features as there are weights before the constant."""
    n_linear = len(weights) - 1
    return features[:, :n_linear] @ weights[:n_linear] + weights[n_linear]


def _bin_edges(features: FloatArray) -> FloatArray:
    """Boundaries of the bins, the same number for every feature, at quantiles."""
    share = np.linspace(0, 1, BINS + 1)[1:-1]
    rows = []
    for column in features.T:
        low, high = np.quantile(column, [0.02, 0.9999])
        # Half by examples, half by their spread: the thin upper end is where keywords are chosen.
        spread = np.linspace(low, high, len(share[1::2]))
        rows.append(np.sort(np.concatenate([np.quantile(column, share[::2]), spread])))
    return np.vstack(rows)


@kernel
def _grow(binned, labels, score, weight, n_trees, depth, n_bins, rate, penalty):
    """The next trees; `score` goes on to be what they make of it."""
    n = binned.shape[1]
    gradient, curvature = np.empty(n), np.empty(n)
    leaf = np.empty(n, dtype=np.int64)
    feature = np.zeros((n_trees, depth), dtype=np.int64)
    place = np.zeros((n_trees, depth), dtype=np.int64)
    value = np.zeros((n_trees, 1 << depth))
    for tree in range(n_trees):
        for i in range(n):
            p = 1.0 / (1.0 + np.exp(-score[i]))
            gradient[i] = weight[i] * (labels[i] - p)
            curvature[i] = weight[i] * p * (1.0 - p)
            leaf[i] = 0
        sums = np.zeros((len(binned), n_bins, 2))
        for level in range(depth):
            sums = _sums_by_bin(binned, leaf, sums, n_bins, gradient, curvature, level)
            feature[tree, level], place[tree, level] = _best_split(sums, n_bins, penalty)
            j, b = feature[tree, level], place[tree, level]
            for i in range(n):
                leaf[i] = 2 * leaf[i] + (1 if binned[j, i] > b else 0)
        top, bottom = np.zeros(1 << depth), np.zeros(1 << depth)
        for i in range(n):
            top[leaf[i]] += gradient[i]
            bottom[leaf[i]] += curvature[i]
        for k in range(1 << depth):
            value[tree, k] = rate * top[k] / (bottom[k] + penalty)
        for i in range(n):
            score[i] += value[tree, leaf[i]]
    return feature, place, value


@inlined
def _sums_by_bin(binned, leaf, above, n_bins, gradient, curvature, level):
    """Gradient and curvature by feature and by leaf and bin.

    Of the two leaves that came from one, only those on the side with fewer examples are summed;
    the others are what that leaves of `above`, the sums of one level before.
    """
    n_leaves = 1 << level
    right = 0
    for i in range(len(leaf)):
        right += leaf[i] & 1
    side = 1 if 2 * right <= len(leaf) else 0
    rows = np.empty(len(leaf), dtype=np.int32)
    n = 0
    for i in range(len(leaf)):
        rows[n] = i
        n += 1 if level == 0 or leaf[i] & 1 == side else 0
    first, slope = np.empty(n, dtype=np.int32), np.empty((n, 2))
    for k in range(n):
        i = rows[k]
        first[k] = leaf[i] * n_bins
        slope[k, 0], slope[k, 1] = gradient[i], curvature[i]
    sums = np.zeros((len(binned), n_leaves * n_bins, 2))
    for j in range(len(binned)):
        column, cells = binned[j], sums[j]
        for k in range(n):
            cell = first[k] + column[rows[k]]
            cells[cell, 0] += slope[k, 0]
            cells[cell, 1] += slope[k, 1]
        if level > 0:
            for leaf_here in range(side, n_leaves, 2):
                here, other = leaf_here * n_bins, (leaf_here ^ 1) * n_bins
                both = (leaf_here >> 1) * n_bins
                for b in range(n_bins):
                    cells[other + b] = above[j, both + b] - cells[here + b]
    return sums


@inlined
def _best_split(sums, n_bins, penalty):
    """The one question, feature and bin, that helps most when asked in every leaf."""
    feature, place, best = 0, 0, -1.0
    for j in range(len(sums)):
        gain = np.zeros(n_bins - 1)
        for first in range(0, sums.shape[1], n_bins):
            cells = sums[j, first : first + n_bins]
            g, h = cells[:, 0].sum(), cells[:, 1].sum()
            left_g, left_h = 0.0, 0.0
            for b in range(n_bins - 1):
                left_g += cells[b, 0]
                left_h += cells[b, 1]
                gain[b] += left_g**2 / (left_h + penalty)
                gain[b] += (g - left_g) ** 2 / (h - left_h + penalty)
        if gain.max() > best:
            feature, place, best = j, int(gain.argmax()), gain.max()
    return feature, place


@kernel
def _add_leaves(feature, threshold, value, columns):
    n_trees, depth = feature.shape
    n = columns.shape[1]
    total = np.zeros(n)
    leaf = np.empty(AT_A_TIME, dtype=np.uint16)
    # Tree by tree over a few examples that stay in the cache: the comparisons are done by vectors.
    for start in range(0, n, AT_A_TIME):
        size = min(AT_A_TIME, n - start)
        for tree in range(n_trees):
            leaf[:size] = 0
            for level in range(depth):
                column, least = columns[feature[tree, level]], threshold[tree, level]
                for i in range(size):
                    leaf[i] = 2 * leaf[i] + (column[start + i] > least)
            for i in range(size):
                total[start + i] += value[tree, leaf[i]]
    return total
