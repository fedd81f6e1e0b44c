"""Which keywords are shown, in what order, and which are held back."""

import dataclasses

import numpy as np
import pytest

from gplsa.keywords.scoring import choosing
from gplsa.keywords.scoring.choosing import (
    AS_BEFORE,
    CandidateWords,
    Thresholds,
    Whole,
    choose,
    lift_score,
    likely_phrase,
    reading_score,
    salience_score,
)

TERMS = np.array([3, 5, 8, 9], dtype=np.int32)
P = np.array([0.9, 0.8, 0.7, 0.3])
Q = np.array([0.6, 0.5, 0.4, 0.3])
MANY = np.full(4, 50.0)
N_TARGET = 100
EASILY_TOLD = Thresholds(carries=0.25)


def chosen(*wholes, limit=10, least=0, p=P, q=Q, pairs=MANY, thresholds=AS_BEFORE):
    score = reading_score(p, q, np.ones(4), 0.5)
    words = CandidateWords(TERMS, p, q, score, pairs)
    return choose(words, wholes, limit, least, thresholds)


def phrase(number, probability, *rows):
    return Whole(N_TARGET + number, probability, TERMS[list(rows)].tolist())


@pytest.fixture
def behind_the_foremost(monkeypatch):
    monkeypatch.setattr(choosing, "FOREMOST", 0)


def test_unlikely_words_are_held_back():
    shown, held_back = chosen()
    assert [keyword.term for keyword in shown] == [3, 5, 8]
    assert held_back == 1


def test_likely_words_that_tell_nothing_are_held_back():
    shown, held_back = chosen(q=np.array([0.6, 0.05, 0.4, 0.3]))
    assert [keyword.term for keyword in shown] == [3, 8]
    assert held_back == 2


def test_what_two_pairs_say_needs_more(behind_the_foremost):
    pairs = np.array([np.inf, 2.0, 50.0, 50.0])
    p = np.array([0.85, 0.9, 0.7, 0.3])
    assert sorted(k.term for k in chosen(p=p, pairs=pairs)[0]) == [3, 5, 8]
    shown, held_back = chosen(p=p, pairs=pairs, thresholds=EASILY_TOLD)
    assert [k.term for k in shown] == [3, 8]
    assert held_back == 2
    assert len(chosen(p=p, pairs=pairs, thresholds=EASILY_TOLD, least=4)[0]) == 4


def test_how_sure_a_word_must_be_comes_with_the_model(behind_the_foremost):
    p = np.array([0.9, 0.55, 0.7, 0.3])
    pairs = np.full(4, 500.0)
    assert [k.term for k in chosen(p=p, pairs=pairs)[0]] == [3, 8, 5]
    assert [k.term for k in chosen(p=p, pairs=pairs, thresholds=EASILY_TOLD)[0]] == [3, 8]


def test_how_telling_a_word_must_be_comes_with_the_model(behind_the_foremost):
    q = np.array([0.6, 0.4, 0.2, 0.3])
    assert [k.term for k in chosen(q=q)[0]] == [3, 5, 8]
    assert [k.term for k in chosen(q=q, thresholds=Thresholds())[0]] == [3]
    assert [k.term for k in chosen(q=q, thresholds=EASILY_TOLD)[0]] == [3, 5]


def test_the_foremost_need_less():
    thresholds = Thresholds()
    pairs, p = np.array([2.0, 2.0, 50.0, 50.0]), np.array([0.72, 0.6, 0.55, 0.45])
    assert [k.term for k in chosen(p=p, pairs=pairs, thresholds=thresholds)[0]] == [3, 8]
    q = np.array([0.09, 0.11, 0.12, 0.3])
    assert {k.term for k in chosen(q=q, thresholds=thresholds)[0]} == {5, 8}
    # Models of before answer as they did.
    assert AS_BEFORE.of_the_foremost == AS_BEFORE


def test_what_has_no_score_is_not_shown_however_few_there_are():
    score = np.array([0.5, 0.0, 0.4, 0.3])
    shown, _ = choose(CandidateWords(TERMS, P, Q, score, MANY), [], 10, 4)
    assert [keyword.term for keyword in shown] == [3, 8, 9]


