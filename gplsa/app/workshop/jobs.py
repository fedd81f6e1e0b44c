"""Long work beside the pages: one pool of threads, one live job per person, a snapshot to look at.

Who waits is served in turn: first the address, then the person, that was served longest ago. One
address never fills the queue, so that a single client, however many people it plays, delays the
others by a job or two and keeps nobody out.

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

from gplsa.app.workshop.failures import said
from gplsa.errors import Cancelled, InputError
from gplsa.progress import Progress

log = logging.getLogger(__name__)

Work = Callable[[Progress], str]
"""Does the work, stores what came of it, and returns a sentence that says what came of it."""

PATIENCE = 0.5  # seconds of work before a time left is worth saying
REMEMBERED = 2000  # people and addresses whose last turn counts


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

    def __init__(
        self, owner: str, kind: str, title: str, work: Work | None = None, address: str = ""
    ) -> None:
        self.owner = owner
        self.address = address
        self._work = work
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
        self._jobs: dict[str, Job] = {}  # the last of every person
        self._waiting: list[Job] = []
        self._turns: dict[str, int] = {}  # who was served when: people and addresses
        self._runs: set[Future[None]] = set()
        self._closed = False

    def submit(self, owner: str, kind: str, title: str, work: Work, address: str = "") -> Job:
        """Queue the work; raises Busy where this person has a live job or the queue is full."""
        with self._lock:
            self._forget()
            current = self._jobs.get(owner)
            if self._closed:
                raise Busy("The app is closing.")
            if current is not None and current.snapshot.live:
                raise Busy("Something is still running; wait for it or cancel it first.")
            live = [job.address for job in self._jobs.values() if job.snapshot.live]
            of_one = self._bound - self._bound // 4  # the other places are for other addresses
            if len(live) >= self._bound or (address and live.count(address) >= of_one):
                raise Busy("Too many people are working just now; try again in a few minutes.")
            job = Job(owner, kind, title, work, address)
            self._jobs[owner] = job
            self._waiting.append(job)
            run = self._pool.submit(self._run_next)
            self._runs.add(run)
            run.add_done_callback(self._runs.discard)
        return job

    def _run_next(self) -> None:
        with self._lock:
            job = min(self._waiting, key=self._turn)
            self._waiting.remove(job)
            now = max(self._turns.values(), default=0) + 1
            for served in (job.owner, f"from {job.address}"):
                self._turns.pop(served, None)
                self._turns[served] = now
            while len(self._turns) > REMEMBERED:
                del self._turns[next(iter(self._turns))]
        job.run()

    def _turn(self, job: Job) -> tuple[int, int]:
        """Less for whom it is the turn sooner; of equals the one that came first is taken."""
        return self._turns.get(f"from {job.address}", 0), self._turns.get(job.owner, 0)

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
                del self._jobs[owner]

    def waiting_before(self, job: Job) -> int:
        """How many jobs of others wait in front of this one."""
        with self._lock:
            waiting = sorted(self._waiting, key=self._turn)
        return waiting.index(job) if job in waiting else 0

    def cancel_all(self, patience: float = 1.0) -> bool:
        """Stop everything and take nothing more; True once every thread has ended."""
        with self._lock:
            self._closed = True
            jobs, runs = list(self._jobs.values()), list(self._runs)
        for job in jobs:
            job.cancel()
        self._pool.shutdown(wait=False, cancel_futures=True)
        deadline = time.monotonic() + patience
        while not all(run.done() for run in runs):
            if time.monotonic() > deadline:
                return False
            time.sleep(0.02)
        return True

    def _forget(self) -> None:
        now = time.monotonic()
        for owner, job in list(self._jobs.items()):
            seen = job.snapshot
            if not seen.live and now - seen.ended > self._keep:
                del self._jobs[owner]
