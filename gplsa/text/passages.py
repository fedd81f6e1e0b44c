"""Which part of a long text is shown, and where its counterpart says the same."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import accumulate
from math import fsum
from textwrap import shorten

from gplsa.core.items import SideVocabulary, Span
from gplsa.text.tokens import WITHOUT_SPACES

ENDED = 4  # characters that the signs behind a word and those of leaving out take
_SPACES = re.compile(r"\s+")
_NEXT_WORD = re.compile(r"\s\W{0,20}(?=\w)")
# No point behind a letter, a short title or an ordinal, as in *z. B.*, *Mr. Brown*, *am 29. März*;
# but one behind *2008/09*, and behind the number of what a list tells: *It rained. 12. It snowed.*
_ORDINAL = r"(?<![.!?]\s)(?<!\w[/-])(?<![\w.,:])\d\d"
_POINT = rf"(?<!\b\w)(?<!\b[A-Z][a-z])(?<!{_ORDINAL})\."
_SENTENCE_END = re.compile(rf"(?:{_POINT}|[!?…])[\"'”“»)]*\s+|[。！？]|\n\s*")


def from_place(text: str, begin: int) -> str:
    """What stands from a place on, with the sign that something is left out before it.

    >>> from_place("Peru. Eines steht fest.", 4)
    '…Eines steht fest.'
    """
    return f"…{text[begin:].lstrip(' .…')}" if begin else text


def passage_with(text: str, vocabulary: SideVocabulary, terms: frozenset[int], limit: int) -> int:
    """Where a passage of so many characters begins that shows a term of these: 0 where the
    beginning does, or none stands in the text, else some words before the first, or its line."""
    start, end, spans = 0, 0 if terms else len(text), list[Span]()
    while not spans and end < len(text):  # piece by piece, as far as it takes to find one
        start, end = end, text.find(" ", end + limit) + 1 or len(text)
        spans = [span for span in vocabulary.spans(text[start:end]) if span.term in terms]
    if not spans or start + spans[0].end <= limit:
        return 0
    place = start + spans[0].start
    return max(text.rfind(" ", 0, place - limit // 3), text.rfind("\n", 0, place)) + 1


def best_passage(
    text: str,
    spans: Sequence[Span],
    first: Mapping[int, float],
    others: Collection[int],
    limit: int,
) -> int:
    """Where a passage of so many characters begins whose different terms of `first` weigh most, as
    far as these allow at a sentence or line, and that shows the most of `others`.

    spans  of the text, in its order
    """
    marked = [span for span in spans if span.term in first or span.term in others]
    starts = [span.start for span in marked]
    begins = [(False, begin) for begin in _sentences(text)]
    for span in marked:
        if span.term in first or not first:
            # Some words before it, or at it, where that shows more of what follows.
            before = text.find(" ", max(span.start - limit // 3, 0), span.start) + 1
            start = word_start(text, span.start)
            begins += [(True, before or start), (True, start)]

    def worth(inside: bool, begin: int) -> tuple[float, bool, int, bool, int, int]:
        seen: set[int] = set()
        place = bisect_left(starts, begin)
        lead = begin if inside or place == len(starts) else starts[place] - begin
        for span in marked[place:]:
            if span.start >= begin + limit:
                break
            if span.end <= begin + limit - ENDED:
                seen.add(span.term)
        told = [first[term] for term in seen if term in first]
        return -fsum(told), inside, len(told) - len(seen), begin > 0, lead, begin

    return min(worth(*begin) for begin in begins)[-1]


def sentence_with(text: str, start: int, end: int, limit: int) -> tuple[str, int]:
    """The sentence in which some words stand, of one of more characters than `limit` about so many
    around them, in whole words; and how far on they stand in it than in the text.

    >>> sentence_with("Es regnete. Das Korn stand hoch. Dann kam der Herbst.", 16, 20, 30)
    ('Das Korn stand hoch.', -12)
    """
    starts = [*_sentences(text), len(text)]
    first = bisect_right(starts, start, hi=len(starts) - 1) - 1
    begin, stop = starts[first], starts[bisect_left(starts, end, first + 1)]
    stop = begin + len(text[begin:stop].rstrip())
    before = after = ""
    if stop - begin > limit:
        # Where the sentence ends soon, more of what is before.
        at = min(start - max(limit - (end - start), 0) // 2, stop - limit)
        if at > begin:
            word = _NEXT_WORD.search(text, at, start + 1)
            before, begin = "…", word.end() if word else at
        most = max(at, begin) + limit
        last = text.rfind(" ", end, most)
        if (last := max(most if last < 0 else last, end)) < stop - ENDED:
            after, stop = "…", last
    return f"{before}{text[begin:stop]}{after}", len(before) - begin


def _sentences(text: str) -> list[int]:
    """Where the sentences of a text begin."""
    ends = (found.end() for found in _SENTENCE_END.finditer(text))
    after = ((end, text[end : end + 1]) for end in ends)
    # An abbreviation ends no sentence.
    return [0, *(end for end, sign in after if not sign.islower() and not sign.isdigit())]


def as_written(text: str, spans: Iterable[Span]) -> dict[int, str]:
    """Each term as it stands at its first place, or with the capital of a compound that holds it.

    >>> as_written("Fischereiverträge", [Span(9, 17, 0)])
    {0: 'Verträge'}
    """
    found: dict[int, str] = {}
    inside: dict[int, str] = {}
    for start, end, term in spans:
        word = " ".join(text[start:end].split())
        if not text[start - 1 : start].isalpha() and not text[end : end + 1].isalpha():
            found.setdefault(term, word)
        elif term not in inside:
            capital = text[word_start(text, start)].isupper()
            inside[term] = word[:1].upper() + word[1:] if capital else word
    return inside | found


def holding(text: str, spans: Iterable[Span]) -> dict[int, str]:
    """The word around each term that never stands by itself; none of a script without spaces.

    >>> holding("Das Grundwasser", [Span(4, 15, 0), Span(9, 15, 1)])
    {1: 'Grundwasser'}
    """
    found: dict[int, str] = {}
    for start, end, term in spans:
        if not text[start - 1 : start].isalpha() and not text[end : end + 1].isalpha():
            found[term] = ""
        elif term not in found:
            word = text[word_start(text, start) : word_end(text, end)]
            found[term] = word * (not WITHOUT_SPACES.search(word))
    return {term: word for term, word in found.items() if word}


def weighed(spans: Iterable[Span], weights: Mapping[int, float]) -> list[tuple[int, int, float]]:
    """Where terms with a weight stand, as start, end and weight: of a term inside another, as of
    parts of a compound, the larger weight goes to the whole.

    >>> weighed([Span(4, 15, 0), Span(9, 15, 1)], {0: 0.1, 1: 0.7})
    [(4, 15, 0.7)]
    """
    found: list[tuple[int, int, float]] = []
    for start, end, term in sorted(spans, key=lambda span: (span.start, -span.end)):
        weight = weights.get(term)
        if weight is None:
            continue
        if found and end <= found[-1][1]:
            found[-1] = (*found[-1][:2], max(weight, found[-1][2]))
        else:
            found.append((start, end, weight))
    return found


def word_start(text: str, place: int) -> int:
    """Where the word begins in which a place lies.

    >>> word_start("Das Abwasser", 6)
    4
    """
    while place > 0 and text[place - 1].isalnum():
        place -= 1
    return place


def word_end(text: str, place: int) -> int:
    """The same of its end."""
    while place < len(text) and text[place].isalnum():
        place += 1
    return place


def found_at(text: str, sought: str) -> list[tuple[int, int]]:
    """Where a text has what is sought, whatever the case, as start and end in the text as it is:
    folded, it is longer by every ß.

    >>> found_at("Das Maß, STRASSE und Straße.", "straße")
    [(9, 16), (21, 27)]
    """
    small, folded = sought.casefold(), text.casefold()
    if not small or small not in folded:
        return []
    ends: Sequence[int] = range(1, len(text) + 1)
    if len(folded) > len(text):
        ends = [*accumulate(map(len, map(str.casefold, text)))]
    found, at = [], folded.find(small)
    while at >= 0:
        end = at + len(small)
        found.append((bisect_right(ends, at), bisect_left(ends, end) + 1))
        at = folded.find(small, end)
    return found


def best_place(text: str, places: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """The first of some places that is a whole word, else that begins one, else that ends one.

    >>> best_place("Abwasser, Wasserrecht, Wasser", [(2, 8), (10, 16), (23, 29)])
    (23, 29)
    """
    return max(
        places,
        key=lambda place: [
            word_start(text, place[0]) == place[0],
            word_end(text, place[1]) == place[1],
        ],
    )


def part_with(text: str, places: Sequence[tuple[int, int]], limit: int) -> str:
    """A part of a text of so many characters, in whole words, in which the word at the best of some
    places is whole; its beginning where there are none.

    >>> part_with("Nach sehr langer Fahrt kam ein Hafen in Sicht.", [(31, 36)], 20)
    '…ein Hafen in Sicht.'
    """
    hit, end = best_place(text, places) if places else (0, 0)
    hit, end = word_start(text, hit), word_end(text, end)
    rest = len(text) - hit  # where the text ends soon, more of what is before
    before = max(min(limit // 3, limit - (end - hit) - ENDED), limit - rest - ENDED, 0)
    begin = text.find(" ", hit - before, hit) + 1 or hit if hit > before else 0
    return shorten(from_place(text, begin), max(limit, end - begin + ENDED), placeholder=" …")


def around(text: str, start: int, end: int, width: int) -> tuple[str, str, str]:
    """What stands from `start` to `end`, between so many characters of whole words, on one line.

    >>> around("Die Ernte war dieses Jahr gut.", 4, 9, 12)
    ('Die ', 'Ernte', ' war dieses…')
    """
    before = _SPACES.sub(" ", text[max(start - width, 0) : start])
    after = _SPACES.sub(" ", text[end : end + width])
    if start > width:
        before = f"…{before.partition(' ')[2]}"
    if end + width < len(text):
        after = f"{after.rpartition(' ')[0]}…"
    return before, text[start:end], after


def places_of(text: str, vocabulary: SideVocabulary, forms: Collection[str]) -> list[Span]:
    """Where the terms of these forms stand, and phrases as written, numbered behind the terms."""
    known = vocabulary.forms
    found = [s for s in vocabulary.spans(text) if s.term >= 0 and known[s.term] in forms]
    phrases = sorted(form for form in forms if " " in form)
    for number, phrase in enumerate(phrases, start=len(known)):
        for start, end in found_at(text, phrase):
            if (word_start(text, start), word_end(text, end)) == (start, end):
                found.append(Span(start, end, number))
    return found


def passage_beside(text: str, spans: Sequence[Span], other: str, limit: int) -> tuple[int, int]:
    """Where the passage with the most terms of `spans` begins, and another text says the same."""
    begin = best_passage(text, spans, dict.fromkeys((span.term for span in spans), 1.0), (), limit)
    before = _SENTENCE_END.finditer(other, 0, counterpart(text, other, begin))
    return begin, max((end.end() for end in before), default=0)


def counterpart(text: str, other: str, start: int) -> int:
    """Where another text says what stands in this one from `start` on, to the word: at the same
    line where both have as many, else as far on.

    >>> counterpart("Das Korn.\\nEin Schiff.", "The corn is ripe.\\nA ship.", 12)
    18
    """
    lines, others = text.split("\n"), other.split("\n")
    if len(lines) == len(others) > 1:
        line = text.count("\n", 0, start)
        return sum(map(len, others[:line])) + line
    place = len(other) * start // max(len(text), 1)
    word = _NEXT_WORD.search(other, place) if place else None
    return word.end() if word else 0
