"""Names and numbers of a document that no topic can know, listed apart from its keywords."""

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from math import inf
from statistics import median
from typing import NamedTuple

from gplsa.core.items import Span
from gplsa.text.language.lemmas import base_form, has_lemmas, is_declined_noun, is_entry, is_word
from gplsa.text.language.word_lists import word_lists
from gplsa.text.proper_nouns import is_common_noun, is_name
from gplsa.text.vocabulary import Vocabulary

_NUMBER = re.compile(r"(?<![^\W_])(?:\d{1,3}(?:[ \u00a0]\d{3})+|\d+(?:[.,:/’'-]\d+)*)(?![^\W_])")
_JOINED_NAME = re.compile(r"[ \-‐‑]|[^\S\n]?\n[^\S\n]?")
# A line that ends with a word, and how the next one begins.
_BROKEN_LINE = re.compile(r"^[^\n]*\w(?=[^\S\n]*\n[^\S\n]*([^\W\d_]))", re.MULTILINE)
_SHORTEST_FULL, _FULL = 30, 0.75
_OF_A_HOUSE = re.compile(r"\s(?:von|zu|van|de|du|di|da|del|della|ten|ter)(?:\s(?:der|den|la))?\s")
_HANGING = re.compile(r"[-‐‑](?!\w)|[-‐‑][a-zäöüß]")  # *Hilfs- und …*, *Know-how*
# *Joseph Roths Roman*, *Hillary Clintons verlorene Wahl*
_GENITIVE = re.compile("(?<=[^sßxz])s (?:[a-zäöüß]+e[nrs]? ([A-ZÄÖÜ])|[A-ZÄÖÜ])")
_LOOKED_BACK = 60  # characters
_DEGREES = frozenset("dr prof ing dipl habil mag univ msc bsc phd".split())
_ROMAN = re.compile("[IVXLCDM]+")
_LONGEST_SUBJECT = 3  # words
_LISTED = 5  # names of several words, from which on a text lists contributors
_OFTEN, _MANY_NAMES = 2, 12  # how often a text has a name that it is about; twice that of so many
_SUBJECTS = 3


