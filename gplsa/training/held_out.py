"""Pairs held out of a training, and what it then sees."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from gplsa.text.lines import LineCounts
from gplsa.training.fitting import Counts, Lines, complete_rows
from gplsa.training.phrasing import LinePhrases

FEWEST_TO_CHECK = 40
HELD_OUT_SHARE = 0.1
FEWEST_HELD_OUT, MOST_HELD_OUT = 20, 100


def hide_pairs(counts: Counts, rng: np.random.Generator) -> np.ndarray:
    """Which documents to hide, (documents,): a tenth of the complete pairs, 20 to 100 of them.

    None of fewer than `FEWEST_TO_CHECK` pairs, which need every pair for learning.
    """
    complete = np.flatnonzero(complete_rows(counts))
    held_out = np.zeros(next(iter(counts.values())).shape[0], dtype=bool)
    if len(complete) >= FEWEST_TO_CHECK:
        n_held_out = min(max(round(HELD_OUT_SHARE * len(complete)), FEWEST_HELD_OUT), MOST_HELD_OUT)
        held_out[rng.choice(complete, n_held_out, replace=False)] = True
    return held_out


@dataclass(frozen=True)
class Visible:
    """The documents that are not hidden, in some of the terms.

    words    by side, the numbers of these terms;  numbers  of the phrases that are left
    """

    words: Mapping[str, np.ndarray]
    counts: dict[str, sparse.csr_matrix]
    lines: dict[str, LineCounts]
    phrases: dict[str, LinePhrases]
    numbers: dict[str, np.ndarray]

    @classmethod
    def of(
        cls,
        counts: Counts,
        lines: Lines,
        phrases: Mapping[str, LinePhrases],
        held_out: np.ndarray,
        words: Mapping[str, np.ndarray],
    ) -> "Visible":
        seen = ~held_out
        restricted = {m: phrases[m].restricted(seen, words[m]) for m in phrases}
        return cls(
            words,
            {m: counts[m][seen][:, words[m]] for m in counts},
            {m: _lines_of(lines[m], seen, words[m]) for m in counts},
            {m: part for m, (part, _) in restricted.items()},
            {m: numbers for m, (_, numbers) in restricted.items()},
        )

    def phrase_numbers(self, side: str) -> np.ndarray:
        return self.numbers.get(side, np.zeros(0, dtype=np.int64))


def _lines_of(lines: LineCounts, seen: np.ndarray, words: np.ndarray) -> LineCounts:
    """The lines of the documents seen, which are numbered anew, in the words kept."""
    counts, document = lines
    number = np.cumsum(seen) - 1
    return LineCounts(counts[seen[document]][:, words], number[document[seen[document]]])
