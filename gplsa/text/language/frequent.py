"""Function words of a language that has no list, found in the texts themselves.

They are short, stand everywhere, and hardly ever before a comma, a full stop or the end of a line,
where articles, prepositions and conjunctions have no place.
"""

import re
from collections import Counter
from collections.abc import Sequence

_SHARE = 0.002
_LONGEST = 4
_MOST_ENDS = 0.05
ENOUGH_LETTERS = 2_000_000
"""Texts behind so many letters are not looked at."""
_FEWEST_WORDS = 1_000

_WORD_AND_NEXT = re.compile(r"([^\W\d_]+)\s?(?=(.?))")


def frequent_words(texts: Sequence[str]) -> frozenset[str]:
    """In small letters: at least 0.2 % of all words, at most 4 letters, at most one use in twenty
    before a mark or the end of a line; none in texts of less than 1,000 words."""
    used: Counter[str] = Counter()
    ending: Counter[str] = Counter()
    letters = 0
    for text in texts:
        letters += len(text)
        for line in text.lower().splitlines():
            for word, following in _WORD_AND_NEXT.findall(line):
                used[word] += 1
                ending[word] += not (following.isalnum() or following in ("'", "’"))
        if letters > ENOUGH_LETTERS:
            break
    total = used.total()
    if total < _FEWEST_WORDS:
        return frozenset()
    return frozenset(
        word
        for word, uses in used.items()
        if len(word) <= _LONGEST and uses >= _SHARE * total and ending[word] <= _MOST_ENDS * uses
    )
