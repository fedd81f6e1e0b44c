"""Images find texts and texts find images, beside the baselines.

    python -m benchmarks.crossmodal [--corpora wikipedia] [--choose] [--seed 0]

wikipedia  2,173 pairs to learn from, 693 to test, 10 classes (Rasiwasia et al. 2010); an image is
           1,332 SIFT descriptors counted in 128 visual words, a text 1,000 tf-idf weights.

A document is relevant when it is of the query's class.  Two measures that must not be mixed: mAP
over the whole ranking, and the GPLSA paper's over the ten best relevant documents.  Four spaces:
topic mixtures by the paper's correlation and by centred √θ; class posteriors by the paper's
correlation and by the probability of being of the same class.  `--choose` repeats, on training
documents alone (three folds), the choice of topics, λ, fold-in steps, and of the baselines' sizes.
"""

import argparse
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.io import loadmat
from sklearn.model_selection import StratifiedKFold

from benchmarks._common import DATA, Array, print_table
from benchmarks._corpora import wikipedia_classes
from benchmarks.crossmodal_baselines import (
    KernelFeatures,
    cca,
    chi2_kernel,
    cosine_kernel,
    roots,
)
from gplsa.evaluation.classes import mean_average_precision, top_average_precision
from gplsa.models import LinkPLSA, MultimodalGPLSA
from gplsa.retrieval.classes import SemanticSpace, same_class
from gplsa.retrieval.mixtures import centred_correlation, topic_similarity

Sides = Mapping[str, Array]
Spaces = dict[str, Array]
Fitted = MultimodalGPLSA | LinkPLSA
Figure = Callable[[Array, Array, Array], float]

SIDES = ("image", "text")
TOPICS, ROOTS = "topic space, correlation", "topic space, √θ"
CLASSES, SAME_CLASS = "semantic space, correlation", "semantic space, same class"
FOLDS = 3
ITERATIONS = 100
CONVERGED = 200
STEPS = (10, 30)
N_TOPICS = (100, 200)
PENALTIES = (0.3, 1.0, 3.0, 10.0, 30.0, 100.0)
STRENGTHS: dict[str, tuple[float | None, ...]] = {
    "link-PLSA": (None,),
    "skl": (1.0, 10.0, 100.0, 1000.0),
    "l2": (1.0, 30.0, 300.0),
    "l1": (0.3, 3.0, 30.0),
}


@dataclass(frozen=True)
class Pairs:
    """Features of both sides, row d everywhere pair d, and the class of each pair."""

    features: dict[str, Array]
    classes: NDArray[np.int64]

    def subset(self, rows: NDArray[np.intp]) -> "Pairs":
        return Pairs({s: x[rows] for s, x in self.features.items()}, self.classes[rows])


@dataclass(frozen=True)
class Topics:
    """A topic model to measure; `lam` None is link-PLSA."""

    regularizer: str = "skl"
    n_topics: int = 100
    lam: float | None = 1.0
    steps: int = 10
    from_fit: bool = False
    """Learn the classes from the mixtures of the fit, as the paper does."""


# Chosen by `--choose`.
MODELS = {
    "link-PLSA": Topics(lam=None),
    "GPLSA ℓ1": Topics("l1", lam=3.0),
    "GPLSA ℓ2": Topics("l2", lam=30.0),
    "GPLSA sKL": Topics(lam=100.0),
    "link-PLSA, as in the paper": Topics(lam=None, steps=CONVERGED, from_fit=True),
    "GPLSA sKL, as in the paper": Topics(lam=100.0, steps=CONVERGED, from_fit=True),
}
SIZES, SIZES_STEPS = (50, 100, 200), 20
CCA = (100, 100.0)
KERNEL_CCA = (100, 10.0)


def wikipedia() -> tuple[Pairs, Pairs]:
    found = loadmat(DATA / "wikipedia_xmodal" / "raw_features_with_tfidf1000.mat")
    parts = []
    for mark, name in (("tr", "train"), ("te", "test")):
        image, text = (np.asarray(found[f"{key}_{mark}"], float) for key in ("I", "T_tfidf"))
        parts.append(Pairs({"image": image, "text": text}, wikipedia_classes(name)))
    return parts[0], parts[1]


# Methods: each learns from pairs and returns the similarities of others by space


