r"""Topics as a tree: which of them are like each other, told by their words.

How far two topics are apart is the Jensen–Shannon divergence of their words in bits,

    JS(a, b) = H((p_a + p_b) / 2) − (H(p_a) + H(p_b)) / 2,   0 ≤ JS ≤ 1

p_z = p(w|z) over the words of all sides, each side with the same weight [Lin 1991]. The tree joins
the nearest branches, again and again; two branches are as far apart as their topics on an average
(average linkage: Sokal and Michener 1958). All topics count alike: weighed by their size the small
ones are joined first, whatever they say.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.cluster.hierarchy import linkage
from scipy.spatial.distance import squareform
from scipy.special import entr

from gplsa.core.types import FloatArray

MOST_WORK = 60_000_000
"""Topics × topics × words; of more words those are looked at that topics hold most of."""
HARDLY = 0.9  # apart
MOST_ORDERED = 200
"""Topics whose order is the best of all that the tree allows; of more it takes long."""


@dataclass(frozen=True)
class Junction:
    """Two branches that become one.

    left, right  topics, or junctions, counted on from the number of topics
    topics       all that hang on it, in the order of the tree
    apart        how far the two branches are apart, from 0 (the same words) to 1 (none in common)
    """

    left: int
    right: int
    topics: tuple[int, ...]
    apart: float


def joined_by_two(tree: Iterable[Junction]) -> list[tuple[int, ...]]:
    """The topics of the junctions of two, the most alike first."""
    return [junction.topics for junction in tree if len(junction.topics) == 2]


def topic_tree(topic_word: Iterable[FloatArray]) -> list[Junction]:
    """The junctions, that of the nearest branches first; one fewer than topics.

    topic_word  p(w|z) of each side, (topics, words)
    """
    far = distances(topic_word)
    n_topics = len(far)
    if n_topics < 2:
        return []
    np.fill_diagonal(far, 0.0)
    ordered = n_topics <= MOST_ORDERED
    joined = linkage(squareform(far, checks=False), "average", optimal_ordering=ordered)
    topics: dict[int, tuple[int, ...]] = {topic: (topic,) for topic in range(n_topics)}
    found = []
    for number, (left, right, apart, _) in enumerate(joined.tolist(), n_topics):
        topics[number] = (*topics[int(left)], *topics[int(right)])
        found.append(Junction(int(left), int(right), topics[number], apart))
    return found


def together(tree: Sequence[Junction]) -> list[int]:
    """The largest branches of at most a sixth of the topics, by the numbers of their junctions:
    what a reader sees as one, in the order of the tree; none that shares hardly a word."""
    most = max((len(tree) + 1) // 6, 2)
    found: list[int] = []
    beyond = [len(tree) - 1] if tree else []
    while beyond:
        one = tree[number := beyond.pop()]
        if len(one.topics) <= most and one.apart < HARDLY:
            found.append(number)
        else:
            below = (side - len(tree) - 1 for side in (one.right, one.left))
            beyond += [junction for junction in below if junction >= 0]
    return found


def distances(topic_word: Iterable[FloatArray]) -> FloatArray:
    """How far each two topics are apart, in bits, (topics, topics); infinite on the diagonal.

    topic_word  p(w|z) of each side, (topics, words)
    """
    p = words_of_topics(topic_word)
    own = _entropy(p)
    far = np.full((len(p), len(p)), np.inf)
    for topic in range(len(p) - 1):
        both = _entropy((p[topic + 1 :] + p[topic]) / 2)
        far[topic, topic + 1 :] = np.maximum(both - (own[topic + 1 :] + own[topic]) / 2, 0.0)
        far[topic + 1 :, topic] = far[topic, topic + 1 :]
    return far


def words_of_topics(topic_word: Iterable[FloatArray]) -> FloatArray:
    """p(w|z) over the words of all sides, (topics, words), each side with the same weight."""
    sides = [side / side.sum(axis=1, keepdims=True) for side in topic_word]
    p = np.hstack(sides) / len(sides)
    most = max(MOST_WORK // len(p) ** 2, 1)
    if most < p.shape[1]:
        p = p[:, np.sort(np.argsort(-p.sum(axis=0), kind="stable")[:most])]
    return np.asarray(p / p.sum(axis=1, keepdims=True))


def _entropy(p: FloatArray) -> FloatArray:
    """In bits, of each row."""
    return np.asarray(entr(p).sum(axis=1) / np.log(2))
