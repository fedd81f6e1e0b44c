r"""Where topics take more or less of a group than chance would have it.

For group g of n_g documents and topic z, with the spread s_z of p(z|d) over all n documents,

    t_gz = (mean_g p(z|d) − mean p(z|d)) / (s_z √(1/n_g − 1/n)).

If the field had nothing to do with the topics, its values might as well stand beside other
documents.  So they are dealt out anew many times, and the largest |t| over all groups and topics is
noted each time [Westfall, Young 1993, single-step max-T].  A difference is marked where the
probability that the largest reaches its |t| is at most `LEVEL`: of a thousand corpora without any
difference one has a mark, however many groups and topics are looked at in each.  Where there is
time for few deals only, that probability is read from a Gumbel distribution with the mean and
spread of the largest |t|, the law that maxima of many obey.
"""

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from gplsa.core.types import FloatArray, IntArray
from gplsa.corpus.fields.grouping import Groups

LEVEL = 0.001
FEWEST = 5
"""Documents of a group that is judged: the mean of fewer says little."""
_MOST_DEALS, _FEWEST_DEALS = 1_999, 199
_WORK = 5e8  # documents × topics × deals


@dataclass(frozen=True)
class Differences:
    """t    (n_groups, n_topics), NaN for groups of less than `FEWEST` documents
    p       the probability that the largest |t| of all groups and topics reaches this one by chance
    """

    t: FloatArray
    p: FloatArray

    @property
    def marked(self) -> IntArray:
        """1 where a topic takes more of a group than by chance, -1 where less, else 0."""
        return np.where(self.p <= LEVEL, np.sign(self.t), 0.0).astype(np.int64)


def differences(doc_topic: FloatArray, groups: Groups, *, seed: int = 0) -> Differences:
    """Judge every group and topic together.

    doc_topic  p(z|d), (n_documents, n_topics); documents that are in no group are left aside
    """
    rows = np.flatnonzero(groups.of >= 0)
    sizes = groups.sizes
    tested = np.flatnonzero((sizes >= FEWEST) & (sizes < len(rows)))
    t = np.full((len(sizes), doc_topic.shape[1]), np.nan)
    p = np.ones_like(t)
    if not len(tested):
        return Differences(t, p)
    theta = np.ascontiguousarray(doc_topic[rows] - doc_topic[rows].mean(axis=0), dtype=np.float32)
    spread = np.sqrt(np.maximum(np.mean(np.square(theta), axis=0), np.finfo(np.float32).tiny))
    theta /= spread
    scale = np.sqrt(1.0 / sizes[tested] - 1.0 / len(rows)) * sizes[tested]
    of = groups.of[rows]
    # By columns, so that the mixtures are read in their order; made once, as that takes longer than
    # a deal.
    entries = np.ones(len(rows), dtype=np.float32), of, np.arange(len(rows) + 1)
    member = sparse.csc_matrix(entries, shape=(len(sizes), len(rows)), copy=True)

    def standardised(dealt: IntArray) -> FloatArray:
        """t of the judged groups, with the documents in these groups."""
        member.indices[:] = dealt
        return np.asarray((member @ theta)[tested] / scale[:, None], dtype=np.float64)

    t[tested] = standardised(of)
    n_deals = int(np.clip(_WORK / theta.size, _FEWEST_DEALS, _MOST_DEALS))
    rng = np.random.default_rng(seed)
    largest = np.array([np.abs(standardised(rng.permutation(of))).max() for _ in range(n_deals)])
    p[tested] = _tail(largest, np.abs(t[tested]))
    return Differences(t, p)


def _tail(largest: FloatArray, values: FloatArray) -> FloatArray:
    """The probability of at least these values, of what `largest` is a sample of."""
    if len(largest) == _MOST_DEALS:
        below = np.searchsorted(np.sort(largest), values, "left")
        return np.asarray((len(largest) - below + 1.0) / (len(largest) + 1.0), dtype=np.float64)
    scale = float(largest.std()) * np.sqrt(6.0) / np.pi
    mode = float(largest.mean()) - np.euler_gamma * scale
    return np.asarray(-np.expm1(-np.exp(-(values - mode) / scale)), dtype=np.float64)
