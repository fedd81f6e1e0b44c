"""Lines that stand in every tenth document: headings of forms, signatures, notes of a copyright."""

import re
from collections import Counter
from collections.abc import Collection, Sequence

SHARE = 0.1
FEWEST_DOCUMENTS = 5
_FEWEST_WORDS = 3
_MANY_LETTERS = 20
_SAMPLED = 3_000
_DIGITS = re.compile(r"\d+")


def repeated_lines(texts: Sequence[str]) -> dict[str, int]:
    """The lines of a side that stand in a tenth of its documents and in five at least.

    By `line_key`, with the number of documents. Texts of one line count as documents and have no
    lines to repeat: a whole text that stands twice is a copy.
    """
    filled = [text for text in texts if text]
    least = max(SHARE * len(filled), FEWEST_DOCUMENTS)
    step = max(len(filled) // _SAMPLED, 1)
    sample = filled[::step]
    # What a tenth of all have, a twentieth of a large sample has: the others need no counting.
    first = _documents_with(sample)
    found = first
    if step > 1:
        possible = {key for key, number in first.items() if 2 * number >= SHARE * len(sample)}
        found = _documents_with(filled, possible) if possible else Counter()
    return {key: n for key, n in found.items() if n >= least and _says_enough(key)}


def without_lines(text: str, repeated: Collection[str]) -> str:
    """Those lines of a text empty that repeat; the others keep their places."""
    lines = text.split("\n")
    if len(lines) < 2:
        return text
    return "\n".join("" if line_key(line) in repeated else line for line in lines)


def line_key(line: str) -> str:
    """A line as it is compared: without case and, where it begins or ends with one, its numbers."""
    key = line.strip().casefold()
    return _DIGITS.sub("0", key) if key[:1].isdigit() or key[-1:].isdigit() else key


def _says_enough(key: str) -> bool:
    """No form of address, no “Yes.”: three words at least, or a long one."""
    words = [word for word in key.split() if any(map(str.isalpha, word))]
    return len(words) >= _FEWEST_WORDS or sum(map(len, words)) >= _MANY_LETTERS


def _documents_with(texts: Sequence[str], wanted: set[str] | None = None) -> Counter[str]:
    found: Counter[str] = Counter()
    for text in texts:
        if "\n" not in text:
            continue
        keys = {line_key(line) for line in text.split("\n")}
        keys.discard("")
        if len(keys) > 1:
            found.update(keys if wanted is None else keys & wanted)
    return found
