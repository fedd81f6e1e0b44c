"""From checked matrices to a fitted state: scaling, starts, the shared phase, release, restarts."""

from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from typing import Any

import numpy as np
from scipy import sparse

from gplsa.core.coupling.joint import Coupling, Links
from gplsa.core.divergences.l2 import L2
from gplsa.core.em import Counts, prepare_counts
from gplsa.core.fitting import Callback, Climb, Watch, climb
from gplsa.core.parallel import thread_count
from gplsa.core.problem import Expectation, Pull, State, TopicProblem
from gplsa.core.start import known_start, scattered, start_by
from gplsa.core.sums import present_in
from gplsa.core.types import FloatArray
from gplsa.models._validation import Problems
from gplsa.names import INITS

# A start is this many iterations of link-PLSA, one mixture for all counterparts and no penalty.
# Released from there, no λ ends below the shared model; from separate starts each λ ends in an
# optimum of its own. Mixtures that are all alike would be stuck under a strong graph: the start
# tells them apart.
START_ITERATIONS = 10


@dataclass(eq=False, repr=False)
class FitParameters:
    """How to fit.  A mixin, to stand before scikit-learn's classes, whose `get_params` reads such
    fields."""

    n_topics: int = 100
    _: KW_ONLY
    max_iter: int = 200
    tol: float = 1e-5
    init: str = "nmf"
    n_init: int = 1
    accelerate: bool = True
    random_state: Any = None
    n_jobs: int | None = None

    def _check_plan(self, problems: Problems, *counts: sparse.csr_matrix) -> None:
        """counts  of each modality"""
        problems.parameters(self)
        entries = sum(n_docs * n_words for n_docs, n_words in (one.shape for one in counts))
        problems.at_most("n_topics", self.n_topics, entries, "documents × words = ")
        problems.choice("init", self.init, INITS)

    def _folded(
        self,
        scaled: sparse.csr_matrix,
        topic_word: FloatArray,
        start: FloatArray,
        max_iter: int | None,
        offset: FloatArray | None = None,
    ) -> FloatArray:
        """Mixtures of unseen documents under fixed topics, by EM from `start`; rows sum to 1.

        scaled  their counts, rows with sum 1;  max_iter  by default that of the fit
        Each document stops on its own, after the step that moved no entry by more than `tol`: its
        mixture does not depend on who else is folded in.
        """
        word_topic = np.ascontiguousarray(topic_word.T)
        prepared = prepare_counts(scaled, offset=offset, n_threads=thread_count(self.n_jobs))
        doc_topic = np.tile(start, (scaled.shape[0], 1, 1))
        expected = np.empty_like(doc_topic)
        moving = np.diff(scaled.indptr) > 0
        for _ in range(max_iter or self.max_iter):
            prepared.expect(doc_topic, 0, word_topic, expected)
            total = expected.sum(axis=2, keepdims=True)
            # Words seen in no topic leave nothing to learn from.
            step = np.divide(expected, total, out=doc_topic.copy(), where=total > 0)
            moved = np.abs(step - doc_topic).max(axis=(1, 2))
            doc_topic[moving] = step[moving]
            moving &= moved > self.tol
            if not moving.any():
                break
        return doc_topic[:, 0]

    def _keep_history(self, run: "Fitted | Climb[Any]") -> None:
        self.objective_history_ = np.array(run.history)
        self.n_iter_ = len(run.history) - 1
        self.converged_ = run.converged

    @property
    def _n_starts(self) -> int:
        """`n_init`, or 1: the other starts are always the same one, which restarts would repeat."""
        return self.n_init if self.init == "random" else 1


