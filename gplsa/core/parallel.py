"""Row blocks on a thread pool: how every kernel uses the cores.

Kernels release the GIL and own the rows they write, so results do not depend on the number of
threads, and two fits may run at once. numba's own `parallel=True` is avoided: its work queue
aborts the process when two Python threads enter it.
"""

import os
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar

import numpy as np
from threadpoolctl import threadpool_limits

Blocks = list[tuple[int, int]]
_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")

# Several blocks a thread even out rows of unequal cost; more would only add hand-overs.
_BLOCKS_PER_THREAD = 4
# Cost of all rows up to which a second thread takes longer to be told than it saves.
LITTLE = 2**11


def thread_count(n_jobs: int | None) -> int:
    """Threads, or processes, for `n_jobs`: None, -1 or more than there are mean every core."""
    cores = os.cpu_count() or 1
    return cores if n_jobs is None or n_jobs == -1 else min(int(n_jobs), cores)


def one_blas_thread(work: Callable[_Arguments, _Result]) -> Callable[_Arguments, _Result]:
    """A function while which BLAS has one thread: it rounds otherwise with another number, and the
    same seed must give the same bytes.  The limit is of the whole process."""

    @wraps(work)
    def limited(*args: _Arguments.args, **kwargs: _Arguments.kwargs) -> _Result:
        with threadpool_limits(1, user_api="blas"):
            return work(*args, **kwargs)

    return limited


def even_blocks(cost: np.ndarray, n_threads: int) -> Blocks:
    """Consecutive row ranges of about equal `cost` (one non-negative number a row, non-zeros or
    what takes as long); one where there is little to do."""
    n_rows = len(cost)
    # One unit a row keeps rows without any non-zero from piling up in a single block.
    reached = np.cumsum(np.asarray(cost, dtype=np.float64) + 1.0)
    several = n_threads > 1 and reached[-1] > LITTLE
    n_blocks = min(n_rows, n_threads * _BLOCKS_PER_THREAD) if several else 1
    inner = np.searchsorted(reached, reached[-1] * np.arange(1, n_blocks) / n_blocks)
    edges = np.unique(np.concatenate([[0], inner, [n_rows]]))
    return list(zip(edges[:-1].tolist(), edges[1:].tolist(), strict=True))


@lru_cache(maxsize=1)
def _pool() -> ThreadPoolExecutor:
    # The thread that runs the fit works as well.
    workers = max(1, (os.cpu_count() or 1) - 1)
    return ThreadPoolExecutor(max_workers=workers, thread_name_prefix="gplsa")


def run_blocks(
    task: Callable[..., object],
    blocks: Sequence[tuple[int, int]],
    n_threads: int,
    *arguments: object,
) -> None:
    """Run `task(start, stop, *arguments)` for every block, here and on n_threads − 1 of the pool.

    Each takes the next block when it has done one: handing every block over by itself would cost
    as much as the blocks of a small corpus. An exception of any block is raised here.
    """
    if n_threads == 1 or len(blocks) == 1:  # all that follows would take longer than a small block
        for start, stop in blocks:
            task(start, stop, *arguments)
        return
    waiting = deque(blocks)

    def work() -> None:
        while True:
            try:
                start, stop = waiting.popleft()
            except IndexError:
                return
            task(start, stop, *arguments)

    helpers = [_pool().submit(work) for _ in range(min(n_threads, len(blocks)) - 1)]
    try:
        work()
    finally:
        waiting.clear()  # where this thread failed, the others need not go on
        # A helper that another fit kept from starting has nothing left to do.
        started = [helper for helper in helpers if not helper.cancel()]
        wait(started)
    for helper in started:
        helper.result()
