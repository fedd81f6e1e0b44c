"""Learning a lexicon, and the probability on top of it, from training pairs."""

import numpy as np
import numpy.typing as npt
from scipy import sparse

from gplsa.gist.lexicon import FloatArray, Lexicon, fit_lexicon
from gplsa.gist.ranking import (
    Calibration,
    candidates,
    default_calibration,
    document_frequency,
    inverse_document_frequency,
    learn_calibration,
    occurs,
    short_list,
    smoothed_share,
    witness_probability,
)
from gplsa.gist.together import count_together
from gplsa.gist.units import Units
from gplsa.progress import Progress, scaled

FOLDS = 4
FOLDS_SHARE = 0.8  # of the time that calibrating takes
LEAST_PAIRS = 40
"""Below this many pairs a fold teaches nothing, and the default calibration serves."""

FLAT_SWEEPS = 5
"""A lexicon started from equal probabilities needs two sweeps more than one started from topics."""

Profiles = tuple[np.ndarray, np.ndarray]


def build_lexicon(
    source: sparse.csr_matrix,
    target: sparse.csr_matrix,
    units: Units,
    profiles: Profiles | None,
    progress: Progress | None = None,
) -> Lexicon:
    """The short list of every source word, learned from units and checked by whole pairs."""
    sweeps = {} if profiles is not None else {"sweeps": FLAT_SWEEPS}
    indptr, indices, translation = fit_lexicon(
        units.source, units.target, profiles, progress=progress, **sweeps
    )
    together = count_together(source, target, indptr, indices)
    chance = _unit_chance(units, indptr, indices)
    whole = Lexicon(indptr, indices, translation, together, chance, target.shape[1])
    return short_list(whole, pair_witness(whole, source, target))


def _unit_chance(
    units: Units, indptr: npt.NDArray[np.int64], indices: npt.NDArray[np.int32]
) -> FloatArray:
    """P_u(e|f): the share of the units with f that hold e, smoothed like the witness."""
    both = count_together(units.source, units.target, indptr, indices)
    source_words = np.repeat(np.arange(len(indptr) - 1), np.diff(indptr))
    base = document_frequency(units.target)[indices] / max(len(units.document), 1)
    return smoothed_share(both, document_frequency(units.source)[source_words], base)


def pair_witness(
    lexicon: Lexicon, source: sparse.csr_matrix, target: sparse.csr_matrix
) -> FloatArray:
    """P(e|f) for every pair of words of the lexicon, counted on the training pairs."""
    return witness_probability(
        lexicon, document_frequency(source), document_frequency(target), source.shape[0]
    )


def calibrate(
    source: sparse.csr_matrix,
    target: sparse.csr_matrix,
    units: Units,
    complete: npt.NDArray[np.bool_],
    rng: np.random.Generator,
    progress: Progress | None = None,
) -> Calibration:
    """Learn the probability, cross-fitted: every document is judged by a lexicon that has not
    seen it.  The folds' lexicons start from equal probabilities, because topics of the
    whole corpus would carry what the hidden mates say.
    """
    pairs = np.flatnonzero(complete)
    if len(pairs) < LEAST_PAIRS:
        return default_calibration()
    fold = np.full(source.shape[0], -1)
    fold[pairs] = rng.permutation(len(pairs)) % FOLDS
    features, labels = [], []
    for k in range(FOLDS):
        seen, hidden = complete & (fold != k), fold == k
        x, y = source[seen], target[seen]
        part = scaled(progress, FOLDS_SHARE * k / FOLDS, FOLDS_SHARE * (k + 1) / FOLDS)
        lexicon = build_lexicon(x, y, units.of_documents(seen), None, part)
        idf = inverse_document_frequency(y)
        witness = pair_witness(lexicon, x, y)
        found = candidates(source[hidden], lexicon, witness, document_frequency(x), idf)
        features.append(found.features)
        labels.append(occurs(found, target[hidden]))
    rest = scaled(progress, FOLDS_SHARE, 1.0)
    return learn_calibration(np.vstack(features), np.concatenate(labels), rng, rest)
