"""Long work beside the pages: a job on a thread of its own, a snapshot to look at.

Nothing here knows of Streamlit. The work is a function that takes a progress callback; the
callback raises Cancelled once somebody asked for the end, so that every long function which
reports its progress can also be stopped.
"""

import logging
import threading
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass, replace

from gplsa.app.library.failures import said
from gplsa.errors import Cancelled, InputError
from gplsa.progress import Progress

log = logging.getLogger(__name__)

Work = Callable[[Progress], str]
"""Does the work, stores what came of it, and returns a sentence that says what came of it."""

PATIENCE = 0.5  # seconds of work before a time left is worth saying


@dataclass(frozen=True)
class Snapshot:
    """What a job looked like at one moment; never changes, so any page may read it."""

    id: str
    title: str
    state: str = "waiting"  # waiting · running · stopping · done · stopped · failed
    fraction: float = 0.0
    phase: str = ""
    message: str = ""
    started: float = 0.0
    seconds_left: float | None = None
    curve: tuple[float, ...] = ()  # the objective after each iteration of a fit, if the work is one

    @property
    def live(self) -> bool:
        return self.state in ("waiting", "running", "stopping")


class Job:
    """One piece of work: whatever goes on in the background for the person in front of the app."""

    def __init__(self, title: str, work: Work) -> None:
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._expected: float | None = None
        self._moved = 0.0
        self._snapshot = Snapshot(uuid.uuid4().hex, title)
        self._thread = threading.Thread(target=self._run, args=(work,), name="gplsa-job")

    @property
    def snapshot(self) -> Snapshot:
        with self._lock:
            return self._snapshot

    def _set(self, **changes: object) -> None:
        with self._lock:
            self._snapshot = replace(self._snapshot, **changes)  # type: ignore[arg-type]

    def begin(self) -> None:
        self._thread.start()

    def end(self, patience: float) -> bool:
        """Cancel it; True once its thread has ended."""
        self.cancel()
        self._thread.join(patience)
        return not self._thread.is_alive()

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
            now, elapsed = self._snapshot, time.monotonic() - self._snapshot.started
            fraction = max(now.fraction, min(max(fraction, 0.0), 1.0))
            if fraction > now.fraction:
                self._moved = elapsed
            left = _seconds_left(elapsed, fraction, self._expected, elapsed - self._moved)
            self._snapshot = replace(now, fraction=fraction, phase=phase, seconds_left=left)

    def swept(self, sweep: int, objective: float) -> None:
        """A fit got so far; iterations counted from 1 again are those of another fit."""
        with self._lock:
            before = self._snapshot.curve if sweep > 1 else ()
            self._snapshot = replace(self._snapshot, curve=(*before, objective))

    def _run(self, work: Work) -> None:
        """Do the work; whatever happens, the snapshot ends in a state that says so. The work itself
        may hold files: only its thread knows it, as the job outlives that."""
        if self._stop.is_set():
            self._set(state="stopped")
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
        self._set(seconds_left=None, **end)


def _seconds_left(
    elapsed: float, fraction: float, expected: float | None, still: float = 0.0
) -> float | None:
    """As expected at first, then by how far it got, by that alone after half of the work or all of
    that time; never less than the seconds for which nothing went on, which says that it drags."""
    early = elapsed < PATIENCE or fraction < 0.02
    left = None if early else max(elapsed * (1 - fraction) / fraction, still)
    if expected is None or elapsed >= expected:
        return left
    planned, seen = expected - elapsed, min(max(2 * fraction, elapsed / expected), 1.0)
    return max(planned, still) if left is None else (1 - seen) * planned + seen * left
