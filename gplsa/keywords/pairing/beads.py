r"""The best sequence of beads: lines of the two sides of a pair that say the same, in their order.

Gale and Church (1993) align sentences by their lengths; here a first lexicon adds what the words
say.  A bead joins at most two lines of each side, or leaves one line alone, and scores

    log prior(bead) − ½ δ² + Σ_e y_e log(ε + (1 − ε) Σ_f x_f t(e|f) / (|x| q_e)),

where x and y are the word counts of its two parts, q_e the share of e among all target words, and
δ the difference in length in standard deviations: the sum is how much likelier y becomes once x is
known.  The best sequence of beads is found within a band around the diagonal.
"""

import numpy as np

from gplsa.core.compile import inlined, kernel

UNRELATED, LENGTH_VARIANCE, IMPOSSIBLE = 0.1, 1.0, -1e300

# Lines taken from the source and from the target, and the shares found by Gale and Church: those of
# 1-2 or 2-1, and of 1-0 or 0-1, halved for each; `readers.sentence_alignment` has them whole for
# either, as in the authors' program.
TAKEN = np.array([[1, 1], [1, 2], [2, 1], [2, 2], [1, 0], [0, 1]])
LOG_PRIOR = np.log(np.array([0.89, 0.045, 0.045, 0.01, 0.005, 0.005]))


@kernel
def align_some(
    start, stop, unit, x_group, y_group, document, half_bands,
    x_first, x_ptr, x_word, x_count, y_first, y_ptr, y_word, y_count,
    indptr, indices, translation, background, ratio,
):  # fmt: skip
    """Numbers the units of the documents start..stop from `unit` on: of each line its unit (−1:
    none), of each unit its document.  Returns the number of the next unit."""
    gain = np.zeros(len(background))
    for d in range(start, stop):
        x_lines, y_lines = x_first[d + 1] - x_first[d], y_first[d + 1] - y_first[d]
        if x_lines == 0 or y_lines == 0:
            continue
        x_side, y_side = x_group[x_first[d] : x_first[d + 1]], y_group[y_first[d] : y_first[d + 1]]
        units = 0
        if x_lines > 1 and y_lines > 1:
            half = half_bands[d]
            bead = _best_beads(
                x_ptr[x_first[d] : x_first[d + 1] + 1], x_word, x_count,
                y_ptr[y_first[d] : y_first[d + 1] + 1], y_word, y_count,
                indptr, indices, translation, background, ratio, half, gain,
            )  # fmt: skip
            units = _trace_back(bead, half, unit, x_side, y_side)
        if units == 0:
            x_side[:] = unit
            y_side[:] = unit
            units = 1
        document[unit : unit + units] = d
        unit += units
    return unit


@inlined
def _best_beads(
    x_ptr, x_word, x_count, y_ptr, y_word, y_count,
    indptr, indices, translation, background, ratio, half, gain,
):  # fmt: skip
    """The last bead of the best alignment of i source with j target lines, for j in the band."""
    n, m = len(x_ptr) - 1, len(y_ptr) - 1
    x_length, y_length = _lengths(x_ptr, x_count), _lengths(y_ptr, y_count)
    words = y_word[y_ptr[0] : y_ptr[m]]
    current, previous = np.zeros(len(words)), np.zeros(len(words))
    score = np.zeros((3, m))
    best = np.full((3, m + 1), IMPOSSIBLE)
    bead = np.full((n + 1, 2 * half + 2), -1, dtype=np.int8)
    step = m // n + 1
    for i in range(n + 1):
        centre = i * m // n
        low, high = max(0, centre - half), min(m, centre + half)
        # What three lines ago was filled; all else was never reached.
        best[i % 3, max(0, low - 3 * step) : high + 1] = IMPOSSIBLE
        if i > 0:
            previous, current = current, previous
            line = slice(x_ptr[i - 1], x_ptr[i])
            # The words that this line and the next one are compared with.
            near = slice(y_ptr[max(0, low - 2)] - y_ptr[0], y_ptr[min(m, high + step)] - y_ptr[0])
            _explain(
                x_word[line], x_count[line], indptr, indices, translation, gain,
                words[near], current[near],
            )  # fmt: skip
            both = x_length[i - 1] + (x_length[i - 2] if i > 1 else 0.0)
            for j in range(max(0, low - 2), high):
                score[1, j], score[2, j] = 0.0, 0.0
                for k in range(y_ptr[j], y_ptr[j + 1]):
                    one = current[k - y_ptr[0]]
                    two = one + previous[k - y_ptr[0]]
                    share = background[y_word[k]]
                    score[1, j] += y_count[k] * _likelier(one, x_length[i - 1], share)
                    score[2, j] += y_count[k] * _likelier(two, both, share)
        for j in range(low, high + 1):
            if i == 0 and j == 0:
                best[0, 0] = 0.0
                continue
            for kind in range(len(TAKEN)):
                a, b = TAKEN[kind]
                if a > i or b > j or best[(i - a) % 3, j - b] == IMPOSSIBLE:
                    continue
                expected = ratio * x_length[i - a : i].sum()
                actual = y_length[j - b : j].sum()
                variance = LENGTH_VARIANCE * (actual + expected) / 2 + 1.0
                value = best[(i - a) % 3, j - b] + LOG_PRIOR[kind]
                value += score[a, j - b : j].sum() - 0.5 * (actual - expected) ** 2 / variance
                if value > best[i % 3, j]:
                    best[i % 3, j] = value
                    bead[i, j - centre + half] = kind
    return bead


@inlined
def _lengths(pointer, count):
    length = np.zeros(len(pointer) - 1)
    for i in range(len(length)):
        length[i] = count[pointer[i] : pointer[i + 1]].sum()
    return length


@inlined
def _likelier(explained, length, share):
    return np.log(UNRELATED + (1 - UNRELATED) * explained / (max(length, 1.0) * share))


@inlined
def _explain(line_word, line_count, indptr, indices, translation, gain, words, out):
    """Σ_f x_f t(e|f) of one source line, for every target word listed; `gain` stays all zero."""
    for k in range(len(line_word)):
        for p in range(indptr[line_word[k]], indptr[line_word[k] + 1]):
            gain[indices[p]] += line_count[k] * translation[p]
    out[:] = gain[words]
    for k in range(len(line_word)):
        for p in range(indptr[line_word[k]], indptr[line_word[k] + 1]):
            gain[indices[p]] = 0.0


@inlined
def _trace_back(bead, half, first_unit, x_group, y_group):
    """Number the beads that join lines of both sides; returns how many there are."""
    i, j, units = len(x_group), len(y_group), 0
    while i > 0 or j > 0:
        kind = bead[i, j - i * len(y_group) // len(x_group) + half]
        if kind < 0:
            return 0
        a, b = TAKEN[kind]
        if a > 0 and b > 0:
            x_group[i - a : i] = first_unit + units
            y_group[j - b : j] = first_unit + units
            units += 1
        i -= a
        j -= b
    return units
