"""The tree of topics: what joining loses, worked out the long way, and planted branches."""

import numpy as np

from gplsa.model.topics.hierarchy import distances, topic_tree


def information(doc_topic: np.ndarray) -> float:
    """I(Z; D) in nats, from its definition."""
    joint = doc_topic / doc_topic.sum()
    total = 0.0
    for d in range(joint.shape[0]):
        for z in range(joint.shape[1]):
            if joint[d, z] > 0:
                alone = joint[d].sum() * joint[:, z].sum()
                total += joint[d, z] * np.log(joint[d, z] / alone)
    return total


def as_one(doc_topic: np.ndarray, topics: tuple[int, ...]) -> np.ndarray:
    rest = np.delete(doc_topic, topics, axis=1)
    return np.column_stack([rest, doc_topic[:, list(topics)].sum(axis=1)])


def test_a_junction_says_what_a_merge_loses():
    theta = np.random.default_rng(0).dirichlet(np.full(7, 0.3), 40)
    whole = information(theta)
    tree = topic_tree(theta)
    assert len(tree) == 6
    for one in tree:
        lost = (whole - information(as_one(theta, one.topics))) / whole
        assert abs(one.lost - lost) < 1e-9
    assert abs(tree[-1].lost - 1) < 1e-12 and sorted(tree[-1].topics) == [*range(7)]
    below = {7 + number: one.lost for number, one in enumerate(tree)}
    for one in tree:
        assert all(below.get(part, 0.0) <= one.lost + 1e-12 for part in (one.left, one.right))


def test_the_first_junction_loses_least_of_all_pairs():
    theta = np.random.default_rng(1).dirichlet(np.full(6, 0.5), 30)
    loss = {
        (a, b): information(theta) - information(as_one(theta, (a, b)))
        for a in range(6)
        for b in range(a)
    }
    assert {*topic_tree(theta)[0].topics} == {*min(loss, key=loss.get)}


def test_distances_are_those_of_jensen_and_shannon():
    theta = np.random.default_rng(2).dirichlet(np.full(4, 0.5), 25)
    p, share = theta / theta.sum(axis=0), theta.sum(axis=0) / theta.sum()
    found = distances(theta)
    for a, b in ((0, 1), (2, 3)):
        weight = share[[a, b]] / share[[a, b]].sum()
        mean = weight[0] * p[:, a] + weight[1] * p[:, b]
        expected = sum(
            w * (p[:, z] * np.log(p[:, z] / mean)).sum()
            for w, z in zip(weight, (a, b), strict=True)
        )
        assert abs(found[a, b] - expected) < 1e-9
    assert np.isinf(np.diag(found)).all()


def test_topics_of_the_same_documents_are_joined_first():
    """Six topics in three groups of documents, two in each."""
    draw = np.random.default_rng(3)
    theta = np.full((90, 6), 0.02)
    for d in range(90):
        theta[d, [2 * (d % 3), 2 * (d % 3) + 1]] += draw.dirichlet((2, 2))
    theta /= theta.sum(axis=1, keepdims=True)
    first = {frozenset(one.topics) for one in topic_tree(theta)[:3]}
    assert first == {frozenset({0, 1}), frozenset({2, 3}), frozenset({4, 5})}


def test_one_topic_and_topics_that_say_nothing():
    assert topic_tree(np.ones((5, 1))) == []
    tree = topic_tree(np.full((5, 3), 1 / 3))
    assert [one.lost for one in tree] == [0.0, 0.0]
