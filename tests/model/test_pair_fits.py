"""What one side of a pair calls for, and the other does not hold."""

from types import SimpleNamespace

import numpy as np

from gplsa.keywords import KeywordRanker, TrainingPairs
from gplsa.model.direction import Direction
from gplsa.model.pair_fits import missing_words
from tests.keywords.planted import planted_pairs


def test_missing_words_are_those_of_the_true_partner():
    pairs = planted_pairs(120)
    order = np.arange(120)
    order[[3, 90]] = 90, 3
    ranker = KeywordRanker.fit(TrainingPairs(pairs.source, pairs.target[order]), random_state=0)
    model = SimpleNamespace(
        rankers={("de", "en"): ranker},
        counts={"de": ranker.source, "en": ranker.target},
        vocabularies={"en": SimpleNamespace(forms=list(range(ranker.target.shape[1])))},
    )
    missing = missing_words(Direction(model, "de", "en"), 3, 5)
    assert len(set(missing) & set(pairs.target[3].indices)) >= 4
    assert not set(missing) & set(ranker.target[3].indices)
