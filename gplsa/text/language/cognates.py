"""Words that languages have in common but for their endings and some letters, *Terrorismus*,
*terrorism*; *Religiosität*, *religiosity*, and what goes by another name: *Moskau*, *Moscow*."""

import tomllib
from collections.abc import Container
from functools import cache, lru_cache
from pathlib import Path

from gplsa.text.language.lemmas import base_form, is_base
from gplsa.text.language.word_lists import word_lists

_TABLE = tomllib.loads(Path(__file__).with_name("endings.toml").read_text(encoding="utf-8"))
_LANGUAGES: list[str] = _TABLE["languages"]
_LEAST_ROOT, _LEAST_SAME = 3, 7
"""Letters in front of an ending, and of a word whose ending tells nothing."""
_MOST_TRIED = 200
_CONTINENTS = frozenset(["002", "003", "005", "142", "150", "419"])
_AREAS = frozenset(["Africa", "America", "Asia", "Australia", "Europe"])
"""Of time zones; those of the oceans are islands, called by half their names: *Wake*."""
_CACHED = 20_000


def cognate(word: str, source: str, target: str, known: Container[str] = ()) -> str | None:
    """The word of the target language that has the same root and the ending that goes with its
    own, if a dictionary has it; None where none has, or there are no endings for the two.

    None into German, which has words of its own beside most of these: *Ankläger*, not *Prosekutor*.
    What a place is called the Unicode Consortium's CLDR knows, and `endings.toml`.
    known  words of which one is taken first, of *organization* and *organisation*
    """
    found = _cognates(word, source, target)
    return next((one for one in found if one in known), found[0] if found else None)


@lru_cache(maxsize=_CACHED)
def _cognates(word: str, source: str, target: str) -> list[str]:
    if (name := other_name(word, source, target)) is not None:
        return [name]
    if target in {source, "de"} or not {source, target} <= {*_LANGUAGES}:
        return []
    base = (base_form(word.lower(), source, capital=word[0].isupper()) or word).lower()
    lists = word_lists(target)
    no_subject = lists.grammar | lists.circumstances | lists.publications
    if base in _TABLE["unlike"][source].split():
        return []
    same = target == "en" and base in _TABLE["same"].get(source, "").split()
    for ending, others in _endings(source, target):
        root, least = base.removesuffix(ending), _LEAST_ROOT if ending or same else _LEAST_SAME
        if base.endswith(ending) and len(root) >= least:
            found = [spelled + other for spelled in _spellings(root) for other in others]
            tells = (one for one in found if one not in no_subject)
            if known := [one for one in tells if is_base(one, target)]:
                return known
    return []


def other_name(word: str, source: str, target: str) -> str | None:
    """What a country, a large city or an organisation of one word is called in another language,
    where it is called otherwise there; None for others, and where people and other things have the
    name."""
    names = _names(source, target)
    return names.get(word) or (names.get(word.removesuffix("s")) if source == "de" else None)


@cache
def _names(source: str, target: str) -> dict[str, str]:
    # Here and not above: nothing else of what runs needs it.
    from babel import Locale, UnknownLocaleError

    try:
        locales = [Locale.parse(language) for language in (source, target)]
    except (UnknownLocaleError, ValueError):
        return {}
    lands, cities = (
        [getattr(one, kind) for one in locales] for kind in ("territories", "time_zones")
    )
    found = []
    for zone in sorted(cities[0].keys() | cities[1].keys()):
        area, _, english = zone.replace("_", " ").partition("/")
        if area in _AREAS:
            here, there = (one.get(zone, {}).get("city", english) for one in cities)
            found.append((here, there))
    for code in sorted(lands[0].keys() & lands[1].keys()):
        if code in _CONTINENTS or (code.isalpha() and not code.startswith("X")):
            found.append((lands[0][code], lands[1][code]))
    if {source, target} <= {*_LANGUAGES}:
        ways = _LANGUAGES.index(source), _LANGUAGES.index(target)
        found += [(row[ways[0]], row[ways[1]]) for row in _TABLE["named"]]
    unlike = _TABLE["unlike"].get(source, "").split()
    plain = ((a, b) for a, b in found if a.isalpha() and "(" not in b and a.lower() not in unlike)
    return {name: other for name, other in plain if name != other}


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
