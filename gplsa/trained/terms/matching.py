r"""Which words and phrases of two sides stand for each other, told from aligned lines.

With n_f lines that hold f, n_e that hold e and n_fe that hold both,

    D(f, e) = 2 n_fe / (n_f + n_e)                                      [Dice; Smadja et al. 1996]

matches f with e where each is the best partner of the other.  Words and phrases compete, so that
*Strukturfonds* goes with *structural funds* and not with *structural*.  Of equal ones that of most
words is taken, and names that both sides write alike.  A phrase of which a word is said by
something else in the same lines fits only in part, and is no match: *erneuerbar* and *renewable
energy*, beside *Energie*.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy import sparse

from gplsa.gist.pairing.together import MAX_PAIRS, count_together, pairs_together
from gplsa.gist.scoring.ranking import document_frequency

LEAST_DICE = 0.55
"""Of entries drawn at random from speeches, more than 95 of 100 are right from here on:
`python -m benchmarks.lexicon`."""
LIKELY = 0.4
"""D from which a word is taken to be said by its best partner."""
MOSTLY = 0.7
"""Words that stand inside one phrase so often are left to it, where both sides have one."""
ROUNDS = 4
_ALIKE, _WORD = 0.1, 1e-6


@dataclass(frozen=True, eq=False)
class Items:
    """Words and behind them phrases of one side.

    held      (n_lines, n_items) 0–1;  forms  how each is written
    made_of   the words of each, itself of a word;  holds  the same with the parts of compounds
    left_out  mask of what makes no match
    """

    held: sparse.csr_matrix
    forms: list[str]
    made_of: list[tuple[int, ...]]
    holds: list[set[int]]
    left_out: np.ndarray

    @cached_property
    def columns(self) -> sparse.csc_matrix:
        return self.held.tocsc()

    @cached_property
    def frequency(self) -> np.ndarray:
        """Lines that hold each."""
        return document_frequency(self.held)

    @cached_property
    def in_phrase(self) -> np.ndarray:
        """Mask of the words that mostly stand inside one phrase."""
        mask = np.zeros(len(self.made_of), dtype=bool)
        for number, words in enumerate(self.made_of):
            for word in words if len(words) > 1 else ():
                mask[word] |= self.frequency[number] >= MOSTLY * self.frequency[word]
        return mask

    def lines(self, number: int) -> np.ndarray:
        """The lines that hold an item, ascending."""
        table = self.columns
        return np.asarray(table.indices[table.indptr[number] : table.indptr[number + 1]])


@dataclass(frozen=True)
class Match:
    """Two items, the lines that hold both; share is P(target | source), back the other way."""

    source: int
    target: int
    lines: np.ndarray
    share: float
    back: float


def match(first: Items, second: Items, least: float, min_lines: int) -> list[Match]:
    """All matches with a D of at least `least`, seen in at least `min_lines` lines."""
    indptr, targets = pairs_together(first.held, second.held, MAX_PAIRS)
    together = count_together(first.held, second.held, indptr, targets)
    sources = np.repeat(np.arange(len(first.made_of)), np.diff(indptr))
    dice = 2 * together / (first.frequency[sources] + second.frequency[targets])
    dice[first.left_out[sources] | second.left_out[targets]] = 0.0
    dice[first.in_phrase[sources] & second.in_phrase[targets]] = 0.0
    seen = np.flatnonzero((dice >= min(least, LIKELY)) & (dice > 0) & (together >= min_lines))
    candidates = _Candidates(sources[seen], targets[seen], dice[seen], first, second)
    kept = candidates.matches()
    return [
        Match(f, e, lines, len(lines) / first.frequency[f], len(lines) / second.frequency[e])
        for f, e, value in kept
        if value >= least
        for lines in [np.intersect1d(first.lines(f), second.lines(e), assume_unique=True)]
    ]


class _Candidates:
    """Pairs of items with their D, and which of them are each other's best."""

    def __init__(
        self,
        sources: np.ndarray,
        targets: np.ndarray,
        dice: np.ndarray,
        first: Items,
        second: Items,
    ) -> None:
        self.sources, self.targets, self.dice = sources, targets, dice
        self.first, self.second = first, second
        words = [len(items.made_of[n]) for items, n in self._items()]
        small = [items.forms[n].casefold() for items, n in self._items()]
        n = len(sources)
        alike = np.array([small[i] == small[n + i] for i in range(n)], dtype=float)
        self.rank = dice + _ALIKE * alike + _WORD * (np.array(words[:n]) + np.array(words[n:]))

    def _items(self) -> list[tuple[Items, int]]:
        return [(self.first, n) for n in self.sources.tolist()] + [
            (self.second, n) for n in self.targets.tolist()
        ]

    def matches(self) -> list[tuple[int, int, float]]:
        """(source, target, D); what fits only in part gives way to the next best."""
        possible = np.ones(len(self.rank), dtype=bool)
        mates = self._mates(np.flatnonzero(self._mutual(possible)))
        for _ in range(ROUNDS):
            best = np.flatnonzero(self._mutual(possible))
            partial = [place for place in best.tolist() if self._in_part(place, mates)]
            if not partial:
                break
            possible[partial] = False
        else:
            best = np.array([place for place in best.tolist() if possible[place]], dtype=np.intp)
        return [
            (int(self.sources[place]), int(self.targets[place]), float(self.dice[place]))
            for place in best
        ]

    def _mutual(self, possible: np.ndarray) -> np.ndarray:
        rank = np.where(possible, self.rank, 0.0)
        best_f, best_e = np.zeros(len(self.first.made_of)), np.zeros(len(self.second.made_of))
        np.maximum.at(best_f, self.sources, rank)
        np.maximum.at(best_e, self.targets, rank)
        is_best = possible & (rank >= best_f[self.sources]) & (rank >= best_e[self.targets])
        # Words that stand in the same lines throughout cannot be told apart: neither is a match.
        n_f = np.bincount(self.sources[is_best], minlength=len(best_f))
        n_e = np.bincount(self.targets[is_best], minlength=len(best_e))
        return np.asarray(is_best & (n_f[self.sources] == 1) & (n_e[self.targets] == 1))

    def _mates(self, best: np.ndarray) -> tuple[dict[int, int], dict[int, int]]:
        """By what each word is said, in either direction."""
        found = [(int(self.sources[i]), int(self.targets[i])) for i in best]
        there = {f: e for f, e in found if len(self.first.made_of[f]) == 1}
        back = {e: f for f, e in found if len(self.second.made_of[e]) == 1}
        return there, back

    def _in_part(self, place: int, mates: tuple[dict[int, int], dict[int, int]]) -> bool:
        """Whether a word of a phrase is said by something beside the other item in most lines."""
        f, e = int(self.sources[place]), int(self.targets[place])
        lines = np.intersect1d(self.first.lines(f), self.second.lines(e), assume_unique=True)
        sides = ((self.first, f, self.second, e), (self.second, e, self.first, f))
        for (own, item, other, partner), mate_of in zip(sides, mates, strict=True):
            words = own.made_of[item] if len(own.made_of[item]) > 1 else ()
            for mate in [mate_of[word] for word in words if word in mate_of]:
                apart = not set(other.made_of[mate]) & other.holds[partner]
                if apart and 2 * np.isin(lines, other.lines(mate)).sum() >= len(lines):
                    return True
        return False
