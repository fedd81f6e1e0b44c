"""What the command line prints: JSON, words of a corpus, progress."""

import sys
from typing import Any

from gplsa.facts import json_of
from gplsa.progress import Progress


def print_json(content: Any) -> None:
    print(json_of(content))


def printable(text: str) -> str:
    """Text from a corpus without the control characters a terminal would obey."""
    return "".join(character if character.isprintable() else " " for character in text)


def progress_line() -> Progress | None:
    """One line on a terminal that is written over and over; nothing where errors go to a file."""
    if not sys.stderr.isatty():
        return None

    def show(fraction: float, phase: str) -> None:
        shown = f"{phase} {fraction:.0%}" if fraction < 1 else ""
        print(f"\r\033[K{shown}", end="", file=sys.stderr, flush=True)

    return show
