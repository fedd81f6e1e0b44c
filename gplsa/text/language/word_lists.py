"""Words that say nothing of what a text is about, and those above columns: a file a language.

A list in `words/de.toml` holds words, and pairs of stems and the endings they take, "-" for none.
Only classes that can be listed in full are in, in small letters.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

_FOLDER = Path(__file__).with_name("words")
LANGUAGES_WITH_STOP_WORDS = tuple(sorted(path.stem for path in _FOLDER.glob("*.toml")))


@dataclass(frozen=True)
class WordLists:
    """Of one language.

    grammar        function words: articles, pronouns, prepositions, conjunctions, auxiliary and
                   modal verbs, particles, adverbs of place, time and degree that stand in for
                   others. Words that are nouns as well ("Zeit", "Recht", "state") stay out, as a
                   theme may hang on them, but where the verb prevails ("été")
    prepositions   those among them
    circumstances  what says when, how many and how somebody is addressed: weekdays, months,
                   numerals, units, titles, nouns of time and those that stand in prepositions
                   alone (*on behalf of*), in the forms that stems do not bring together. They are
                   counted, so that their topics can be seen; as keywords they crowd out what a
                   reader looks for
    titles         of them those that are plain words as well: *Frau Meier*, *eine Frau*
    publications   what texts about books call them, their parts and those who made them: catalogue
                   records are full of it
    everyday       nouns and adjectives among the commonest words of the language: adjectives of
                   size, age and worth [Dixon, Where have all the adjectives gone?, 1982], shell
                   nouns [Schmid, English abstract nouns as conceptual shells, 2000] as *way*, and
                   *people*, *plan*
    before_names   how people are addressed and spoken of: *Mr Smith*, *Frau Meier*
    before_nouns, before_verbs  what tells the one from the other: *the tax*, *to tax*
    joining        what joins two nouns
    foreign        function words of other languages that the dictionary has all the same
    before_no_name  articles and the like, which a name has never before it
    headings       by what a column of a table holds, the words that people put above it
    """

    grammar: frozenset[str] = frozenset()
    prepositions: frozenset[str] = frozenset()
    circumstances: frozenset[str] = frozenset()
    titles: frozenset[str] = frozenset()
    publications: frozenset[str] = frozenset()
    everyday: frozenset[str] = frozenset()
    before_names: frozenset[str] = frozenset()
    before_nouns: frozenset[str] = frozenset()
    before_verbs: frozenset[str] = frozenset()
    joining: frozenset[str] = frozenset()
    foreign: frozenset[str] = frozenset()
    before_no_name: frozenset[str] = frozenset()
    headings: Mapping[str, frozenset[str]] = field(default_factory=dict)


@cache
def word_lists(language: str) -> WordLists:
    """Empty ones for a language that has no file."""
    if language not in LANGUAGES_WITH_STOP_WORDS:
        return WordLists()
    lists = tomllib.loads((_FOLDER / f"{language}.toml").read_text(encoding="utf-8"))
    headings = {kind: _words(one) for kind, one in lists.pop("headings", {}).items()}
    grammar = {kind: _words(one) for kind, one in lists.pop("grammar").items()}
    others = {name: _words(one) for name, one in lists.items()}
    every = frozenset[str]().union(*grammar.values())
    return WordLists(every, grammar["prepositions"], headings=headings, **others)


def _words(listed: str | list[Any]) -> frozenset[str]:
    if isinstance(listed, str):
        return frozenset(listed.split())
    return frozenset[str]().union(
        *(_words(one) if isinstance(one, str) else _inflected(*one) for one in listed)
    )


def _inflected(stems: str, endings: str) -> set[str]:
    return {stem + end.removeprefix("-") for stem in stems.split() for end in endings.split()}
