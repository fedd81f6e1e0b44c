"""The fit over chunks: it ends as high as that in memory, and where it runs makes no difference."""

import pickle
from types import SimpleNamespace

import numpy as np
import pytest
from scipy import sparse

from gplsa.core.coupling.joint import Links
from gplsa.core.divergences.divergence import divergence_of
from gplsa.core.out_of_core import incremental
from gplsa.core.out_of_core.incremental import Schedule
from gplsa.core.out_of_core.runner import Threads, rows_of
from gplsa.core.out_of_core.store import FolderStore
from gplsa.core.out_of_core.tasks import visit_chunk
from gplsa.core.sums import scaled_rows
from gplsa.models._chunks import Backend, fit_chunks
from gplsa.models._fit import FitParameters, Side, fit_modalities
from gplsa.names import REGULARIZERS
from tests.in_memory import MemoryStore, Slices
from tests.models.examples import planted

LONG = Schedule(passes=25, tol=1e-6)
every_divergence = pytest.mark.parametrize("kind", REGULARIZERS)


def matrices(n_docs=90, **options):
    counts = planted(n_docs=n_docs, n_words=(60, 80), missing=True, **options).counts
    return [scaled_rows(sparse.csr_matrix(one), np.ones(n_docs)) for one in counts.values()]


def plan(**changes):
    settings = {"n_topics": 3, "max_iter": 40, "tol": 1e-6, "init": "nndsvd", "n_jobs": 1}
    return FitParameters(**(settings | changes))


def run(counts, n_chunks, chunks=LONG, *, kind="skl", lam=1.0, offsets=None, **place):
    place = Backend(**({"runner": Threads(1), "store": MemoryStore()} | place))
    fitted = fit_chunks(
        Slices.even(counts, n_chunks),
        Links(divergence_of(kind), lam),
        plan(),
        chunks,
        np.random.default_rng(0),
        place,
        offsets,
    )
    name = fitted.mixtures
    mixtures = np.concatenate([place.store.load(name, chunk) for chunk in range(n_chunks)])
    return fitted, mixtures


def in_memory(counts, *, kind="skl", lam=1.0, offsets=(None, None)):
    sides = list(map(Side, counts, offsets))
    links = Links(divergence_of(kind), lam)
    return fit_modalities(sides, links, plan(max_iter=200), np.random.default_rng(0))


@every_divergence
@pytest.mark.parametrize("lam", [0.0, 1.0, 100.0])
def test_it_ends_as_high_as_in_memory(kind, lam):
    counts = matrices(n_docs=160)
    whole = in_memory(counts, kind=kind, lam=lam)
    fitted, mixtures = run(counts, 8, kind=kind, lam=lam)
    assert fitted.history[-1] >= whole.history[-1] - 1e-3 * abs(whole.history[-1])
    np.testing.assert_allclose(mixtures.sum(axis=2), 1.0, atol=1e-6)
    for topics in fitted.word_topics:
        assert (topics >= 0).all()
        np.testing.assert_allclose(topics.sum(axis=0), 1.0, atol=1e-12)


def test_a_background_counts_and_one_side_may_be_alone():
    counts = matrices()
    for given in ({"offsets": [np.full(60, 0.02), np.full(80, 0.01)]}, {"lam": 0.0}):
        sides = counts if "offsets" in given else counts[:1]
        whole = in_memory(sides, **given)
        fitted, _ = run(sides, 4, **given)
        assert fitted.history[-1] == pytest.approx(whole.history[-1], rel=1e-3)


def test_the_last_objective_is_that_of_the_result():
    counts = matrices()
    fitted, mixtures = run(counts, 5, Schedule(passes=3), kind="l2", lam=2.0)
    loglik, pull = 0.0, 0.0
    for v, matrix in enumerate(counts):
        dense = matrix.toarray()
        p = mixtures[:, v] @ fitted.word_topics[v].T
        loglik += (dense[dense > 0] * np.log(p[dense > 0])).sum()
    both = np.all([np.diff(matrix.indptr) > 0 for matrix in counts], axis=0)
    pull = 0.5 * ((mixtures[both, 0] - mixtures[both, 1]) ** 2).sum()
    assert fitted.history[-1] == pytest.approx(loglik - 2.0 * pull, rel=1e-6)


@pytest.mark.parametrize("kind", ["l1", "skl"])
def test_the_same_bytes_with_one_thread_and_two(kind):
    counts, chunks = matrices(), Schedule(passes=4)
    (one, mixtures), (two, others) = (
        run(counts, 6, chunks, kind=kind, runner=Threads(n)) for n in (1, 2)
    )
    assert one.history == two.history
    assert mixtures.tobytes() == others.tobytes()
    for topics, same in zip(one.word_topics, two.word_topics, strict=True):
        assert topics.tobytes() == same.tobytes()


