"""Long work beside the pages: one pool of threads, one live job per person, a snapshot to look at.

Nothing here knows of Streamlit. The work is a function that takes a progress callback; the
callback raises Cancelled once somebody asked for the end, so that every long function which
reports its progress can also be stopped.
"""

import logging
import threading
import time
import uuid
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace

from gplsa.errors import Cancelled, InputError
from gplsa.progress import Progress

log = logging.getLogger(__name__)

Work = Callable[[Progress], str]
"""Does the work, stores what came of it, and returns a sentence that says what came of it."""

OUT_OF_MEMORY = (
    "This needs more memory than there is. Use fewer documents, keep fewer words "
    "(a higher document frequency), or fewer topics."
)
UNEXPECTED = "Something went wrong inside the app. Nothing you had before is lost."
PATIENCE = 0.5  # seconds of work before a time left is worth saying


class Busy(Exception):
    """The person has a job already, or too many people wait; the message says which."""


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
    """One piece of work of one person."""

    def __init__(self, owner: str, kind: str, title: str) -> None:
        self.owner = owner
        self._lock = threading.Lock()
        self._stop = threading.Event()
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
                seconds_left=_seconds_left(now.seconds, fraction),
            )

    def swept(self, sweep: int, objective: float) -> None:
        """A fit got so far; sweeps counted from 1 again are those of another fit."""
        with self._lock:
            before = self._snapshot.curve if sweep > 1 else ()
            self._snapshot = replace(self._snapshot, curve=(*before, objective))

    def run(self, work: Work) -> None:
        """Do the work; whatever happens, the snapshot ends in a state that says so."""
        if self._stop.is_set():
            self._set(state="stopped", ended=time.monotonic())
            return
        self._set(state="running", started=time.monotonic())
        try:
            end: dict[str, object] = {"state": "done", "fraction": 1.0}
            end["message"] = work(self.progress)
        except Cancelled:
            end = {"state": "stopped"}
        except InputError as error:
            end = {"state": "failed", "message": str(error)}
        except MemoryError:
            end = {"state": "failed", "message": OUT_OF_MEMORY}
        except Exception:
            log.exception("a job ended with an error nobody expected")
            end = {"state": "failed", "message": UNEXPECTED}
        self._set(ended=time.monotonic(), seconds_left=None, **end)


def _seconds_left(elapsed: float, fraction: float) -> float | None:
    if elapsed < PATIENCE or fraction < 0.02:
        return None
    return elapsed * (1 - fraction) / fraction


class Jobs:
    """The pool: at most `workers` at once, at most `waiting` behind them, one live per person."""

    def __init__(self, workers: int = 2, waiting: int = 20, keep_seconds: float = 7200.0) -> None:
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="gplsa-job")
        self._bound = workers + waiting
        self._keep = keep_seconds
        self._lock = threading.Lock()
        self._jobs: dict[str, Job] = {}
        self._futures: dict[str, Future[None]] = {}
        self._closed = False

    def submit(self, owner: str, kind: str, title: str, work: Work) -> Job:
        """Queue the work; raises Busy where this person has a live job or the queue is full."""
        with self._lock:
            self._forget()
            current = self._jobs.get(owner)
            if self._closed:
                raise Busy("The app is closing.")
            if current is not None and current.snapshot.live:
                raise Busy("Something is still running; wait for it or cancel it first.")
            if sum(job.snapshot.live for job in self._jobs.values()) >= self._bound:
                raise Busy("Too many people are working just now; try again in a few minutes.")
            job = Job(owner, kind, title)
            self._jobs[owner] = job
            self._futures[owner] = self._pool.submit(job.run, work)
        return job

    @property
    def closed(self) -> bool:
        """True once the app has begun to end."""
        return self._closed

    def of(self, owner: str) -> Job | None:
        """The live job of this person, or the last one that ended."""
        with self._lock:
            self._forget()
            return self._jobs.get(owner)

    def dismiss(self, owner: str) -> None:
        """Forget this person's last job where it has ended."""
        with self._lock:
            job = self._jobs.get(owner)
            if job is not None and not job.snapshot.live:
                self._drop(owner)

    def waiting_before(self, job: Job) -> int:
        """How many jobs of others wait in front of this one."""
        with self._lock:
            jobs = list(self._jobs.values())
        waiting = [other for other in jobs if other.snapshot.state == "waiting"]
        return waiting.index(job) if job in waiting else 0

    def cancel_all(self, patience: float = 1.0) -> bool:
        """Stop everything and take nothing more; True once every thread has ended."""
        with self._lock:
            self._closed = True
            jobs, futures = list(self._jobs.values()), list(self._futures.values())
        for job in jobs:
            job.cancel()
        self._pool.shutdown(wait=False, cancel_futures=True)
        deadline = time.monotonic() + patience
        while not all(future.done() for future in futures):
            if time.monotonic() > deadline:
                return False
            time.sleep(0.02)
        return True

    def _forget(self) -> None:
        now = time.monotonic()
        for owner, job in list(self._jobs.items()):
            seen = job.snapshot
            if not seen.live and now - seen.ended > self._keep:
                self._drop(owner)

    def _drop(self, owner: str) -> None:
        del self._jobs[owner]
        self._futures.pop(owner, None)
