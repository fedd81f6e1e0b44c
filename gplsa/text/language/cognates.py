"""Words that languages have in common but for their endings and some letters: *Terrorismus*,
*terrorism*; *Religiosität*, *religiosity*."""

import tomllib
from functools import cache, lru_cache
from pathlib import Path

from gplsa.text.language.lemmas import base_form, is_base
from gplsa.text.language.word_lists import word_lists

_TABLE = tomllib.loads(Path(__file__).with_name("endings.toml").read_text(encoding="utf-8"))
_LANGUAGES: list[str] = _TABLE["languages"]
_LEAST_ROOT, _LEAST_SAME = 3, 7
"""Letters in front of an ending, and of a word whose ending tells nothing."""
_MOST_TRIED = 200
_CACHED = 20_000


@lru_cache(maxsize=_CACHED)
def cognate(word: str, source: str, target: str) -> str | None:
    """The word of the target language that has the same root and the ending that goes with its
    own, if a dictionary has it; None where none has, or there are no endings for the two.

    None into German, which has words of its own beside most of these: *Ankläger*, not *Prosekutor*.
    """
    if target in {source, "de"} or not {source, target} <= {*_LANGUAGES}:
        return None
    base = (base_form(word.lower(), source, capital=word[0].isupper()) or word).lower()
    lists = word_lists(target)
    if base in _TABLE["unlike"][source].split():
        return None
    for ending, others in _endings(source, target):
        root = base.removesuffix(ending)
        if base.endswith(ending) and len(root) >= (_LEAST_ROOT if ending else _LEAST_SAME):
            found = [spelled + other for spelled in _spellings(root) for other in others]
            tells = (one for one in found if one not in lists.grammar | lists.circumstances)
            if (known := next((one for one in tells if is_base(one, target)), None)) is not None:
                return known
    return None


@cache
def _endings(source: str, target: str) -> list[tuple[str, list[str]]]:
    """(ending, those that go with it), the longest first."""
    here, there = _LANGUAGES.index(source), _LANGUAGES.index(target)
    rows = _TABLE["sure"] + (_TABLE["others"] if source == "de" else [])
    rows = [(row[here].split() or [""], row[there].split() or [""]) for row in rows]
    found = [(ending, others) for endings, others in rows for ending in endings]
    return sorted(found, key=lambda pair: -len(pair[0]))


def _spellings(root: str) -> list[str]:
    """The root with the letters that another language has for some of its own, the likest first."""
    found, swaps, at = [("", 0)], _swaps(), 0
    while at < len(root):
        step = next((one for one in swaps if root.startswith(one, at)), root[at])
        others = [(step, 0), *((other, 1) for other in swaps.get(step, []))]
        found = [(head + other, n + k) for head, n in found for other, k in others][:_MOST_TRIED]
        at += len(step)
    return [spelled for spelled, _ in sorted(found, key=lambda pair: pair[1])]


@cache
def _swaps() -> dict[str, list[str]]:
    """What may stand for some letters, those of two before those of one."""
    found: dict[str, list[str]] = {}
    for one, *others in (row.split() for row in _TABLE["letters"]):
        for other in others:
            found.setdefault(one, []).append(other)
            found.setdefault(other, []).append(one)
    return {one: found[one] for one in sorted(found, key=len, reverse=True)}
