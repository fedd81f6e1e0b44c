"""Topics supervised by a Gaussian process beside their baselines: accuracy, mAP, CPU seconds.

    python -m benchmarks.supervised [--seeds 3] [--only wikipedia|flickr8k]

wikipedia: the 1,000 tf-idf text features of the Wikipedia image-text benchmark, rows brought to
200 words and rounded; 2,173 documents to train on, 693 to test, 10 categories. flickr8k: English
captions of 600 photos, 400 to train on and 200 to test, drawn by seed; 9 labels made from key words
of the captions, so that words alone nearly give them away.

Every method's settings are chosen on a quarter of the training documents (drawn by seed; mean of
accuracy and mAP), then it is fitted to all of them; mean and standard deviation over the seeds. mAP
is the mean over categories of the average precision of one against the rest. Seconds are CPU time
of the last fit and its predictions.

LDA's mixtures come from the inference GPSupervisedLDA uses, with a pull of the labels of nothing,
and the disjoint Gaussian process is the same sparse one on them as points: the difference to the
first row is what learning both together brings. "its authors' constants": α = 1, ζ = κ = 10,
H = 0.1 I, no pseudo-count.
"""

import argparse
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import product
from typing import Any

import numpy as np
from scipy import sparse
from scipy.io import loadmat
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import average_precision_score
from sklearn.preprocessing import normalize
from sklearn.svm import SVC

from benchmarks._common import DATA, Array, print_table
from benchmarks._corpora import photos, wikipedia_classes
from gplsa import GPSupervisedLDA
from gplsa.papers.gp_supervised.ascent import inducing_points
from gplsa.papers.gp_supervised.kernel import ExpectedKernel
from gplsa.papers.gp_supervised.process import inducing_posterior
from gplsa.text import Vocabulary, WordOptions

TOPICS = (20, 50)
PULLS = (100.0, 1000.0)
BANDWIDTHS = (0.25, 0.5, 1.0)
NO_PULL = 1e-6
WORDS_A_ROW = 200.0
AUTHORS = {
    "doc_topic_prior": 1.0,
    "topic_word_prior": 0.0,
    "feature_precision": 10.0,
    "noise_precision": 10.0,
    "feature_variance": 0.1,
}


