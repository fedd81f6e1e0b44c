"""What the command line prints: JSON, words of a corpus, progress."""

import json
import sys
from collections.abc import Iterable
from typing import IO, Any

from gplsa.progress import Progress


def print_json(content: Any) -> None:
    print(json.dumps(content, ensure_ascii=False, allow_nan=False))


def write_json_with_list(
    file: IO[str], head: dict[str, Any], documents: Iterable[dict[str, Any]], refused: list[str]
) -> None:
    """One object, its list of documents written as they come; `refused` is complete after them."""
    file.write(json.dumps(head, ensure_ascii=False)[:-1] + ', "documents": [')
    for place, fact in enumerate(documents):
        file.write((", " if place else "") + json.dumps(fact, ensure_ascii=False, allow_nan=False))
    file.write('], "refused": ' + json.dumps(refused, ensure_ascii=False) + "}\n")


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
