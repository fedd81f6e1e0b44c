"""Long work beside the pages: one live job on a thread of its own, a snapshot to look at.

Nothing here knows of Streamlit. The work is a function that takes a progress callback; the
callback raises Cancelled once somebody asked for the end, so that every long function which
reports its progress can also be stopped.
"""

import logging
import threading
import time
import uuid
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace

from gplsa.app.desk.failures import said
from gplsa.errors import Cancelled, InputError
from gplsa.progress import Progress

log = logging.getLogger(__name__)

Work = Callable[[Progress], str]
"""Does the work, stores what came of it, and returns a sentence that says what came of it."""

PATIENCE = 0.5  # seconds of work before a time left is worth saying


class Busy(Exception):
    """Nothing new can begin; the message says why."""


@dataclass(frozen=True)
class Snapshot:
    """What a job looked like at one moment; never changes, so any page may read it."""

    id: str
    kind: str
    title: str
    state: str = "waiting"  # waiting · running · stopping · done · stopped · failed
    fraction: float = 0.0
    phase: str = ""
    message: str = ""
    started: float = 0.0
    ended: float = 0.0
    seconds_left: float | None = None
    curve: tuple[float, ...] = ()  # the objective after each sweep of a fit, if the work is one

    @property
    def live(self) -> bool:
        return self.state in ("waiting", "running", "stopping")

    @property
    def seconds(self) -> float:
        return (self.ended or time.monotonic()) - self.started if self.started else 0.0


class Job:
    """One piece of work."""

    def __init__(self, kind: str, title: str, work: Work | None = None) -> None:
        self._work = work
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._expected: float | None = None
        self._snapshot = Snapshot(uuid.uuid4().hex, kind, title)

    @property
    def snapshot(self) -> Snapshot:
        with self._lock:
            return self._snapshot

    def _set(self, **changes: object) -> None:
        with self._lock:
            self._snapshot = replace(self._snapshot, **changes)  # type: ignore[arg-type]

    def cancel(self) -> None:
        """Ask for the end; the work notices at its next progress report."""
        self._stop.set()
        with self._lock:
            if self._snapshot.state in ("waiting", "running"):
                self._snapshot = replace(self._snapshot, state="stopping")

    def expect(self, seconds: float) -> None:
        """How long it will take in all, as far as can be told before."""
        self._expected = seconds

    def progress(self, fraction: float, phase: str) -> None:
        """The callback handed to the work."""
        if self._stop.is_set():
            raise Cancelled
        with self._lock:
            now = self._snapshot
            fraction = max(now.fraction, min(max(fraction, 0.0), 1.0))
            self._snapshot = replace(
                now,
                fraction=fraction,
                phase=phase,
                seconds_left=_seconds_left(now.seconds, fraction, self._expected),
            )

    def swept(self, sweep: int, objective: float) -> None:
        """A fit got so far; sweeps counted from 1 again are those of another fit."""
        with self._lock:
            before = self._snapshot.curve if sweep > 1 else ()
            self._snapshot = replace(self._snapshot, curve=(*before, objective))

    def run(self) -> None:
        """Do the work; whatever happens, the snapshot ends in a state that says so."""
        work, self._work = self._work, None  # it may hold files, and the job outlives it
        if work is None or self._stop.is_set():
            self._set(state="stopped", ended=time.monotonic())
            return
        self._set(state="running", started=time.monotonic())
        try:
            end: dict[str, object] = {"state": "done", "fraction": 1.0}
            end["message"] = work(self.progress)
        except Cancelled:
            end = {"state": "stopped"}
        except Exception as error:
            if not isinstance(error, (InputError, MemoryError, OSError)):
                log.exception("a job ended with an error nobody expected")
            end = {"state": "failed", "message": said(error)}
        self._set(ended=time.monotonic(), seconds_left=None, **end)


def _seconds_left(elapsed: float, fraction: float, expected: float | None) -> float | None:
    """As expected at first, and more and more by how far it got in how long."""
    early = elapsed < PATIENCE or fraction < 0.02
    left = None if early else elapsed * (1 - fraction) / fraction
    if expected is None or elapsed >= expected:
        return left
    planned = expected - elapsed
    return planned if left is None else (1 - fraction) * planned + fraction * left


class Jobs:
    """One job at a time: the one that runs, or the last that ended."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="gplsa-job")
        self._lock = threading.Lock()
        self._last: Job | None = None
        self._run: Future[None] | None = None
        self._closed = False

    def submit(self, kind: str, title: str, work: Work) -> Job:
        """Begin the work; raises Busy where a job is live."""
        with self._lock:
            if self._closed:
                raise Busy("The app is closing.")
            if self._last is not None and self._last.snapshot.live:
                raise Busy("Something is still running; wait for it or cancel it first.")
            self._last = Job(kind, title, work)
            self._run = self._thread.submit(self._last.run)
            return self._last

    @property
    def last(self) -> Job | None:
        """The live job, or the last one that ended; None where none is to be shown."""
        with self._lock:
            return self._last

    @property
    def at_work(self) -> bool:
        """True while a job waits or runs."""
        last = self.last
        return last is not None and last.snapshot.live

    @property
    def closed(self) -> bool:
        """True once the app has begun to end."""
        return self._closed

    def dismiss(self) -> None:
        """Forget the last job where it has ended."""
        with self._lock:
            if self._last is not None and not self._last.snapshot.live:
                self._last = None

    def close(self, patience: float = 1.0) -> bool:
        """Stop what runs and take nothing more; True once its thread has ended."""
        with self._lock:
            self._closed = True
            last, run = self._last, self._run
        if last is not None:
            last.cancel()
        self._thread.shutdown(wait=False)
        return run is None or not wait([run], patience).not_done