@dataclass(frozen=True)
class Split:
    """Counts (and the benchmark's own ten topics, where there are some) with their labels."""

    train: Any
    test: Any
    train_labels: Any
    test_labels: Any
    given: tuple[Array, Array] | None = None
    mixtures: dict[int, tuple[Array, Array, float]] = field(default_factory=dict)
    """Plain LDA's by number of topics, once they are known, with the seconds they took."""

    def validation(self, seed: int) -> "Split":
        """A quarter of the training documents in place of the test documents."""
        order = np.random.default_rng(1000 + seed).permutation(len(self.train_labels))
        held, seen = np.split(order, [len(order) // 4])
        given = None if self.given is None else (self.given[0][seen], self.given[0][held])
        y = self.train_labels
        return Split(self.train[seen], self.train[held], y[seen], y[held], given)


Scores = Callable[[Split, int, dict[str, Any]], Array]


def wikipedia(seed: int) -> Split:
    folder = DATA / "wikipedia_xmodal"
    words = loadmat(folder / "raw_features_with_tfidf1000.mat")
    topics = loadmat(folder / "raw_features.mat")
    sides = []
    for part in ("tr", "te"):
        x = words[f"T_tfidf_{part}"]
        x = np.rint(x / np.maximum(x.sum(axis=1, keepdims=True), 1e-12) * WORDS_A_ROW)
        sides.append(sparse.csr_matrix(x))
    labels = map(wikipedia_classes, ("train", "test"))
    return Split(*sides, *labels, given=(topics["T_tr"], topics["T_te"]))


def flickr8k(seed: int) -> Split:
    train, test = photos(seed)
    vocabulary, counts = Vocabulary.build([row["en"] for row in train], WordOptions("en"))
    labels = [np.array([row["label"] for row in part]) for part in (train, test)]
    return Split(counts, vocabulary.count([row["en"] for row in test]), *labels)


def supervised(split: Split, seed: int, options: dict[str, Any]) -> Array:
    model = GPSupervisedLDA(**options, random_state=seed, n_jobs=1)
    return model.fit(split.train, split.train_labels).decision_function(split.test)


def mixtures(split: Split, seed: int, n_topics: int) -> tuple[Array, Array]:
    """Plain LDA's, of training and test documents alike inferred without labels."""
    if n_topics not in split.mixtures:
        start = time.process_time()
        model = GPSupervisedLDA(
            n_topics, feature_precision=NO_PULL, feature_variance=1.0, random_state=seed, n_jobs=1
        ).fit(split.train, split.train_labels)
        both = model.transform(split.train), model.transform(split.test)
        split.mixtures[n_topics] = (*both, time.process_time() - start)
    return split.mixtures[n_topics][:2]


def process_scores(train: Array, labels: Any, test: Array, bandwidth: float, seed: int) -> Array:
    """The sparse Gaussian process on points."""
    members = labels[:, None] == np.unique(labels)
    signs = 2.0 * members - 1.0
    points = inducing_points(train, members, 5, np.random.default_rng(seed))
    kernel = ExpectedKernel(train, 0.0, points, bandwidth)
    posterior = inducing_posterior(kernel, bandwidth, signs - signs.mean(axis=0), 10.0)
    return posterior.predict(test)[0] + signs.mean(axis=0)


def logistic(**options: Any) -> LogisticRegression:
    return LogisticRegression(**options, max_iter=5000)


def on_mixtures(split: Split, seed: int, options: dict[str, Any]) -> tuple[Array, Array]:
    return mixtures(split, seed, options["n_topics"])


def on_words(split: Split, seed: int, options: dict[str, Any]) -> tuple[Any, Any]:
    return normalize(split.train), normalize(split.test)


def on_given(split: Split, seed: int, options: dict[str, Any]) -> tuple[Array, Array]:
    assert split.given is not None
    return split.given


def classified(read: Callable[..., tuple[Any, Any]], make: Callable[..., Any]) -> Scores:
    """Of a classifier on what a document is read as."""

    def scores(split: Split, seed: int, options: dict[str, Any]) -> Array:
        train, test = read(split, seed, options)
        return make(C=options["C"]).fit(train, split.train_labels).decision_function(test)

    return scores


def processed(read: Callable[..., tuple[Any, Any]]) -> Scores:
    """Of the Gaussian process on it."""

    def scores(split: Split, seed: int, options: dict[str, Any]) -> Array:
        train, test = read(split, seed, options)
        return process_scores(train, split.train_labels, test, options["bandwidth"], seed)

    return scores


def grid(**choices: Iterable[Any]) -> list[dict[str, Any]]:
    return [dict(zip(choices, values, strict=True)) for values in product(*choices.values())]


METHODS: list[tuple[str, Scores, list[dict[str, Any]]]] = [
    ("LDA with GP, together", supervised, grid(n_topics=TOPICS, feature_precision=PULLS)),
    (
        "… its authors' constants",
        supervised,
        [AUTHORS | choice for choice in grid(n_topics=TOPICS, bandwidth=(1.0,))],
    ),
    ("LDA, then GP", processed(on_mixtures), grid(n_topics=TOPICS, bandwidth=BANDWIDTHS)),
    (
        "LDA, then logistic",
        classified(on_mixtures, logistic),
        grid(n_topics=TOPICS, C=(1.0, 10.0, 100.0)),
    ),
    (
        "LDA, then RBF-SVM",
        classified(on_mixtures, SVC),
        grid(n_topics=TOPICS, C=(1.0, 10.0, 100.0)),
    ),
    ("words, RBF-SVM", classified(on_words, SVC), grid(C=(0.1, 1.0, 10.0))),
    ("words, logistic", classified(on_words, logistic), grid(C=(1.0, 10.0, 100.0))),
]
GIVEN: list[tuple[str, Scores, list[dict[str, Any]]]] = [
    ("given 10 topics, GP", processed(on_given), grid(bandwidth=BANDWIDTHS)),
    ("given 10 topics, logistic", classified(on_given, logistic), grid(C=(1.0, 10.0, 100.0))),
]


def figures(scores: Array, split: Split) -> tuple[float, float]:
    """Accuracy and macro mAP of one against the rest."""
    classes = np.unique(split.train_labels)
    right = float((classes[scores.argmax(axis=1)] == split.test_labels).mean())
    precision = [
        average_precision_score(split.test_labels == name, scores[:, i])
        for i, name in enumerate(classes)
        if (split.test_labels == name).any()
    ]
    return right, float(np.mean(precision))


def one_method(
    scores: Scores, choices: list[dict[str, Any]], split: Split, validation: Split, seed: int
) -> list[Any]:
    """Accuracy, mAP, seconds and settings at the best choice of the validation documents."""
    judged = [sum(figures(scores(validation, seed, c), validation)) for c in choices]
    best = choices[int(np.argmax(judged))]
    first = "n_topics" in best and scores is not supervised
    if first:
        mixtures(split, seed, best["n_topics"])
    start = time.process_time()
    result = scores(split, seed, best)
    taken = time.process_time() - start
    if first:
        taken += split.mixtures[best["n_topics"]][2]
    return [*figures(result, split), taken, best]


def main() -> None:
    parser = argparse.ArgumentParser(description="GP-supervised topics beside their baselines")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--only", choices=("wikipedia", "flickr8k"))
    options = parser.parse_args()
    for name, load in (("wikipedia", wikipedia), ("flickr8k", flickr8k)):
        if options.only not in (None, name):
            continue
        rows = []
        splits = [load(seed) for seed in range(options.seeds)]
        validations = [split.validation(seed) for seed, split in enumerate(splits)]
        for method, scores, choices in METHODS + (GIVEN if name == "wikipedia" else []):
            runs = [
                one_method(scores, choices, splits[seed], validations[seed], seed)
                for seed in range(options.seeds)
            ]
            columns = np.array([run[:3] for run in runs])
            mean, spread = columns.mean(axis=0), columns.std(axis=0)
            chosen = ", ".join(
                f"{k}={v:g}" for k, v in runs[0][3].items() if method[0] != "…" or k not in AUTHORS
            )
            rows.append(
                [
                    method,
                    *(f"{m:.3f} ± {s:.3f}" for m, s in zip(mean[:2], spread[:2], strict=True)),
                    f"{mean[2]:.1f}",
                    chosen,
                ]
            )
            print(*rows[-1], sep=" | ", flush=True)
        print_table(name, ["method", "accuracy", "mAP", "CPU s", "settings (seed 0)"], rows)


if __name__ == "__main__":
    main()
