r"""What a document is about beyond its words one by one: what it opens with, and its topics.

A candidate e of document d comes before another that is as likely and as specific by

    (1 + o_de) g_de^0.2,   g_de = Σ_z θ_dz φ_ze / Σ_z p(z) φ_ze

o is the probability that the opening of d alone, which may be a title, gives for e, and g how much
more often the topics of d have e than documents in general, within e^-3 and e^3.  A name that its
letters alone speak for, that d has once and not in its opening, is merely mentioned: it counts 0.4,
and nothing where it is a part of a longer name (*Karsten Weber*) or stands among many of them.

What is rare may tell nothing of a text: *unnötig*, *leider*.  So q of a candidate is

    q (1/5 + 4/5 max(Σ_f s_f ν_f, ν_e (log g_de)/3))

s_f the share of the words of d that call it up, ν how often they, and it, are nouns: *kolonial*
tells where the topics of d are of colonies.  The commonest words of the language, *people*, *new*,
are rare in a small corpus and tell no more for that: of N pairs their q counts N / (N + 100)
where it is asked whether they are shown.
"""

from typing import NamedTuple

import numpy as np
from scipy import sparse

from gplsa.core.types import FloatArray, Int32Array, IntArray

OF_TOPICS, LARGEST_LIFT, IN_PASSING = 0.2, 3.0, 0.4
FEW = 100  # pairs of which half tells how rare an everyday word is
NO_NOUN = 0.2  # what q of a word counts that no noun calls up, and no topic
OPENED = 0.1  # o below which the opening does not name what stands behind it


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


def log_lift(topics: OfTopics, indptr: IntArray, terms: Int32Array) -> FloatArray:
    """log g of every candidate of the documents, in the CSR layout."""
    doc_topic, topic_word, in_general = topics
    found = np.empty(len(terms))
    for theta, start, end in zip(doc_topic, indptr[:-1], indptr[1:], strict=True):
        own = terms[start:end]
        general = np.maximum(in_general[own], np.finfo(float).tiny)
        found[start:end] = theta @ topic_word[:, own] / general
    limit = np.exp(LARGEST_LIFT)
    return np.asarray(np.log(np.clip(found, 1 / limit, limit)))
