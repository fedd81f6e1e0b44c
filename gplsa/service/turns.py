"""Whose turn it is to compute: threads beside the event loop, handed round between the clients.

A long batch is cut into pieces, each asked for when the one before is done. A client with one
document waits for the pieces at work, not for the batches of others.
"""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import Any, TypeVar

from gplsa.service.problems import Problem

Found = TypeVar("Found")
RETRY_AFTER = 5.0


class Turns:
    """At most `threads` pieces at work, and `most` requests in all, `most_each` of one client."""

    def __init__(self, threads: int, most: int, most_each: int) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="gplsa-service")
        self._free = threads
        self._most, self._most_each = most, most_each
        self._under_way: dict[str, int] = {}
        self._waiting: OrderedDict[str, deque[tuple[Callable[[], Any], asyncio.Future[Any]]]] = (
            OrderedDict()
        )

    @property
    def under_way(self) -> int:
        """Requests that were let in and are not done."""
        return sum(self._under_way.values())

    @contextmanager
    def admitted(self, client: str) -> Iterator[None]:
        """A place for one request; Problem 503 where there is none left."""
        own = self._under_way.get(client, 0)
        if own >= self._most_each:
            raise Problem(
                503,
                f"{own} requests of yours are being worked on: wait for an answer first.",
                retry_after=RETRY_AFTER,
            )
        if self.under_way >= self._most:
            raise Problem(503, "Too much is asked just now: try again.", retry_after=RETRY_AFTER)
        self._under_way[client] = own + 1
        try:
            yield
        finally:
            self._under_way[client] -= 1
            if not self._under_way[client]:
                del self._under_way[client]

    async def run(self, client: str, work: Callable[[], Found]) -> Found:
        """What `work` returns, from one of the threads, when it is this client's turn."""
        done: asyncio.Future[Found] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(client, deque()).append((work, done))
        self._start()
        return await done

    def _start(self) -> None:
        while self._free and self._waiting:
            client, own = self._waiting.popitem(last=False)
            work, done = own.popleft()
            if own:
                self._waiting[client] = own  # behind all others
            if done.cancelled():
                continue
            self._free -= 1
            worked = asyncio.get_running_loop().run_in_executor(self._pool, work)
            worked.add_done_callback(partial(self._worked, done))

    def _worked(self, done: asyncio.Future[Any], worked: asyncio.Future[Any]) -> None:
        self._free += 1
        error = None if worked.cancelled() else worked.exception()
        if done.done():
            pass  # nobody waits for it any more
        elif worked.cancelled():
            done.cancel()
        elif error is not None:
            done.set_exception(error)
        else:
            done.set_result(worked.result())
        self._start()

    def close(self) -> None:
        """Let the threads go; what is at work ends."""
        self._pool.shutdown(wait=False, cancel_futures=True)
