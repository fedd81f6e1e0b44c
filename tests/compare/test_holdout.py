"""Splits into training and test, and the figures of one run."""

import numpy as np
import pytest

from gplsa.compare.bench import Bench
from gplsa.compare.holdout import evaluate, rows_apart, split_by_fields, split_randomly
from gplsa.corpus.corpus import Corpus
from gplsa.errors import InputError
from tests.planted import plain_settings, planted_corpus


def test_random_split_is_the_end_of_the_permutation():
    corpus = planted_corpus(20)
    expected = np.random.default_rng(3).permutation(20)[-6:]
    np.testing.assert_array_equal(split_randomly(corpus, 6, 3), expected)
    assert len(split_randomly(corpus, None, 3)) == 5


@pytest.mark.parametrize("n_test", [0, -1, 20, 21])
def test_split_that_leaves_nothing(n_test):
    with pytest.raises(InputError, match="20"):
        split_randomly(planted_corpus(20), n_test, 0)


def test_groups_go_to_one_side_whole():
    corpus = planted_corpus(50)
    test = split_by_fields(corpus, ["theme"], 11, seed=0)
    assert len(test) == 20
    themes = np.array(corpus.fields["theme"])
    assert not set(themes[test]) & set(np.delete(themes, test))
    assert not np.array_equal(test, split_by_fields(corpus, ["theme"], 11, seed=1))


def test_one_group_cannot_be_split():
    corpus = planted_corpus(20)
    corpus.fields["archive"] = ["one"] * 20
    with pytest.raises(InputError, match="no group to train on"):
        split_by_fields(corpus, ["archive"], 5, seed=0)


def test_figures_of_planted_themes():
    corpus = planted_corpus(100)
    test = split_randomly(corpus, 25, 0)
    figures = evaluate(corpus, test, ("de", "en"), plain_settings(n_topics=5))
    assert (figures["n_train"], figures["n_test"]) == (75, 25)
    assert figures["mates"]["de>en"]["mrr"] > 0.9
    assert figures["mates"]["en>de"]["p_at_1"] > 0.9
    assert figures["keywords"]["precision_at_10"] > 0.95
    assert figures["keywords_shown"]["share_right"] > 0.9
    assert 3 <= figures["keywords_shown"]["n"] <= 15
    # Topics alone know the theme, not the words of this document.
    assert 0.5 < figures["keywords_paper"]["precision_at_10"] < 0.95
    assert figures["keywords"]["overlap_at_20"] > figures["keywords_paper"]["overlap_at_20"]


def test_test_pairs_without_a_side_are_not_measured():
    corpus = planted_corpus(60)
    test = split_randomly(corpus, 20, 0)
    corpus.texts["en"][test[0]] = ""
    assert evaluate(corpus, test, ("de", "en"), plain_settings(n_topics=5))["n_test"] == 19
    for row in test:
        corpus.texts["en"][row] = ""
    with pytest.raises(InputError, match="No test pair"):
        evaluate(corpus, test, ("de", "en"), plain_settings(n_topics=5))


def test_what_was_kept_out_is_not_learned():
    """Words that only test pairs hold are unknown to the vocabulary."""
    corpus = planted_corpus(60)
    test = split_randomly(corpus, 20, 0)
    for row in test:
        corpus.texts["de"][row] = "einzig einzig einzig"
    figures = evaluate(corpus, test, ("de", "en"), plain_settings(n_topics=5))
    assert figures["keywords"]["precision_at_10"] == 0
    assert figures["mates"]["de>en"]["p_at_1"] <= 0.1


def test_who_has_learned_from_a_copy_is_not_asked_about_it():
    corpus = planted_corpus(60)
    texts = {
        m: [*own, *own[:10], *(f"{text} und mehr" for text in own[10:15])]
        for m, own in corpus.texts.items()
    }
    ids = [f"d{n}" for n in range(75)]
    repeating = Corpus("", ids, texts)
    test = np.array([0, 12, 62, 70])
    assert rows_apart(corpus, test[:2]).tolist() == [*range(1, 12), *range(13, 60)]
    kept = rows_apart(repeating, test).tolist()
    # 60 and 72 repeat what is measured, 2 and 10 are repeated by it.
    assert sorted({*range(75)} - {*kept}) == [0, 2, 10, 12, 60, 62, 70, 72]
    figures = evaluate(repeating, test, ("de", "en"), plain_settings(n_topics=5))
    assert figures["n_train"] == len(kept)
    bench = Bench.prepare(repeating, plain_settings(n_topics=5))
    assert bench.seen.n_documents < 75 - bench.unseen.n_documents


def test_where_all_repeat_what_is_measured_that_is_said():
    text = "Der Hafen war elf Wochen unter Eis und siebzehn Segler überwinterten an den Pfählen"
    same = Corpus("", [f"d{n}" for n in range(60)], {m: [text] * 60 for m in ("de", "en")})
    with pytest.raises(InputError, match="Nothing to learn from is left"):
        evaluate(same, split_randomly(same, 15, 0), ("de", "en"), plain_settings())
    with pytest.raises(InputError, match="Nothing to learn from is left"):
        Bench.prepare(same, plain_settings())
