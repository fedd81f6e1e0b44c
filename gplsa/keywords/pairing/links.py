r"""Which word of a line is said by which of the line beside it: links between places.

Two directions of IBM Model 1 with a leaning to the diagonal (Dyer, Chahuneau, Smith 2013), trained
to agree (Liang, Taskar, Klein 2006): for the words f_i and e_j of a line of I and J words

    a_ij ∝ t(e_j|f_i) δ_ij  over i,     b_ij ∝ t(f_i|e_j) δ_ij  over j,
    δ_ij = exp(−λ |i/I − j/J| min(1, max(I, J) / 8)),

beside a null word, which calls up every word by its share of all.  The start is the cube of the
Dice coefficient of lines, and the first iteration has no diagonal.  With n_fe = Σ a_ij √b_ij

    t(e|f) = (n_fe + π t(e|parts of f)) / (Σ_e' n_fe' + π + κ),

and t(f|e) likewise: κ keeps what stands in few lines from taking whatever nobody else explains,
and a compound is said by what its parts are said by, the more so the rarer it is.  Two places are
linked where each is the other's best; words beside linked ones join them where these are their
best and stand in the same lines far more often than by chance (*human rights*, *Menschenrechte*).
The settings were chosen by two lists of words, of speeches and of news, that no test has.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy import sparse

from gplsa.core.compile import inlined, kernel
from gplsa.core.sums import entry_rows
from gplsa.core.types import FloatArray, IntArray, Ints
from gplsa.keywords.pairing.together import count_together, pairs_together
from gplsa.progress import Progress, report

ITERATIONS, START_POWER = 5, 3
DIAGONAL, SHORT = 5.0, 8
NULL, RARE, PARTS = 0.1, 0.5, 2.0
LEAST_AGREED, LEAST_JOINED = 0.05, 0.6
LEAST_LIFT = 3.0  # how many times as often as by chance joined words stand in the same lines
MOST_PAIRS = 6_000_000
MOST_CELLS = 60_000_000
"""Pairs of places that are compared, 4 bytes each: of more lines some are left without links."""
LONGEST = 300  # words of a line beyond which it is no line but a text, and has no links
_STEPS = 64


@dataclass(frozen=True)
class Placed:
    """The words of some lines, one after the other.

    words  (n_places) the number of each;  ends  (n_lines + 1) where lines begin and end
    parts  (n_words, n_words): 1 where the first is a compound that holds the second
    """

    words: Ints
    ends: IntArray
    parts: sparse.csr_matrix

    @property
    def n_words(self) -> int:
        return int(self.parts.shape[0])

    def held(self) -> sparse.csr_matrix:
        """(n_lines, n_words) how often each line holds each word."""
        shape = (len(self.ends) - 1, self.n_words)
        entries = np.ones(len(self.words)), self.words.copy(), self.ends
        table = sparse.csr_matrix(entries, shape=shape)
        table.sum_duplicates()
        return table


class _Way(NamedTuple):
    """Pairs of words as one side calls up the other: given and said word of each, and those of the
    given word w at order[ends[w] : ends[w + 1]]."""

    given: Ints
    said: Ints
    ends: Ints
    order: Ints


def link_words(
    source: Placed, target: Placed, progress: Progress | None = None
) -> tuple[Ints, Ints]:
    """Of every place of either side the group it is linked in, −1 for none.

    Places of both sides with the same number, counted from 0 in every line, say the same.
    """
    held = source.held(), target.held()
    indptr, indices = pairs_together(*held, MOST_PAIRS)
    sides = source.words, source.ends, target.words, target.ends
    sizes = np.diff(source.ends) * np.diff(target.ends)
    sizes[sizes > LONGEST**2] = 0
    # A few of the lines, evenly spread, where they are too many.
    sizes[np.arange(len(sizes)) % (int(sizes.sum()) // MOST_CELLS + 1) != 0] = 0
    cells = np.concatenate([[0], np.cumsum(sizes)])
    where = _cells(*sides, cells, indptr, indices)
    rows = entry_rows(indptr)
    back_order = sparse.csr_matrix(
        (np.arange(len(rows)), indices, indptr), (source.n_words, target.n_words)
    ).tocsc()
    ways = (
        _Way(rows, indices, indptr, np.arange(len(rows))),
        _Way(indices, rows, back_order.indptr, back_order.data),
    )
    together = count_together(*held, indptr, indices)
    of_source = np.diff(held[0].tocsc().indptr)[rows]
    of_target = np.diff(held[1].tocsc().indptr)[indices]
    lift = together * len(sizes) / (of_source * of_target)
    there = back = (2 * together / (of_source + of_target)) ** START_POWER
    shares = [
        np.bincount(side.words, minlength=side.n_words) / max(len(side.words), 1)
        for side in (source, target)
    ]
    lean = np.ones(_STEPS + 1)
    for iteration in range(ITERATIONS):
        report(progress, iteration / (ITERATIONS + 1), "Lexicon")
        n_there, n_back = _agreed_counts(*sides, cells, where, there, back, *shares, lean, NULL)
        there = _chances_of(n_there, ways[0], there, source.parts)
        back = _chances_of(n_back, ways[1], back, target.parts)
        lean = np.exp(-DIAGONAL * np.arange(_STEPS + 1) / _STEPS)
    report(progress, ITERATIONS / (ITERATIONS + 1), "Lexicon")
    least = LEAST_AGREED, LEAST_JOINED, lift, LEAST_LIFT
    return _linked(*sides, cells, where, there, back, *shares, lean, NULL, *least)


def _chances_of(
    counts: FloatArray, way: _Way, before: FloatArray, parts: sparse.csr_matrix
) -> FloatArray:
    """The next t of pairs of words; what was said `before` by parts of compounds is added."""
    total = np.bincount(way.given, counts, parts.shape[0]) + RARE
    if parts.nnz:
        total += PARTS * (np.diff(parts.indptr) > 0)
        _add_parts(counts, before, way.said, way.ends, way.order, parts.indptr, parts.indices)
    return np.asarray(counts / total[way.given])


@kernel
def _add_parts(counts, before, said, ends, order, part_ends, parts):
    """Add to the counts of compounds the mean of what their parts were said by, `PARTS` times."""
    of_parts = np.zeros(said.max() + 1)
    for word in range(len(part_ends) - 1):
        own = parts[part_ends[word] : part_ends[word + 1]]
        for part in own:
            for at in range(ends[part], ends[part + 1]):
                of_parts[said[order[at]]] += before[order[at]] / len(own)
        if len(own):
            for at in range(ends[word], ends[word + 1]):
                counts[order[at]] += PARTS * of_parts[said[order[at]]]
        for part in own:
            for at in range(ends[part], ends[part + 1]):
                of_parts[said[order[at]]] = 0.0


@kernel
def _cells(x_words, x_ends, y_words, y_ends, cells, indptr, indices):
    """Where each pair of places of a line stands among the pairs of words; −1 where it does not."""
    where = np.empty(cells[-1], dtype=np.int32)
    for line in range(len(x_ends) - 1):
        k = cells[line]
        if cells[line + 1] == k:
            continue
        for i in range(x_ends[line], x_ends[line + 1]):
            first, stop = indptr[x_words[i]], indptr[x_words[i] + 1]
            for j in range(y_ends[line], y_ends[line + 1]):
                low, high = first, stop
                while low < high:
                    middle = (low + high) // 2
                    if indices[middle] < y_words[j]:
                        low = middle + 1
                    else:
                        high = middle
                where[k] = low if low < stop and indices[low] == y_words[j] else -1
                k += 1
    return where


@inlined
def _chances(x, y, where, there, back, x_share, y_share, lean, null, a, b):
    """Fills a and b (len(x), len(y)) for one line."""
    n, m = len(x), len(y)
    steps = len(lean) - 1
    near_x, near_y = np.zeros(n), np.zeros(m)
    sum_x, sum_y = np.zeros(n), np.zeros(m)
    for i in range(n):
        for j in range(m):
            near = lean[
                int(steps * abs((i + 0.5) / n - (j + 0.5) / m) * min(1.0, max(n, m) / SHORT))
            ]
            near_x[i] += near
            near_y[j] += near
            k = where[i * m + j]
            a[i, j] = there[k] * near if k >= 0 else 0.0
            b[i, j] = back[k] * near if k >= 0 else 0.0
            sum_y[j] += a[i, j]
            sum_x[i] += b[i, j]
    for i in range(n):
        for j in range(m):
            a[i, j] /= sum_y[j] + null / (1 - null) * y_share[y[j]] * near_y[j]
            b[i, j] /= sum_x[i] + null / (1 - null) * x_share[x[i]] * near_x[i]


@kernel
def _agreed_counts(
    x_words, x_ends, y_words, y_ends, cells, where, there, back, x_share, y_share, lean, null
):
    n_there, n_back = np.zeros(len(there)), np.zeros(len(there))
    for line in range(len(x_ends) - 1):
        if cells[line + 1] == cells[line]:
            continue
        x = x_words[x_ends[line] : x_ends[line + 1]]
        y = y_words[y_ends[line] : y_ends[line + 1]]
        own = where[cells[line] : cells[line + 1]]
        a, b = np.empty((len(x), len(y))), np.empty((len(x), len(y)))
        _chances(x, y, own, there, back, x_share, y_share, lean, null, a, b)
        for i in range(len(x)):
            for j in range(len(y)):
                k = own[i * len(y) + j]
                if k >= 0:
                    n_there[k] += a[i, j] * np.sqrt(b[i, j])
                    n_back[k] += b[i, j] * np.sqrt(a[i, j])
    return n_there, n_back


@kernel
def _linked(
    x_words, x_ends, y_words, y_ends, cells, where, there, back, x_share, y_share, lean, null,
    least, joined, lift, least_lift,
):  # fmt: skip
    x_group = np.full(len(x_words), -1, dtype=np.int32)
    y_group = np.full(len(y_words), -1, dtype=np.int32)
    for line in range(len(x_ends) - 1):
        x = x_words[x_ends[line] : x_ends[line + 1]]
        y = y_words[y_ends[line] : y_ends[line + 1]]
        if cells[line + 1] == cells[line]:
            continue
        a, b = np.empty((len(x), len(y))), np.empty((len(x), len(y)))
        _chances(
            x, y, where[cells[line] : cells[line + 1]], there, back, x_share, y_share, lean, null,
            a, b,
        )  # fmt: skip
        own = x_group[x_ends[line] : x_ends[line + 1]]
        other = y_group[y_ends[line] : y_ends[line + 1]]
        groups = 0
        for i in range(len(x)):
            j = b[i].argmax()
            if a[:, j].argmax() == i and a[i, j] * b[i, j] >= least:
                own[i], other[j] = groups, groups
                groups += 1
        for i in range(len(x)):
            for j in range(len(y)):
                k = where[cells[line] + i * len(y) + j]
                if k < 0 or lift[k] < least_lift:
                    a[i, j] = b[i, j] = 0.0
        _join(a, own, other, joined)
        _join(b.T, other, own, joined)
    return x_group, y_group


@inlined
def _join(chance, own, other, least):
    """Places of `other` that are called up by a linked place of `own` and stand beside the words
    linked with it, over one word at most that is linked with nothing."""
    m = len(other)
    for _ in range(3):
        for j in range(m):
            if other[j] >= 0:
                continue
            i = chance[:, j].argmax()
            if own[i] < 0 or chance[i, j] < least:
                continue
            for step in (-1, 1, -2, 2):
                k = j + step
                if 0 <= k < m and other[k] == own[i]:
                    if abs(step) == 2 and other[(j + k) // 2] >= 0:
                        continue
                    other[j] = own[i]
                    break
