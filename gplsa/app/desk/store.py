"""What lies in memory while somebody works: one store, bounded in bytes.

When it is full, room is made in this order, each time with what was not used for longest, and never
with what a job is using:

1. what is spare, because it can be made again;
2. older things;
3. the newest corpus, model or keywords.

What comes of work already taken in is kept even where this does not free enough.
"""

import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from gplsa.errors import InputError
from gplsa.wording import MEBIBYTE

WORK = ("corpus", "model", "batch")  # kinds of which the newest is what one is at


@dataclass
class Entry:
    kind: str
    value: Any
    size: int
    used: float
    pins: int = 0
    spare: bool = False


@dataclass
class Store:
    """Takes `max_bytes` in all."""

    max_bytes: int = 1024 * MEBIBYTE
    _entries: dict[str, Entry] = field(default_factory=dict)
    _lock: threading.RLock = field(default_factory=threading.RLock)

    def put(self, kind: str, value: Any, size: int) -> str:
        """Keep `value` of `size` bytes and return its key; other things make room for it."""
        if size > self.max_bytes:
            raise InputError(
                "This takes {value} MB in memory, and the app keeps at most {value2} MB; use "
                "fewer or shorter documents.",
                value=size // MEBIBYTE,
                value2=self.max_bytes // MEBIBYTE,
            )
        key = secrets.token_urlsafe(16)
        with self._lock:
            self._make_room(kind, size)
            self._entries[key] = Entry(kind, value, size, time.monotonic())
        return key

    def put_spare(self, kind: str, value: Any, size: int) -> str | None:
        """Keep what can be made again: in free room only, and the first to go. None where full."""
        with self._lock:
            if self.size + size > self.max_bytes:
                return None
            key = self.put(kind, value, size)
            self._entries[key].spare = True
        return key

    def get(self, key: str | None) -> Any:
        """The value, or None where there is none (any more)."""
        with self._lock:
            entry = self._entries.get(key) if key else None
            if entry is None:
                return None
            entry.used = time.monotonic()
            return entry.value

    def items(self, kind: str) -> list[tuple[str, Any]]:
        """Keys and values of one kind, oldest first; looking is not using."""
        with self._lock:
            return [(key, e.value) for key, e in self._entries.items() if e.kind == kind]

    def drop(self, key: str | None) -> None:
        """Forget one entry."""
        with self._lock:
            self._entries.pop(key or "", None)

    @contextmanager
    def pinned(self, *keys: str | None) -> Iterator[None]:
        """Keep these entries for as long as a job works with them."""
        with self._lock:
            entries = [self._entries[key] for key in keys if key in self._entries]
            for entry in entries:
                entry.pins += 1
        try:
            yield
        finally:
            with self._lock:
                for entry in entries:
                    entry.pins -= 1
                    entry.used = time.monotonic()

    @property
    def size(self) -> int:
        with self._lock:
            return sum(entry.size for entry in self._entries.values())

    def _make_room(self, kind: str, size: int) -> None:
        newest = {entry.kind: key for key, entry in self._entries.items() if entry.kind in WORK}
        newest.pop(kind, None)  # what is kept now is newer

        def turn(key: str) -> tuple[bool, bool, float]:
            entry = self._entries[key]
            return not entry.spare, key in newest.values(), entry.used

        loose = sorted((key for key, entry in self._entries.items() if not entry.pins), key=turn)
        for key in loose:
            if self.size + size <= self.max_bytes:
                return
            del self._entries[key]
