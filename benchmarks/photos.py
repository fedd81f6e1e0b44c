"""Photos find captions and captions find photos, beside the baselines.

    python -m benchmarks.photos [--seeds 0 1]

600 photos with English and German captions, 400 to learn from, 200 to test, nine labels.  A photo
is counted in 1,024 visual words and 256 colours learned from the training photos.  precision@10: of
the ten nearest, the share of the query's label; counterparts: the mean reciprocal rank of the own
caption and photo.  Labels are not used for learning.  Topics and sizes are chosen on training
documents left out (three folds, English, precision@10, both directions).
"""

import argparse
from collections.abc import Callable
from functools import partial
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from benchmarks._common import DATA, Array, interval, print_table
from benchmarks._corpora import photos
from benchmarks.crossmodal import FOLDS, Topics, each_alone, fit_topics
from benchmarks.crossmodal_baselines import cca, roots
from gplsa.evaluation.classes import class_precision
from gplsa.evaluation.counterparts import mean_reciprocal_rank, ranks_of_counterparts
from gplsa.images import VisualVocabulary
from gplsa.keywords.regression import Regression
from gplsa.model.measures import REGRESSION_WEIGHT, WEIGHT_WITH_VISUAL_FEATURES
from gplsa.model.search import PICTURE_STEPS
from gplsa.retrieval.counterparts import RegressionLikeness
from gplsa.retrieval.mixtures import centred_correlation, topic_similarity
from gplsa.text import Vocabulary, WordOptions

Counts = dict[str, sparse.csr_matrix]
Method = Callable[[Counts, Counts, str], Array]
"""From training and test counts to the similarity of the test photos and texts of one language."""

FOLDER = DATA / "flickr8k"
N_TEST = 200
TEXTS = ("en", "de")
N_TOPICS = (20, 40)
DIRECTIONS = (0, 1, 3, 4)
"""Where precision stands among the figures of a method."""
SEARCH = "GPLSA sKL and predicted words (Search)"
WORDS_ALONE = "the same, predicted from visual words alone"
VISUAL_FEATURES = "visual features"
"""Fisher vectors stand beside the counts, for the regression alone."""


def read_counts(seed: int) -> tuple[Counts, Counts, NDArray[Any], NDArray[Any]]:
    """Counts of the training and the test documents, and their labels."""
    parts = photos(seed, N_TEST)
    pictures = [[(FOLDER / row["image"]).read_bytes() for row in part] for part in parts]
    visual, seen = VisualVocabulary.build(pictures[0])
    unseen = visual.read(pictures[1])
    assert seen.visual_features is not None and unseen.visual_features is not None
    train, test = (
        {"image": read.counts, VISUAL_FEATURES: sparse.csr_matrix(read.visual_features)}
        for read in (seen, unseen)
    )
    for side in TEXTS:
        words, train[side] = Vocabulary.build([row[side] for row in parts[0]], WordOptions(side))
        test[side] = words.count([row[side] for row in parts[1]])
    labels = [np.array([row["label"] for row in part]) for part in parts]
    return train, test, labels[0], labels[1]


# Methods


def by_topics(
    train: Counts,
    test: Counts,
    text: str,
    *,
    n_topics: int,
    regularizer: str = "skl",
    lam: float | None = 1.0,
    three: bool = False,
    words: bool = False,
    visual_features: bool = True,
) -> Array:
    """√θ centred; `lam` None is link-PLSA, `words` adds what the page Search adds,
    `visual_features` whether it reads the Fisher vectors."""
    sides = ("image", *TEXTS) if three else ("image", text)
    counts = {side: train[side] for side in sides}
    fitted = fit_topics(counts, Topics(regularizer, n_topics, lam), 0)
    unseen = each_alone(fitted, {side: test[side] for side in sides}, PICTURE_STEPS)
    seen = fitted.doc_topic_
    centre = np.vstack([*seen.values()]) if isinstance(seen, dict) else seen
    near = topic_similarity(unseen["image"], unseen[text], centre)
    if words:
        seen_visual_features, looked = (
            part[VISUAL_FEATURES].toarray().astype(np.float32) if visual_features else None
            for part in (train, test)
        )
        fit = Regression.fit(train["image"], train[text], seen_visual_features)
        predicted = RegressionLikeness(fit, test[text])(test["image"], looked)
        weight = WEIGHT_WITH_VISUAL_FEATURES if visual_features else REGRESSION_WEIGHT
        near = near + weight * predicted / predicted.std()
    return near


