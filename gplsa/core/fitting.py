"""The one fitting loop: history, tolerance, progress, cancelling, safeguarded momentum."""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from gplsa.renamed import old_names

Point = TypeVar("Point")


@old_names(sweep="iteration")
@dataclass(frozen=True)
class FitProgress:
    """What a fit tells its callback after every iteration."""

    iteration: int
    max_iter: int
    objective: float
    seconds_left: float
    """If all iterations up to `max_iter` are needed; the tolerance may stop the fit earlier."""


Callback = Callable[[FitProgress], object]


class Evaluation(Protocol):
    """The objective at a point, with whatever the next step needs."""

    @property
    def objective(self) -> float: ...


Evaluated = TypeVar("Evaluated", bound=Evaluation)


class Problem(Protocol[Point, Evaluated]):
    """A maximisation by steps of which none lowers the objective."""

    @property
    def settled(self) -> bool:
        """False while steps still grow bolder by themselves: a small gain then ends nothing."""

    def evaluate(self, point: Point) -> Evaluated: ...

    def improve(self, evaluated: Evaluated) -> Point:
        """The next point; its objective is no lower."""

    def extrapolate(self, new: Point, old: Point, share: float) -> Point:
        """The point reached by going on from `old` to `new` and `share` of that way beyond."""


@dataclass
class Climb(Generic[Evaluated]):
    """Where a fit stands: may be continued on another problem."""

    at: Evaluated
    history: list[float]
    converged: bool = False


class Watch:
    """Counts the iterations of a whole fit, which may be several climbs, and tells the callback."""

    def __init__(self, max_iter: int, callback: Callback | None) -> None:
        if callback is not None and not callable(callback):
            raise ValueError(f"callback must be a function of a FitProgress, got {callback!r}")
        self.max_iter = max_iter
        self.iteration = 0
        self._callback = callback
        self._start = time.perf_counter()

    def iterated(self, objective: float) -> None:
        """One more iteration, with the objective that it reached."""
        self.iteration += 1
        if self._callback is not None:
            per_iteration = (time.perf_counter() - self._start) / self.iteration
            left = per_iteration * (self.max_iter - self.iteration)
            self._callback(FitProgress(self.iteration, self.max_iter, objective, left))


def climb(
    problem: Problem[Point, Evaluated],
    start: Point,
    *,
    iterations: int,
    tol: float,
    accelerate: bool,
    watch: Watch,
) -> Climb[Evaluated]:
    """Maximise until an iteration gains less than tol·|objective|, at most `iterations`.

    Momentum goes on beyond each step by Nesterov's (t−1)/t⁺. The objective at the point reached
    comes with the next evaluation anyway; where it is below the last one, the plain step is taken
    instead and the momentum starts again, so the history never falls.
    """
    here = problem.evaluate(start)
    result = Climb(here, [here.objective])
    last_step: Point | None = None
    pace = 1.0
    for _ in range(iterations):
        step = problem.improve(here)
        next_pace = (1.0 + math.sqrt(1.0 + 4.0 * pace * pace)) / 2.0
        share = (pace - 1.0) / next_pace
        pace = next_pace
        if accelerate and last_step is not None and share > 0.0:
            ahead = problem.evaluate(problem.extrapolate(step, last_step, share))
            if ahead.objective < here.objective:
                pace = 1.0
                ahead = problem.evaluate(step)
        else:
            ahead = problem.evaluate(step)
        last_step = step
        gain = ahead.objective - here.objective
        if gain >= 0.0:
            here = ahead
        result.at = here
        result.history.append(here.objective)
        watch.iterated(here.objective)
        if gain <= tol * abs(here.objective) and problem.settled:
            result.converged = True
            break
    return result
