"""What an attack found, by the thousand: damaged input files, models and notes, kills, two writers.

    python -m tests.fuzz --seconds 600 --models 5000 --notes 1000 --kills 500 --writers 50 --seed 0

Each case is tried in a process under 3 GB, 20 seconds of a processor and 60 of the clock; that
process goes on to the next one unless the case ended it. What fails is kept in a folder that is
named at the end, and is the same again for the same seed and number:
`python -m tests.fuzz --seed 0 --only models:1234`. When a kill comes is drawn anew from the seed,
too, but what has been written by then is up to the machine.
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
from importlib import import_module
from pathlib import Path

from tests.conftest import REPOSITORY
from tests.fuzz.child import ENDS

KEPT = REPOSITORY / ".fuzz"
PHASES = {"cases": "input files", "models": "models", "notes": "notes", "kills": "kills",
          "writers": "two writers"}  # fmt: skip
"""Modules with the kinds of their cases, the files of each, and what comes of it."""


@dataclass
class Tally:
    """tried   cases by kind;  came   of them by kind and result;  failed   number -> what it did"""

    tried: Counter[str] = field(default_factory=Counter)
    came: Counter[tuple[str, str]] = field(default_factory=Counter)
    failed: dict[int, str] = field(default_factory=dict)


def fuzz(
    seed: int, seconds: float, processes: int, phase: str = "cases", last: int = sys.maxsize
) -> Tally:
    """Try cases for so long, or up to the last one, on so many processes side by side."""
    tally, cases = Tally(), import_module(f"tests.fuzz.{phase}")
    deadline = time.monotonic() + seconds
    lines: queue.Queue[tuple[int, str]] = queue.Queue()
    for share in range(processes):
        work = (phase, seed, share, processes, last, deadline, lines)
        threading.Thread(target=_feed, args=work, daemon=True).start()
    running = processes
    while running:
        number, result = lines.get()
        if number < 0:
            running -= 1
            continue
        kind = cases.KINDS[number % len(cases.KINDS)]
        tally.tried[kind] += 1
        if result in cases.RESULTS:
            tally.came[kind, result] += 1
        else:
            tally.failed[number] = result
            print(f"{phase}:{number} {kind}: {result}", file=sys.stderr, flush=True)
    return tally


def _feed(
    phase: str,
    seed: int,
    first: int,
    step: int,
    last: int,
    deadline: float,
    lines: "queue.Queue[tuple[int, str]]",
) -> None:
    """Keep one child at work: a new one where a case ended the last."""
    number, module = first, "tests.fuzz.child"
    while number < last and time.monotonic() < deadline:
        child = subprocess.Popen(
            [sys.executable, "-m", module, phase, *map(str, (seed, number, step, last))],
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
        if status and time.monotonic() < deadline:
            lines.put((number, ENDS.get(status, f"death {status}")))
            number += step
    lines.put((-1, ""))


def keep(phase: str, seed: int, tally: Tally) -> None:
    """The files of the cases that failed, on the disk."""
    cases = import_module(f"tests.fuzz.{phase}")
    for number in tally.failed:
        folder = KEPT / f"{phase}-{seed}-{number}"
        folder.mkdir(parents=True, exist_ok=True)
        for name, data in cases.files_of(seed, number).items():
            (folder / name).write_bytes(data)


def show(phase: str, tally: Tally) -> None:
    """The table of one phase."""
    cases = import_module(f"tests.fuzz.{phase}")
    heads = ["tried", *cases.RESULTS, "failed"]
    print(f"\n{PHASES[phase]:16}" + "".join(f"{head:>10}" for head in heads))
    for kind in cases.KINDS:
        failed = sum(cases.KINDS[n % len(cases.KINDS)] == kind for n in tally.failed)
        counts = [tally.tried[kind], *(tally.came[kind, r] for r in cases.RESULTS), failed]
        print(f"{kind:16}" + "".join(f"{count:10,}" for count in counts))
    for number, what in sorted(tally.failed.items()):
        print(f"  {phase}:{number} {cases.KINDS[number % len(cases.KINDS)]}: {what}")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz")
    parser.add_argument("--seconds", type=float, default=60, help="of input files")
    parser.add_argument("--cases", type=int, help="of input files, however long that takes")
    for phase in [*PHASES][1:]:
        parser.add_argument(f"--{phase}", type=int, default=0, help="cases")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--only", help="PHASE:NUMBER, tried here, with its traceback")
    options = parser.parse_args()
    if options.only is not None:
        phase, _, number = options.only.rpartition(":")
        cases = import_module(f"tests.fuzz.{phase or 'cases'}")
        print(cases.outcome(cases.files_of(options.seed, int(number))))
        return 0
    tallies = {}
    for phase in PHASES:
        last = getattr(options, phase)
        by_time = phase == "cases" and last is None
        seconds = options.seconds if by_time else 10**9
        last = sys.maxsize if by_time else last
        if last and seconds:
            found = fuzz(options.seed, seconds, options.processes, phase, last)
            show(phase, found)
            tallies[phase] = found
            keep(phase, options.seed, found)
    print(f"\nseed {options.seed}")
    for phase, found in tallies.items():
        total = sum(found.tried.values())
        print(f"{PHASES[phase]:16} {total:,} cases, {len(found.failed)} failed")
    failed = any(found.failed for found in tallies.values())
    if failed:
        print(f"kept in {Path(KEPT).relative_to(REPOSITORY)}/")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