class Unseen(NamedTuple):
    """names and numbers as they stand in the text, with how often, most frequent first; of equals
    the name comes first that does so in the text.  A person is counted by the last part of the
    name, too: *Cristiano Ronaldo, … Ronaldo*.

    mentioned  terms of `alike` that stand there as parts of longer names alone, each of these once,
               or once among the names of many people
    subjects   names that the text is about, as it keeps coming back to them
    """

    names: list[tuple[str, int]]
    numbers: list[tuple[str, int]]
    mentioned: frozenset[int] = frozenset()
    subjects: tuple[str, ...] = ()


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
    or beside another, when no dictionary of the language has it. In German no name has the ending
    of a common noun, is very long, begins or ends with a word of the vocabulary
    (*Weltwasserforum*), is declined as no name (*Umsatz, Umsätze*), unless it stands behind a name,
    or never stands without an article. Of those that a dictionary has, several words or behind a
    noun (*Kommissar Liikanen*), many more endings are left out: a guess, to be shown as such.
    """
    language = vocabulary.options.language
    spans = list(vocabulary.spans(text))
    found, uses = _unknown_names(vocabulary, text, spans, parts, alike)
    names, within, behind = _as_they_stand(text, found, language)
    words = Counter(text[span.start : span.end] for span in spans)
    terms = {(text[span.start : span.end], span.term) for span in spans if span.term >= 0}
    known = {word for word, term in terms if term not in parts or is_word(word, language)}
    kept = _counted(names, within, words, known, language)
    different = {" ".join(text[start:end].split()): terms for start, end, terms in found}
    longer = Counter(term for terms in different.values() if len(terms) > 1 for term in terms)
    several = sum(" " in name for name in kept) >= _LISTED
    mentioned = frozenset(
        term for term, often in uses.items() if longer[term] == often or (several and often == 1)
    )
    least = 2 * _OFTEN if several or len(kept) >= _MANY_NAMES else _OFTEN
    subjects = _subjects(kept, names, behind, least, language)
    return Unseen(kept.most_common(), most_frequent_first(_numbers(text)), mentioned, subjects)


def _as_they_stand(
    text: str, found: Sequence[tuple[int, int, list[int]]], language: str
) -> tuple[Counter[str], set[str], Counter[str]]:
    """How often each stands there; which are names; how often behind an article or title."""
    names: Counter[str] = Counter()
    within: set[str] = set()
    behind: Counter[str] = Counter()
    lists = word_lists(language)
    for start, end, _ in found:
        name = " ".join(text[start:end].split())
        owner = _GENITIVE.match(text, end - 1) if language == "de" and " " in name else None
        if owner is not None:
            last = name.split()[-1]
            known = base_form(last.lower(), language, capital=True) == last[:-1]
            unknown = owner[1] is None and not is_entry(last, language)
            name = name[:-1] if known or unknown else name
        names[name] += 1
        before = "".join(text[max(start - _LOOKED_BACK, 0) : start].split()[-1:])
        if before.rstrip(".").lower() in lists.before_no_name | lists.before_names:
            behind[name] += 1
        if is_name(name, before, language):
            within.add(name)
    return names, within, behind


def _subjects(
    kept: Counter[str], names: Counter[str], behind: Counter[str], least: int, language: str
) -> tuple[str, ...]:
    """Of those that stand there so often the most frequent, parts of longer ones with these. What
    an article stands before as often as not may be a common noun, if it is no *NATO*, as may what
    a dictionary has; whoever stands behind a title is spoken to.

    names  how often each stands there as it is: of people with one last name no more counts
    """
    shared = Counter(name.split()[-1] for name in kept if " " in name)
    single = (name for name in kept if " " not in name and has_lemmas(language))
    common = {name for name in single if is_word(name, language)}
    found = [
        name
        for name, often in kept.most_common()
        if (names[name] if shared[name.split()[-1]] > 1 else often) >= least
        and len(name.split()) <= _LONGEST_SUBJECT
        and _ROMAN.fullmatch(name) is None
        and not (name.istitle() and 2 * behind[name] >= names[name] > 0)
        and not (name.istitle() and name in common)
    ]
    within = {part for name in found if " " in name for part in name.split()}
    return tuple(name for name in found if name not in within)[:_SUBJECTS]


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
    without what stands before it and elsewhere alone, *Massachusetts Geoff Diehl*, or is a compound
    with a common noun: *Rock-Sänger Eilidh Doyle*."""
    parts = name.split()
    others = (other.split() for other in longer)
    if same := [own for own in others if own[-1] == parts[-1] and {*own} < {*parts}]:
        shortest = min(same, key=len)
        return " ".join(shortest)
    leads = len(parts) > 2 and parts[0] in alone and parts[1][0].isupper()
    _, joined, noun = parts[0].rpartition("-")
    leads |= len(parts) > 1 and bool(joined) and is_declined_noun(noun)
    return " ".join(parts[1:]) if leads else name


def _numbers(text: str) -> Counter[str]:
    numbers = (number[0] for number in _NUMBER.finditer(text) if len(number[0]) > 2)
    return Counter(one for one in numbers if not (one.isdecimal() and one[0] == "0"))


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
    owns = False
    german, full = vocabulary.options.language == "de", _full_line(text)
    for span in spans:
        word = text[span.start : span.end]
        part, called = span.term in parts, span.term in alike
        if called:
            uses[span.term] += 1
        behind = led >= 0 and _is_one_name(text, led, span.start, full)
        if not word[0].isupper() or (span.term >= 0 and not (part or called or behind)):
            continue
        if word.lower() in _DEGREES:
            continue
        certain = part or called or behind
        follows = bool(found) and not owns and _is_one_name(text, found[-1][1], span.start, full)
        before = text[found[-1][0] : found[-1][1]] if follows else ""
        if german and not certain and is_common_noun(word, vocabulary, before):
            continue
        if _HANGING.match(text, span.end):
            continue
        # *Chinas Nudeln* is no name, unlike *Jens Nudel*.
        owns = german and span.term >= 0 and word == f"{vocabulary.forms[span.term]}s"
        led = span.end if part and not owns else -1
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


def most_frequent_first(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    """(word, count); the alphabet decides among equals, whatever was counted beside them."""
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))
