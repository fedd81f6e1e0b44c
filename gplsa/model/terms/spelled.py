"""What says a word in letters that the languages have in common: *Terrorismus*, *terrorism*."""

from collections import Counter, defaultdict
from collections.abc import Sequence

from gplsa.model.direction import Direction
from gplsa.model.terms.bitext import Bitext, Said
from gplsa.model.terms.partners import Answer, Partner
from gplsa.model.terms.side_words import as_written
from gplsa.text.language.cognates import cognate
from gplsa.text.language.lemmas import base_form

MOST_READ = 50
"""Lines that are read for such a word."""
LEAST_SAME = 4
"""Letters of a word that stands in both languages as it is."""


def with_spelled(
    direction: Direction, answered: list[Answer], typed: str, read: Bitext, said: Sequence[Said]
) -> list[Answer]:
    """The answers for one word, where all are doubtful behind what has its spelling: what the lines
    have themselves, else what a dictionary has."""
    if any(not partner.doubtful for partner, _ in answered):
        return answered
    languages = direction.model.corpus.languages
    ways = [languages.get(side, "") for side in direction.sides]
    typed = typed.strip()
    places = _alike(typed, read, said[:MOST_READ], *ways)
    of = len({one.line for one in said})
    if not places:
        word = cognate(typed, *ways) or typed
        if word.casefold() == typed.casefold():  # which tells nothing, and may be no word of it
            return answered
        return [(Partner(word, 0, of, False, (), True), []), *answered]
    number = int(read.target.words[places[0].first])
    word = as_written(read.target, read.texts[1], [one.first for one in places], 1)
    own = Partner(word, len({one.line for one in places}), of, False, (number,), True)
    return [(own, places), *(one for one in answered if one[0].sequence != own.sequence)]


def _alike(typed: str, read: Bitext, said: Sequence[Said], source: str, target: str) -> list[Said]:
    """The places that hold the word of most lines that is spelled so."""
    found: defaultdict[int, list[Said]] = defaultdict(list)
    words, ends = read.target, read.target.ends
    wanted, own = (cognate(typed, source, target) or "").lower(), _base(typed, source)
    known: dict[str, bool] = {}
    for one in said:
        for place in range(int(ends[one.line]), int(ends[one.line + 1])):
            number, form = int(words.words[place]), words.forms_at(place)[0]
            if form not in known:
                same = len(own) >= LEAST_SAME and own == _base(form, target)
                back = (cognate(form, target, source) or "").lower()
                known[form] = bool(form) and (same or wanted == _base(form, target) or back == own)
            if words.content[number] and known[form]:
                found[number].append(Said(one.line, one.place, place, place))
    most = Counter({number: len({one.line for one in places}) for number, places in found.items()})
    return found[most.most_common(1)[0][0]] if most else []


def _base(word: str, language: str) -> str:
    return (base_form(word.lower(), language, capital=word[:1].isupper()) or word).lower()
