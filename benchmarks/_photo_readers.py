"""From features of photos to captions: what benchmarks.photo_features reads them with.

Every reader takes a seed, a fold (None: the test photos) and a language, and returns the similarity
of photos and captions left out.
"""

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from sklearn.preprocessing import normalize

from benchmarks._photo_vectors import Array, collection, kept
from benchmarks.crossmodal import FOLDS
from benchmarks.crossmodal_baselines import cca, roots
from benchmarks.photos import N_TEST, by_topics
from gplsa.keywords.regression import POWER, Regression
from gplsa.retrieval import centred_correlation, regression_similarity

Rows = NDArray[np.intp]
Mix = tuple[tuple[str, float], ...]
"""Blocks of features side by side, and the weight of each."""


def rows(seed: int, fold: int | None) -> tuple[Rows, Rows]:
    """Documents to learn from, and those to judge by."""
    n_documents = len(collection(seed).labels)
    seen = np.arange(n_documents - N_TEST)
    if fold is None:
        return seen, np.arange(len(seen), n_documents)
    own = np.random.default_rng(0).permutation(len(seen)) % FOLDS
    return np.flatnonzero(own != fold), np.flatnonzero(own == fold)


def principal(gram: Array, seen: Rows, unseen: Rows) -> tuple[Array, Array]:
    """Coordinates on all principal axes of the documents seen, which keep all products."""
    inner, outer = gram[np.ix_(seen, seen)], gram[np.ix_(unseen, seen)]
    middle = inner.mean(axis=0)
    outer = outer - outer.mean(axis=1, keepdims=True) - middle + middle.mean()
    strength, axes = np.linalg.eigh(inner - middle - middle[:, None] + middle.mean())
    there = strength > strength[-1] * 1e-9
    axes, length = axes[:, there], np.sqrt(strength[there])
    return axes * length, outer @ (axes / length)


@lru_cache(maxsize=2 * FOLDS)
def of_photos(mix: Mix, seed: int, fold: int | None) -> tuple[Array, Array]:
    gram = np.sum([w**2 * collection(seed).grams[name] for name, w in mix], axis=0)
    return principal(gram, *rows(seed, fold))


@lru_cache(maxsize=2 * FOLDS)
def of_captions(seed: int, fold: int | None, text: str) -> tuple[Array, Array]:
    words = roots(collection(seed).texts[text].toarray())
    return principal(words @ words.T, *rows(seed, fold))


def by_ridge(mix: Mix, penalty: float, seed: int, fold: int | None, text: str) -> Array:
    """√ of word shares predicted from the photo, in units of the mean squared length."""
    (x, other), (y, counterparts) = of_photos(mix, seed, fold), of_captions(seed, fold, text)
    strength = (x * x).sum(axis=0)
    predicted = (other / (strength + penalty * strength.sum() / len(x))) @ (x.T @ y)
    return np.asarray(normalize(predicted) @ normalize(counterparts).T)


def by_cca(
    mix: Mix, dimensions: int, penalty: float, seed: int, fold: int | None, text: str
) -> Array:
    (x, other), (y, counterparts) = of_photos(mix, seed, fold), of_captions(seed, fold, text)
    to_x, to_y = cca(x, y, dimensions, penalty)
    return centred_correlation(to_x(other), to_y(counterparts))


def side_by_side(blocks: dict[str, sparse.csr_matrix], mix: Mix, norm: str) -> sparse.csr_matrix:
    return sparse.csr_matrix(sparse.hstack([w * normalize(blocks[b], norm) for b, w in mix]))


@kept.cache
def by_topics_of(
    mix: Mix, n_topics: int, lam: float | None, seed: int, fold: int | None, text: str
) -> Array:
    here = collection(seed)
    sides = {"image": side_by_side(here.blocks, mix, "l1"), text: here.texts[text]}
    seen, unseen = ({k: v[at] for k, v in sides.items()} for at in rows(seed, fold))
    return by_topics(seen, unseen, text, n_topics=n_topics, lam=lam)


@kept.cache
def by_regression(mix: Mix, seed: int, fold: int | None, text: str) -> Array:
    """gplsa's; it takes a power of its columns, which Fisher vectors have behind them."""
    here = collection(seed)
    x = side_by_side(here.columns, mix, "l2").power(1 / POWER)
    seen, unseen = rows(seed, fold)
    fit = Regression.fit(x[seen], here.texts[text][seen])
    return regression_similarity(fit, x[unseen], here.texts[text][unseen])


def by_search(topics: Mix, words: Mix, n_topics: int, weight: float, *place: Any) -> Array:
    """As the page Search: topics of one kind of features, words predicted from maybe another."""
    predicted = by_regression(words, *place)
    return by_topics_of(topics, n_topics, 1.0, *place) + weight * predicted / predicted.std()
