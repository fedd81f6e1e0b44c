r"""How much of each group of documents a topic takes, and how sure that is.

The share of topic z in group g is the mean of p(z|d) over its documents.  The band around it holds
the middle 95 % of the means of as many documents drawn with replacement [Efron 1979].
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from gplsa.core.types import FloatArray, IntArray
from gplsa.corpus.fields.grouping import Groups

DRAWS = 200
FEWEST_FOR_BAND = 5
_BAND = (2.5, 97.5)
_MOST_APART = 3.0
_AT_ONCE = 4_000  # documents of a group


@dataclass(frozen=True)
class Shares:
    """mean, low, high  (n_groups, n_topics); NaN in groups without documents, the band also in
    groups of less than `FEWEST_FOR_BAND`
    sizes  (n_groups,) documents
    """

    mean: FloatArray
    low: FloatArray
    high: FloatArray
    sizes: IntArray

    def largest(self, topics: Sequence[int]) -> float:
        """The largest share of these topics, or end of a band: how high a figure of them is."""
        ends = np.where(np.isfinite(self.high).any(), self.high, self.mean)[:, list(topics)]
        return float(np.nanmax(ends, initial=0.0))

    def of_one_scale(self, topics: Sequence[int]) -> bool:
        """Whether the highest of them leaves something to see of the others on a scale for all."""
        highest = [self.largest([topic]) for topic in topics]
        return max(highest) <= _MOST_APART * float(np.median(highest))


def shares_by_group(doc_topic: FloatArray, groups: Groups, *, seed: int = 0) -> Shares:
    """Shares of topics in groups of documents, with bands.

    doc_topic  p(z|d), (n_documents, n_topics)
    """
    n_topics = doc_topic.shape[1]
    mean, low, high = (np.full((len(groups.labels), n_topics), np.nan) for _ in range(3))
    rng = np.random.default_rng(seed)
    order = np.argsort(groups.of, kind="stable")
    ends = np.searchsorted(groups.of[order], np.arange(-1, len(groups.labels)), "right")
    for group, (start, stop) in enumerate(pairwise(ends)):
        rows = doc_topic[order[start:stop]]
        if not len(rows):
            continue
        mean[group] = rows.mean(axis=0)
        if len(rows) < FEWEST_FOR_BAND:
            continue
        drawn = np.zeros((DRAWS, n_topics))
        # How often each document is drawn, stretch by stretch: first the draws of each stretch.
        bounds = [*range(0, len(rows), _AT_ONCE), len(rows)]
        lengths = np.diff(bounds)
        in_stretch = rng.multinomial(len(rows), lengths / len(rows), size=DRAWS)
        for place, length in enumerate(lengths):
            equal = np.full(length, 1.0 / length)
            times = np.stack([rng.multinomial(n, equal) for n in in_stretch[:, place]])
            drawn += times.astype(np.float64) @ rows[bounds[place] : bounds[place + 1]]
        low[group], high[group] = np.percentile(drawn / len(rows), _BAND, axis=0)
    return Shares(mean, low, high, groups.sizes)
