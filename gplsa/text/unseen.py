"""Names and numbers of a document that no topic can know, listed apart from its keywords."""

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from math import inf
from statistics import median
from typing import NamedTuple

from gplsa.core.items import Span
from gplsa.text.language.lemmas import base_form, is_declined_noun, is_word
from gplsa.text.language.word_lists import word_lists
from gplsa.text.vocabulary import Vocabulary

_NUMBER = re.compile(r"(?<![^\W_])(?:\d{1,3}(?:[ \u00a0]\d{3})+|\d+(?:[.,:/’'-]\d+)*)(?![^\W_])")
_SENTENCE_ENDS = '.!?:;…"“”„«»(['
_JOINED_NAME = re.compile(r"[ \-‐‑]|[^\S\n]?\n[^\S\n]?")
# A line that ends with a word, and how the next one begins.
_BROKEN_LINE = re.compile(r"^[^\n]*\w(?=[^\S\n]*\n[^\S\n]*([^\W\d_]))", re.MULTILINE)
_SHORTEST_FULL, _FULL = 30, 0.75
_OF_A_HOUSE = re.compile(r"\s(?:von|zu|van|de|du|di|da|del|della|ten|ter)(?:\s(?:der|den|la))?\s")
# Endings of German common nouns, which have capitals as names do.
_GERMAN_NOUN = re.compile(
    "(?:ung|heit|keit|schaft|tion|tät|ism(?:us|en)|nis|tum|chen|lein|ling|erei|ment|enz|anz|logie|graphie)"
    "(?:e|en|es|s|er|ern|se|sen)?$"
)
# … and which names have more rarely: only where nothing else speaks for a name.
_COMMON_ENDING = re.compile("(?:e|en|er|ern|es|em|eln|ie|ik|um|us|or|eur|at|al|el|ur|ell)$")
# … and which forms of words that no dictionary has: plurals, and adjectives as nouns.
_INFLECTED = re.compile("(?:(?<!i)en|ern|(?:sch|ell)e[mnrs]?)$")
_HANGING = re.compile(r"[-‐‑](?!\w)")  # *Hilfs- und …*
_LONGEST_NAME = 16
_LEAST_KNOWN = 5
_SHORTEST_REST = 3
_LOOKED_BACK = 60  # characters
_LISTED = 5  # names of several words, from which on a text lists contributors


class Unseen(NamedTuple):
    """names and numbers as they stand in the text, with how often, most frequent first; of equals
    the name comes first that does so in the text.  A person is counted by the last part of the
    name, too: *Cristiano Ronaldo, … Ronaldo*.

    mentioned  terms of `alike` that stand there as parts of longer names alone, each of these once,
               or once among the names of many people
    """

    names: list[tuple[str, int]]
    numbers: list[tuple[str, int]]
    mentioned: frozenset[int] = frozenset()


def unseen(
    vocabulary: Vocabulary,
    text: str,
    parts: Collection[int] = frozenset(),
    alike: Collection[int] = frozenset(),
) -> Unseen:
    """Capitalised words that training never saw, neighbours taken together ("Sri Lanka"), and the
    numbers of three characters or more (1848, 12.5): of those in every text, like 11 or 25, or
    that only count on, like 0003, nobody learns what it is about.

    parts  terms that are parts of names of people; the name behind one stands with it, even where
           training saw it: *Jens Becker*
    alike  terms that are names by their letters; one beside an unknown name stands with it

    A word counts as a name when it has its capital within a sentence at least once, or, in German
    or beside another, when no dictionary of the language has it. In German, where every noun has a
    capital, no name is a word with the ending of a common noun, a very long one, one that begins or
    ends with a word of the vocabulary (*Weltwasserforum*), one that a dictionary declines as it
    does no name (*Umsatz, Umsätze*), unless it stands behind a name, or one that never stands
    without an article. Of those that a dictionary has and that are not in capitals throughout, more
    than one word or right behind another noun (*Kommissar Liikanen*), many endings of nouns more
    are left out: a guess, to be shown as such.
    """
    names: Counter[str] = Counter()
    terms_of: dict[str, list[int]] = {}
    within: set[str] = set()
    language = vocabulary.options.language
    spans = list(vocabulary.spans(text))
    found, uses = _unknown_names(vocabulary, text, spans, parts, alike)
    for start, end, terms in found:
        name = " ".join(text[start:end].split())
        names[name] += 1
        terms_of[name] = terms
        before = text[max(start - _LOOKED_BACK, 0) : start].split()[-1:]
        if _is_name(name, before[0] if before else "", language):
            within.add(name)
    words = Counter(text[span.start : span.end] for span in spans)
    known = {
        word
        for word, term in {(text[span.start : span.end], span.term) for span in spans}
        if term >= 0 and (term not in parts or is_word(word, language))
    }
    kept = _counted(names, within, words, known, language)
    longer = Counter(term for terms in terms_of.values() if len(terms) > 1 for term in terms)
    several = sum(" " in name for name in kept) >= _LISTED
    mentioned = frozenset(
        term for term, often in uses.items() if longer[term] == often or (several and often == 1)
    )
    return Unseen(kept.most_common(), most_frequent_first(_numbers(text)), mentioned)


