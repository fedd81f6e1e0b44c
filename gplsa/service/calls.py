"""A request on its way: what it asks for, whose turn it is, and what is said where it fails."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from gplsa.errors import InputError
from gplsa.service import asked
from gplsa.service.answers import check_sides
from gplsa.service.gate import Client, Gate
from gplsa.service.log import Log
from gplsa.service.meters import Meters
from gplsa.service.problems import Problem, shortened
from gplsa.service.settings import Settings
from gplsa.service.shelf import Served, Shelf
from gplsa.service.turns import Turns
from gplsa.wording import MEBIBYTE

JSON = "application/json"
LINES = "application/x-ndjson"
LARGE = 50_000  # bytes that are read beside the event loop, when it is their turn
GONE = 499


Handle = Callable[["Call"], Awaitable[Response]]


@dataclass(frozen=True)
class Route:
    """One thing to ask.

    name     of the operation and in the metrics;  scope  that a token needs, None for anybody
    answer   a schema, or a media type;  handle  makes it
    fields   of the address of a GET, of the body of a POST
    lines    whether it also reads and writes JSON lines, its fields then in the address
    at_once  whether it is answered whatever else is asked
    """

    name: str
    method: str
    path: str
    scope: str | None
    told: str
    answer: str
    handle: Handle
    fields: asked.Kind = asked.NOTHING
    lines: bool = False
    at_once: bool = False


class Service:
    """All that requests share, in one process."""

    def __init__(self, settings: Settings, log: Log) -> None:
        self.settings, self.log, self.meters = settings, log, Meters()
        self.bounds = asked.Bounds(settings.max_documents, settings.max_characters)
        self.gate = Gate(settings.tokens, settings.workers, log)
        self.shelf = Shelf(settings.models, log, self.meters)
        self.turns = Turns(settings.threads, settings.max_waiting)

    def measure(self, _again: bool = False) -> None:
        """Bring what the metrics tell of this process up to date."""
        self.meters.measure(self.turns.under_way)


@dataclass
class Call:
    """One request on its way; facts: what the log tells of it."""

    service: Service
    route: Route
    request: Request
    client: Client
    facts: dict[str, Any]

    async def read(self) -> Any:
        """The fields of the request, from its address or its body."""
        pairs, bounds = self.request.query_params.multi_items(), self.service.bounds
        if self.route.method != "POST":
            return asked.read_query(self.route.fields, pairs, bounds)
        kind = self.request.headers.get("content-type", "").split(";")[0].strip().lower()
        # Also what keeps pages of others out: a browser sends neither without asking first.
        known = (JSON, LINES) if self.route.lines else (JSON,)
        if kind not in known:
            raise Problem(415, f"Send the body as Content-Type: {' or '.join(known)}.")
        if kind == JSON and pairs:
            told = "The fields of this request stand in its body, not in the address."
            raise Problem(422, told)
        body = await self._body()
        work = partial(asked.read_body, self.route.fields, body, bounds)
        if kind == LINES:
            work = partial(asked.read_lines, self.route.fields, pairs, body, bounds)
        return await self.compute(work) if len(body) > LARGE else work()

    async def _body(self) -> bytes:
        """As many bytes, and as slowly, as the settings allow."""
        most, seconds = self.service.settings.max_body, self.service.settings.body_timeout
        if self.request.headers.get("content-encoding", "identity").lower() != "identity":
            raise Problem(415, "Send the body uncompressed.")
        told = f"The body has more than {most / MEBIBYTE:g} MB: send its documents in several."
        length, body = self.request.headers.get("content-length", ""), bytearray()
        if length.isdecimal() and int(length) > most:
            raise Problem(413, told)
        try:
            async with asyncio.timeout(seconds):
                async for piece in self.request.stream():
                    body += piece
                    if len(body) > most:
                        raise Problem(413, told)
        except TimeoutError as error:
            told = f"The body did not arrive within {seconds:g} seconds."
            raise Problem(408, told) from error
        except ClientDisconnect as error:
            raise Problem(400, "The body ended early.") from error
        self.facts["bytes"] = len(body)
        return bytes(body)

    def wants_lines(self) -> bool:
        """Whether the answer is to come as JSON lines; Problem where no kind of ours is wanted."""
        for kind in self.request.headers.get("accept", "*/*").lower().split(","):
            match kind.split(";")[0].strip():
                case "application/x-ndjson":
                    return True
                case "application/json" | "application/*" | "*/*" | "":
                    return False
        raise Problem(406, f"Answers come as {JSON} or {LINES}: accept one of them.")

    async def question(self) -> tuple[Served, Any]:
        """The model and the fields of what is asked of it."""
        found = await self.read()
        served = self.served(self.request.path_params.get("name") or found.model)
        if hasattr(found, "from_"):
            check_sides(served, found)
        return served, found

    def served(self, name: str | None) -> Served:
        """The model asked for, or the only one; Problem where there is none that may be asked."""
        allowed = [one for one in self.service.shelf.all() if self.client.may_use(one.name)]
        if name is None and len(allowed) == 1:
            name = allowed[0].name
        known = ", ".join(one.name for one in allowed) or "none"
        if name is None:
            raise Problem(422, f"“model” is missing: it is one of {known}.")
        for one in allowed:
            if one.name == name:
                self.facts["model"] = name
                return one
        raise Problem(404, f"There is no model “{shortened(name)}” here; there is: {known}.")

    async def compute(self, work: Callable[[], Any]) -> Any:
        """What `work` comes to, when it is this client's turn."""
        return await self.service.turns.run(self.client.name, work)

    async def answer(self, make: Callable[..., str], *arguments: Any) -> Response:
        return written(await self.compute(partial(make, *arguments)))


def written(text: str) -> Response:
    # Names of a corpus may hold what no encoding has; the command line prints them so, too.
    return Response(text.encode("utf-8", "replace"), media_type=JSON)


def problem_of(error: Exception, service: Service, facts: dict[str, Any]) -> Problem:
    """What is answered in the place of what failed; faults of ours are logged."""
    if isinstance(error, Problem):
        return error
    if isinstance(error, InputError):
        return Problem(422, " ".join(str(error).split()))
    if isinstance(error, MemoryError):
        return Problem(503, "This is more than the memory holds now.", retry_after=30)
    if isinstance(error, TimeoutError):
        seconds = f"{service.settings.timeout:g} seconds"
        told = f"This took longer than {seconds}: send fewer documents at once."
        return Problem(503, told, retry_after=5)
    service.log.failure("failure", error, route=facts["route"])
    return Problem(500, "The service failed at this request; its log tells where.")
