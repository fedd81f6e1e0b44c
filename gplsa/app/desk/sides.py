"""How well the two sides of every pair of a model fit, kept beside the model."""

from dataclasses import dataclass
from itertools import combinations

from gplsa.app.desk.workshop import Desk, Workshop
from gplsa.model.model import TrainedModel
from gplsa.model.verdict import Direction
from gplsa.progress import Progress, scaled
from gplsa.retrieval.mismatch import PairFit, pair_fit


@dataclass(frozen=True)
class SidesCompared:
    """How well the two sides of every pair of one model fit, by pair of sides."""

    model: str
    by_sides: dict[Direction, PairFit]


def fits_of(model: TrainedModel, progress: Progress | None) -> dict[Direction, PairFit]:
    """By pair of sides between which the model leads both ways."""
    both_ways = [
        (first, second)
        for first, second in combinations(model.modalities, 2)
        if (first, second) in model.gists and (second, first) in model.gists
    ]
    found = {}
    for place, (first, second) in enumerate(both_ways):
        part = scaled(progress, place / len(both_ways), (place + 1) / len(both_ways))
        there, back = model.gists[first, second], model.gists[second, first]
        counts = model.counts[first], model.counts[second]
        found[first, second] = pair_fit(there, back, progress=part, counts=counts)
    return found


def put_fits(shop: Workshop, desk: Desk, fits: SidesCompared) -> None:
    shop.store.drop(desk.fits)
    size = sum(24 * len(fit.own) for fit in fits.by_sides.values())
    desk.fits = shop.store.put("fits", fits, size)
