"""`gplsa serve`: one process, or several that take connections from the same socket.

The first process answers nothing itself where there are several: it starts them, starts one anew
that died, and passes on what it is told by signals. They share no model, only counts.
"""

import multiprocessing
import os
import signal
import socket
import time
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any

from gplsa.errors import InputError
from gplsa.service.log import Log, take_over
from gplsa.service.server import Server, listen, meters
from gplsa.service.settings import Settings
from gplsa.service.shared import Shared

PAUSE = 1.0  # seconds before a process that died is started anew
BAD_INPUT = 2


def serve(settings: Settings) -> None:
    """Answer until SIGTERM or SIGINT.

    Raises InputError in one sentence where the address, a model or the tokens cannot be used, and
    OSError where there is no such file.
    """
    for path in (*settings.models, *([settings.tokens] if settings.tokens else [])):
        path.stat()  # what is not there is told before anything starts
    listening = listen(settings)
    shared = Shared.of(settings.workers, len(meters()))
    log = Log()
    host, port = listening.getsockname()[:2]
    log.info("start", host=host, port=port, processes=settings.workers)
    with listening:
        if settings.workers == 1:
            take_over(log)
            Server(settings, shared, 0, log).answer(listening)
        else:
            _Processes(settings, shared, listening, log).run()
    log.info("stop")


class _Processes:
    def __init__(
        self, settings: Settings, shared: Shared, listening: socket.socket, log: Log
    ) -> None:
        self._settings, self._shared, self._listening, self._log = settings, shared, listening, log
        self._context = multiprocessing.get_context("spawn")
        self._processes: dict[int, BaseProcess] = {}
        self._told: dict[int, Connection] = {}
        self._stopping = False

    def run(self) -> None:
        before = {
            number: signal.signal(number, self._stop) for number in (signal.SIGTERM, signal.SIGINT)
        }
        if hasattr(signal, "SIGHUP"):
            before[signal.SIGHUP] = signal.signal(signal.SIGHUP, self._pass_on)
        # Before they import numpy: more threads slow small products down (see the README, "Speed").
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
        try:
            for row in range(self._settings.workers):
                self._start(row)
            while not self._stopping:
                self._look()
        finally:
            self._end()
            for number, handler in before.items():
                signal.signal(number, handler)

    def _start(self, row: int) -> None:
        hears, tells = self._context.Pipe(duplex=False)
        process = self._context.Process(
            target=_answer,
            args=(self._settings, self._shared, row, self._listening, tells),
            name=f"gplsa-service-{row}",
        )
        process.start()
        tells.close()
        self._processes[row], self._told[row] = process, hears

    def _look(self) -> None:
        """Wait for one to end; start it anew, or end all where it was refused its input."""
        ended = wait([process.sentinel for process in self._processes.values()], timeout=0.2)
        for row, process in list(self._processes.items()):
            if self._stopping or process.sentinel not in ended:
                continue
            process.join()
            if process.exitcode == BAD_INPUT and self._told[row].poll():
                raise InputError(self._told[row].recv())
            self._log.error("process", process=row, message="A process died; another starts.")
            del self._processes[row]
            process.close()
            self._told.pop(row).close()
            time.sleep(PAUSE)
            if not self._stopping:
                self._start(row)

    def _end(self) -> None:
        for process in self._processes.values():
            process.terminate()
        deadline = time.monotonic() + self._settings.grace + 5.0
        for process in self._processes.values():
            process.join(max(0.0, deadline - time.monotonic()))
            if process.is_alive():
                process.kill()
                process.join()
            process.close()
        for told in self._told.values():
            told.close()

    def _stop(self, _number: int, _frame: Any) -> None:
        self._stopping = True

    def _pass_on(self, number: int, _frame: Any) -> None:
        for process in self._processes.values():
            if process.pid is not None and process.is_alive():
                os.kill(process.pid, number)


def _answer(
    settings: Settings, shared: Shared, row: int, listening: socket.socket, tells: Connection
) -> None:
    """What each of several processes does; ends with status 2 where its input is refused."""
    log = Log(process=row)
    take_over(log)
    try:
        Server(settings, shared, row, log, of_several=True).answer(listening)
    except (InputError, OSError) as error:
        tells.send(" ".join(str(error).split()))
        raise SystemExit(BAD_INPUT) from None