def test_a_group_grows_with_the_corpus_so_that_more_computers_have_something_to_do():
    assert [Schedule().group_of(n) for n in (1, 7, 16, 17, 63, 1000)] == [4, 4, 4, 5, 16, 250]


@pytest.mark.parametrize("kind", ["l1", "skl"])
@pytest.mark.parametrize("when", [1, 7, 13])
def test_broken_off_it_goes_on_to_the_same_bytes(tmp_path, kind, when):
    counts = matrices()
    chunks = Schedule(passes=5, tol=0.0, group=2)
    through, mixtures = run(counts, 6, chunks, kind=kind)
    told = []

    def break_off(now):
        told.append(now)
        if len(told) == when:
            raise KeyboardInterrupt

    store = FolderStore(tmp_path)
    with pytest.raises(KeyboardInterrupt):
        run(counts, 6, chunks, kind=kind, store=store, key="same", callback=break_off)
    again = []
    resumed, others = run(
        counts, 6, chunks, kind=kind, store=store, key="same", callback=again.append
    )
    assert len(again) == 15 - (when - 1) // 3 * 3
    assert resumed.history == through.history
    assert mixtures.tobytes() == others.tobytes()
    for topics, same in zip(through.word_topics, resumed.word_topics, strict=True):
        assert topics.tobytes() == same.tobytes()


def test_another_key_begins_anew(tmp_path):
    counts, store = matrices(), FolderStore(tmp_path)
    chunks = Schedule(passes=2, tol=0.0)
    run(counts, 3, chunks, store=store, key="one")
    told = []
    run(counts, 3, chunks, store=store, key="other", callback=told.append)
    assert [now.iteration for now in told] == [1, 2]


def test_a_start_from_a_sample_ends_as_high_too(monkeypatch):
    counts = matrices(n_docs=300)
    all_of_them, _ = run(counts, 8)
    monkeypatch.setattr("gplsa.models._chunks.SAMPLE", 60)
    sampled, _ = run(counts, 8)
    assert sampled.history[-1] >= all_of_them.history[-1] - 0.01 * abs(all_of_them.history[-1])


def test_visits_are_sent_names_and_send_back_a_number(tmp_path):
    sent, returned = [], []

    class Watched(Threads):
        def run(self, task, jobs):
            for job, result in zip(jobs, super().run(task, jobs), strict=True):
                if task is visit_chunk:
                    # Beside the work itself, whose source and store are paths on a cluster.
                    sent.append(len(pickle.dumps(job[1:])))
                    returned.append(result)
                yield result

    chunks = Schedule(passes=3, tol=0.0)
    run(matrices(), 5, chunks, runner=Watched(2), store=FolderStore(tmp_path))
    assert len(sent) == 15
    # Topics are 140 words × 3: they alone would have 1,680 bytes.
    assert max(sent) < 1_000
    assert all(np.ndim(one) == 0 for one in returned)


def test_a_graph_is_refused():
    counts = matrices()
    graph = sparse.csr_matrix(np.ones((90, 90)))
    with pytest.raises(ValueError, match="no graph between its documents"):
        fit_chunks(
            Slices.even(counts, 2),
            Links(divergence_of("skl"), 1.0, graph),
            plan(),
            LONG,
            np.random.default_rng(0),
            Backend(Threads(1), MemoryStore()),
        )


def test_rows_are_taken_from_every_part():
    counts = matrices()
    rows = np.array([0, 3, 29, 30, 31, 89])
    found = rows_of(Slices.even(counts, 3), rows)
    for chunk, whole in zip(found, counts, strict=True):
        np.testing.assert_array_equal(chunk.toarray(), whole[rows].toarray())


def test_momentum_starts_again_where_a_pass_led_down(monkeypatch):
    paces: list[float] = []
    objectives = iter([-10.0, -9.0, -9.5, -8.0, -7.0])

    class Pass:
        def __init__(self, work, schedule, runner, start, standing):
            paces.append(standing.pace)
            self.began, self.steps_after, self.pace = [], 0, standing.pace + 1.0

        def run(self, told):
            return next(objectives)

    monkeypatch.setattr(incremental, "_Pass", Pass)
    monkeypatch.setattr(incremental, "_checkpoint", lambda *_: None)
    schedule = incremental.Schedule(passes=5, tol=0.0)
    work = SimpleNamespace(links=Links(divergence_of("l2"), 1.0))
    standing = incremental.FitState(0, [], [], [])
    incremental.run_passes(work, schedule, None, np.ones(2), standing, "key")
    assert paces == [1.0, 2.0, 3.0, 1.0, 2.0]
    assert standing.history == [-10.0, -9.0, -9.5, -8.0, -7.0]
