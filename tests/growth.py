"""How the time of a piece of work grows with its input: four times as much, about four times as
long, and not sixteen."""

import gc
import time
from collections.abc import Callable

LEAST_SECONDS = 0.01
LARGEST = 200_000
# Four times the input of work that grows with its square takes 16 times as long.
MOST_TIMES = 9.0
ROUNDS = 4


def assert_linear(work: Callable[[int], object], size: int) -> None:
    """`work` of a size, and of four times that; enlarged until the first can be measured."""
    while (seconds := _seconds(work, size)) < LEAST_SECONDS and size < LARGEST:
        size *= 2
    for _ in range(ROUNDS):
        # Once more where something else fell into it.
        ratio = _seconds(work, 4 * size) / max(seconds, LEAST_SECONDS)
        if ratio < MOST_TIMES:
            return
        seconds = max(seconds, _seconds(work, size))
    raise AssertionError(f"four times the input of size {size} takes {ratio:.0f} times as long")


def _seconds(work: Callable[[int], object], size: int) -> float:
    """Of this thread alone: neither what else the machine does, nor threads that earlier tests
    left, nor the garbage of a whole test run is counted."""
    gc.disable()
    try:
        start = time.thread_time()
        work(size)
        return time.thread_time() - start
    finally:
        gc.enable()
