"""Training from end to end on planted corpora: what is found, what is checked, what is refused."""

import io
from dataclasses import replace

import numpy as np
import pytest
from scipy import sparse
from threadpoolctl import threadpool_info, threadpool_limits

from gplsa.cli.facts import training_lines
from gplsa.corpus.corpus import Corpus
from gplsa.corpus.features import Features
from gplsa.corpus.notes import DataWarning
from gplsa.errors import Cancelled, InputError
from gplsa.keywords.calibrating import Calibrated
from gplsa.keywords.fitting import default_keyword_calibration
from gplsa.language import in_language, translated
from gplsa.model.direction import Direction
from gplsa.model.keywords import summarize
from gplsa.model.public import Model
from gplsa.text import WordOptions
from gplsa.training import train as training
from gplsa.training.counted import count_sides
from gplsa.training.fitting import choose_topics
from gplsa.training.keywords import LearnedBefore, fit_rankers
from gplsa.training.train import train
from gplsa.training.validation import why_unchecked
from tests.planted import THEMES, WORDS_PER_THEME, plain_settings, planted_corpus, word


@pytest.fixture(scope="module")
def model():
    return train(planted_corpus(), plain_settings(n_topics=THEMES))


def saved(trained) -> bytes:
    stream = io.BytesIO()
    trained.save(stream)
    return stream.getvalue()


def shuffled(corpus: Corpus, seed: int = 0) -> Corpus:
    """The same texts, paired at random."""
    order = np.random.default_rng(seed).permutation(len(corpus))
    texts = corpus.texts | {"en": [corpus.texts["en"][row] for row in order]}
    return replace(corpus, texts=texts)


def test_planted_themes_are_found_on_both_sides(model):
    """Every topic's top words are of one theme, the same on both sides, and all themes appear."""
    themes = set()
    for topic in range(THEMES):
        for side in ("de", "en"):
            numbers = {word(side, n): n for n in range(THEMES * WORDS_PER_THEME)}
            found = {
                numbers[form] // WORDS_PER_THEME for form, _ in model.top_words(side, topic, 8)
            }
            assert len(found) == 1
            themes.add((topic, *found))
    assert len(themes) == THEMES
    assert {theme for _, theme in themes} == set(range(THEMES))


def test_topics_of_a_document_are_its_theme(model):
    shares = model.topic_share()
    np.testing.assert_allclose(shares.sum(), 1, rtol=1e-9)
    np.testing.assert_allclose(shares, 1 / THEMES, atol=0.05)
    for topic in range(THEMES):
        themes = {row % THEMES for row, _ in model.topic_documents(topic, 10)}
        assert len(themes) == 1


def test_keywords_are_the_translations(model):
    unseen = planted_corpus(20, seed=9)
    found = summarize(Direction(model, "de", "en"), unseen.texts["de"])
    for summary, translation in zip(found, unseen.texts["en"], strict=True):
        right = [keyword.word in translation.split() for keyword in summary.keywords]
        assert 3 <= len(right) <= 15
        assert np.mean(right) > 0.9
        assert summary.unknown_share < 0.1


def test_check_says_good_and_how_good(model):
    check = model.validation
    assert check.verdict == "good"
    assert check.n_held_out == 20
    assert check.beats_frequent_words
    assert set(check.directions) == {("de", "en"), ("en", "de")}
    for found in check.directions.values():
        assert found.partners == 20
        assert found.keyword_share > 0.9
        assert found.frequent_share < 0.4
        assert found.keyword_share <= found.attainable_share <= 1
    example = check.example
    translation = model.corpus.texts[example.target][example.row].split()
    assert [held for _, held in example.keywords] == [
        shown in translation for shown, _ in example.keywords
    ]


def test_check_of_unrelated_sides_says_poor():
    check = train(shuffled(planted_corpus(400)), plain_settings(n_topics=THEMES)).validation
    assert check.verdict == "poor"
    assert max(found.partners for found in check.directions.values()) < 10
    assert check.cause
    assert check.remedy


