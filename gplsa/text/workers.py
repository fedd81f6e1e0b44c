"""Parsing in other processes, so that a web server's pages stay quick meanwhile.

Not `multiprocessing`: its new processes run the program's main script again, and inside Streamlit
that is the page on screen, in a plain script without a guard the whole script. Here a worker is a
Python started for this one task; it gets jobs and returns results through its standard input and
output, and ends when they are closed, however the parent came to its end.
"""

import contextlib
import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable, Iterator, Sequence
from typing import Any

_MOST_PROCESSES = 4
_POLL_SECONDS = 0.1
_START = "import sys; sys.path[:] = {path!r}; from gplsa.text.workers import serve; serve()"


def processes_at_hand() -> int:
    """How many processes help at most: one per processor this program may use, four at most."""
    count = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return min(count or 1, _MOST_PROCESSES)


def serve() -> None:
    """What a worker does: (function, arguments) in, (succeeded, result or traceback) out."""
    # Ctrl-C reaches every process of a terminal; the parent decides what it means for this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # The pages of the server come first.
    if hasattr(os, "nice"):
        os.nice(5)
    jobs, results = sys.stdin.buffer, os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    while True:
        try:
            function, arguments = pickle.load(jobs)
        except EOFError:
            return
        try:
            answer = (True, function(*arguments))
        except Exception:
            answer = (False, traceback.format_exc())
        pickle.dump(answer, results, protocol=pickle.HIGHEST_PROTOCOL)
        results.flush()


class Workers:
    """Runs functions of this package on lists of arguments, in worker processes or, with
    n_processes=0, right here. Results come in the order of the jobs either way.

        with Workers(2) as workers:
            for result in workers.map(function, list_of_arguments, tick): ...

    tick is called about ten times a second and may raise; leaving the block stops the processes.
    """

    def __init__(self, n_processes: int) -> None:
        self._processes = [self._start() for _ in range(n_processes)]

    def __enter__(self) -> "Workers":
        return self

    def __exit__(self, *_: object) -> None:
        for process in self._processes:
            process.kill()
        for process in self._processes:
            process.wait()
            for pipe in filter(None, (process.stdin, process.stdout)):
                # What was still to be written to a process that is gone.
                with contextlib.suppress(OSError):
                    pipe.close()

    def map(
        self,
        function: Callable[..., Any],
        jobs: Sequence[tuple[Any, ...]],
        tick: Callable[[], None],
    ) -> Iterator[Any]:
        """`function(*job)` for every job, in order. Raises RuntimeError when a worker fails."""
        if not self._processes:
            for job in jobs:
                tick()
                yield function(*job)
            return
        waiting: queue.SimpleQueue[int] = queue.SimpleQueue()
        for number in range(len(jobs)):
            waiting.put(number)
        answers: queue.SimpleQueue[tuple[int, bool, Any]] = queue.SimpleQueue()
        for process in self._processes:
            threading.Thread(
                target=_feed, args=(process, function, jobs, waiting, answers), daemon=True
            ).start()
        early: dict[int, Any] = {}
        for number in range(len(jobs)):
            while number not in early:
                tick()
                try:
                    place, succeeded, result = answers.get(timeout=_POLL_SECONDS)
                except queue.Empty:
                    continue
                if not succeeded:
                    raise RuntimeError(f"a worker process failed:\n{result}")
                early[place] = result
            yield early.pop(number)

    @staticmethod
    def _start() -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-c", _START.format(path=sys.path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )


def _feed(
    process: subprocess.Popen[bytes],
    function: Callable[..., Any],
    jobs: Sequence[tuple[Any, ...]],
    waiting: "queue.SimpleQueue[int]",
    answers: "queue.SimpleQueue[tuple[int, bool, Any]]",
) -> None:
    """Hands jobs to one process for as long as there are any."""
    assert process.stdin is not None and process.stdout is not None
    while True:
        try:
            number = waiting.get_nowait()
        except queue.Empty:
            return
        try:
            pickle.dump((function, jobs[number]), process.stdin, protocol=pickle.HIGHEST_PROTOCOL)
            process.stdin.flush()
            succeeded, result = pickle.load(process.stdout)
        except (OSError, EOFError, ValueError, pickle.UnpicklingError) as reason:
            answers.put((number, False, f"it ended: {reason!r}"))
            return
        answers.put((number, succeeded, result))
