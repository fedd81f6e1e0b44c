r"""The topic side: q(z), q(θ) and the topics, with a pull of document features on the assignments.

q(θ_d) = Dir(γ_d), q(z) = φ_dwk, one for all x_dw tokens of a word, N_d = Σ_w x_dw, z̄_d = mean of z,
φ̄_d = E z̄_d. The bound's part of the topics is, with Λ_dk = ψ(γ_dk) − ψ(Σ_k γ_dk),

    Σ_dwk x φ (Λ + log β − log φ) + Σ_d [log p(θ_d) − log q(θ_d)] + η Σ_kw log β_kw
      − ζ/2 Σ_d [ ‖a_d − φ̄_d‖² + Σ_wk x φ(1 − φ)/N_d² + K h ]  + const

Maximum in γ: γ = α + Σ_w x φ (not normalised, as the paper has it). In β: β_kw ∝ η + Σ_d x φ.
In φ the update of one token at a time, others fixed, is exp of

    log β + Λ + ζ/N (a − φ̄ without the token) − ζ/2N² + const,

where Kandemir et al. (as printed) have half of φ̄: the square's cross terms come twice. Updating
all words of a document at once can lower the bound, so a minorant is maximised instead: φ̄ is a
convex combination of the φ_w, hence −½‖φ̄‖² falls behind its tangent at φ' by no more than
Σ_w x/N ½‖φ_w − φ'_w‖² ≤ Σ_w x/N KL(φ_w ‖ φ'_w) (Jensen, Pinsker), and the convex Σ x φ² lies above
its own tangent. With ρ = ζ/N,

    log φ ← [ log β + Λ + ρ(a − φ̄') + ρ/N φ' + ρ log φ' ] / (1 + ρ) + const:

a step shortened by 1 + ρ that never lowers the bound. ρ = 0 is plain LDA.
"""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from scipy import sparse
from scipy.special import digamma, gammaln

from gplsa.core.parallel import run_blocks, thread_count
from gplsa.core.sums import entry_rows, row_sums, rows_to_one
from gplsa.core.types import FloatArray

_TINY = 1e-300
_BLOCK_CELLS = 1 << 17  # what a block of documents works on stays in the cache


@dataclass
class Assignments:
    """φ (n_nonzero, K) by the order of the counts, and what is summed from it.

    topic_counts  Σ_w x φ, (n_docs, K);  gamma  γ, (n_docs, K)
    entropy       −Σ_wk x φ log φ, (n_docs,);  variance  Σ_wk x φ(1 − φ) / N², (n_docs,)
    """

    phi: FloatArray
    topic_counts: FloatArray
    gamma: FloatArray
    entropy: FloatArray
    variance: FloatArray