def test_texts_decide_on_the_verdict_and_not_what_features_lead_to():
    corpus = planted_corpus()
    shapes = np.random.default_rng(0).poisson(1.0, (len(corpus), 20)) + 0.0
    features = Features([f"shape {n}" for n in range(20)], sparse.csr_matrix(shapes))
    settings = plain_settings(n_topics=THEMES)
    alone = train(corpus, settings).validation
    found = train(replace(corpus, features={"shape": features}), settings).validation
    assert not found.directions["shape", "de"].beats_frequent_words
    assert found.verdict == alone.verdict == "good" and found.beats_frequent_words
    assert (alone.cause, alone.remedy, found.cause) == ("", "", "")
    assert "features lead to" in found.remedy


def test_check_hides_what_it_measures_on():
    """A corpus whose every pair is a world of its own: nothing can be known of held-out ones."""
    n = 60
    texts = {
        side: [f"{word(side, 2 * d)} {word(side, 2 * d + 1)} {word(side, 200)}" for d in range(n)]
        for side in ("de", "en")
    }
    corpus = Corpus("alone", [str(d) for d in range(n)], texts)
    words = {side: replace(plain_settings().words[side], min_df=1, max_df=1.0) for side in texts}
    check = train(corpus, plain_settings(n_topics=3, words=words)).validation
    assert check.verdict == "poor"
    assert not check.beats_frequent_words
    assert all(found.partners <= 2 for found in check.directions.values())


def test_check_hides_copies_of_what_it_measures_on():
    """Every pair a world of its own, and there three times: copies would tell all keywords."""
    n = 60
    once = {
        side: [" ".join(word(side, 14 * d + i) for i in range(14)) for d in range(n)]
        for side in ("de", "en")
    }
    texts = {side: 3 * own for side, own in once.items()}
    corpus = Corpus("copies", [str(d) for d in range(3 * n)], texts)
    words = {side: replace(plain_settings().words[side], max_df=1.0) for side in texts}
    check = train(corpus, plain_settings(n_topics=3, words=words)).validation
    assert check.n_held_out == 20 and not check.beats_frequent_words
    assert all(found.keyword_share < 0.1 for found in check.directions.values())


def test_fewer_than_forty_pairs_are_not_checked():
    assert train(planted_corpus(39), plain_settings(n_topics=2)).validation is None
    assert train(planted_corpus(40), plain_settings(n_topics=2)).validation is not None


def test_check_can_be_left_out():
    assert train(planted_corpus(60), plain_settings(n_topics=2, check=False)).validation is None


def test_same_seed_same_bytes_other_seed_other_bytes():
    corpus = planted_corpus(60)
    first = saved(train(corpus, plain_settings(n_topics=3, seed=1, init="random")))
    again = saved(train(corpus, plain_settings(n_topics=3, seed=1, init="random")))
    other = saved(train(corpus, plain_settings(n_topics=3, seed=2, init="random")))
    assert first == again
    assert first != other


def test_three_sides_lead_everywhere():
    model = train(planted_corpus(60, ("de", "en", "fr")), plain_settings(n_topics=THEMES))
    assert len(model.rankers) == 6
    assert set(model.validation.directions) == set(model.rankers)
    (summary,) = summarize(Direction(model, "fr", "de"), [model.corpus.texts["fr"][0]])
    known = set(model.corpus.texts["de"][0].split())
    assert np.mean([keyword.word in known for keyword in summary.keywords]) > 0.8


def test_documents_may_lack_a_side():
    corpus = planted_corpus(80)
    gaps = [text if row % 5 else "" for row, text in enumerate(corpus.texts["en"])]
    model = train(replace(corpus, texts=corpus.texts | {"en": gaps}), plain_settings(n_topics=5))
    assert model.validation.n_held_out == 20
    assert np.isfinite(model.doc_topic["en"]).all()
    np.testing.assert_allclose(model.doc_topic["en"].sum(axis=1), 1, rtol=1e-9)
    assert model.validation.verdict == "good"


