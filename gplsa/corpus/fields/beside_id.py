"""Fields that stand behind the id of their document, which says part of them already."""

import re
from itertools import dropwhile

LEAST_TOLD = 4  # letters of a word that is not said again: *4* may stand in an id by chance


def not_in_id(value: str, name: str) -> str:
    """A value without the numbers, dates or signatures at its beginning that an id has as well.

    >>> not_in_id("2000-02-03 chapter 4", "ep-2000-02-03_c04")
    'chapter 4'
    """
    held = _spaced(name)

    def told(word: str) -> bool:
        return len(word) >= LEAST_TOLD and bool(re.search(r"\d", word)) and _spaced(word) in held

    return "" if value == name else " ".join(dropwhile(told, value.split()))


def _spaced(text: str) -> str:
    """Its letters and digits, with a space around all that stand together."""
    return " ".join(["", *re.findall(r"[^\W_]+", text), ""])
