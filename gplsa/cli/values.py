"""What the command line takes as a number or a text.

Python's own int() and float() take 1_0, digits of any script, nan and inf, too.
"""

import argparse
import math
from collections.abc import Iterable
from importlib.util import find_spec

from gplsa.errors import InputError
from gplsa.message import MEBIBYTE, listed

_LONGEST_NUMBER = 15  # digits of a whole number: none of the options needs as many
_SHOWN = 40


def whole(text: str) -> int:
    number = _read(text, int) if len(text) <= _LONGEST_NUMBER else None
    if number is None:
        raise argparse.ArgumentTypeError(f"must be a whole number, not {_shown(text)}")
    return int(number)


def natural(text: str) -> int:
    return _at_least(0, whole(text))


def count(text: str) -> int:
    return _at_least(1, whole(text))


def number(text: str) -> float:
    found = _read(text, float)
    if found is None or not math.isfinite(found):
        raise argparse.ArgumentTypeError(f"must be a number, not {_shown(text)}")
    return found


def megabytes(text: str) -> float:
    """In bytes."""
    return number(text) * MEBIBYTE


def share(text: str) -> float:
    found = number(text)
    if not 0.0 <= found <= 1.0:
        raise argparse.ArgumentTypeError("must lie between 0 and 1")
    return found


def filled(text: str) -> str:
    """Whatever is asked for by name, by path or in words."""
    if not text.strip():
        raise argparse.ArgumentTypeError("must not be empty")
    return text


def printed(text: str) -> str:
    """A name that goes into a file of text."""
    if not filled(text).isprintable():
        raise argparse.ArgumentTypeError("must hold no control characters")
    return text


def check_installed(what: str, needed: Iterable[str], extra: str) -> None:
    """Raises InputError naming the packages that are missing, and how to install them."""
    missing = [name for name in needed if find_spec(name) is None]
    if missing:
        raise InputError(
            "{what} needs {join}, which come with: pip install 'gplsa[{extra}]'",
            what=what,
            join=listed(missing, " and "),
            extra=extra,
        )


def _read(text: str, kind: type[int] | type[float]) -> float | None:
    if not text.isascii() or "_" in text:
        return None
    try:
        return kind(text)
    except ValueError:
        return None


def _at_least(least: int, number: int) -> int:
    if number < least:
        raise argparse.ArgumentTypeError(f"must be at least {least}")
    return number


def _shown(text: str) -> str:
    return f"“{text}”" if len(text) <= _SHOWN else f"“{text[:_SHOWN]}…”"