def _counted(
    names: Counter[str],
    within: Collection[str],
    words: Counter[str],
    known: Collection[str],
    language: str,
) -> Counter[str]:
    """Those `within` sentences in their order, parts of longer ones with these, and German
    genitives with what they are of; no name that the vocabulary has without its genitive.

    words  how often the text has each;  known  those that are terms
    """
    base = {f"{word}s": word for word in words} if language == "de" else {}
    mentions: Counter[str] = Counter()
    for word, often in words.items():
        mentions[base.get(word, word)] += often
    longer = [name for name in names if name in within and " " in name]
    inside = Counter(part for name in longer for part in name.split() * names[name])
    alone = base.keys() | {word for word, often in words.items() if often > inside[word]}
    cores = {name: _core(name, longer, alone) for name in longer}
    parts = {part for core in cores.values() for part in core.split()}
    within = _without_genitives(within, names) if base else within
    kept: Counter[str] = Counter()
    for name in names:
        if name in within and base.get(name, name) not in parts:
            core = cores.get(name, name)
            last = core.split()[-1]
            core = core[:-1] if last in base else core
            if core not in known:
                kept[core] = max(kept[core], names[name], mentions[base.get(last, last)])
    return kept


def _core(name: str, longer: Sequence[str], alone: Collection[str]) -> str:
    """A person's name as the text has it elsewhere, *Eilidh Doyle* for *Sportrat Eilidh Doyle*, or
    without what stands before it and elsewhere alone: *Massachusetts Geoff Diehl*."""
    parts = name.split()
    same = [
        other for other in longer if other.split()[-1] == parts[-1] and {*other.split()} < {*parts}
    ]
    if same:
        return min(same, key=lambda other: len(other.split()))
    leads = len(parts) > 2 and parts[0] in alone and parts[1][0].isupper()
    return " ".join(parts[1:]) if leads else name


def _numbers(text: str) -> Counter[str]:
    return Counter(
        number[0]
        for number in _NUMBER.finditer(text)
        if len(number[0]) > 2 and not (number[0].isdecimal() and number[0][0] == "0")
    )


def _without_genitives(within: Collection[str], names: Counter[str]) -> set[str]:
    """*Nietzsche* for *Nietzsches*, where the text has both; counts these as that.

    A common noun with the ending -e that has this genitive has other forms, too.
    """
    kept = set(within)
    for name in [name for name in names if f"{name}s" in names]:
        if name in kept or f"{name}s" in kept or not is_declined_noun(name):
            names[name] += names.pop(f"{name}s")
            kept = (kept - {f"{name}s"}) | {name}
    return kept


def _is_name(name: str, before: str, language: str) -> bool:
    """Of unknown words with a capital, by the word before them, "" where they begin the text."""
    german, acronym = language == "de", name.isupper()
    counted = before[-1:].isdigit() or before.lower() in word_lists(language).before_no_name
    if german and not acronym and counted:
        return False
    several = " " in name
    if (german or several) and not any(is_word(word, language) for word in name.split()):
        return acronym or several or _INFLECTED.search(name) is None
    if not before or before[-1] in _SENTENCE_ENDS:
        return False
    certain = acronym or several or (before[0].isupper() and before[-1].isalpha())
    return not german or certain or _is_declined_as_names(name)


