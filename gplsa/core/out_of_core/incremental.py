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
from typing import Any

import numpy as np

from gplsa.core.compile import kernel
from gplsa.core.coupling.joint import is_settled
from gplsa.core.out_of_core.runner import Runner
from gplsa.core.out_of_core.tasks import (
    Visit,
    Work,
    duals_name,
    last_name,
    measure_chunk,
    visit_chunk,
)
from gplsa.core.parallel import thread_count
from gplsa.core.problem import next_topics, topics_carried
from gplsa.core.types import FloatArray

# Topics move between two groups, when no part has a thread.
_THREADS = thread_count(None)


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
class Standing:
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
def _exchange(totals: Any, old: Any, share: float, new: Any) -> None:
    """M ← M − share·M_i + M_i', all (n_words, n_topics)."""
    for w in range(len(totals)):
        for z in range(totals.shape[1]):
            # Of what was added and taken away again, rounding may leave less than nothing.
            totals[w, z] = max(totals[w, z] - share * old[w, z] + new[w, z], 0.0)


Report = Callable[[int, float], None]
"""Called with the parts done since the beginning and the J of the pass so far; may raise."""


def go_on(
    work: Work,
    schedule: Schedule,
    runner: Runner,
    start_mixture: FloatArray,
    standing: Standing,
    key: str,
    report: Report | None = None,
) -> Standing:
    """Visit the parts until a pass gains too little.

    start_mixture  (n_topics,) where every mixture begins
    standing       `begun` or `taken_up`; its totals before the first pass are what is expected
    key            of the corpus and the settings, noted on the shelf after every pass
    """
    while standing.done < schedule.passes and not standing.converged:
        one = _Pass(work, schedule, runner, start_mixture, standing)
        objective = one.run(report)
        before = standing.history[-1] if standing.history else -np.inf
        standing.done += 1
        standing.began = one.began
        standing.pace = one.pace if objective >= before else 1.0
        standing.history.append(objective)
        settled = is_settled(work.links, one.steps_after)
        gain = objective - before
        standing.converged = bool(0.0 <= gain <= schedule.tol * abs(objective) and settled)
        _leave(work, standing, key)
    return standing


def begun(
    work: Work, word_topics: Sequence[FloatArray], topic_masses: Sequence[FloatArray]
) -> Standing:
    """Before the first pass; topic_masses by modality, the words of each topic, (n_topics,)."""
    work.store.keep([])
    totals = [topics * mass for topics, mass in zip(word_topics, topic_masses, strict=True)]
    return Standing(0, [], list(word_topics), totals)


