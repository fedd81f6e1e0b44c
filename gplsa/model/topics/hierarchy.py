r"""Topics as a tree: which of them would be one first, told by their words.

Making topics a and b one loses, of what topics tell about words,

    I(Z; W) before − after = (π_a + π_b) JS(p(w|a), p(w|b)),   π_z = 1 / topics

the Jensen–Shannon divergence, words of all sides together. The tree joins what loses least, again
and again: the agglomerative information bottleneck [Slonim, Tishby 1999]. All topics weigh alike:
by p(z) the small ones are joined first, whatever they say. Documents tell less: where each has one
topic, all topics are equally far from each other.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from gplsa.core.types import FloatArray

ROUNDING = 1e-12
MOST_WORK = 60_000_000
"""Topics × topics × words; of more words those are looked at that topics hold most of."""


@dataclass(frozen=True)
class Junction:
    """Two branches that become one.

    left, right  topics, or junctions, counted on from the number of topics
    topics       all that hang on it, in the order of the tree
    lost         share of what all topics tell about words that is lost where these are one
    """

    left: int
    right: int
    topics: tuple[int, ...]
    lost: float


def topic_tree(topic_word: Iterable[FloatArray]) -> list[Junction]:
    """The junctions, that which loses least first; one fewer than topics.

    topic_word  p(w|z) of each side, (topics, words)
    """
    joint = p_topics_words(topic_word)
    n_topics = len(joint)
    information = [_information(one) for one in joint]
    whole = sum(information) - _information(joint.sum(axis=0))
    loss = _losses(joint, information)
    branch = list(range(n_topics))
    topics: dict[int, tuple[int, ...]] = {topic: (topic,) for topic in branch}
    lost = dict.fromkeys(branch, 0.0)
    found: list[Junction] = []
    for number in range(n_topics, 2 * n_topics - 1):
        a, b = sorted(int(i) for i in np.unravel_index(np.argmin(loss), loss.shape))
        left, right = branch[a], branch[b]
        topics[number] = (*topics[left], *topics[right])
        lost[number] = lost[left] + lost[right] + max(float(loss[a, b]), 0.0)
        share = min(lost[number] / whole, 1.0) if whole > ROUNDING else 0.0
        found.append(Junction(left, right, topics[number], share))
        branch[a], joint[a] = number, joint[a] + joint[b]
        information[a] = _information(joint[a])
        loss[b], loss[:, b] = np.inf, np.inf
        for other in np.flatnonzero(np.isfinite(loss[a])):
            cost = information[a] + information[other] - _information(joint[a] + joint[other])
            loss[a, other] = loss[other, a] = cost
    return found


def distances(topic_word: Iterable[FloatArray]) -> FloatArray:
    """JS(p(w|a), p(w|b)) of each two topics, in nats, (topics, topics); infinite on the diagonal.

    topic_word  p(w|z) of each side, (topics, words)
    """
    joint = p_topics_words(topic_word)
    return np.asarray(_losses(joint, [_information(one) for one in joint]) * len(joint) / 2)


def p_topics_words(topic_word: Iterable[FloatArray]) -> FloatArray:
    """p(z,w), (topics, words of all sides), each side and each topic with the same weight."""
    sides = [side / side.sum(axis=1, keepdims=True) for side in topic_word]
    joint = np.hstack(sides)
    most = max(MOST_WORK // len(joint) ** 2, 1)
    if most < joint.shape[1]:
        joint = joint[:, np.sort(np.argsort(-joint.sum(axis=0), kind="stable")[:most])]
    return np.asarray(joint / joint.sum(axis=1, keepdims=True) / len(joint))


def _losses(joint: FloatArray, information: list[float]) -> FloatArray:
    n_topics = len(joint)
    loss = np.full((n_topics, n_topics), np.inf)
    for a in range(n_topics - 1):
        both = _information_of_rows(joint[a + 1 :] + joint[a])
        loss[a, a + 1 :] = information[a] + np.array(information[a + 1 :]) - both
        loss[a + 1 :, a] = loss[a, a + 1 :]
    return loss


def _information(row: FloatArray) -> float:
    """Σ_d p log p − π log π: their sum over topics is I(Z; D) but for what no merge changes."""
    return float(_information_of_rows(row[None])[0])


def _information_of_rows(rows: FloatArray) -> FloatArray:
    mass = rows.sum(axis=1)
    return np.asarray(_x_log_x(rows).sum(axis=1) - _x_log_x(mass))


def _x_log_x(x: FloatArray) -> FloatArray:
    return np.asarray(x * np.log(np.maximum(x, 1e-300)))
