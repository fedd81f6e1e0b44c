"""How well the sides of a model's pairs fit, and what that says of each pair."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from gplsa.core.types import FloatArray, Sides, StrArray
from gplsa.corpus.corpus import IMAGE, TEXT
from gplsa.model.direction import Direction
from gplsa.model.misaligned import pairs_of
from gplsa.model.model import TrainedModel
from gplsa.progress import Progress, in_shares
from gplsa.retrieval.counterparts import tfidf, translation_matrix
from gplsa.retrieval.mismatch import FEWEST_WORDS, PairFit, pair_fit

Fits = dict[Sides, PairFit]
"""How well the two sides of every pair fit, by pair of sides."""


@dataclass(frozen=True)
class PairAssessment:
    """One pair as two of its sides show it."""

    sides: Sides
    fit: PairFit
    verdict: str


def fit_of(direction: Direction, progress: Progress | None = None) -> PairFit:
    """Every pair judged by all others, by two sides between which the model leads both ways."""
    source, target = (direction.model.counts[side] for side in direction.sides)
    rankers = direction.ranker, direction.turned.ranker
    found = pair_fit(*rankers, progress=progress, counts=(source, target))
    kinds = [*map(direction.model.corpus.kind, direction.sides)]
    of_texts = [side for side in direction.sides if direction.model.corpus.kind(side) == TEXT]
    n_words = [np.diff(direction.model.counts[side].indptr) for side in of_texts]
    short = np.any([n < FEWEST_WORDS for n in n_words], axis=0) if n_words else None
    return replace(found, of_pictures=IMAGE in kinds, short=short)


def missing_words(direction: Direction, row: int, n_best: int = 8) -> list[str]:
    """Words that one side of a pair calls for and the other, its counterpart, does not hold.

    Strongest first by (tfidf_s · t)_e idf_e.  The pair itself has taught none of these links.
    """
    source, target = (direction.model.counts[side][row] for side in direction.sides)
    ranker, forms = direction.ranker, direction.turned.vocabulary.forms
    weighted = tfidf(source, np.ones(source.shape[1]))
    expected = (weighted @ translation_matrix(ranker.lexicon)).toarray().ravel() * ranker.idf
    expected[target.indices] = 0.0
    best = np.argsort(-expected, kind="stable")[:n_best]
    return [forms[word] for word in best if expected[word] > 0]


COMPARED_AT_ONCE = 2000
"""Pairs whose sides are compared in seconds."""


def fits_of(model: TrainedModel, progress: Progress | None) -> Fits:
    """By pair of sides between which the model leads both ways."""
    every = (Direction(model, *sides) for sides in combinations(model.modalities, 2))
    both_ways = [one for one in every if one.leads and one.turned.leads]
    return {one.sides: fit_of(one, part) for one, part in in_shares(both_ways, progress)}


def assessed(fits: Mapping[Sides, PairFit], row: int) -> list[PairAssessment]:
    """Every two sides of a document and what their fit means, those that fit worst first."""
    found = [PairAssessment(sides, fit, str(fit.verdicts[row])) for sides, fit in fits.items()]
    return sorted(found, key=lambda one: float(one.fit.ranks[row]))


def assess(fits: Mapping[Sides, PairFit], row: int) -> PairAssessment:
    """The two sides that fit worst."""
    return assessed(fits, row)[0]


def verdicts(fits: Mapping[Sides, PairFit]) -> StrArray:
    """(documents,) what `assess` says of every one."""
    worst = np.argmin([fit.ranks for fit in fits.values()], axis=0)
    return np.stack([fit.verdicts for fit in fits.values()])[worst, np.arange(len(worst))]


def weakest_margin(fits: Mapping[Sides, PairFit]) -> FloatArray:
    """(documents,) what goes by the margin of the two sides that fit worst; inf where none can be
    judged."""
    return np.min([fit.ranks for fit in fits.values()], axis=0)


def least_trusted(model: TrainedModel, margin: FloatArray | None) -> FloatArray:
    """(documents,) places in the order of the weights, equal ones by how well their sides fit;
    documents that are no pairs last.

    margin  as `weakest_margin`, where the sides have been compared
    """
    assert model.pair_weights is not None
    paired = pairs_of(model.counts)
    fit = np.zeros(len(paired)) if margin is None else margin
    order = np.lexsort((fit, np.where(paired, model.pair_weights, np.inf)))
    places = np.empty(len(paired))
    places[order] = np.arange(len(paired))
    return places
