"""Names and numbers of a document that no topic can know, listed apart from its keywords."""

import re
from collections import Counter
from typing import NamedTuple

from gplsa.corpus.words.vocabulary import Vocabulary

_NUMBER = re.compile(r"(?<![^\W_])(?:\d{1,3}(?:[ \u00a0]\d{3})+|\d+(?:[.,:/’'-]\d+)*)(?![^\W_])")
_BEFORE = re.compile(r"(\S+)\s*$")
_SENTENCE_ENDS = '.!?:;…"“”„«»(['
_JOINED_NAME = re.compile(r"[ \-‐‑]|\s?\n\s?")
# Endings of German common nouns, which have capitals as names do.
_GERMAN_NOUN = re.compile(
    "(?:ung|heit|keit|schaft|tion|tät|ismus|nis|tum|chen|lein|ling|erei|ment|enz|anz|logie|graphie)"
    "(?:e|en|es|s|er|ern|se|sen)?$"
)
_LONGEST_NAME = 16
_LOOKED_BACK = 60  # characters
_ENDINGS = ("", "e", "en", "em", "er", "es")
_GERMAN_ARTICLES = frozenset(
    [*"der die das den dem des zum zur im ins am ans vom beim fürs ums zwei drei mehr".split()]
    + [
        stem + ending
        for stem in "ein kein mein dein sein ihr unser eur dies jen jed welch all viel".split()
        for ending in _ENDINGS
    ]
)


class Unseen(NamedTuple):
    """names and numbers as they stand in the text, with how often, most frequent first."""

    names: list[tuple[str, int]]
    numbers: list[tuple[str, int]]


def unseen(vocabulary: Vocabulary, text: str) -> Unseen:
    """Capitalised words that training never saw, neighbours taken together ("Sri Lanka"), and the
    numbers of two digits or more, which are never terms.

    A word counts as a name when it has its capital within a sentence at least once. In German,
    where every noun has one, words with the ending of a common noun, very long ones and those
    that never stand without an article are left out: a guess, to be shown as such.
    """
    names: Counter[str] = Counter()
    within: set[str] = set()
    for start, end in _unknown_names(vocabulary, text):
        name = " ".join(text[start:end].split())
        names[name] += 1
        before = _BEFORE.search(text, max(start - _LOOKED_BACK, 0), start)
        if before is None or before[1][-1] in _SENTENCE_ENDS:
            continue
        german_noun = vocabulary.options.language == "de" and not name.isupper()
        if german_noun and before[1].lower() in _GERMAN_ARTICLES:
            continue
        within.add(name)
    numbers = Counter(found[0] for found in _NUMBER.finditer(text) if len(found[0]) > 1)
    kept = Counter({name: count for name, count in names.items() if name in within})
    return Unseen(_most_frequent_first(kept), _most_frequent_first(numbers))


def _unknown_names(vocabulary: Vocabulary, text: str) -> list[tuple[int, int]]:
    """Start and end of unknown capitalised words, neighbours joined."""
    found: list[tuple[int, int]] = []
    german = vocabulary.options.language == "de"
    for span in vocabulary.spans(text):
        word = text[span.start : span.end]
        if span.term >= 0 or not word[0].isupper() or (german and _is_common_noun(word)):
            continue
        if found and _JOINED_NAME.fullmatch(text[found[-1][1] : span.start]):
            found[-1] = (found[-1][0], span.end)
        else:
            found.append((span.start, span.end))
    return found


def _is_common_noun(word: str) -> bool:
    return len(word) > _LONGEST_NAME or _GERMAN_NOUN.search(word) is not None


def _most_frequent_first(counts: Counter[str]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))
