"""Trials on held-out pairs: nothing measured is known, a stopped run goes on, figures are right."""

from dataclasses import replace

import msgspec
import numpy as np
import pytest

from gplsa.compare import MEASURES, Bench, Outcome, Plan, Trial, run
from gplsa.errors import InputError
from gplsa.evaluation.topics import held_out_perplexity
from gplsa.model.settings import TrainSettings
from gplsa.stored import decoded
from tests.photos import photo_corpus
from tests.planted import plain_settings, planted_corpus

BASE = plain_settings(max_iter=15)


@pytest.fixture(scope="module")
def corpus():
    return planted_corpus(60)


@pytest.fixture(scope="module")
def bench(corpus):
    return Bench.prepare(corpus, BASE)


@pytest.fixture(scope="module")
def outcomes(corpus):
    return run(corpus, Plan(lams=(0.0, 1.0), topics=(3, 5), base=BASE))


def test_every_combination_is_tried_and_every_measure_taken(outcomes):
    tried = [(outcome.trial.n_topics, outcome.trial.lam) for outcome in outcomes]
    assert tried == [(3, 0.0), (3, 1.0), (5, 0.0), (5, 1.0)]
    assert all(set(outcome.figures) == set(MEASURES) for outcome in outcomes)
    assert all(np.isfinite([*outcome.figures.values()]).all() for outcome in outcomes)


def test_the_planted_number_of_topics_predicts_better_than_fewer(outcomes):
    few, planted = outcomes[1].figures, outcomes[3].figures
    assert planted["prediction"] < few["prediction"]
    assert planted["perplexity"] < few["perplexity"]


def test_nothing_measured_is_known_in_training(corpus, bench):
    """Replacing the held-out texts by other words changes nothing of what is learned."""
    draw = np.random.default_rng(BASE.seed)
    held_out = draw.choice(60, 12, replace=False)
    texts = {m: list(column) for m, column in corpus.texts.items()}
    for row in held_out:
        for column in texts.values():
            column[row] = "something else altogether"
    changed = Bench.prepare(type(corpus)("changed", corpus.ids, texts), BASE)
    for m in bench.seen.counts:
        assert (bench.seen.counts[m] != changed.seen.counts[m]).nnz == 0
        assert bench.unseen.counts[m].sum() > 0
        assert changed.unseen.counts[m].sum() == 0


def test_the_surprise_at_the_partner_by_the_formula(bench):
    fit = bench.fitted(replace(BASE, n_topics=5))
    from gplsa.models import MultimodalGPLSA

    share = BASE.background
    everywhere = {side: x.toarray().sum(axis=0) / x.sum() for side, x in bench.seen.counts.items()}
    reader = MultimodalGPLSA(5, background_weight=share, tol=0.0)
    reader.modalities_, reader.background_ = ("de", "en"), everywhere
    reader.topic_word_, reader.doc_topic_ = fit.topics.topic_word, fit.topics.doc_topic
    logs = [
        np.log(
            held_out_perplexity(
                bench.unseen.counts[b],
                reader.transform({a: bench.unseen.counts[a]}, max_iter=3)[a],
                share * everywhere[b] + (1 - share) * fit.topics.topic_word[b],
            )
        )
        for a, b in (("de", "en"), ("en", "de"))
    ]
    assert bench.figures_of(fit)["prediction"] == pytest.approx(np.exp(np.mean(logs)))


def test_a_stopped_run_goes_on_where_it_was(corpus, outcomes):
    plan = Plan(lams=(0.0, 1.0), topics=(3, 5), base=BASE)
    kept: list[Outcome] = []

    def stop(fraction, phase):
        if len(kept) == 1:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        run(corpus, plan, keep=kept.append, progress=stop)
    assert [outcome.trial for outcome in kept] == [outcomes[0].trial]
    told = decoded(msgspec.json.encode(kept), list[Outcome], "results")
    assert told == kept
    phases: set[str] = set()
    rest: list[Outcome] = []
    found = run(corpus, plan, told, rest.append, lambda fraction, phase: phases.add(phase))
    assert len(rest) == 3
    assert found[0] is told[0]
    assert {"λ = 1, 3 topics", "λ = 0, 5 topics"} <= phases
    for one, other in zip(found, outcomes, strict=True):
        mine, theirs = dict(one.figures), dict(other.figures)
        del mine["seconds"], theirs["seconds"]
        assert mine == theirs


def test_too_few_pairs_and_an_empty_plan_are_refused():
    with pytest.raises(InputError, match="at least 40 pairs"):
        run(planted_corpus(39), Plan(base=BASE))
    with pytest.raises(InputError, match="at least one"):
        Plan(lams=())
    with pytest.raises(InputError, match="agreement λ must be between"):
        Plan(lams=(-1.0,))


def test_the_default_number_of_topics_is_that_of_the_whole_corpus(bench):
    assert bench.default_topics == 11
    assert Plan().trials(6)[0] == Trial("skl", 0.1, 6)
    assert Plan().settings_of(Trial("l2", 3.0, 7)) == TrainSettings(7, "l2", 3.0)


def test_pictures_are_measured_like_texts():
    outcomes = run(
        photo_corpus(45),
        Plan(lams=(1.0,), topics=(3,), base=TrainSettings(max_iter=10, visual_words=20)),
    )
    assert set(outcomes[0].figures) == set(MEASURES)
    assert np.isfinite([*outcomes[0].figures.values()]).all()
