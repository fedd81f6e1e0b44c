"""How long work tells how far it is, and how it is stopped: one callback for both."""

import inspect
from collections.abc import Callable, Collection, Iterator
from contextvars import ContextVar, copy_context
from functools import wraps
from itertools import accumulate
from threading import Event, Lock, Thread
from typing import ParamSpec, TypeVar

from gplsa.message import Message

_Item = TypeVar("_Item")

Progress = Callable[[float, str], None]
"""Called with the fraction done (0..1) and the phase in words; raising from it stops the work."""


def report(progress: Progress | None, fraction: float, phase: str) -> None:
    """Call `progress` where there is one."""
    if progress is not None:
        progress(min(max(fraction, 0.0), 1.0), phase)


def scaled(progress: Progress | None, start: float, stop: float) -> Progress | None:
    """A callback for a part of the work, which fills `start`..`stop` of the whole."""
    if progress is None:
        return None

    def part(fraction: float, phase: str) -> None:
        progress(start + (stop - start) * min(max(fraction, 0.0), 1.0), phase)

    return part


def in_shares(
    items: Collection[_Item],
    progress: Progress | None,
    most: float = 1.0,
    costs: Collection[float] = (),
) -> Iterator[tuple[_Item, Progress | None]]:
    """Every item with a callback for the work on it: each fills a share of 0..`most`, by its cost,
    or all the same."""
    ends = [0.0, *accumulate(costs or [1.0] * len(items))]
    for place, item in enumerate(items):
        start, stop = (most * ends[place + at] / (ends[-1] or 1.0) for at in (0, 1))
        yield item, scaled(progress, start, stop)


def named(progress: Progress | None, phase: str) -> Progress | None:
    """A callback that tells this in the place of every phase."""
    return progress and (lambda fraction, _: progress(fraction, phase))


BEAT = 0.2
"""Seconds between two chances to stop work that says nothing itself."""

_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")
_attended = ContextVar("_attended", default=False)
_abandoned: set[Event] = set()
"""For each work that nobody waits for any more, what is set at its end: not its thread, as Ctrl-C
in `join` makes Python before 3.13 believe that the thread has ended."""


class _Abandoned(Exception):
    """Ends work that nobody waits for any more, where it next tells how far it is."""


def attended(work: Callable[_Arguments, _Result]) -> Callable[_Arguments, _Result]:
    """A function with an argument `progress`, on a thread of its own: while a compiled loop or a
    product of large matrices is silent, `progress` goes on to be told what it was told last.

    What it raises, and Ctrl-C, goes on to the caller at once; the work itself ends at its next
    report, and the next one waits until then: memory and processors are not enough for both.  So it
    is only for work that keeps what it does to itself until it is done, or that may be cut off
    anywhere and holds others off by a lock.
    """
    signature = inspect.signature(work)

    @wraps(work)
    def attend(*args: _Arguments.args, **kwargs: _Arguments.kwargs) -> _Result:
        if _attended.get():
            return work(*args, **kwargs)
        bound = signature.bind(*args, **kwargs)
        progress = bound.arguments.get("progress")
        bound.arguments["progress"] = repeatable = _Repeatable(progress)
        outcome: list[_Result] = []
        failure: list[BaseException] = []
        ended = Event()

        def run() -> None:
            _attended.set(True)
            try:
                if repeatable.wanted:
                    outcome.append(work(*bound.args, **bound.kwargs))
            except BaseException as error:
                failure.append(error)
            finally:
                ended.set()

        _wait_for_abandoned(progress)
        thread = Thread(target=copy_context().run, args=(run,), daemon=True)
        try:
            thread.start()
            while not ended.wait(BEAT):
                repeatable.again()
            if failure:
                raise failure.pop()  # kept nowhere, or it would keep all that the work held
            return outcome.pop()
        finally:
            repeatable.stop()
            # Stopped while it starts, what has no number yet finds that it is not wanted.
            if thread.ident and not ended.is_set():
                _abandoned.add(ended)

    return attend


def _wait_for_abandoned(progress: Progress | None) -> None:
    for ended in _abandoned.copy():
        while not ended.wait(BEAT):
            report(progress, 0.0, Message("Waiting for what was stopped"))
        _abandoned.discard(ended)


class _Repeatable:
    """A callback that can be told once more what it was told last, from another thread; what has
    raised once is told nothing more."""

    def __init__(self, progress: Progress | None) -> None:
        self._progress = progress
        self._lock = Lock()
        self._last: tuple[float, str] | None = None
        self.wanted = True
        self._raised: BaseException | None = None

    def __call__(self, fraction: float, phase: str) -> None:
        with self._lock:
            if not self.wanted:
                # Of several at work at once any may be the one whose end the caller hears of.
                raise _Abandoned if self._raised is None else self._raised
            self._last = fraction, phase
            self._tell(fraction, phase)

    def again(self) -> None:
        with self._lock:
            if self._raised is not None:  # to the work, which may take its time to end
                raise self._raised
            if self._last is not None:
                self._tell(*self._last)

    def stop(self) -> None:
        self.wanted, self._raised = False, None

    def _tell(self, fraction: float, phase: str) -> None:
        try:
            if self._progress is not None:
                self._progress(fraction, phase)
        except BaseException as error:
            self.wanted, self._raised = False, error
            raise
