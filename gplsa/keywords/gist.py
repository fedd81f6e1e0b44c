r"""What a document is about beyond its words one by one: what it opens with, and its topics.

A candidate e of document d comes before another that is as likely and as specific by

    (1 + o_de) g_de^0.2,   g_de = Σ_z θ_dz φ_ze / Σ_z p(z) φ_ze

o is the probability that the opening of d alone, which may be a title, gives for e, and g how much
more often the topics of d have e than documents in general, within e^-3 and e^3.
"""

from typing import NamedTuple

import numpy as np
from scipy import sparse

from gplsa.core.types import FloatArray
from gplsa.keywords.pairs import PairTopics
from gplsa.keywords.rating import CandidateScorer, ScoredCandidates

OF_TOPICS = 0.2
LARGEST_LIFT = 3.0


class Gist(NamedTuple):
    """Of several documents; what is None says nothing.

    openings   counts (n_docs, n_source) of what may be their titles
    doc_topic  θ (n_docs, n_topics), folded in on the source side
    """

    openings: sparse.csr_matrix | None = None
    doc_topic: FloatArray | None = None

    def of(self, rows: slice) -> "Gist":
        """Of some of the documents."""
        openings = None if self.openings is None else self.openings[rows]
        return Gist(openings, None if self.doc_topic is None else self.doc_topic[rows])


def emphasis(
    gist: Gist, scorer: CandidateScorer, topics: PairTopics | None, scored: ScoredCandidates
) -> FloatArray:
    """What the score of every candidate is multiplied by."""
    factor = np.ones(len(scored.terms))
    if scorer.regression is not None:
        return factor
    if gist.openings is not None:
        factor += scorer.probability_of(gist.openings, scored)
    if gist.doc_topic is not None and topics is not None:
        factor *= np.exp(OF_TOPICS * _log_lift(gist.doc_topic, topics, scored))
    return factor


def _log_lift(doc_topic: FloatArray, topics: PairTopics, scored: ScoredCandidates) -> FloatArray:
    """log g of every candidate."""
    topic_word = topics.topic_word[1]
    in_general = np.maximum(topics.weight @ topic_word, np.finfo(float).tiny)
    lift = np.empty(len(scored.terms))
    for theta, start, end in zip(doc_topic, scored.indptr[:-1], scored.indptr[1:], strict=True):
        terms = scored.terms[start:end]
        lift[start:end] = theta @ topic_word[:, terms] / in_general[terms]
    limit = np.exp(LARGEST_LIFT)
    return np.asarray(np.log(np.clip(lift, 1 / limit, limit)))
