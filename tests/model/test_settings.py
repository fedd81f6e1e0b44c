"""What can be set before training, and what is refused."""

import pytest

from gplsa.errors import InputError
from gplsa.model.settings import TrainSettings, default_topics
from gplsa.text import WordOptions


@pytest.mark.parametrize(
    ("pairs", "topics"), [(2, 5), (60, 12), (800, 45), (30_000, 100), (10**7, 100)]
)
def test_default_topics(pairs, topics):
    assert default_topics(pairs) == topics


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"n_topics": 0}, "topics"),
        ({"n_topics": 10**9}, "topics"),
        ({"n_topics": 2.5}, "topics"),
        ({"n_topics": True}, "topics"),
        ({"regularizer": "l7"}, "regulariser"),
        ({"lam": -1.0}, "λ"),
        ({"lam": float("nan")}, "λ"),
        ({"lam": float("inf")}, "λ"),
        ({"lam": "1"}, "λ"),
        ({"seed": -1}, "seed"),
        ({"max_iter": 0}, "iterations"),
        ({"tol": 2.0}, "tolerance"),
        ({"init": "zeros"}, "start"),
        ({"weigh_pairs": "maybe"}, "weighed"),
    ],
)
def test_out_of_range(change, said):
    with pytest.raises(InputError, match=said):
        TrainSettings(**change)


def test_weighing_stands_in_the_file_where_it_is_not_left_to_the_corpus():
    assert "weigh_pairs" not in TrainSettings().to_json()
    settings = TrainSettings(weigh_pairs="never")
    assert TrainSettings.from_json(settings.to_json()) == settings


def test_all_problems_are_named_together():
    with pytest.raises(InputError, match=r"topics.*λ.*iterations"):
        TrainSettings(n_topics=0, lam=-1.0, max_iter=0)


def test_json_round_trip():
    settings = TrainSettings(
        n_topics=7, lam=2.5, words={"de": WordOptions(language="de", add_stop_words=("herr",))}
    )
    assert TrainSettings.from_json(settings.to_json()) == settings


@pytest.mark.parametrize("content", [{}, {"words": {}, "topics": 3}, {"words": {}, "lam": -1}])
def test_foreign_json_is_refused(content):
    with pytest.raises((InputError, TypeError, KeyError)):
        TrainSettings.from_json(content)


def test_settings_of_a_file_of_version_1_have_no_background():
    stored = TrainSettings(n_topics=7).to_json()
    assert TrainSettings.from_json(stored).background == TrainSettings().background > 0
    del stored["background"]
    assert TrainSettings.from_json(stored).background == 0.0
