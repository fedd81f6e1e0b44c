"""What it costs a person that a file is read in a process of its own.

    python -m benchmarks.reading_start

A table of 60 pairs is read here and apart: by a process that has waited, as the app keeps one; by
the next, right after that one was taken; and by one that is only started then.
"""

import os
import statistics
import sys
import time
from collections.abc import Callable

from benchmarks._common import print_table
from gplsa import sandbox
from gplsa.reading import Upload, apart, read_corpus

ROUNDS = 10
READY_SECONDS = 5.0  # after which a process that was started has imported everything
PRELOADED = "gplsa.reading.preloaded"


def seconds_of(read: Callable[[], object]) -> float:
    start = time.perf_counter()
    read()
    return time.perf_counter() - start


def main() -> int:
    rows = "".join(
        f"{n};Der Hafen und das Schiff {n};The harbour and {n} ships\n" for n in range(60)
    )
    uploads = [Upload.from_bytes("letters.csv", f"id;de;en\n{rows}".encode())]
    found: dict[str, list[float]] = {"here": [], "waiting": [], "the next": [], "cold": []}
    read_corpus(uploads)  # what is loaded once
    for _ in range(ROUNDS):
        found["here"].append(seconds_of(lambda: read_corpus(uploads)))
        found["cold"].append(seconds_of(lambda: apart.read_corpus(uploads)))
    sandbox.warm(PRELOADED, keep=True)
    for _ in range(ROUNDS):
        time.sleep(READY_SECONDS)
        found["waiting"].append(seconds_of(lambda: apart.read_corpus(uploads)))
        found["the next"].append(seconds_of(lambda: apart.read_corpus(uploads)))
    sandbox.close()
    table = [[name, statistics.median(taken), max(taken)] for name, taken in found.items()]
    print_table("Seconds to read 60 pairs", ["process", "median", "longest"], table)
    cost = statistics.median(found["waiting"]) - statistics.median(found["here"])
    print(f"\nA process that has waited costs {cost:.2f} s")
    return 1 if cost > 0.3 else 0


if __name__ == "__main__":
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    sys.exit(main())
