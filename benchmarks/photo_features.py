"""Do better features find better captions?  Pyramids and Fisher vectors beside the visual words.

    python -m benchmarks.photo_features [--seeds 0 1 2 3 4] [--readers Search …]

The photos of benchmarks.photos, 400 to learn from and 200 to test.  Beside 1,024 visual words
and 256 colours: the same counted in quarters and in three bands (a pyramid); Fisher vectors
of the same patches and colours, with and without their place [Perronnin, Sánchez, Mensink 2010];
both together.  Everything is learned from the training photos, none of it from labels.  Readers: a
linear one (kernel ridge from a photo to √ of its caption's word shares), CCA, and gplsa's topics
and page Search, which take parts of Fisher vectors above and below zero as columns.

Sizes, weights, topics and ridges are chosen by precision@5 on training documents left out (three
folds, English, both directions), for every feature alike; “what the folds choose” leaves the
feature to them, too.  Intervals are of the difference to words alone, seed by seed; the splits
overlap, so that they are rather too narrow.  With GPLSA_CACHE naming a folder, what takes long is
kept there.
"""

import argparse
from collections.abc import Callable, Sequence
from functools import partial
from itertools import product

import numpy as np

from benchmarks._common import interval, print_table
from benchmarks._photo_readers import (
    Mix,
    by_cca,
    by_ridge,
    by_search,
    by_topics_of,
    rows,
)
from benchmarks._photo_vectors import GRIDS, Array, collection
from benchmarks.crossmodal import FOLDS
from benchmarks.photos import N_TOPICS, TEXTS
from gplsa.evaluation import class_precision
from gplsa.model.measures import REGRESSION_WEIGHT

Method = Callable[[int, int | None, str], Array]
"""A reader of one kind of features, all settings fixed."""

WORDS_ALONE, CHOSEN = "visual words and colours", "what the folds choose"
PLACED = ("quarters", "bands")
MIXED = (0.5, 1.0, 2.0)
PENALTIES = (0.25, 1.0, 4.0, 16.0, 64.0)
WEIGHTS = (REGRESSION_WEIGHT, 1.0, 3.0)
CUTS = (5, 10)


def kinds() -> dict[str, list[Mix]]:
    """Every kind of feature with the sizes and weights to choose from."""

    def mixes(*choices: dict[str, float]) -> list[Mix]:
        return [tuple(choice.items()) for choice in choices]

    def vectors(own: float, more: float, grid: str, **words: float) -> dict[str, float]:
        return words | {f"patches {grid}": own, f"colours {grid}": own * more}

    combined = list(product(MIXED, GRIDS))
    return {
        WORDS_ALONE: mixes({"words": 1.0}, {"√ words": 1.0}),
        "the same, colours weighed": mixes(
            *({"patch words": 1.0, "colour words": w} for w in MIXED)
        ),
        "pyramid": mixes(*({"words": 1.0, cells: w} for cells, w in product(PLACED, MIXED))),
        "Fisher vectors of patches": mixes(*({f"patches {grid}": 1.0} for grid in GRIDS)),
        "Fisher vectors of colours": mixes(*({f"colours {grid}": 1.0} for grid in GRIDS)),
        "Fisher vectors of both": mixes(*(vectors(1.0, *one) for one in combined)),
        "the same without places": mixes(
            *(vectors(1.0, w, grid) for w, grid in combined if "placed" not in grid)
        ),
        "words and Fisher vectors": mixes(*(vectors(w, 1.0, g, words=1.0) for w, g in combined)),
        "pyramid and Fisher vectors": mixes(
            *(
                vectors(w, 1.0, grid, words=1.0, **{cells: 1.0})
                for (w, grid), cells in product(combined, PLACED)
            )
        ),
    }


