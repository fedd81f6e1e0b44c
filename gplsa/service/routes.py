"""The one table of routes: what may be asked, by whom, what comes back, and what is done for it."""

import asyncio
from collections.abc import AsyncIterator

from starlette.responses import Response, StreamingResponse

from gplsa.answers.documents import DocumentText, Keywords, KeywordsAsked, Search, SearchAsked
from gplsa.answers.terms import Concordance, ConcordanceAsked
from gplsa.answers.topics import Model, Models, Topics, TopicsAsked
from gplsa.answers.written import Answer, json_of, json_with_list
from gplsa.service import annif
from gplsa.service.annif import GET, POST
from gplsa.service.call import Call, Route, json_response
from gplsa.service.openapi import document
from gplsa.service.problems import Problem
from gplsa.service.reading import JSON, LINES

GONE = 499


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
    if (asked.from_, asked.to) not in served.model.rankers:
        raise Problem(422, f"“{served.name}” does not lead from “from” to “to”.")
    call.count(len(asked.documents))

    def answers_of(ids: list[str], texts: list[str]) -> list[str]:
        return [*map(json_of, asked.of(served.model, ids, texts))]

    pieces = call.in_turns(asked.documents, answers_of)
    if as_lines:
        return StreamingResponse(_lines(call, pieces), media_type=LINES)
    found: list[str] = []
    async for lines in pieces:
        found += lines
        if await call.request.is_disconnected():
            call.facts["status"] = GONE
            break
    whole = json_with_list(asked.head(served.model), found, [])
    return await call.answer(lambda: "".join(whole))


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
    return json_response(State("ok"))


async def readyz(_call: Call) -> Response:
    """Whether every model is loaded."""
    return json_response(State("ready"))


async def openapi(call: Call) -> Response:
    """This document."""
    return json_response(document(ROUTES, with_tokens=call.service.settings.tokens is not None))


async def metrics(call: Call) -> Response:
    """Counts for Prometheus."""
    text = await asyncio.to_thread(call.service.meters.text)
    return Response(text, media_type="text/plain; version=0.0.4; charset=utf-8")


# fmt: off
ROUTES = (
    Route("models", GET, "/v1/models", "models", Models, models),
    Route("topics", GET, "/v1/models/{name}/topics", "models", Topics, answered, TopicsAsked),
    Route("keywords", POST, "/v1/keywords", "keywords", Keywords, keywords, KeywordsAsked,
          {JSON: KeywordsAsked, LINES: DocumentText}),
    Route("search", POST, "/v1/search", "search", Search, answered, SearchAsked),
    # With the word in the body, which no log of a proxy keeps, or in the address.
    Route("concordance", GET + POST, "/v1/concordance", "concordance", Concordance, answered,
          ConcordanceAsked),
    *annif.ROUTES,
    Route("openapi", GET, "/openapi.json", None, dict, openapi, at_once=True),
    Route("healthz", GET, "/healthz", None, State, healthz, at_once=True),
    Route("readyz", GET, "/readyz", None, State, readyz, at_once=True),
    Route("metrics", GET, "/metrics", "metrics", str, metrics, media="text/plain", at_once=True),
)
# fmt: on
