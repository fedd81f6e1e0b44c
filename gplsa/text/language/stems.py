"""Word stems: Snowball's rules (Porter) through NLTK, each distinct word stemmed once."""

import threading
from collections.abc import Callable
from functools import cache, lru_cache

SNOWBALL = {
    "ar": "arabic",
    "da": "danish",
    "de": "german",
    "en": "english",
    "es": "spanish",
    "fi": "finnish",
    "fr": "french",
    "hu": "hungarian",
    "it": "italian",
    "nb": "norwegian",
    "nl": "dutch",
    "nn": "norwegian",
    "no": "norwegian",
    "pt": "portuguese",
    "ro": "romanian",
    "ru": "russian",
    "sv": "swedish",
}
_CACHED_WORDS = 200_000
_lock = threading.Lock()


@cache
def _snowball(language: str) -> Callable[[str], str]:
    # Here and not above: NLTK takes more than a second to import.
    from nltk.stem.snowball import SnowballStemmer

    return SnowballStemmer(SNOWBALL[language]).stem


@lru_cache(maxsize=_CACHED_WORDS)
def stem(word: str, language: str) -> str:
    """Stem of a lower-case word; the word itself where Snowball has no rules for the language."""
    if language not in SNOWBALL:
        return word
    # Some of NLTK's stemmers (Arabic) keep notes on the word in hand in the stemmer object.
    with _lock:
        return _snowball(language)(word) or word
