"""The ASGI application: the routes, who is let in, a log line and a count for each request."""

import asyncio
import signal
import threading
import time
import uuid
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from socket import socket
from threading import Event

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route as Address
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gplsa.service.calls import GONE, Call, Route, Service, problem_of
from gplsa.service.log import Log
from gplsa.service.problems import Problem, shortened
from gplsa.service.protocol import MOST_HEAD
from gplsa.service.routes import ROUTES
from gplsa.service.settings import Settings
from gplsa.service.shelf import Watch, orphaned, told

BACKLOG = 1024  # connections that may wait to be taken


def application(settings: Settings, log: Log, folder: Path, listening: socket) -> Starlette:
    """The service in one process; `folder` is what it shares with the others."""
    service = Service(settings, log)
    by_path: dict[str, dict[str, Route]] = {}
    for route in ROUTES:
        by_path.setdefault(route.path, {})[route.method] = route
    app = Starlette(
        routes=[
            Address(path, Endpoint(service, by_method), methods=list(by_method))
            for path, by_method in by_path.items()
        ],
        exception_handlers={HTTPException: _not_ours},
        middleware=[Middleware(Told, service=service)],
        lifespan=partial(_alive, service, folder, listening),
    )
    app.router.redirect_slashes = False
    app.state.service = service
    return app


@asynccontextmanager
async def _alive(
    service: Service, folder: Path, listening: socket, _app: Starlette
) -> AsyncIterator[None]:
    """Connections are taken when every model is loaded, and while the files are looked after.

    The first process that cannot load one ends the service. One that takes the place of another
    tries again, while the others answer.
    """
    while True:
        try:
            await asyncio.to_thread(service.gate.open)
            await asyncio.to_thread(service.shelf.open_all)
            break
        except Exception as error:
            if orphaned():
                raise
            if not (folder / "ready").exists():
                (folder / "refused").write_text(told(error), "utf-8")
                raise
            service.log.error("model", message=told(error))
            await asyncio.sleep(service.settings.watch)
    (folder / "ready").touch()
    service.log.info("ready", models=list(service.shelf.paths))
    watching = [
        Watch(look, service.settings.watch, service.log)
        for look in (service.gate.look, service.shelf.look, service.measure)
    ]
    again = [one.now for one in watching]
    loop = asyncio.get_running_loop()
    if hasattr(signal, "SIGHUP") and threading.current_thread() is threading.main_thread():
        loop.add_signal_handler(signal.SIGHUP, lambda: [*map(Event.set, again)])
    # When uvicorn listens, to as many as it takes at once: more may wait.
    loop.call_later(0.1, listening.listen, BACKLOG)
    yield
    for one in watching:
        one.ended = True


async def _not_ours(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 405:
        told = f"This address is not asked by {shortened(request.method)}."
        return Problem(405, told, headers=error.headers).response()
    told = "There is nothing at this address; /openapi.json tells what there is."
    return Problem(404, told).response()


class Endpoint:
    """One address: lets the client in and has the request answered."""

    def __init__(self, service: Service, by_method: dict[str, Route]) -> None:
        self._service, self._by_method = service, by_method

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request, service = Request(scope, receive), self._service
        # HEAD is a GET whose body the server leaves away.
        route = self._by_method.get(request.method) or self._by_method["GET"]
        facts = scope["gplsa"]
        facts["route"] = route.name
        # What is streamed keeps its place until the last line is sent.
        with ExitStack() as place:
            try:
                client = service.gate.client(request, route.scope)
                if client.token is not None:
                    facts["token"] = client.token.name
                if not route.at_once:
                    place.enter_context(service.turns.admitted(client.name))
                async with asyncio.timeout(service.settings.timeout):
                    response = await route.handle(Call(service, route, request, client, facts))
            except Exception as error:
                response = problem_of(error, service, facts).response()
            await response(scope, receive, send)


class Told:
    """Around everything: an id, headers of safety, one line in the log and one count."""

    def __init__(self, app: ASGIApp, service: Service) -> None:
        self._app, self._service = app, service

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        start, request_id = time.perf_counter(), uuid.uuid4().hex
        facts = scope["gplsa"] = {"route": "other"}

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
                return await Problem(431, told).response()(scope, receive, sending)
            await self._app(scope, receive, sending)
        except BaseException:
            facts["status"] = GONE
            raise
        finally:
            seconds, status = time.perf_counter() - start, facts.pop("status", GONE)
            self._service.meters.answered(facts["route"], status, seconds)
            method = shortened(scope["method"], 10)
            facts |= {"status": status, "ms": round(1000 * seconds, 1)}
            self._service.log.info("request", id=request_id, method=method, **facts)
