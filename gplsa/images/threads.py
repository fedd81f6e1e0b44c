"""Pictures side by side on all cores: OpenCV and NumPy let go of the interpreter meanwhile."""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

from gplsa.core.out_of_core.runner import Threads
from gplsa.core.parallel import thread_count
from gplsa.progress import Progress, report

_Item = TypeVar("_Item")
_Found = TypeVar("_Found")


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
    """`work` of every item, in their order; a few ahead of whoever takes the results.

    So memory stays bounded, and a reader who stops early stops the work.
    """
    found = Threads(thread_count(None)).run(work, [(item,) for item in items])
    for number, one in enumerate(found, 1):
        report(progress, number / len(items), phase)
        yield one
