"""Words that mostly stand beside one other word, and are shown with it."""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence, Set

FEWEST_PLACES, FEWEST_TEXTS, PHRASE_SHARE = 5, 3, 0.6
LONGEST = 40
_WORD_BEFORE = re.compile(r"(?<![^\W\d_])([^\W\d_]{2,}+)[ \n]$")
_WORD_AFTER = re.compile(r"[ \n]([^\W\d_]{2,})")


def phrase_of(form: str, texts: Sequence[str], left_out: Set[str]) -> str:
    """`form` with the word it mostly stands beside in `texts`, or alone where there is none.

    In six of ten places that word must stand right before or right after, without a sign between,
    in three texts and the form in five places at least: one text's *agonistic democracy* names no
    topic.  left_out  words, in small letters, that make no phrase
    """
    word = re.compile(rf"\b{re.escape(form)}\b")
    n, found = 0, Counter[tuple[str, str]]()
    texts_with: dict[tuple[str, str], set[int]] = defaultdict(set)
    for number, text in enumerate(texts):
        for place in word.finditer(text):
            n += 1
            start, end = place.span()
            beside = []
            if before := _WORD_BEFORE.search(text[max(start - LONGEST, 0) : start]):
                beside.append((before[1], f"{before[1]} {form}"))
            if after := _WORD_AFTER.match(text[end : end + LONGEST]):
                beside.append((after[1], f"{form} {after[1]}"))
            found.update(beside)
            for pair in beside:
                texts_with[pair].add(number)
    if n < FEWEST_PLACES:
        return form
    likely = [
        (often, phrase)
        for (other, phrase), often in found.items()
        if often >= PHRASE_SHARE * n
        and len(texts_with[other, phrase]) >= FEWEST_TEXTS
        and other.casefold() not in left_out
    ]
    return _in_base_form(max(likely)[1], texts) if likely else form


def _in_base_form(phrase: str, texts: Sequence[str]) -> str:
    """*Vereinigte Königreich* for *Vereinigten Königreich*, where the texts have it so."""
    first, _, noun = phrase.partition(" ")
    base = f"{first[:-1]} {noun}"
    german = first.endswith(("en", "em")) and noun[:1].isupper()
    return base if german and any(base in text for text in texts) else phrase
