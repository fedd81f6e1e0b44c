"""A process that reads cases, one after the other, until one of them ends it.

python -m tests.fuzz.child SEED FIRST STEP
"""

import signal
import sys
import traceback

import gplsa.gist  # noqa: F401  compiled before the clock of a case runs
from tests.fuzz.cases import files_of, kind_of, outcome

MOST_BYTES = 3 * 2**30
MOST_SECONDS = 20


def main() -> None:
    import resource

    seed, first, step = map(int, sys.argv[1:])
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_DATA, (MOST_BYTES, MOST_BYTES))
    number = first
    while True:
        files = files_of(seed, number)
        print(f"{number} {kind_of(number)}", end=" ", flush=True)
        signal.setitimer(signal.ITIMER_PROF, MOST_SECONDS)  # which ends the process
        try:
            result = outcome(files)
        except MemoryError:
            result = "memory"
        except Exception as error:
            result = f"error {type(error).__name__}"
            traceback.print_exc()
        signal.setitimer(signal.ITIMER_PROF, 0)
        print(result, flush=True)
        number += step


if __name__ == "__main__":
    main()
