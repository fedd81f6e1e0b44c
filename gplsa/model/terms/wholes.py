"""What a word is said by where its links tell less than all: the whole phrase of a compound, and
what the learned lexicon knows."""

from collections import Counter
from math import log

from gplsa.model.terms.bitext import Bitext, Said
from gplsa.model.terms.side_words import WIDEST_GAP, SideWords

LEAST_LINES = 2
BESIDE = 0.03
"""√(t D) from which the word beside an answer belongs to it: *greenhouse effect*."""
MOST_PLACES = 400
"""Of a part of a compound, to find what says it."""
SAYS_A_PART = 0.1
"""Share of these places at which a word says it."""
AGAIN, LIFT = 13.0, 5.0
"""G², and how many times as often as by chance both stand in a line, from which what says a word in
one line may say it in others."""
LESS = 2
"""How many times as often a word says what it takes from another in a line."""
KNOWN = 0.1
"""√(t D) from which a partner of the lexicon says a word that is linked with nothing."""


def said_mostly(found: Bitext, number: int) -> set[int]:
    """The words that alone say a word in a tenth of its places."""
    places = found.source.places_of([number])
    places = places[:: len(places) // MOST_PLACES + 1]
    own = Counter(
        int(found.target.words[one.first])
        for one in found.said(places)
        if one.first >= 0 and one.first == one.last
    )
    least = max(LEAST_LINES, SAYS_A_PART * len(places))
    return {word for word, often in own.items() if often >= least}


def whole_phrases(
    found: Bitext, said: list[Said], parts: list[set[int]], known: dict[int, float]
) -> list[Said]:
    """Answers of one word with the word beside it that says another part of the compound, or the
    whole by the learned lexicon, unless this one is said by another word of the line.

    known  as in `Kinds`
    """
    target, group = found.target, found.group[1]
    also = {word for word, strength in known.items() if strength >= BESIDE}
    longer = []
    for one in said:
        whole = one
        if one.first >= 0 and one.first == one.last:
            word = int(target.words[one.first])
            of_parts = set().union(*(part for part in parts if word not in part))
            before, after = (_next_content(target, one.first, step) for step in (-1, 1))
            # *citizens of the European Union*: what says the part has a word before it.
            behind = _next_content(target, after, 1) if after >= 0 and group[after] < 0 else -1
            either = also | of_parts
            for at, others in ((behind, of_parts), (before, either), (after, either)):
                if at >= 0 and group[at] in (-1, group[one.first]) and target.words[at] in others:
                    first, last = sorted((one.first, at))
                    whole = one._replace(first=first, last=last)
        longer.append(whole)
    return longer


def _next_content(words: SideWords, place: int, step: int) -> int:
    """The next word with content of a line, over two others at most; −1 where there is none."""
    for at in range(place + step, place + step * (WIDEST_GAP + 2), step):
        if not 0 <= at < len(words.words) or words.line[at] != words.line[place]:
            return -1
        if words.content[words.words[at]]:
            return at
    return -1


def linked_by_lexicon(found: Bitext, said: list[Said], known: dict[int, float]) -> list[Said]:
    """Places of a word that are linked with nothing, or with what says it nowhere else, linked with
    the strongest of its partners by the lexicon in that line, unless this one says another word.

    known  as in `Kinds`
    """
    of_place = {
        one.place: found.target.words_in((one.first, one.last)) for one in said if one.first >= 0
    }
    often = Counter(of_place.values())
    strength = {word: value for word, value in known.items() if value >= KNOWN}
    linked = []
    for one in said:
        if one.place in of_place and often[of_place[one.place]] > 1:
            linked.append(one)
            continue
        begin, end = found.target.ends[one.line : one.line + 2].tolist()
        words = found.target.words[begin:end].tolist()
        best = max((strength.get(word, 0.0) for word in words), default=0.0)
        likely = (
            n
            for n, word in enumerate(words, begin)
            if strength.get(word) == best and found.group[1][n] < 0
        )
        at = next(likely, -1)
        linked.append(one._replace(first=at, last=at) if best and at >= 0 else one)
    return linked


def beyond_chance(both: int, first: int, second: int, n: int) -> float:
    """G² of two that stand together in `both` of n lines, each in so many [Dunning 1993]; 0 where
    chance alone brings them together as often."""
    expected = first * second / n
    return 2 * (both * log(both / expected) - both + expected) if both > expected else 0.0


def said_again(found: Bitext, said: list[Said], length: int) -> list[Said]:
    """Places that are linked with nothing, or with what says the word nowhere else, said by what
    says it in most other lines, if this stands there far beyond chance and says no other word:
    *tariffs … trade war*.

    length  words of each place
    """
    target = found.target
    answer = {one: target.words_in((one.first, one.last)) for one in said if one.first >= 0}
    often, own = Counter(answer.values()), {one.line for one in said}
    seldom = {one.line: one for one in said if often[answer.get(one, ())] < LEAST_LINES}
    best: dict[Said, tuple[int, int, float, Said]] = {}
    for words in often if seldom else ():
        at = target.places_of(words)
        lines = target.line[at].tolist()
        both, there = len(own.intersection(lines)), len({*lines})
        beyond = beyond_chance(both, len(own), there, len(found.lines))
        usual = beyond < AGAIN or both * len(found.lines) < LIFT * len(own) * there
        if usual or seldom.keys().isdisjoint(lines):
            continue
        sayers = [found.sayers(first, first + len(words) - 1) for first in at.tolist()]
        says = Counter(one for own in sayers for one in {*found.source.words[own].tolist()})
        for first, line, by in zip(at.tolist(), lines, sayers, strict=True):
            one, last = seldom.get(line), first + len(words) - 1
            if one is None or often[answer.get(one, ())] >= often[words]:
                continue
            others = found.source.words[[*{*by}.difference(range(one.place, one.place + length))]]
            if all(LESS * says[other] <= often[words] for other in others.tolist()):
                again = often[words], len(words), beyond, one._replace(first=first, last=last)
                best[one] = max(best.get(one, again), again)
    return [best[one][-1] if one in best else one for one in said]
