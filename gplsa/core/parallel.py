"""Row blocks on a thread pool: how every kernel uses the cores.

Kernels release the GIL and own the rows they write, so results do not depend on the number of
threads, and two fits may run at once. numba's own `parallel=True` is avoided: its work queue
aborts the process when two Python threads enter it.
"""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

Blocks = list[tuple[int, int]]

# Several blocks a thread even out rows of unequal cost; more would only add hand-overs.
_BLOCKS_PER_THREAD = 4


def thread_count(n_jobs: int | None) -> int:
    """Threads for `n_jobs`: None or -1 means every core of the machine."""
    cores = os.cpu_count() or 1
    return cores if n_jobs is None or n_jobs == -1 else n_jobs


def even_blocks(cost: NDArray[Any], n_threads: int) -> Blocks:
    """Consecutive row ranges of about equal `cost` (one non-negative number a row)."""
    n_rows = len(cost)
    n_blocks = min(n_rows, n_threads * _BLOCKS_PER_THREAD) if n_threads > 1 else 1
    # One unit a row keeps rows without any non-zero from piling up in a single block.
    reached = np.cumsum(np.asarray(cost, dtype=np.float64) + 1.0)
    inner = np.searchsorted(reached, reached[-1] * np.arange(1, n_blocks) / n_blocks)
    edges = np.unique(np.concatenate([[0], inner, [n_rows]]))
    return list(zip(edges[:-1].tolist(), edges[1:].tolist(), strict=True))


@lru_cache(maxsize=1)
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max_workers=os.cpu_count() or 1, thread_name_prefix="gplsa")


def run_blocks(task: Callable[[int, int], object], blocks: Sequence[tuple[int, int]]) -> None:
    """Run `task(start, stop)` for every block; an exception of any block is raised here."""
    if len(blocks) == 1:
        task(*blocks[0])
        return
    for future in [_pool().submit(task, start, stop) for start, stop in blocks]:
        future.result()
