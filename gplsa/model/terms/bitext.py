r"""Aligned lines of two sides, word by word: where a word stands, and what it is said by there.

Every word counts here, also those that stand in too few or too many texts to be counted in
topics.  Words without content take part in phrases only: *quality of life*.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from gplsa.core.types import Ints
from gplsa.keywords.pairing.links import link_words
from gplsa.model.direction import Direction
from gplsa.model.terms.aligned import AlignedLine, align_pairs
from gplsa.model.terms.side_words import LONGEST_ANSWER, WIDEST_GAP, SideWords
from gplsa.progress import Progress, scaled


class Said(NamedTuple):
    """A place of a word or phrase, and what it is said by: places first..last of the other side,
    both −1 where that cannot be told."""

    line: int
    place: int
    first: int
    last: int


@dataclass(frozen=True, eq=False)
class Bitext:
    """Aligned lines with their words linked.

    group  of the places of either side: linked ones of a line have the same number, −1 for none
    """

    lines: list[AlignedLine]
    source: SideWords
    target: SideWords
    group: tuple[Ints, Ints]

    @cached_property
    def texts(self) -> tuple[list[str], list[str]]:
        """The lines of either side."""
        return [line.source for line in self.lines], [line.target for line in self.lines]

    @cached_property
    def lengths(self) -> float:
        """How many times as many letters the other side has."""
        own, other = (sum(map(len, texts)) for texts in self.texts)
        return other / max(own, 1)

    def turned(self) -> "Bitext":
        """The same from the other side."""
        lines = [AlignedLine(line.row, line.target, line.source) for line in self.lines]
        return Bitext(lines, self.target, self.source, self.group[::-1])

    @cached_property
    def _linked(self) -> list[tuple[Ints, Ints]]:
        """Of either side the linked places by line and group, and these as one number."""
        found = []
        for side, group in zip((self.source, self.target), self.group, strict=True):
            at = np.flatnonzero(group >= 0)
            key = side.line[at].astype(np.int64) * self._width + group[at]
            order = np.argsort(key, kind="stable")
            found.append((at[order], key[order]))
        return found

    @cached_property
    def _width(self) -> int:
        return int(self.group[0].max(initial=0)) + 2

    def said(self, places: Ints, length: int = 1) -> list[Said]:
        """What stands for the words place … place + length − 1 of each of these places."""
        found = []
        for place in places.tolist():
            line, own = int(self.source.line[place]), range(place, place + length)
            groups = {group for group in self.group[0][own.start : own.stop].tolist() if group >= 0}
            there = sorted(one for group in groups for one in self._of(1, line, group))
            # Words beside the ones asked for may be said by the same.
            alone = all(one in own for group in groups for one in self._of(0, line, group))
            if there and alone and self._is_one(there, 1):
                found.append(Said(line, place, there[0], there[-1]))
            else:
                found.append(Said(line, place, -1, -1))
        return found

    def sayers(self, first: int, last: int) -> list[int]:
        """The places that the words first … last of the other side say."""
        groups = {*self.group[1][first : last + 1].tolist()} - {-1}
        line = int(self.target.line[first])
        return [one for group in groups for one in self._of(0, line, group)]

    def _of(self, side: int, line: int, group: int) -> list[int]:
        """The places of a side that are of this group of a line."""
        at, keys = self._linked[side]
        key = line * self._width + group
        first, last = keys.searchsorted((key, key + 1)).tolist()
        places: list[int] = at[first:last].tolist()
        return places

    def phrases(self) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
        """First and last place on either side of all that is linked as one."""
        by_side = []
        for at, key in self._linked:
            begin = np.flatnonzero(np.diff(key, prepend=-1))
            by_side.append((at, begin, np.append(begin[1:], len(at))))
        (x, x_from, x_to), (y, y_from, y_to) = by_side
        # Every group has places on both sides, so the two lists go together.
        bounds = np.stack([x_from, x_to, y_from, y_to], axis=1).tolist()
        for a, b, c, d in bounds:
            own, other = x[a:b].tolist(), y[c:d].tolist()
            if self._is_one(own, 0) and self._is_one(other, 1):
                yield (own[0], own[-1]), (other[0], other[-1])

    def _is_one(self, places: Sequence[int], side: int) -> bool:
        """Whether some places of a side are one phrase, nothing else said in between."""
        if len(places) == 1:
            return True
        widest = max(after - before for before, after in pairwise(places))
        if places[-1] - places[0] >= LONGEST_ANSWER or widest > WIDEST_GAP + 1:
            return False
        group = self.group[side]
        own = {-1, *(int(group[place]) for place in places)}
        return own.issuperset(group[places[0] : places[-1] + 1].tolist())


def bitext(direction: Direction, rows: Ints, progress: Progress | None = None) -> Bitext:
    """The pairs at `rows` line by line and word by word.

    Raises InputError where the sides are no texts or the model does not hold them.
    """
    vocabularies = direction.of_texts()
    aligned = align_pairs(direction, rows, scaled(progress, 0.0, 0.4))
    sides = zip(vocabularies, aligned.encoded, aligned.groups[:2], strict=True)
    first, second = (SideWords.of(*side, len(aligned.lines)) for side in sides)
    (x_places, x), (y_places, y) = first.linkable(), second.linkable()
    x_group, y_group = link_words(x, y, scaled(progress, 0.4, 1.0))
    group = np.full(len(first.words), -1), np.full(len(second.words), -1)
    group[0][x_places], group[1][y_places] = x_group, y_group
    return Bitext(aligned.lines, first, second, group)
