"""From a corpus in chunks to fitted topics: a start on a sample, and the two schedules."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from numpy.random import Generator
from scipy import sparse

from gplsa.core.coupling.joint import Links
from gplsa.core.fitting import Callback, Climb, FitProgress, Watch, climb
from gplsa.core.out_of_core.batch import ChunkedProblem, Place, Sighting, together
from gplsa.core.out_of_core.incremental import (
    Schedule,
    Standing,
    Told,
    begun,
    go_on,
    measure,
    mixtures_name,
    taken_up,
)
from gplsa.core.out_of_core.runner import Runner
from gplsa.core.out_of_core.source import Source, rows_of
from gplsa.core.out_of_core.start import nndsvd_topics, random_topics, word_masses
from gplsa.core.out_of_core.store import Store
from gplsa.core.out_of_core.tasks import Kept, Released, Work, fill_chunk, known_sums
from gplsa.core.parallel import thread_count
from gplsa.core.start import BLUR_OF_NMF, Start, blurred_topics, nmf_words, start_by
from gplsa.core.types import FloatArray
from gplsa.models._fit import START_ITERATIONS, Plan

FILLED = "doc-topic"
"""Name on the shelf of what a fit ends with: every document's mixtures, missing ones filled in."""


@dataclass(frozen=True)
class ChunkPlan:
    """How to fit over parts; the result depends on all of it, and on nothing else.

    batch     all parts, then the topics, as in memory; else chunk by chunk
    schedule  of the visits, where it goes chunk by chunk
    sample    documents that the start is learned from, at most;  iterations  over all parts that
              turn it towards all of them
    """

    batch: bool = False
    schedule: Schedule = field(default_factory=Schedule)
    sample: int = 20_000
    iterations: int = 1


@dataclass(frozen=True)
class FittedParts:
    """Topics (n_words, n_topics) by modality; the mixtures are on the shelf under `FILLED`.

    mean     of the mixtures of all documents, (n_modalities, n_topics)
    history  batch: J at the start and after every iteration; chunk by chunk: after every pass the
             J that the parts saw when they were visited, and at the end that of the result
    """

    word_topics: list[FloatArray]
    mean: FloatArray
    history: list[float]
    converged: bool


def fit_chunks(
    source: Source,
    links: Links,
    plan: Plan,
    chunks: ChunkPlan,
    rng: Generator,
    runner: Runner,
    store: Store,
    *,
    key: str = "",
    callback: Callback | None = None,
    offsets: Sequence[FloatArray | None] | None = None,
) -> FittedParts:
    """Maximise J over a corpus in chunks.

    key  of the corpus and the settings: chunk by chunk, a fit that was broken off goes on after its
         last whole pass where the shelf bears the same one
    Raises ValueError where there is a graph: its edges would lead from part to part.
    """
    if links.strength is not None:
        raise ValueError("a corpus in parts has no graph between its documents: leave graph away")
    views = len(source.n_words)
    work = Work(source, store, links, plan.n_topics, tuple(offsets or [None] * views))
    if chunks.batch:
        run = _batch(work, plan, chunks, rng, runner, callback)
        place = run.at.place
        name, topics = place.mixtures.name, place.word_topics
        history, converged = run.history, run.converged
    else:
        standing = _chunk_by_chunk(work, plan, chunks, rng, runner, key, callback)
        name, topics = mixtures_name(standing.done), standing.word_topics
        history = [*standing.history, measure(work, runner, name, topics)]
        converged = standing.converged
    return FittedParts(topics, _fill(work, runner, name), history, converged)


