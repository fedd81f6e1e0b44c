"""What runs the tasks on the parts: threads here, other machines elsewhere."""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Protocol, TypeVar

Result = TypeVar("Result")

Job = tuple[Any, int, *tuple[Any, ...]]
"""Arguments of a task, the second of them the number of its part: a runner may give the tasks of a
part to the worker that has read it before."""


class Runner(Protocol):
    """Runs pure functions of a module on parts."""

    def share(self, value: Any) -> Any:
        """A token that stands for `value` among the arguments: it is sent around once."""

    def run(self, task: Callable[..., Result], jobs: Sequence[Job]) -> Iterator[Result]:
        """task(*job) of every job, in the order of the jobs."""


class Threads:
    """So many tasks at a time in this process; kernels release the interpreter.

    Results wait for those before them, so at most one more than run are held.
    """

    def __init__(self, n_threads: int = 1) -> None:
        self.n_threads = n_threads

    def share(self, value: Any) -> Any:
        return value

    def run(self, task: Callable[..., Result], jobs: Sequence[tuple[Any, ...]]) -> Iterator[Result]:
        if self.n_threads == 1:
            for job in jobs:
                yield task(*job)
            return
        waiting = deque(jobs)
        running: deque[Future[Result]] = deque()
        with ThreadPoolExecutor(self.n_threads, thread_name_prefix="gplsa-part") as pool:
            try:
                while waiting or running:
                    while waiting and len(running) <= self.n_threads:
                        running.append(pool.submit(task, *waiting.popleft()))
                    yield running.popleft().result()
            finally:
                for future in running:
                    future.cancel()
