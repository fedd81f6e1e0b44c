"""The ASGI application: lets a client in, and tells of each request in the log and the counts."""

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
from typing import Any

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route as Address
from starlette.routing import Router
from starlette.types import Message, Receive, Scope, Send

from gplsa.service.call import Call, Route, Service
from gplsa.service.log import Log
from gplsa.service.models import orphaned, reason_of
from gplsa.service.problems import shortened
from gplsa.service.routes import GONE, ROUTES
from gplsa.service.settings import Settings

BACKLOG = 1024  # connections that may wait to be taken
HEADERS = {"X-Content-Type-Options": "nosniff", "Cache-Control": "no-store"}


class Application:
    """The service in one process; `folder` is what it shares with the others."""

    def __init__(self, settings: Settings, log: Log, folder: Path, listening: socket) -> None:
        self.service = Service(settings, log)
        answered = [Address(r.path, partial(self._answered, r), methods=r.methods) for r in ROUTES]
        alive = partial(_alive, self.service, folder, listening)
        self._router = Router(answered, redirect_slashes=False, lifespan=alive)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self._router(scope, receive, send)
        service, start = self.service, time.perf_counter()
        facts: dict[str, Any] = {"id": uuid.uuid4().hex, "route": "other"}
        scope["app"], scope["facts"] = self, facts  # app: its errors are raised, not answered

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                facts.setdefault("status", message["status"])
                MutableHeaders(scope=message).update(HEADERS | {"X-Request-Id": facts["id"]})
            await send(message)

        try:
            # What is streamed keeps its place until the last line is sent.
            with ExitStack() as scope["place"]:
                await self._router(scope, receive, sending)
        except (Exception, asyncio.CancelledError) as error:
            if "status" in facts:
                facts["status"] = GONE
                raise
            await service.problem(error, facts, scope["method"]).response()(scope, receive, sending)
        finally:
            seconds, status = time.perf_counter() - start, facts.setdefault("status", GONE)
            service.meters.answered(facts["route"], status, seconds)
            service.meters.measure(service.turns.under_way)
            facts |= {"method": shortened(scope["method"], 10), "ms": round(1000 * seconds, 1)}
            service.log.info("request", **facts)

    async def _answered(self, route: Route, request: Request) -> Response:
        """Lets the client in and has the request answered."""
        service, facts = self.service, request.scope["facts"]
        facts["route"] = route.name
        client = service.gate.client(request, route.scope)
        if client.token is not None:
            facts["token"] = client.token.name
        if not route.at_once:
            request.scope["place"].enter_context(service.turns.admitted(client.name))
        service.meters.measure(service.turns.under_way)
        async with asyncio.timeout(service.settings.timeout):
            return await route.handle(Call(service, route, request, client, facts))


@asynccontextmanager
async def _alive(
    service: Service, folder: Path, listening: socket, _router: Router
) -> AsyncIterator[None]:
    """Connections are taken when every model is loaded, and while the files are looked after.

    The first process that cannot load one ends the service. One that takes the place of another
    tries again, while the others answer.
    """
    files, seconds, log = service.files, service.settings.watch, service.log
    while True:
        try:
            for file in files:
                await asyncio.to_thread(file.look)
            break
        except Exception as error:
            why = reason_of(error)
            why = why if file.name in why else f"{file.name}: {why}"
            if first := not (folder / "ready").exists():
                (folder / "refused").write_text(why, "utf-8")
            if first or orphaned():
                raise
            log.error("model", message=why)
            await asyncio.sleep(seconds)
    (folder / "ready").touch()
    for file in files:
        file.watch(seconds)
    loop = asyncio.get_running_loop()
    if hasattr(signal, "SIGHUP") and threading.current_thread() is threading.main_thread():
        loop.add_signal_handler(signal.SIGHUP, service.read_again)

    def ready() -> None:
        # When uvicorn listens, to as many as it takes at once: more may wait.
        listening.listen(BACKLOG)
        log.info("ready", models=[one.name for one in service.store.all()])

    loop.call_later(0.1, ready)
    yield
    for file in files:
        file.end()
