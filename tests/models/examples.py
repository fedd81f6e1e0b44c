"""Small corpora for the estimators: planted topics in one to three modalities, and graphs."""

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from gplsa import GPLSA, PLSA, MultimodalGPLSA
from tests import reference

NAMES = ("de", "en", "image")


@dataclass(frozen=True)
class Planted:
    """Counts by modality, and the topics and mixtures they were drawn from."""

    counts: dict[str, np.ndarray]
    topic_word: dict[str, np.ndarray]
    doc_topic: np.ndarray


def planted(
    n_docs=30, n_topics=3, n_words=(20, 25), length=60, seed=0, concentration=0.2, missing=False
) -> Planted:
    """Every modality has its own words and the same mixtures; `missing` empties a few rows."""
    rng = np.random.default_rng(seed)
    theta = rng.dirichlet(np.full(n_topics, concentration), size=n_docs)
    counts, topics = {}, {}
    for name, words in zip(NAMES, n_words, strict=False):
        phi = rng.dirichlet(np.full(words, 0.1), size=n_topics)
        counts[name] = np.array([rng.multinomial(length, p) for p in theta @ phi], dtype=float)
        topics[name] = phi
    if missing:
        for i, name in enumerate(counts):
            counts[name][3 * i + 1] = 0.0
            counts[name][n_docs - 1] = 0.0  # a document without any word
    return Planted(counts, topics, theta)


def common_words(n_docs=60, n_words=800, length=120):
    """Counts of three topics that share most of their words."""
    rng = np.random.default_rng(0)
    common = 1 / np.arange(5, n_words + 5)
    common /= common.sum()
    topics = [0.6 * common + 0.4 * rng.permutation(common) for _ in range(3)]
    return np.array([rng.multinomial(length, topics[d % 3]) for d in range(n_docs)], dtype=float)


def ring(n_docs, strength=1.0):
    """Every document linked with the next two; the last one is alone."""
    matrix = np.zeros((n_docs, n_docs))
    for d in range(n_docs - 1):
        for e in (d + 1, d + 2):
            if e < n_docs - 1:
                matrix[d, e] = matrix[e, d] = strength * (1 + d % 2)
    return sparse.csr_matrix(matrix)


@dataclass(frozen=True)
class Setting:
    """One way to fit: an estimator, its data, and how the loops compute its objective."""

    name: str
    single: bool
    corpus: Planted
    graph: sparse.csr_matrix | None = None
    graph_lam: float | None = None

    def model(self, regularizer, lam, **options):
        if not self.single:
            options["graph_lam"] = self.graph_lam
            return MultimodalGPLSA(3, regularizer=regularizer, lam=lam, random_state=0, **options)
        return GPLSA(3, regularizer=regularizer, lam=lam, random_state=0, **options)

    def fit(self, regularizer, lam, *, callback=None, **options):
        counts = self.corpus.counts["de"] if self.single else self.corpus.counts
        model = self.model(regularizer, lam, **options)
        return model.fit(counts, graph=self.graph, callback=callback)

    def objective(self, model):
        """J of a fitted model by plain loops."""
        topics = {"de": model.topic_word_} if self.single else model.topic_word_
        mixtures = {"de": model.doc_topic_} if self.single else model.doc_topic_
        graph_lam = model.lam if self.graph_lam is None else self.graph_lam
        return reference.penalised_objective(
            {name: self.corpus.counts[name] for name in topics},
            mixtures,
            topics,
            model.regularizer,
            lam=0.0 if self.single else model.lam,
            graph=None if self.graph is None else self.graph.toarray(),
            graph_lam=graph_lam,
        )


SETTINGS = (
    Setting("pair", False, planted()),
    Setting("three modalities", False, planted(n_words=(12, 15, 18), seed=1, missing=True)),
    Setting("graph", True, planted(n_words=(20,), seed=2), ring(30)),
    Setting("graph and modalities", False, planted(seed=3, missing=True), ring(30), 0.7),
    Setting("dense images", True, planted(n_words=(20,), length=2000, seed=4), ring(30, 0.2)),
)


def similarity(found, planted_topics):
    """Cosines of topics matched by optimal assignment, one for every planted topic."""
    from scipy.optimize import linear_sum_assignment

    a = found / np.linalg.norm(found, axis=1, keepdims=True)
    b = planted_topics / np.linalg.norm(planted_topics, axis=1, keepdims=True)
    cosine = b @ a.T
    return cosine[linear_sum_assignment(-cosine)]


__all__ = ["NAMES", "PLSA", "SETTINGS", "Planted", "Setting", "planted", "ring", "similarity"]