def by_cca(train: Counts, test: Counts, text: str, *, dimensions: int, ridge: float) -> Array:
    image, other = cca(
        roots(train["image"].toarray()), roots(train[text].toarray()), dimensions, ridge
    )
    return centred_correlation(
        image(roots(test["image"].toarray())), other(roots(test[text].toarray()))
    )


def methods() -> dict[str, list[Method]]:
    """Every method with the settings to choose from."""

    def topics(lam: float | None = 1.0, **fixed: Any) -> list[Method]:
        return [partial(by_topics, n_topics=k, lam=lam, **fixed) for k in N_TOPICS]

    sizes = product((10, 20, 40), (1.0, 10.0, 100.0))
    return {
        "CCA": [partial(by_cca, dimensions=size, ridge=ridge) for size, ridge in sizes],
        "link-PLSA": topics(None),
        "GPLSA ℓ1": topics(0.3, regularizer="l1"),
        "GPLSA ℓ2": topics(30.0, regularizer="l2"),
        "GPLSA sKL": topics(),
        "GPLSA sKL, three modalities": topics(three=True),
        SEARCH: topics(words=True),
        WORDS_ALONE: topics(words=True, visual_features=False),
        "Search, three modalities": topics(words=True, three=True),
    }


# Measuring


def chosen(choices: list[Method], train: Counts, labels: NDArray[Any]) -> Method:
    """The choice that finds most of the right label among training documents left out."""
    fold = np.random.default_rng(0).permutation(len(labels)) % FOLDS
    found = []
    for method in choices:
        figures = []
        for part in range(FOLDS):
            seen, left_out = np.flatnonzero(fold != part), np.flatnonzero(fold == part)
            near = method(_rows(train, seen), _rows(train, left_out), TEXTS[0])
            figures += _precision(near, labels[left_out])
        found.append(np.mean(figures))
    return choices[int(np.argmax(found))]


def _rows(counts: Counts, rows: NDArray[np.intp]) -> Counts:
    return {side: sparse.csr_matrix(matrix[rows]) for side, matrix in counts.items()}


def _precision(near: Array, labels: NDArray[Any]) -> list[float]:
    return [class_precision(direction, labels, labels) for direction in (near, near.T)]


def measure(seed: int) -> dict[str, list[float]]:
    """By method: precision@10 photo → text and back, mean reciprocal rank of counterparts, English
    then German."""
    train, test, seen, labels = read_counts(seed)
    draw = np.random.default_rng(seed)
    found = {"chance": _figures(draw.random((N_TEST, N_TEST)), labels) * len(TEXTS)}
    for name, choices in methods().items():
        method = chosen(choices, train, seen)
        print(f"seed {seed}, {name}: {getattr(method, 'keywords', '')}", flush=True)
        found[name] = [f for text in TEXTS for f in _figures(method(train, test, text), labels)]
    return found


def _figures(near: Array, labels: NDArray[Any]) -> list[float]:
    counterparts = np.mean(
        [mean_reciprocal_rank(ranks_of_counterparts(side)) for side in (near, near.T)]
    )
    return [*_precision(near, labels), float(counterparts)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", nargs="+", type=int, default=[0, 1])
    options = parser.parse_args()
    runs = [measure(seed) for seed in options.seeds]
    header = [
        "method",
        "photo → en",
        "en → photo",
        "counterparts",
        "photo → de",
        "de → photo",
        "counterparts",
    ]
    means = [[name, *np.mean([run[name] for run in runs], axis=0)] for name in runs[0]]
    print_table(f"flickr8k: precision@10, mean of seeds {options.seeds}", header, means)
    gains = [np.mean([run[SEARCH][at] - run[WORDS_ALONE][at] for at in DIRECTIONS]) for run in runs]
    print(f"Fisher vectors bring Search {interval(gains)} precision@10, both ways and languages.")


if __name__ == "__main__":
    main()
