"""The one table of routes: what may be asked, by whom, what comes back, and what is done for it."""

import asyncio
from collections.abc import AsyncIterator
from functools import cache, partial
from typing import Any

from starlette.responses import Response, StreamingResponse

from gplsa.facts import json_of
from gplsa.service import answers, asked
from gplsa.service.calls import GONE, LINES, Call, Handle, Route, problem_of, written
from gplsa.service.openapi import document
from gplsa.service.problems import Problem
from gplsa.service.shelf import Served

PIECE = 8
"""Documents computed in one turn: fewer cost more each, more keep the others waiting."""


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
        problem = problem_of(error, call.service, call.facts)
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
