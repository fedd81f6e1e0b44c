"""How long work tells how far it is, and how it is stopped: one callback for both."""

from collections.abc import Callable

Progress = Callable[[float, str], None]
"""Called with the fraction done (0..1) and the phase in words; raising from it stops the work."""


def report(progress: Progress | None, fraction: float, phase: str) -> None:
    """Call `progress` where there is one."""
    if progress is not None:
        progress(min(max(fraction, 0.0), 1.0), phase)


def scaled(progress: Progress | None, start: float, stop: float) -> Progress | None:
    """A callback for a part of the work, which fills `start`..`stop` of the whole."""
    if progress is None:
        return None

    def part(fraction: float, phase: str) -> None:
        progress(start + (stop - start) * min(max(fraction, 0.0), 1.0), phase)

    return part
