"""Units of the two sides of a pair that say the same: its lines, aligned in their order.

A first lexicon, learned from pieces at equal shares, adds to the lengths of lines what their words
say; `gplsa.keywords.pairing.beads` finds the best sequence.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy import sparse

from gplsa.core.sums import column_sums, entry_rows, row_sums
from gplsa.core.types import BoolArray, FloatArray, Int32Array, IntArray
from gplsa.keywords.checks import checked_counts
from gplsa.keywords.pairing.beads import align_some
from gplsa.keywords.pairing.lexicon import fit_lexicon, strongest
from gplsa.progress import Progress, report, scaled

Lines = tuple[sparse.csr_matrix, IntArray]

FIRST_ITERATIONS, FIRST_LIST = 4, 50
BAND_LINES, BAND_SHARE = 12, 0.1
MOST_CELLS = 20_000_000
"""Pairs of lines that are compared in a document: beyond 10,000 lines the band is narrower."""
AT_ONCE, CELLS_AT_ONCE = 128, 10_000_000
"""Documents between two chances to stop, and pairs of lines in them."""

_Pairs = tuple[IntArray, Int32Array, FloatArray]


@dataclass(frozen=True)
class Units:
    """Row u of `source` says the same as row u of `target`; `document` is the pair it is from.

    source_phrases, target_phrases  counts of the phrases in each unit, where they were counted
    """

    source: sparse.csr_matrix
    target: sparse.csr_matrix
    document: IntArray
    source_phrases: sparse.csr_matrix | None = None
    target_phrases: sparse.csr_matrix | None = None

    def swapped(self) -> "Units":
        """The same units for the opposite direction."""
        return Units(
            self.target, self.source, self.document, self.target_phrases, self.source_phrases
        )

    def of_documents(self, chosen: BoolArray) -> "Units":
        """Units of the documents chosen by a mask over documents."""
        rows = np.flatnonzero(chosen[self.document])
        return Units(
            self.source[rows],
            self.target[rows],
            self.document[rows],
            *(m if m is None else m[rows] for m in (self.source_phrases, self.target_phrases)),
        )


def merge_rows(rows: sparse.csr_matrix, group: IntArray, n_groups: int) -> sparse.csr_matrix:
    """Sum of the rows of each group; rows of group −1 are left out."""
    kept = np.flatnonzero(group >= 0)
    entries = (np.ones(len(kept)), (group[kept], kept))
    return sparse.csr_matrix(sparse.csr_matrix(entries, shape=(n_groups, len(group))) @ rows)


class LineGroups(NamedTuple):
    """The unit of every line, −1 where it has no partner, of either side; document of each unit."""

    source: IntArray
    target: IntArray
    document: IntArray


class PairedLines(NamedTuple):
    """Counts of the lines of either side (n_lines, n_words) in reading order, and the first line of
    every document (n_documents + 1)."""

    source: sparse.csr_matrix
    source_first: IntArray
    target: sparse.csr_matrix
    target_first: IntArray

    @classmethod
    def of(cls, source_lines: Lines, target_lines: Lines, n_documents: int) -> "PairedLines":
        """Arguments and errors as of `align_lines`."""
        source = _checked_lines(source_lines, "source_lines", n_documents)
        return cls(*source, *_checked_lines(target_lines, "target_lines", n_documents))

    @property
    def sizes(self) -> tuple[IntArray, IntArray]:
        """(n_documents,) lines of each document, of either side."""
        return np.diff(self.source_first), np.diff(self.target_first)


def align_lines(
    source_lines: Lines,
    target_lines: Lines,
    n_documents: int,
    progress: Progress | None = None,
    *,
    phrases: tuple[sparse.csr_matrix | None, sparse.csr_matrix | None] = (None, None),
) -> Units:
    """Cut pairs of documents into units by their lines.

    source_lines, target_lines  counts of the lines (n_lines, n_words) in reading order, and the
                                document of each line, ascending
    phrases                     counts of the phrases of the same lines, taken along
    Lines without a partner are left out; a pair with one line on a side is one unit.
    progress is called every hundred documents or so and may raise to stop.
    Raises ValueError where lines and documents do not fit.
    """
    lines = PairedLines.of(source_lines, target_lines, n_documents)
    source_sizes, target_sizes = lines.sizes
    if ((source_sizes > 1) & (target_sizes > 1)).any():
        aligner = Aligner.learn(lines, scaled(progress, 0.0, 0.4))
    else:
        aligner = Aligner.blank(lines.source.shape[1], lines.target.shape[1])
    return aligner.align(lines, scaled(progress, 0.4, 1.0), phrases=phrases)


@dataclass(frozen=True, eq=False)
class Aligner:
    """What an alignment knows of the words: a lexicon by source word, how often each target word
    stands in the whole corpus, and how many target words come with a source word there."""

    lexicon: _Pairs
    frequency: FloatArray
    ratio: float

    @classmethod
    def learn(cls, lines: PairedLines, progress: Progress | None = None) -> "Aligner":
        """From pieces of the documents at equal shares."""
        guess = proportional_units(lines)
        first = fit_lexicon(
            guess.source, guess.target, None, iterations=FIRST_ITERATIONS, progress=progress
        )
        frequency = column_sums(lines.target)
        ratio = float(frequency.sum()) / max(float(lines.source.sum()), 1.0)
        return cls(strongest(*first, FIRST_LIST), frequency, ratio)

    @classmethod
    def blank(cls, n_source: int, n_target: int) -> "Aligner":
        """Knows no word: enough where every pair has one line on a side."""
        none = np.zeros(n_source + 1, dtype=np.int64), np.empty(0, dtype=np.int32), np.empty(0)
        return cls(none, np.zeros(n_target), 1.0)

    def align(
        self,
        lines: PairedLines,
        progress: Progress | None = None,
        *,
        phrases: tuple[sparse.csr_matrix | None, sparse.csr_matrix | None] = (None, None),
    ) -> Units:
        """Cut these documents into units; arguments as of `align_lines`."""
        groups = self.group(lines, progress)
        n_units = len(groups.document)
        source = merge_rows(lines.source, groups.source, n_units)
        target = merge_rows(lines.target, groups.target, n_units)
        taken = (
            counts if counts is None else merge_rows(counts, group, n_units)
            for counts, group in zip(phrases, (groups.source, groups.target), strict=True)
        )
        return Units(source, target, groups.document, *taken)

    def group(self, lines: PairedLines, progress: Progress | None = None) -> LineGroups:
        """Which lines of these documents belong together."""
        x, x_first, y, y_first = lines
        n_documents = len(x_first) - 1
        background = np.maximum(self.frequency, 0.5) / max(self.frequency.sum(), 1.0)
        x_group, y_group = (np.full(side.shape[0], -1, dtype=np.int64) for side in (x, y))
        document = np.empty(len(x_group) + len(y_group), dtype=np.int64)
        n_units = start = 0
        x_lines, y_lines = lines.sizes
        half = _half_bands(x_lines, y_lines)
        cells = np.cumsum(x_lines * np.minimum(2 * half + 1, y_lines) + 1)
        while start < n_documents:
            report(progress, start / n_documents, "Keywords")
            before = cells[start - 1] if start else 0
            stop = max(int(np.searchsorted(cells, before + CELLS_AT_ONCE)), start + 1)
            stop = min(stop, start + AT_ONCE, n_documents)
            n_units = align_some(
                *(start, stop, n_units, x_group, y_group, document, half),
                *(x_first, x.indptr, x.indices, x.data, y_first, y.indptr, y.indices, y.data),
                *(*self.lexicon, background, self.ratio),
            )
            start = stop
        return LineGroups(x_group, y_group, document[:n_units].copy())


def _checked_lines(lines: Lines, name: str, n_documents: int) -> tuple[sparse.csr_matrix, IntArray]:
    """Counts, and the first line of every document (n_documents + 1)."""
    counts, document = checked_counts(lines[0], name, lines[0].shape[1]), np.asarray(lines[1])
    if document.shape != (counts.shape[0],):
        raise ValueError(f"{name} has {counts.shape[0]} lines, but {document.size} documents")
    if document.size and (
        (np.diff(document) < 0).any() or document[0] < 0 or document[-1] >= n_documents
    ):
        raise ValueError(f"{name}: documents must ascend within 0..{n_documents - 1}")
    per_document = np.bincount(document, minlength=n_documents)
    return counts, np.concatenate([[0], np.cumsum(per_document)]).astype(np.int64)


def proportional_units(lines: PairedLines) -> Units:
    """Both sides of every pair cut into as many pieces as the side with fewer lines has, at equal
    shares of their words: a first guess."""
    pieces = np.minimum(*lines.sizes)
    start = np.cumsum(pieces) - pieces
    sides = []
    for counts, first in (lines[:2], lines[2:]):
        document = entry_rows(first)
        # A trace for empty lines, so that every document has some length.
        length = row_sums(counts) + 1e-3
        before = np.concatenate([[0.0], np.cumsum(length)])
        total = before[first[1:]] - before[first[:-1]]
        middle = (before[:-1] - before[first[:-1]][document] + length / 2) / total[document]
        piece = np.minimum((middle * pieces[document]).astype(np.int64), pieces[document] - 1)
        group = np.where(piece >= 0, start[document] + piece, -1)
        sides.append(merge_rows(counts, group, int(pieces.sum())))
    return Units(sides[0], sides[1], np.repeat(np.arange(len(pieces)), pieces))


def _half_bands(x_lines: IntArray, y_lines: IntArray) -> IntArray:
    """How many lines the band reaches to either side of the diagonal, by document."""
    x = np.maximum(x_lines, 1)
    share = np.minimum((BAND_SHARE * y_lines).astype(np.int64), MOST_CELLS // (2 * x))
    return np.maximum(np.maximum(BAND_LINES, share), y_lines // x + 2)
