"""A process that tries cases, one after the other, until one of them ends it.

python -m tests.fuzz.child MODULE SEED FIRST STEP LAST
"""

import signal
import sys
import traceback
from importlib import import_module

import gplsa.keywords  # noqa: F401  before the clock of a case runs
from tests.patience import SLOWNESS

MOST_BYTES = 3 * 2**30
MOST_SECONDS = 20
LONGEST = int(60 * SLOWNESS)  # seconds by the clock: a case may wait for what never comes
ENDS = {-signal.SIGPROF: f"{MOST_SECONDS} s of a processor", -signal.SIGALRM: "hangs"}
CASES = 500  # of one process, so that what it gathers does not count against the last ones


def main() -> None:
    import resource

    seed, first, step, last = map(int, sys.argv[2:])
    cases = import_module(f"tests.fuzz.{sys.argv[1]}")
    lines, sys.stdout = sys.stdout, sys.stderr  # what else is printed is no result
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_DATA, (MOST_BYTES, MOST_BYTES))
    getattr(cases, "ready", lambda: None)()
    for number in range(first, min(last, first + CASES * step), step):
        files = cases.files_of(seed, number)
        print(f"{number} {cases.KINDS[number % len(cases.KINDS)]}", end=" ", file=lines, flush=True)
        signal.setitimer(signal.ITIMER_PROF, MOST_SECONDS)  # which ends the process
        signal.alarm(getattr(cases, "LONGEST", LONGEST))  # likewise
        try:
            result = cases.outcome(files)
        except MemoryError:
            result = "memory"
        except Exception as error:
            result = f"error {type(error).__name__}: {' '.join(str(error).split())[:200]}"
            traceback.print_exc()
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.alarm(0)
        print(result, file=lines, flush=True)


if __name__ == "__main__":
    main()
