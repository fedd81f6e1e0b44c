"""From text as it came to text that is split into words: NFC, soft hyphens, line ends, long s.

Every step moves or replaces characters in a way that can be followed, so that a word found in the
cleaned text can be lit up where it stands in the original.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gplsa.text.composing import LIGATURES, nfc
from gplsa.text.language.alphabet import MARKS
from gplsa.text.options import WordOptions

# Soft hyphens, zero-width characters, direction marks, emoji variants: no boundaries of words.
_INVISIBLE = re.compile("[\u00ad\u200c-\u200f\u2060\u2066-\u2069\ufe00-\ufe0f\ufeff]")
_SPELT_OUT = LIGATURES | {"ſ": "s"}
_LIGATURE = re.compile(f"[{''.join(LIGATURES)}]")
# The hyphens of Fraktur prints (⸗, often read as =) and of text recognition (¬) included.
# The letter before is looked for last: that makes the search twice as fast.
_HYPHENS = "-\u2010\u2011¬=⸗\u00ad"
_LETTERS = rf"(?:[^\W\d_][{MARKS}]*)+"
_LINE_END_HYPHEN = re.compile(
    rf"[{_HYPHENS}](?<=[^\W\d_].|[{MARKS}].)([ \t]*\r?\n[ \t]*)({_LETTERS})"
)
# "Ost- ⏎ und Westdeutschland": the hyphen stands for the rest of a compound.
_CONJUNCTION = re.compile("und|oder|bis|noch|sowie|bzw|and|or|nor|et|ou|ed?|y|o|u")
_LONG_S = re.compile("ſ")
_WORD = re.compile(r"[^\W\d_]+")
_SAMPLED = 200
# A character with its combining marks; the vowels and finals of decomposed Korean join likewise.
_CLUSTER = re.compile(f".[{MARKS}\u1160-\u11ff]*", re.DOTALL)


@dataclass(frozen=True)
class Change:
    """kind: "line-end hyphen" or "long s"; document: its place; the word before and after."""

    kind: str
    document: int
    before: str
    after: str


@dataclass(frozen=True)
class Preview:
    """What the two settings would change: n_hyphens and n_long_s in all, changes the first ones."""

    n_hyphens: int
    n_long_s: int
    changes: list[Change]


# What stays of a match, in order: stretches of the text it is in, and new characters.
_Pieces = list[tuple[int, int] | str]
_Step = tuple[re.Pattern[str], Callable[[re.Match[str]], _Pieces]]


def _join(found: re.Match[str]) -> _Pieces:
    """The break moves behind the word: the number of lines, and so their pairing, stays."""
    rest = found[2]
    if rest[0].isupper() or _CONJUNCTION.fullmatch(rest):
        return [found.span()]
    return [found.span(2), found.span(1)]


def _spell_out(found: re.Match[str]) -> _Pieces:
    """What is not seen, as nothing."""
    return [_SPELT_OUT.get(found[0], "")]


def _steps(options: WordOptions) -> list[_Step]:
    """What is done, in this order, before NFC: without invisible characters more marks combine."""
    return [
        *([(_LINE_END_HYPHEN, _join)] if options.join_line_end_hyphens else []),
        (_INVISIBLE, _spell_out),
        (_LIGATURE, _spell_out),
        *([(_LONG_S, _spell_out)] if options.replace_long_s else []),
    ]


def clean(text: str, options: WordOptions) -> str:
    """The text whose words are counted; cleaning it again changes nothing."""
    if text.isascii() and not options.join_line_end_hyphens:
        return text
    for step in _steps(options):
        text = _stepped(text, step)
    return nfc(text)


def with_whole_words(text: str, options: WordOptions) -> str:
    """The text whose lines are counted: a word that a line end cuts stands on one of them."""
    return _stepped(text, (_LINE_END_HYPHEN, _join)) if options.join_line_end_hyphens else text


def _stepped(text: str, step: _Step) -> str:
    def new(found: re.Match[str]) -> str:
        return "".join(p if isinstance(p, str) else text[slice(*p)] for p in step[1](found))

    return step[0].sub(new, text)


def clean_tracked(text: str, options: WordOptions) -> tuple[str, list[int], list[int]]:
    """`clean`, and for each of its characters where it starts and ends in `text`."""
    tracked = text, list(range(len(text))), list(range(1, len(text) + 1))
    for step in _steps(options):
        tracked = _replaced(*tracked, *step)
    return _normalized(*tracked)


def _normalized(text: str, starts: list[int], ends: list[int]) -> tuple[str, list[int], list[int]]:
    """NFC. Spaces never combine, so it works word by word; within a changed word it goes by base
    character with its marks, and a word that recombines across those is kept as one stretch."""
    if nfc(text) == text:
        return text, starts, ends
    parts, new_starts, new_ends = list[str](), list[int](), list[int]()
    for word in re.finditer(r"\S+|\s+", text):
        whole = nfc(word[0])
        stretches = [found.span() for found in _CLUSTER.finditer(word[0])]
        composed = [nfc(word[0][slice(*span)]) for span in stretches]
        if "".join(composed) != whole:
            stretches, composed = [(0, len(word[0]))], [whole]
        for (start, end), new in zip(stretches, composed, strict=True):
            parts.append(new)
            new_starts += [starts[word.start() + start]] * len(new)
            new_ends += [ends[word.start() + end - 1]] * len(new)
    return "".join(parts), new_starts, new_ends


def _replaced(
    text: str,
    starts: list[int],
    ends: list[int],
    pattern: re.Pattern[str],
    pieces: Callable[[re.Match[str]], _Pieces],
) -> tuple[str, list[int], list[int]]:
    parts, new_starts, new_ends = list[str](), list[int](), list[int]()

    def keep(start: int, end: int) -> None:
        parts.append(text[start:end])
        new_starts.extend(starts[start:end])
        new_ends.extend(ends[start:end])

    last = 0
    for found in pattern.finditer(text):
        keep(last, found.start())
        for piece in pieces(found):
            if isinstance(piece, str):
                parts.append(piece)
                new_starts += [starts[found.start()]] * len(piece)
                new_ends += [ends[found.end() - 1]] * len(piece)
            else:
                keep(*piece)
        last = found.end()
    keep(last, len(text))
    return "".join(parts), new_starts, new_ends


def preview(texts: Sequence[str], limit: int = 20) -> Preview:
    """What joining line-end hyphens and replacing ſ would change, whatever the settings are now."""
    n_hyphens = n_long_s = 0
    changes: list[Change] = []
    for document, text in enumerate(texts):
        for found in _LINE_END_HYPHEN.finditer(text):
            if _join(found) == [found.span()]:
                continue
            n_hyphens += 1
            if len(changes) < limit:
                word = text[max(0, found.start() - 60) : found.start()].split()[-1]
                words = word + found[0], word + found[2]
                changes.append(Change("line-end hyphen", document, *words))
        for found in _WORD.finditer(text) if "ſ" in text else ():
            n_long_s += found[0].count("ſ")
            if "ſ" in found[0] and len(changes) < limit:
                changes.append(Change("long s", document, found[0], found[0].replace("ſ", "s")))
    return Preview(n_hyphens, n_long_s, changes)


def usual_options(language: str, texts: Sequence[str]) -> WordOptions:
    """Where none are chosen: line-end hyphens are joined, ſ is s, if every other text has one."""
    sample = texts[:: max(len(texts) // _SAMPLED, 1)]
    found = [preview([text], limit=0) for text in sample]
    often = max(0.5 * len(sample), 1)
    return WordOptions(
        language,
        join_line_end_hyphens=sum(one.n_hyphens > 0 for one in found) >= often,
        replace_long_s=sum(one.n_long_s > 0 for one in found) >= often,
    )
