"""What one side of a pair calls for, and the other does not hold."""

from types import SimpleNamespace

import numpy as np

from gplsa.keywords import KeywordRanker, TrainingPairs
from gplsa.model.direction import Direction
from gplsa.model.pair_fits import fits_of, missing_words
from gplsa.training.train import train
from tests.keywords.planted import planted_pairs
from tests.planted import plain_settings, planted_corpus


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


def test_a_side_of_two_words_is_too_short_to_be_judged_by():
    texts = planted_corpus(40)
    texts.texts["en"][5] = " ".join(texts.texts["en"][5].split()[:2])
    texts.texts["en"][6] = " ".join(dict.fromkeys(texts.texts["en"][6].split()))
    model = train(texts, plain_settings(n_topics=3, check=False))
    (fit,) = fits_of(model, None).values()
    assert fit.short is not None and np.flatnonzero(fit.short).tolist() == [5]