def _is_declined_as_names(name: str) -> bool:
    if is_declined_noun(name):
        return False
    ending = _COMMON_ENDING.search(name)
    if ending is None:
        return True
    # *Jones* is no genitive, unlike *Buches*.
    return ending[0] == "es" and base_form(name.lower(), "de", capital=True) == name


def _unknown_names(
    vocabulary: Vocabulary,
    text: str,
    spans: Sequence[Span],
    parts: Collection[int],
    alike: Collection[int],
) -> tuple[list[tuple[int, int, list[int]]], Counter[int]]:
    """Start, end and terms, −1 for none, of unknown capitalised words and of names, neighbours
    joined; and how often the text has each of `alike`."""
    found: list[tuple[int, int, list[int]]] = []
    uses: Counter[int] = Counter()
    led = named = -1
    german, full = vocabulary.options.language == "de", _full_line(text)
    for span in spans:
        word = text[span.start : span.end]
        part, called = span.term in parts, span.term in alike
        if called:
            uses[span.term] += 1
        behind = led >= 0 and _is_one_name(text, led, span.start, full)
        if not word[0].isupper() or (span.term >= 0 and not (part or called or behind)):
            continue
        certain = part or called or behind
        follows = bool(found) and _is_one_name(text, found[-1][1], span.start, full)
        before = text[found[-1][0] : found[-1][1]] if follows else ""
        if german and not certain and _is_common_noun(word, vocabulary, before):
            continue
        if _HANGING.match(text, span.end):
            continue
        led = span.end if part else -1
        of_a_house = named >= 0 and _is_one_name(text, named, span.start, full, _OF_A_HOUSE)
        named = span.end if part or called else -1
        if of_a_house or follows:
            start, _, terms = found[-1]
            found[-1] = (start, span.end, [*terms, span.term])
        else:
            found.append((span.start, span.end, [span.term]))
    # What the vocabulary has is no unknown name where nothing unknown stands beside it.
    kept = [one for one in found if any(z < 0 or z in parts or z not in alike for z in one[2])]
    return kept, uses


def _full_line(text: str) -> float:
    """Characters from which on a line is so full that a name goes on behind it: most of those that
    lines have after which a small letter goes on; no line is where none does."""
    broken = [len(line[0]) for line in _BROKEN_LINE.finditer(text) if line[1].islower()]
    return max(_SHORTEST_FULL, _FULL * median(broken)) if broken else inf


def _is_one_name(
    text: str, end: int, start: int, full: float, joined: re.Pattern[str] = _JOINED_NAME
) -> bool:
    """Whether a name that ends at `end` goes on with the word at `start`.

    full  as `_full_line`;  joined  what may stand in between
    """
    between = text[end:start]
    if joined.fullmatch(between) is None:
        return False
    return "\n" not in between or end - (text.rfind("\n", 0, end) + 1) >= full


def _is_genitive(name: str) -> bool:
    """*Nietzsches*, and not *Hans*."""
    return name.endswith("s") and base_form(name.lower(), "de", capital=True) != name


def _is_common_noun(word: str, vocabulary: Vocabulary, before: str) -> bool:
    """before  the name that it stands behind, as *Becker* may who bakes no bread, or "" """
    if word.isupper():
        return False
    if len(word) > _LONGEST_NAME or _GERMAN_NOUN.search(word) is not None:
        return True
    if (not before or _is_genitive(before)) and is_declined_noun(word):
        return True
    small = word.lower()
    ends = range(_LEAST_KNOWN, len(small) - _SHORTEST_REST + 1)
    return any(
        small[:end] in vocabulary.analyser.splitter.parts
        or vocabulary.analyser.base(small[-end:]) in vocabulary
        for end in ends
    )


def most_frequent_first(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    """(word, count); the alphabet decides among equals, whatever was counted beside them."""
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))