@dataclass(frozen=True)
class Side:
    """What a fit is given of one modality.

    counts  (n_docs, n_words), scaled to what each document weighs
    offset  what p(w|d) has beside the topics, relative to them, (n_words,); None: nothing
    prior   α, what is known of the topics' words beforehand, (n_words, n_topics)
    """

    counts: sparse.csr_matrix
    offset: FloatArray | None = None
    prior: FloatArray | None = None

    def prepared(self, n_threads: int) -> Counts:
        return prepare_counts(self.counts, offset=self.offset, n_threads=n_threads)


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
    sides: Sequence[Side],
    links: Links,
    plan: FitParameters,
    rng: np.random.Generator,
    callback: Callback | None = None,
    *,
    shared: bool = False,
    known: FloatArray | None = None,
) -> Fitted:
    """Maximise J; of several starts the best is kept.

    shared  counterparts are never released;  known  as of `Starts.best`
    """
    single = len(sides) == 1
    # One graph and topics from random documents: see `scattered`.
    scatter = plan.init == "random" and single and links.strength is not None
    alone = single and (links.strength is None or scatter)
    starts = Starts(sides, plan, callback, before=0 if alone or shared else START_ITERATIONS)

    def coupling() -> Coupling:
        return Coupling(links, starts.present, plan.n_topics, starts.n_threads)

    best = starts.best(None if shared else coupling, rng, known=known, scatter=scatter)
    state = best.at.state
    if shared:
        state = replace(state, doc_topic=np.repeat(state.doc_topic, len(sides), axis=1))
    filled = coupling().fill_missing(state.doc_topic)
    masses = [counted.sum(axis=0) for counted in best.at.word_counts]
    return Fitted(filled, state.word_topics, masses, best.history, best.converged)


class Starts:
    """Fits of the same sides from one start or several."""

    def __init__(
        self, sides: Sequence[Side], plan: FitParameters, callback: Callback | None, before: int
    ) -> None:
        """`before` iterations with one mixture for all counterparts come first."""
        self._counts = [side.counts for side in sides]
        self._plan, self._before = plan, before
        self.n_threads = thread_count(plan.n_jobs)
        self.present = present_in(self._counts)
        self._prepared = [side.prepared(self.n_threads) for side in sides]
        self._priors = [side.prior for side in sides if side.prior is not None] or None
        self._watch = Watch((before + plan.max_iter) * plan._n_starts, callback)

    def best(
        self,
        pull: Callable[[], Pull] | None,
        rng: np.random.Generator,
        *,
        known: FloatArray | None = None,
        scatter: bool = False,
    ) -> Climb[Expectation]:
        """The one of `plan._n_starts` fits with the highest J.

        pull     what draws the mixtures of counterparts together; None: they are never released
        known    mixtures to begin with;  scatter  begin with mixtures that differ, see `scattered`
        """
        runs = (
            self._run(self._start(rng, known, scatter), pull) for _ in range(self._plan._n_starts)
        )
        return max(runs, key=lambda run: run.history[-1])

    def _start(self, rng: np.random.Generator, known: FloatArray | None, scatter: bool) -> State:
        plan = self._plan
        if known is not None:
            start = known_start(self._counts, known, self._priors)
        else:
            start = start_by(plan.init, self._counts, plan.n_topics, rng, self.n_threads)
        return scattered(start, rng) if scatter else start

    def _run(self, state: State, pull: Callable[[], Pull] | None) -> Climb[Expectation]:
        plan = self._plan
        if pull is None:
            return self._together(state, plan.max_iter, plan.tol)
        if self._before:
            state = self._together(state, self._before, 0.0).at.state
        counterparts = np.repeat(state.doc_topic, len(self._prepared), axis=1)
        released = replace(state, doc_topic=counterparts)
        return self._climb(pull(), released, False, plan.max_iter, plan.tol)

    def _together(self, state: State, iterations: int, tol: float) -> Climb[Expectation]:
        """Link-PLSA: one mixture a document for all modalities, and no penalty."""
        anywhere = np.asarray(self.present.any(axis=1)).reshape(-1, 1)
        unlinked = Coupling(Links(L2(), 0.0), anywhere, self._plan.n_topics, self.n_threads)
        return self._climb(unlinked, state, True, iterations, tol)

    def _climb(
        self, pull: Pull, state: State, shared: bool, iterations: int, tol: float
    ) -> Climb[Expectation]:
        return climb(
            TopicProblem(
                self._prepared, pull, shared=shared, n_threads=self.n_threads, priors=self._priors
            ),
            state,
            iterations=iterations,
            tol=tol,
            accelerate=self._plan.accelerate,
            watch=self._watch,
        )
