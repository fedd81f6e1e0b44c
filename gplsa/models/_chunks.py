"""From a corpus in chunks to fitted topics: a start on a sample, and visits chunk by chunk."""

import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator

from gplsa.core.coupling.joint import Links
from gplsa.core.fitting import Callback, FitProgress
from gplsa.core.out_of_core import incremental
from gplsa.core.out_of_core.incremental import Report, Schedule
from gplsa.core.out_of_core.runner import Runner, Source, rows_of, word_masses
from gplsa.core.out_of_core.store import FolderStore
from gplsa.core.out_of_core.tasks import FitContext, mixtures_name
from gplsa.core.parallel import thread_count
from gplsa.core.start import topics_by
from gplsa.core.types import FloatArray
from gplsa.models._fit import FitParameters

SAMPLE = 20_000  # documents that the start is learned from, at most


@dataclass(frozen=True)
class FittedParts:
    """Topics (n_words, n_topics) by modality; the mixtures are in the store.

    mixtures  their name there; those of a document without words are not filled in
    history   after every pass the J that the chunks saw when visited, at the end that of the result
    """

    word_topics: list[FloatArray]
    mixtures: str
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
    plan: FitParameters,
    schedule: Schedule,
    rng: Generator,
    backend: Backend,
    offsets: Sequence[FloatArray | None] | None = None,
) -> FittedParts:
    """Maximise J over a corpus in chunks; offsets by modality, as in `gplsa.models._fit.Side`.

    Raises ValueError where there is a graph: its edges would lead from chunk to chunk.
    """
    if links.strength is not None:
        raise ValueError("a corpus in parts has no graph between its documents: leave graph away")
    beside = tuple(offsets or [None] * len(source.n_words))
    context = FitContext(source, backend.store, links, plan.n_topics, beside)
    state = incremental.resume(context, backend.key)
    mixture = np.full(plan.n_topics, 1 / plan.n_topics)
    if state is None:
        n_docs = sum(source.n_documents)
        rows = np.arange(n_docs)
        if n_docs > SAMPLE:
            rows = np.sort(rng.choice(n_docs, SAMPLE, replace=False))
        sample, masses = rows_of(source, rows), word_masses(source)
        n_threads = thread_count(plan.n_jobs)
        topics = topics_by(plan.init, sample, plan.n_topics, rng, n_threads, masses)
        state = incremental.initial_state(
            context, topics, [mass.sum() * mixture for mass in masses]
        )
    report_pass = _reporting(backend.callback, schedule, len(source.n_documents))
    given = backend.runner, mixture, state, backend.key, report_pass
    state = incremental.run_passes(context, schedule, *given)
    name, topics = mixtures_name(state.done), state.word_topics
    history = [*state.history, incremental.measure(context, backend.runner, name, topics)]
    return FittedParts(topics, name, history, state.converged)


def _reporting(callback: Callback | None, schedule: Schedule, n_chunks: int) -> Report | None:
    """Tells a callback after every group of parts, in passes."""
    if callback is None:
        return None
    began = time.perf_counter()
    first: list[int] = []

    def visited(done: int, objective: float) -> None:
        first.append(done)
        seconds = (time.perf_counter() - began) / max(done - first[0], 1)
        left = seconds * (schedule.passes * n_chunks - done)
        callback(FitProgress(done // n_chunks, schedule.passes, objective, left))

    return visited