@pytest.mark.parametrize(
    ("n_pairs", "judging", "column"),
    [(60, [], None), (260, ["Weighing pairs"], None), (60, [], "theme")],
)
def test_progress_rises_and_names_the_phases(n_pairs, judging, column):
    told: list[tuple[float, str]] = []
    train(
        planted_corpus(n_pairs),
        plain_settings(n_topics=3, headings=column),
        lambda fraction, phase: told.append((fraction, phase)),
    )
    fractions = [fraction for fraction, _ in told]
    assert np.diff(fractions).min() >= -1e-9
    assert 0 <= fractions[0] < 0.1
    assert fractions[-1] == 1
    phases = list(dict.fromkeys(phase for _, phase in told))
    last = ["Headings"] * bool(column)
    assert phases == ["Counting words", *judging, "Fitting", "Checking", "Keywords", *last, "Done"]


@pytest.mark.parametrize("when", [0.0, 0.12, 0.3, 0.6, 0.7, 0.9])
def test_cancelled_at_once(when):
    def progress(fraction: float, phase: str) -> None:
        if fraction >= when:
            raise Cancelled

    with pytest.raises(Cancelled):
        train(planted_corpus(60), plain_settings(n_topics=3), progress)


@pytest.mark.parametrize("n", [0, 1])
def test_too_few_pairs(n):
    corpus = planted_corpus(5)
    texts = {side: column[:n] + [""] * (5 - n) for side, column in corpus.texts.items()}
    with pytest.raises(InputError, match="at least 2"):
        train(replace(corpus, texts=texts), plain_settings())


def test_pairs_of_different_sides():
    """Half of the documents lack one side, half another: none has all three."""
    whole = planted_corpus(80, ("de", "en", "fr"))
    texts = whole.texts | {
        side: ["" if row % 2 == odd else text for row, text in enumerate(whole.texts[side])]
        for odd, side in enumerate(("en", "fr"))
    }
    trained = train(replace(whole, texts=texts), plain_settings(n_topics=THEMES))
    assert {*trained.rankers} == {("de", "en"), ("en", "de"), ("de", "fr"), ("fr", "de")}
    assert why_unchecked(trained).startswith("0 of 80 pairs have every side: too few")
    for side in ("en", "fr"):
        [found] = summarize(Direction(trained, "de", side), whole.texts["de"][:1])
        right = [keyword.word in whole.texts[side][0].split() for keyword in found.keywords]
        assert np.mean(right) > 0.7
    assert len(trained.topic_label(0).split(" · ")) == 3
    with pytest.raises(InputError, match="does not lead from 'en' to 'fr'"):
        Direction(trained, "en", "fr").of_texts()
    assert {*Model.load(io.BytesIO(saved(trained))).rankers} == {*trained.rankers}


@pytest.mark.parametrize(
    ("n", "check", "why"),
    [
        (8, True, "8 pairs are too few to hold some out and validate, which takes 40, and few to"),
        (8, False, "The validation was left out"),
        (60, False, "The validation was left out"),
    ],
)
def test_why_there_is_no_validation(n, check, why):
    trained = train(planted_corpus(n), plain_settings(check=check, max_iter=5))
    assert why_unchecked(trained).startswith(why)
    assert training_lines(trained)[-1] == why_unchecked(trained)


def test_copies_are_not_enough_to_validate():
    texts = {side: 3 * column for side, column in planted_corpus(20).texts.items()}
    copied = Corpus("copies", [str(n) for n in range(60)], texts)
    trained = train(copied, plain_settings(max_iter=5))
    assert trained.validation is None
    assert why_unchecked(trained).startswith("Without near copies 20 of 60 pairs are left: too few")
    with in_language("de"):
        assert translated(why_unchecked(trained)).startswith(
            "Ohne Beinahe-Kopien bleiben 20 von 60 Paaren"
        )


def test_one_side_only():
    with pytest.raises(InputError, match="one side only"):
        train(planted_corpus(50, ("de",)), plain_settings())


def test_more_topics_than_the_corpus_carries():
    with pytest.raises(InputError, match="at most 10"):
        train(planted_corpus(10), plain_settings(n_topics=11))
    assert train(planted_corpus(10), plain_settings()).n_topics == 5
    every_word = WordOptions(stop_words="none", base="none", min_df=1, max_df=1.0)
    settings = plain_settings(words={"de": every_word, "en": every_word})
    assert train(planted_corpus(3), settings).n_topics == 3


