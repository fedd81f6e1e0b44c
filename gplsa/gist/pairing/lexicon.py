r"""Which target words go with which source words: a lexicon learned from aligned units.

IBM Model 1 (Brown et al. 1993): every target word of a unit was called up by one of the unit's
source words or by nothing in particular, and t(e|f) is the chance that f calls up e.  The
probabilities live only on pairs of words that stand together in some unit, so that two
vocabularies of 50,000 words fit in bounded memory.
"""

from dataclasses import dataclass
from functools import partial
from itertools import pairwise

import numpy as np
import numpy.typing as npt
from scipy import sparse

from gplsa.core.compile import inlined, kernel
from gplsa.core.types import FloatArray
from gplsa.gist.pairing.together import MAX_PAIRS, pairs_together, sorted_counts
from gplsa.progress import Progress, report, scaled

MAX_PLACES = 40_000_000
"""Pairs of words of units whose places are held from sweep to sweep: 160 MB. Beyond it they are
found anew."""

AFFINITY_POWER = 3
NULL_WEIGHT = 0.1
SWEEPS = 3


@dataclass(frozen=True)
class Frequencies:
    """How many of `n_pairs` training pairs hold each source word and each target word."""

    source: FloatArray
    target: FloatArray
    n_pairs: int


@dataclass(frozen=True)
class Lexicon:
    """Pairs of words, by source word: the CSR layout with three values per pair.

    indptr (n_source + 1), indices (n_pairs) target words ascending within a source word,
    translation t(e|f), cooccurrence c(f, e), the training pairs that hold both, and unit_chance,
    the smoothed share of the units with f that hold e.  learned_from: of the pairs it was learned
    from, where these are more than whoever has it holds.
    """

    indptr: npt.NDArray[np.int64]
    indices: npt.NDArray[np.int32]
    translation: FloatArray
    cooccurrence: FloatArray
    unit_chance: FloatArray
    n_target: int
    learned_from: Frequencies | None = None

    @property
    def n_source(self) -> int:
        return len(self.indptr) - 1

    def row(self, word: int) -> slice:
        """Where the pairs of one source word stand."""
        return slice(int(self.indptr[word]), int(self.indptr[word + 1]))


def topic_profiles(topic_word: FloatArray, topic_weight: FloatArray) -> npt.NDArray[np.float32]:
    r"""√p(z|w) for every word, p(z|w) ∝ φ_zw p(z).

    topic_word φ (n_topics, n_words); topic_weight p(z) (n_topics,).  Returns (n_words, n_topics);
    the inner product of two rows is the affinity A(f, e) = Σ_z √(p(z|f) p(z|e)), in 0..1.
    """
    joint = np.asarray(topic_word, dtype=np.float64).T * np.asarray(topic_weight)[None, :]
    total = joint.sum(axis=1, keepdims=True)
    share = np.divide(joint, total, out=np.zeros_like(joint), where=total > 0)
    return np.sqrt(share).astype(np.float32)


def fit_lexicon(
    source: sparse.csr_matrix,
    target: sparse.csr_matrix,
    profiles: tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]] | None,
    *,
    sweeps: int = SWEEPS,
    max_pairs: int = MAX_PAIRS,
    progress: Progress | None = None,
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32], FloatArray]:
    r"""t(e|f) by EM on units.

        n_fe = t_fe Σ_u x_uf y_ue / (t_0 + Σ_f' x_uf' t_f'e),   t_fe = n_fe / Σ_e' n_fe'

    started from A(f, e)³, so that the topics propose and the units decide; from equal
    probabilities where `profiles` is None.  The null word's t_0 is constant: a unit need not
    explain what its source words only share by chance.

    source, target  CSR (n_units, n_source), (n_units, n_target), non-negative
    profiles        from `topic_profiles`, one per side
    Returns indptr, indices, t in CSR layout by source word; rows sum to 1.
    """
    x, y = sorted_counts(source), sorted_counts(target)
    pattern = pairs_together(x, y, max_pairs)
    report(progress, 0.2, "Keywords")
    translation = first_translation(*pattern, profiles)
    blocks = _unit_blocks(x, y)
    find = partial(_places, x.indptr, x.indices, y.indptr, y.indices, *pattern)
    # Where each pair of a unit stands does not change from sweep to sweep.
    found = find(*blocks[0]) if len(blocks) == 1 else None
    steps = scaled(progress, 0.2, 1.0)
    for sweep in range(sweeps):
        expected = np.zeros_like(translation)
        for block in blocks:
            places = find(*block) if found is None else found
            _add_expected_counts(
                *(*block, places, x.indptr, x.data, y.indptr, y.data),
                *(translation, NULL_WEIGHT, expected),
            )
        translation = normalise_rows(pattern[0], expected)
        report(steps, (sweep + 1) / sweeps, "Keywords")
    return pattern[0], pattern[1], translation


def first_translation(
    indptr: npt.NDArray[np.int64],
    indices: npt.NDArray[np.int32],
    profiles: tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]] | None,
) -> FloatArray:
    """What EM begins with: A(f, e)³ of the pairs listed, or the same for all; rows sum to 1."""
    if profiles is None:
        start = np.ones(len(indices))
    else:
        start = _affinity_power(indptr, indices, profiles[0], profiles[1], AFFINITY_POWER)
    return np.asarray(normalise_rows(indptr, start))


