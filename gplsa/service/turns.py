"""Whose turn it is to compute: threads beside the event loop, handed round between the clients.

A long batch is cut into pieces, each asked for when the one before is done. A client with one
document waits for the pieces at work, not for the batches of others.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

from gplsa.service.problems import Problem


class Turns:
    """At most `threads` pieces at work, and `most` requests in all, a quarter of them of one
    client."""

    def __init__(self, threads: int, most: int) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="gplsa-service")
        self._threads, self._most, self._own = threads, most, Counter[str]()
        # Both let in who came first: of a client no more stand in line than there are threads.
        self._line = asyncio.Semaphore(threads)
        self._lines: dict[str, asyncio.Semaphore] = {}

    @property
    def under_way(self) -> int:
        """Requests that were let in and are not done."""
        return self._own.total()

    @contextmanager
    def admitted(self, client: str) -> Iterator[None]:
        """A place for one request; Problem 503 where there is none left."""
        if (own := self._own[client]) >= max(1, self._most // 4):
            told = f"{own} requests of yours are being worked on: wait for an answer first."
            raise Problem(503, told, retry_after=5)
        if self.under_way >= self._most:
            raise Problem(503, "Too much is asked just now: try again.", retry_after=5)
        self._own[client] += 1
        try:
            yield
        finally:
            self._own[client] -= 1
            if not self._own[client]:
                del self._own[client]
                self._lines.pop(client, None)

    async def run(self, client: str, work: Callable[[], Any]) -> Any:
        """What `work` returns, from one of the threads, when it is this client's turn."""
        own = self._lines.setdefault(client, asyncio.Semaphore(self._threads))
        async with own, self._line:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work)