def test_default_topics_stay_within_the_words():
    corpus = planted_corpus(60)
    documents = int(count_sides(corpus, plain_settings()).complete.sum())
    assert choose_topics({"de": 2, "en": 2}, documents, plain_settings()) == 2


def test_settings_that_leave_no_word():
    words = {side: WordOptions(stop_words="none", min_length=20) for side in ("de", "en")}
    with pytest.raises(InputError, match="Side 'de': No word"):
        train(planted_corpus(50), plain_settings(words=words))


def test_pairs_that_share_no_words_after_the_settings():
    """Texts on both sides, but counted words on one side only in every pair."""
    corpus = Corpus(
        "gaps",
        [str(d) for d in range(8)],
        {
            "de": ["apfel birne" if d < 4 else "selten" + "xyzuvwpq"[d] for d in range(8)],
            "en": ["rare" + "xyzuvwpq"[d] if d < 4 else "apple pear" for d in range(8)],
        },
    )
    with pytest.raises(InputError, match="on two sides"):
        train(corpus, plain_settings())


def test_trial_knows_only_words_of_visible_pairs():
    """A word must be in two visible documents: that it is in held-out ones does not count."""
    corpus = planted_corpus(60)
    settings = plain_settings(n_topics=3)
    counted = count_sides(corpus, settings)
    held_out = np.arange(60) < 30
    seen = counted.without(held_out)
    trial = fit_rankers(seen, None, np.random.default_rng(0), LearnedBefore())
    held = counted.like(seen, held_out)
    for side, matrix in counted.counts.items():
        in_visible = np.asarray((matrix[30:] > 0).sum(axis=0)).ravel()
        expected = np.flatnonzero(in_visible >= 2)
        assert len(expected) < matrix.shape[1]
        for of_these, rows in ((seen, matrix[30:]), (held, matrix[:30])):
            counts = of_these.sides[side].counts
            assert (counts != rows[:, expected]).nnz == 0
    assert trial["de", "en"].lexicon.n_source == seen.sides["de"].counts.shape[1]


def test_calibration_is_learned_once(monkeypatch):
    """The rankers of the returned model take over what those of the check have learned."""
    calls = []
    monkeypatch.setattr(
        "gplsa.keywords.ranker.calibrate",
        lambda *a, **b: calls.append(1) or Calibrated(default_keyword_calibration()),
    )
    train(planted_corpus(60), plain_settings(n_topics=3))
    assert len(calls) == 2


def test_example_is_neither_the_best_nor_the_worst():
    check = train(shuffled(planted_corpus(400)), plain_settings(n_topics=THEMES)).validation
    share = np.mean([held for _, held in check.example.keywords])
    mean = check.directions[check.example.source, check.example.target].keyword_share
    assert abs(share - mean) < 0.35


def test_blas_has_one_thread_for_the_whole_of_a_training(monkeypatch):
    """With more it rounds otherwise, and another computer makes another file of the same texts."""
    seen = {}

    def threads():
        return {one["num_threads"] for one in threadpool_info() if one["user_api"] == "blas"}

    def watched(name):
        work = getattr(training, name)

        def watching(*args):
            seen[name] = threads()
            return work(*args)

        monkeypatch.setattr(training, name, watching)

    watched("learn_keywords")
    watched("learn_suggester")
    with threadpool_limits(2, user_api="blas"):
        before = threads()  # OpenCV may bring a BLAS that knows one thread alone
        # On this thread, as BLAS obeys the one that limited it first.
        train.__wrapped__(planted_corpus(), plain_settings(n_topics=THEMES))
        assert threads() == before and 2 in before
    assert seen == {"learn_keywords": {1}, "learn_suggester": {1}}


def test_rows_out_of_step_are_the_cause_of_a_poor_validation():
    corpus = planted_corpus(120)
    shifted = corpus.texts["en"][1:] + corpus.texts["en"][:1]
    doubt = DataWarning("shifted", "Rows look shifted by one throughout.", offset=1)
    wrong = replace(corpus, texts={**corpus.texts, "en": shifted}, warnings=[doubt])
    validation = train(wrong, plain_settings()).validation
    assert validation.verdict == "poor"
    assert (validation.cause, validation.remedy) == (
        doubt.message,
        "Put the rows right in the file and read it again.",
    )
