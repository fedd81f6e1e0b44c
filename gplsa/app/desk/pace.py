"""How long trainings take on this computer, learned from those before."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median

from gplsa.app.desk import warmup
from gplsa.app.desk.desk import Desk
from gplsa.app.library.on_disk import OnDisk
from gplsa.training.estimate import slowness

NOTE = "pace"
REMEMBERED = 5  # trainings: few, so that another computer, or an idler one, soon tells
LEAST_SECONDS = 2.0  # of a training that tells anything: below it what is measured is mostly chance
FURTHEST = 30.0

TEXTS, PICTURES, IN_PARTS, KINDS = "texts", "pictures", "parts", "kinds"
WITH_HEADINGS = ", headings"  # behind one of these
Ratios = dict[str, list[float]]


def slower_now() -> float:
    """How many times longer work for two processors takes, beside what else runs now."""
    others = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    n = os.cpu_count() or 1
    return max((others + min(2, n)) / n, 1.0)


def here(library: OnDisk, kind: str, seconds: float) -> float:
    """What `seconds` on the computer of the estimate are on this one, as busy as it is now, with
    what the compiler still takes."""
    known = (library.note(NOTE, Ratios) or {}).get(kind) or [slowness()]
    # Whatever a note says: no computer is further from the usual one.
    taken = seconds * min(max(median(known), 1 / FURTHEST), FURTHEST)
    return slower_now() * taken + warmup.seconds_left(slower_now() * slowness())


@contextmanager
def timed(desk: Desk, kind: str, seconds: float) -> Iterator[None]:
    """Work of a job that takes `seconds` on the computer of the estimate: its job is told how long
    it will take here, and how long it took is learned from, unless it waited for the compiler."""
    began, expected, alone = time.monotonic(), seconds * slower_now(), not warmup.under_way()
    if desk.job is not None and seconds:
        desk.job.expect(here(desk.library, kind, seconds))
    yield
    if alone:
        learn(desk.library, kind, expected, time.monotonic() - began)


def learn(library: OnDisk, kind: str, expected: float, taken: float) -> None:
    """Note that a training took so many seconds where so many were expected, as busy as it was."""
    if taken < LEAST_SECONDS or expected <= 0:
        return

    def changed(before: Ratios | None) -> Ratios:
        known = before or {}
        return known | {kind: [*known.get(kind, []), taken / expected][-REMEMBERED:]}

    library.change_note(NOTE, Ratios, changed)
