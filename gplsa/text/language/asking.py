"""Words by which people ask for documents, and which say nothing of what these are about."""

import re
from typing import NamedTuple


class _Asking(NamedTuple):
    """verbs that ask, before one of `after` where there are any; words that may stand before them
    and between; what is asked for, before a word for *about*; and *role*, before a word for *of* or
    with *play*."""

    verbs: str
    after: str
    between: str
    works: str
    about: str
    role: str
    of: str
    play: str


_OF_LANGUAGE = {
    "de": _Asking(
        "suche suchen sucht finde finden zeige zeigen zeig brauche brauchen gesucht gibt thema",
        "",
        "ich wir mir uns bitte nach es die alle alles etwas mehr neue neuere neueste was welche",
        "alles arbeit arbeiten artikel aufsatz aufsätze beitrag beiträge bericht berichte buch "
        "bücher dokumente etwas forschung forschungen informationen literatur material meldungen "
        "nachrichten publikationen quellen schriften studie studien text texte titel was werke "
        "veröffentlichungen",
        "zu zum zur über",
        "rolle bedeutung",
        "der des von vom eines einer",
        "spiele spielen spielt spielte spielten gespielt",
    ),
    "en": _Asking(
        "look looking search searching find show give",
        "for me us works books papers articles texts documents literature",
        "i we i'm am are there is please for me us all any some more new recent the",
        "anything article articles book books documents essays information literature material "
        "news paper papers publications report reports research something sources studies study "
        "text texts titles work works",
        "on about concerning regarding",
        "role roles importance",
        "of",
        "play plays played playing",
    ),
}
_WORD = re.compile(r"[\w'’]+")


def without_asking(text: str, language: str) -> str:
    """A question without the words that ask at its beginning, and without a *role* of something or
    that is *played*, where others are left.

    >>> without_asking("suche Arbeiten zu Klimawandel", "de").split()
    ['zu', 'Klimawandel']
    >>> without_asking("looking for", "en"), without_asking("search engines", "en")
    ('looking for', 'search engines')
    """
    if language not in _OF_LANGUAGE:
        return text
    own = _Asking(*map(str.split, _OF_LANGUAGE[language]))  # type: ignore[arg-type]
    found = list(_WORD.finditer(text))
    words = [one.group().lower().replace("’", "'") for one in found]
    asks = set[int]()
    for place, (word, after) in enumerate(zip(words, [*words[1:], ""], strict=False)):
        if (
            (word in own.works and after in own.about)
            or (word in own.role and after in own.of)
            or (word in own.verbs and (not own.after or after in own.after))
        ):
            asks.add(place)
        elif word not in (*own.between, *own.about):
            break
    if {*own.role} & {*words} and {*own.play} & {*words}:
        asks.update(n for n, word in enumerate(words) if word in (*own.role, *own.play))
    left = text
    for place in sorted(asks, reverse=True):
        start, end = found[place].span()
        left = left[:start] + " " * (end - start) + left[end:]
    others = {*words} - {words[n] for n in asks} - {*own.between} - {*own.about}
    return left if others else text
