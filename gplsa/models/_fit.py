"""From checked matrices to a fitted state: scaling, starts, the shared phase, release, restarts."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from gplsa.core.coupling.joint import Coupling, Links
from gplsa.core.divergences.l2 import L2
from gplsa.core.em import Counts, prepare_counts
from gplsa.core.fitting import Callback, Climb, Watch, climb
from gplsa.core.parallel import thread_count
from gplsa.core.problem import Expectation, State, TopicProblem
from gplsa.core.start import known_start, scattered, start_by
from gplsa.core.types import FloatArray

# A start is this many iterations of link-PLSA, one mixture for all mates and no penalty. Released
# from there, no λ ends below the shared model; from separate starts each λ ends in an optimum of
# its own. Mixtures that are all alike would be stuck under a strong graph: the start tells them
# apart.
START_ITERATIONS = 10


@dataclass(frozen=True)
class Plan:
    """How to fit: the estimators' parameters, checked."""

    n_topics: int
    max_iter: int
    tol: float
    init: str
    n_init: int
    accelerate: bool
    n_jobs: int | None


@dataclass(frozen=True)
class Fitted:
    """doc_topic (n_docs, n_modalities, n_topics) with missing mixtures filled in; topic_masses by
    modality, what each topic has of the words, (n_topics,)."""

    doc_topic: FloatArray
    word_topics: list[FloatArray]
    topic_masses: list[FloatArray]
    history: list[float]
    converged: bool


def fit_modalities(
    counts: list[sparse.csr_matrix],
    links: Links,
    plan: Plan,
    rng: np.random.Generator,
    callback: Callback | None,
    *,
    offsets: Sequence[FloatArray | None] | None = None,
    shared: bool = False,
    known: FloatArray | None = None,
    priors: Sequence[FloatArray] | None = None,
) -> Fitted:
    """Maximise J; of several starts the best is kept.

    offsets  by modality, what p(w|d) has beside the topics, relative to them; None: nothing
    shared   mates are never released
    known    mixtures that the fit begins with, (n_docs, n_topics), in the place of `plan.init`
    priors   by modality what is known of the topics' words beforehand, (n_words, n_topics)
    """
    n_threads = thread_count(plan.n_jobs)
    present = np.stack([np.diff(matrix.indptr) > 0 for matrix in counts], axis=1)
    prepared = [
        prepare_counts(matrix, offset=offset, n_threads=n_threads)
        for matrix, offset in zip(counts, offsets or [None] * len(counts), strict=True)
    ]
    # One graph and topics from random documents: see `scattered`.
    scatter = plan.init == "random" and len(counts) == 1 and links.strength is not None
    alone = len(counts) == 1 and (links.strength is None or scatter)
    before = 0 if alone or shared else START_ITERATIONS
    watch = Watch((before + plan.max_iter) * plan.n_init, callback)
    best: Climb[Expectation] | None = None
    for _ in range(plan.n_init):
        if known is not None:
            start = known_start(counts, known, priors)
        else:
            start = start_by(plan.init, counts, plan.n_topics, rng, n_threads)
        if scatter:
            start = scattered(start, rng)
        state = State(start.doc_topic[:, None, :], start.word_topics)
        run = _one_start(prepared, links, present, state, plan, watch, before, shared, priors)
        if best is None or run.history[-1] > best.history[-1]:
            best = run
    assert best is not None
    state = best.at.state
    if shared:
        state = replace(state, doc_topic=np.repeat(state.doc_topic, len(counts), axis=1))
    filled = Coupling(links, present, plan.n_topics, n_threads).fill_missing(state.doc_topic)
    masses = [counted.sum(axis=0) for counted in best.at.word_counts]
    return Fitted(filled, state.word_topics, masses, best.history, best.converged)


def _one_start(
    prepared: list[Counts],
    links: Links,
    present: NDArray[np.bool_],
    state: State,
    plan: Plan,
    watch: Watch,
    before: int,
    shared: bool,
    priors: Sequence[FloatArray] | None,
) -> Climb[Expectation]:
    """`before` iterations with one mixture for all mates and no penalty; then all of J.

    With `shared`, mates are never released.
    """
    if shared:
        iterations = plan.max_iter
        return climb_together(prepared, present, state, plan, watch, iterations, plan.tol, priors)
    if before:
        state = climb_together(prepared, present, state, plan, watch, before, 0.0, priors).at.state
    mates = np.repeat(state.doc_topic, len(prepared), axis=1)
    n_threads = thread_count(plan.n_jobs)
    coupling = Coupling(links, present, plan.n_topics, n_threads)
    problem = TopicProblem(prepared, coupling, shared=False, n_threads=n_threads, priors=priors)
    return climb(
        problem,
        replace(state, doc_topic=mates),
        iterations=plan.max_iter,
        tol=plan.tol,
        accelerate=plan.accelerate,
        watch=watch,
    )


def climb_together(
    prepared: list[Counts],
    present: NDArray[np.bool_],
    state: State,
    plan: Plan,
    watch: Watch,
    iterations: int,
    tol: float,
    priors: Sequence[FloatArray] | None = None,
) -> Climb[Expectation]:
    """Link-PLSA: one mixture a document for all modalities, and no penalty."""
    n_threads = thread_count(plan.n_jobs)
    anywhere = np.asarray(present.any(axis=1)).reshape(-1, 1)
    nobody_apart = Coupling(Links(L2(), 0.0), anywhere, plan.n_topics, n_threads)
    together = TopicProblem(prepared, nobody_apart, shared=True, n_threads=n_threads, priors=priors)
    return climb(
        together, state, iterations=iterations, tol=tol, accelerate=plan.accelerate, watch=watch
    )


def fold_in(
    counts: sparse.csr_matrix,
    word_topic: FloatArray,
    start: FloatArray,
    *,
    max_iter: int,
    tol: float,
    n_jobs: int | None,
    offset: FloatArray | None = None,
) -> FloatArray:
    """Mixtures of unseen documents under fixed topics, by EM from `start`; rows sum to 1.

    Each document stops on its own, after the step that moved no entry by more than `tol`: its
    mixture does not depend on who else is folded in.
    """
    n_docs = counts.shape[0]
    prepared = prepare_counts(counts, offset=offset, n_threads=thread_count(n_jobs))
    doc_topic = np.tile(start, (n_docs, 1, 1)).reshape(n_docs, 1, len(start))
    expected = np.empty_like(doc_topic)
    moving = np.diff(counts.indptr) > 0
    for _ in range(max_iter):
        prepared.expect_documents(doc_topic, 0, word_topic, expected)
        total = expected.sum(axis=2, keepdims=True)
        # Words seen in no topic leave nothing to learn from.
        step = np.divide(expected, total, out=doc_topic.copy(), where=total > 0)
        moved = np.abs(step - doc_topic).max(axis=(1, 2))
        doc_topic[moving] = step[moving]
        moving &= moved > tol
        if not moving.any():
            break
    return doc_topic[:, 0]
