"""New documents join a fit: what they add to the topics, and their mixtures."""

from collections.abc import Sequence

import numpy as np

from gplsa.core.coupling.joint import Coupling, Links
from gplsa.core.parallel import thread_count
from gplsa.core.problem import State, TopicProblem, next_topics
from gplsa.core.sums import present_in
from gplsa.core.types import FloatArray
from gplsa.models._fit import Fitted, Side

# Visits of the new documents: at each so many E steps for their mixtures, then the topics move.
_VISITS, _INNER = 3, 3


def join(
    sides: Sequence[Side],
    links: Links,
    word_topics: Sequence[FloatArray],
    topic_masses: Sequence[FloatArray],
    start: FloatArray,
    n_jobs: int | None,
) -> Fitted:
    r"""One part more of incremental EM [Neal, Hinton 1998].

    φ_z ∝ m_z φ_z + M_z, m the words that earlier documents gave each topic, M the expected counts
    of the new documents, taken again as their mixtures and the topics move. The mixtures of
    earlier documents stay.

    sides  new documents, by modality;  start  (n_topics,) where their mixtures begin
    Returns the mixtures of the new documents, the topics and their masses with them, J of the new.
    """
    n_threads = thread_count(n_jobs)
    present = present_in([side.counts for side in sides])
    prepared = [side.prepared(n_threads) for side in sides]
    coupling = Coupling(links, present, len(start), n_threads)
    problem = TopicProblem(prepared, coupling, shared=False, n_threads=n_threads)
    mixtures = np.tile(start, (*present.shape, 1))
    before = [topics * mass for topics, mass in zip(word_topics, topic_masses, strict=True)]
    topics, totals = list(word_topics), before
    for _ in range(_VISITS):
        for _ in range(_INNER - 1):
            mixtures = coupling.improve(problem.expect_documents(mixtures, topics), mixtures)
        found = problem.evaluate(State(mixtures, topics))
        mixtures = coupling.improve(found.doc_counts, mixtures)
        totals = [old + new for old, new in zip(before, found.word_counts, strict=True)]
        topics = next_topics(totals, topics, n_threads)
    filled, masses = coupling.fill_missing(mixtures, start), [total.sum(axis=0) for total in totals]
    objective = problem.objective(State(mixtures, topics))
    return Fitted(filled, topics, masses, [objective], converged=False)


def topic_mass(side: Side, word_topics: FloatArray, doc_topic: FloatArray) -> FloatArray:
    """What each topic has of the words of some documents, (n_topics,), for `join`, of a fit that
    did not keep it.

    word_topics (n_words, n_topics);  doc_topic (n_docs, n_topics)
    """
    mixtures = np.ascontiguousarray(doc_topic[:, None, :])
    expected = np.empty_like(mixtures)
    side.prepared(thread_count(None)).expect(mixtures, 0, word_topics, expected)
    return np.asarray(expected.sum(axis=(0, 1)))
