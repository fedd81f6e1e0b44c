"""What pulls mixtures together: links between counterparts, edges between documents, or both."""

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from gplsa.core.coupling.counterparts import own_maxima, penalties, scratch, update_counterparts
from gplsa.core.coupling.network import Network
from gplsa.core.divergences.divergence import Divergence
from gplsa.core.parallel import Blocks, even_blocks, run_blocks
from gplsa.core.simplex import COUNT_FLOOR
from gplsa.core.types import BoolArray, FloatArray

# An iteration takes one Newton step; a second only where the first was far from settled.
_STEPS_PER_ITERATION = 2
_LARGE_DECREMENT = 1e-2
# ε of a smoothed kink: coarse at first, when mixtures still travel, then below any visible gap.
_EPS_FIRST, _EPS_SHRINK, _EPS_LAST = 1e-2, 0.9, 1e-7


@dataclass(frozen=True)
class Links:
    """λ between counterparts, and μ·r between documents (symmetric CSR, no diagonal, or None)."""

    divergence: Divergence
    lam: float
    strength: sparse.csr_matrix | None = None

    @property
    def kinked(self) -> bool:
        """Whether a kink pulls at anything."""
        return self.divergence.kinked and (self.lam > 0.0 or self.strength is not None)


def smoothing(steps: int) -> float:
    """ε of a smoothed kink after so many steps."""
    return max(_EPS_LAST, _EPS_FIRST * _EPS_SHRINK**steps)


def is_settled(links: Links, steps: int) -> bool:
    """Whether the smoothing of a kink has reached its end after so many steps."""
    return not links.kinked or smoothing(steps) == _EPS_LAST


class Coupling:
    """Mixtures of all documents under their links: the penalty, and steps that respect it."""

    def __init__(
        self,
        links: Links,
        present: BoolArray,
        n_topics: int,
        n_threads: int,
        *,
        steps: int = 0,
        duals: FloatArray | None = None,
    ) -> None:
        """`present` (n_docs, n_modalities): where a document has words; others take no part.

        steps, duals  go on after so many steps of another coupling of the same documents, which
                      left these `duals`
        """
        n_docs, n_views = present.shape
        self._links, self._present, self._n_threads = links, present, n_threads
        self._steps = steps
        # Nothing pulls: every mixture has its maximum to itself.
        self._unlinked = links.strength is None and (n_views == 1 or links.lam == 0.0)
        self._network: Network | None = None
        if links.strength is not None:
            self._network = Network(
                links.divergence, links.lam, links.strength, present, n_topics, n_threads
            )
        else:
            self._blocks: Blocks = even_blocks(np.full(n_docs, n_views * n_topics), n_threads)
            n_pairs = n_views * (n_views - 1) // 2 if links.divergence.kinked else 0
            self._duals = np.zeros((n_docs, n_pairs, n_topics)) if duals is None else duals

    @property
    def duals(self) -> FloatArray:
        """What a kinked divergence between counterparts carries from step to step; else empty."""
        return self._duals

    @property
    def settled(self) -> bool:
        """Whether the smoothing of a kink has reached its end."""
        return is_settled(self._links, self._steps)

    def penalty(self, doc_topic: FloatArray) -> float:
        """λ Σ D(counterparts) + μ Σ r D(neighbours); doc_topic (n_docs, n_modalities, n_topics)."""
        if self._network is not None:
            return self._network.penalty(doc_topic)
        if self._unlinked:
            return 0.0
        values = np.empty(len(doc_topic))
        run_blocks(
            lambda start, stop: penalties(
                *(start, stop, self._links.divergence, doc_topic, self._present),
                *(np.empty(doc_topic.shape[1:]), values),
            ),
            self._blocks,
            self._n_threads,
        )
        return self._links.lam * float(values.sum())

    def improve(self, doc_counts: FloatArray, doc_topic: FloatArray) -> FloatArray:
        """The next mixtures given the expected counts; Σ q log θ − penalty does not fall."""
        eps = smoothing(self._steps)
        self._steps += 1
        if self._network is not None:
            return self._network.improve(doc_counts, doc_topic, eps)
        result = doc_topic.copy()
        if self._unlinked:
            run_blocks(own_maxima, self._blocks, self._n_threads, doc_counts, result)
            return result
        run_blocks(
            lambda start, stop: update_counterparts(
                *(start, stop, self._links.divergence, self._links.lam, eps),
                *(_STEPS_PER_ITERATION, _LARGE_DECREMENT, doc_counts, result),
                *(self._duals, self._present, scratch(*doc_topic.shape[1:])),
            ),
            self._blocks,
            self._n_threads,
        )
        return result

    def fill_missing(self, doc_topic: FloatArray, mean: FloatArray | None = None) -> FloatArray:
        """Mixtures where a document has no words: nearest to its counterparts and neighbours.

        Documents without any counterpart or neighbour that is known take the `mean` of all
        mixtures, by default of these.
        """
        n_docs, n_views, n_topics = doc_topic.shape
        known = self._present.ravel().copy()
        mixtures = doc_topic.reshape(n_docs * n_views, n_topics).copy()
        links = self._all_links()
        while not known.all():
            toward = sparse.csr_matrix(links @ sparse.diags_array(known.astype(np.float64)))
            toward.eliminate_zeros()
            reached = np.flatnonzero(~known & (np.diff(toward.indptr) > 0))
            if len(reached) == 0:
                break
            nothing = np.full((len(reached), n_topics), COUNT_FLOOR)
            # With no word of its own only the proportions of what pulls at a mixture matter.
            pulls = sparse.csr_matrix(toward[reached])
            pulls.data /= np.repeat(pulls.max(axis=1).toarray().ravel(), np.diff(pulls.indptr))
            mixtures[reached] = self._links.divergence.update(nothing, pulls, mixtures)
            known[reached] = True
        lonely = np.flatnonzero(~known)
        if mean is not None:
            mixtures[lonely] = mean
        elif known.any():
            mixtures[lonely] = mixtures[self._present.ravel()].mean(axis=0)
        else:
            mixtures[lonely] = 1.0 / n_topics
        return mixtures.reshape(doc_topic.shape)

    def _all_links(self) -> sparse.csr_matrix:
        """Links between all (document, modality) nodes, row d·V + v."""
        n_docs, n_views = self._present.shape
        counterparts = np.full((n_views, n_views), self._links.lam)
        np.fill_diagonal(counterparts, 0.0)
        links = sparse.kron(sparse.eye_array(n_docs), counterparts)
        if self._links.strength is not None:
            links = links + sparse.kron(self._links.strength, sparse.eye_array(n_views))
        return sparse.csr_matrix(links)
