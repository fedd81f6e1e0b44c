"""The recommendation and its reasons, from figures set by hand."""

import pytest

from gplsa.compare import Outcome, Trial, recommend
from gplsa.compare.advice import said_beside_best


def outcomes(figures, measure="prediction"):
    return [
        Outcome(Trial("skl", lam, n_topics), {measure: figure})
        for (lam, n_topics), figure in figures.items()
    ]


def test_the_smallest_surprise_wins():
    advice = recommend(outcomes({(0.1, 10): 900.0, (1.0, 10): 800.0, (10.0, 10): 850.0}))
    assert advice.trial == Trial("skl", 1.0, 10)
    assert advice.reasons == (
        "“Doubt about the other side's words”: 800.0, the best of the 3 settings tried.",
        "λ = 0.1 would give 900.0 (12.5 % worse).",
    )


def test_how_much_worse_is_told_as_in_the_table():
    found = outcomes({(0.1, 10): 812.5, (1.0, 10): 803.0, (10.0, 10): 800.0})
    assert "λ = 0.1 would give 812.5 (1.6 % worse)." in recommend(found).reasons[1]
    assert said_beside_best(found, "prediction")[0] == "1.6 % worse"


def test_fewer_topics_win_where_the_measure_cannot_tell():
    advice = recommend(outcomes({(3.0, 10): 803.0, (2.0, 10): 802.0, (1.0, 20): 800.0}))
    assert advice.trial == Trial("skl", 2.0, 10)
    assert "800.0 (λ = 1, 20 topics). That is no real difference" in advice.reasons[1]
    assert "λ hardly matters" in advice.reasons[0]


def test_the_usual_lam_wins_among_equals():
    advice = recommend(outcomes({(0.1, 10): 800.0, (1.0, 10): 803.0, (10.0, 10): 801.0}))
    assert advice.trial.lam == 1.0
    advice = recommend(outcomes({(0.1, 10): 800.0, (1.0, 10): 805.0, (10.0, 10): 801.0}))
    assert advice.trial.lam == 0.1
    advice = recommend(outcomes({(0.1, 10): 800.0, (1.0, 10): 800.03}))
    assert "800.0, as good as the best of the 2 settings tried (λ = 0.1, 10" in advice.reasons[1]


def test_what_decided_is_named_only_where_there_was_a_choice_of_it():
    matters, end = recommend(outcomes({(0.1, 10): 1185.5, (1.0, 10): 1185.7})).reasons
    assert matters.startswith("λ hardly matters here")
    assert "1,185.7; the best of the 2 settings tried has 1,185.5" in end
    assert end.endswith("That is no real difference. So the usual λ is kept.")
    end = recommend(outcomes({(1.0, 10): 1185.7, (1.0, 20): 1185.5})).reasons[0]
    assert end.endswith("So the fewer topics are taken.")
    tried = {(1.0, 10): 1185.7, (0.1, 10): 1185.5, (0.1, 5): 1300.0}
    assert any("So the usual λ is kept." in one for one in recommend(outcomes(tried)).reasons)
    end = recommend(outcomes({(1.0, 10): 1185.7, (0.1, 20): 1185.5})).reasons[0]
    assert end.endswith("So fewer topics and the usual λ are taken.")


def test_the_end_of_what_was_tried_is_said():
    advice = recommend(outcomes({(1.0, 10): 0.5, (1.0, 20): 0.9}, "keywords"), "keywords")
    assert advice.trial.n_topics == 20
    assert (
        advice.reasons[-1] == "20 topics were the most that were tried: more might do better still."
    )


def test_equals_of_the_choice_are_named():
    figures = {(0.0, 5): 0.2, (1.0, 5): 0.9, (10.0, 5): 0.899}
    advice = recommend(outcomes(figures, "partners"), "partners")
    assert advice.reasons[1] == (
        "λ = 0 would give 20.0 % (77.8 % worse). As good as the choice: λ = 10."
    )


def test_a_measure_nobody_took():
    with pytest.raises(ValueError, match="no outcome has the measure 'keywords'"):
        recommend(outcomes({(1.0, 5): 1.0}), "keywords")
