"""What people keep while they work: one bounded store in memory, every entry owned by one person.

A key opens nothing for anybody but its owner, so an address or a guessed key shows nothing of
another's material. When the store is full what is spare goes first, then the entries nobody used
for longest, never one that a job is using.
"""

import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from gplsa.errors import InputError

MEBIBYTE = 1024 * 1024


@dataclass
class Entry:
    owner: str
    kind: str
    value: Any
    size: int
    used: float
    pins: int = 0
    spare: bool = False


@dataclass
class Store:
    """`max_bytes` in all, `person_bytes` for one person, `max_age` seconds without use."""

    max_bytes: int = 2048 * MEBIBYTE
    person_bytes: int = 1024 * MEBIBYTE
    max_age: float | None = None
    _entries: dict[str, Entry] = field(default_factory=dict)
    _lock: threading.RLock = field(default_factory=threading.RLock)

    def put(self, owner: str, kind: str, value: Any, size: int) -> str:
        """Keep `value` of `size` bytes and return its key; older things make room for it."""
        if size > min(self.person_bytes, self.max_bytes):
            limit = min(self.person_bytes, self.max_bytes) // MEBIBYTE
            raise InputError(
                f"This takes {size // MEBIBYTE} MB in memory, and the app keeps at most "
                f"{limit} MB for one person; use fewer or shorter documents."
            )
        key = secrets.token_urlsafe(16)
        with self._lock:
            self.sweep()
            self._make_room(size, self.person_bytes, owner)
            self._make_room(size, self.max_bytes, None)
            self._entries[key] = Entry(owner, kind, value, size, time.monotonic())
        return key

    def put_spare(self, owner: str, kind: str, value: Any, size: int) -> str | None:
        """Keep what can be made again: in free room only, and the first to go. None where full."""
        with self._lock:
            self.sweep()
            mine = sum(e.size for e in self._entries.values() if e.owner == owner)
            if mine + size > self.person_bytes or self.size + size > self.max_bytes:
                return None
            key = self.put(owner, kind, value, size)
            self._entries[key].spare = True
        return key

    def get(self, owner: str, key: str | None) -> Any:
        """The value, or None where there is none (any more) or it is another person's."""
        with self._lock:
            self.sweep()
            entry = self._entries.get(key) if key else None
            if entry is None or entry.owner != owner:
                return None
            entry.used = time.monotonic()
            return entry.value

    def keys(self, owner: str, kind: str) -> list[str]:
        """This person's keys of one kind, oldest first."""
        with self._lock:
            self.sweep()
            return [k for k, e in self._entries.items() if e.owner == owner and e.kind == kind]

    def drop(self, owner: str, key: str | None) -> None:
        """Forget one entry, where it is this person's."""
        with self._lock:
            entry = self._entries.get(key) if key else None
            if key and entry is not None and entry.owner == owner:
                del self._entries[key]

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

    def sweep(self) -> None:
        """Drop what nobody used for `max_age`."""
        if self.max_age is None:
            return
        oldest = time.monotonic() - self.max_age
        with self._lock:
            for key, entry in list(self._entries.items()):
                if entry.used < oldest and not entry.pins:
                    del self._entries[key]

    @property
    def size(self) -> int:
        with self._lock:
            return sum(entry.size for entry in self._entries.values())

    def clear(self) -> None:
        with self._lock:
            self._entries.clear()

    def _make_room(self, size: int, limit: int, owner: str | None) -> None:
        mine = {k: e for k, e in self._entries.items() if owner is None or e.owner == owner}
        excess = sum(e.size for e in mine.values()) + size - limit
        for key, entry in sorted(mine.items(), key=lambda item: (not item[1].spare, item[1].used)):
            if excess <= 0:
                return
            if not entry.pins:
                excess -= entry.size
                del self._entries[key]
