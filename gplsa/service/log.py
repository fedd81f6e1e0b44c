"""What a service tells of itself: log lines without a word of a text, and counts for Prometheus."""

import json
import logging
import os
import sys
import time
from datetime import UTC, datetime
from functools import partialmethod
from pathlib import Path
from threading import Lock
from traceback import extract_tb
from typing import IO, Any

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.multiprocess import MultiProcessCollector

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The variable that tells its library where several processes count together."""
_BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)


class Log(logging.Handler):
    """One JSON object a line on the error output; process: which of several it is."""

    def __init__(self, stream: IO[str] | None = None, process: int | None = None) -> None:
        super().__init__(logging.WARNING)
        self._stream = stream
        self._process = {} if process is None else {"process": process}
        self._one_by_one = Lock()

    def tell(self, level: str, event: str, **facts: Any) -> None:
        moment = datetime.now(UTC).isoformat(timespec="milliseconds")
        head = {"time": moment, "level": level, "event": event, **self._process}
        with self._one_by_one:
            stream = self._stream or sys.stderr
            stream.write(json.dumps(head | facts) + "\n")
            stream.flush()

    info = partialmethod(tell, "info")
    error = partialmethod(tell, "error")

    def failure(self, event: str, error: BaseException, **facts: Any) -> None:
        """A fault of ours: its kind and place. Its message may hold words of a text."""
        places = [f"{place.name}:{place.lineno}" for place in extract_tb(error.__traceback__)]
        self.error(event, **facts, kind=type(error).__name__, where="".join(places[-1:]))

    def take_over(self) -> None:
        """From now on what the libraries of the server say goes into the same lines."""
        for name in ("uvicorn.error", "uvicorn.access", "asyncio"):
            logging.getLogger(name).handlers = [self]
            logging.getLogger(name).propagate = False

    def emit(self, record: logging.LogRecord) -> None:
        """What a library says; of an error the kind alone, of a traceback the last line."""
        for error in [*(record.exc_info or ()), *(record.args or ())]:
            if isinstance(error, BaseException):
                return self.failure("server", error, logger=record.name)
        last = str(record.msg).strip().rpartition("\n")[2]
        self.tell("warning", "server", logger=record.name, message=last[:200])


class Meters:
    def __init__(self) -> None:
        disable_created_metrics()
        own = CollectorRegistry()
        self._requests = Counter(
            "gplsa_requests", "Requests, by route and status.", ("route", "status"), registry=own
        )
        self._seconds = Histogram(
            "gplsa_request_seconds", "Time to the end of the answer.", ("route",), registry=own,
            buckets=_BUCKETS,
        )  # fmt: skip
        self.documents = Counter("gplsa_documents", "Documents answered.", registry=own)
        self.loads = Counter("gplsa_model_loads", "Models loaded, again ones too.", registry=own)
        self.failures = Counter("gplsa_model_load_failures", "Models refused.", registry=own)
        self._cpu = Counter("gplsa_cpu_seconds", "Processor time of all processes.", registry=own)
        self._under_way, self.models, self._memory = (
            Gauge(f"gplsa_{name}", help_text, registry=own, multiprocess_mode="livesum")
            for name, help_text in (
                ("requests_under_way", "Requests at work or waiting."),
                ("models", "Models that answer, in all processes."),
                ("resident_bytes", "Memory of all processes."),
            )
        )
        self._registry, self._cpu_reported = own, 0.0
        if FOLDER in os.environ:
            self._registry = CollectorRegistry()
            MultiProcessCollector(self._registry)

    def answered(self, route: str, status: int, seconds: float) -> None:
        self._requests.labels(route, str(status)).inc()
        self._seconds.labels(route).observe(seconds)

    def measure(self, under_way: int) -> None:
        """Bring what this process is and has up to date."""
        self._under_way.set(under_way)
        self._memory.set(_resident_bytes())
        now = time.process_time()
        self._cpu.inc(max(0.0, now - self._cpu_reported))
        self._cpu_reported = now

    def text(self) -> bytes:
        """In the text format of Prometheus, version 0.0.4."""
        return generate_latest(self._registry)


def _resident_bytes() -> int:
    """Memory of this process; 0 where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")
