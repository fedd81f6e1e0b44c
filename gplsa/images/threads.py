"""Pictures side by side on all cores: OpenCV and NumPy let go of the interpreter meanwhile."""

import os
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import islice
from typing import TypeVar

from gplsa.progress import Progress, report

_Item = TypeVar("_Item")
_Found = TypeVar("_Found")

AHEAD = 4


class Room:
    """So many bytes, which threads take and give back: large pictures wait for each other."""

    def __init__(self, n_bytes: int) -> None:
        self._free, self._changed = n_bytes, threading.Condition()

    @contextmanager
    def kept(self, n_bytes: int) -> Iterator[None]:
        """Wait until there is room, and keep it meanwhile; never more than there is in all."""
        with self._changed:
            self._changed.wait_for(lambda: self._free >= n_bytes)
            self._free -= n_bytes
        try:
            yield
        finally:
            with self._changed:
                self._free += n_bytes
                self._changed.notify_all()


def each(
    work: Callable[[_Item], _Found], items: Sequence[_Item], progress: Progress | None, phase: str
) -> Iterator[_Found]:
    """`work` of every item, in their order; a few per core ahead of whoever takes the results.

    So memory stays bounded, and a reader who stops early stops the work.
    """
    n_threads = os.cpu_count() or 1
    with ThreadPoolExecutor(n_threads) as pool:
        try:
            coming = (pool.submit(work, item) for item in items)
            waiting = deque(islice(coming, AHEAD * n_threads))
            for number in range(1, len(items) + 1):
                found = waiting.popleft().result()
                waiting.extend(islice(coming, 1))
                report(progress, number / len(items), phase)
                yield found
        finally:
            pool.shutdown(cancel_futures=True)
