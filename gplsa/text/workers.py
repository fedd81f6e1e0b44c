"""Parsing in other processes, so that a web server's pages stay quick meanwhile.

Not `multiprocessing`: its new processes run the program's main script again, and inside Streamlit
that is the page on screen, in a plain script without a guard the whole script. Here a worker is a
Python started for this one task; it gets jobs and returns results through its standard input and
output, and ends when they are closed, however the parent came to its end.
"""

import os
import pickle
import queue
import subprocess
import traceback
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any

from gplsa.core.types import Tick
from gplsa.sandbox.waiting import end, serving
from gplsa.sandbox.worker import pipes

_MOST_PROCESSES = 4
_POLL_SECONDS = 0.1


def processes_at_hand() -> int:
    """How many processes help at most: one per processor this program may use, four at most."""
    count = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return min(count or 1, _MOST_PROCESSES)


def serve() -> None:
    """What a worker does: (function, arguments) in, (succeeded, result or traceback) out."""
    jobs, results = pipes()
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
        self._processes = [serving(__name__) for _ in range(n_processes)]
        self._threads = ThreadPoolExecutor(max(n_processes, 1), thread_name_prefix="gplsa-worker")
        self._idle: queue.SimpleQueue[subprocess.Popen[bytes]] = queue.SimpleQueue()
        for process in self._processes:
            self._idle.put(process)

    def __enter__(self) -> "Workers":
        return self

    def __exit__(self, *_: object) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
        for process in self._processes:
            end(process)

    def map(
        self, function: Callable[..., Any], jobs: Sequence[tuple[Any, ...]], tick: Tick
    ) -> Iterator[Any]:
        """`function(*job)` for every job, in order. Raises RuntimeError when a worker fails."""
        if not self._processes:
            for job in jobs:
                tick()
                yield function(*job)
            return
        coming = deque(self._threads.submit(self._ask, function, job) for job in jobs)
        while coming:
            tick()
            if wait([coming[0]], timeout=_POLL_SECONDS).done:
                yield coming.popleft().result()

    def _ask(self, function: Callable[..., Any], job: tuple[Any, ...]) -> Any:
        process = self._idle.get()
        assert process.stdin is not None and process.stdout is not None
        try:
            pickle.dump((function, job), process.stdin, protocol=pickle.HIGHEST_PROTOCOL)
            process.stdin.flush()
            succeeded, result = pickle.load(process.stdout)
        except (OSError, EOFError, ValueError, pickle.UnpicklingError) as reason:
            raise RuntimeError(f"a worker process failed:\nit ended: {reason!r}") from reason
        finally:
            self._idle.put(process)
        if not succeeded:
            raise RuntimeError(f"a worker process failed:\n{result}")
        return result
