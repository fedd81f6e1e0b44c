"""The one table of routes: what may be asked, by whom, what comes back, and what is done for it."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse

from gplsa.answers import json_of
from gplsa.errors import InputError
from gplsa.service import answers, asked
from gplsa.service.gate import Client, Gate, Turns
from gplsa.service.log import Log, Meters
from gplsa.service.openapi import JSON, LINES, document
from gplsa.service.problems import Problem, shortened
from gplsa.service.server import Settings
from gplsa.service.shelf import Served, Shelf
from gplsa.wording import MEBIBYTE

LARGE = 50_000  # bytes that are read beside the event loop, when it is their turn
GONE = 499
PIECE = 8
"""Documents computed in one turn: fewer cost more each, more keep the others waiting."""

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
        self.files = [*self.gate.files, *self.shelf.files]

    def measure(self, _again: bool = False) -> None:
        """Bring what the metrics tell of this process up to date."""
        self.meters.measure(self.turns.under_way)

    def problem(self, error: Exception, facts: dict[str, Any], method: str = "") -> Problem:
        """What is answered in the place of what failed; faults of ours are logged."""
        match error:
            case Problem():
                return error
            case InputError():
                return Problem(422, " ".join(str(error).split()))
            case MemoryError():
                return Problem(503, "This is more than the memory holds now.", retry_after=30)
            case TimeoutError():
                told = f"This took longer than {self.settings.timeout:g} seconds: "
                return Problem(503, told + "send fewer documents at once.", retry_after=5)
            case HTTPException(status_code=405):
                told = f"This address is not asked by {shortened(method)}."
                return Problem(405, told, headers=error.headers)
            case HTTPException():
                told = "There is nothing at this address; /openapi.json tells what there is."
                return Problem(404, told)
        self.log.failure("failure", error, route=facts["route"])
        return Problem(500, "The service failed at this request; its log tells where.")


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
            answers.check_sides(served, found)
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


async def models(call: Call) -> Response:
    await call.read()
    allowed = [one for one in call.service.shelf.all() if call.client.may_use(one.name)]
    return await call.answer(answers.models_text, allowed)


def computed(make: str) -> Handle:
    """What one of `answers` makes of a model and the fields."""

    async def handle(call: Call) -> Response:
        return await call.answer(getattr(answers, make), *await call.question())

    return handle


async def keywords(call: Call) -> Response:
    as_lines = call.wants_lines()
    served, found = await call.question()
    if (found.from_, found.to) not in served.model.gists:
        raise Problem(422, f"“{served.name}” does not lead from “from” to “to”.")
    documents = asked.named(found.documents, call.service.bounds)
    call.service.gate.charge(call.client, len(documents))
    call.facts["documents"] = len(documents)
    pieces = _pieces(call, served, documents, found)
    if as_lines:
        return StreamingResponse(_lines(call, pieces), media_type=LINES)
    lines: list[str] = []
    async for some in pieces:
        lines += some
        if await call.request.is_disconnected():
            call.facts["status"] = GONE
            break
    return await call.answer(answers.keywords_text, served, lines, found)


async def _pieces(
    call: Call, served: Served, documents: list[asked.DocumentText], found: Any
) -> AsyncIterator[list[str]]:
    for start in range(0, len(documents), PIECE):
        piece = documents[start : start + PIECE]
        yield await call.compute(partial(answers.keyword_lines, served, piece, found))
        call.service.meters.documents.inc(len(piece))


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
        problem = call.service.problem(error, call.facts)
        call.facts["status"] = problem.status
        yield problem.body


def state(word: str) -> Handle:
    async def handle(_call: Call) -> Response:
        return written(json_of({"status": word}) + "\n")

    return handle


async def openapi(call: Call) -> Response:
    return written(_document(call.service.settings.tokens is not None))


@cache
def _document(with_tokens: bool) -> str:
    return json_of(document(ROUTES, with_tokens)) + "\n"


async def metrics(call: Call) -> Response:
    call.service.measure()
    text = await asyncio.to_thread(call.service.meters.text)
    return Response(text, media_type="text/plain; version=0.0.4; charset=utf-8")


# fmt: off
ROUTES = (
    Route("models", "GET", "/v1/models", "models", "The models that answer.", "Models", models),
    Route("topics", "GET", "/v1/models/{name}/topics", "models",
          "The topics of a model, words of all sides beside each other.",
          "Topics", computed("topics_text"), asked.TOPICS),
    Route("keywords", "POST", "/v1/keywords", "keywords",
          "Keywords of one side for texts of another, with the evidence for each.",
          "Keywords", keywords, asked.KEYWORDS, lines=True),
    Route("search", "POST", "/v1/search", "search",
          "The documents of a model's corpus that go with a text.",
          "Search", computed("search_text"), asked.SEARCH),
    Route("concordance", "GET", "/v1/concordance", "concordance",
          "How a word is said on the other side, and the lines that show it.",
          "Concordance", computed("concordance_text"), asked.CONCORDANCE),
    Route("concordance_posted", "POST", "/v1/concordance", "concordance",
          "The same with the word in the body, which no log of a proxy keeps.",
          "Concordance", computed("concordance_text"), asked.CONCORDANCE),
    Route("openapi", "GET", "/openapi.json", None, "This document.", "OpenAPI", openapi,
          at_once=True),
    Route("healthz", "GET", "/healthz", None, "Whether the process answers.", "State", state("ok"),
          at_once=True),
    Route("readyz", "GET", "/readyz", None, "Whether every model is loaded.", "State",
          state("ready"), at_once=True),
    Route("metrics", "GET", "/metrics", "metrics", "Counts for Prometheus.", "text/plain", metrics,
          at_once=True),
)
# fmt: on