class _Pass:
    """One visit of every part."""

    def __init__(
        self,
        work: Work,
        schedule: Schedule,
        runner: Runner,
        start: FloatArray,
        standing: Standing,
    ) -> None:
        self._work, self._schedule, self._runner = work, schedule, runner
        self._standing = standing
        done = standing.done
        share, self.pace = 0.0, standing.pace
        if done > 1:
            self.pace = (1.0 + math.sqrt(1.0 + 4.0 * standing.pace**2)) / 2.0
            share = (standing.pace - 1.0) / self.pace
        self.began = standing.word_topics
        inner = schedule.inner if done else schedule.first
        steps = schedule.first + (done - 1) * schedule.inner if done else 0
        self.steps_after = steps + inner
        views = range(len(standing.totals))
        self._visit = Visit(
            topics=tuple(f"ahead-{v}-{done}" for v in views),
            sums=tuple(sums_name(v, done + 1) for v in views),
            read=mixtures_name(done) if done else None,
            write=mixtures_name(done + 1),
            start=start,
            inner=inner,
            steps=steps,
            share=share,
        )
        sizes = np.asarray(work.source.n_documents, dtype=np.float64)
        self._shares = sizes / sizes.sum()
        self._expected = [total.copy() for total in standing.totals] if done == 0 else []

    def run(self, report: Report | None) -> float:
        """Visit all parts; the topics and totals of the standing move. Returns J as seen."""
        n_chunks = len(self._shares)
        size = self._schedule.group_of(n_chunks)
        standing = self._standing
        objective = 0.0
        for first in range(0, n_chunks, size):
            chunks = range(first, min(first + size, n_chunks))
            ahead = self._topics_ahead(first / n_chunks)
            for name, topics in zip(self._visit.topics, ahead, strict=True):
                self._work.store.save(name, first, topics.astype(np.float32))
            jobs = [(self._work, chunk, self._visit, first) for chunk in chunks]
            for chunk, of_chunk in zip(chunks, self._runner.run(visit_chunk, jobs), strict=True):
                objective += of_chunk
                self._replace(chunk)
            standing.word_topics = next_topics(standing.totals, standing.word_topics, _THREADS)
            if report is not None:
                report(standing.done * n_chunks + chunks[-1] + 1, objective)
        return objective

    def _topics_ahead(self, visited: float) -> list[FloatArray]:
        """φ·(φ_began/φ_began before)^share, the share less what of the pass has been visited."""
        topics, share = self._standing.word_topics, self._visit.share * (1.0 - visited)
        if share <= 0.0:
            return topics
        return topics_carried(topics, self.began, self._standing.began, share, _THREADS)

    def _replace(self, chunk: int) -> None:
        store, done = self._work.store, self._standing.done
        for v, totals in enumerate(self._standing.totals):
            new = store.load(sums_name(v, done + 1), chunk)
            if done == 0:
                _exchange(totals, self._expected[v], self._shares[chunk], new)
            else:
                _exchange(totals, store.load(sums_name(v, done), chunk), 1.0, new)


def mixtures_name(done: int) -> str:
    """Mixtures after so many passes."""
    return f"mixtures-{done}"


def sums_name(view: int, done: int) -> str:
    return f"sums-{view}-{done}"


def _kept_arrays(standing: Standing) -> dict[str, FloatArray]:
    arrays = {}
    for v, total in enumerate(standing.totals):
        arrays[f"totals-{v}-{standing.done}"] = total
        arrays[f"topics-{v}-{standing.done}"] = standing.word_topics[v]
        arrays[f"began-{v}-{standing.done}"] = standing.began[v]
    return arrays


def _leave(work: Work, standing: Standing, key: str) -> None:
    """Note that a pass is whole; what only an earlier one needed goes."""
    store, arrays = work.store, _kept_arrays(standing)
    for name, array in arrays.items():
        store.save(name, 0, array)
    store.write_note(
        {
            "key": key,
            "done": standing.done,
            "history": standing.history,
            "pace": standing.pace,
            "converged": standing.converged,
        }
    )
    name = mixtures_name(standing.done)
    sums = [sums_name(v, standing.done) for v in range(len(standing.totals))]
    store.keep([*arrays, *sums, name, last_name(name), duals_name(name)])


def taken_up(work: Work, key: str) -> Standing | None:
    """What an earlier fit has left under this key; None where it left nothing."""
    store = work.store
    note = store.read_note()
    if note is None or note.get("key") != key:
        return None
    done, views = int(note["done"]), range(len(work.source.n_words))
    return Standing(
        done,
        [float(objective) for objective in note["history"]],
        [store.load(f"topics-{v}-{done}", 0) for v in views],
        [store.load(f"totals-{v}-{done}", 0) for v in views],
        [store.load(f"began-{v}-{done}", 0) for v in views],
        float(note["pace"]),
        bool(note["converged"]),
    )


def measure(work: Work, runner: Runner, name: str, word_topics: Sequence[FloatArray]) -> float:
    """J at mixtures on the shelf, summed in the order of the parts."""
    topics = runner.share(list(word_topics))
    jobs = [(work, chunk, name, topics) for chunk in range(len(work.source.n_documents))]
    return float(sum(runner.run(measure_chunk, jobs)))
