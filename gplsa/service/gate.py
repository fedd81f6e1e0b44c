"""Who may ask: by token, or on this computer alone."""

from dataclasses import dataclass
from pathlib import Path

from starlette.requests import Request

from gplsa.service.problems import Problem, shortened
from gplsa.service.routes import Route
from gplsa.service.settings import is_loopback
from gplsa.service.shared import Rates
from gplsa.service.shelf import Served, Shelf, Stamp, stamp_of
from gplsa.service.tokens import Token, Tokens, read_tokens

PROXY_HEADERS = ("x-forwarded-for", "x-forwarded-host", "x-real-ip", "forwarded", "via")
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


class Gate:
    """Lets requests in; `tokens` None asks nobody for one, and lets in this computer alone."""

    def __init__(self, path: Path | None, rates: Rates) -> None:
        self._path, self._rates = path, rates
        self._stamp: Stamp | None = None if path is None else stamp_of(path)
        self._tokens: Tokens | None = None if path is None else read_tokens(path)

    def look(self, again: bool = False) -> int | None:
        """Read the token file again where it changed: how many there are, None where it did not.

        Raises InputError or OSError, once for each change, where it cannot be used; those from
        before are good then.
        """
        if self._path is None:
            return None
        stamp = stamp_of(self._path)
        if stamp == self._stamp and not again:
            return None
        self._stamp = stamp
        self._tokens = read_tokens(self._path)
        return len(self._tokens)

    def client(self, request: Request, route: Route) -> Client:
        """Who asks; Problem where that may not be."""
        where = f"{request.client.host}:{request.client.port}" if request.client else "unknown"
        if self._tokens is None:
            host = request.headers.get("host", "")
            name = host[1 : host.find("]")] if host.startswith("[") else host.rsplit(":", 1)[0]
            proxied = any(header in request.headers for header in PROXY_HEADERS)
            if not is_loopback(name) or proxied or "origin" in request.headers:
                raise Problem(403, REFUSED)
            return Client(where)
        if route.scope is None:
            return Client(where)
        token = self._tokens.shown(request.headers.get("authorization", ""))
        if route.scope not in token.scopes:
            raise Problem(
                403, f"This token is good for {', '.join(token.scopes)}, not for {route.scope}."
            )
        if wait := self._rates.wait(token.name, token.per_minute):
            raise Problem(
                429,
                f"This token may ask {token.per_minute:,} times a minute, each document counting "
                "once: wait a little.",
                retry_after=wait,
            )
        self._rates.use(token.name, 1)
        return Client(token.name, token)

    def charge(self, client: Client, documents: int) -> None:
        """Count the documents of a request beside the one that it counts as itself."""
        if client.token is not None and documents > 1:
            self._rates.use(client.name, documents - 1)


def chosen(shelf: Shelf, client: Client, name: str | None) -> Served:
    """The model asked for, or the only one; Problem where there is none that may be asked."""
    allowed = [one for one in shelf.all() if client.may_use(one.name)]
    if name is None and len(allowed) == 1:
        return allowed[0]
    for one in allowed:
        if one.name == name:
            return one
    if not shelf.ready:
        raise Problem(503, "The models are being loaded: try again.", retry_after=2)
    known = ", ".join(one.name for one in allowed) or "none"
    if name is None:
        raise Problem(422, f"“model” is missing: it is one of {known}.")
    raise Problem(404, f"There is no model “{shortened(name)}” here; there is: {known}.")
