"""Where the words of a text are.

A text is cut in two steps, so that the rules of a language cost nothing per occurrence: one regular
expression for all languages finds *runs* (letters, digits and marks, joined by apostrophes and
hyphens); each distinct run is cut once into words, which hold letters only.
"""

import re
from collections.abc import Iterator

from gplsa.text.language.alphabet import MARKS, NO_SPACES, NUMERALS

_APOSTROPHES = "'\u2019"
_HYPHENS = "-\u2010\u2011"  # "-" first: within a character class it is a range elsewhere
_RUN = rf"\w+(?:[{MARKS}]+\w*|[{_HYPHENS}{_APOSTROPHES}]\w+)*"

find_runs = re.compile(_RUN)
# The same with ends of phrases: punctuation and line ends, each a run of its own.
find_runs_and_ends = re.compile(_RUN + r"|[.,!?;:()…\n\u3002]+")

_WORD = re.compile(rf"(?:[^\W\d_{NUMERALS}][{MARKS}]*)+")
WITHOUT_SPACES = re.compile(f"[{NO_SPACES}]+")
_CHARACTER = re.compile(f".[{MARKS}]*")  # Thai ที่ is one, with two marks

# Single letters that belong to the word after them: E-Mail, U-Bahn, T-shirt, X-ray.
_LETTER_COMPOUNDS = frozenset(["de", "en", "nl", "da", "sv", "no", "nb", "nn"])
_LOOKED_BACK = 9  # letters, more than any word below has
_APOSTROPHE_IS_A_LETTER = frozenset(["uk", "be"])
_WHOLE_IN_FRENCH = {("aujourd", "hui"), ("quelqu", "un"), ("quelqu", "une"), ("prud", "homme")}


def words_of_run(run: str, language: str, letters_only: bool) -> list[tuple[int, int]]:
    """Start and end of every word in a run: "L'œuvre-clé" (fr) holds "L", "œuvre" and "clé"."""
    if run.isalpha():
        return [(0, len(run))]
    spans = [found.span() for found in _WORD.finditer(run)]
    if letters_only or len(spans) == 1:
        return spans
    words = spans[:1]
    for start, end in spans[1:]:
        last_start, last_end = words[-1]
        # Only the end of what may be a chain of many words: all of it each time takes n² steps.
        left = run[max(last_start, last_end - _LOOKED_BACK) : last_end].lower()
        right = run[start:end].lower()
        if start == last_end + 1 and _belong_together(left, run[last_end], right, language):
            words[-1] = (last_start, end)
        else:
            words.append((start, end))
    return words


def _belong_together(left: str, between: str, right: str, language: str) -> bool:
    if between in _HYPHENS:
        return language in _LETTER_COMPOUNDS and len(left) == 1 and len(right) > 1
    if between not in _APOSTROPHES:
        return False
    return (
        (language == "en" and right == "t" and left.endswith("n"))
        or (language == "fr" and (left, right) in _WHOLE_IN_FRENCH)
        or language in _APOSTROPHE_IS_A_LETTER
    )


def stretches_without_spaces(word: str) -> list[tuple[int, int, bool]]:
    """Start, end and whether it is of a script written without spaces, for each part of a word."""
    if word.isascii() or not WITHOUT_SPACES.search(word):
        return [(0, len(word), False)]
    cuts: list[tuple[int, int, bool]] = []
    last = 0
    for found in WITHOUT_SPACES.finditer(word):
        if found.start() > last:
            cuts.append((last, found.start(), False))
        cuts.append((*found.span(), True))
        last = found.end()
    return [*cuts, (last, len(word), False)] if last < len(word) else cuts


def character_pairs(run: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Overlapping pairs of characters with their marks: what is counted in place of words."""
    first = [*(found.start() for found in _CHARACTER.finditer(run, start, end)), end]
    if len(first) == 2:
        yield start, end
    yield from zip(first, first[2:], strict=False)