def expected_counts(
    source: sparse.csr_matrix,
    target: sparse.csr_matrix,
    indptr: npt.NDArray[np.int64],
    indices: npt.NDArray[np.int32],
    translation: FloatArray,
) -> FloatArray:
    """n_fe of `fit_lexicon` from some units, which are added up where the units stand in parts."""
    x, y = sorted_counts(source), sorted_counts(target)
    expected = np.zeros_like(translation)
    for block in _unit_blocks(x, y):
        places = _places(x.indptr, x.indices, y.indptr, y.indices, indptr, indices, *block)
        _add_expected_counts(
            *(*block, places, x.indptr, x.data, y.indptr, y.data),
            *(translation, NULL_WEIGHT, expected),
        )
    return expected


def strongest(
    indptr: npt.NDArray[np.int64],
    indices: npt.NDArray[np.int32],
    translation: FloatArray,
    size: int,
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32], FloatArray]:
    """The `size` most probable target words of every source word, in the same layout."""
    kept = largest_of_row(indptr, translation, size)
    before = np.concatenate([[0], np.cumsum(kept)]).astype(np.int64)
    return before[indptr], indices[kept], translation[kept]


@kernel
def _affinity_power(indptr, indices, source_profile, target_profile, power):
    start = np.empty(len(indices))
    n_topics = source_profile.shape[1]
    for f in range(len(indptr) - 1):
        for i in range(indptr[f], indptr[f + 1]):
            e = indices[i]
            affinity = np.float32(0.0)
            for z in range(n_topics):
                affinity += source_profile[f, z] * target_profile[e, z]
            # A word that the topics never met keeps a small chance instead of none.
            start[i] = max(affinity, 1e-3) ** power
    return start


@kernel
def normalise_rows(indptr, values):
    result = np.zeros_like(values)
    for f in range(len(indptr) - 1):
        total = 0.0
        for i in range(indptr[f], indptr[f + 1]):
            total += values[i]
        if total > 0.0:
            for i in range(indptr[f], indptr[f + 1]):
                result[i] = values[i] / total
    return result


@inlined
def _positions(indptr, indices, f, words, out):
    """Where each of the ascending `words` stands in the row of f; -1 where it does not."""
    low, stop = indptr[f], indptr[f + 1]
    for j in range(len(words)):
        word = words[j]
        step = 1
        high = low
        # Galloping: cheap for neighbours, logarithmic for far jumps in a long row.
        while high < stop and indices[high] < word:
            low = high + 1
            high += step
            step *= 2
        high = min(high, stop)
        while low < high:
            middle = (low + high) // 2
            if indices[middle] < word:
                low = middle + 1
            else:
                high = middle
        out[j] = low if low < stop and indices[low] == word else -1


def _unit_blocks(x: sparse.csr_matrix, y: sparse.csr_matrix) -> list[tuple[int, int]]:
    """Consecutive units with at most `MAX_PLACES` pairs of words; one alone may have more."""
    reached = np.cumsum(np.diff(x.indptr).astype(np.int64) * np.diff(y.indptr))
    edges = [0]
    while edges[-1] < len(reached):
        before = reached[edges[-1] - 1] if edges[-1] else 0
        end = int(np.searchsorted(reached, before + MAX_PLACES, side="right"))
        edges.append(max(end, edges[-1] + 1))
    return list(pairwise(edges)) or [(0, 0)]


@kernel
def _places(x_ptr, x_word, y_ptr, y_word, indptr, indices, start, stop):
    """Where each pair of words of units start..stop stands in `indices`; -1 where it does not."""
    size = 0
    for u in range(start, stop):
        size += (x_ptr[u + 1] - x_ptr[u]) * (y_ptr[u + 1] - y_ptr[u])
    places = np.empty(size, dtype=np.int32)
    done = 0
    for u in range(start, stop):
        words = y_word[y_ptr[u] : y_ptr[u + 1]]
        for a in range(x_ptr[u], x_ptr[u + 1]):
            _positions(indptr, indices, x_word[a], words, places[done : done + len(words)])
            done += len(words)
    return places


@kernel
def _add_expected_counts(
    start, stop, places, x_ptr, x_count, y_ptr, y_count, translation, null_weight, expected
):  # fmt: skip
    widest = 0
    for u in range(start, stop):
        widest = max(widest, y_ptr[u + 1] - y_ptr[u])
    explained = np.empty(widest)
    first = 0
    for u in range(start, stop):
        n_source, n_target = x_ptr[u + 1] - x_ptr[u], y_ptr[u + 1] - y_ptr[u]
        explained[:n_target] = null_weight
        for a in range(n_source):
            for b in range(n_target):
                i = places[first + a * n_target + b]
                if i >= 0:
                    explained[b] += x_count[x_ptr[u] + a] * translation[i]
        for a in range(n_source):
            for b in range(n_target):
                i = places[first + a * n_target + b]
                if i >= 0 and translation[i] > 0.0:
                    amount = x_count[x_ptr[u] + a] * y_count[y_ptr[u] + b]
                    expected[i] += translation[i] * amount / explained[b]
        first += n_source * n_target


@kernel
def largest_of_row(indptr, values, size):
    """Mask of the `size` largest positive values of every row."""
    kept = np.zeros(len(values), dtype=np.bool_)
    for f in range(len(indptr) - 1):
        start, stop = indptr[f], indptr[f + 1]
        order = np.argsort(-values[start:stop], kind="mergesort")
        for i in range(min(size, stop - start)):
            kept[start + order[i]] = values[start + order[i]] > 0.0
    return kept
