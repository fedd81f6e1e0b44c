"""The sandbox's workers for tests that are about something else: forked from a process that has
imported all there is to import.

That takes two seconds of a processor, more than most tests that read a file. Tests of the sandbox
(`started_workers`) and every program that tests start have workers as people have them. Not
`multiprocessing`, for the reason that `gplsa.sandbox.process` gives.
"""

import contextlib
import gc
import os
import pickle
import select
import signal
import socket
import subprocess
import sys
from typing import BinaryIO

from gplsa.sandbox.worker import serve
from tests.conftest import REPOSITORY


class Forks:
    """The process that forks, once somebody needs it."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._here, self._there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)

    def started(self, _preloaded: tuple[str, ...]) -> "Forked":
        """In place of `gplsa.sandbox.waiting._started`."""
        if self._process is None:
            place = self._there.fileno()
            command = [sys.executable, "-c", f"from tests.forked import fork; fork({place})"]
            surroundings = os.environ | {"OPENBLAS_NUM_THREADS": "1", "MALLOC_ARENA_MAX": "2"}
            self._process = subprocess.Popen(
                command, cwd=REPOSITORY, env=surroundings, pass_fds=[place]
            )
            self._there.close()
        return Forked(self._here)

    def close(self) -> None:
        self._here.close()
        self._there.close()
        if self._process is not None:
            self._process.wait()


class Forked:
    """What the sandbox asks of a `subprocess.Popen`."""

    def __init__(self, forks: socket.socket) -> None:
        asked, asks = os.pipe()
        answers, answered = os.pipe()
        told, tells = os.pipe()
        place = pickle.dumps((dict(os.environ), os.getcwd(), sys.path))
        socket.send_fds(forks, [place], [asked, answered, tells])
        for theirs in (asked, answered, tells):
            os.close(theirs)
        self.stdin, self.stdout = os.fdopen(asks, "wb"), os.fdopen(answers, "rb")
        self._told: BinaryIO = os.fdopen(told, "rb", 0)
        self.pid = int(self._told.readline())
        self.returncode: int | None = None

    def poll(self) -> int | None:
        if self.returncode is None and not select.select([self._told], [], [], 0)[0]:
            return None
        return self.wait()

    def wait(self) -> int | None:
        if self.returncode is None:
            with self._told:
                self.returncode = int(self._told.readline())
        return self.returncode

    def kill(self) -> None:
        if self.poll() is None:
            with contextlib.suppress(ProcessLookupError):  # ended, and not told yet
                os.kill(self.pid, signal.SIGKILL)


def fork(control: int) -> None:
    """A worker for each that is asked for, until nobody can ask any more."""
    import gplsa.reading.preloaded  # noqa: F401

    gc.freeze()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for what `_attend`s
    with socket.socket(fileno=control) as asked:
        while True:
            place, ends, *_ = socket.recv_fds(asked, 1 << 20, 3)
            if not place:
                return
            if os.fork() == 0:
                asked.close()
                _attend(pickle.loads(place), *ends)
            for end in ends:
                os.close(end)


def _attend(place: tuple[dict[str, str], str, list[str]], asks: int, answers: int, tells: int):
    """Tells the identifier of a worker, and how it ended."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    worker = os.fork()
    if worker == 0:
        os.close(tells)
        _work(place, asks, answers)
    os.close(asks)
    os.close(answers)
    os.write(tells, b"%d\n" % worker)
    os.write(tells, b"%d\n" % os.waitstatus_to_exitcode(os.waitpid(worker, 0)[1]))
    os._exit(0)


def _work(place: tuple[dict[str, str], str, list[str]], asks: int, answers: int) -> None:
    """As in a Python that was started for it."""
    environment, folder, sys.path[:] = place
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    for end, number in ((asks, 0), (answers, 1), (os.open(os.devnull, os.O_WRONLY), 2)):
        os.dup2(end, number)
        os.close(end)
    sys.stdin, sys.stdout, sys.stderr = os.fdopen(0), os.fdopen(1, "w"), os.fdopen(2, "w")
    serve(())
    os._exit(0)
