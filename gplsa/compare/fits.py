"""Every model that can be compared, fitted on the same counts: what it found, in one shape."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import sparse

from gplsa.core.types import FloatArray
from gplsa.model.settings import TrainSettings
from gplsa.models import LDA, PLSA, LinkPLSA, knn_graph
from gplsa.papers import GNMF, CoPLSA, DeepNMF
from gplsa.progress import Progress, report
from gplsa.training.fitting import document_weights, topic_model

NEIGHBOURS = 5
CLUSTERINGS = 100


@dataclass(frozen=True)
class ComparedTopics:
    """What a model found: p(w|z) by modality, and p(z|d), one mixture per document.

    warning  why it should not be taken at its word, in a sentence
    """

    topic_word: Mapping[str, FloatArray]
    doc_topic: FloatArray
    warning: str = ""


Counts = Mapping[str, sparse.csr_matrix]
Fitting = Callable[[Counts, TrainSettings, int, Progress | None], ComparedTopics]


def _options(settings: TrainSettings) -> dict[str, Any]:
    return {
        "max_iter": settings.max_iter,
        "tol": settings.tol,
        "random_state": np.random.default_rng(settings.seed),
    }


def _iterations(progress: Progress | None) -> Callable[[Any], None]:
    return lambda p: report(progress, p.iteration / p.max_iter, "Fitting")


def gplsa(
    counts: Counts, settings: TrainSettings, n_topics: int, progress: Progress | None
) -> ComparedTopics:
    model = topic_model(settings, n_topics, np.random.default_rng(settings.seed))
    model.fit(dict(counts), sample_weight=document_weights(counts), callback=_iterations(progress))
    return ComparedTopics(model.topic_word_, np.mean([*model.doc_topic_.values()], axis=0))


def on_sides(make: Callable[[TrainSettings, int], Any]) -> Fitting:
    """A model of several modalities, as `make` has it of settings and a number of topics."""

    def fit(
        counts: Counts, settings: TrainSettings, n_topics: int, progress: Progress | None
    ) -> ComparedTopics:
        model = make(settings, n_topics).fit(dict(counts), callback=_iterations(progress))
        mixtures = model.doc_topic_
        if isinstance(mixtures, dict):
            mixtures = np.mean([*mixtures.values()], axis=0)
        return ComparedTopics(model.topic_word_, mixtures, getattr(model, "warning_", ""))

    return fit


def link_plsa(settings: TrainSettings, n_topics: int) -> LinkPLSA:
    return LinkPLSA(n_topics, init=settings.init, **_options(settings))


def coplsa(settings: TrainSettings, n_topics: int) -> CoPLSA:
    return CoPLSA(n_topics, init=settings.init, **_options(settings))


def lda(settings: TrainSettings, n_topics: int) -> LDA:
    # Not the tolerance: LDA's is the gain of ten iterations, of a bound that may fall.
    random_state = np.random.default_rng(settings.seed)
    return LDA(n_topics, max_iter=settings.max_iter, random_state=random_state)


def on_glued(
    fit: Callable[[sparse.csr_matrix, TrainSettings, int, Progress | None], Any],
) -> Fitting:
    """A model of one modality, on the words of all sides as if they were one text."""

    def fit_glued(
        counts: Counts, settings: TrainSettings, n_topics: int, progress: Progress | None
    ) -> ComparedTopics:
        glued = sparse.hstack([*counts.values()], format="csr")
        model = fit(glued, settings, n_topics, progress)
        ends = np.cumsum([matrix.shape[1] for matrix in counts.values()])[:-1]
        parts = np.split(np.asarray(model.topic_word_), ends, axis=1)
        topic_word = dict(zip(counts, map(_rows_to_one, parts), strict=True))
        return ComparedTopics(topic_word, model.doc_topic_)

    return fit_glued


def _rows_to_one(topic_word: FloatArray) -> FloatArray:
    total = topic_word.sum(axis=1, keepdims=True)
    even = np.full_like(topic_word, 1 / topic_word.shape[1])
    return np.divide(topic_word, total, out=even, where=total > 0)


def plsa(
    glued: sparse.csr_matrix, settings: TrainSettings, n_topics: int, progress: Progress | None
) -> Any:
    model = PLSA(n_topics, init=settings.init, **_options(settings))
    return model.fit(glued, callback=_iterations(progress))


def gnmf(
    glued: sparse.csr_matrix, settings: TrainSettings, n_topics: int, progress: Progress | None
) -> Any:
    model = GNMF(n_topics, loss="kl", init=settings.init, **_options(settings))
    return model.fit(glued, graph=knn_graph(glued, NEIGHBOURS), callback=_iterations(progress))


def deep_nmf(
    glued: sparse.csr_matrix, settings: TrainSettings, n_topics: int, progress: Progress | None
) -> Any:
    model = DeepNMF(
        n_topics,
        variant="constrained",
        n_clusterings=CLUSTERINGS,
        random_state=np.random.default_rng(settings.seed),
    )
    return model.fit(glued, progress=progress)
