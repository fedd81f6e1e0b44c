"""What repeats an earlier document is no further evidence."""

import numpy as np
import pytest
from scipy import sparse

from gplsa.corpus.corpus import Corpus
from gplsa.keywords import KeywordRanker, PairTopics, TrainingPairs, explain
from gplsa.keywords.pairing.copies import originals, repeated
from gplsa.keywords.storage import stored_copies
from gplsa.text import Vocabulary, WordOptions
from gplsa.training.counted import Counted, Side
from gplsa.training.phrasing import read_phrases
from tests.keywords.planted import planted_pairs

PAIRS = planted_pairs(120)


def with_copies(matrix, rows):
    return sparse.csr_matrix(sparse.vstack([matrix, matrix[rows]]))


def fitted(source, target, doc_topic):
    topics = PairTopics(PAIRS.topic_word, doc_topic)
    return KeywordRanker.fit(TrainingPairs(source, target), topics, random_state=0)


def test_copies_are_found_and_what_is_alike_on_one_side_alone_is_none():
    rng = np.random.default_rng(0)
    source = sparse.csr_matrix(rng.poisson(0.3, (30, 100)).astype(float))
    target = sparse.csr_matrix(rng.poisson(0.3, (30, 100)).astype(float))
    assert not repeated(source, target).any()
    changed = with_copies(source, [4, 7]).tolil()
    changed[30, int(source[[4]].indices[0])] = 0  # one word less
    source = sparse.csr_matrix(changed)
    both, one = with_copies(target, [4, 7]), with_copies(target, [5, 8])
    assert np.flatnonzero(repeated(source, both)).tolist() == [30, 31]
    assert not repeated(source, one).any()
    short = sparse.csr_matrix(np.ones((4, 5)))
    assert not repeated(short, short).any()


def test_copies_teach_nothing_and_no_pair_counts_twice():
    rows = np.arange(0, 120, 7)
    source, target = with_copies(PAIRS.source, rows), with_copies(PAIRS.target, rows)
    doc_topic = tuple(np.vstack([theta, theta[rows]]) for theta in PAIRS.doc_topic)
    plain = fitted(PAIRS.source, PAIRS.target, PAIRS.doc_topic)
    again = fitted(source, target, doc_topic)
    assert again.pairs.copies.tolist() == list(range(120, 120 + len(rows)))
    unseen = planted_pairs(20, seed=9).source
    np.testing.assert_allclose(
        again.probabilities(unseen).toarray(), plain.probabilities(unseen).toarray()
    )
    first = again.keywords(unseen)[0].keywords[0].term
    ours, theirs = explain(again, unseen[[0]], [first])[0], explain(plain, unseen[[0]], [first])[0]
    assert (ours.witness, ours.n_both, ours.n_source) == (
        theirs.witness,
        theirs.n_both,
        theirs.n_source,
    )
    assert ours.pairs == theirs.pairs


def test_rows_that_are_none_are_refused():
    assert stored_copies({}, 5).tolist() == []
    for damaged in ([5], [-1], [0.5], [[1]]):
        with pytest.raises(ValueError, match="copies"):
            stored_copies({"copies": np.array(damaged)}, 5)


def test_a_phrase_of_copies_alone_is_none():
    other = [
        "the red altarpiece stands in the old church beside the river and shows seven saints",
        "the wooden altarpiece suffered damage when water came into the chapel of the castle",
        "a large altarpiece was made for the town by a master whose name nobody wrote down",
    ]
    copied = (
        "here golden candlesticks vanished while monks slept, bells rang and winter storms came"
        " over mountains, villages, harbours and empty orchards"
    )
    for texts, known in (([*other, copied, copied], False), ([*other, copied, copied[:60]], True)):
        vocabulary, lines, _ = Vocabulary.build_encoded(
            texts, WordOptions("en", min_df=1, max_df=1.0)
        )
        corpus = Corpus("a", [*"12345"], {"en": texts}, {"en": "en"})
        found = read_phrases(corpus, Counted({"en": Side(vocabulary, lines)}))
        assert ("monks slept" in found.phrasings["en"].chosen.forms) == known


@pytest.mark.parametrize("seed", [3, 5, 17, 20, 22])
def test_what_repeats_a_repetition_repeats_the_original(seed: int) -> None:
    """Every document has 95 of the 100 words of the next: more than two on they are unlike."""
    rng = np.random.default_rng(seed)
    words, counts = rng.permutation(400), np.zeros((14, 400))
    for row in range(14):
        counts[row, words[5 * row : 5 * row + 100]] = 1
    first = originals(sparse.csr_matrix(counts[rng.permutation(14)]))
    assert first.tolist() == first[first].tolist()
    assert len(set(first.tolist())) < 14
