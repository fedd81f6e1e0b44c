"""Who may ask, and how much: by token, or on this computer alone."""

import re
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from starlette.requests import Request

from gplsa.errors import InputError
from gplsa.service.log import Log
from gplsa.service.problems import Problem
from gplsa.service.settings import is_loopback
from gplsa.service.shelf import Stamp, stamp_of, told
from gplsa.service.tokens import Token, read_tokens, shown

PROXY_HEADERS = ("x-forwarded-for", "x-forwarded-host", "x-real-ip", "forwarded", "via")
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
        self._path, self._log, self._rates = path, log, Rates(processes)
        self._stamp: Stamp | None = None
        self._tokens: dict[str, Token] | None = None if path is None else {}

    def open(self) -> None:
        """Read the token file; InputError or OSError where it cannot be used."""
        if self._path is not None:
            self._stamp, self._tokens = stamp_of(self._path), read_tokens(self._path)

    def look(self, again: bool) -> None:
        """Read the token file again where it changed; where it cannot be used, those from before
        stay good, which is said once."""
        if self._path is None:
            return
        if (stamp := stamp_of(self._path)) == self._stamp and not again:
            return
        self._stamp = stamp
        try:
            self._tokens = read_tokens(self._path)
            self._log.info("tokens", tokens=len(self._tokens))
        except (InputError, OSError) as error:
            self._log.error("tokens", message=f"{told(error)} The tokens from before are good.")

    def client(self, request: Request, scope: str | None) -> Client:
        """Who asks; Problem where that may not be."""
        where = f"{request.client.host}:{request.client.port}" if request.client else "unknown"
        if self._tokens is None:
            host = HOST.fullmatch(request.headers.get("host", ""))
            proxied = any(header in request.headers for header in PROXY_HEADERS)
            if (
                not host
                or not is_loopback(host[1] or host[2])
                or proxied
                or "origin" in request.headers
            ):
                raise Problem(403, REFUSED)
            return Client(where)
        if scope is None:
            return Client(where)
        token = shown(self._tokens, request.headers.get("authorization", ""))
        if scope not in token.scopes:
            raise Problem(
                403, f"This token is good for {', '.join(token.scopes)}, not for {scope}."
            )
        self._rates.use(token, 1)
        return Client(token.name, token)

    def charge(self, client: Client, documents: int) -> None:
        """Count the documents of a request beside the one that it counts as itself."""
        if client.token is not None and documents > 1:
            self._rates.use(client.token, documents - 1, more=True)
