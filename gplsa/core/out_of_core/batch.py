"""All parts, then the topics: the fit of `gplsa.core.problem` with its sums taken chunk by
chunk."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from gplsa.core.coupling.joint import is_settled
from gplsa.core.out_of_core.runner import Runner
from gplsa.core.out_of_core.tasks import (
    Ahead,
    Mixtures,
    Step,
    Work,
    counts_name,
    duals_name,
    evaluate_chunk,
)
from gplsa.core.problem import next_topics, topics_ahead
from gplsa.core.types import FloatArray


@dataclass(frozen=True)
class Place:
    """Mixtures, which are on the shelf or will be, and the topics that go with them."""

    mixtures: Mixtures
    word_topics: list[FloatArray]


@dataclass(frozen=True)
class Sighting:
    """A place, its J, and the sums M over all parts there."""

    place: Place
    objective: float
    word_counts: list[FloatArray]


class ChunkedProblem:
    """J over the mixtures of all parts and the topics, as `climb` wants it.

    A step or an extrapolation of mixtures is only written down; the next evaluation carries it out
    on each part, so that an iteration looks at every part once.
    """

    def __init__(self, work: Work, runner: Runner, *, prefix: str, n_threads: int) -> None:
        """Names on the shelf begin with `prefix`; `n_threads` for what is done with the topics."""
        self._work, self._runner, self._n_threads = work, runner, n_threads
        self._prefix = prefix
        self._steps = 0
        self._last: str | None = None
        self._evaluated = 0

    @property
    def settled(self) -> bool:
        return self._work.shared or is_settled(self._work.links, self._steps)

    def evaluate(self, point: Place) -> Sighting:
        topics = self._runner.share(point.word_topics)
        n_chunks = len(self._work.source.n_documents)
        jobs = [(self._work, chunk, point.mixtures, topics) for chunk in range(n_chunks)]
        word_counts = [np.zeros_like(topics) for topics in point.word_topics]
        objective = 0.0
        # In the order of the parts: floating-point sums depend on it.
        for sums in self._runner.run(evaluate_chunk, jobs):
            objective += sums.objective
            for v, of_chunk in enumerate(sums.word_counts):
                word_counts[v] += of_chunk
        return Sighting(point, objective, word_counts)

    def improve(self, evaluated: Sighting) -> Place:
        here = evaluated.place.mixtures.name
        self._work.store.keep([*self._carried(), here, counts_name(here)])
        step = Step(
            name=f"{self._prefix}step-{self._steps}",
            start=here,
            counts=counts_name(here),
            before=self._last,
            steps=self._steps,
        )
        self._steps += 1
        self._last = step.name
        topics = next_topics(evaluated.word_counts, evaluated.place.word_topics, self._n_threads)
        return Place(step, topics)

    def extrapolate(self, new: Place, old: Place, share: float) -> Place:
        assert isinstance(new.mixtures, Step)
        self._evaluated += 1
        ahead = Ahead(
            f"{self._prefix}ahead-{self._evaluated}", new.mixtures, old.mixtures.name, share
        )
        topics = topics_ahead(new.word_topics, old.word_topics, share, self._n_threads)
        return Place(ahead, topics)

    def _carried(self) -> Iterator[str]:
        if self._last is not None:
            yield self._last
            yield duals_name(self._last)


def together(work: Work) -> Work:
    """The same with one mixture for all mates and no penalty (link-PLSA)."""
    return replace(work, shared=True)
