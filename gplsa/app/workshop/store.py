"""What people keep while they work: one bounded store in memory, every entry owned by one person.

A key opens nothing for anybody but its owner, so an address or a guessed key shows nothing of
another's material. When the store is full, room is made in this order, each time with what was
not used for longest, and never with what a job is using:

1. what is spare, because it can be made again;
2. the person's own older things;
3. older things of others who hold more than an equal share;
4. the newest corpus, model or keywords of people who have done nothing for a while.

So nobody loses the work they are at to a neighbour. Where this does not free enough, no new work
is taken in (`check_room`); what comes of work already taken in is kept all the same.
"""

import secrets
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from gplsa.errors import InputError
from gplsa.wording import MEBIBYTE

WORK = ("corpus", "model", "batch")  # kinds of which a person's newest is what they are at
WHILE = 900.0  # seconds without use after which a person is taken to have gone


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
        """Keep `value` of `size` bytes and return its key; other things make room for it."""
        limit = min(self.person_bytes, self.max_bytes)
        if size > limit:
            raise InputError(
                f"This takes {size // MEBIBYTE} MB in memory, and the app keeps at most "
                f"{limit // MEBIBYTE} MB for one person; use fewer or shorter documents."
            )
        key = secrets.token_urlsafe(16)
        with self._lock:
            self.sweep()
            for old in self._in_the_way(owner, kind, size)[0]:
                del self._entries[old]
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

    def check_room(self, owner: str, size: int) -> None:
        """InputError where there is no room for so many bytes more of this person."""
        with self._lock:
            self.sweep()
            lacking = self._in_the_way(owner, "", size)[1]
        if lacking > 0:
            raise InputError(
                "This server's memory is full of what others are working on. Try again in some "
                "minutes, or install gplsa on your own computer."
            )

    def get(self, owner: str, key: str | None) -> Any:
        """The value, or None where there is none (any more) or it is another person's."""
        with self._lock:
            self.sweep()
            entry = self._entries.get(key) if key else None
            if entry is None or entry.owner != owner:
                return None
            entry.used = time.monotonic()
            return entry.value

    def items(self, owner: str, kind: str) -> list[tuple[str, Any]]:
        """This person's keys and values of one kind, oldest first; looking is not using."""
        with self._lock:
            self.sweep()
            entries = self._entries.items()
            return [(k, e.value) for k, e in entries if e.owner == owner and e.kind == kind]

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

    def _in_the_way(self, owner: str, kind: str, size: int) -> tuple[list[str], int]:
        """Keys of what goes for `size` more bytes, and the bytes that are lacking even then."""
        held = Counter({owner: size})
        for entry in self._entries.values():
            held[entry.owner] += entry.size
        share = self.max_bytes / len(held)
        by_use = sorted(self._entries.items(), key=lambda item: item[1].used)
        loose = [(key, entry) for key, entry in by_use if not entry.pins]
        newest = {(e.owner, e.kind): key for key, e in self._entries.items() if e.kind in WORK}
        newest.pop((owner, kind), None)  # what is kept now is newer
        at_work = set(newest.values())
        left = time.monotonic() - WHILE
        gone: dict[str, None] = {}

        def too_much() -> int:
            return held.total() - self.max_bytes

        def lacking() -> int:
            return max(too_much(), held[owner] - self.person_bytes)

        def spare(key: str, entry: Entry) -> bool:
            return entry.spare and (lacking() if entry.owner == owner else too_much()) > 0

        def own_older(key: str, entry: Entry) -> bool:
            return entry.owner == owner and key not in at_work and lacking() > 0

        def own_beyond_bound(key: str, entry: Entry) -> bool:
            return entry.owner == owner and held[owner] > self.person_bytes

        def older_beyond_share(key: str, entry: Entry) -> bool:
            return key not in at_work and held[entry.owner] > share and too_much() > 0

        def of_who_has_gone(key: str, entry: Entry) -> bool:
            return entry.owner != owner and entry.used < left and too_much() > 0

        for gives_way in (spare, own_older, own_beyond_bound, older_beyond_share, of_who_has_gone):
            for key, entry in loose:
                if key not in gone and gives_way(key, entry):
                    held[entry.owner] -= entry.size
                    gone[key] = None
        return [*gone], too_much()
