r"""The penalised likelihood of all modalities as one maximisation.

    J = Σ_v Σ_d Σ_w x^v_dw log Σ_z θ^v_dz φ^v_wz − λ Σ_d Σ_{v<v'} D(θ^v_d, θ^v'_d)
                                                − μ Σ_v Σ_{d~e} r_de D(θ^v_d, θ^v_e)

[Wang, Chang, Lyu, eqs. 7 and 16], and, where words of topics are known beforehand, their Dirichlet
prior Σ_v Σ_wz α^v_wz log φ^v_wz: α counts as if it had been seen.

An iteration is one expectation step, whose likelihood gives the J of the point it starts from, and
one maximisation step: topics in closed form, mixtures by a Newton step on their joint problem
(`gplsa.core.coupling.joint`).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from gplsa.core.compile import inlined, kernel
from gplsa.core.em import Counts
from gplsa.core.parallel import even_blocks, run_blocks
from gplsa.core.simplex import floored_simplex
from gplsa.core.types import FloatArray

Topics = Sequence[FloatArray]  # of each modality

_LARGEST_HALF = 0.75  # momentum multiplies no probability by more than (1 + h)/(1 − h), about e²


@dataclass(frozen=True)
class State:
    """Mixtures (n_docs, n_mixtures, n_topics) and, by modality, topics (n_words, n_topics)."""

    doc_topic: FloatArray
    word_topics: list[FloatArray]


class Pull(Protocol):
    """What draws mixtures together, as `gplsa.core.coupling.joint.Coupling` does."""

    @property
    def settled(self) -> bool:
        """False while steps still grow bolder by themselves."""

    def penalty(self, doc_topic: FloatArray) -> float: ...

    def improve(self, doc_counts: FloatArray, doc_topic: FloatArray) -> FloatArray:
        """Mixtures at which Σ q log θ − penalty is no lower, q the expected counts."""


@dataclass(frozen=True)
class Expectation:
    """The state, its J, and the expected counts of the E step there."""

    state: State
    objective: float
    doc_counts: FloatArray
    word_counts: list[FloatArray]


# No fastmath: a fit has the same bits however its step goes ahead.
@inlined(fastmath=False)
def _stride(new, old, share):
    """About (new/old)^share.

    EM moves probabilities by factors, so momentum goes on by factors too. The quotient below
    agrees with the power to second order and costs neither logarithm nor exponential.
    """
    both = new + old
    limit = _LARGEST_HALF * both
    half = min(max(share * (new - old), -limit), limit)
    return (both + half) / (both - half) if both > 0.0 else 1.0


@kernel()
def _carry(start, stop, steps, share, on_simplex, carried):
    """Of steps (now, new, old) about now·(new/old)^share; rows back on the simplex if asked."""
    now, new, old = steps
    for i in range(start, stop):
        for z in range(now.shape[1]):
            carried[i, z] = now[i, z] * _stride(new[i, z], old[i, z], share)
        if on_simplex:
            floored_simplex(carried[i])


class TopicProblem:
    """J over mixtures and topics. With `shared`, one mixture serves all modalities (link-PLSA).

    priors  α by modality, (n_words, n_topics); None: nothing is known beforehand
    """

    def __init__(
        self,
        counts: Sequence[Counts],
        coupling: Pull,
        *,
        shared: bool,
        n_threads: int,
        priors: Topics | None = None,
    ) -> None:
        self._counts, self._coupling, self._priors = counts, coupling, priors
        self._shared, self._n_threads = shared, n_threads

    @property
    def settled(self) -> bool:
        return self._coupling.settled

    def expect_documents(self, doc_topic: FloatArray, word_topics: Topics) -> FloatArray:
        """Q alone, (n_docs, n_mixtures, n_topics): what mixtures under fixed topics need."""
        return self._documents(doc_topic, word_topics)[0]

    def objective(self, state: State) -> float:
        """J alone."""
        return self._objective(state, self._documents(state.doc_topic, state.word_topics)[1])

    def _objective(self, state: State, loglik: float) -> float:
        return loglik - self._coupling.penalty(state.doc_topic) + self._known(state.word_topics)

    def _known(self, word_topics: Topics) -> float:
        """Σ α log φ."""
        if self._priors is None:
            return 0.0
        total = 0.0
        for prior, topics in zip(self._priors, word_topics, strict=True):
            seen = prior > 0
            total += float(prior[seen] @ np.log(np.maximum(topics[seen], np.finfo(float).tiny)))
        return total

    def _documents(
        self, doc_topic: FloatArray, word_topics: Topics, word_counts: Topics = ()
    ) -> tuple[FloatArray, float]:
        """Q and the log-likelihood; M goes into word_counts, where it is wanted."""
        doc_counts = np.zeros_like(doc_topic)
        part = np.empty_like(doc_topic) if self._shared else doc_counts
        loglik = 0.0
        for v, (counts, word_topic) in enumerate(zip(self._counts, word_topics, strict=True)):
            view, words = 0 if self._shared else v, word_counts[v] if word_counts else None
            loglik += float(counts.expect(doc_topic, view, word_topic, part, words).sum())
            if self._shared:
                doc_counts += part
        return doc_counts, loglik

    def evaluate(self, state: State) -> Expectation:
        word_counts = [np.empty_like(topics) for topics in state.word_topics]
        doc_counts, loglik = self._documents(state.doc_topic, state.word_topics, word_counts)
        return Expectation(state, self._objective(state, loglik), doc_counts, word_counts)

    def improve(self, evaluated: Expectation) -> State:
        expected = evaluated.word_counts
        if self._priors is not None:
            expected = [seen + prior for seen, prior in zip(expected, self._priors, strict=True)]
        word_topics = next_topics(expected, evaluated.state.word_topics, self._n_threads)
        doc_topic = self._coupling.improve(evaluated.doc_counts, evaluated.state.doc_topic)
        return State(doc_topic, word_topics)

    def extrapolate(self, new: State, old: State, share: float) -> State:
        steps = new.word_topics, new.word_topics, old.word_topics
        topics = topics_carried(*steps, share, self._n_threads)
        return State(mixtures_ahead(new.doc_topic, old.doc_topic, share, self._n_threads), topics)


def next_topics(word_counts: Topics, before: Topics, n_threads: int) -> list[FloatArray]:
    """φ of every modality from its expected counts M; a topic without any keeps what it had."""
    pairs = zip(word_counts, before, strict=True)
    return [_normalised(counts, old, np.empty_like(counts), n_threads) for counts, old in pairs]


def topics_carried(
    now: Topics, new: Topics, old: Topics, share: float, n_threads: int
) -> list[FloatArray]:
    """Topics `now`, and beyond them `share` of the way that led from `old` to `new`."""
    topics = []
    for steps in zip(now, new, old, strict=True):
        carried = _carried(steps, share, False, n_threads)
        topics.append(_normalised(carried, steps[0], carried, n_threads))
    return topics


def mixtures_ahead(new: FloatArray, old: FloatArray, share: float, n_threads: int) -> FloatArray:
    """Mixtures (n_docs, n_mixtures, n_topics) from `old` to `new` and `share` of it beyond."""
    to, start = (mixtures.reshape(-1, new.shape[2]) for mixtures in (new, old))
    return _carried((to, to, start), share, True, n_threads).reshape(new.shape)


def _carried(
    steps: tuple[FloatArray, FloatArray, FloatArray], share: float, on_simplex: bool, n_threads: int
) -> FloatArray:
    carried = np.empty_like(steps[0])
    _by_rows(lambda i, j: _carry(i, j, steps, share, on_simplex, carried), len(carried), n_threads)
    return carried


def _normalised(
    weights: FloatArray, before: FloatArray, out: FloatArray, n_threads: int
) -> FloatArray:
    """Columns scaled to sum 1 into `out`; a topic that lost every word keeps those `before`."""
    mass = weights.sum(axis=0)
    lost = mass <= 0.0
    mass[lost] = 1.0
    _by_rows(lambda i, j: np.divide(weights[i:j], mass, out=out[i:j]), len(weights), n_threads)
    if lost.any():
        out[:, lost] = before[:, lost]
    return out


def _by_rows(task: Callable[[int, int], object], n_rows: int, n_threads: int) -> None:
    run_blocks(task, even_blocks(np.zeros(n_rows), n_threads), n_threads)
