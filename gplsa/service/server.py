"""`gplsa serve`: uvicorn answers in one process, or looks after several that share a socket."""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from socket import AF_INET, AF_INET6, SO_REUSEADDR, SOL_SOCKET, socket
from tempfile import TemporaryDirectory
from typing import Any

import uvicorn
from prometheus_client.multiprocess import mark_process_dead
from uvicorn.supervisors.multiprocess import SIGNALS, Multiprocess

from gplsa.errors import InputError
from gplsa.service.log import Log
from gplsa.service.meters import FOLDER
from gplsa.service.protocol import MOST_HEAD, Protocol
from gplsa.service.settings import Settings

HUNG = 15  # seconds without a sign of life, of one that reads a large model, too


def serve(settings: Settings) -> None:
    """Answer until SIGTERM or SIGINT.

    Raises InputError in one sentence where the address, a model or the tokens cannot be used.
    """
    log = Log()
    log.take_over()
    config, listening = configured(settings), bound(settings)
    with listening, TemporaryDirectory(prefix="gplsa-service-") as folder, _kept():
        config.app = partial(_in_process, settings, Path(folder), listening)
        host, port = listening.getsockname()[:2]
        log.info("start", host=host, port=port, processes=settings.workers)
        if settings.workers > 1:
            # More threads slow small products down (see the README, "Speed").
            os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
            os.environ[FOLDER] = folder
            Processes(config, [listening], log).run()
        else:
            # uvicorn lets the signal end the process once more when all is done.
            for number in (signal.SIGTERM, signal.SIGINT):
                signal.signal(number, lambda *_: None)
            with suppress(SystemExit):
                uvicorn.Server(config).run([listening])
        if (refused := Path(folder, "refused")).exists():
            raise InputError(refused.read_text("utf-8"))
    log.info("stop")


@contextmanager
def _kept() -> Iterator[None]:
    """Signals and surroundings of this process, which belong to whoever called."""
    signals, environment = {n: signal.getsignal(n) for n in SIGNALS}, dict(os.environ)
    try:
        yield
    finally:
        for number, handler in signals.items():
            signal.signal(number, handler)
        os.environ.clear()
        os.environ.update(environment)


def bound(settings: Settings) -> socket:
    """Not by uvicorn, which ends the program where there is no such place."""
    listening = socket(AF_INET6 if ":" in settings.host else AF_INET)
    if sys.platform != "win32":
        listening.setsockopt(SOL_SOCKET, SO_REUSEADDR, 1)
    try:
        listening.bind((settings.host, settings.port))
    except OSError as error:
        listening.close()
        raise InputError(
            f"Port {settings.port} of {settings.host} cannot be had ({error.strerror}): name "
            "another with --port."
        ) from error
    listening.set_inheritable(True)
    return listening


def configured(settings: Settings) -> uvicorn.Config:
    return uvicorn.Config(
        "",  # known when there is a socket
        factory=True,
        workers=settings.workers,
        http=Protocol,
        ws="none",
        lifespan="on",
        backlog=1,  # taken at once: the others are for idler processes
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        h11_max_incomplete_event_size=MOST_HEAD,
        timeout_graceful_shutdown=int(settings.grace),
        timeout_worker_healthcheck=HUNG,
    )


def _in_process(settings: Settings, folder: Path, listening: socket) -> Any:
    # Not at the top: while all of this is imported a new process already gives signs of life.
    from gplsa.service.application import application

    log = Log(process=os.getpid() if settings.workers > 1 else None)
    log.take_over()
    return application(settings, log, folder, listening)


class Processes(Multiprocess):
    """Those of uvicorn, which starts one anew that died; told of in the log and the metrics."""

    def __init__(self, config: uvicorn.Config, sockets: list[Any], log: Log) -> None:
        super().__init__(config, sockets)
        self._log = log

    def keep_subprocess_alive(self) -> None:
        before = {process.pid for process in self.processes}
        super().keep_subprocess_alive()
        for pid in before - {process.pid for process in self.processes}:
            mark_process_dead(pid)
            self._log.error("process", process=pid, message="A process died; another starts.")

    def handle_hup(self) -> None:
        """uvicorn would replace every process; ours look at their files."""
        for process in self.processes:
            if process.pid and process.is_ready():
                os.kill(process.pid, signal.SIGHUP)

    def terminate_all(self) -> None:
        """One that is still waiting for a model hears no signal."""
        for process in self.processes:
            if process.is_ready():
                process.terminate()
            else:
                process.kill()
