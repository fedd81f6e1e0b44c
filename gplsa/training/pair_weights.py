from itertools import combinations

import numpy as np

from gplsa.core.types import BoolArray, FloatArray, Rng
from gplsa.errors import InputError
from gplsa.keywords import Units, align_lines
from gplsa.model.settings import TrainSettings
from gplsa.models.weighing import PairWeights
from gplsa.names import ALWAYS, NEVER
from gplsa.progress import Progress, report, scaled
from gplsa.retrieval.pair_weights import TRUSTED, pair_weights_by_lexicon
from gplsa.text.lines import LineCounts
from gplsa.training.counted import Counted

FEWEST_WEIGHED = 40
FEWEST_TRUSTED = 20
LOOKED_AT = 500  # pairs that are looked at first

LEAST_MISALIGNED = 0.05
"""Share of them that must not seem to be pairs before all pairs are judged and weighed."""

FEWEST_LOOKED = 200
LEAST_PARTED = 3.2
"""Deviations that pairs must stand above strangers, so that one can be told from the other.  Where
sides say different parts of a thing, right pairs and strangers overlap, and a quarter of pairs that
are all right would be doubted."""

LOOKING_SHARE = 0.9  # as a rule nothing follows


def weigh_pairs(
    counted: Counted, held_out: BoolArray, settings: TrainSettings, progress: Progress | None = None
) -> FloatArray | None:
    """How sure it is that the sides of each document are a pair, (documents,); None: all alike.

    held_out  documents that are judged and teach nothing
    Where `settings.weigh_pairs` leaves it to the corpus, `LOOKED_AT` pairs are judged once, and all
    in two rounds where `LEAST_MISALIGNED` of these do not seem to belong together and pairs can be
    told from strangers, which takes `FEWEST_LOOKED` pairs to see.  Only texts are compared.  Where
    hardly a pair seems to be one, the judges have learned nothing, and all count alike.
    Raises InputError where pairs must be weighed and cannot be.
    """
    if settings.weigh_pairs == NEVER:
        return None
    texts = Counted({m: side for m, side in counted.sides.items() if not side.by_regression})
    present = np.sum([np.diff(counts.indptr) > 0 for counts in texts.counts.values()], axis=0)
    paired = np.broadcast_to(present > 1, held_out.shape)
    pairs = np.flatnonzero(paired & ~held_out)
    if settings.weigh_pairs != ALWAYS and len(pairs) < FEWEST_LOOKED:
        return None
    if len(pairs) < FEWEST_WEIGHED:
        raise InputError(
            "Pairs can be weighed from {fewest_judged} on that have two sides of text; here are "
            "{n_pairs:,} to learn from.",
            fewest_judged=FEWEST_WEIGHED,
            n_pairs=len(pairs),
        )
    report(progress, 0.0, "Weighing pairs")
    rng = np.random.default_rng(settings.seed)
    looked = 0.0
    if settings.weigh_pairs != ALWAYS:
        looked = LOOKING_SHARE
        some = np.zeros(len(held_out), dtype=bool)
        some[rng.permutation(pairs)[:LOOKED_AT]] = True
        first = weighed(texts.of(some), held_out[some], rng, 1, scaled(progress, 0.0, looked))
        if 1.0 - first.share < LEAST_MISALIGNED or first.parted < LEAST_PARTED:
            report(progress, 1.0, "Weighing pairs")
            return None
    found = weighed(texts.of(paired), held_out[paired], rng, 2, scaled(progress, looked, 1.0))
    report(progress, 1.0, "Weighing pairs")
    weight = np.ones(len(held_out))
    weight[paired] = found.weight
    return weight if (weight[pairs] >= TRUSTED).sum() >= FEWEST_TRUSTED else None


def weighed(
    counted: Counted, held_out: BoolArray, rng: Rng, rounds: int, progress: Progress | None
) -> PairWeights:
    """Documents judged by each other; those that are held out teach nothing."""
    units = {pair: _units(counted, held_out, *pair) for pair in combinations(counted.sides, 2)}
    return pair_weights_by_lexicon(counted.counts, units, held_out, rng, rounds, progress)


def _units(counted: Counted, held_out: BoolArray, first: str, second: str) -> Units:
    """Of the documents that are not held out, by the numbers of all."""
    one, other = (counted.sides[m].lines.of(~held_out) for m in (first, second))
    rows = np.flatnonzero(~held_out)
    lines = [LineCounts(side.counts, rows[side.document]) for side in (one, other)]
    return align_lines(lines[0], lines[1], len(held_out))
