"""Features of the photos of benchmarks.photos: visual words by place, and Fisher vectors."""

import os
import warnings
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from joblib import Memory
from numpy.typing import NDArray
from scipy import sparse
from sklearn.decomposition import PCA
from sklearn.exceptions import ConvergenceWarning
from sklearn.mixture import GaussianMixture
from sklearn.preprocessing import normalize

from benchmarks.photos import FOLDER, N_TEST, TEXTS, parted
from gplsa.images import VisualVocabulary, picture_pixels
from gplsa.images.descriptors import Places, describe_colors, describe_patches
from gplsa.keywords.regression import unit_rows
from gplsa.text import Vocabulary, WordOptions

Array = NDArray[np.float64]

GRIDS = [f"{size}{place}" for size, place in product((16, 32), ("", " placed"))]
"""Components of the mixture, and whether places in the photo are among what it models."""
PRINCIPAL = 64
STEPS = 50
SAMPLED = 60
"""Places of every training photo that a mixture is fitted to."""
kept = Memory(os.environ.get("GPLSA_CACHE"), verbose=0)


class Collection(NamedTuple):
    """Training documents first.  blocks: features without negative numbers; columns: the same as
    regressions take them; grams: the products of their rows; counts of the captions."""

    blocks: dict[str, sparse.csr_matrix]
    columns: dict[str, sparse.csr_matrix]
    grams: dict[str, Array]
    texts: dict[str, sparse.csr_matrix]
    labels: NDArray[Any]


@kept.cache
def described() -> dict[str, dict[str, Array]]:
    """Descriptors of patches and colours of each photo, x and y as shares in the last columns."""
    found: dict[str, dict[str, Array]] = {"patches": {}, "colours": {}}
    for row in (row for part in parted(0) for row in part):
        pixels = picture_pixels((FOLDER / row["image"]).read_bytes())
        size = np.array(pixels.shape[1::-1])
        both: list[Places] = [describe_patches(pixels), describe_colors(pixels)]
        for kind, places in zip(found.values(), both, strict=True):
            at = np.column_stack([places.x, places.y]) / size
            kind[row["image"]] = np.hstack([places.descriptors, at]).astype(np.float32)
    return found


@kept.cache
def fisher(seed: int, kind: str, grid: str) -> Array:
    r"""Fisher vectors of the photos, √ of each entry, length 1.

    Gradients of log p of a photo's descriptors x_t under a mixture (w, μ, σ), γ its posteriors:
    Σ_t γ_tk (x_t − μ_k)/σ_k / √w_k and Σ_t γ_tk ((x_t − μ_k)²/σ_k² − 1) / √(2 w_k).
    """
    rng = np.random.default_rng(seed)
    photos = described()[kind]
    places = [photos[row["image"]] for part in parted(seed) for row in part]
    seen = places[:-N_TEST]
    sample = np.vstack([x[rng.choice(len(x), min(SAMPLED, len(x)), False)] for x in seen])
    axes = PCA(min(PRINCIPAL, sample.shape[1] - 2), random_state=0).fit(sample[:, :-2])
    # One scale for all axes keeps their proportions; places count like a mean axis.
    spread = np.sqrt(axes.explained_variance_.mean())

    def turned(x: Array) -> Array:
        own = axes.transform(x[:, :-2]) / spread
        return np.hstack([own, x[:, -2:] / sample[:, -2:].std(axis=0)]) if "placed" in grid else own

    size = int(grid.split(maxsplit=1)[0])
    mixture = GaussianMixture(size, covariance_type="diag", max_iter=STEPS, random_state=0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # stopped early on purpose
        mixture.fit(turned(sample))
    weight, mean = mixture.weights_[:, None], mixture.means_
    sigma = np.sqrt(mixture.covariances_)
    vectors = []
    for x in map(turned, places):
        posterior = mixture.predict_proba(x)
        share, first, second = posterior.sum(axis=0)[:, None], posterior.T @ x, posterior.T @ x**2
        by_mean = (first - share * mean) / (sigma * np.sqrt(weight))
        by_spread = (second - 2 * mean * first + share * mean**2) / sigma**2 - share
        vectors.append(np.hstack([by_mean, by_spread / np.sqrt(2 * weight)]).ravel() / len(x))
    found = np.array(vectors)
    return normalize(np.sign(found) * np.sqrt(np.abs(found)))


@kept.cache
def counted(seed: int) -> dict[str, sparse.csr_matrix]:
    """The visual words of each photo, as a whole and by quarters and bands."""
    pictures = [[(FOLDER / row["image"]).read_bytes() for row in part] for part in parted(seed)]
    visual, _ = VisualVocabulary.build(pictures[0])
    n_terms = len(visual.terms)
    rows: dict[str, list[NDArray[np.intp]]] = {"words": [], "quarters": [], "bands": []}
    for picture in (picture for part in pictures for picture in part):
        x, y, _, term = np.array(visual.regions(picture)).T
        right, lower = (np.minimum(2 * at, 1.9).astype(int) for at in (x, y))
        band = np.minimum(3 * y, 2.9).astype(int)
        for name, cell, n_cells in (
            ("words", 0 * band, 1),
            ("quarters", 2 * lower + right, 4),
            ("bands", band, 3),
        ):
            at = cell * n_terms + term.astype(int)
            rows[name].append(np.bincount(at, minlength=n_cells * n_terms))
    found = {name: sparse.csr_matrix(np.array(of), dtype=float) for name, of in rows.items()}
    n_patches = len(visual.patches)
    found["patch words"] = found["words"][:, :n_patches]
    found["colour words"] = found["words"][:, n_patches:]
    return found


@lru_cache(maxsize=1)
def collection(seed: int) -> Collection:
    parts = parted(seed)
    blocks = counted(seed)
    grams = {name: _products(unit_rows(block)) for name, block in blocks.items()}
    grams["√ words"] = _products(normalize(blocks["words"].sqrt()))
    columns = {name: unit_rows(block) for name, block in blocks.items()}
    for kind, grid in product(("patches", "colours"), GRIDS):
        vectors, name = fisher(seed, kind, grid), f"{kind} {grid}"
        grams[name] = vectors @ vectors.T
        halves = np.hstack([np.maximum(vectors, 0), np.maximum(-vectors, 0)])
        blocks[name] = columns[name] = sparse.csr_matrix(halves)
    texts = {}
    for side in TEXTS:
        vocabulary, seen = Vocabulary.build([row[side] for row in parts[0]], WordOptions(side))
        unseen = vocabulary.count([row[side] for row in parts[1]])
        texts[side] = sparse.csr_matrix(sparse.vstack([seen, unseen]))
    labels = np.array([row["label"] for part in parts for row in part])
    return Collection(blocks, columns, grams, texts, labels)


def _products(rows: sparse.csr_matrix) -> Array:
    return np.asarray((rows @ rows.T).toarray())
