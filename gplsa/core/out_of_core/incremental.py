r"""Chunk by chunk: the topics move after every few parts instead of after all [Neal, Hinton 1998].

Of each part the sums M_i that it contributed last are kept. A visit replaces them,

    M ← M − M_i + M_i',   φ_z ∝ M_z,

so that the topics are always those of the latest sums of all parts. A part that has not been
visited yet is stood in for by its share of what the start expects. Parts are visited in groups
under the same topics: how many make a group belongs to the schedule, so that as many may run at
once and the result is the same wherever they run.

Steps go beyond themselves as in `gplsa.core.fitting.climb`: mixtures at every E step of a visit,
and the topics by that part of the pass that is still to come, since the parts that were visited
have brought theirs. Where J, as the parts saw it, falls from one pass to the next, the momentum
begins again.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from gplsa.core.compile import kernel
from gplsa.core.coupling.joint import is_settled
from gplsa.core.out_of_core.runner import Runner
from gplsa.core.out_of_core.tasks import (
    FitContext,
    Visit,
    duals_name,
    last_name,
    measure_chunk,
    mixtures_name,
    sums_name,
    topics_name,
    visit_chunk,
)
from gplsa.core.parallel import thread_count
from gplsa.core.problem import next_topics, topics_carried
from gplsa.core.types import FloatArray

_THREADS = thread_count(None)  # topics move between two groups, when no part has a thread


@dataclass(frozen=True)
class Schedule:
    """How parts are visited; the result depends on all of it.

    passes  over all parts, at most;  tol  relative rise of a pass at which they end
    inner   E steps a visit;  first  those of the first one, whose mixtures begin all alike
    group   parts that are visited under the same topics, at least;  moves  the topics move no more
            often in a pass: of more parts a group is larger, so that more may run at once
    """

    passes: int = 25
    tol: float = 1.5e-4
    inner: int = 3
    first: int = 8
    group: int = 4
    # Of 48 parts, J a document after twelve passes is −16.592 with 12 moves, −16.595 with 4 and
    # −16.598 with 2: a third of a pass later, two thirds.
    moves: int = 4

    def group_of(self, n_chunks: int) -> int:
        """Parts of a group, of a corpus of so many."""
        return max(self.group, -(-n_chunks // self.moves))


@dataclass
class FitState:
    """Where the passes stand.

    done         whole passes;  history  J of each as the parts saw it
    word_topics  φ now;  began  φ when the last pass began;  totals  M over all parts
    pace         of the momentum, 1 where it begins
    """

    done: int
    history: list[float]
    word_topics: list[FloatArray]
    totals: list[FloatArray]
    began: list[FloatArray] = field(default_factory=list)
    pace: float = 1.0
    converged: bool = False


@kernel()
def _exchange(totals, old, share, new):
    """M ← M − share·M_i + M_i', all (n_words, n_topics)."""
    for w in range(len(totals)):
        for z in range(totals.shape[1]):
            # Of what was added and taken away again, rounding may leave less than nothing.
            totals[w, z] = max(totals[w, z] - share * old[w, z] + new[w, z], 0.0)


Report = Callable[[int, float], None]
"""Called with the parts done since the beginning and the J of the pass so far; may raise."""


def run_passes(
    context: FitContext,
    schedule: Schedule,
    runner: Runner,
    start_mixture: FloatArray,
    state: FitState,
    key: str,
    report: Report | None = None,
) -> FitState:
    """Visit the parts until a pass gains too little.

    start_mixture  (n_topics,) where every mixture begins
    state          of `initial_state` or `resume`; its totals are first what is expected
    key            of the corpus and the settings, noted in the store after every pass
    """
    while state.done < schedule.passes and not state.converged:
        one = _Pass(context, schedule, runner, start_mixture, state)
        objective = one.run(report)
        before = state.history[-1] if state.history else -np.inf
        state.done += 1
        state.began = one.began
        state.pace = one.pace if objective >= before else 1.0
        state.history.append(objective)
        settled = is_settled(context.links, one.steps_after)
        gain = objective - before
        state.converged = bool(0.0 <= gain <= schedule.tol * abs(objective) and settled)
        _checkpoint(context, state, key)
    return state


def initial_state(
    context: FitContext, word_topics: Sequence[FloatArray], topic_masses: Sequence[FloatArray]
) -> FitState:
    """Before the first pass; topic_masses by modality, the words of each topic, (n_topics,)."""
    context.store.keep([])
    totals = [topics * mass for topics, mass in zip(word_topics, topic_masses, strict=True)]
    return FitState(0, [], list(word_topics), totals)


