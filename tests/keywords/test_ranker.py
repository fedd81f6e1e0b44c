"""Keywords of a planted corpus: right, explained, stored and refused."""

from dataclasses import astuple, replace
from types import SimpleNamespace

import numpy as np
import pytest
from scipy import sparse

from gplsa.errors import Cancelled
from gplsa.keywords import (
    KeywordRanker,
    Pairs,
    PairTopics,
    TrainingPairs,
    align_lines,
    explain,
    paper_rule,
)
from gplsa.keywords.scoring.choosing import AS_BEFORE, Thresholds
from gplsa.keywords.storage import checked_calibration
from gplsa.keywords.support import LexiconRow
from tests.keywords.planted import planted_pairs

TRAINING = planted_pairs(200)
UNSEEN = planted_pairs(60, seed=9)


def fitted(pairs=TRAINING, lines=True, **options):
    n = pairs.source.shape[0]
    units = align_lines(pairs.source_lines, pairs.target_lines, n) if lines else None
    topics = PairTopics(options.pop("topic_word", pairs.topic_word), pairs.doc_topic)
    learned = TrainingPairs(pairs.source, pairs.target, units=units)
    return KeywordRanker.fit(learned, topics, random_state=0, **options)


@pytest.fixture(scope="module")
def ranker():
    return fitted()


def test_keywords_are_the_planted_translations(ranker):
    right = total = 0
    for result, row in zip(ranker.keywords(UNSEEN.source), UNSEEN.target.toarray(), strict=True):
        right += sum(row[keyword.term] > 0 for keyword in result.keywords)
        total += len(result.keywords)
    assert right / total > 0.85
    assert total / 60 > 5


def test_every_source_word_translates_to_itself(ranker):
    lexicon = ranker.lexicon
    for word in range(lexicon.n_source):
        row = lexicon.row(word)
        assert lexicon.indices[row][np.argmax(lexicon.translation[row])] == word


def test_probability_is_kept(ranker):
    stated = ranker.probabilities(UNSEEN.source)
    happened = np.asarray(UNSEEN.target[stated.nonzero()] > 0).ravel()
    for low, high in ((0.0, 0.2), (0.6, 1.0)):
        inside = (stated.data >= low) & (stated.data < high)
        assert abs(stated.data[inside].mean() - happened[inside].mean()) < 0.1


def test_best_first_no_padding_and_limits(ranker):
    for result in ranker.keywords(UNSEEN.source, limit=8, least=3):
        scores = [keyword.score for keyword in result.keywords]
        assert scores == sorted(scores, reverse=True)
        assert 3 <= len(scores) <= 8
        if len(scores) > 3:
            assert min(keyword.probability for keyword in result.keywords) >= 0.5


def test_from_sure_to_telling(ranker):
    def shown(telling):
        results = ranker.keywords(UNSEEN.source, telling=telling, limit=5, least=5)
        keywords = [keyword for result in results for keyword in result.keywords]
        return (
            np.mean([keyword.probability for keyword in keywords]),
            np.mean([keyword.specificity for keyword in keywords]),
        )

    sure, between, telling = shown(0.0), shown(0.5), shown(1.0)
    assert sure[0] > between[0] > telling[0]
    assert sure[1] < between[1] < telling[1]


def test_evidence_decomposes_a_keyword(ranker):
    row = UNSEEN.source[0]
    keyword = ranker.keywords(row)[0].keywords[0].term
    evidence = explain(ranker, row, [keyword])[0]
    shares = [share for _, share in evidence.source_words]
    assert evidence.source_words[0][0] == keyword
    assert shares == sorted(shares, reverse=True)
    np.testing.assert_allclose(sum(shares), 1.0, rtol=1e-12)
    assert 0 < sum(share for _, share in evidence.topics) <= 1 + 1e-6
    source, target = (
        m[:, keyword].toarray().ravel() > 0 for m in (TRAINING.source, TRAINING.target)
    )
    assert evidence.witness == keyword
    assert evidence.n_source == source.sum()
    assert evidence.n_both == (source & target).sum()
    assert evidence.pairs and all(source[d] and target[d] for d in evidence.pairs)


def test_the_witness_is_the_surest_of_the_strongest_reasons():
    lexicon = SimpleNamespace(
        indptr=np.array([0, 1, 2, 3]),
        indices=np.zeros(3, dtype=int),
        translation=np.array([0.6, 0.38, 0.02]),
        learned_from=None,
    )
    learned = SimpleNamespace(lexicon=lexicon, pair_share=np.array([0.5, 0.7, 1.0]))
    found = LexiconRow(sparse.csr_matrix(np.ones((1, 3))), learned).support(0)
    assert found.shares[found.strongest][0] == 1


def test_evidence_of_a_word_nothing_calls_up(ranker):
    empty = sparse.csr_matrix((1, ranker.lexicon.n_source))
    assert explain(ranker, empty, [0])[0].source_words == []
    assert explain(ranker, empty, [0])[0].witness is None


def test_empty_and_strange_documents(ranker):
    counts = sparse.vstack([sparse.csr_matrix((1, 60)), UNSEEN.source[:1]]).tocsr()
    empty, known = ranker.keywords(counts, unknown=[0, 10])
    assert empty.keywords == [] and empty.confidence == 0.0 and empty.unknown_share == 1.0
    words = UNSEEN.source[:1].sum()
    np.testing.assert_allclose(known.unknown_share, 10 / (words + 10), rtol=1e-12)
    # What is not known makes nothing of the rest less likely.
    assert known.confidence == ranker.keywords(UNSEEN.source[:1])[0].confidence


