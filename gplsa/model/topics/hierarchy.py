r"""Topics as a tree: which of them would be one first, told by their documents.

Joining topics a and b as `editing.algebra` does loses, of what topics tell about documents,

    I(Z; D) before − after = (π_a + π_b) JS(p(d|a), p(d|b)),   π_z = p(z)

the Jensen–Shannon divergence weighted by the topics' shares. The tree joins what loses least, again
and again: the agglomerative information bottleneck [Slonim, Tishby 1999]. Documents are what both
sides have in common, so that the tree needs no word of either language, and a junction says what a
merge there would lose.
"""

from dataclasses import dataclass

import numpy as np

from gplsa.core.types import FloatArray

ROUNDING = 1e-12
MOST_WORK = 30_000_000
"""Topics × topics × documents; of more documents every so-many-th is looked at."""


@dataclass(frozen=True)
class Junction:
    """Two branches that become one.

    left, right  topics, or junctions, counted on from the number of topics
    topics       all that hang on it, in the order of the tree
    lost         share of what all topics tell about documents that is lost where these are one
    """

    left: int
    right: int
    topics: tuple[int, ...]
    lost: float


def topic_tree(doc_topic: FloatArray) -> list[Junction]:
    """The junctions, that which loses least first; one fewer than topics.

    doc_topic  p(z|d), (documents, topics)
    """
    joint = _joint(doc_topic)
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


def distances(doc_topic: FloatArray) -> FloatArray:
    """JS(p(d|a), p(d|b)) of each two topics, in nats, (topics, topics); infinite on the diagonal.

    What joining them loses, relative to how large they are.
    """
    joint = _joint(doc_topic)
    mass = joint.sum(axis=1)
    size = np.maximum(mass + mass[:, None], np.finfo(float).tiny)
    return np.asarray(_losses(joint, [_information(one) for one in joint]) / size)


def _joint(doc_topic: FloatArray) -> FloatArray:
    """p(z,d), (topics, documents)."""
    n_documents, n_topics = doc_topic.shape
    step = max(-(-n_documents * n_topics**2 // MOST_WORK), 1)
    joint = np.ascontiguousarray(doc_topic[::step].T)
    return np.asarray(joint / joint.sum())


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
