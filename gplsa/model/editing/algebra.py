r"""What edits of topics do to φ = p(w|z) and θ = p(z|d): pure functions, no training.

**Merged** topics S of side v become one:

    θ_d,S = Σ_{z∈S} θ_dz        φ_S = Σ_{z∈S} m_z φ_z / Σ_{z∈S} m_z,   m_z = Σ_d n_d θ_dz

n_d the words of document d on that side. This is the M step of a model whose responsibilities for
the topics of S are added: m_z φ_zw is what topic z has of word w. The shares of the corpus add up,
and the words of all documents together, Σ_d n_d Σ_z θ_dz φ_zw, stay what they were; of a single
document they only do where it holds the topics of S in the proportions of the corpus.

Keywords come from a lexicon, from word to word: topics proposed its first probabilities and are
not asked again. They are the same to the last bit; only the topics named behind a keyword follow
the edit (and ratings of keywords, which weigh by mixtures), as p(S|w) ∝ m_S φ_Sw = Σ m_z φ_zw.

**Words left out** have φ = 0 in every topic, and the others are scaled up to sum 1.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from gplsa.core.sums import row_sums
from gplsa.core.types import FloatArray, Sides
from gplsa.errors import InputError
from gplsa.keywords import PairTopics


@dataclass(frozen=True)
class TopicDistributions:
    """topic_word  φ by side, (topics, words);  doc_topic  θ by side, (documents, topics)"""

    topic_word: dict[str, FloatArray]
    doc_topic: dict[str, FloatArray]

    @property
    def n_topics(self) -> int:
        return len(next(iter(self.topic_word.values())))

    def of(self, direction: Sides) -> PairTopics:
        """Those of source and target."""
        source, target = direction
        return PairTopics(
            (self.topic_word[source], self.topic_word[target]),
            (self.doc_topic[source], self.doc_topic[target]),
        )


@dataclass(frozen=True)
class Parts:
    """What a topic splits into.

    topic_word  φ of the parts by side, (parts, words)
    doc_share   by side how much of the topic each part has of every document, (documents, parts),
                rows sum to 1
    """

    topic_word: Mapping[str, FloatArray]
    doc_share: Mapping[str, FloatArray]


def merged(
    topics: TopicDistributions, counts: Mapping[str, sparse.csr_matrix], chosen: tuple[int, ...]
) -> TopicDistributions:
    """The chosen topics, ascending, as one in the place of the first.

    counts  documents × words by side, which the masses are taken from
    """
    first, others = chosen[0], list(chosen[1:])
    topic_word, doc_topic = {}, {}
    for side, theta in topics.doc_topic.items():
        phi = topics.topic_word[side]
        mass = row_sums(counts[side]) @ theta[:, chosen]
        if not mass.any():
            mass = np.ones(len(chosen))
        joint = mass @ phi[list(chosen)]
        topic_word[side] = np.delete(phi, others, axis=0)
        topic_word[side][first] = joint / joint.sum()
        doc_topic[side] = np.delete(theta, others, axis=1)
        doc_topic[side][:, first] = theta[:, chosen].sum(axis=1)
    return TopicDistributions(topic_word, doc_topic)


def with_parts(topics: TopicDistributions, topic: int, parts: Parts) -> TopicDistributions:
    """The first part in the place of the topic, the others behind all topics."""
    topic_word, doc_topic = {}, {}
    for side, theta in topics.doc_topic.items():
        own, phi = parts.topic_word[side], topics.topic_word[side].copy()
        phi[topic] = own[0]
        topic_word[side] = np.concatenate([phi, own[1:]])
        mixtures = theta[:, [topic]] * parts.doc_share[side]
        doc_topic[side] = np.concatenate([theta, mixtures[:, 1:]], axis=1)
        doc_topic[side][:, topic] = mixtures[:, 0]
    return TopicDistributions(topic_word, doc_topic)


def without_words(topics: TopicDistributions, side: str, words: list[int]) -> TopicDistributions:
    """φ of a side without some of its words."""
    phi = topics.topic_word[side].copy()
    phi[:, words] = 0.0
    left = phi.sum(axis=1, keepdims=True)
    if (left <= 0).any():
        number = int(np.argmin(left)) + 1
        raise InputError(
            "Topic {number} would have no word of the side “{side}” left: keep one.",
            number=number,
            side=side,
        )
    return TopicDistributions({**topics.topic_word, side: phi / left}, topics.doc_topic)
