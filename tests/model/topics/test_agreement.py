"""Whether the sides say the same of a topic: a share of words that can be counted by hand."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import sparse

from gplsa.model.topics.shown import TopicReading, TopicSide

N_WORDS = 20


def side() -> TopicSide:
    """Two topics of ten words each, in this order."""
    topic_word = np.full((2, N_WORDS), 1e-6)
    topic_word[0, :10] = topic_word[1, 10:] = np.arange(20, 10, -1)
    topic_word /= topic_word.sum(axis=1, keepdims=True)
    frequency = np.full(N_WORDS, 20)
    forms = [f"word{place}" for place in range(N_WORDS)]
    return TopicSide(topic_word, forms, frequency, 100, 2.0 * frequency)


def reading(pairs: dict[tuple[int, int], float], *names: str) -> TopicReading:
    table = np.zeros((N_WORDS, N_WORDS))
    for place, near in pairs.items():
        table[place] = near
    tables = {(names[0], names[1]): sparse.csr_matrix(table)} if len(names) > 1 else {}
    return TopicReading({name: side() for name in names}, np.array([0.5, 0.5]), tables, names)


def test_agreement_is_the_share_of_words_with_a_translation_among_those_of_the_other_side():
    # Of the first topic three words a side, one of them twice; of the second one, and two that
    # translate too rarely, or into the other topic.
    pairs = {(0, 1): 1.0, (1, 0): 0.5, (2, 3): 0.9, (2, 4): 0.9}
    pairs |= {(10, 10): 1.0, (11, 11): 0.4, (12, 5): 1.0}
    found = reading(pairs, "de", "en").agreement
    assert found == pytest.approx([(3 + 4) / 20, 2 / 20])


def test_there_is_none_where_no_two_sides_translate_each_other():
    assert reading({}, "en").agreement is None
    assert replace(reading({(0, 0): 1.0}, "de", "en"), readable=("en",)).agreement is None


def test_of_three_sides_it_is_the_mean_of_the_pairs_that_translate():
    found = reading({(place, place): 1.0 for place in range(10)}, "de", "en", "fr")
    apart = sparse.csr_matrix((N_WORDS, N_WORDS))
    three = replace(found, partners={**found.partners, ("en", "fr"): apart})
    assert three.agreement == pytest.approx([0.5, 0.0])