def test_blocks_do_not_matter(ranker, monkeypatch):
    whole = ranker.keywords(UNSEEN.source)
    monkeypatch.setattr("gplsa.keywords.ranker.BLOCK", 7)
    assert ranker.keywords(UNSEEN.source) == whole


def test_stored_and_read_again(ranker):
    pairs = Pairs(TRAINING.source, TRAINING.target)
    again = KeywordRanker.from_arrays(ranker.to_arrays(), pairs, ranker.topics)
    assert again.keywords(UNSEEN.source) == ranker.keywords(UNSEEN.source)
    assert explain(again, UNSEEN.source[0], [3])[0] == explain(ranker, UNSEEN.source[0], [3])[0]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("indices", np.array([10**6], dtype=np.int32)),
        ("translation", np.array([np.nan])),
        ("unit_chance", np.array([1.0])),
        ("weights", np.zeros(3)),
        ("tree_feature", np.array([[7]])),
        ("tree_value", np.zeros((2, 3))),
    ],
)
def test_damaged_arrays_are_refused(ranker, name, value):
    arrays = ranker.to_arrays()
    broken = arrays[name].copy()
    if broken.shape[1:] == value.shape[1:] and len(value) == 1 and len(broken) > 1:
        broken[0] = value[0]
    else:
        broken = value
    for content in (arrays | {name: broken}, {k: v for k, v in arrays.items() if k != name}):
        with pytest.raises(ValueError, match="stored keywords"):
            KeywordRanker.from_arrays(
                content, Pairs(TRAINING.source, TRAINING.target), ranker.topics
            )


def test_same_seed_same_bytes(ranker):
    for name, array in fitted().to_arrays().items():
        assert array.tobytes() == ranker.to_arrays()[name].tobytes(), name


def test_without_lines_and_with_few_pairs():
    few = planted_pairs(12, seed=4)
    ranker = fitted(few, lines=False)
    assert len(ranker.calibration.occurring.trees.value) == 0
    assert all(result.keywords for result in ranker.keywords(few.source))


def test_pairs_without_a_side_change_nothing():
    gap = sparse.csr_matrix((5, 60))
    more = replace(
        TRAINING,
        source=sparse.vstack([TRAINING.source, gap]).tocsr(),
        target=sparse.vstack([TRAINING.target, planted_pairs(5, seed=3).target]).tocsr(),
        doc_topic=tuple(np.vstack([theta, theta[:5]]) for theta in TRAINING.doc_topic),
    )
    first, second = fitted(more, lines=False), fitted(lines=False)
    np.testing.assert_array_equal(first.idf, second.idf)
    np.testing.assert_array_equal(first.lexicon.cooccurrence, second.lexicon.cooccurrence)


def test_input_that_does_not_fit_is_refused(ranker):
    with pytest.raises(ValueError, match="source has 200 documents, but target has 199"):
        KeywordRanker.fit(TrainingPairs(TRAINING.source, TRAINING.target[:199]))
    with pytest.raises(ValueError, match=r"topic_word of the target must have shape \(5, 60\)"):
        fitted(topic_word=(TRAINING.topic_word[0], np.ones((4, 60))))
    with pytest.raises(ValueError, match="finite numbers of at least 0"):
        ranker.keywords(-UNSEEN.source)
    with pytest.raises(ValueError, match="counts must have 60 columns, but has 59"):
        ranker.keywords(UNSEEN.source[:, :59])
    with pytest.raises(ValueError, match="no pair has words on both sides"):
        nothing = replace(TRAINING, source=sparse.csr_matrix(TRAINING.source.shape))
        fitted(nothing, lines=False)
    with pytest.raises(ValueError, match=r"least must lie in 0..limit = 2"):
        ranker.keywords(UNSEEN.source, limit=2)


def test_progress_rises_and_may_stop_the_work():
    seen = []
    fitted(progress=lambda fraction, phase: seen.append((fraction, phase)))
    fractions = [fraction for fraction, _ in seen]
    assert fractions == sorted(fractions) and fractions[-1] == 1.0
    assert {phase for _, phase in seen} == {"Keywords"}

    def stop(fraction, phase):
        if fraction > 0.5:
            raise Cancelled

    with pytest.raises(Cancelled):
        fitted(progress=stop)


def test_paper_rule_by_hand():
    theta = np.array([[0.25, 0.75]])
    phi = np.array([[0.2, 0.8], [0.6, 0.4]])
    np.testing.assert_allclose(paper_rule(theta, phi), [[0.5, 0.5]], rtol=1e-12)
    with pytest.raises(ValueError, match="share the number of topics"):
        paper_rule(theta, phi[:1])


def test_what_keywords_need_is_kept_with_what_was_learned(ranker):
    assert ranker.calibration.thresholds == Thresholds()
    arrays = ranker.to_arrays()
    assert checked_calibration(arrays).thresholds == Thresholds()
    two = checked_calibration(arrays | {"needs": arrays["needs"][:2]}).thresholds
    assert two == Thresholds(*arrays["needs"][:2].tolist(), *astuple(AS_BEFORE)[2:])
    del arrays["needs"]
    assert checked_calibration(arrays).thresholds == AS_BEFORE
    for damaged in ([1.0], [-1.0, 0.2], [np.nan, 0.2]):
        with pytest.raises(ValueError, match="needs"):
            checked_calibration(arrays | {"needs": np.array(damaged)})


def test_other_topics_leave_what_was_worked_out_without_them(ranker):
    assert ranker.idf is ranker.scorer.learned.idf
    other = ranker.with_topics(PairTopics(TRAINING.topic_word, TRAINING.doc_topic))
    assert other.scorer is ranker.scorer
    assert other.topics is not ranker.topics
    assert ranker.profiles is not None
    assert ranker.with_topics(other.topics).profiles is not ranker.profiles
