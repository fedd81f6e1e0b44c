"""Who may ask, how much and when: by token, or on this computer alone, and by turns."""

import asyncio
import re
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any

from starlette.requests import Request

from gplsa.service.log import Log
from gplsa.service.models import WatchedFile, reason_of
from gplsa.service.problems import Problem
from gplsa.service.settings import is_loopback
from gplsa.service.tokens import Token, authenticated, read_tokens

# Of a proxy, and of a page of another address.
FOREIGN = ("x-forwarded-for", "x-forwarded-host", "x-real-ip", "forwarded", "via", "origin")
HOST = re.compile(r"(?:\[([0-9a-f:.]+)\]|([^][:@/]+))(?::[0-9]*)?", re.IGNORECASE)
REFUSED = (
    "Without tokens this service answers programs of this computer only: to offer it to others, "
    "start it with --tokens."
)


@dataclass(frozen=True)
class Client:
    """Who asks: a name to share turns by; token: None where none is asked for."""

    name: str
    token: Token | None = None

    def may_use(self, model: str) -> bool:
        models = self.token.models if self.token else None
        return models is None or model in models


class Rates:
    """What each token has used beyond what time has paid for, in one of several processes.

    Each has its share of a minute. What goes beyond stays until it is paid for, however long.
    """

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._used: dict[str, tuple[float, float]] = {}

    def use(self, token: Token, amount: int, *, more: bool = False) -> None:
        """Count before anything is answered; Problem 429 where the minute is used up.

        more  of a question that was let in: any amount, once, where nothing is owed yet
        """
        share, now = token.per_minute / self._processes, monotonic()
        used, then = self._used.get(token.name, (0.0, now))
        used = max(0.0, used - (now - then) * share / 60)
        # A share may be less than one question, which is let in when all before are paid for.
        if (over := used - max(1.0, share) + (not more)) > 1e-9:
            raise Problem(
                429,
                f"This token may ask {token.per_minute:,} times a minute, each document counting "
                "once: wait a little.",
                retry_after=over * 60 / share,
            )
        self._used[token.name] = used + amount, now


class Gate:
    """Lets requests in; `path` None asks nobody for a token, and lets in this computer alone."""

    def __init__(self, path: Path | None, processes: int, log: Log) -> None:
        self._log, self._rates = log, Rates(processes)
        self.files = [] if path is None else [WatchedFile(path, self._read, self._refused)]
        self._tokens: dict[str, Token] | None = None if path is None else {}

    def _read(self, path: Path) -> None:
        self._tokens = read_tokens(path)
        self._log.info("tokens", tokens=len(self._tokens))

    def _refused(self, path: Path, error: Exception) -> None:
        self._log.error("tokens", message=f"{reason_of(error)} The tokens from before are good.")

    def client(self, request: Request, scope: str | None) -> Client:
        """Who asks; Problem where that may not be."""
        where = f"{request.client.host}:{request.client.port}" if request.client else "unknown"
        if self._tokens is None:
            host = HOST.fullmatch(request.headers.get("host", ""))
            foreign = any(header in request.headers for header in FOREIGN)
            if not host or not is_loopback(host[1] or host[2]) or foreign:
                raise Problem(403, REFUSED)
        if self._tokens is None or scope is None:
            return Client(where)
        token = authenticated(self._tokens, request.headers.get("authorization", ""))
        if scope not in token.scopes:
            good = ", ".join(token.scopes)
            raise Problem(403, f"This token is good for {good}, not for {scope}.")
        self._rates.use(token, 1)
        return Client(token.name, token)

    def charge(self, client: Client, documents: int) -> None:
        """Count the documents of a request beside the one that it counts as itself."""
        if client.token is not None and documents > 1:
            self._rates.use(client.token, documents - 1, more=True)


class Turns:
    """Threads beside the event loop, handed round between the clients.

    A long batch is cut into pieces, each asked for when the one before is done: a client with one
    document waits for the pieces at work, not for the batches of others.
    At most `threads` pieces are at work, and `most` requests, a quarter of them of one client.
    """

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
            message = f"{own} requests of yours are being worked on: wait for an answer first."
            raise Problem(503, message, retry_after=5)
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
        async with self._lines.setdefault(client, asyncio.Semaphore(self._threads)), self._line:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work)