def fit_topics(features: Mapping[str, Any], model: Topics, seed: int) -> Fitted:
    if model.lam is None:
        linked = LinkPLSA(model.n_topics, max_iter=ITERATIONS, random_state=seed)
        return linked.fit(features)
    fitted = MultimodalGPLSA(
        model.n_topics,
        regularizer=model.regularizer,
        lam=model.lam,
        max_iter=ITERATIONS,
        random_state=seed,
    )
    return fitted.fit(features)


def each_alone(fitted: Fitted, features: Sides, steps: int) -> dict[str, Array]:
    """Mixtures of every side, folded in without the other."""
    if isinstance(fitted, LinkPLSA):
        return {s: fitted.transform({s: x}, max_iter=steps) for s, x in features.items()}
    return fitted.transform(features, max_iter=steps)


def spaces_of_topics(fitted: Fitted, train: Pairs, test: Pairs, model: Topics) -> Spaces:
    unseen = each_alone(fitted, test.features, model.steps)
    seen = each_alone(fitted, train.features, model.steps)
    mixtures = fitted.doc_topic_
    learned = seen
    if model.from_fit:
        learned = mixtures if isinstance(mixtures, dict) else dict.fromkeys(SIDES, mixtures)
    return {
        TOPICS: centred_correlation(unseen["image"], unseen["text"]),
        ROOTS: topic_similarity(
            unseen["image"], unseen["text"], np.vstack([seen[side] for side in SIDES])
        ),
    } | class_spaces(learned, unseen, train.classes)


def class_spaces(seen: Sides, unseen: Sides, classes: Array, power: float = 0.5) -> Spaces:
    posteriors = [
        SemanticSpace(power=power, penalties=PENALTIES)
        .fit(seen[side], classes)
        .transform(unseen[side])
        for side in SIDES
    ]
    return {CLASSES: centred_correlation(*posteriors), SAME_CLASS: same_class(*posteriors)}


def several_sizes(train: Pairs, test: Pairs, seed: int, *, kernel: bool) -> Spaces:
    """Mixtures of fits of several sizes side by side; with `kernel`, regression on their χ² kernel
    instead of on their roots."""
    parts: list[tuple[dict[str, Array], dict[str, Array]]] = []
    for n_topics in SIZES:
        model = replace(MODELS["GPLSA sKL"], n_topics=n_topics)
        fitted = fit_topics(train.features, model, seed)
        parts.append(
            (
                each_alone(fitted, train.features, SIZES_STEPS),
                each_alone(fitted, test.features, SIZES_STEPS),
            )
        )
    seen, unseen = (
        {side: np.hstack([part[place][side] for part in parts]) / len(parts) for side in SIDES}
        for place in range(2)
    )
    if not kernel:
        return class_spaces(seen, unseen, train.classes)
    for side in SIDES:
        features = KernelFeatures.fit(seen[side], chi2_kernel(seen[side]))
        seen[side], unseen[side] = (features.transform(part[side]) for part in (seen, unseen))
    return class_spaces(seen, unseen, train.classes, power=1.0)


def regression_spaces(train: Pairs, test: Pairs) -> Spaces:
    """Logistic regression on the features themselves: semantic matching."""
    seen, unseen = ({s: roots(x) for s, x in pairs.features.items()} for pairs in (train, test))
    return class_spaces(seen, unseen, train.classes, power=1.0)


def cca_spaces(
    train: Pairs, test: Pairs, dimensions: int, ridge: float, *, kernel: bool = False
) -> Spaces:
    """(Kernel) CCA; with logistic regression on its projections, semantic correlation matching."""
    maps: dict[str, Callable[[Array], Array]] = dict.fromkeys(SIDES, roots)
    if kernel:
        image, text = (train.features[side] for side in SIDES)
        maps["image"] = KernelFeatures.fit(image, chi2_kernel(image)).transform
        maps["text"] = KernelFeatures.fit(text, cosine_kernel).transform
    before = {side: maps[side](train.features[side]) for side in SIDES}
    projections = cca(before["image"], before["text"], dimensions, ridge)
    seen, unseen = {}, {}
    for side, project in zip(SIDES, projections, strict=True):
        seen[side] = project(before[side])
        unseen[side] = project(maps[side](test.features[side]))
    near = {TOPICS: centred_correlation(unseen["image"], unseen["text"])}
    return near | class_spaces(seen, unseen, train.classes, power=1.0)


# Choosing on training documents


