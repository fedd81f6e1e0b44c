"""What may be asked, and one request on its way: read, bounded, and done when it is its turn."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from gplsa.answers.asked import Asked, DirectionAsked
from gplsa.answers.written import json_of
from gplsa.corpus.corpus import TEXT
from gplsa.errors import InputError
from gplsa.message import MEBIBYTE
from gplsa.service.gate import Client, Gate, Turns
from gplsa.service.log import Log, Meters
from gplsa.service.models import ModelStore, Served
from gplsa.service.problems import Problem, shortened
from gplsa.service.reading import JSON, LINES, READ, read_query
from gplsa.service.settings import Settings

LARGE = 50_000  # bytes that are read beside the event loop, when it is their turn
PIECE = 8  # documents computed in one turn: fewer cost more each, more keep the others waiting


@dataclass(frozen=True)
class Route:
    """One thing to ask.

    name     of the operation and in the metrics;  scope  that a token needs, None for anybody
    answer   its type, which `handle` sends as `media`
    asked    the type of its fields, which stand in the address of a GET, in the body of a POST
    bodies   by media type what a body may be, where it is not `asked` in JSON: of any other type it
             holds the documents, and the other fields stand in the address
    at_once  whether it is answered whatever else is asked
    """

    name: str
    methods: tuple[str, ...]
    path: str
    scope: str | None
    answer: Any
    handle: "Handle"
    asked: type[Asked] = Asked
    bodies: Mapping[str, Any] | None = None
    media: str = JSON
    at_once: bool = False

    @property
    def takes(self) -> Mapping[str, Any]:
        return self.bodies or {JSON: self.asked}

    @property
    def summary(self) -> str:
        """What it is for, in a line."""
        return " ".join(str(self.handle.__doc__ or self.asked.__doc__).split())


class Service:
    """All that requests share, in one process."""

    def __init__(self, settings: Settings, log: Log) -> None:
        self.settings, self.log, self.meters = settings, log, Meters()
        self.gate = Gate(settings.tokens, settings.workers, log)
        self.store = ModelStore(settings.models, log, self.meters)
        self.turns = Turns(settings.threads, settings.max_waiting)
        self.files = [*self.gate.files, *self.store.files]

    def read_again(self) -> None:
        """Have every file read at once, changed or not."""
        for file in self.files:
            file.read_again()

    def problem(self, error: BaseException, facts: dict[str, Any], method: str = "") -> Problem:
        """What is answered in the place of what failed; faults of ours are logged."""
        match error:
            case Problem():
                return error
            case InputError():
                return Problem(422, " ".join(str(error).split()))
            case MemoryError():
                return Problem(503, "This is more than the memory holds now.", retry_after=30)
            case TimeoutError():
                message = f"This took longer than {self.settings.timeout:g} seconds: "
                return Problem(503, message + "send fewer documents at once.", retry_after=5)
            case asyncio.CancelledError():
                return Problem(503, "The service is ending: ask again.", retry_after=5)
            case HTTPException(status_code=405):
                message = f"This address is not asked by {shortened(method)}."
                return Problem(405, message, headers=error.headers)
            case HTTPException():
                message = "There is nothing at this address; /openapi.json tells what there is."
                return Problem(404, message)
        self.log.failure("failure", error, route=facts["route"])
        return Problem(500, "The service failed at this request; its log tells where.")


@dataclass
class Call:
    """facts: what the log tells of it"""

    service: Service
    route: Route
    request: Request
    client: Client
    facts: dict[str, Any]

    async def read(self) -> Any:
        """The fields of the request, from its address or its body."""
        pairs, bounds = self.request.query_params.multi_items(), self.service.settings
        asked, takes = self.route.asked, self.route.takes
        if self.request.method != "POST":
            return read_query(asked, pairs, bounds)
        media = self.request.headers.get("content-type", "").split(";")[0].strip().lower()
        # Also what keeps pages of others out: a browser sends no JSON without asking first.
        if media not in takes:
            raise Problem(415, f"Send the body as Content-Type: {' or '.join(takes)}.")
        if takes[media] is asked and pairs:
            raise Problem(422, "The fields of this request stand in its body, not in the address.")
        body = await self._body()
        work = partial(READ[media], asked, takes[media], pairs, body, bounds)
        return await self.compute(work) if len(body) > LARGE else work()

    async def _body(self) -> bytes:
        """As many bytes, and as slowly, as the settings allow."""
        most, seconds = self.service.settings.max_body, self.service.settings.body_timeout
        if self.request.headers.get("content-encoding", "identity").lower() != "identity":
            raise Problem(415, "Send the body uncompressed.")
        large = Problem(413, f"The body has more than {most / MEBIBYTE:g} MB: send less at once.")
        length, body = self.request.headers.get("content-length", ""), bytearray()
        if length.isdecimal() and int(length) > most:
            raise large
        try:
            async with asyncio.timeout(seconds):
                async for piece in self.request.stream():
                    body += piece
                    if len(body) > most:
                        raise large
        except TimeoutError as error:
            raise Problem(408, f"The body did not arrive within {seconds:g} seconds.") from error
        except ClientDisconnect as error:
            raise Problem(400, "The body ended early.") from error
        self.facts["bytes"] = len(body)
        return bytes(body)

    def wants_lines(self) -> bool:
        """Whether the answer is to come as JSON lines; Problem where no kind of ours is wanted."""
        for kind in self.request.headers.get("accept", "*/*").lower().split(","):
            media = kind.split(";")[0].strip()
            if media in (LINES, JSON, "application/*", "*/*", ""):
                return media == LINES
        raise Problem(406, f"Answers come as {JSON} or {LINES}: accept one of them.")

    async def question(self) -> tuple[Served, Any]:
        """The model and the fields of what is asked of it; Problem where its sides are wrong."""
        asked = await self.read()
        served = self.served(self.request.path_params.get("name") or asked.model)
        if isinstance(asked, DirectionAsked):
            model = served.model
            for name, side in (("from", asked.from_), ("to", asked.to)):
                if side not in model.modalities:
                    message = f"“{name}” names no side of “{served.name}”, which has: "
                    raise Problem(422, message + ", ".join(model.modalities) + ".")
            if model.vocabularies[asked.from_].kind != TEXT:
                message = f"Side “{asked.from_}” has no texts, and only texts are read here."
                raise Problem(422, message)
        return served, asked

    def allowed(self) -> list[Served]:
        return [one for one in self.service.store.all() if self.client.may_use(one.name)]

    def served(self, name: str | None) -> Served:
        """The model asked for, or the only one; Problem where there is none that may be asked."""
        by_name = {one.name: one for one in self.allowed()}
        if name is None and len(by_name) == 1:
            (name,) = by_name
        known = ", ".join(by_name) or "none"
        if name is None:
            raise Problem(422, f"“model” is missing: it is one of {known}.")
        if name not in by_name:
            raise Problem(404, f"There is no model “{shortened(name)}” here; there is: {known}.")
        self.facts["model"] = name
        return by_name[name]

    def count(self, documents: int) -> None:
        """Before they are answered."""
        self.service.gate.charge(self.client, documents)
        self.facts["documents"] = documents

    async def in_turns(
        self, documents: Sequence[Any], work: Callable[[list[str], list[str]], list[Any]]
    ) -> AsyncIterator[list[Any]]:
        """What `work` returns for ids and texts of a few documents after the other."""
        for start in range(0, len(documents), PIECE):
            piece = documents[start : start + PIECE]
            ids, texts = [str(one.id) for one in piece], [one.text for one in piece]
            yield await self.compute(partial(work, ids, texts))
            self.service.meters.documents.inc(len(piece))

    async def compute(self, work: Callable[[], Any]) -> Any:
        """What `work` comes to, when it is this client's turn."""
        return await self.service.turns.run(self.client.name, work)

    async def answer(self, make: Callable[[], Any]) -> Response:
        """What `make` returns, as JSON."""
        return await self.compute(lambda: json_response(make()))


Handle = Callable[[Call], Awaitable[Response]]


def json_response(content: Any) -> Response:
    """An answer, or its JSON."""
    text = content if isinstance(content, str) else json_of(content) + "\n"
    # Names of a corpus may hold what no encoding has; the command line prints them so, too.
    return Response(text.encode("utf-8", "replace"), media_type=JSON)
