r"""What a document is about beyond its words one by one: what it opens with, and its topics.

A candidate e of document d comes before another that is as likely and as specific by

    (1 + o_de) g_de^0.2,   g_de = Σ_z θ_dz φ_ze / Σ_z p(z) φ_ze

o is the probability that the opening of d alone, which may be a title, gives for e, and g how much
more often the topics of d have e than documents in general, within e^-3 and e^3.  A name that its
letters alone speak for, that d has once and not in its opening, is less its subject than somebody
who is mentioned: it counts 0.4, and nothing where it is a part of a longer name (*Karsten Weber*).
"""

from typing import NamedTuple

import numpy as np
from scipy import sparse

from gplsa.core.types import FloatArray
from gplsa.keywords.candidates import CandidateScorer, ScoredCandidates

OF_TOPICS = 0.2
LARGEST_LIFT = 3.0
IN_PASSING = 0.4
OPENED = 0.1
"""o below which the opening does not name what stands behind it."""


class OfTopics(NamedTuple):
    """θ (n_docs, n_topics), folded in on the source side; φ (n_topics, n_target) of the target;
    Σ_z p(z) φ_ze (n_target,)."""

    doc_topic: FloatArray
    topic_word: FloatArray
    in_general: FloatArray


class Gist(NamedTuple):
    """Of several documents; what is None says nothing.

    openings   counts (n_docs, n_source) of what may be their titles
    mentioned  (n_docs, n_source) not 0 where a term stands in longer names alone
    """

    openings: sparse.csr_matrix | None = None
    topics: OfTopics | None = None
    mentioned: sparse.csr_matrix | None = None

    def of(self, rows: slice) -> "Gist":
        """Of some of the documents."""
        openings, topics, mentioned = self
        return Gist(
            None if openings is None else openings[rows],
            None if topics is None else topics._replace(doc_topic=topics.doc_topic[rows]),
            None if mentioned is None else mentioned[rows],
        )


def emphasis(gist: Gist, scorer: CandidateScorer, scored: ScoredCandidates) -> FloatArray:
    """What the score of every candidate is multiplied by."""
    factor = np.ones(len(scored.terms))
    if scorer.regression is not None:
        return factor
    documents = np.repeat(np.arange(len(scored.indptr) - 1), np.diff(scored.indptr))
    if gist.openings is not None:
        opened = scorer.probability_of(gist.openings, scored)
        factor += opened
        if scored.in_passing is not None:
            # A text without an opening is short: what it has at all it may be about.
            has_opening = (np.diff(gist.openings.indptr) > 0)[documents]
            behind = has_opening & (opened < OPENED)
            factor[scored.in_passing & behind] *= IN_PASSING
            if gist.mentioned is not None:
                mentioned = scorer.stands_alike(gist.mentioned, documents, scored.terms)
                factor[mentioned & behind] = 0.0
    if gist.topics is not None:
        factor *= np.exp(OF_TOPICS * _log_lift(gist.topics, scored))
    return factor


def _log_lift(topics: OfTopics, scored: ScoredCandidates) -> FloatArray:
    """log g of every candidate."""
    doc_topic, topic_word, in_general = topics
    lift = np.empty(len(scored.terms))
    for theta, start, end in zip(doc_topic, scored.indptr[:-1], scored.indptr[1:], strict=True):
        terms = scored.terms[start:end]
        general = np.maximum(in_general[terms], np.finfo(float).tiny)
        lift[start:end] = theta @ topic_word[:, terms] / general
    limit = np.exp(LARGEST_LIFT)
    return np.asarray(np.log(np.clip(lift, 1 / limit, limit)))