class _Pass:
    """One visit of every part."""

    def __init__(
        self,
        context: FitContext,
        schedule: Schedule,
        runner: Runner,
        start: FloatArray,
        state: FitState,
    ) -> None:
        self._context, self._schedule, self._runner = context, schedule, runner
        self._state = state
        done = state.done
        share, self.pace = 0.0, state.pace
        if done > 1:
            self.pace = (1.0 + math.sqrt(1.0 + 4.0 * state.pace**2)) / 2.0
            share = (state.pace - 1.0) / self.pace
        self.began = state.word_topics
        inner = schedule.inner if done else schedule.first
        steps = schedule.first + (done - 1) * schedule.inner if done else 0
        self.steps_after = steps + inner
        self._visit = Visit(done, start, inner, steps, share)
        sizes = np.asarray(context.source.n_documents, dtype=np.float64)
        self._shares = sizes / sizes.sum()
        self._expected = [total.copy() for total in state.totals] if done == 0 else []

    def run(self, report: Report | None) -> float:
        """Visit all parts; the topics and totals of the state move. Returns J as seen."""
        n_chunks = len(self._shares)
        size = self._schedule.group_of(n_chunks)
        state = self._state
        objective = 0.0
        for first in range(0, n_chunks, size):
            chunks = range(first, min(first + size, n_chunks))
            ahead = self._topics_ahead(first / n_chunks)
            for v, topics in enumerate(ahead):
                name = topics_name(v, state.done)
                self._context.store.save(name, first, topics.astype(np.float32))
            jobs = [(self._context, chunk, self._visit, first) for chunk in chunks]
            for chunk, of_chunk in zip(chunks, self._runner.run(visit_chunk, jobs), strict=True):
                objective += of_chunk
                self._replace(chunk)
            state.word_topics = next_topics(state.totals, state.word_topics, _THREADS)
            if report is not None:
                report(state.done * n_chunks + chunks[-1] + 1, objective)
        return objective

    def _topics_ahead(self, visited: float) -> list[FloatArray]:
        """φ·(φ_began/φ_began before)^share, the share less what of the pass has been visited."""
        topics, share = self._state.word_topics, self._visit.share * (1.0 - visited)
        if share <= 0.0:
            return topics
        return topics_carried(topics, self.began, self._state.began, share, _THREADS)

    def _replace(self, chunk: int) -> None:
        store, done = self._context.store, self._state.done
        for v, totals in enumerate(self._state.totals):
            new = store.load(sums_name(v, done + 1), chunk)
            if done == 0:
                _exchange(totals, self._expected[v], self._shares[chunk], new)
            else:
                _exchange(totals, store.load(sums_name(v, done), chunk), 1.0, new)


def _checkpoint(context: FitContext, state: FitState, key: str) -> None:
    """Note that a pass is whole; what only an earlier one needed goes."""
    store = context.store
    kept = {"totals": state.totals, "topics": state.word_topics, "began": state.began}
    arrays = []
    for kind, of_views in kept.items():
        for v, array in enumerate(of_views):
            arrays.append(f"{kind}-{v}-{state.done}")
            store.save(arrays[-1], 0, array)
    noted = ("done", "history", "pace", "converged")
    store.write_note({"key": key} | {name: getattr(state, name) for name in noted})
    name = mixtures_name(state.done)
    sums = [sums_name(v, state.done) for v in range(len(state.totals))]
    store.keep([*arrays, *sums, name, last_name(name), duals_name(name)])


def resume(context: FitContext, key: str) -> FitState | None:
    """What an earlier fit has left under this key; None where it left nothing."""
    store = context.store
    note = store.read_note()
    if note is None or note.get("key") != key:
        return None
    done, views = int(note["done"]), range(len(context.source.n_words))
    kinds = ("topics", "totals", "began")
    topics, totals, began = ([store.load(f"{m}-{v}-{done}", 0) for v in views] for m in kinds)
    history, pace = list(map(float, note["history"])), float(note["pace"])
    return FitState(done, history, topics, totals, began, pace, bool(note["converged"]))


def measure(
    context: FitContext, runner: Runner, name: str, word_topics: Sequence[FloatArray]
) -> float:
    """J at mixtures in the store, summed in the order of the parts."""
    topics = runner.share(list(word_topics))
    jobs = [(context, chunk, name, topics) for chunk in range(len(context.source.n_documents))]
    return float(sum(runner.run(measure_chunk, jobs)))
