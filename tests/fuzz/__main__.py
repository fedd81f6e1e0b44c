"""Damaged and hostile files of every kind by the thousand.

    python -m tests.fuzz --seconds 600 --seed 0

Each case is read in a process under 3 GB and 20 seconds of a processor; that process goes on to the
next one unless the case ended it. What fails is kept in a folder that is named at the end, and is
the same again for the same seed and number: `python -m tests.fuzz --seed 0 --only 1234`.
"""

import argparse
import os
import queue
import subprocess
import sys
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from tests.conftest import REPOSITORY
from tests.fuzz.cases import READ, REFUSED, files_of, outcome
from tests.fuzz.samples import KINDS

KEPT = REPOSITORY / ".fuzz"


@dataclass
class Tally:
    """tried, read, refused   cases by kind;  failed   number of a case -> what it did"""

    tried: Counter[str] = field(default_factory=Counter)
    read: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    failed: dict[int, str] = field(default_factory=dict)


def fuzz(seed: int, seconds: float, processes: int) -> Tally:
    """Read cases for so long, on so many processes side by side."""
    tally = Tally()
    deadline = time.monotonic() + seconds
    lines: queue.Queue[tuple[int, str]] = queue.Queue()
    for share in range(processes):
        work = (seed, share, processes, deadline, lines)
        threading.Thread(target=_feed, args=work, daemon=True).start()
    running = processes
    while running:
        number, result = lines.get()
        if number < 0:
            running -= 1
            continue
        kind = KINDS[number % len(KINDS)]
        tally.tried[kind] += 1
        if result == READ:
            tally.read[kind] += 1
        elif result == REFUSED:
            tally.refused[kind] += 1
        else:
            tally.failed[number] = result
    return tally


def _feed(
    seed: int, first: int, step: int, deadline: float, lines: "queue.Queue[tuple[int, str]]"
) -> None:
    """Keep one child at work: a new one where a case ended the last."""
    number = first
    while time.monotonic() < deadline:
        child = subprocess.Popen(
            [sys.executable, "-m", "tests.fuzz.child", str(seed), str(number), str(step)],
            cwd=REPOSITORY,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=os.environ | {"OPENBLAS_NUM_THREADS": "1"},
        )
        assert child.stdout is not None
        clock = threading.Timer(max(deadline - time.monotonic(), 0), child.kill)
        clock.start()
        for line in child.stdout:
            if len(parts := line.split(maxsplit=2)) == 3:
                number = int(parts[0]) + step
                lines.put((int(parts[0]), parts[2].strip()))
        status = child.wait()
        clock.cancel()
        child.stdout.close()
        if time.monotonic() < deadline:
            lines.put((number, f"death {status}"))
            number += step
    lines.put((-1, ""))


def keep(seed: int, tally: Tally) -> None:
    """The files of the cases that failed, on the disk."""
    for number in tally.failed:
        folder = KEPT / f"{seed}-{number}"
        folder.mkdir(parents=True, exist_ok=True)
        for name, data in files_of(seed, number).items():
            (folder / name).write_bytes(data)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--only", type=int, help="read this case here, with its traceback")
    options = parser.parse_args()
    if options.only is not None:
        print(outcome(files_of(options.seed, options.only)))
        return 0
    tally = fuzz(options.seed, options.seconds, options.processes)
    print(f"{'kind':8} {'tried':>6} {'read':>6} {'refused':>8} {'failed':>7}")
    for kind in KINDS:
        failed = sum(KINDS[number % len(KINDS)] == kind for number in tally.failed)
        counts = tally.tried[kind], tally.read[kind], tally.refused[kind], failed
        print("{:8} {:6} {:6} {:8} {:7}".format(kind, *counts))
    total = sum(tally.tried.values())
    print(f"seed {options.seed}: {total:,} cases, {len(tally.failed)} failed")
    for number, what in sorted(tally.failed.items()):
        print(f"  {number} {KINDS[number % len(KINDS)]}: {what}")
    if tally.failed:
        keep(options.seed, tally)
        print(f"kept in {Path(KEPT).relative_to(REPOSITORY)}/")
    return 1 if tally.failed else 0


if __name__ == "__main__":
    sys.exit(main())
