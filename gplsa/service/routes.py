"""The one table of routes: what may be asked, by whom, what comes back, and what is done for it."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from starlette.responses import Response, StreamingResponse

from gplsa.answers import (
    Answer,
    Asked,
    Concordance,
    ConcordanceAsked,
    Keywords,
    KeywordsAsked,
    Model,
    Models,
    Search,
    SearchAsked,
    Topics,
    TopicsAsked,
    json_of,
    json_with_list,
)
from gplsa.service.call import Call, Handle, written
from gplsa.service.openapi import JSON, LINES, document
from gplsa.service.problems import Problem
from gplsa.service.shelf import Served

GONE = 499
PIECE = 8
"""Documents computed in one turn: fewer cost more each, more keep the others waiting."""


async def models(call: Call) -> Response:
    """The models that answer."""
    await call.read()
    allowed = call.allowed()
    return await call.answer(lambda: Models([Model.of(one.name, one.model) for one in allowed]))


async def answered(call: Call) -> Response:
    served, asked = await call.question()
    return await call.answer(lambda: asked.answer(served.model, served.folder))


async def keywords(call: Call) -> Response:
    """Keywords of one side for texts of another, with the evidence for each."""
    as_lines = call.wants_lines()
    served, asked = await call.question()
    if (asked.from_, asked.to) not in served.model.gists:
        raise Problem(422, f"“{served.name}” does not lead from “from” to “to”.")
    call.service.gate.charge(call.client, len(asked.documents))
    call.facts["documents"] = len(asked.documents)
    pieces = _pieces(call, served, asked)
    if as_lines:
        return StreamingResponse(_lines(call, pieces), media_type=LINES)
    found: list[str] = []
    async for lines in pieces:
        found += lines
        if await call.request.is_disconnected():
            call.facts["status"] = GONE
            break
    head = asked.head(served.model)
    return written(await call.compute(lambda: "".join(json_with_list(head, found, []))))


async def _pieces(call: Call, served: Served, asked: KeywordsAsked) -> AsyncIterator[list[str]]:
    """A JSON object for each document, as many as are computed in one turn."""
    documents: list[Any] = list(asked.documents)
    for start in range(0, len(documents), PIECE):
        piece = documents[start : start + PIECE]
        ids, texts = [one.id for one in piece], [one.text for one in piece]
        yield await call.compute(lambda: [*map(json_of, asked.of(served.model, ids, texts))])  # noqa: B023
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


class State(Answer):
    status: str


async def healthz(_call: Call) -> Response:
    """Whether the process answers."""
    return written(json_of(State("ok")) + "\n")


async def readyz(_call: Call) -> Response:
    """Whether every model is loaded."""
    return written(json_of(State("ready")) + "\n")


async def openapi(call: Call) -> Response:
    """This document."""
    return written(_document(call.service.settings.tokens is not None))


@cache
def _document(with_tokens: bool) -> str:
    return json_of(document(ROUTES, with_tokens)) + "\n"


async def metrics(call: Call) -> Response:
    """Counts for Prometheus."""
    call.service.measure()
    text = await asyncio.to_thread(call.service.meters.text)
    return Response(text, media_type="text/plain; version=0.0.4; charset=utf-8")


@dataclass(frozen=True)
class Route:
    """One thing to ask.

    name     of the operation and in the metrics;  scope  that a token needs, None for anybody
    answer   its type, which `handle` sends as `media`
    asked    the type of its fields, which stand in the address of a GET, in the body of a POST
    takes    how a body may come
    at_once  whether it is answered whatever else is asked
    """

    name: str
    method: str
    path: str
    scope: str | None
    answer: type
    handle: Handle = answered
    asked: type[Asked] = Asked
    takes: tuple[str, ...] = (JSON,)
    media: str = JSON
    at_once: bool = False

    @property
    def told(self) -> str:
        """What it is for, in a line."""
        return " ".join(str(self.handle.__doc__ or self.asked.__doc__).split())


# fmt: off
ROUTES = (
    Route("models", "GET", "/v1/models", "models", Models, models),
    Route("topics", "GET", "/v1/models/{name}/topics", "models", Topics, asked=TopicsAsked),
    Route("keywords", "POST", "/v1/keywords", "keywords", Keywords, keywords, KeywordsAsked,
          (JSON, LINES)),
    Route("search", "POST", "/v1/search", "search", Search, asked=SearchAsked),
    Route("concordance", "GET", "/v1/concordance", "concordance", Concordance,
          asked=ConcordanceAsked),
    # With the word in the body, which no log of a proxy keeps.
    Route("concordance_posted", "POST", "/v1/concordance", "concordance", Concordance,
          asked=ConcordanceAsked),
    Route("openapi", "GET", "/openapi.json", None, dict, openapi, at_once=True),
    Route("healthz", "GET", "/healthz", None, State, healthz, at_once=True),
    Route("readyz", "GET", "/readyz", None, State, readyz, at_once=True),
    Route("metrics", "GET", "/metrics", "metrics", str, metrics, media="text/plain", at_once=True),
)
# fmt: on
