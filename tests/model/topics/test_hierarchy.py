"""The tree of topics: how far they are apart, worked out the long way, and planted branches."""

import numpy as np

from gplsa.model.topics import hierarchy
from gplsa.model.topics.hierarchy import distances, together, topic_tree


def words(seed: int, n_topics: int) -> np.ndarray:
    return np.random.default_rng(seed).dirichlet(np.full(40, 0.3), n_topics) + 1e-12


def test_a_junction_says_how_far_its_branches_are_apart_on_an_average():
    phi = words(0, 7)
    far, tree = distances([phi]), topic_tree([phi])
    assert len(tree) == 6 and sorted(tree[-1].topics) == [*range(7)]
    branches = {topic: (topic,) for topic in range(7)}
    for number, one in enumerate(tree, 7):
        branches[number] = one.topics
        left, right = branches[one.left], branches[one.right]
        assert one.topics == left + right
        assert abs(one.apart - far[np.ix_(left, right)].mean()) < 1e-12
    assert [one.apart for one in tree] == sorted(one.apart for one in tree)


def test_the_first_junction_is_of_the_nearest_two():
    phi = words(1, 6)
    far = distances([phi])
    assert {*topic_tree([phi])[0].topics} == {*np.unravel_index(far.argmin(), far.shape)}


def test_distances_are_those_of_jensen_and_shannon():
    phi = words(2, 4)
    found = distances([phi])
    for a, b in ((0, 1), (2, 3)):
        p = phi / phi.sum(axis=1, keepdims=True)
        mean = (p[a] + p[b]) / 2
        expected = sum((p[z] * np.log2(p[z] / mean)).sum() / 2 for z in (a, b))
        assert abs(found[a, b] - expected) < 1e-9
    assert np.isinf(np.diag(found)).all()


def test_sides_weighalike_however_many_words_they_have():
    """One side joins 0 and 1, the other with four times as many words 1 and 2, but hardly."""
    few = np.array([[1.0, 0], [1, 0], [0, 1]])
    many = np.repeat([[5.0, 1], [1, 5], [1, 4]], 4, axis=1)
    assert {*topic_tree([few, many])[0].topics} == {0, 1}
    assert {*topic_tree([many])[0].topics} == {1, 2}


def test_of_very_many_words_those_are_looked_at_that_topics_hold_most_of(monkeypatch):
    phi = np.hstack([np.full((3, 50), 1e-4), [[0.5, 0.4], [0.4, 0.5], [0.0, 0.9]]])
    whole = topic_tree([phi])
    monkeypatch.setattr(hierarchy, "MOST_WORK", 18)
    assert hierarchy.words_of_topics([phi]).shape == (3, 2)
    assert [one.topics for one in topic_tree([phi])] == [one.topics for one in whole]


def test_topics_of_the_same_words_are_joined_first_however_small():
    """Six topics in three groups of words, two in each; p(z) has no say."""
    phi = np.full((6, 30), 0.02)
    for z in range(6):
        phi[z, 10 * (z // 2) : 10 * (z // 2) + 10] += words(z, 1)[0, :10] + 0.1
    first = {frozenset(one.topics) for one in topic_tree([phi])[:3]}
    assert first == {frozenset({0, 1}), frozenset({2, 3}), frozenset({4, 5})}


def test_one_topic_and_topics_that_say_nothing():
    assert topic_tree([np.ones((1, 5))]) == []
    assert [one.apart for one in topic_tree([np.ones((3, 5))])] == [0.0, 0.0]


def test_topics_together_are_whole_branches_of_a_sixth_at_most():
    rng = np.random.default_rng(3)
    tree = topic_tree([rng.dirichlet(np.full(30, 0.2), 24)])
    groups = [tree[number].topics for number in together(tree)]
    assert all(2 <= len(group) <= 4 for group in groups)
    order = [*tree[-1].topics]
    begins = [order.index(group[0]) for group in groups]
    assert begins == sorted(begins)
    listed = [topic for group in groups for topic in group]
    assert len(listed) == len({*listed})
    # None of them could be larger: what it hangs on has more.
    for group in groups:
        above = min((one for one in tree if {*group} < {*one.topics}), key=lambda o: len(o.topics))
        assert len(above.topics) > 4
    assert together([]) == []
