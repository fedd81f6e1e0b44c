"""How long tests wait: the one place with deadlines, and they follow the machine.

A deadline is only for what hangs, as every wait ends with what it waits for. So it is long: a quiet
machine needs a small part of it, and one that is slow, or does other things beside the tests when
they begin, gets so many times more.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

Found = TypeVar("Found")

# What `_work` takes on a quiet machine of 2025.
QUIET = 0.1


def _work() -> float:
    start = time.perf_counter()
    sum(n % 7 for n in range(2_000_000))
    return time.perf_counter() - start


SLOWNESS = max(1.0, _work() / QUIET)

# Seconds for an answer, a page, a file, a process that ends; and for a training with kernels still
# to compile.
PATIENCE = 120 * SLOWNESS
TRAINING = 600 * SLOWNESS
# What a test lets pass on purpose, as a deadline of ours that has to come.
SOON = 0.1
# A pause between two looks.
PAUSE = 0.01


def eventually(holds: Callable[[], Found], seconds: float = PATIENCE) -> Found:
    """What `holds` gives as soon as that is true."""
    give_up = time.monotonic() + seconds
    while not (found := holds()):
        assert time.monotonic() < give_up, f"waited in vain for {seconds:.0f} s"
        time.sleep(PAUSE)
    return found


def alive(process_id: int) -> bool:
    """Whether it runs; one that has ended may stay listed where nobody has asked for its end."""
    try:
        status = Path(f"/proc/{process_id}/stat").read_text("utf-8", "replace")
    except FileNotFoundError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


@contextmanager
def printed_seconds(what: str) -> Iterator[None]:
    """For somebody who looks on; no test depends on it."""
    start = time.monotonic()
    yield
    print(f"{what} {time.monotonic() - start:.2f} s")
