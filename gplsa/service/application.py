"""The ASGI application: the table of routes, a log line and a count for each request."""

import asyncio
import time
import uuid
from typing import Any

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route as Path
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gplsa.service.gate import Client
from gplsa.service.handlers import AT_ONCE, GONE, HANDLERS, Call, Service, problem_of
from gplsa.service.problems import Problem, shortened
from gplsa.service.protocol import MOST_HEAD
from gplsa.service.routes import ROUTES, Route

_NOBODY = Client("nobody")
OTHER = "other"
"""In the metrics: addresses that nobody answers at."""


def application(service: Service) -> Starlette:
    """Starlette with our routes and nothing else."""
    by_path: dict[str, dict[str, Route]] = {}
    for route in ROUTES:
        by_path.setdefault(route.path, {})[route.method] = route
    app = Starlette(
        routes=[
            Path(path, Endpoint(service, by_method), methods=list(by_method))
            for path, by_method in by_path.items()
        ],
        exception_handlers={HTTPException: _not_ours},
        middleware=[Middleware(Told, service=service)],
    )
    app.router.redirect_slashes = False
    return app


def _not_ours(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 405:
        return Problem(
            405, f"This address is not asked by {shortened(request.method)}.", headers=error.headers
        ).response()
    return Problem(
        404, "There is nothing at this address; /openapi.json tells what there is."
    ).response()


class Endpoint:
    """One address: lets the client in, has the request answered, and lets no fault out."""

    def __init__(self, service: Service, by_method: dict[str, Route]) -> None:
        self._service, self._by_method = service, by_method

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        # HEAD is a GET whose body the server leaves away.
        route = self._by_method.get(request.method) or self._by_method["GET"]
        facts: dict[str, Any] = scope["gplsa"]
        facts["route"] = route.name
        started = False

        async def sending(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            await self._answer(request, route, facts, sending)
        except Exception as error:
            if started:
                raise
            call = Call(self._service, route, request, _NOBODY, facts)
            await problem_of(error, call).response()(scope, receive, send)

    async def _answer(
        self, request: Request, route: Route, facts: dict[str, Any], send: Send
    ) -> None:
        service = self._service
        client = service.gate.client(request, route)
        if client.token is not None:
            facts["token"] = client.token.name
        call = Call(service, route, request, client, facts)
        handle = HANDLERS[route.name]
        if route.name in AT_ONCE:
            await (await handle(call))(request.scope, request.receive, send)
            return
        if service.stopping:
            raise Problem(503, "The service is stopping: try again.", retry_after=5)
        with service.turns.admitted(client.name):
            async with asyncio.timeout(service.settings.timeout):
                response = await handle(call)
            # What is streamed keeps its place until the last line is sent.
            await response(request.scope, request.receive, send)


class Told:
    """Around everything: an id, headers of safety, one line in the log and one count."""

    def __init__(self, app: ASGIApp, service: Service) -> None:
        self._app, self._service = app, service

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        start = time.perf_counter()
        facts: dict[str, Any] = {"route": OTHER}
        scope["gplsa"] = facts
        request_id = uuid.uuid4().hex

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                facts.setdefault("status", message["status"])
                headers = MutableHeaders(scope=message)
                headers["X-Request-Id"] = request_id
                headers["X-Content-Type-Options"] = "nosniff"
                headers["Cache-Control"] = "no-store"
            await send(message)

        # uvicorn bounds a head that comes in pieces, not one that comes at once.
        head = len(scope["raw_path"]) + len(scope["query_string"])
        head += sum(len(name) + len(value) for name, value in scope["headers"])
        try:
            if head > MOST_HEAD:
                told = f"The head of the request has more than {MOST_HEAD:,} bytes."
                await Problem(431, told).response()(scope, receive, sending)
                return
            await self._app(scope, receive, sending)
        except BaseException:
            facts["status"] = GONE
            raise
        finally:
            seconds = time.perf_counter() - start
            status = facts.pop("status", GONE)
            self._service.meters.answered(facts["route"], status, seconds)
            self._service.log.info(
                "request",
                id=request_id,
                method=shortened(scope["method"], 10),
                status=status,
                ms=round(1000 * seconds, 1),
                **facts,
            )
