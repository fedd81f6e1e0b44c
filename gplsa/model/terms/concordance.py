"""Concordance: where a word stands, in context, beside the line that says the same.

Kwic(before, match, after)  keyword in context [Luhn 1960], for a column of its own
"""

from collections.abc import Sequence
from dataclasses import dataclass
from threading import Thread
from typing import NamedTuple

import numpy as np

from gplsa.errors import InputError
from gplsa.message import listed
from gplsa.model.direction import Direction
from gplsa.model.terms.answering import Asked
from gplsa.model.terms.bitext import Bitext, Said, bitext
from gplsa.model.terms.partners import Answer, Partner, lexicon_partners, place_in_line
from gplsa.model.terms.sought import Place, rows_with, sought_of
from gplsa.model.terms.spelled import with_spelled
from gplsa.names import LINE_SORTS
from gplsa.progress import Progress
from gplsa.setting import check_whole
from gplsa.text.passages import sentence_with, word_end, word_start

MOST_LINES = 50
READ_WHOLE = 4_000_000
"""Characters of a side up to which all lines are linked, once for all questions."""
MOMENT = 2.0  # seconds to wait for that where nobody has asked yet
READ_FOR_ONE = 600_000
"""Of a larger one, for one question: half of it pairs with the word, where there are so many."""


class Kwic(NamedTuple):
    """A word with what stands before and behind it."""

    before: str
    match: str
    after: str


Passage = tuple[str, list[Place]]
"""A part of a text, and the places to mark in it."""


