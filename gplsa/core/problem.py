r"""The penalised likelihood of all modalities as one maximisation.

    J = Σ_v Σ_d Σ_w x^v_dw log Σ_z θ^v_dz φ^v_wz − λ Σ_d Σ_{v<v'} D(θ^v_d, θ^v'_d)
                                                − μ Σ_v Σ_{d~e} r_de D(θ^v_d, θ^v_e)

[Wang, Chang, Lyu, eqs. 7 and 16]. A sweep is one expectation step, whose likelihood gives the J
of the point it starts from, and one maximisation step: topics in closed form, mixtures by a
Newton step on their joint problem (`gplsa.core.coupling.joint`).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from gplsa.core.compile import kernel
from gplsa.core.coupling.surrogate import floored_simplex
from gplsa.core.em import Counts
from gplsa.core.parallel import even_blocks, run_blocks
from gplsa.core.types import FloatArray

# Momentum multiplies no probability by more than (1 + h)/(1 − h), about e².
_LARGEST_HALF = 0.75


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
        ...

    def penalty(self, doc_topic: FloatArray) -> float: ...

    def improve(self, doc_counts: FloatArray, doc_topic: FloatArray) -> FloatArray:
        """Mixtures at which Σ q log θ − penalty is no lower, q the expected counts."""
        ...


@dataclass(frozen=True)
class Expectation:
    """The state, its J, and the expected counts of the E step there."""

    state: State
    objective: float
    doc_counts: FloatArray
    word_counts: list[FloatArray]


@kernel()
def _extrapolate(
    start: int, stop: int, new: Any, old: Any, share: float, on_simplex: bool, ahead: Any
) -> None:
    """ahead is about new·(new/old)^share; rows back on the simplex if asked.

    EM moves probabilities by factors, so momentum goes on by factors too. The quotient below
    agrees with the power to second order and costs neither logarithm nor exponential.
    """
    for i in range(start, stop):
        for z in range(new.shape[1]):
            both = new[i, z] + old[i, z]
            limit = _LARGEST_HALF * both
            half = min(max(share * (new[i, z] - old[i, z]), -limit), limit)
            ahead[i, z] = new[i, z] * ((both + half) / (both - half)) if both > 0.0 else 0.0
        if on_simplex:
            floored_simplex(ahead[i])


class TopicProblem:
    """J over mixtures and topics. With `shared`, one mixture serves all modalities (link-PLSA)."""

    def __init__(
        self, counts: Sequence[Counts], coupling: Pull, *, shared: bool, n_threads: int
    ) -> None:
        self._counts = counts
        self._coupling = coupling
        self._shared = shared
        self._n_threads = n_threads

    @property
    def settled(self) -> bool:
        return self._coupling.settled

    def evaluate(self, state: State) -> Expectation:
        doc_counts = np.zeros_like(state.doc_topic)
        part = np.empty_like(state.doc_topic) if self._shared else doc_counts
        word_counts, loglik = [], 0.0
        for v, (counts, word_topic) in enumerate(zip(self._counts, state.word_topics, strict=True)):
            view = 0 if self._shared else v
            expected, by_document = counts.expect(state.doc_topic, view, word_topic, part)
            word_counts.append(expected)
            loglik += float(by_document.sum())
            if self._shared:
                doc_counts += part
        objective = loglik - self._coupling.penalty(state.doc_topic)
        return Expectation(state, objective, doc_counts, word_counts)

    def improve(self, evaluated: Expectation) -> State:
        word_topics = [
            self._normalised(expected, before, np.empty_like(expected))
            for expected, before in zip(
                evaluated.word_counts, evaluated.state.word_topics, strict=True
            )
        ]
        doc_topic = self._coupling.improve(evaluated.doc_counts, evaluated.state.doc_topic)
        return State(doc_topic, word_topics)

    def extrapolate(self, new: State, old: State, share: float) -> State:
        topics = []
        for new_words, old_words in zip(new.word_topics, old.word_topics, strict=True):
            ahead = self._ahead(new_words, old_words, share, on_simplex=False)
            topics.append(self._normalised(ahead, new_words, ahead))
        n_topics = new.doc_topic.shape[2]
        mixtures = self._ahead(
            new.doc_topic.reshape(-1, n_topics),
            old.doc_topic.reshape(-1, n_topics),
            share,
            on_simplex=True,
        )
        return State(mixtures.reshape(new.doc_topic.shape), topics)

    def _ahead(
        self, new: FloatArray, old: FloatArray, share: float, *, on_simplex: bool
    ) -> FloatArray:
        ahead = np.empty_like(new)
        self._by_rows(lambda i, j: _extrapolate(i, j, new, old, share, on_simplex, ahead), len(new))
        return ahead

    def _normalised(self, weights: FloatArray, before: FloatArray, out: FloatArray) -> FloatArray:
        """Columns scaled to sum 1 into `out`; a topic that lost every word keeps those `before`."""
        mass = weights.sum(axis=0)
        lost = mass <= 0.0
        mass[lost] = 1.0
        self._by_rows(lambda i, j: np.divide(weights[i:j], mass, out=out[i:j]), len(weights))
        if lost.any():
            out[:, lost] = before[:, lost]
        return out

    def _by_rows(self, task: Callable[[int, int], object], n_rows: int) -> None:
        run_blocks(task, even_blocks(np.zeros(n_rows), self._n_threads), self._n_threads)
