"""Topics from what was counted: how many, weights of documents, where the fit begins, the fit."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import sparse

from gplsa.core.fitting import Callback, FitProgress
from gplsa.core.items import SideVocabulary
from gplsa.core.sums import row_sums, rows_to_one
from gplsa.core.types import FloatArray, Rng
from gplsa.core.weights import weights_by_length
from gplsa.errors import InputError
from gplsa.message import Message
from gplsa.model.editing.algebra import TopicDistributions
from gplsa.model.editing.edits import Seed
from gplsa.model.settings import TrainSettings, default_topics
from gplsa.models import MultimodalGPLSA
from gplsa.progress import Progress, report
from gplsa.training.counted import Counted

FEWEST_PAIRS = 2
LARGEST_WEIGHT = 5.0

SEED_STRENGTH = 0.25
"""Pseudo-counts of all seed words of a topic, relative to what an average topic has of a side."""

SEED_DRAW = 0.5  # how much of a document that holds a seed word its topic has at the start


@dataclass(frozen=True)
class FittedTopics(TopicDistributions):
    """And how the fit came to them."""

    objective_history: np.ndarray
    converged: bool


def choose_topics(n_words: Mapping[str, int], documents: int, settings: TrainSettings) -> int:
    """The number of topics asked for, or the default; InputError where the corpus carries fewer.

    n_words  by side;  documents  that have words on two sides or more
    """
    if documents < FEWEST_PAIRS:
        raise InputError(
            "Only {documents} documents have words on two sides after the word settings: at least "
            "{fewest_pairs} are needed.",
            documents=documents,
            fewest_pairs=FEWEST_PAIRS,
        )
    least = min(n_words, key=lambda side: n_words[side])
    most = min(documents, n_words[least])
    if settings.n_topics is None:
        return min(default_topics(documents), most)
    if settings.n_topics > most:
        raise InputError(
            "{n_topics} topics are more than this corpus carries ({documents:,} pairs, {n_words:,} "
            "words in {side!r}): choose at most {most}.",
            n_topics=settings.n_topics,
            documents=documents,
            n_words=n_words[least],
            side=least,
            most=most,
        )
    return settings.n_topics


def document_weights(counts: Mapping[str, sparse.csr_matrix]) -> np.ndarray:
    """What each document weighs in the fit, (documents,): its length, 1 on average.

    A side's length is relative to the mean of that side; the mean over the sides a document has.
    Weighed alike, a note of ten words says as much about the topics as a report of a thousand, and
    topics form around what happens to stand in short texts.  No document weighs more than
    `LARGEST_WEIGHT` average ones: one book among letters must not have all the topics.  A document
    without a counterpart counts less (`gplsa.core.weights`).
    """
    lengths = np.array([row_sums(matrix) for matrix in counts.values()])
    means = lengths.sum(axis=1) / np.maximum((lengths > 0).sum(axis=1), 1)
    return weights_by_length(lengths, means, LARGEST_WEIGHT)


def topic_model(settings: TrainSettings, n_topics: int, random_state: Rng) -> MultimodalGPLSA:
    """The model that the settings ask for, not fitted yet: λ enters here."""
    return MultimodalGPLSA(
        n_topics,
        regularizer=settings.regularizer,
        lam=settings.lam,
        max_iter=settings.max_iter,
        tol=settings.tol,
        init=settings.init,
        background_weight=settings.background,
        random_state=random_state,
    )


@dataclass(frozen=True)
class Guide:
    """Where a fit begins.

    doc_topic  mixtures, (documents, topics), rows sum to 1
    seeds      the terms that topics must hold, by side as (topic, term)
    """

    doc_topic: FloatArray
    seeds: Mapping[str, Sequence[tuple[int, int]]]

    @property
    def n_topics(self) -> int:
        return self.doc_topic.shape[1]

    def priors(self, counts: Mapping[str, sparse.csr_matrix]) -> dict[str, FloatArray]:
        """α by side, (topics, words), for documents that weigh 1 on average."""
        found = {}
        for side, matrix in counts.items():
            alpha = np.zeros((self.n_topics, matrix.shape[1]))
            for topic, term in self.seeds.get(side, ()):
                alpha[topic, term] = 1.0
            total = alpha.sum(axis=1, keepdims=True)
            strength = SEED_STRENGTH * matrix.shape[0] / self.n_topics
            found[side] = strength * alpha / np.maximum(total, 1.0)
        return found


def guide_of(
    doc_topic: FloatArray,
    seeds: Sequence[tuple[int, Seed]],
    vocabularies: Mapping[str, SideVocabulary],
    counts: Mapping[str, sparse.csr_matrix],
) -> Guide:
    """Mixtures as they are known, drawn to the topics whose seed words a document holds.

    seeds  with the topic of each; words that are not counted are left out
    """
    mixtures = doc_topic.copy()
    by_side: dict[str, list[tuple[int, int]]] = {}
    for topic, seed in seeds:
        numbers = map(vocabularies[seed.side].number_of, seed.words)
        terms = [number for number in numbers if number is not None]
        by_side.setdefault(seed.side, []).extend((topic, term) for term in terms)
        holding = np.flatnonzero(np.asarray(counts[seed.side][:, terms].sum(axis=1)).ravel() > 0)
        mixtures[holding] *= 1.0 - SEED_DRAW
        mixtures[holding, topic] += SEED_DRAW
    return Guide(rows_to_one(mixtures), by_side)


def fit_topics(
    counted: Counted,
    settings: TrainSettings,
    rng: Rng,
    *,
    guide: Guide | None = None,
    progress: Progress | None = None,
    watch: Callback | None = None,
) -> FittedTopics:
    """Fit `settings.n_topics` topics.

    guide  where the fit begins, if topics were edited before;  watch  called with every iteration
    """
    assert settings.n_topics is not None
    model = topic_model(settings, settings.n_topics, rng)
    known: dict[str, Any] = {"pair_weight": counted.pair_weights}
    if guide is not None and guide.n_topics == settings.n_topics:
        known |= {"start": guide.doc_topic, "prior": guide.priors(counted.counts)}
    weight, told = document_weights(counted.counts), reporting(progress, watch)
    model.fit(counted.counts, sample_weight=weight, callback=told, **known)
    course = model.objective_history_, model.converged_
    return FittedTopics(model.topic_word_, model.doc_topic_, *course)


def reporting(
    progress: Progress | None,
    watch: Callback | None = None,
    phase: Callable[[FitProgress], str] = lambda now: Message("Fitting"),
) -> Callback:
    """Tells of every iteration of a fit."""

    def swept(now: FitProgress) -> None:
        report(progress, now.iteration / now.max_iter, phase(now))
        if watch is not None:
            watch(now)

    return swept
