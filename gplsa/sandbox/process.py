"""This side: starting a worker process, waiting for what it answers, and ending it.

Not `multiprocessing`: its new processes run the program's main script again, and inside Streamlit
that is the page on screen. Here a worker is a Python started for this; it ends when its standard
input is closed, however the parent came to its end. One that is warm has imported everything before
anybody asks, and gives way to the next as soon as it is taken.
"""

import contextlib
import errno
import pickle
import queue
import signal
import subprocess
import threading
from collections.abc import Callable, Generator, Iterator
from itertools import islice
from typing import Any, BinaryIO, TypeVar, cast

from gplsa.errors import InputError
from gplsa.message import MEBIBYTE, Message, quoted
from gplsa.progress import Progress, report
from gplsa.sandbox import plain
from gplsa.sandbox.limits import Limits
from gplsa.sandbox.waiting import end, take

_Result = TypeVar("_Result")

_POLL_SECONDS = 0.1
_FRAMES_AHEAD = 8
_MOST_LEFT_OUT = 3  # files that end their readers, each of which may take all the time there is


def in_worker(function: Callable[..., _Result], *arguments: Any, **options: Any) -> _Result:
    """`function(*arguments)` in a process of its own; its result is plain data.

    options  and errors as of `stream_from_worker`
    """
    [value] = stream_from_worker(function, *arguments, **options)
    return cast(_Result, value)


def stream_from_worker(
    function: Callable[..., Any],
    *arguments: Any,
    what: str,
    limits: Limits,
    progress: Progress | None = None,
    kinds: plain.Kinds | None = None,
    several: bool = False,
) -> Iterator[Any]:
    """What a generator yields in a process of its own, one by one.

    function  of a module, so that the process finds it by its name; it may take `progress`
    what      the file or files, for the sentence where the process does not answer
    kinds     dataclasses that the result may hold, by name
    several   whether there is more than one file: one that ends the process is then left out as a
              damaged file would be, and the work begins anew in another process; it must yield the
              same again up to the first file that is left out
    Errors: InputError of the function, or one sentence where the limits end it or it crashes; what
    `progress` raises, at most a moment later, with the process gone.
    """
    fatal: dict[str, Message] = {}
    n_given = 0
    while True:
        asked = ((function, limits, fatal), (arguments, dict(kinds or {})))
        values = _from_one_worker(asked, what, limits, progress)
        try:
            for value in islice(values, n_given, None):
                n_given += 1
                yield value
        except _Ended as ended:
            if not several or ended.opened in ("", *fatal) or len(fatal) == _MOST_LEFT_OUT:
                raise ended.sentence from None
            fatal[ended.opened] = ended.sentence.message
        else:
            return
        finally:
            values.close()


def _from_one_worker(
    asked: tuple[Any, ...], what: str, limits: Limits, progress: Progress | None
) -> Generator[Any]:
    report(progress, 0.0, "Reading")
    process = take()
    answers: queue.Queue[tuple[int, bytearray] | None] = queue.Queue(_FRAMES_AHEAD)
    ended = threading.Event()
    _in_background(_ask, process, asked)
    _in_background(_listen, process, answers, limits.memory, ended)
    try:
        yield from _values(process, answers, what, limits, progress, asked[1][1])
    except plain.Damaged as damaged:
        raise _failed(what) from damaged
    finally:
        ended.set()
        end(process)


class _Ended(Exception):
    """A file ended its reader.

    opened  the file that was opened last, "" where none was;  sentence  what a person is told
    """

    def __init__(self, opened: str, sentence: InputError) -> None:
        self.opened, self.sentence = opened, sentence


def _values(
    process: subprocess.Popen[bytes],
    answers: "queue.Queue[tuple[int, bytearray] | None]",
    what: str,
    limits: Limits,
    progress: Progress | None,
    kinds: plain.Kinds,
) -> Iterator[Any]:
    buffers: list[bytearray] = []
    size = 0
    state: list[Any] = [0.0, "Reading"]
    opened = ""
    while True:
        try:
            frame = answers.get(timeout=_POLL_SECONDS)
        except queue.Empty:
            report(progress, state[0], state[1])  # which raises where somebody cancelled
            continue
        if frame is None:
            raise _Ended(opened, _sentence(process, quoted(opened) if opened else what, limits))
        kind, content = frame
        if kind == plain.PROGRESS:
            state = plain.unpack(content, [], {})
            report(progress, float(state[0]), str(state[1]))
        elif kind == plain.OPENED:
            opened = content.decode("utf-8", "replace")
        elif kind == plain.PART:
            size += len(content)
            if size > limits.memory:
                raise _too_much(what, limits)
            buffers.append(content)
        elif kind == plain.VALUE:
            value = plain.unpack(content, buffers, kinds)
            buffers, size = [], 0
            yield value
        elif kind == plain.DONE:
            return
        elif kind in (plain.REFUSED, plain.NO_ROOM):
            full = OSError(errno.ENOSPC, "no room") if kind == plain.NO_ROOM else None
            raise InputError(Message(plain.unpack(content, [], {}))) from full
        elif kind == plain.FULL:
            raise _Ended(opened, _too_much(quoted(opened) if opened else what, limits))
        else:
            raise RuntimeError(f"a reader failed:\n{content.decode('utf-8', 'replace')}")


def _sentence(process: subprocess.Popen[bytes], what: str, limits: Limits) -> InputError:
    """Why a process said nothing more."""
    if hasattr(signal, "SIGXCPU") and process.wait() == -signal.SIGXCPU:
        return InputError(
            "{what} cannot be read within {seconds:,} seconds of work, far more than its size "
            "should take: it is damaged or made to be slow. Save it anew, or read it in parts.",
            what=what,
            seconds=limits.seconds,
        )
    return _failed(what)


def _failed(what: str) -> InputError:
    return InputError(
        "{what} made its reader fail: it is damaged, or made to do that. Save it anew in its own "
        "program, or leave it out.",
        what=what,
    )


def _too_much(what: str, limits: Limits) -> InputError:
    return InputError(
        "{what} needs more than {value:,} MB of memory to be read, far more than its size should "
        "take: read it in parts, or save it anew.",
        what=what,
        value=limits.memory // MEBIBYTE,
    )


# ---- processes


def _in_background(work: Callable[..., None], *arguments: Any) -> None:
    threading.Thread(target=work, args=arguments, daemon=True).start()


def _ask(process: subprocess.Popen[bytes], asked: tuple[Any, ...]) -> None:
    assert process.stdin is not None
    try:
        for part in asked:
            pickle.dump(part, process.stdin, protocol=pickle.HIGHEST_PROTOCOL)
        process.stdin.flush()
    except OSError:
        pass  # a process that is gone is told of elsewhere
    except BaseException:
        process.kill()  # it would wait for ever
        raise


def _listen(
    process: subprocess.Popen[bytes],
    answers: "queue.Queue[tuple[int, bytearray] | None]",
    most: int,
    ended: threading.Event,
) -> None:
    """Hands on frames until the end, or until nobody wants them."""
    assert process.stdout is not None
    stream: BinaryIO = process.stdout  # type: ignore[assignment]
    frame: tuple[int, bytearray] | None = (0, bytearray())
    while frame is not None and not ended.is_set():
        try:
            frame = plain.read_frame(stream, most)
        except (OSError, ValueError, MemoryError):
            frame = None
        while not ended.is_set():
            with contextlib.suppress(queue.Full):
                answers.put(frame, timeout=_POLL_SECONDS)
                break
