"""Phrases as keywords of a planted corpus: right, explained, calibrated, stored."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import sparse

from gplsa.core.chance import beyond_chance
from gplsa.keywords import (
    KeywordRanker,
    Pairs,
    PairTopics,
    Phrases,
    TrainingPairs,
    align_lines,
    explain,
)
from gplsa.keywords.phrases.learned import FoundPhrases, cohesion
from gplsa.keywords.phrases.side import PhraseSide
from tests.keywords.planted import N_WORDS, planted_pairs

FREE = 12


def with_phrases(n_docs, seed=0, share=0.8):
    """Of an even i < FREE, words i and i + 1 stand in the same lines, and their translations
    with probability `share` side by side, as phrase i / 2."""
    pairs = planted_pairs(n_docs, seed=seed, drop=0.02)
    rng = np.random.default_rng(seed + 100)
    first = np.arange(0, FREE, 2)
    sides = []
    for lines, document in (pairs.source_lines, pairs.target_lines):
        counts = lines.toarray()
        counts[:, first + 1] = counts[:, first]
        sides.append((sparse.csr_matrix(counts), document))
    both = sides[1][0][:, first].toarray() > 0
    lines = sparse.csr_matrix((both & (rng.random(both.shape) < share)).astype(float))
    gather = sparse.csr_matrix((np.ones(len(document)), (document, np.arange(len(document)))))
    pairs = replace(
        pairs,
        source=sparse.csr_matrix(gather @ sides[0][0]),
        target=sparse.csr_matrix(gather @ sides[1][0]),
        source_lines=sides[0],
        target_lines=sides[1],
    )
    terms = np.zeros((len(first), N_WORDS))
    terms[np.arange(len(first)), first] = terms[np.arange(len(first)), first + 1] = 1
    counts = sparse.csr_matrix(gather @ lines)
    return pairs, lines, Phrases(counts, sparse.csr_matrix(terms), np.full(len(first), 0.9))


@pytest.fixture(scope="module")
def learned():
    pairs, lines, phrases = with_phrases(500)
    n = pairs.source.shape[0]
    units = align_lines(pairs.source_lines, pairs.target_lines, n, phrases=(None, lines))
    ranker = KeywordRanker.fit(
        TrainingPairs(pairs.source, pairs.target, units=units, phrases=phrases),
        PairTopics(pairs.topic_word, pairs.doc_topic),
        random_state=0,
    )
    return ranker, pairs, phrases


UNSEEN = with_phrases(300, seed=5)


def shown_phrases(ranker, **options):
    results = ranker.keywords(UNSEEN[0].source, limit=20, least=20, **options)
    truth = UNSEEN[2].counts.toarray()
    return [
        (row, keyword, truth[row, keyword.term - N_WORDS] > 0)
        for row, result in enumerate(results)
        for keyword in result.keywords
        if keyword.term >= N_WORDS
    ]


def test_phrases_are_shown_where_they_stand(learned):
    found = shown_phrases(learned[0], telling=1.0)
    assert len(found) > 50
    assert np.mean([held for *_, held in found]) > 0.75


def test_their_probability_is_kept(learned):
    found = shown_phrases(learned[0], telling=1.0)
    stated = np.mean([keyword.probability for _, keyword, _ in found])
    assert stated == pytest.approx(np.mean([held for *_, held in found]), abs=0.08)


def test_no_word_stands_beside_its_phrase(learned):
    for result in learned[0].keywords(UNSEEN[0].source, telling=1.0):
        terms = {keyword.term for keyword in result.keywords}
        for phrase in terms - set(range(N_WORDS)):
            assert not terms & set(UNSEEN[2].terms[phrase - N_WORDS].indices.tolist())


def test_the_evidence_of_a_phrase_are_its_source_words(learned):
    ranker, pairs, phrases = learned
    row, keyword, _ = next(one for one in shown_phrases(ranker, telling=1.0) if one[2])
    evidence = explain(ranker, UNSEEN[0].source[row], [keyword.term])[0]
    words = phrases.terms[keyword.term - N_WORDS].indices
    assert {word for word, _ in evidence.source_words[:2]} == set(words.tolist())
    assert sum(share for _, share in evidence.source_words) == pytest.approx(1)
    for pair in evidence.pairs:
        assert phrases.counts[pair, keyword.term - N_WORDS] > 0
        assert pairs.source[pair, evidence.witness] > 0


def test_stored_and_read_again(learned):
    ranker, pairs, phrases = learned
    same = Pairs(pairs.source, pairs.target, phrases=phrases)
    again = KeywordRanker.from_arrays(ranker.to_arrays(), same, ranker.topics)
    assert again.keywords(UNSEEN[0].source) == ranker.keywords(UNSEEN[0].source)


def test_words_alone_on_demand(learned):
    assert not shown_phrases(replace(learned[0], phrase_lexicon=None), telling=1.0)


def test_cohesion_by_hand():
    ten = np.ones((10, 1))
    target = sparse.csr_matrix(np.kron(ten, [[1.0, 1, 0], [1, 1, 0], [1, 0, 1], [0, 0, 1]]))
    counts = np.kron(ten, [[1.0, 0], [1, 0], [0, 0], [0, 0]])
    counts[2, 1] = 1
    terms = sparse.csr_matrix(np.array([[1.0, 1, 0], [1, 0, 1]]))
    found = cohesion(Phrases(sparse.csr_matrix(counts), terms, np.ones(2)), target)
    # Two words of 30 and 20 uses among 70 stand together 20 times: G² = 33.9, NPMI = 0.68.
    np.testing.assert_allclose(found, [np.log(20.2 / 21), -np.inf])


def test_words_beside_each_other_by_chance_are_no_phrase():
    share = np.log(np.array([0.1 * 0.1, 0.1 * 0.1, 0.3 * 0.3]))
    uses = np.array([10.0, 100.0, 100.0])
    np.testing.assert_array_equal(
        beyond_chance(uses, share, np.array([2, 2, 2]), 1000.0), [False, True, False]
    )


def test_a_file_of_the_first_version_shows_words_by_salience(learned):
    ranker, pairs, _ = learned
    old = {
        name: array
        for name, array in ranker.to_arrays().items()
        if not name.startswith(("phrase_", "telling_"))
    }
    again = KeywordRanker.from_arrays(old, Pairs(pairs.source, pairs.target), ranker.topics)
    found = again.keywords(UNSEEN[0].source[:3])
    assert all(k.term < N_WORDS and k.specificity == 0 for one in found for k in one.keywords)
    assert all(one.keywords for one in found)


def test_a_part_of_a_name_need_not_be_shown_for_the_whole_name():
    terms = sparse.csr_matrix(np.array([[1.0, 1, 0, 0], [0, 0, 1, 1], [1, 0, 0, 1]]))
    phrases = Phrases(sparse.csr_matrix((2, 3)), terms, np.ones(3))
    side = PhraseSide(None, phrases, sparse.csr_matrix((2, 4)))
    alone = np.array([False, True, False, False])
    wholes = side.of_document(all_of_one(3), np.array([0.7, 0.7, 0.9]), 0, 0.8, 0.6, alone)
    # "Monte" of "Monte Carlo", all of a name of which no part says anything alone, a likely one.
    assert [list(whole.where) for whole in wholes] == [[1], [2, 3], []]
    assert [whole.words for whole in wholes] == [[0, 1], [2, 3], [0, 3]]


def test_the_rarest_word_of_a_phrase_is_enough_where_it_hardly_stands_without():
    held = np.zeros((100, 4))
    held[:40, 0] = held[:30, 1] = held[50:90, 2] = held[60:64, 3] = 1
    counts = np.zeros((100, 2))
    counts[:10, 0] = counts[60:64, 1] = 1
    terms = sparse.csr_matrix(np.array([[1.0, 1, 0, 0], [0, 0, 1, 1]]))
    phrases = Phrases(sparse.csr_matrix(counts), terms, np.ones(2), 40.0)
    side = PhraseSide(None, phrases, sparse.csr_matrix(held))
    likely = np.array([0.7, 0.7])
    alone = np.ones(4, dtype=bool)
    wholes = side.of_document(all_of_one(2), likely, 0, 0.8, 0.6, alone)
    assert [list(whole.where) for whole in wholes] == [[0, 1], [3]]
    # A rarest word that is never shown, as "Monte", leaves it to the others.
    alone[3] = False
    wholes = side.of_document(all_of_one(2), likely, 0, 0.8, 0.6, alone)
    assert [list(whole.where) for whole in wholes] == [[0, 1], [2]]


def all_of_one(n):
    """Phrases of one document."""
    return FoundPhrases(np.array([0, n]), np.arange(n, dtype=np.int32), np.zeros((n, 11)))
