"""Word stems: Snowball's rules (Porter) through NLTK, each distinct word stemmed once; and
words of one family that stems keep apart: *government* and *governmental*."""

import threading
from collections.abc import Callable
from functools import cache, lru_cache

from gplsa.text.languages import language_name

SNOWBALL = frozenset("ar da de en es fi fr hu it nb nl nn no pt ro ru sv".split())
"""Languages it has rules for; the two kinds of Norwegian have one set."""
_CACHED_WORDS = 200_000
_LEAST_ROOT = 5
_LEAST_ROOT_OF_SHORT = 6  # below it "polic-e" and "polic-y" would be one family

# What two stems of one family may differ by behind their common root.
_ENDINGS = {
    "en": {"", "ment", "mental", "ship", "n", "an", "ian", "al", "ial", "eri", "abl"},
    "de": {"", "isch", "sch", "lich", "ung", "ion"},
}
_SHORT_ENDINGS = {"en": {"", "i", "c", "ic", "t", "ci", "tic", "os"}, "de": {"", "i", "isch"}}
_lock = threading.Lock()


@cache
def _snowball(language: str) -> Callable[[str], str]:
    # Here and not above: NLTK takes more than a second to import.
    from nltk.stem.snowball import SnowballStemmer

    name = language_name("no" if language in ("nb", "nn") else language)
    return SnowballStemmer(name.lower()).stem


@lru_cache(maxsize=_CACHED_WORDS)
def stem(word: str, language: str) -> str:
    """Stem of a lower-case word; the word itself where Snowball has no rules for the language."""
    if language not in SNOWBALL:
        return word
    # Some of NLTK's stemmers (Arabic) keep notes on the word in hand in the stemmer object.
    with _lock:
        return _snowball(language)(word) or word


def same_family(first: str, second: str, language: str) -> bool:
    """Whether two terms are forms of one word for a reader, by their stems and common endings.

    False for phrases and for languages without a list of endings.
    """
    if language not in _ENDINGS or " " in first + second:
        return False
    stems = [stem(term, language) for term in (first, second)]
    if stems[0] == stems[1]:
        return True
    pairs = zip(*stems, strict=False)
    root = next((n for n, (a, b) in enumerate(pairs) if a != b), min(map(len, stems)))
    rests = {word[root:] for word in stems}
    if root >= _LEAST_ROOT_OF_SHORT and rests <= _SHORT_ENDINGS[language]:
        return True
    return root >= _LEAST_ROOT and rests <= _ENDINGS[language]
