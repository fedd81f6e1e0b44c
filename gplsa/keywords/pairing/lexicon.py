r"""Which target words go with which source words: a lexicon learned from aligned units.

IBM Model 1 (Brown et al. 1993): every target word of a unit was called up by one of the unit's
source words or by nothing in particular, and t(e|f) is the chance that f calls up e, of pairs of
words alone that stand together in some unit: two vocabularies of 50,000 words fit in memory.
"""

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from gplsa.core.compile import inlined, kernel
from gplsa.core.parallel import even_blocks, run_blocks, thread_count
from gplsa.core.sums import document_frequency
from gplsa.core.types import Float32Array, FloatArray, Int32Array, IntArray
from gplsa.keywords.pairing.rows import largest_of_row, normalise_rows, rows_kept
from gplsa.keywords.pairing.together import MAX_PAIRS, pairs_together, sorted_counts
from gplsa.progress import Progress, report, scaled

AFFINITY_POWER, NULL_WEIGHT, ITERATIONS = 3, 0.1, 3


@dataclass(frozen=True)
class Frequencies:
    """How many of `n_pairs` training pairs hold each source word and each target word."""

    source: FloatArray
    target: FloatArray
    n_pairs: int

    @classmethod
    def of(cls, source: sparse.csr_matrix, target: sparse.csr_matrix) -> "Frequencies":
        """In these pairs, or units."""
        return cls(document_frequency(source), document_frequency(target), source.shape[0])


@dataclass(frozen=True)
class Lexicon:
    """Pairs of words, by source word: the CSR layout with three values per pair.

    indptr (n_source + 1), indices (pairs of words) target words ascending within a source word,
    translation t(e|f), cooccurrence c(f, e), the training pairs that hold both, and unit_chance,
    the smoothed share of the units with f that hold e.  learned_from: of the pairs it was learned
    from, where these are more than whoever has it holds.
    """

    indptr: IntArray
    indices: Int32Array
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


def topic_profiles(topic_word: FloatArray, topic_weight: FloatArray) -> Float32Array:
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
    profiles: tuple[Float32Array, Float32Array] | None,
    *,
    iterations: int = ITERATIONS,
    progress: Progress | None = None,
) -> tuple[IntArray, Int32Array, FloatArray]:
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
    pattern = pairs_together(x, y, MAX_PAIRS)
    by_word = x.tocsc()
    report(progress, 0.2, "Keywords")
    translation = first_translation(*pattern, profiles)
    steps = scaled(progress, 0.2, 1.0)
    for iteration in range(iterations):
        expected = expected_counts(by_word, y, *pattern, translation)
        translation = normalise_rows(pattern[0], expected)
        report(steps, (iteration + 1) / iterations, "Keywords")
    return pattern[0], pattern[1], translation


def first_translation(
    indptr: IntArray, indices: Int32Array, profiles: tuple[Float32Array, Float32Array] | None
) -> FloatArray:
    """What EM begins with: A(f, e)³ of the pairs listed, or the same for all; rows sum to 1."""
    start = np.ones(len(indices))
    if profiles is not None:
        n_threads = thread_count(None)
        blocks = even_blocks(np.diff(indptr), n_threads)
        known = indptr, indices, *profiles, AFFINITY_POWER, start
        run_blocks(_affinity_power, blocks, n_threads, *known)
    return np.asarray(normalise_rows(indptr, start))


def expected_counts(
    source: sparse.csr_matrix | sparse.csc_matrix,
    target: sparse.csr_matrix,
    indptr: IntArray,
    indices: Int32Array,
    translation: FloatArray,
) -> FloatArray:
    """n_fe of `fit_lexicon` from some units, which are added up where the units stand in parts."""
    x, y = sparse.csc_matrix(source, dtype=np.float64), sorted_counts(target)
    return np.asarray(
        _expected_counts(
            *(x.indptr, x.indices, x.data, y.indptr, y.indices, y.data),
            *(indptr, indices, translation, NULL_WEIGHT, y.shape[1]),
        )
    )


def strongest(
    indptr: IntArray, indices: Int32Array, translation: FloatArray, size: int
) -> tuple[IntArray, Int32Array, FloatArray]:
    """The `size` most probable target words of every source word, in the same layout."""
    kept = largest_of_row(indptr, translation, size)
    return rows_kept(indptr, kept), indices[kept], translation[kept]


@kernel
def _affinity_power(first, last, indptr, indices, source_profile, target_profile, power, start):
    for f in range(first, last):
        of_source = source_profile[f]
        for i in range(indptr[f], indptr[f + 1]):
            affinity = _affinity(of_source, target_profile[indices[i]])
            # A word that the topics never met keeps a small chance instead of none.
            start[i] = max(affinity, 1e-3) ** power


@inlined
def _affinity(one, other):
    # By itself, as the sum may be reordered here and in no other place.
    total = np.float32(0.0)
    for z in range(len(one)):
        total += one[z] * other[z]
    return total


@kernel
def _expected_counts(
    x_ptr, x_unit, x_count, y_ptr, y_word, y_count, indptr, indices, translation, null_weight,
    n_target,
):  # fmt: skip
    # Source word by source word, so that its translations stand in an array by target word: to
    # look for them in its row would cost several times as much. The units come by column.
    chance = np.zeros(n_target)
    explained = np.full(len(y_word), null_weight)
    for f in range(len(indptr) - 1):
        row = slice(indptr[f], indptr[f + 1])
        chance[indices[row]] = translation[row]
        for a in range(x_ptr[f], x_ptr[f + 1]):
            for b in range(y_ptr[x_unit[a]], y_ptr[x_unit[a] + 1]):
                explained[b] += x_count[a] * chance[y_word[b]]
        chance[indices[row]] = 0.0
    expected = np.zeros(len(indices))
    sums = np.zeros(n_target)
    for f in range(len(indptr) - 1):
        row = slice(indptr[f], indptr[f + 1])
        chance[indices[row]] = translation[row]
        for a in range(x_ptr[f], x_ptr[f + 1]):
            for b in range(y_ptr[x_unit[a]], y_ptr[x_unit[a] + 1]):
                amount = x_count[a] * y_count[b]
                sums[y_word[b]] += chance[y_word[b]] * amount / explained[b]
        expected[row] = sums[indices[row]]
        # Words that are not in the row have added nothing.
        sums[indices[row]] = 0.0
        chance[indices[row]] = 0.0
    return expected
