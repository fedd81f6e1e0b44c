"""One process that answers: loads the models, looks after the files, stops in peace."""

import asyncio
import contextlib
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from threading import current_thread, main_thread
from typing import Any

import uvicorn
from starlette.applications import Starlette

from gplsa.errors import InputError
from gplsa.service.application import OTHER, application
from gplsa.service.gate import Gate
from gplsa.service.handlers import Service
from gplsa.service.log import Log
from gplsa.service.protocol import MOST_HEAD, Protocol
from gplsa.service.routes import ROUTES
from gplsa.service.settings import Settings
from gplsa.service.shared import Meters, Rates, Shared
from gplsa.service.shelf import Shelf
from gplsa.service.turns import Turns

KEEP_ALIVE = 30  # seconds that a connection may rest between two requests
BACKLOG = 1024


def meters() -> Meters:
    return Meters((*(route.name for route in ROUTES), OTHER))


class Server(uvicorn.Server):
    """Ends by SIGTERM and SIGINT when what is under way is answered; looks anew by SIGHUP."""

    def __init__(
        self, settings: Settings, shared: Shared, row: int, log: Log, *, of_several: bool = False
    ) -> None:
        self.settings, self.log = settings, log
        counted = meters()
        counted.attach(shared, row)
        counted.gauge("models", 0)
        counted.gauge("under_way", 0)
        self.service = Service(
            settings,
            log,
            counted,
            Gate(settings.tokens, Rates(shared, row)),
            Shelf(settings.models, log, counted),
            Turns(settings.threads, settings.max_waiting, settings.waiting_each),
        )
        self.failed: Exception | None = None
        self._parent = os.getppid() if of_several else None
        self._again = asyncio.Event()
        app = application(self.service)
        app.router.lifespan_context = self._alive
        super().__init__(
            uvicorn.Config(
                app,
                http=Protocol,
                ws="none",
                lifespan="on",
                log_config=None,
                access_log=False,
                server_header=False,
                proxy_headers=False,
                h11_max_incomplete_event_size=MOST_HEAD,
                timeout_keep_alive=KEEP_ALIVE,
                timeout_graceful_shutdown=int(settings.grace),
                backlog=1,  # connections taken at once: the others are for idler processes
            )
        )

    def answer(self, listening: socket.socket) -> None:
        """Answer until told to stop. Raises InputError or OSError where a model cannot be had."""
        self.run(sockets=[listening])
        if self.failed is not None:
            raise self.failed

    @asynccontextmanager
    async def _alive(self, _app: Starlette) -> AsyncIterator[None]:
        # Health is answered from the first moment, everything else when the models are there.
        looking = asyncio.create_task(self._look_after())
        yield
        looking.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await looking
        self.service.turns.close()

    async def _look_after(self) -> None:
        service = self.service
        try:
            await service.shelf.open_all()
        except (InputError, OSError, MemoryError) as error:
            self.failed, self.should_exit = error, True
            return
        self.log.info("ready", models=list(service.shelf.paths))
        while True:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._again.wait(), self.settings.watch)
            asked = self._again.is_set()
            self._again.clear()
            self._look_at_tokens(asked)
            await service.shelf.look(asked)
            service.measure()
            if self._parent is not None and os.getppid() != self._parent:
                self.should_exit = True  # the process that started this one is gone

    def _look_at_tokens(self, again: bool) -> None:
        try:
            if (number := self.service.gate.look(again)) is not None:
                self.log.info("tokens", tokens=number)
        except InputError as error:
            self.log.error("tokens", message=f"{error} Those from before are good.")
        except OSError as error:
            self.log.error("tokens", message=f"The token file cannot be read: {error.strerror}.")

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Not by uvicorn: it lets the signal end the process once more when all is done."""
        if not hasattr(signal, "SIGHUP") or current_thread() is not main_thread():
            with super().capture_signals():
                yield
            return
        before = {
            number: signal.signal(number, self._told)
            for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
        }
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _told(self, number: int, _frame: Any) -> None:
        if number == signal.SIGHUP:
            self._loop.call_soon_threadsafe(self._again.set)
            return
        if self.should_exit:
            self.force_exit = True
        self.service.stopping = True
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for listening in sockets or []:
            listening.listen(BACKLOG)  # as many may wait to be taken

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        self._loop = asyncio.get_running_loop()
        await super().serve(sockets)


def listen(settings: Settings) -> socket.socket:
    """The socket that all processes take connections from; InputError where it cannot be had."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(family)
    if sys.platform != "win32":
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((settings.host, settings.port))
        listening.listen(BACKLOG)
    except OSError as error:
        listening.close()
        raise InputError(
            f"Port {settings.port} of {settings.host} cannot be had ({error.strerror}): name "
            "another with --port."
        ) from error
    listening.set_inheritable(True)
    return listening
