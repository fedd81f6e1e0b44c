from itertools import combinations

import numpy as np
from scipy import sparse

from gplsa.core.types import FloatArray
from gplsa.model.topics.shown import TopicReading

WORDS = 10
LOW = 0.35
"""Below it a topic is rather no single subject: see docs/METHOD.md."""
_TRANSLATED = 0.5


def agreement(reading: TopicReading) -> FloatArray | None:
    """(topics,) share of the ten words shown of a side that have a translation among the ten of the
    other, both ways; mean over the pairs of sides to read; None where no two translate each other.
    """
    topics, found = range(reading.n_topics), []
    for first, second in combinations(reading.readable, 2):
        table = reading.translates(first, second)
        if table is not None:
            found.append([_translated(reading, table, first, second, z) for z in topics])
    return np.mean(found, axis=0) if found else None


def _translated(
    reading: TopicReading, table: sparse.csr_matrix, first: str, second: str, topic: int
) -> float:
    own, theirs = (reading.words(side, topic, WORDS) for side in (first, second))
    near = table[own][:, theirs].toarray() >= _TRANSLATED
    return float(np.concatenate([near.any(axis=0), near.any(axis=1)]).mean())
