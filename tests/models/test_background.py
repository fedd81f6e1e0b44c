"""Words that stand everywhere: the background of the model of several modalities."""

import numpy as np
import pytest
from scipy import sparse

from gplsa import PLSA, MultimodalGPLSA

FREQUENT = 5


def counts(seed: int) -> sparse.csr_matrix:
    """Two topics of ten words each, and five words that make half of every text."""
    rng = np.random.default_rng(seed)
    own = rng.poisson(3.0, (60, 20)).astype(float)
    own[:30, 10:] = 0
    own[30:, :10] = 0
    return sparse.csr_matrix(np.hstack([rng.poisson(6.0, (60, FREQUENT)), own]))


def test_one_modality_is_plsa_with_the_same_background():
    x = counts(0)
    x = (
        sparse.diags(100 / np.asarray(x.sum(axis=1)).ravel()) @ x
    )  # texts of one length: p(w) agrees
    options = {"background_weight": 0.4, "max_iter": 30, "random_state": 0}
    one = PLSA(2, **options).fit(x)
    several = MultimodalGPLSA(2, **options).fit({"de": x})
    np.testing.assert_allclose(several.topic_word_["de"], one.topic_word_, rtol=1e-7, atol=1e-12)
    unseen = counts(1)
    np.testing.assert_allclose(
        several.transform({"de": unseen})["de"], one.transform(unseen), rtol=1e-6, atol=1e-9
    )


def test_the_background_takes_the_words_of_all_topics():
    sides = {"de": counts(0), "en": counts(1)}
    shares = {}
    for weight in (0.0, 0.5):
        model = MultimodalGPLSA(2, background_weight=weight, random_state=0).fit(sides)
        shares[weight] = model.topic_word_["de"][:, :FREQUENT].sum(axis=1)
        expected = model.expected_words("de")
        np.testing.assert_allclose(expected.sum(axis=1), 1, rtol=1e-12)
        # What the model expects of a text hardly changes: half of it are the frequent words.
        np.testing.assert_allclose(expected[:, :FREQUENT].sum(axis=1), 0.5, atol=0.1)
    assert shares[0.0].min() > 0.45
    assert shares[0.5].max() < 0.4


@pytest.mark.parametrize("weight", [-0.1, 1.0, "much"])
def test_a_background_out_of_range_is_refused(weight):
    with pytest.raises(ValueError, match="background_weight"):
        MultimodalGPLSA(2, background_weight=weight).fit({"de": counts(0)})
