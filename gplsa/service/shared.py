"""What the processes of one service count together: requests for the metrics, use of the tokens.

Every process writes a row of its own and reads those of all. There is no lock that a killed process
could keep, and a process that takes the place of another goes on with its counts.
"""

import hashlib
import math
import multiprocessing
import os
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from gplsa.core.types import FloatArray
from gplsa.service.tokens import MOST_TOKENS

MINUTE = 60.0
_KEY, _WINDOW, _NOW, _BEFORE = range(4)


@dataclass(frozen=True)
class Shared:
    """Memory of all processes, handed to each when it starts: (rows, counters) and (rows, tokens,
    4) numbers."""

    rows: int
    n_counters: int
    counters: Any
    uses: Any

    @classmethod
    def of(cls, rows: int, n_counters: int) -> "Shared":
        memory = multiprocessing.get_context("spawn").RawArray
        return cls(
            rows,
            n_counters,
            memory("d", rows * n_counters),
            memory("d", rows * MOST_TOKENS * 4),
        )

    def counter_table(self) -> FloatArray:
        return np.frombuffer(self.counters).reshape(self.rows, self.n_counters)

    def use_table(self) -> FloatArray:
        return np.frombuffer(self.uses).reshape(self.rows, MOST_TOKENS, 4)


class Rates:
    """How much of its limit each token has used in the last minute, in all processes.

    Sliding windows in two numbers: what was used in this minute of the clock, and what in the one
    before, which counts for as much of it as lies in the last sixty seconds.
    """

    def __init__(self, shared: Shared, row: int) -> None:
        self._table = shared.use_table()
        self._row = row
        self._places: dict[str, int] = {}

    def wait(self, token: str, per_minute: int) -> float:
        """Seconds until the token may ask again; 0 where it may now."""
        window, into = divmod(time.time(), MINUTE)
        own = self._table[self._table[:, :, _KEY] == _key(token)]
        now = float(own[own[:, _WINDOW] == window, _NOW].sum())
        before = float(own[own[:, _WINDOW] == window, _BEFORE].sum())
        before += float(own[own[:, _WINDOW] == window - 1, _NOW].sum())
        left = MINUTE - into
        if now + before * left / MINUTE + 1 <= per_minute:
            return 0.0
        if now + 1 <= per_minute:
            return left - MINUTE * (per_minute - 1 - now) / before
        return left + MINUTE * (1 - (per_minute - 1) / now)

    def use(self, token: str, amount: int) -> None:
        """Count what was asked; it may go beyond the limit once, and is waited for after that."""
        window = time.time() // MINUTE
        entry = self._table[self._row, self._place(token)]
        if entry[_KEY] != _key(token):
            entry[:] = _key(token), window, 0.0, 0.0
        elif entry[_WINDOW] != window:
            before = entry[_NOW] if entry[_WINDOW] == window - 1 else 0.0
            entry[_WINDOW:] = window, 0.0, before
        entry[_NOW] += amount

    def _place(self, token: str) -> int:
        own = self._table[self._row]
        place = self._places.get(token)
        if place is None or own[place, _KEY] != _key(token):
            (found,) = np.nonzero(own[:, _KEY] == _key(token))
            # Where all are taken, by tokens long withdrawn, the one unused for longest gives way.
            place = int(found[0]) if len(found) else int(np.argmin(own[:, _WINDOW]))
            self._places[token] = place
        return place


def _key(token: str) -> float:
    """The name as a whole number that a float holds exactly, never 0."""
    return float(1 + int.from_bytes(hashlib.sha256(token.encode()).digest()[:6]))


class Meters:
    """Counters for Prometheus.

    routes    as they are named in the metrics
    Durations are counted in buckets, as a histogram wants them.
    """

    STATUSES = (200, 400, 401, 403, 404, 405, 406, 408, 413, 415, 422, 429, 431, 499, 500, 503)
    BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, math.inf)
    PLAIN: ClassVar = {
        "documents": ("gplsa_documents_total", "counter", "Documents that got keywords."),
        "loads": ("gplsa_model_loads_total", "counter", "Models loaded, again ones included."),
        "load_failures": ("gplsa_model_load_failures_total", "counter", "Models refused."),
        "cpu": ("gplsa_cpu_seconds_total", "counter", "Processor time of all processes."),
        "under_way": ("gplsa_requests_under_way", "gauge", "Requests at work or waiting."),
        "models": ("gplsa_models", "gauge", "Models that answer, in all processes."),
        "memory": ("gplsa_resident_bytes", "gauge", "Memory of all processes."),
    }

    def __init__(self, routes: Sequence[str]) -> None:
        names: list[tuple[str, ...]] = [("plain", name) for name in self.PLAIN]
        for route in routes:
            names += [("requests", route, str(status)) for status in (*self.STATUSES, "other")]
            names += [("seconds", route, str(place)) for place in range(len(self.BUCKETS))]
            names.append(("sum", route))
        self.routes = tuple(routes)
        self._place = {name: place for place, name in enumerate(names)}
        self._table: FloatArray = np.zeros((1, len(names)))
        self._row = 0

    def __len__(self) -> int:
        return len(self._place)

    def attach(self, shared: Shared, row: int) -> None:
        """From now on count in the row of a process."""
        self._table, self._row = shared.counter_table(), row

    def answered(self, route: str, status: int, seconds: float) -> None:
        known = str(status) if status in self.STATUSES else "other"
        bucket = next(place for place, most in enumerate(self.BUCKETS) if seconds <= most)
        self._add(("requests", route, known), 1)
        self._add(("seconds", route, str(bucket)), 1)
        self._add(("sum", route), seconds)

    def count(self, name: str, amount: float = 1) -> None:
        self._add(("plain", name), amount)

    def gauge(self, name: str, value: float) -> None:
        self._table[self._row, self._place["plain", name]] = value

    def _add(self, name: tuple[str, ...], amount: float) -> None:
        self._table[self._row, self._place[name]] += amount

    def text(self) -> str:
        """The counts of all processes in the text format of Prometheus, version 0.0.4."""
        totals = self._table.sum(axis=0)

        def value(*name: str) -> float:
            return float(totals[self._place[name]])

        lines: list[str] = []
        for short, (name, kind, told) in self.PLAIN.items():
            lines += [f"# HELP {name} {told}", f"# TYPE {name} {kind}"]
            lines.append(f"{name} {value('plain', short):.10g}")
        name = "gplsa_requests_total"
        lines += [f"# HELP {name} Requests, by route and status.", f"# TYPE {name} counter"]
        for route in self.routes:
            for status in (*map(str, self.STATUSES), "other"):
                if seen := value("requests", route, status):
                    labels = f'route="{route}",status="{status}"'
                    lines.append(f"{name}{{{labels}}} {seen:.10g}")
        name = "gplsa_request_seconds"
        lines += [f"# HELP {name} Time to the end of the answer.", f"# TYPE {name} histogram"]
        for route in self.routes:
            below = 0.0
            for place, most in enumerate(self.BUCKETS):
                below += value("seconds", route, str(place))
                limit = "+Inf" if math.isinf(most) else f"{most:g}"
                lines.append(f'{name}_bucket{{route="{route}",le="{limit}"}} {below:.10g}')
            lines.append(f'{name}_sum{{route="{route}"}} {value("sum", route):.10g}')
            lines.append(f'{name}_count{{route="{route}"}} {below:.10g}')
        return "\n".join(lines) + "\n"


def resident_bytes() -> int:
    """Memory of this process; 0 where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")
