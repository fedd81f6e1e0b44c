"""Worker processes: one may wait, with everything imported, before anybody asks."""

import atexit
import contextlib
import os
import subprocess
import sys
import threading
from typing import Any


class _Workers:
    """The worker that waits for work, if any, and whether there is always to be one."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._spare: subprocess.Popen[bytes] | None = None
        self._preloaded: tuple[str, ...] = ()
        self._keeps = False

    def warm(self, *modules: str, keep: bool = False) -> None:
        """Start a worker before there is work, with these modules; `keep` one from now on."""
        with self._lock:
            self._preloaded, self._keeps = modules, keep
            self._spare = self._spare or _started(modules)

    def take(self) -> subprocess.Popen[bytes]:
        """The one that waits, or a new one, for `end`; where one is kept the next one starts."""
        with self._lock:
            process, self._spare = self._spare, None
            if process is not None and process.poll() is not None:
                end(process)
                process = None
            process = process or _started(self._preloaded)
            if self._keeps:
                self._spare = _started(self._preloaded)
            return process

    def close(self) -> None:
        """End the worker that waits, if any, and keep no other."""
        with self._lock:
            process, self._spare, self._keeps = self._spare, None, False
        if process is not None:
            end(process)


_workers = _Workers()
warm, take, close = _workers.warm, _workers.take, _workers.close
atexit.register(close)


def _started(preloaded: tuple[str, ...]) -> subprocess.Popen[bytes]:
    # Threads of OpenBLAS, and arenas of memory for threads, would only count towards the limit.
    alone = {"OPENBLAS_NUM_THREADS": "1", "MALLOC_ARENA_MAX": "2"}
    quiet: dict[str, Any] = {"stderr": subprocess.DEVNULL, "env": os.environ | alone}
    return serving("gplsa.sandbox.worker", preloaded, **quiet)


def serving(module: str, *arguments: Any, **options: Any) -> subprocess.Popen[bytes]:
    """A Python that does what `serve` of a module does, asked and answering through pipes."""
    code = (
        f"import sys; sys.path[:] = {sys.path!r}; from {module} import serve; serve(*{arguments!r})"
    )
    command, pipe = [sys.executable, "-c", code], subprocess.PIPE
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, **options)


def end(process: subprocess.Popen[bytes]) -> None:
    """Kill it, wait for its end and close what led to it."""
    process.kill()
    process.wait()
    for pipe in filter(None, (process.stdin, process.stdout)):
        # What was still to be written to a process that is gone.
        with contextlib.suppress(OSError, ValueError):
            pipe.close()
