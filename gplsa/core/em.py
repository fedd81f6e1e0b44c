r"""Expected counts of one EM iteration of PLSA.

For counts x (documents × words), mixtures θ = p(z|d) and topics φ = p(w|z):

    r_dw = x_dw / ((θφ)_dw + b_w)        Q = θ ∘ (r φᵀ)        M = φ ∘ (θᵀ r)

and the log-likelihood Σ_dw x_dw log((θφ)_dw + b_w). b is zero, or the weight of a background
model relative to the topics [Hong 2012, eqs. 14-15; Hofmann 1999]. Only non-zero counts
contribute, so the sparse form touches nothing else.

Mixtures of all modalities live in one array (documents, modalities, topics), so that counterparts
lie side by side in memory; topics are held words × topics, so that every inner loop is contiguous.
"""

from itertools import pairwise
from typing import Any

import numpy as np
from scipy import sparse

from gplsa.core.em_passes import TINY, TINY_SINGLE, document_pass, word_pass
from gplsa.core.parallel import even_blocks, run_blocks
from gplsa.core.types import FloatArray

DENSE_SHARE = 0.2  # above this share of non-zeros matrix products beat the walk over the non-zeros
# Rows of one dense block: fixed, so that sums over blocks do not depend on the thread count.
_DENSE_ROWS = 256


class SparseCounts:
    """Counts walked at their non-zeros: by document for Q, then by word for M.

    Two passes, each owning its rows, give the same bytes with any number of threads; one fused
    pass would need a copy of M per thread.
    """

    def __init__(
        self,
        counts: sparse.csr_matrix,
        offset: FloatArray | None,
        n_threads: int,
        dtype: type[np.floating[Any]] = np.float64,
    ) -> None:
        self.shape = counts.shape
        self._indptr, self._words = counts.indptr, counts.indices
        self._values = counts.data.astype(dtype, copy=False)
        entries = np.arange(counts.nnz), counts.indices, counts.indptr
        by_word = sparse.csr_matrix(entries, shape=self.shape).tocsc()
        self._word_indptr = by_word.indptr.astype(np.int64)
        self._documents = by_word.indices.astype(np.int32)
        # Ratios are written where the pass by word will read them in a row.
        self._slots = np.empty(counts.nnz, dtype=np.int64)
        self._slots[by_word.data] = np.arange(counts.nnz)
        self._ratios = np.empty(counts.nnz, dtype=dtype)
        self._offset = np.zeros(self.shape[1], dtype) if offset is None else offset.astype(dtype)
        self._n_threads = n_threads
        self._document_blocks = even_blocks(np.diff(self._indptr), n_threads)
        self._word_blocks = even_blocks(np.diff(self._word_indptr), n_threads)

    def expect(
        self,
        doc_topic: FloatArray,
        view: int,
        word_topic: FloatArray,
        doc_counts: FloatArray,
        word_counts: FloatArray | None = None,
    ) -> FloatArray:
        """Write Q into doc_counts[:, view] and M, where it is asked for, into word_counts.

        doc_topic, doc_counts (n_docs, n_modalities, n_topics); word_topic, word_counts (n_words,
        n_topics).  Returns the log-likelihood of each document.
        """
        loglik = np.empty(self.shape[0])
        ratios = self._ratios[:0] if word_counts is None else self._ratios
        run_blocks(
            *(document_pass, self._document_blocks, self._n_threads),
            *(self._indptr, self._words, self._values, self._slots, self._offset),
            *(doc_topic, view, word_topic, doc_counts, ratios, loglik),
        )
        if word_counts is not None:
            run_blocks(
                *(word_pass, self._word_blocks, self._n_threads),
                *(self._word_indptr, self._documents, self._ratios),
                *(doc_topic, view, word_topic, word_counts),
            )
        return loglik


class DenseCounts:
    """Counts with few zeros (images): the same sums as matrix products, in blocks of rows."""

    def __init__(self, counts: FloatArray, offset: FloatArray | None, n_threads: int) -> None:
        self.shape = counts.shape
        self._n_threads = n_threads
        self._values = counts
        self._offset = np.zeros(1, counts.dtype) if offset is None else offset.astype(counts.dtype)
        self._tiny = TINY if counts.dtype == np.float64 else TINY_SINGLE
        self._blocks = [*pairwise([*range(0, self.shape[0], _DENSE_ROWS), self.shape[0]])]

    def expect(
        self,
        doc_topic: FloatArray,
        view: int,
        word_topic: FloatArray,
        doc_counts: FloatArray,
        word_counts: FloatArray | None = None,
    ) -> FloatArray:
        """As that of `SparseCounts`."""
        loglik = np.empty(self.shape[0])
        parts: dict[int, FloatArray] = {}

        def task(start: int, stop: int) -> None:
            theta, values = doc_topic[start:stop, view], self._values[start:stop]
            p = np.maximum(theta @ word_topic.T + self._offset, self._tiny)
            loglik[start:stop] = np.einsum("dw,dw->d", values, np.log(p))
            ratios = values / p
            doc_counts[start:stop, view] = theta * (ratios @ word_topic)
            if word_counts is not None:
                parts[start] = ratios.T @ theta

        run_blocks(task, self._blocks, self._n_threads)
        if word_counts is not None:
            word_counts[:] = 0.0
            for start, _ in self._blocks:  # in order: floating-point sums depend on it
                word_counts += parts[start]
            word_counts *= word_topic
        return loglik


Counts = SparseCounts | DenseCounts  # one modality's counts, prepared for many iterations


def prepare_counts(
    counts: sparse.csr_matrix,
    *,
    offset: FloatArray | None = None,
    n_threads: int = 1,
    dtype: type[np.floating[Any]] = np.float64,
) -> Counts:
    """Choose the form that is faster for this share of non-zeros.

    dtype  of the mixtures and topics that will be given
    """
    if counts.nnz > DENSE_SHARE * counts.shape[0] * counts.shape[1]:
        return DenseCounts(counts.toarray().astype(dtype, copy=False), offset, n_threads)
    return SparseCounts(counts, offset, n_threads, dtype)