def readers() -> dict[str, dict[str, list[Method]]]:
    """Methods to choose from, by reader and kind of features; words alone come first."""
    mixes = kinds()
    canonical = list(product((20, 40), (10.0, 100.0)))
    # Topics of many columns take long: equal weights, 16 components with places.
    topics = {WORDS_ALONE: mixes[WORDS_ALONE][:1]}
    for name in ("pyramid", "Fisher vectors of both", "words and Fisher vectors"):
        choices = [mix for mix in mixes[name] if {w for _, w in mix} == {1.0}]
        topics[name] = [mix for mix in choices if name == "pyramid" or "16 placed" in mix[-1][0]]
    words = topics[WORDS_ALONE][0]

    def of_topics(lam: float | None) -> dict[str, list[Method]]:
        return {
            name: [partial(by_topics_of, mix, k, lam) for mix, k in product(choices, N_TOPICS)]
            for name, choices in topics.items()
        }

    def search(weights: Sequence[float]) -> dict[str, list[Method]]:
        both = {name: [(mix, mix) for mix in choices] for name, choices in topics.items()} | {
            f"topics of words; words foretold by {name}": [(words, mix) for mix in mixes[name]]
            for name in [*topics][1:]
        }
        return {
            name: [
                partial(by_search, *pair, k, w) for pair, k, w in product(pairs, N_TOPICS, weights)
            ]
            for name, pairs in both.items()
        }

    return {
        "ridge regression": {
            name: [partial(by_ridge, *one) for one in product(choices, PENALTIES)]
            for name, choices in mixes.items()
        },
        "CCA": {
            name: [partial(by_cca, mix, *one) for mix, one in product(choices, canonical)]
            for name, choices in mixes.items()
        },
        "Search": search([REGRESSION_WEIGHT]),
        "Search, foretold words weighed": search(WEIGHTS),
        "GPLSA sKL": of_topics(1.0),
        "link-PLSA": of_topics(None),
    }


# Measuring


def left_out(method: Method, seed: int) -> float:
    """precision@5 of both directions on training documents left out, in English."""
    return float(np.mean([_precision(method, seed, fold, TEXTS[0])[0] for fold in range(FOLDS)]))


def _precision(method: Method, seed: int, fold: int | None, text: str) -> Array:
    """By cut, photo → text and back."""
    labels = collection(seed).labels[rows(seed, fold)[1]]
    near = method(seed, fold, text)
    return np.array(
        [[class_precision(n, labels, labels, cut) for n in (near, near.T)] for cut in CUTS]
    )


def measure(reader: dict[str, list[Method]], seed: int) -> dict[str, Array]:
    """By kind of features: precision by cut, then of English and German, both directions."""
    found, best = {}, {}
    for name, choices in reader.items():
        score, place = max((left_out(choice, seed), -i) for i, choice in enumerate(choices))
        method, best[name] = choices[-place], score
        print(f"seed {seed}, {name}: {getattr(method, 'args', '')} {score:.3f}", flush=True)
        found[name] = np.hstack([_precision(method, seed, None, text) for text in TEXTS])
    found[CHOSEN] = found[max(best, key=lambda name: best[name])]
    return found


def table(title: str, runs: list[dict[str, Array]]) -> None:
    header = ["features", "photo → en", "en → photo", "photo → de", "de → photo"]
    header += [text for cut in CUTS for text in (f"mean @{cut}", "beside words")]
    body: list[list[object]] = []
    for name in runs[0]:
        five = np.mean([run[name][0] for run in runs], axis=0)
        line: list[object] = [name, *five]
        for cut in range(len(CUTS)):
            means, today = ([run[kind][cut].mean() for run in runs] for kind in (name, WORDS_ALONE))
            line += [np.mean(means), interval(np.subtract(means, today))]
        body.append(line)
    print_table(f"{title}: precision@{CUTS[0]}", header, body)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", nargs="+", type=int, default=[0, 1, 2, 3, 4])
    parser.add_argument("--readers", nargs="+", choices=readers(), default=list(readers()))
    options = parser.parse_args()
    for name in options.readers:
        table(name, [measure(readers()[name], seed) for seed in options.seeds])


if __name__ == "__main__":
    main()
