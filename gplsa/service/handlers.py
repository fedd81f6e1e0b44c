"""What is done with a request that was let in: read it, take turns to compute, answer."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from gplsa.errors import InputError
from gplsa.facts import json_of
from gplsa.service import answers, openapi
from gplsa.service.bodies import (
    JSON,
    LINES,
    content_type,
    parsed,
    parsed_lines,
    read_bytes,
    wants_lines,
)
from gplsa.service.fields import Bounds, Text, read_body, read_query
from gplsa.service.gate import Client, Gate, chosen
from gplsa.service.log import Log
from gplsa.service.problems import Problem
from gplsa.service.routes import Route
from gplsa.service.settings import Settings
from gplsa.service.shared import Meters, resident_bytes
from gplsa.service.shelf import Served, Shelf
from gplsa.service.turns import Turns

PIECE = 8
"""Documents computed in one turn: fewer cost more each, more keep the others waiting."""
LARGE = 100_000  # bytes that are read beside the event loop
GONE = 499
Answer = dict[str, Any]


@dataclass
class Service:
    """All that handlers share, in one process."""

    settings: Settings
    log: Log
    meters: Meters
    gate: Gate
    shelf: Shelf
    turns: Turns
    stopping: bool = False

    def measure(self) -> None:
        """Bring the gauges of this process up to date."""
        self.meters.gauge("under_way", self.turns.under_way)
        self.meters.gauge("memory", resident_bytes())
        self.meters.gauge("cpu", time.process_time())


@dataclass
class Call:
    """One request on its way; facts: what the log tells of it."""

    service: Service
    route: Route
    request: Request
    client: Client
    facts: dict[str, Any] = field(default_factory=dict)

    @property
    def bounds(self) -> Bounds:
        settings = self.service.settings
        return Bounds(settings.max_documents, settings.max_characters)

    def query(self) -> dict[str, Any]:
        pairs = list(self.request.query_params.multi_items())
        return read_query(self.route.fields, pairs, self.bounds)

    async def body(self) -> bytes:
        settings = self.service.settings
        found = await read_bytes(self.request, settings.max_body, settings.body_timeout)
        self.facts["bytes"] = len(found)
        return found

    async def asked(self) -> dict[str, Any]:
        """The fields of the request, from its address or its body."""
        if self.request.method != "POST":
            return self.query()
        body = await self.body()
        if content_type(self.request) == LINES:
            if not self.route.lines:
                raise Problem(415, f"Send this as Content-Type: {JSON}.")
            asked = self.query()
            asked["documents"] = await beside(body, partial(parsed_lines, body, self.bounds))
            return asked
        if self.request.query_params:
            raise Problem(422, "The fields of this request stand in its body, not in the address.")
        return await beside(body, lambda: read_body(self.route.fields, parsed(body), self.bounds))

    def served(self, name: str | None) -> Served:
        found = chosen(self.service.shelf, self.client, name)
        self.facts["model"] = found.name
        return found

    async def compute(self, work: Callable[[], Any]) -> Any:
        """What `work` comes to, when it is this client's turn."""
        try:
            return await self.service.turns.run(self.client.name, work)
        except InputError as error:
            raise Problem(422, " ".join(str(error).split())) from error
        except MemoryError as error:
            raise Problem(503, "This is more than the memory holds now.", retry_after=30) from error


async def beside(body: bytes, work: Callable[[], Any]) -> Any:
    """Read a large body on a thread, so that others are answered meanwhile."""
    return await asyncio.to_thread(work) if len(body) > LARGE else work()


def answer(text: str, media_type: str = JSON) -> Response:
    # Names of a corpus may hold what no encoding has; the command line prints them so, too.
    return Response(text.encode("utf-8", "replace"), media_type=media_type)


async def models(call: Call) -> Response:
    allowed = [one for one in call.service.shelf.all() if call.client.may_use(one.name)]
    call.query()
    return answer(await call.compute(lambda: answers.models_text(allowed)))


async def topics(call: Call) -> Response:
    asked = call.query()
    served = call.served(call.request.path_params["name"])
    return answer(await call.compute(lambda: answers.topics_text(served, asked)))


