r"""Which pairs belong together, learned from pairs: a fit on some of them judges the others.

A fit has learned from each of its pairs that the sides belong together.  So pairs are dealt into
folds, each judged by the topics of the rest.  With ℓ_ij = the mean log-likelihood of a word of side
j given side i, both directions added,

    z_d = (ℓ_dd − ℓ_d· − ℓ_·d + ℓ_··) / σ_d

says by how many of its standard deviations among strangers a pair fits better than strangers do.
Strangers have z ~ N(0, 1), pairs N(μ, σ²): EM for the share π of pairs, μ and σ gives

    w_d = π N(z_d; μ, σ²) / (π N(z_d; μ, σ²) + (1 − π) N(z_d; 0, 1)),

which never falls with z [local false discovery rate: Efron 2004].  The folds are then fitted anew
with these weights, and judge anew.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
from scipy import sparse

from gplsa.core.sums import present_in, scaled_rows
from gplsa.core.types import FloatArray, IntArray
from gplsa.progress import Progress, report

if TYPE_CHECKING:
    from gplsa.models.multimodal import MultimodalGPLSA

FOLDS, ROUNDS = 4, 2
STARTS = (0.2, 0.5, 0.8, 1.0)
READING_STEPS = 3
MOST_STRANGERS = 500  # that are compared at a time: more take memory and tell nothing new
_EM_STEPS, _FLOOR, _LEAST_SPREAD = 200, 1e-12, 0.5


@dataclass(frozen=True)
class PairWeights:
    """weight w (n_docs,), 1 where a document has one side only;  fit  z (n_docs,), there nan
    share  π, of the pairs that belong together."""

    weight: FloatArray
    fit: FloatArray
    share: float

    @property
    def parted(self) -> float:
        """Σ w z / Σ w over the pairs judged: how far pairs stand above strangers."""
        paired = ~np.isnan(self.fit)
        weight = self.weight[paired]
        return float(weight @ self.fit[paired] / max(weight.sum(), _FLOOR))


def pair_weights(
    model: "MultimodalGPLSA",
    counts: Mapping[str, sparse.csr_matrix],
    *,
    sample_weight: FloatArray | None = None,
    random_state: int | np.random.Generator | None = None,
    progress: Progress | None = None,
) -> PairWeights:
    """How sure it is that the sides of every document belong together.

    model          how to fit: a clone of it is fitted `FOLDS` times in each of `ROUNDS` rounds
    counts         {modality: (n_docs, n_words)}, as for its `fit`;  sample_weight  likewise
    random_state   deals the pairs into folds
    Raises ValueError where fewer than 2 × `FOLDS` documents have two sides.

    Examples
    --------
    >>> import numpy as np
    >>> from gplsa import MultimodalGPLSA, pair_weights
    >>> german = np.repeat(np.eye(4), 10, axis=0)
    >>> english = german.copy()
    >>> english[[0, 39]] = german[[39, 0]]  # two that do not belong together
    >>> counts = {"de": german, "en": english}
    >>> model = MultimodalGPLSA(n_topics=4, background_weight=0.5, random_state=0)
    >>> found = pair_weights(model, counts, random_state=0)
    >>> np.flatnonzero(found.fit < 0)  # predicted worse by each other than by strangers
    array([ 0, 39])
    >>> _ = model.fit(counts, pair_weight=found.weight)
    """
    sides = {name: sparse.csr_matrix(matrix) for name, matrix in counts.items()}
    present = present_in([*sides.values()])
    paired = np.flatnonzero(present.sum(axis=1) > 1)
    if len(paired) < 2 * FOLDS:
        raise ValueError(f"{len(paired)} documents with two sides are too few to judge pairs by")

    def score(fold: IntArray, rest: IntArray, weight: FloatArray) -> FloatArray:
        from sklearn.base import clone

        fitted = clone(model).fit(
            {name: matrix[rest] for name, matrix in sides.items()},
            sample_weight=None if sample_weight is None else sample_weight[rest],
            pair_weight=weight[rest],
        )
        z = np.empty(len(fold))
        for block in np.array_split(np.arange(len(fold)), -(-len(fold) // MOST_STRANGERS)):
            z[block] = _standing(fitted, {name: x[fold[block]] for name, x in sides.items()})
        return z

    rng = np.random.default_rng(random_state)
    return weighed_in_folds(score, len(present), paired, rng, progress)


def weighed_in_folds(
    score: Callable[[IntArray, IntArray, FloatArray], FloatArray],
    n_docs: int,
    paired: IntArray,
    rng: np.random.Generator,
    progress: Progress | None = None,
    rounds: int = ROUNDS,
) -> PairWeights:
    """Weights of the documents `paired`, dealt into folds anew in each round.

    score  (fold, rest, weight) → z of the pairs of a fold, predicted by the rest of the documents,
           which weigh so much as pairs
    """
    found = PairWeights(np.ones(n_docs), np.full(n_docs, np.nan), 1.0)
    for at in range(rounds):
        folds = np.array_split(rng.permutation(paired), FOLDS)
        z = np.full(n_docs, np.nan)
        for number, fold in enumerate(folds):
            report(progress, (at * FOLDS + number) / (rounds * FOLDS), "Weighing pairs")
            z[fold] = score(fold, np.setdiff1d(np.arange(n_docs), fold), found.weight)
        found = mixture_weights(z)
    return found


def _standing(model: "MultimodalGPLSA", pairs: Mapping[str, sparse.csr_matrix]) -> FloatArray:
    """z of every pair among these, (n,): of three sides and more the sum over their pairs, scaled
    to one standard deviation."""
    mixtures = model.transform(pairs, max_iter=READING_STEPS)
    words = {name: model.expected_words(name) for name in pairs}
    present = {name: np.diff(matrix.indptr) > 0 for name, matrix in pairs.items()}
    n = len(next(iter(present.values())))
    total, how_many = np.zeros(n), np.zeros(n)
    for first, second in combinations(pairs, 2):
        both = np.flatnonzero(present[first] & present[second])
        if len(both) < 2:
            continue
        there = _log_likelihood(mixtures[first][both], words[second], pairs[second][both])
        back = _log_likelihood(mixtures[second][both], words[first], pairs[first][both])
        total[both] += standing_among_strangers(there + back.T)
        how_many[both] += 1
    return np.divide(total, np.sqrt(how_many), out=np.full(n, np.nan), where=how_many > 0)


def _log_likelihood(
    mixtures: FloatArray, words: FloatArray, texts: sparse.csr_matrix
) -> FloatArray:
    """Mean log-likelihood of a word of text j given mixture i, (n, n)."""
    logs = np.log(np.maximum(mixtures @ words, _FLOOR))
    return np.asarray((scaled_rows(texts, np.ones(texts.shape[0])) @ logs.T).T)


def standing_among_strangers(likeness: FloatArray) -> FloatArray:
    """Of the diagonal: what neither row nor column explains, by its spread beside the diagonal."""
    n = len(likeness)
    others = likeness.copy()
    np.fill_diagonal(others, 0.0)
    rows, columns = others.sum(axis=1) / (n - 1), others.sum(axis=0) / (n - 1)
    mean = others.sum() / (n * (n - 1))
    rest = (likeness - rows[:, None] - columns + mean) ** 2
    np.fill_diagonal(rest, 0.0)
    spread = np.sqrt((rest.sum(axis=1) + rest.sum(axis=0)) / (2 * (n - 1)))
    return (np.diagonal(likeness) - rows - columns + mean) / np.maximum(spread, _FLOOR)


def mixture_weights(z: FloatArray) -> PairWeights:
    """EM for the mixture of pairs and strangers, the likeliest of several starts; what is not
    judged has weight 1.

    From a single start it may end where one wide distribution holds pairs and strangers both.
    """
    from scipy.stats import norm

    paired = ~np.isnan(z)
    known = np.sort(z[paired])
    strangers = norm.pdf(known)
    climbed = (_climbed(known, strangers, start) for start in STARTS)
    weight, share, _ = max(climbed, key=lambda found: found[2])
    found = np.ones(len(z))
    found[paired] = np.interp(z[paired], known, weight)
    return PairWeights(found, z, share)


def _rising(weight: FloatArray, middle: int) -> FloatArray:
    """Never falling with z: a wide distribution of pairs overtakes that of strangers again far
    below both, a narrow one falls behind it far above."""
    middle = min(middle, len(weight) - 1)
    below = np.minimum.accumulate(weight[: middle + 1][::-1])[::-1]
    return np.concatenate([below, np.maximum.accumulate(weight[middle:])[1:]])


def _climbed(
    known: FloatArray, strangers: FloatArray, share: float
) -> tuple[FloatArray, float, float]:
    """Weights of the z `known` (ascending), π and the log-likelihood, from π = `share`."""
    from scipy.stats import norm

    mean, spread = float(known[-round(share * len(known)) :].mean()), 1.0
    weight, total = np.ones(len(known)), np.ones(len(known))
    for _ in range(_EM_STEPS):
        pairs = share * norm.pdf(known, mean, spread)
        total = np.maximum(pairs + (1 - share) * strangers, np.finfo(float).tiny)
        weight = _rising(pairs / total, int(np.searchsorted(known, mean)))
        share = float(weight.mean())
        mass = max(float(weight.sum()), _FLOOR)
        mean = float(weight @ known) / mass
        spread = max(float(np.sqrt(weight @ (known - mean) ** 2 / mass)), _LEAST_SPREAD)
    return weight, share, float(np.log(total).sum())
