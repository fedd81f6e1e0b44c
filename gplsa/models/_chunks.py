"""From a corpus in chunks to fitted topics: a start on a sample, and visits chunk by chunk."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.random import Generator
from scipy import sparse

from gplsa.core.coupling.joint import Links
from gplsa.core.fitting import Callback, FitProgress
from gplsa.core.out_of_core.incremental import (
    Report,
    Schedule,
    initial_state,
    measure,
    mixtures_name,
    resume,
    run_passes,
)
from gplsa.core.out_of_core.runner import Runner, Source, rows_of
from gplsa.core.out_of_core.start import nndsvd_topics, random_topics, word_masses
from gplsa.core.out_of_core.store import FolderStore
from gplsa.core.out_of_core.tasks import FitContext, fill_chunk, known_sums
from gplsa.core.parallel import thread_count
from gplsa.core.start import BLUR_OF_NMF, blurred_topics, nmf_words
from gplsa.core.types import FloatArray
from gplsa.models._fit import Plan

FILLED = "doc-topic"
"""Name in the store of what a fit ends with: every document's mixtures, missing ones filled in."""


@dataclass(frozen=True)
class ChunkPlan:
    """How to fit over parts; the result depends on all of it, and on nothing else.

    schedule  of the visits
    sample    documents that the start is learned from, at most;  iterations  over all chunks that
              turn it towards all of them
    """

    schedule: Schedule = field(default_factory=Schedule)
    sample: int = 20_000
    iterations: int = 1


@dataclass(frozen=True)
class FittedParts:
    """Topics (n_words, n_topics) by modality; the mixtures are in the store under `FILLED`.

    mean     of the mixtures of all documents, (n_modalities, n_topics)
    history  after every pass the J that the chunks saw when visited, at the end that of the result
    """

    word_topics: list[FloatArray]
    mean: FloatArray
    history: list[float]
    converged: bool


@dataclass(frozen=True)
class Backend:
    """Where a fit over chunks runs and leaves its state.

    key       of the corpus and the settings: a fit that was broken off goes on after its last
              whole pass where the store bears the same one
    callback  called with a FitProgress after every group of chunks
    """

    runner: Runner
    store: FolderStore
    key: str = ""
    callback: Callback | None = None


def fit_chunks(
    source: Source,
    links: Links,
    plan: Plan,
    chunks: ChunkPlan,
    rng: Generator,
    backend: Backend,
    offsets: Sequence[FloatArray | None] | None = None,
) -> FittedParts:
    """Maximise J over a corpus in chunks; offsets by modality, as in `gplsa.models._fit.Side`.

    Raises ValueError where there is a graph: its edges would lead from chunk to chunk.
    """
    if links.strength is not None:
        raise ValueError("a corpus in parts has no graph between its documents: leave graph away")
    views = len(source.n_words)
    context = FitContext(
        source, backend.store, links, plan.n_topics, tuple(offsets or [None] * views)
    )
    state, mixture = resume(context, backend.key), np.full(plan.n_topics, 1 / plan.n_topics)
    if state is None:
        sample = _sample(source, chunks.sample, rng)
        topics = _topics(source, sample, plan, chunks, backend.runner, rng)
        masses = [mass.sum() * mixture for mass in word_masses(source)]
        state = initial_state(context, topics, masses)
    report_pass = _reporting(backend.callback, chunks.schedule, len(source.n_documents))
    state = run_passes(
        context, chunks.schedule, backend.runner, mixture, state, backend.key, report_pass
    )
    name, topics = mixtures_name(state.done), state.word_topics
    history = [*state.history, measure(context, backend.runner, name, topics)]
    return FittedParts(topics, _fill(context, backend.runner, name), history, state.converged)


def _topics(
    source: Source,
    sample: Sequence[sparse.csr_matrix],
    plan: Plan,
    chunks: ChunkPlan,
    runner: Runner,
    rng: Generator,
) -> list[FloatArray]:
    if plan.init == "nmf":
        words = nmf_words(sample, plan.n_topics, rng, thread_count(plan.n_jobs))
        return blurred_topics(words.T, word_masses(source), BLUR_OF_NMF)
    if plan.init == "nndsvd":
        return nndsvd_topics(source, sample, plan.n_topics, chunks.iterations, runner, rng)
    return random_topics(source, sample, plan.n_topics, rng)


def _sample(source: Source, most: int, rng: Generator) -> list[sparse.csr_matrix]:
    """So many documents drawn from all parts; all of them where there are no more."""
    n_docs = sum(source.n_documents)
    if n_docs <= most:
        return rows_of(source, np.arange(n_docs))
    return rows_of(source, np.sort(rng.choice(n_docs, most, replace=False)))


def _reporting(callback: Callback | None, schedule: Schedule, n_chunks: int) -> Report | None:
    """Tells a callback after every group of parts, in passes."""
    if callback is None:
        return None
    began = time.perf_counter()
    first: list[int] = []

    def visited(done: int, objective: float) -> None:
        first.append(done)
        since = done - first[0]
        seconds = (time.perf_counter() - began) / max(since, 1)
        left = seconds * (schedule.passes * n_chunks - done)
        callback(FitProgress(done // n_chunks, schedule.passes, objective, left))

    return visited


def _fill(context: FitContext, runner: Runner, name: str) -> FloatArray:
    """Fill in what is missing; the mean mixture of all documents by modality."""
    every = range(len(context.source.n_documents))
    known, n_known = np.zeros(context.n_topics), 0
    for of_chunk, n_chunk in runner.run(known_sums, [(context, chunk, name) for chunk in every]):
        known += of_chunk
        n_known += n_chunk
    mean = known / n_known if n_known else np.full(context.n_topics, 1 / context.n_topics)
    jobs = [(context, chunk, name, FILLED, mean) for chunk in every]
    totals = np.zeros((len(context.source.n_words), context.n_topics))
    for of_chunk in runner.run(fill_chunk, jobs):
        totals += of_chunk
    return totals / max(sum(context.source.n_documents), 1)
