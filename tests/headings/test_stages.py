"""The second stage of a probability, the lexicon of labels' words, and models from before both."""

import json
import math

import numpy as np
import pytest
from scipy import sparse

from gplsa.errors import InputError
from gplsa.headings import calibrating
from gplsa.headings.calibrator import (
    ENSEMBLES,
    FEWEST_FOR_TREES,
    OF_FEATURES,
    SECOND,
    TREES,
    Calibrator,
    cross_fitted,
    within_text,
)
from gplsa.headings.lexicon import Lexicon
from gplsa.headings.storage import arrays_of, calibrator_of, facts_of, suggester_of
from gplsa.keywords.scoring.boosting import Trees, correction
from tests.headings.test_suggesting import held, learned_from, records, vocabulary


def test_what_a_probability_says_among_the_others_of_its_text():
    found = within_text(np.array([0.2, 0.5, 0.1]), np.array([3, 3, 7]))
    ranks = [math.log(2), 0.0, 0.0]
    expected = [[math.log(0.25), 0, 0, 0, 0], [0.0, 0, 0, 0, 0], [math.log(1 / 9), 0, 0, 0, 0]]
    expected = np.array(expected)
    expected[:, 1] = ranks
    expected[:, 2:] = [[0.4, 0.7, 0.5], [1.0, 0.7, 0.5], [1.0, 0.1, 0.1]]
    np.testing.assert_allclose(found, expected, atol=1e-4)
    assert within_text(np.zeros(0), np.zeros(0, int)).shape == (0, 5)


def of_texts(n_texts, seed):
    """Of the five candidates of each text that with the largest number is right, however large the
    numbers of the text are."""
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(n_texts, 5))
    right = x == x.max(axis=1, keepdims=True)
    x += rng.normal(scale=2.0, size=(n_texts, 1))
    return x.reshape(-1, 1), right.ravel(), np.repeat(np.arange(n_texts), 5)


@pytest.fixture(scope="module")
def stages():
    features, right, record = of_texts(FEWEST_FOR_TREES // 4, seed=0)
    return cross_fitted(features, right, record)[0]


def test_while_stages_learn_it_is_told_how_far_they_are(stages):
    told = []
    features, right, record = of_texts(FEWEST_FOR_TREES // 4, seed=0)
    cross_fitted(features, right, record, lambda fraction, phase: told.append(fraction))
    np.testing.assert_allclose(told, np.arange(1, 13) / 12)


def log_loss(p, right):
    return -np.log(np.where(right, p, 1 - p)).mean()


def test_the_second_stage_knows_the_other_candidates_of_a_text(stages):
    features, right, record = of_texts(200, seed=1)
    both = stages.probabilities(features, record)
    arrays = stages.parts()
    first = {name: array for name, array in arrays.items() if SECOND not in name}
    alone = calibrator_of({f"j/{name}": first[name] for name in first}, "j", [1])
    assert alone.second is None
    assert log_loss(both, right) < 0.7 * log_loss(alone.probabilities(features), right)
    again = calibrator_of({f"j/{name}": arrays[name] for name in arrays}, "j", [1])
    np.testing.assert_array_equal(again.probabilities(features, record), both)


def test_trees_are_the_mean_of_ensembles_that_see_other_features():
    rng = np.random.default_rng(0)
    features = rng.normal(size=(2 * FEWEST_FOR_TREES, 8))
    right = (features[:, 0] * features[:, 1] > 0) & (rng.random(len(features)) < 0.8)
    trees = Calibrator.learned(features, right).trees
    used = [{*part.ravel().tolist()} for part in np.split(trees.feature, ENSEMBLES)]
    assert len(trees.feature) == ENSEMBLES * TREES
    assert all(len(own) <= OF_FEATURES * 8 for own in used) and len({*map(frozenset, used)}) > 1
    stated = [
        correction(
            Trees(*(part[k * TREES : (k + 1) * TREES] for part in vars(trees).values())), features
        )
        for k in range(ENSEMBLES)
    ]
    np.testing.assert_allclose(sum(stated), correction(trees, features), atol=1e-9)
    assert log_loss(Calibrator.learned(features, right).probabilities(features), right) < 0.6


def test_of_few_candidates_there_is_no_second_stage():
    features, right, record = of_texts(FEWEST_FOR_TREES // 4 - 5, seed=0)
    assert cross_fitted(features, right, record)[0].second is None


def test_a_damaged_second_stage_is_refused(stages):
    arrays = {f"j/{name}": array for name, array in stages.parts().items()}
    for name in (name for name in arrays if SECOND in name):
        with pytest.raises(InputError, match=f"“{name}” is missing"):
            calibrator_of({key: arrays[key] for key in arrays if key != name}, "j", [1])
    deeper = {f"j/{SECOND}/{SECOND}/linear": arrays["j/linear"]}
    assert calibrator_of(arrays | deeper, "j", [1]).second.second is None


def rows(texts, words):
    return sparse.csr_matrix([[float(word in text.split()) for word in words] for text in texts])


def test_a_word_is_foretold_by_the_word_that_it_stands_beside():
    own = rows(["Kahn See"] * 8 + ["See"] * 16, ["Kahn", "See"])
    lexicon = Lexicon(own, rows(["barge lake"] * 8 + ["lake"] * 16, ["barge", "lake"]))
    asked = rows(["Kahn", "Kahn"], ["Kahn", "See"])
    left_out = sparse.csr_matrix(([1.0, 1.0], ([1, 1], [0, 7])), shape=(2, 24))
    found = lexicon.predicted(asked, left_out).toarray()
    for text, (n, beside) in enumerate([(24, 8), (22, 6)]):
        m = beside * beside / n
        t = (beside - m - 2 * math.sqrt(m + 0.5)) / (beside + 1)
        assert found[text] == pytest.approx([2 * t - 0.2, 0.0])
    # What was left out of one text is there for the next one.
    again = lexicon.predicted(asked[::-1], left_out[::-1]).toarray()
    np.testing.assert_array_equal(again, found[::-1])


def test_a_model_from_before_says_the_same_and_is_written_as_it_was(monkeypatch):
    subjects, german, english = records(120)
    suggester = learned_from({"de": german, "en": english}, held(subjects), vocabulary("en"))
    ids = suggester.ids
    facts, arrays = facts_of(suggester, ids), arrays_of(suggester)
    assert facts.pop("by_words") is True
    read = suggester_of(json.loads(json.dumps(facts)), arrays, ids)
    assert facts_of(read, ids) == facts
    assert {name: array.tobytes() for name, array in arrays_of(read).items()} == {
        name: array.tobytes() for name, array in arrays.items()
    }
    monkeypatch.setattr(Lexicon, "__init__", None)  # it asks for none
    assert len(read.suggest(german[:2], "de")) == 2


def test_probabilities_are_learned_on_pairs_where_there_are_enough(monkeypatch):
    subjects, german, english = records(120)
    texts = {"de": german, "en": [text if n < 80 else "" for n, text in enumerate(english)]}
    for enough, n in ((80, 80), (81, 120)):
        monkeypatch.setattr(calibrating, "ENOUGH_WHOLE", enough)
        suggester = learned_from(texts, held(subjects), vocabulary("de"))
        assert suggester.calibrated["de"].figures.texts == n
