"""What candidate words are ranked by: names and circumstances last, and compounds that are sure."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import sparse

from gplsa.keywords import Gist, KeywordRanker, PairTopics, TrainingPairs
from gplsa.keywords.candidates import ALIKE, LexiconScorer, ScoredCandidates
from gplsa.keywords.fitting import LexiconInUse
from gplsa.keywords.gist import NO_NOUN, OfTopics
from gplsa.keywords.pairing.lexicon import Frequencies, Lexicon
from gplsa.keywords.ranker import NO_GIST
from gplsa.keywords.scoring.choosing import (
    CandidateWords,
    Keyword,
    choose,
    reading_score,
    salience_score,
)
from gplsa.keywords.scoring.traits import Traits, same_in_both
from gplsa.keywords.support import LexiconRow
from tests.keywords.planted import planted_pairs

WEEKDAY, FIRST_NAME = 1, 3


def scorer(**traits):
    plain = vars(Traits.unknown(5)) | {"nouniness": np.ones(5)}
    return LexiconScorer(None, Traits(**plain | traits), None, None)


def scored(p, q=None):
    terms = np.arange(len(p), dtype=np.int32)
    return ScoredCandidates(np.array([0, len(p)]), terms, np.array(p), q, *np.ones((2, len(p))))


@pytest.mark.parametrize("telling", [0.0, 0.4, 1.0])
@pytest.mark.parametrize("knows_telling", [True, False])
def test_weekdays_come_last_and_first_names_count_a_fifth(telling, knows_telling):
    q = np.full(5, 0.5) if knows_telling else None
    found = scored([0.05, 0.99, 0.9, 0.9, 0.5], q)
    of_kind = {
        "circumstance": np.arange(5) == WEEKDAY,
        "first": np.arange(5) == FIRST_NAME,
    }
    plain, score = (
        one.score(found, telling) * one.emphasis(Gist(), found)
        for one in (scorer(), scorer(**of_kind))
    )
    assert score.argmin() == WEEKDAY  # the surest word, behind one that is hardly likely
    assert score[FIRST_NAME] == pytest.approx(plain[FIRST_NAME] / 5)
    others = [0, 2, 4]
    np.testing.assert_array_equal(score[others], plain[others])


def test_a_compound_takes_the_place_of_its_parts_from_six_tenths_on():
    parts = sparse.csr_matrix(([1.0, 1.0], ([4, 4], [0, 2])), shape=(5, 5))
    for p, wanted in ((0.59, []), (0.61, [(4, [4, 0, 2])])):
        found = scorer(parts=parts).wholes(scored([0.9, 0.8, 0.7, 0.6, p]), 0, 0.4, 0.5)
        assert [(whole.number, list(whole.words)) for whole in found] == wanted


def test_where_nothing_is_known_of_telling_salience_stands_in():
    """p·salience^(t/5)."""
    p, salience = np.array([0.5, 0.5]), np.array([1.0, 32.0])
    np.testing.assert_allclose(salience_score(p, salience, 1.0), [0.5, 1.0])
    np.testing.assert_allclose(salience_score(p, salience, 0.0), p)
    np.testing.assert_allclose(
        reading_score(p, np.array([0.5, 0.25]), np.array([1.0, 0.5]), 1.0), [0.25, 0.0625]
    )


def test_of_equals_the_first_in_the_vocabulary_is_shown():
    terms = np.array([7, 2, 5], dtype=np.int32)
    p = np.full(3, 0.9)
    shown, _ = choose(CandidateWords(terms, p, None, p, np.ones(3)), [], 2, 0)
    assert shown == [Keyword(term, 0.9, 0.9) for term in (2, 5)]


def test_names_in_the_same_letters_are_told_from_the_pairs():
    source = sparse.csr_matrix([[1, 1, 0, 1], [1, 1, 0, 0], [0, 1, 1, 0], [0, 0, 1, 0]])
    target = sparse.csr_matrix([[1, 0, 0], [1, 0, 0], [0, 1, 0], [0, 1, 1]])
    # The third source word is the second target word; the second has letters of the third, but
    # does not stand in its pairs; the first is no name.
    spelling = np.array([-1, 7, 5, -1]), np.array([-1, 5, 7])
    assert same_in_both(source, target, *spelling).tolist() == [-1, -1, 1, -1]
    assert same_in_both(source, target, None, spelling[1]) is None


def test_a_name_that_stands_in_the_document_is_likely_whatever_few_pairs_say():
    pairs = planted_pairs(120)
    learned, topics = (
        TrainingPairs(pairs.source, pairs.target),
        PairTopics(pairs.topic_word, pairs.doc_topic),
    )
    plain = KeywordRanker.fit(learned, topics, random_state=0)
    none = np.full(pairs.source.shape[1], -1)
    p = plain.probabilities(pairs.source).toarray()
    document, term = np.argwhere((p > 0.01) & (p < 0.5))[0]
    word = int(pairs.source[[document]].indices[0])
    alike = none.copy()
    alike[word] = term
    told = replace(plain, alike=alike)
    assert told.probabilities(pairs.source)[document, term] == ALIKE
    counted = pairs.source[[document]].copy()
    counted.data[counted.indices == word] = 0
    counted.eliminate_zeros()
    assert told.probabilities(counted)[0, term] == plain.probabilities(counted)[0, term]
    again = KeywordRanker.from_arrays(told.to_arrays(), learned, topics)
    assert again.alike.tolist() == alike.tolist()
    damaged = told.to_arrays() | {"alike": alike[1:]}
    with pytest.raises(ValueError, match="alike"):
        KeywordRanker.from_arrays(damaged, learned, topics)


@pytest.mark.parametrize("n_pairs", [60, 240])
def test_everyday_words_are_no_more_telling_for_being_rare_in_a_small_corpus(n_pairs):
    """q N / (N + 100)."""
    pairs = planted_pairs(n_pairs)
    topics = PairTopics(pairs.topic_word, pairs.doc_topic)
    plain = KeywordRanker.fit(TrainingPairs(pairs.source, pairs.target), topics, random_state=0)
    found = plain.scorer.candidates(pairs.source[[0]], with_phrases=False)
    everyday = np.arange(plain.lexicon.n_target) % 2 == 0
    asked = replace(plain.scorer, traits=replace(plain.scorer.traits, everyday=everyday))
    emphasis = np.linspace(0.5, 2, len(found.terms))
    shares = np.where(everyday[found.terms], n_pairs / (n_pairs + 100), 1.0)
    np.testing.assert_allclose(asked.raised(emphasis, found).q, found.q * emphasis * shares)


def test_what_no_noun_calls_up_is_a_fifth_as_specific_and_comes_later():
    pairs = planted_pairs(120)
    learned = TrainingPairs(pairs.source, pairs.target)
    topics = PairTopics(pairs.topic_word, pairs.doc_topic)
    plain = KeywordRanker.fit(learned, topics, random_state=0)
    document = pairs.source[[0]]
    first = plain.keywords(document)[0].keywords[0]
    words = plain.lexicon.n_source

    def asked(nouns, gist=NO_GIST):
        told = replace(plain, nouns=nouns)
        found = told.scorer.candidates(document, with_phrases=False)
        q = told.scorer.weighed_by(gist, found).q
        return q, [keyword.term for keyword in told.keywords(document)[0].keywords]

    before = plain.scorer.candidates(document, with_phrases=False).q
    np.testing.assert_allclose(asked(np.ones(words))[0], before)
    np.testing.assert_allclose(asked(np.zeros(words))[0], NO_NOUN * before)
    nouns = np.ones(words)
    nouns[first.term] = 0.0  # of the planted words each is called up by the one of its number
    q, ranked = asked(nouns)
    falls = q / before
    assert np.argmin(falls) == np.flatnonzero(
        plain.scorer.candidates(document, with_phrases=False).terms == first.term
    )
    assert falls.min() < 0.6
    assert ranked[0] != first.term
    # What the topics of the document have more often than others tells all the same.
    likely = 10.0 * np.isin(np.arange(plain.lexicon.n_target), first.term) + 1
    topical = Gist(topics=OfTopics(np.ones((1, 1)), likely[None, :], np.ones(len(likely))))
    of_topic, _ = asked(nouns, topical)
    assert of_topic[np.argmin(falls)] > q[np.argmin(falls)]
    assert (np.delete(of_topic, np.argmin(falls)) == np.delete(q, np.argmin(falls))).all()
    again = KeywordRanker.from_arrays(replace(plain, nouns=nouns).to_arrays(), learned, topics)
    assert again.nouns.tolist() == nouns.tolist()
    for damaged in (nouns[1:], nouns - 1, nouns + np.nan):
        with pytest.raises(ValueError, match="nouns"):
            KeywordRanker.from_arrays(plain.to_arrays() | {"nouns": damaged}, learned, topics)


def test_nouns_are_told_by_their_capitals_where_the_language_has_them():
    uses = np.array([2.0, 1.0, 1.0])
    unknown = Traits.unknown(3)
    german = replace(unknown, capital=np.array([1.0, 0.0, 0.5]))
    assert german.nouns(uses, "de").tolist() == [1.0, 0.0, 0.5]
    english = replace(unknown, capital=np.array([0.0, 0.0, 1.0]))
    assert english.nouns(uses, "de").tolist() == english.nouniness.tolist()  # all in small letters
    # Titles of English books Have Capitals.
    assert german.nouns(uses, "en").tolist() == german.nouniness.tolist()


def test_a_word_that_stood_beside_a_keyword_a_few_times_is_no_reason_for_it():
    sure, by_chance, rare = range(3)
    lexicon = Lexicon(
        indptr=np.array([0, 1, 2, 3]),
        indices=np.zeros(3, dtype=np.int32),
        translation=np.array([0.6, 0.3, 0.1]),
        cooccurrence=np.array([9.0, 2.0, 3.0]),
        unit_chance=np.full(3, 0.1),
        n_target=1,
    )
    source = sparse.csr_matrix(np.repeat([[1.0, 1, 1]], 3, axis=0))
    known = Frequencies(np.array([9.0, 20.0, 4.0]), np.array([9.0]), 30)
    learned = LexiconInUse(replace(lexicon, learned_from=known), source, source[:, :1])
    row = LexiconRow(source[[0]], learned)
    support = row.support(0)
    assert [word for word, _ in support.shares] == [sure, rare]
    # *finanziell* stood beside many others than *financial interests*, and says a word of it.
    assert row.sureness([0])[rare] > row.sureness([0])[by_chance]
    assert [word for word, _ in row.support(0, {by_chance: 0.9}).shares] == [sure, by_chance, rare]
    assert [share for _, share in support.shares] == pytest.approx([6 / 7, 1 / 7])
    assert support.strongest == 0
    assert support.pairs == (9, 9)
