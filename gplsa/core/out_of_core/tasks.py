r"""What is done to one part: its mixtures move, and its sums for the topics come back.

    (θ_part, φ) → θ'_part, M_part = φ ∘ (θ_partᵀ r_part), J_part

Tasks are functions of what is in the store under names that never change their content: done again,
here or elsewhere, they write and return the same bytes.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from gplsa.core.coupling.joint import Coupling, Links
from gplsa.core.em import prepare_counts
from gplsa.core.out_of_core.runner import Source
from gplsa.core.out_of_core.store import FolderStore
from gplsa.core.problem import State, TopicProblem, mixtures_ahead
from gplsa.core.sums import present_in
from gplsa.core.types import BoolArray, FloatArray


@dataclass(frozen=True)
class FitContext:
    """What every task works with; sent along with each, so it holds no large array.

    offsets   by modality, what p(w|d) has beside the topics, (n_words,) or None
    """

    source: Source
    store: FolderStore
    links: Links
    n_topics: int
    offsets: tuple[FloatArray | None, ...]


@dataclass(frozen=True)
class Visit:
    """One visit of a part: so many `inner` E steps with the topics held fixed.

    Mixtures, topics and sums are too large to be sent, so they are in the store, by names.

    done   whole passes before;  start  (n_topics,) where all mixtures begin in the first one
    steps  how many steps the mixtures have gone before
    share  momentum: every E step is taken beyond the last step by so much of that step
    """

    done: int
    start: FloatArray
    inner: int
    steps: int
    share: float


def mixtures_name(done: int) -> str:
    """Mixtures after so many passes."""
    return f"mixtures-{done}"


def topics_name(view: int, done: int) -> str:
    """φ that parts are visited under after so many passes."""
    return f"ahead-{view}-{done}"


def sums_name(view: int, done: int) -> str:
    return f"sums-{view}-{done}"


def last_name(name: str) -> str:
    """One step before."""
    return f"{name}-last"


def duals_name(name: str) -> str:
    return f"{name}-duals"


class _Chunk:
    """A part; its counts are prepared where a task needs them."""

    def __init__(
        self, context: FitContext, chunk: int, dtype: type[np.floating[Any]] = np.float64
    ) -> None:
        self._context, self._dtype = context, dtype
        self._matrices = context.source.matrices(chunk)
        self.present: BoolArray = present_in(self._matrices)

    def coupling(self, steps: int = 0, duals: FloatArray | None = None) -> Coupling:
        context = self._context
        return Coupling(context.links, self.present, context.n_topics, 1, steps=steps, duals=duals)

    def problem(self, coupling: Coupling) -> TopicProblem:
        pairs = zip(self._matrices, self._context.offsets, strict=True)
        prepared = [prepare_counts(one, offset=own, dtype=self._dtype) for one, own in pairs]
        return TopicProblem(prepared, coupling, shared=False, n_threads=1)


def visit_chunk(context: FitContext, number: int, visit: Visit, group: int) -> float:
    """Move the mixtures of a part under the topics of its group; J and sums of the last E step.

    Topics, sums, E steps and mixtures in the store are in 4 bytes, as they wait for memory rather
    than for the processor: what they lose of J is below 1e-6 of it. Steps of mixtures are in 8.
    """
    chunk = _Chunk(context, number, np.float32)
    store, duals = context.store, None
    carries = context.links.divergence.kinked and chunk.present.shape[1] > 1
    n_docs, n_mixtures = chunk.present.shape
    topics = [store.load(topics_name(view, visit.done), group) for view in range(n_mixtures)]
    if not visit.done:
        here = last = np.tile(visit.start, (n_docs, n_mixtures, 1))
    else:
        name = mixtures_name(visit.done)
        here = unpacked(store.load(name, number))
        last = unpacked(store.load(last_name(name), number))
        if carries:
            duals = store.load(duals_name(name), number).astype(np.float64)
    coupling = chunk.coupling(visit.steps, duals)
    problem = chunk.problem(coupling)
    for _ in range(visit.inner - 1):
        ahead = _beyond(here, last, visit.share)
        expected = problem.expect_documents(ahead.astype(np.float32), topics)
        here, last = coupling.improve(expected.astype(np.float64), ahead), here
    ahead = _beyond(here, last, visit.share)
    found = problem.evaluate(State(ahead.astype(np.float32), topics))
    here, last = coupling.improve(found.doc_counts.astype(np.float64), ahead), here
    name = mixtures_name(visit.done + 1)
    store.save(name, number, here.astype(np.float32))
    store.save(last_name(name), number, last.astype(np.float32))
    if carries:
        store.save(duals_name(name), number, coupling.duals.astype(np.float32))
    for view, word_counts in enumerate(found.word_counts):
        store.save(sums_name(view, visit.done + 1), number, np.asarray(word_counts, np.float32))
    return found.objective


def _beyond(new: FloatArray, old: FloatArray, share: float) -> FloatArray:
    return mixtures_ahead(new, old, share, 1) if share > 0.0 else new


def measure_chunk(context: FitContext, number: int, name: str, topics: list[FloatArray]) -> float:
    """J of a part at the mixtures in the store."""
    chunk = _Chunk(context, number)
    doc_topic = unpacked(context.store.load(name, number))
    return chunk.problem(chunk.coupling()).objective(State(doc_topic, topics))


def unpacked(stored: np.ndarray) -> FloatArray:
    """Mixtures as the kernels want them, rows summing to 1 in 8 bytes too."""
    doc_topic = np.asarray(stored, dtype=np.float64)
    if stored.dtype != np.float64:
        doc_topic /= doc_topic.sum(axis=2, keepdims=True)
    return doc_topic
