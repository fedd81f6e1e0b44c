"""What is said of a document beside its keywords."""

import pytest

from gplsa.model.summary import ShownKeyword, Summary


@pytest.mark.parametrize(
    ("confidence", "unknown_share", "probability", "said"),
    [
        (0.4, 0.9, 0.5, None),
        (0.39, 0.51, 0.39, "51% of its words are new to the model"),
        (0.39, 0.5, 0.78, "50% of its words are new to the model"),  # nothing else is against it
        (0.39, 0.5, 0.39, "The model is not sure"),
    ],
)
def test_a_reader_is_warned_of_what_may_be_chance(confidence, unknown_share, probability, said):
    keyword = ShownKeyword("harvest", probability, 0.5, 1)
    found = Summary([keyword], confidence, unknown_share, [], [], [], [], [])
    assert (found.doubt or "").startswith(said or "") and bool(found.doubt) is bool(said)
    assert Summary([], confidence, unknown_share, [], [], [], [], []).doubt is None


def test_an_unknown_word_is_told_once_however_it_is_written():
    unknown = ["Breed", "hip", "Artists", "artists", "Hip"]
    found = Summary([], 0.5, 0.5, unknown, ["The Breed"], ["1999"], [], [])
    assert found.passed_on(9) == ["The Breed", "hip", "Artists", "1999"]
