"""What a worker process may take, and how a process keeps itself to it."""

import os
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

with suppress(ImportError):  # on Windows
    import resource


@dataclass(frozen=True)
class Limits:
    """memory   bytes on top of what the process has at its start; also the most that it may answer
    seconds  of a processor, not of a clock
    """

    memory: int
    seconds: int


def memory_given() -> int:
    """Bytes that a JupyterHub lets this person's server take (MEM_LIMIT), or that there are."""
    given = os.environ.get("MEM_LIMIT", "")
    most = int(given) if given.isdecimal() and int(given) else sys.maxsize
    with suppress(ValueError, OSError, AttributeError):
        return min(most, os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    return most


def memory_at_hand() -> int:
    """Bytes that one worker may take at most on this computer, whatever it reads."""
    return memory_given() // 2


def keep_to(limits: Limits) -> None:
    """Let the system refuse this process more memory and end it when its time is over.

    Where the system has no such limits, as on Windows, there are none; macOS has that of time only.
    """
    if os.name != "posix":
        return
    # A crash is expected here: it should leave nothing on the disk.
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    used = resource.getrusage(resource.RUSAGE_SELF)
    _set(resource.RLIMIT_CPU, int(used.ru_utime + used.ru_stime) + limits.seconds + 1)
    held = _data_bytes()
    if held is not None:
        _set(resource.RLIMIT_DATA, held + limits.memory)


def set_free() -> None:
    """Take the limit of memory away again, to tell what happened."""
    with suppress(NameError, ValueError, OSError):
        _set(resource.RLIMIT_DATA, resource.RLIM_INFINITY)


def _set(kind: int, value: int) -> None:
    hard = resource.getrlimit(kind)[1]
    if hard != resource.RLIM_INFINITY and (value == resource.RLIM_INFINITY or value > hard):
        value = hard
    resource.setrlimit(kind, (value, hard))


def _data_bytes() -> int | None:
    """What counts towards RLIMIT_DATA; None where the system does not tell (Linux does)."""
    try:
        status = Path("/proc/self/status").read_text("ascii")
    except OSError:
        return None
    [line] = [line for line in status.splitlines() if line.startswith("VmData:")]
    return 1024 * int(line.split()[1])
