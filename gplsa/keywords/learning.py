"""Everything that keywords of one direction need, learned from its pairs, each of it once."""

from typing import NamedTuple

import numpy as np

from gplsa.core.types import IntArray
from gplsa.keywords.calibrating import Calibrated, calibrate
from gplsa.keywords.fitting import (
    KeywordCalibration,
    Taught,
    build_lexicon,
    phrase_lexicon,
)
from gplsa.keywords.pairing.lexicon import Lexicon
from gplsa.keywords.pairing.same import same_in_both
from gplsa.keywords.pairs import Pairs, PairTopics
from gplsa.keywords.regression import Regression
from gplsa.progress import Progress, scaled

CALIBRATING = 0.75  # of the time


class Learned(NamedTuple):
    """As in `KeywordRanker`."""

    lexicon: Lexicon
    calibration: KeywordCalibration
    phrase_lexicon: Lexicon | None
    regression: Regression | None
    alike: IntArray | None


def learn(
    pairs: Pairs,
    topics: PairTopics | None,
    rng: np.random.Generator,
    calibration: KeywordCalibration | None,
    taught: Taught | None,
    progress: Progress | None,
) -> Learned:
    """What `KeywordRanker.fit` says; pairs that were checked."""
    if calibration is None:
        begun = CALIBRATING
        found = calibrate(pairs, rng, scaled(progress, 0.0, begun), taught)
    else:
        begun, found = 0.0, Calibrated(calibration)
    own, lexicon, phrases = pairs.of(pairs.learned), None, None
    x, y, units = own.source, own.target, own.units
    assert units is not None
    if topics is None:
        lexicon, phrases = found.lexicon, found.phrases
    if taught is not None:
        lexicon = taught.lexicon
    if lexicon is None:
        profiles = None if topics is None else topics.profiles(pairs.learned)
        lexicon = build_lexicon(x, y, units, profiles, scaled(progress, begun, 1.0))
    if phrases is None and own.phrases is not None and not pairs.by_regression:
        phrases = phrase_lexicon(x, own.phrases, units)
    regression = Regression.fit(x, y, own.visual_features) if pairs.by_regression else None
    alike = same_in_both(x, y, pairs.spelling, pairs.kinds.spelling)
    return Learned(lexicon, found.calibration, phrases, regression, alike)