def test_at_least_so_many_are_shown():
    shown, held_back = chosen(least=4)
    assert [keyword.term for keyword in shown] == [3, 5, 8, 9]
    assert held_back == 0


def test_hardly_likely_words_stand_in_for_none_unless_all_are_asked_for():
    doubtful = np.array([0.29, 0.28, 0.1, 0.05])
    assert [k.term for k in chosen(p=doubtful, least=3)[0]] == [3]
    assert [k.term for k in chosen(p=doubtful, least=3, limit=3)[0]] == [3, 5, 8]
    assert [k.term for k in chosen(p=np.array([0.35, 0.3, 0.1, 0.05]), least=3)[0]] == [3, 5]


def test_a_phrase_joins_words_that_are_all_shown():
    joined = dataclasses.replace(phrase(0, 0.55, 0, 1), where=[3, 5])
    shown, held_back = chosen(joined)
    assert [(k.term, k.probability) for k in shown] == [(N_TARGET, 0.55), (8, 0.7)]
    assert shown[0].score == chosen()[0][0].score and held_back == 1
    # One of its words is held back, or stands in a longer one.
    unseen = dataclasses.replace(joined, words=[8, 9], where=[8, 9])
    assert [k.term for k in chosen(unseen)[0]] == [3, 5, 8]
    longer = dataclasses.replace(phrase(1, 0.51, 0, 1, 2), where=[3, 5, 8])
    assert [k.term for k in chosen(joined, longer)[0]] == [N_TARGET + 1]
    # One that only tells little comes back in it.
    plain = np.array([0.6, 0.05, 0.4, 0.3])
    assert [k.term for k in chosen(q=plain)[0]] == [3, 8]
    assert [k.term for k in chosen(joined, q=plain)[0]] == [N_TARGET, 8]
    both = np.array([0.05, 0.05, 0.4, 0.3])
    assert [k.term for k in chosen(joined, q=both)[0]] == [8]
    # One that is a part of a name need not be shown for the whole name.
    name = dataclasses.replace(phrase(0, 0.55, 0, 3), where=[3])
    assert [k.term for k in chosen(name)[0]] == [N_TARGET, 5, 8]


def test_a_phrase_takes_the_place_of_its_words():
    shown, _ = chosen(phrase(7, 0.85, 0, 2))
    assert [keyword.term for keyword in shown] == [N_TARGET + 7, 5]
    assert shown[0].probability == 0.85
    assert shown[0].specificity == 0.6


def test_a_compound_takes_the_place_of_its_parts():
    # 8 is made of 3 and of 4, which is no candidate: 8 stands where 3 would have stood.
    shown, _ = chosen(Whole(8, 0.7, [8, 3, 4]))
    assert [keyword.term for keyword in shown] == [8, 5]
    assert shown[0].probability == 0.7


def test_phrases_need_less_the_more_telling():
    np.testing.assert_allclose([likely_phrase(t) for t in (0.0, 0.5, 1.0)], [0.95, 0.8, 0.65])


def test_a_word_belongs_to_one_phrase():
    shown, _ = chosen(phrase(1, 0.9, 0, 1), phrase(2, 0.95, 0, 1, 2))
    assert [k.term for k in shown] == [N_TARGET + 2]


def test_the_ends_of_the_scale():
    p, q = np.array([0.9, 0.8]), np.array([0.1, 0.6])
    assert np.argmax(reading_score(p, q, np.ones(2), 0.0)) == 0
    assert np.argmax(reading_score(p, q, np.ones(2), 1.0)) == 1
    np.testing.assert_allclose(reading_score(p, q, np.ones(2), 1.0), p * q)
    np.testing.assert_allclose(salience_score(p, np.array([1.0, 2.0]), 0.0), p)


def test_a_word_that_is_no_likelier_here_than_anywhere_comes_last():
    p, lift = np.array([0.6, 0.4, 0.1]), np.array([1.0, 2.0, 5.0])
    np.testing.assert_allclose(lift_score(p, lift, 0.0), p)
    assert [*np.argsort(-lift_score(p, lift, 0.3))] == [1, 2, 0]
    np.testing.assert_allclose(lift_score(p, lift, 1.0)[1:], p[1:] * np.log(lift[1:]))
