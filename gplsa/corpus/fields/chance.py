r"""Where topics take more or less of a group than chance would have it.

For group g of n_g = f n documents and topic z, with the spread s_z of p(z|d) over all n documents,

    t_gz = (mean_g p(z|d) − mean p(z|d)) / (s_z √(1/n_g − 1/n)).

Most documents say nothing of a topic and some nearly all, so that t is skewed, the more the smaller
the group: γ_gz = γ_z (1 − 2f) / √(n_g (1 − f)) for the skewness γ_z of p(z|d).  It is made normal
as a Pearson type III [Wilson, Hilferty 1931], u = 6/γ ((1 + γt/2)^⅓ − 1) + γ/6; without this,
groups of five documents decide what is chance for all.

If the field had nothing to do with the topics, its values might as well stand beside other
documents.  So they are dealt out anew many times, and the largest |u| over all groups and topics is
noted each time [Westfall, Young 1993, single-step max-T].  A difference is marked where the
probability that the largest reaches its |u| is at most `LEVEL`: of twenty corpora without any
difference one has a mark, however many groups and topics are looked at in each.  Where there is
time for few deals only, that probability is read from a Gumbel distribution with the mean and
spread of the largest |u|, the law that maxima of many obey.
"""

from dataclasses import dataclass
from itertools import chain, count, islice

import numpy as np
from scipy import sparse

from gplsa.core.types import FloatArray, IntArray
from gplsa.corpus.fields.grouping import Groups

LEVEL = 0.05
FEWEST = 5  # documents of a group that is judged: the mean of fewer says little
_MOST_DEALS, _FEWEST_DEALS = 1_999, 199
_WORK = 5e8  # documents × topics × deals
_AT_ONCE = 2**16  # documents × deals: one by one, deals of few documents cost little but overhead
_SYMMETRIC, _SKEWED = 1e-3, 6.0
"""Skewness at which u is t, and up to which a group that has nothing of a topic has no u > 0."""


@dataclass(frozen=True)
class Differences:
    """u    (n_groups, n_topics), NaN for groups of less than `FEWEST` documents
    p       the probability that the largest |u| of all groups and topics reaches this one by chance
    """

    u: FloatArray
    p: FloatArray

    @property
    def marked(self) -> IntArray:
        """1 where a topic takes more of a group than by chance, -1 where less, else 0."""
        return np.where(self.p <= LEVEL, np.sign(self.u), 0.0).astype(np.int64)


def differences(doc_topic: FloatArray, groups: Groups, *, seed: int = 0) -> Differences:
    """Judge every group and topic together.

    doc_topic  p(z|d), (n_documents, n_topics); documents that are in no group are left aside
    """
    rows = np.flatnonzero(groups.of >= 0)
    sizes = groups.sizes
    tested = np.flatnonzero((sizes >= FEWEST) & (sizes < len(rows)))
    u = np.full((len(sizes), doc_topic.shape[1]), np.nan)
    p = np.ones_like(u)
    if not len(tested):
        return Differences(u, p)
    theta = np.ascontiguousarray(doc_topic[rows] - doc_topic[rows].mean(axis=0), dtype=np.float32)
    theta /= np.sqrt(np.maximum(np.mean(np.square(theta), axis=0), np.finfo(np.float32).tiny))
    n, share = sizes[tested, None], sizes[tested, None] / len(rows)
    scale = np.sqrt(n * (1.0 - share))
    skew = (1.0 - 2.0 * share) / scale * np.mean(theta**3, axis=0, dtype=np.float64)
    skew = np.clip(np.where(np.abs(skew) < _SYMMETRIC, _SYMMETRIC, skew), -_SKEWED, _SKEWED)
    of = groups.of[rows]
    n_deals = int(np.clip(_WORK / theta.size, _FEWEST_DEALS, _MOST_DEALS))
    n_at_once = min(n_deals + 1, max(1, _AT_ONCE // len(rows)))
    rng = np.random.default_rng(seed)
    deals = chain([of], (rng.permutation(of) for _ in count()))
    # By columns, so that the mixtures are read in their order; once, as it takes as long as a deal.
    places = np.tile(of, n_at_once), np.arange(0, n_at_once * len(rows) + 1, n_at_once)
    entries = np.ones(n_at_once * len(rows), dtype=np.float32), *places
    member = sparse.csc_matrix(entries, shape=(n_at_once * len(sizes), len(rows)), copy=True)
    first = len(sizes) * np.arange(n_at_once)[:, None]

    def judged(dealt: list[IntArray]) -> FloatArray:
        """u of the judged groups in every deal, with the documents in these groups."""
        member.indices[:] = (np.array(dealt) + first).T.ravel()
        sums = (member @ theta).reshape(n_at_once, len(sizes), -1)[:, tested]
        t = np.asarray(sums, dtype=np.float64) / scale
        return 6 / skew * (np.cbrt(np.maximum(1 + skew * t / 2, 0)) - 1) + skew / 6

    largest = np.empty(0)
    while len(largest) <= n_deals:
        found = judged([*islice(deals, n_at_once)])
        if not len(largest):  # as they are
            u[tested] = found[0]
        largest = np.append(largest, np.abs(found).max(axis=(1, 2)))
    largest = largest[1 : n_deals + 1]
    p[tested] = _tail(largest, np.abs(u[tested]))
    return Differences(u, p)


def _tail(largest: FloatArray, values: FloatArray) -> FloatArray:
    """The probability of at least these values, of what `largest` is a sample of."""
    if len(largest) == _MOST_DEALS:
        below = np.searchsorted(np.sort(largest), values, "left")
        return np.asarray((len(largest) - below + 1.0) / (len(largest) + 1.0), dtype=np.float64)
    scale = float(largest.std()) * np.sqrt(6.0) / np.pi
    mode = float(largest.mean()) - np.euler_gamma * scale
    return np.asarray(-np.expm1(-np.exp(-(values - mode) / scale)), dtype=np.float64)