def choose(train: Pairs, seed: int) -> None:
    """A table of every setting's mean over the folds; rows come as they are found."""
    parts = StratifiedKFold(FOLDS, shuffle=True, random_state=seed)
    folds = [
        (train.subset(seen), train.subset(left_out))
        for seen, left_out in parts.split(train.classes, train.classes)
    ]
    rows = []

    def told() -> Iterator[list[Any]]:
        for row in _choices(folds, seed):
            rows.append(row)
            yield row

    print_table(
        "Training documents left out: mean mAP of both directions",
        ["method", "topics / dimensions", "λ / ridge", "steps", "topic space", "same class"],
        told(),
    )
    for regularizer, lams in STRENGTHS.items():
        best = max((row for row in rows if row[0] == regularizer), key=lambda row: row[-1])
        if len(lams) > 1 and best[2] in (lams[0], lams[-1]):
            print(f"{regularizer}: λ = {best[2]:g}, best by class, is at the edge of the grid.")


def _choices(folds: list[tuple[Pairs, Pairs]], seed: int) -> Iterator[list[Any]]:
    for (regularizer, strengths), n_topics in product(STRENGTHS.items(), N_TOPICS):
        for lam in strengths:
            model = Topics(regularizer, n_topics, lam)
            fitted = [fit_topics(seen.features, model, seed) for seen, _ in folds]
            for steps in STEPS:
                model = replace(model, steps=steps)
                found = [
                    spaces_of_topics(one, *fold, model)
                    for one, fold in zip(fitted, folds, strict=True)
                ]
                yield [regularizer, n_topics, lam, steps, *_left_out(found, folds)]
    for dimensions, ridge, kernel in product((30, 100), (10.0, 100.0), (False, True)):
        found = [cca_spaces(*fold, dimensions, ridge, kernel=kernel) for fold in folds]
        name = "kernel CCA" if kernel else "CCA"
        yield [name, dimensions, ridge, None, *_left_out(found, folds)]


def _left_out(found: list[Spaces], folds: list[tuple[Pairs, Pairs]]) -> list[float]:
    """Mean over folds and directions of the mAP, in the topic space and by class."""
    return [
        float(
            np.mean(
                [
                    figure
                    for spaces, (_, test) in zip(found, folds, strict=True)
                    for figure in directions(mean_average_precision, spaces[space], test)
                ]
            )
        )
        for space in (TOPICS, SAME_CLASS)
    ]


# Tables


def directions(figure: Figure, similarity: Array, test: Pairs) -> tuple[float, float]:
    """Image → text and text → image."""
    return (
        figure(similarity, test.classes, test.classes),
        figure(similarity.T, test.classes, test.classes),
    )


def measure(train: Pairs, test: Pairs, seed: int) -> None:
    size = len(test.classes)
    found: dict[str, Spaces] = {"chance": {TOPICS: np.random.default_rng(0).random((size, size))}}
    for name, model in MODELS.items():
        found[name] = spaces_of_topics(fit_topics(train.features, model, seed), train, test, model)
    for name, kernel in (("", False), (", χ² kernel", True)):
        title = f"GPLSA sKL, {len(SIZES)} sizes side by side{name}"
        found[title] = several_sizes(train, test, seed, kernel=kernel)
    found["CCA"] = cca_spaces(train, test, *CCA)
    found["kernel CCA; with regression: SCM"] = cca_spaces(train, test, *KERNEL_CCA, kernel=True)
    found["logistic regression on the features"] = regression_spaces(train, test)
    for title, figure in (
        ("mAP over the whole ranking", mean_average_precision),
        ("the paper's mAP, over the top ten relevant", top_average_precision),
    ):
        rows = []
        for name, spaces in found.items():
            row: list[object] = [name]
            for space in (TOPICS, ROOTS, CLASSES, SAME_CLASS):
                both = directions(figure, spaces[space], test) if space in spaces else None
                row.append("–" if both is None else f"{both[0]:.3f} / {both[1]:.3f}")
            rows.append(row)
        header = ["image → text / text → image", TOPICS, ROOTS, CLASSES, SAME_CLASS]
        print_table(f"wikipedia: {title}", header, rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--choose", action="store_true", help="repeat the choice of settings")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    train, test = wikipedia()
    if options.choose:
        choose(train, options.seed)
    else:
        measure(train, test, options.seed)


if __name__ == "__main__":
    main()
