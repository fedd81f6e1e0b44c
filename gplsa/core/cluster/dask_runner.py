import os
import time
import warnings
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from distributed import Client, Future, KilledWorker
from distributed.comm.core import CommClosedError

from gplsa.core.out_of_core.runner import Job, Result
from gplsa.errors import InputError

PATIENCE = 60.0  # seconds to wait for a worker where there is none
CONNECTING = 30.0
"""Seconds for a scheduler to answer, as Dask's own commands wait: one that imports what the last
training sent it was silent for ten on a busy computer."""

_POLL = 1.0
_TRIES = 5
# What a call ends with where a worker, or all that it held, is gone.
_LOST = (CancelledError, KilledWorker, CommClosedError)
_SILENT = (OSError, TimeoutError, CommClosedError)
_GONE = (*_SILENT, RuntimeError, ValueError)


@dataclass
class _Shared:
    """A value and what stands for it on the cluster, which forgets it when its workers end."""

    value: Any
    future: "Future[Any] | None" = None


class DaskRunner:
    """Runs tasks on the workers of a `distributed.Client`.

    Parts stay with a worker as long as the workers are the same, so that what a worker has read of
    its parts is still in its computer's memory. All computers must see the folder of the corpus
    under the same path. A task of a worker that died is done again by another one.

    Raises InputError where the scheduler is gone, or no worker comes for a minute.
    """

    def __init__(self, client: Client) -> None:
        self._client = client
        self._shared: _Shared | None = None

    @classmethod
    def connect(cls, address: str) -> "DaskRunner":
        """Raises InputError where no scheduler answers at `address`."""
        try:
            return cls(Client(address, timeout=CONNECTING, set_as_default=False))
        except _GONE as error:
            raise InputError(
                "No Dask scheduler answers at {address}: start one with `dask scheduler` and give "
                "the address that it prints.",
                address=address,
            ) from error

    def close(self) -> None:
        with suppress(*_GONE):
            self._client.close(timeout=CONNECTING)

    def check(self, folder: Path) -> None:
        """Raises InputError where a worker does not see the folder."""
        self._wait_for_workers()
        with self._scheduler_there():
            seen = self._client.run(os.path.isdir, str(folder))
        blind = sorted(worker for worker, sees in seen.items() if not sees)
        if blind:
            raise InputError(
                "The worker {blind} does not see “{folder}”: put the corpus where all workers "
                "find it under the same path.",
                blind=blind[0],
                folder=folder,
            )

    def share(self, value: Any) -> _Shared:
        """The value before is forgotten: steps follow one another."""
        self._shared = _Shared(value)
        return self._shared

    def run(self, task: Callable[..., Result], jobs: Sequence[Job]) -> Iterator[Result]:
        waiting = deque(jobs)
        running: deque[tuple[Job, Future[Any]]] = deque()
        try:
            while waiting or running:
                while waiting and len(running) < self._width():
                    job = waiting.popleft()
                    running.append((job, self._submit(task, job)))
                job, future = running.popleft()
                yield self._result(task, job, future)
        finally:
            with suppress(*_GONE):
                self._client.cancel([future for _, future in running], force=True)

    def _width(self) -> int:
        """As many as there are threads, and one more each, so that none waits for us."""
        return max(2 * sum(self._workers().values()), 2)

    def _submit(self, task: Callable[..., Result], job: Job) -> "Future[Any]":
        self._wait_for_workers()
        with self._scheduler_there():
            workers = sorted(self._workers())
            part = job[1]
            return self._client.submit(
                task,
                *(self._sent(one) if isinstance(one, _Shared) else one for one in job),
                workers=[workers[part % len(workers)]] if workers else None,
                allow_other_workers=True,
                pure=False,
            )

    def _sent(self, shared: _Shared) -> "Future[Any]":
        if shared.future is None or shared.future.status in ("lost", "cancelled", "error"):
            # A task can go to another worker: `scatter` waits for ever where one dies meanwhile.
            with warnings.catch_warnings():
                warnings.filterwarnings("ignore", "Sending large graph")
                shared.future = self._client.submit(_itself, shared.value, pure=False)
        return shared.future

    def _result(self, task: Callable[..., Any], job: Job, future: "Future[Any]") -> Any:
        for _ in range(_TRIES):
            try:
                return self._waited(future)
            except _LOST:
                self._workers()
                for one in job:
                    if isinstance(one, _Shared):
                        one.future = None
                future = self._submit(task, job)
        return self._waited(future)

    def _waited(self, future: "Future[Any]") -> Any:
        """The result; meanwhile somebody looks whether anyone is still working on it."""
        while True:
            with suppress(TimeoutError):
                return future.result(timeout=_POLL)
            self._wait_for_workers()

    def _wait_for_workers(self) -> None:
        until = time.monotonic() + PATIENCE
        while not self._workers():
            if time.monotonic() > until:
                raise InputError(
                    "The Dask cluster has no worker: start some with `dask worker` and give the "
                    "same command again; it goes on after the last whole pass."
                )
            time.sleep(_POLL)

    def _workers(self) -> dict[str, int]:
        with self._scheduler_there():
            # Without a limit a question that a scheduler ends in the middle of waits for minutes.
            return dict(self._client.nthreads(callback_timeout=CONNECTING))

    @contextmanager
    def _scheduler_there(self) -> Iterator[None]:
        """Turns the errors of a lost scheduler into one sentence."""
        error: Exception | None = None
        if self._client.status == "running":
            try:
                yield
                return
            except InputError:
                raise
            except _GONE as raised:
                if self._client.status == "running" and not isinstance(raised, _SILENT):
                    raise
                error = raised
        raise InputError(
            "The Dask scheduler is gone: start it again with its workers and give the same command "
            "again; it goes on after the last whole pass."
        ) from error


def _itself(value: Any) -> Any:
    return value
