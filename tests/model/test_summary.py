"""What is said of a document beside its keywords."""

import pytest

from gplsa.model.summary import ShownKeyword, Summary


@pytest.mark.parametrize(
    ("confidence", "unknown_share", "said"),
    [
        (0.4, 0.9, None),
        (0.39, 0.51, "51% of its words are new to the model"),
        (0.39, 0.5, "The model is not sure"),
    ],
)
def test_a_reader_is_warned_of_what_may_be_chance(confidence, unknown_share, said):
    keyword = ShownKeyword("harvest", 0.5, 0.5, 1)
    found = Summary([keyword], confidence, unknown_share, [], [], [], [], [])
    assert (found.doubt or "").startswith(said or "") and bool(found.doubt) is bool(said)
    assert Summary([], confidence, unknown_share, [], [], [], [], []).doubt is None
