"""`Model.clusters` puts documents of one planted theme together."""

import numpy as np
import pytest

from gplsa import shaping
from gplsa.errors import InputError
from gplsa.evaluation.classes import clustering_accuracy
from gplsa.training.train import train
from tests.planted import THEMES, plain_settings, planted_corpus


@pytest.fixture(scope="module")
def model():
    return train(planted_corpus(100), plain_settings(n_topics=3 * THEMES, check=False))


def test_themes_are_found_with_more_topics_than_themes(model):
    found = model.clusters(THEMES, random_state=1)
    assert found.shape == (100,)
    assert clustering_accuracy(model.corpus.fields["theme"], found) > 0.95
    sizes = np.bincount(found, minlength=THEMES)
    assert (np.diff(sizes) <= 0).all()
    np.testing.assert_array_equal(found, model.clusters(THEMES, random_state=1))


def test_shaped_topics_are_clustered_as_they_stand(model):
    shaped = model.edited(shaping.Merge((0, 1)))
    found = shaped.clusters(THEMES)
    assert clustering_accuracy(model.corpus.fields["theme"], found) > 0.8


@pytest.mark.parametrize("n", [0, 101, 2.0, True, "5"])
def test_numbers_that_are_none(model, n):
    with pytest.raises(InputError, match="a whole number from 1 to 100"):
        model.clusters(n)