@dataclass(frozen=True)
class Line:
    """One aligned line that holds the word: the texts of both sides, and the places to mark, first
    that which is said by the partner, before those in longer words.

    partner  the first partner that stands in the other side; "" where none does
    """

    row: int
    source: str
    source_places: list[Place]
    target: str
    target_places: list[Place]
    partner: str

    def kwic(self, width: int = 60) -> Kwic:
        """The first place in context, at most `width` characters on either side."""
        start, end = self.source_places[0]
        text = self.source.replace("\n", " ")
        before, after = text[:start], text[end:]
        cut = before if len(before) <= width else "…" + before[-width:].split(" ", 1)[-1]
        rest = after if len(after) <= width else after[:width].rsplit(" ", 1)[0] + "…"
        return Kwic(cut, text[start:end], rest)

    @property
    def alone(self) -> bool:
        """Whether the word stands there by itself, not in a longer one."""
        start, end = self.source_places[0]
        return (word_start(self.source, start), word_end(self.source, end)) == (start, end)

    def passages(self, limit: int) -> tuple[Passage, Passage]:
        """Of either side the sentence that shows the word, and what it is said by, or of a long one
        about `limit` characters; where that cannot be told, of as far on as the word stands."""
        start, end = self.source_places[0]
        far, n = len(self.target) * start // max(len(self.source), 1), len(self.target)
        there = max(far - limit // 3, 0), min(far + limit // 3, n)
        beside = self.target_places[0] if self.target_places else there
        return (
            _passage(self.source, self.source_places, (start, end), limit),
            _passage(self.target, self.target_places, beside, limit),
        )


@dataclass(frozen=True)
class Concordance:
    """What a word is on the other side, and where that is seen.

    word      as typed;  source, target  the sides
    pairs     how many pairs hold it; all_known: False where there may be more
    partners  best first;  lines  in the order of the corpus, at most as many as asked for
    known     words of it that training counted, also parts of a compound: what else to look for
    n_lines   how many there are in all, in any form or a compound;  n_read  the pairs they are of,
              n_own of which have the word itself
    """

    word: str
    source: str
    target: str
    pairs: int
    all_known: bool
    partners: list[Partner]
    lines: list[Line]
    known: list[str]
    n_lines: int = 0
    n_read: int = 0
    n_own: int = 0

    def sorted_lines(self, by: str = "corpus") -> list[Line]:
        """The lines by what stands before or after the word, by partner, or as in the corpus."""
        if by == "before":
            # Read backwards from the word, as concordances are.
            return sorted(self.lines, key=lambda line: line.kwic().before.casefold().split()[::-1])
        if by == "after":
            return sorted(self.lines, key=lambda line: line.kwic().after.casefold().split())
        if by == "partner":
            place = {partner.word: number for number, partner in enumerate(self.partners)}
            last = len(place)
            return sorted(self.lines, key=lambda o: (place.get(o.partner, last), not o.alone))
        if by != "corpus":
            raise InputError(
                "Lines are sorted by one of {join}, not by {by!r}.", join=listed(LINE_SORTS), by=by
            )
        return list(self.lines)


def concordance(
    direction: Direction, word: str, *, partner: str = "", limit: int = MOST_LINES
) -> Concordance:
    """How a word of one side is said on the other, with the lines that show it.

    word     a word, in any of its forms, or a phrase as it stands
    partner  one of the partners: only lines that hold it, too
    limit    lines at most, 0 for none
    Without its texts a model tells partners only.
    Raises InputError where the sides are no texts, or nothing is typed.
    """
    check_whole("limit", limit, 0)
    vocabulary, _ = direction.of_texts()
    model, sought = direction.model, sought_of(vocabulary, word)
    found = rows_with(model, direction.source, sought)
    forms = vocabulary.forms
    known = [forms[t] for t in dict.fromkeys(s.term for s in vocabulary.spans(word)) if t >= 0]
    about = word, *direction.sides, len(found.rows), found.all_known
    if not model.has_texts:
        is_known = len(sought.terms) == 1 and direction.leads
        partners = lexicon_partners(direction, sought.terms[0]) if is_known else []
        return Concordance(*about, partners, [], known)
    read = _read(direction, found.rows)
    numbers = read.source.numbers_of(word)
    if numbers is None:
        spelled = [one for one, _ in with_spelled(direction, [], word, read, [])]
        return Concordance(*about, spelled, [], known)
    said = read.said(read.source.places_of(numbers), len(numbers))
    # Training has not counted rare words, and a phrase in the forms of its words here alone.
    own = {read.lines[one.line].row for one in said}
    about = word, *direction.sides, len(own.union(found.rows.tolist())), found.all_known
    answered = [*Asked(direction, read).answers(said, numbers, word)]
    if len(numbers) == 1:
        answered = with_spelled(direction, answered, word, read, said)
    partners = [one for one, _ in answered]
    if partner and partner not in [one.word for one in partners]:
        raise InputError("“{wanted}” is none of the translations found.", wanted=partner)
    term = sought.terms[0] if len(sought.terms) == 1 else -1
    lines, having = _lines(read, said, answered, numbers, term, partner, limit)
    n_read = len({read.lines[line].row for line in having})
    return Concordance(*about, partners, lines, known, len(having), n_read, len(own))


def all_lines(direction: Direction, progress: Progress | None = None) -> Bitext:
    """The linked lines of all pairs, found once for all questions of a model."""
    model, sides = direction.model, direction.sides
    if (other := model.made(Bitext, sides[::-1])) is not None:
        return other.turned()
    return model.once(Bitext, sides, lambda: bitext(direction, direction.complete, progress))


def is_read(direction: Direction) -> bool:
    """Whether the lines of all pairs have been linked."""
    sides = direction.sides
    return any(direction.model.made(Bitext, way) is not None for way in (sides, sides[::-1]))


def linking(direction: Direction) -> bool:
    """Link the lines of all pairs before somebody asks; whether that is still under way."""
    model = direction.model
    has_lines = model.has_texts and {*direction.sides} <= model.corpus.texts.keys()
    if not has_lines or is_read(direction) or not 0 < _size(direction) <= READ_WHOLE:
        return False

    def begun() -> Thread:
        thread = Thread(target=all_lines, args=(direction,), daemon=True)
        thread.start()
        thread.join(MOMENT)
        return thread

    return model.once(Thread, (*sorted(direction.sides),), begun).is_alive()


def _size(direction: Direction) -> int:
    texts = direction.model.corpus.texts[direction.source]
    return sum(len(texts[row]) for row in direction.complete.tolist())


def _read(direction: Direction, rows: np.ndarray) -> Bitext:
    """The linked lines of all pairs, or of those at `rows` and some more of a large corpus."""
    complete = direction.complete
    if is_read(direction) or (size := _size(direction)) <= READ_WHOLE:
        return all_lines(direction)
    most = max(READ_FOR_ONE * len(complete) // size, 2)
    own = _spread(np.intersect1d(rows, complete), most // 2)
    more = _spread(complete, most - len(own))
    return bitext(direction, np.union1d(own, more))


def _lines(
    read: Bitext,
    said: Sequence[Said],
    answered: Sequence[Answer],
    numbers: Sequence[int],
    term: int,
    wanted: str,
    limit: int,
) -> tuple[list[Line], list[int]]:
    """At most so many lines with the word, or with a compound of it, spread over the corpus; only
    those with `wanted`, if any.  And the numbers of all of them."""
    places, first = _places(read, said, numbers), _first_answers(answered)
    having = sorted(places)
    if wanted:
        first = _first_answers([one for one in answered if one[0].word == wanted])
        having = [line for line in having if line in first]
    chosen = _spread(np.array(having, dtype=np.int64), limit).tolist()
    return [line_of(read, line, places[line], first.get(line), term) for line in chosen], having


def _places(
    read: Bitext, said: Sequence[Said], numbers: Sequence[int]
) -> dict[int, list[tuple[int, int]]]:
    """By line the places of a word or phrase, and of compounds of it: the first and how many."""
    places: dict[int, list[tuple[int, int]]] = {}
    for one in said:
        places.setdefault(one.line, []).append((one.place, len(numbers)))
    if len(numbers) == 1:
        for whole in read.source.parts[:, list(numbers)].nonzero()[0].tolist():  # its compounds
            for place in read.source.places_of([whole]).tolist():
                places.setdefault(int(read.source.line[place]), []).append((place, 1))
    return places


def _first_answers(answered: Sequence[Answer]) -> dict[int, tuple[Said, str]]:
    """By line the first answer in it, and how it is shown."""
    first: dict[int, tuple[Said, str]] = {}
    for partner, places in answered:
        for one in places:
            first.setdefault(one.line, (one, partner.word))
    return first


def line_of(
    read: Bitext,
    line: int,
    places: Sequence[tuple[int, int]],
    answer: tuple[Said, str] | None,
    term: int = -1,
) -> Line:
    """An aligned line to be shown, with its places and lengths of the word, and what it is said by.

    term  whose parts of longer words are marked alone
    """
    text = read.lines[line]
    of_words = read.source.places_in(text.source)
    begin = int(read.source.ends[line])
    first = answer and answer[0].place
    marks = [
        (of_words[place - begin][0], of_words[place - begin + length - 1][1])
        for place, length in sorted(places, key=lambda one: one[0] != first)
    ]
    if term >= 0:  # Of a compound only its part.
        parts = [s[:2] for s in read.source.vocabulary.spans(text.source) if s.term == term]
        marks = [part for a, b in marks for part in parts if a <= part[0] and part[1] <= b] or marks
    there = [] if answer is None else [place_in_line(read, answer[0])]
    word = "" if answer is None else answer[1]
    return Line(text.row, text.source, marks, text.target, there, word)


def _passage(text: str, places: Sequence[Place], where: Place, limit: int) -> Passage:
    shown, shift = sentence_with(text, *where, limit)
    moved = [(start + shift, end + shift) for start, end in places]
    return shown, [place for place in moved if place[0] >= 0 and place[1] <= len(shown)]


def _spread(rows: np.ndarray, most: int) -> np.ndarray:
    """At most so many of the rows, evenly spread over the corpus."""
    if len(rows) <= most:
        return rows
    return rows[np.linspace(0, len(rows) - 1, most).round().astype(np.int64)]