async def search(call: Call) -> Response:
    asked = await call.asked()
    served = call.served(asked["model"])
    answers.check_sides(served, asked)
    return answer(await call.compute(lambda: answers.search_text(served, asked)))


async def concordance(call: Call) -> Response:
    asked = await call.asked()
    served = call.served(asked["model"])
    answers.check_sides(served, asked)
    return answer(await call.compute(lambda: answers.concordance_text(served, asked)))


async def keywords(call: Call) -> Response:
    as_lines = wants_lines(call.request)
    asked = await call.asked()
    served = call.served(asked["model"])
    answers.check_sides(served, asked)
    if (asked["from"], asked["to"]) not in served.model.gists:
        raise Problem(422, f"“{served.name}” does not lead from “from” to “to”.")
    documents: list[Text] = asked.pop("documents")
    call.service.gate.charge(call.client, len(documents))
    call.facts["documents"] = len(documents)
    pieces = _pieces(call, served, documents, asked)
    if as_lines:
        return StreamingResponse(_lines(call, pieces), media_type=LINES)
    found: list[str] = []
    async for lines in pieces:
        found += lines
        if await call.request.is_disconnected():
            call.facts["status"] = GONE
            break
    return answer(await call.compute(lambda: answers.keywords_text(served, found, asked)))


async def _pieces(
    call: Call, served: Served, documents: list[Text], asked: dict[str, Any]
) -> AsyncIterator[list[str]]:
    for start in range(0, len(documents), PIECE):
        piece = documents[start : start + PIECE]
        yield await call.compute(partial(answers.keyword_lines, served, piece, asked))
        call.service.meters.count("documents", len(piece))


async def _lines(call: Call, pieces: AsyncIterator[list[str]]) -> AsyncIterator[bytes]:
    """A document a line. What goes wrong on the way is the last line, as its status is sent."""
    deadline = asyncio.get_running_loop().time() + call.service.settings.timeout
    try:
        while True:
            async with asyncio.timeout_at(deadline):
                lines = await anext(pieces, None)
            if lines is None:
                return
            yield "".join(line + "\n" for line in lines).encode("utf-8", "replace")
    except Exception as error:
        problem = problem_of(error, call)
        call.facts["status"] = problem.status
        yield (json_of(problem.facts()) + "\n").encode()


def problem_of(error: BaseException, call: Call) -> Problem:
    """What is answered in the place of what failed; faults of ours are logged."""
    if isinstance(error, Problem):
        return error
    if isinstance(error, TimeoutError):
        seconds = call.service.settings.timeout
        return Problem(
            503,
            f"This took longer than {seconds:g} seconds: send fewer documents at once.",
            retry_after=5,
        )
    call.service.log.failure("failure", error, route=call.route.name)
    return Problem(500, "The service failed at this request; its log tells where.")


async def healthz(call: Call) -> Response:
    return answer(json_of({"status": "ok"}) + "\n")


async def readyz(call: Call) -> Response:
    if call.service.stopping:
        raise Problem(503, "The service is stopping.", retry_after=30)
    if not call.service.shelf.ready:
        raise Problem(503, "The models are being loaded: try again.", retry_after=2)
    return answer(json_of({"status": "ready"}) + "\n")


async def document(call: Call) -> Response:
    with_tokens = call.service.settings.tokens is not None
    return answer(json_of(openapi.document(with_tokens)) + "\n")


async def metrics(call: Call) -> Response:
    call.service.measure()
    return answer(call.service.meters.text(), "text/plain; version=0.0.4; charset=utf-8")


HANDLERS: dict[str, Callable[[Call], Awaitable[Response]]] = {
    "models": models,
    "topics": topics,
    "keywords": keywords,
    "search": search,
    "concordance": concordance,
    "concordance_posted": concordance,
    "openapi": document,
    "healthz": healthz,
    "readyz": readyz,
    "metrics": metrics,
}
AT_ONCE = ("openapi", "healthz", "readyz", "metrics")
"""Answered whatever else is asked."""