class TopicSide:
    """Counts with their priors; every method is one coordinate's update or a part of the bound."""

    def __init__(
        self,
        counts: sparse.csr_matrix,
        n_topics: int,
        doc_topic_prior: float,
        topic_word_prior: float,
        n_jobs: int | None,
    ) -> None:
        self.counts, self.n_topics = counts, n_topics
        self.alpha, self.eta = doc_topic_prior, topic_word_prior
        self.n_threads = thread_count(n_jobs)
        self.lengths = row_sums(counts)
        self.per_length = np.divide(
            1.0, self.lengths, out=np.zeros_like(self.lengths), where=self.lengths > 0
        )
        order = sparse.csr_matrix(
            (np.arange(counts.nnz), counts.indices, counts.indptr), counts.shape
        ).T.tocsr()
        self._by_word = sparse.csr_matrix(
            (counts.data[order.data], order.data, order.indptr), (counts.shape[1], counts.nnz)
        )

    def start(self, doc_topic: FloatArray, topic_word: FloatArray) -> Assignments:
        """φ ∝ θβ, for given mixtures and topics."""
        n_docs = self.counts.shape[0]
        rows = entry_rows(self.counts.indptr)
        phi = doc_topic[rows] * topic_word.T[self.counts.indices] + 1e-12
        phi /= phi.sum(axis=1, keepdims=True)
        by_doc = sparse.csr_matrix(
            (self.counts.data, np.arange(self.counts.nnz), self.counts.indptr),
            (n_docs, self.counts.nnz),
        )
        sums = np.asarray(by_doc @ phi)
        logs = np.einsum("ik,ik->i", phi, np.log(np.maximum(phi, _TINY)))
        squares = np.asarray(by_doc @ (phi * phi)).sum(axis=1)
        return Assignments(
            phi=phi,
            topic_counts=sums,
            gamma=self.alpha + sums,
            entropy=-np.asarray(by_doc @ logs),
            variance=(sums.sum(axis=1) - squares) * self.per_length**2,
        )

    def means(self, state: Assignments) -> FloatArray:
        """φ̄ (n_docs, K); uniform for documents without words."""
        means = state.topic_counts * self.per_length[:, None]
        return np.where(self.lengths[:, None] > 0, means, 1.0 / self.n_topics)

    def topics(self, state: Assignments) -> FloatArray:
        """β (K, n_words), rows sum to 1; uniform for a topic without words and without prior."""
        return rows_to_one(self.word_counts(state) + self.eta)

    def word_counts(self, state: Assignments) -> FloatArray:
        """Σ_d x φ, (K, n_words)."""
        return np.asarray(self._by_word @ state.phi).T

    def assign(
        self,
        state: Assignments,
        topic_word: FloatArray,
        rounds: int,
        features: FloatArray | None = None,
        precision: float = 0.0,
        tol: float = 0.0,
    ) -> None:
        """`rounds` of φ, then γ, in place; features a (n_docs, K) pull with `precision` ζ.

        With `tol`, for plain LDA only, a document rests once its γ moved by no more than that share
        of its length.
        """
        log_words = np.log(np.maximum(topic_word.T, _TINY))
        pull = np.zeros_like(state.gamma) if features is None else features

        def block(start: int, stop: int) -> None:
            self._assign_block(state, log_words, rounds, (pull, precision), tol, slice(start, stop))

        edges = [0]
        limit = max(1, _BLOCK_CELLS // self.n_topics)
        while edges[-1] < self.counts.shape[0]:
            reach = self.counts.indptr[edges[-1]] + limit
            end = int(np.searchsorted(self.counts.indptr, reach, side="right")) - 1
            edges.append(min(max(end, edges[-1] + 1), self.counts.shape[0]))
        run_blocks(block, list(pairwise(edges)), self.n_threads)

    def _assign_block(
        self,
        state: Assignments,
        log_words: FloatArray,
        rounds: int,
        drawn_to: tuple[FloatArray, float],
        tol: float,
        block: slice,
    ) -> None:
        """`rounds` of φ and γ of a block, drawn to (features, precision)."""
        (pull, precision), start, stop = drawn_to, block.start, block.stop
        offsets = self.counts.indptr[start : stop + 1]
        here = slice(offsets[0], offsets[-1])
        x, length = self.counts.data[here], self.lengths[start:stop]
        inverse = self.per_length[start:stop]
        rho = precision * inverse
        rows = entry_rows(offsets)
        sums = sparse.csr_matrix(
            (x, np.arange(len(x)), offsets - offsets[0]), (stop - start, len(x))
        )
        words, phi = log_words[self.counts.indices[here]], state.phi[here]
        log_phi = np.log(np.maximum(phi, _TINY))
        gamma, moving = state.gamma[start:stop], np.ones(stop - start, dtype=bool)
        for _ in range(rounds):
            expected = digamma(gamma) - digamma(gamma.sum(axis=1, keepdims=True))
            if precision > 0.0:
                drawn = (gamma - self.alpha) * inverse[:, None]
                expected += rho[:, None] * (pull[start:stop] - drawn)
                log_phi *= rho[rows, None]
                log_phi += (rho * inverse)[rows, None] * phi
                log_phi += words
                log_phi += expected[rows]
                log_phi /= 1.0 + rho[rows, None]
            else:
                log_phi = words + expected[rows]
            phi = _normalised(log_phi)
            reached = self.alpha + np.asarray(sums @ phi)
            if tol > 0.0:
                # φ follows from γ where nothing pulls, so a document is left alone by its γ.
                reached = np.where(moving[:, None], reached, gamma)
                moving &= np.abs(reached - gamma).max(axis=1) > tol * length
            gamma = reached
            if not moving.any():
                break
        state.phi[here] = phi
        state.gamma[start:stop] = gamma
        state.topic_counts[start:stop] = gamma - self.alpha
        state.entropy[start:stop] = -(sums @ np.einsum("ik,ik->i", phi, log_phi))
        squares = np.asarray(sums @ np.einsum("ik,ik->i", phi, phi))
        state.variance[start:stop] = (length - squares) * inverse**2

    def bound(self, state: Assignments, topic_word: FloatArray) -> float:
        """The bound's part of the topics without the features' (ζ), in nats."""
        gamma = state.gamma
        total = gamma.sum(axis=1)
        expected = digamma(gamma) - digamma(total)[:, None]
        log_topics = np.log(np.maximum(topic_word, _TINY))
        words = float(((self.word_counts(state) + self.eta) * log_topics).sum())
        each = (state.topic_counts + self.alpha - gamma) * expected + gammaln(gamma)
        mixtures = float(each.sum() - gammaln(total).sum())
        prior = gammaln(self.n_topics * self.alpha) - self.n_topics * gammaln(self.alpha)
        return words + float(state.entropy.sum()) + mixtures + len(gamma) * float(prior)


def _normalised(logs: FloatArray) -> FloatArray:
    """exp of the rows, scaled to sum 1; the logs, in place, are those of the result."""
    logs -= logs.max(axis=1, keepdims=True)
    result = np.exp(logs)
    total = result.sum(axis=1, keepdims=True)
    result /= total
    logs -= np.log(total)
    return np.asarray(result)
