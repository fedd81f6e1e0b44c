"""What a fit over parts is given: the counts of the parts, and what runs tasks on them, threads
here, other machines elsewhere.
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Protocol, TypeVar

import numpy as np
from scipy import sparse

from gplsa.core.sums import column_sums
from gplsa.core.types import FloatArray, IntArray

Result = TypeVar("Result")

Job = tuple[Any, int, *tuple[Any, ...]]
"""Arguments of a task, the second its part: that may go to the worker which has read it before."""


class Source(Protocol):
    """The counts of a corpus in chunks, rows scaled as the fit wants them.

    n_documents  of each part;  n_words  of each modality
    """

    @property
    def n_documents(self) -> Sequence[int]: ...
    @property
    def n_words(self) -> Sequence[int]: ...
    def matrices(self, chunk: int) -> list[sparse.csr_matrix]:
        """By modality, (documents of the part, words) CSR float64; row d is document d of each."""


def rows_of(source: Source, rows: IntArray) -> list[sparse.csr_matrix]:
    """By modality, the counts of some documents; rows ascending, counted over all parts."""
    edges = np.concatenate([[0], np.cumsum(source.n_documents)])
    found: list[list[sparse.csr_matrix]] = []
    for chunk in range(len(edges) - 1):
        first, last = np.searchsorted(rows, (edges[chunk], edges[chunk + 1]))
        if first < last:
            wanted = rows[first:last] - edges[chunk]
            found.append([matrix[wanted] for matrix in source.matrices(chunk)])
    by_view = zip(*found, strict=True)
    return [sparse.csr_matrix(sparse.vstack(blocks, format="csr")) for blocks in by_view]


def word_masses(source: Source) -> list[FloatArray]:
    """By modality, how much of each word stands in the whole corpus, (n_words,)."""
    masses = [np.zeros(n_words) for n_words in source.n_words]
    for chunk in range(len(source.n_documents)):
        for v, matrix in enumerate(source.matrices(chunk)):
            masses[v] += column_sums(matrix)
    return masses


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
