"""Attributes by their names from before 0.2 go on working, and say what they are called now."""

import pytest

from gplsa import LDA, Corpus, Topic
from gplsa.core.fitting import FitProgress


def test_old_attributes_lead_to_those_of_today():
    topic = Topic(0, "", {}, (), 0.5, None, uninformative="remains of markup")
    with pytest.warns(FutureWarning, match=r"Topic\.filler is called uninformative now"):
        assert topic.filler == "remains of markup"
    with pytest.warns(FutureWarning, match="iteration"):
        assert FitProgress(3, 9, -1.0, 2.0).sweep == 3
    with pytest.warns(FutureWarning, match=r"Corpus\.doubts is called warnings now"):
        assert Corpus("none", [], {}).doubts == []
    learned = LDA(2)
    learned.warning_ = "why"
    with pytest.warns(FutureWarning, match=r"LDA\.doubt_ is called warning_ now"):
        assert learned.doubt_ == "why"
    with pytest.raises(AttributeError, match="'Topic' object has no attribute 'other'"):
        topic.other  # noqa: B018
