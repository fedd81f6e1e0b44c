"""`gplsa serve`: uvicorn answers in one process, or looks after several that share a socket."""

import os
import signal
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from socket import AF_INET, AF_INET6, SO_REUSEADDR, SOL_SOCKET, socket
from typing import Any

import uvicorn
from prometheus_client.multiprocess import mark_process_dead
from uvicorn.supervisors.multiprocess import SIGNALS, Multiprocess

from gplsa.errors import InputError
from gplsa.scratch import remove_scratch, scratch_folder
from gplsa.service.log import FOLDER, Log
from gplsa.service.protocol import MOST_HEAD, Protocol
from gplsa.service.settings import Settings

HUNG = 15  # seconds without a sign of life, of one that reads a large model, too
SCRATCH = "gplsa-service-"
_OLD = 60  # seconds after which a folder that nobody holds is not just being made


def serve(settings: Settings) -> None:
    """Answer until SIGTERM or SIGINT.

    Raises InputError in one sentence where the address, a model or the tokens cannot be used.
    """
    log, temporary = Log(), Path(tempfile.gettempdir())
    log.take_over()
    config, listening = configured(settings), bound(settings)
    remove_scratch(temporary, SCRATCH, _OLD)
    with listening, scratch_folder(temporary, SCRATCH) as folder, _kept():
        config.app = partial(_in_process, settings, folder, listening)
        host, port = listening.getsockname()[:2]
        log.info("start", host=host, port=port, processes=settings.workers)
        failed = False
        if settings.workers > 1:
            # More threads slow small products down (see the README, "Speed").
            os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
            os.environ[FOLDER] = str(folder)
            processes = Processes(config, [listening], log, folder)
            processes.run()
            failed = processes.failed
        else:
            # uvicorn lets the signal end the process once more when all is done.
            for number in (signal.SIGTERM, signal.SIGINT):
                signal.signal(number, lambda *_: None)
            try:
                uvicorn.Server(config).run([listening])
            except SystemExit:
                failed = True
        if (refused := folder / "refused").exists():
            raise InputError(refused.read_text("utf-8"))
    if failed:
        raise InputError("The service could not start: its log tells why.")
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
            "Port {port} of {host} cannot be had ({why}): name another with --port.",
            port=settings.port,
            host=settings.host,
            why=error.strerror,
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
    from gplsa.service.application import Application

    log = Log(process=os.getpid() if settings.workers > 1 else None)
    log.take_over()
    return Application(settings, log, folder, listening)


class Processes(Multiprocess):
    """Those of uvicorn, which starts one anew that died; told of in the log and the metrics.

    failed  whether they ended because one could not start
    """

    failed = False

    def __init__(self, config: uvicorn.Config, sockets: list[Any], log: Log, folder: Path) -> None:
        super().__init__(config, sockets)
        self._log, self._folder = log, folder

    def init_processes(self) -> None:
        super().init_processes()
        self._let_go()

    def _let_go(self) -> None:
        """Of the ends that processes answer by: while one is open here too, no death is heard."""
        for process in self.processes:
            process.child_conn.close()

    def keep_subprocess_alive(self) -> None:
        if self.should_exit.is_set():
            return
        before = list(self.processes)
        super().keep_subprocess_alive()
        self._let_go()
        for process in before:
            if process in self.processes:
                continue
            mark_process_dead(process.pid)
            message = "A process died; another starts."
            self._log.error("process", process=process.pid, message=message)
            # Where none has ever answered the next one would fail as well, again and again.
            if (process.exitcode or 0) > 0 and not (self._folder / "ready").exists():
                self.should_exit.set()
        self.failed = self.should_exit.is_set()

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
