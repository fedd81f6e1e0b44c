"""The other side: what a worker process does from its start to its end.

It gets one job and ends with it, so that nothing which a file broke is there for the next.
"""

import contextlib
import inspect
import os
import pickle
import signal
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Iterable
from importlib import import_module
from typing import Any, BinaryIO

from gplsa.errors import InputError
from gplsa.files import is_full
from gplsa.sandbox import plain
from gplsa.sandbox.limits import keep_to, set_free

_REPORT_SECONDS = 0.05


class _Answers:
    """Frames to the parent, from any thread."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream, self._lock = stream, threading.Lock()
        self._reported = 0.0

    def tell(self, kind: int, content: plain.Buffer = b"") -> None:
        with self._lock:
            plain.write_frame(self._stream, kind, content)
            self._stream.flush()

    def progress(self, fraction: float, phase: str) -> None:
        now = time.monotonic()
        if now - self._reported > _REPORT_SECONDS:
            self._reported = now
            self.tell(plain.PROGRESS, plain.pack([fraction, phase], {})[0])

    def value(self, value: Any, kinds: plain.Kinds) -> None:
        head, parts = plain.pack(value, kinds)
        for part in parts:
            self.tell(plain.PART, part() if callable(part) else part)
        self.tell(plain.VALUE, head)


_answers: list[_Answers] = []
_fatal: dict[str, str] = {}


def opened(name: str) -> None:
    """Tell the parent, if this is a worker, which file is read, to be named where it ends badly.

    name    "" where no single file is at fault from here on
    Errors: InputError, in the words of the parent, where this file has ended a worker before.
    """
    if name in _fatal:
        raise InputError(_fatal[name])
    for answers in _answers:
        answers.tell(plain.OPENED, name.encode("utf-8", "replace"))


def pipes() -> tuple[BinaryIO, BinaryIO]:
    """Of a process that only works for its parent: what it is asked by, and where it answers."""
    # Ctrl-C reaches every process of a terminal; the parent decides what it means for this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # The pages of the server come first.
    if hasattr(os, "nice"):
        os.nice(5)
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb", 1 << 16)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return sys.stdin.buffer, answers


def serve(preloaded: Iterable[str]) -> None:
    """Standard input: (function, limits, fatal), then (arguments, kinds), pickled by the parent.

    Standard output: plain.
    """
    jobs, stream = pipes()
    answers = _Answers(stream)
    _answers.append(answers)
    for module in preloaded:
        # Of a full disk the work itself tells, which imports what it needs.
        with contextlib.suppress(OSError):
            import_module(module)
    # The parent has heard enough where nothing can be told.
    with contextlib.suppress(BrokenPipeError):
        try:
            function, limits, fatal = pickle.load(jobs)  # with all that is imported for it
            _fatal.update(fatal)
            keep_to(limits)
            arguments, kinds = pickle.load(jobs)
        except EOFError:
            return  # nobody had anything to do
        except MemoryError:
            answers.tell(plain.FULL)
            return
        except (AttributeError, ImportError):  # a function that is not where it says
            answers.tell(plain.FAILED, traceback.format_exc().encode("utf-8", "replace"))
            return
        _end_with_parent()
        _do(function, arguments, kinds, answers)


def _do(function: Any, arguments: tuple[Any, ...], kinds: plain.Kinds, answers: _Answers) -> None:
    try:
        tells = "progress" in inspect.signature(function).parameters
        result = function(*arguments, **({"progress": answers.progress} if tells else {}))
        for value in result if inspect.isgenerator(result) else (result,):
            answers.value(value, kinds)
    except InputError as error:
        answers.tell(plain.REFUSED, plain.pack(error.message, {})[0])
    except MemoryError:
        set_free()
        answers.tell(plain.FULL)
    except BrokenPipeError:
        raise
    except Exception as error:
        set_free()
        if is_full(error):
            refusal = InputError(
                "The disk is full where temporary files lie: make room in “{folder}”, or name "
                "another folder by TMPDIR.",
                folder=tempfile.gettempdir(),
            )
            answers.tell(plain.NO_ROOM, plain.pack(refusal.message, {})[0])
            return
        answers.tell(plain.FAILED, traceback.format_exc().encode("utf-8", "replace"))
    else:
        answers.tell(plain.DONE)


def _end_with_parent() -> None:
    """Let the system end this process when the parent's side of the pipe is closed, however the
    parent came to its end: a reader that hangs in compiled code would never see it."""
    try:
        import fcntl
    except ImportError:
        return
    descriptor = sys.stdin.fileno()
    signal.signal(signal.SIGIO, signal.SIG_DFL)
    fcntl.fcntl(descriptor, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(descriptor, fcntl.F_SETFL, fcntl.fcntl(descriptor, fcntl.F_GETFL) | os.O_ASYNC)
