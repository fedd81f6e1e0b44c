r"""Which pairs belong together, judged by lexicons of other pairs: quick, as no topic is fitted.

As in `gplsa.models.weighing`, with lexicons in the place of topics.  How much likelier the
words of text j become once text i of the other side is known, in nats a word, is

    ℓ_ij = Σ_e ỹ_je log(1 + Σ_f x̃_if t(e|f) / q_e),

x̃ and ỹ counts that sum to 1, q_e the share of e in all texts of its side; both directions are
added.  The lexicons that judge a fold have seen neither it nor what does not seem to be a pair.
"""

from collections.abc import Mapping
from itertools import combinations

import numpy as np
from scipy import sparse

from gplsa.core.sums import column_sums, present_in, scaled_rows
from gplsa.core.types import BoolArray, FloatArray, IntArray
from gplsa.keywords import TrainingPairs, Units
from gplsa.keywords.fitting import short_lexicon
from gplsa.models.weighing import (
    FOLDS,
    MOST_STRANGERS,
    PairWeights,
    mixture_weights,
    standing_among_strangers,
    weighed_in_folds,
)
from gplsa.progress import Progress, scaled
from gplsa.retrieval.counterparts import scaled_columns, translation_matrix

TRUSTED = 0.5
"""The weight from which a pair teaches a lexicon."""

UnitsBySides = Mapping[tuple[str, str], Units]


def pair_weights_by_lexicon(
    counts: Mapping[str, sparse.csr_matrix],
    units: UnitsBySides,
    held_out: BoolArray,
    rng: np.random.Generator,
    rounds: int,
    progress: Progress | None = None,
) -> PairWeights:
    """How sure it is that the sides of each document belong together, after so many rounds.

    counts    {side: (n_docs, n_words)};  units  of each two sides, in the order of `counts`
    held_out  documents that are judged and teach nothing, (n_docs,)
    rng       deals the pairs into folds
    Raises ValueError where fewer than 2 × `FOLDS` documents that teach have two sides.
    """
    present = present_in([*counts.values()])
    paired = present.sum(axis=1) > 1
    learned = paired & ~held_out
    training_rows = np.flatnonzero(learned)
    if len(training_rows) < 2 * FOLDS:
        raise ValueError(
            f"{len(training_rows)} documents with two sides are too few to judge pairs by"
        )

    def score(fold: IntArray, rest: IntArray, weight: FloatArray) -> FloatArray:
        training = np.zeros(len(present), dtype=bool)
        training[rest] = learned[rest] & (weight[rest] >= TRUSTED)
        return _standing(counts, units, training, fold)

    found = weighed_in_folds(
        score, len(present), training_rows, rng, scaled(progress, 0.0, 0.85), rounds=rounds
    )
    others = np.flatnonzero(paired & held_out)
    if not len(others):
        return found
    z = found.fit.copy()
    z[others] = score(others, training_rows, found.weight)
    weight = found.weight.copy()
    weight[others] = mixture_weights(z).weight[others]
    return PairWeights(weight, z, found.share)


def _standing(
    counts: Mapping[str, sparse.csr_matrix],
    units: UnitsBySides,
    training: BoolArray,
    asked: IntArray,
) -> FloatArray:
    """z of the documents asked for, (n_asked,): of three sides and more that of the two which
    belong together least; nan where nothing teaches or nobody is there to compare with."""
    least = np.full(len(asked), np.nan)
    for first, second in combinations(counts, 2):
        there = _gain(counts[first], counts[second], units[first, second], training)
        back = _gain(counts[second], counts[first], units[first, second].swapped(), training)
        if there is None or back is None:
            continue
        sides = counts[first][asked], counts[second][asked]
        both = np.flatnonzero((np.diff(sides[0].indptr) > 0) & (np.diff(sides[1].indptr) > 0))
        for block in np.array_split(both, max(-(-len(both) // MOST_STRANGERS), 1)):
            if len(block) < 2:
                continue
            ones = np.ones(len(block))
            source, target = (scaled_rows(side[block], ones) for side in sides)
            likeness = _likeness(source, target, there) + _likeness(target, source, back).T
            least[block] = np.fmin(least[block], standing_among_strangers(likeness))
    return least


def _gain(
    source: sparse.csr_matrix, target: sparse.csr_matrix, units: Units, training: BoolArray
) -> sparse.csr_matrix | None:
    """t(e|f) / q_e (n_source, n_target), learned from the documents that teach; None where none
    has both sides."""
    complete = training & (np.diff(source.indptr) > 0) & (np.diff(target.indptr) > 0)
    if not complete.any():
        return None
    y = target[complete]
    pairs = TrainingPairs(source[complete], y, units=units.of_documents(complete))
    lexicon = short_lexicon(pairs, None)
    frequency = column_sums(y)
    often = np.divide(frequency.sum(), frequency, out=np.zeros_like(frequency), where=frequency > 0)
    return scaled_columns(translation_matrix(lexicon), often)


def _likeness(
    source: sparse.csr_matrix, target: sparse.csr_matrix, gain: sparse.csr_matrix
) -> FloatArray:
    """ℓ (n_source_docs, n_target_docs)."""
    likelier = sparse.csr_matrix(source @ gain)
    likelier.data = np.log1p(likelier.data)
    return np.asarray((likelier @ target.T).toarray())