def _batch(
    work: Work,
    plan: Plan,
    chunks: ChunkPlan,
    rng: Generator,
    runner: Runner,
    callback: Callback | None,
) -> Climb[Sighting]:
    """As `fit_modalities`: shared iterations, then released ones, with momentum."""
    work.store.keep([])
    start = _start(work, plan, chunks, runner, rng)
    _lay_out(work, start)
    before = START_ITERATIONS if len(work.source.n_words) > 1 else 0
    watch = Watch(before + plan.max_iter, callback)
    threads = thread_count(plan.n_jobs)
    place = Place(Kept("start"), start.word_topics)
    if before:
        problem = ChunkedProblem(together(work), runner, prefix="shared-", n_threads=threads)
        place = climb(
            problem, place, iterations=before, tol=0.0, accelerate=plan.accelerate, watch=watch
        ).at.place
        place = Place(Released("released", place.mixtures.name), place.word_topics)
    return climb(
        ChunkedProblem(work, runner, prefix="", n_threads=threads),
        place,
        iterations=plan.max_iter,
        tol=plan.tol,
        accelerate=plan.accelerate,
        watch=watch,
    )


def _start(work: Work, plan: Plan, chunks: ChunkPlan, runner: Runner, rng: Generator) -> Start:
    """That of all documents where the sample takes them all; else mixtures begin all alike."""
    sample = _sample(work.source, chunks.sample, rng)
    if sample[0].shape[0] == sum(work.source.n_documents):
        return start_by(plan.init, sample, plan.n_topics, rng, thread_count(plan.n_jobs))
    alike = np.full((1, plan.n_topics), 1 / plan.n_topics)
    return Start(alike, _topics(work.source, sample, plan, chunks, runner, rng))


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


def _lay_out(work: Work, start: Start) -> None:
    """Put the mixtures of the start in the store, chunk by chunk."""
    edges = np.cumsum([0, *work.source.n_documents])
    alike = len(start.doc_topic) == 1
    for chunk, (first, last) in enumerate(pairwise(edges)):
        rows = np.tile(start.doc_topic, (last - first, 1)) if alike else start.doc_topic[first:last]
        work.store.save("start", chunk, np.ascontiguousarray(rows[:, None, :]))


def _sample(source: Source, most: int, rng: Generator) -> list[sparse.csr_matrix]:
    """So many documents drawn from all parts; all of them where there are no more."""
    n_docs = sum(source.n_documents)
    if n_docs <= most:
        return rows_of(source, np.arange(n_docs))
    return rows_of(source, np.sort(rng.choice(n_docs, most, replace=False)))


def _chunk_by_chunk(
    work: Work,
    plan: Plan,
    chunks: ChunkPlan,
    rng: Generator,
    runner: Runner,
    key: str,
    callback: Callback | None,
) -> Standing:
    told = _told(callback, chunks.schedule, len(work.source.n_documents))
    standing, mixture = taken_up(work, key), np.full(plan.n_topics, 1 / plan.n_topics)
    if standing is None:
        sample = _sample(work.source, chunks.sample, rng)
        topics = _topics(work.source, sample, plan, chunks, runner, rng)
        masses = [mass.sum() * mixture for mass in word_masses(work.source)]
        standing = begun(work, topics, masses)
    return go_on(work, chunks.schedule, runner, mixture, standing, key, told)


def _told(callback: Callback | None, schedule: Schedule, n_chunks: int) -> Told | None:
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


def _fill(work: Work, runner: Runner, name: str) -> FloatArray:
    """Fill in what is missing; the mean mixture of all documents by modality."""
    every = range(len(work.source.n_documents))
    known, n_known = np.zeros(work.n_topics), 0
    for of_chunk, n_chunk in runner.run(known_sums, [(work, chunk, name) for chunk in every]):
        known += of_chunk
        n_known += n_chunk
    mean = known / n_known if n_known else np.full(work.n_topics, 1 / work.n_topics)
    jobs = [(work, chunk, name, FILLED, mean) for chunk in every]
    totals = np.zeros((len(work.source.n_words), work.n_topics))
    for of_chunk in runner.run(fill_chunk, jobs):
        totals += of_chunk
    return totals / max(sum(work.source.n_documents), 1)
