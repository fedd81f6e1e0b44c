r"""Expected counts of one EM iteration of PLSA.

For counts x (documents × words), mixtures θ = p(z|d) and topics φ = p(w|z):

    r_dw = x_dw / ((θφ)_dw + b_w)        Q = θ ∘ (r φᵀ)        M = φ ∘ (θᵀ r)

and the log-likelihood Σ_dw x_dw log((θφ)_dw + b_w). b is zero, or the weight of a background
model relative to the topics [Hong 2012, eqs. 14-15; Hofmann 1999]. Only non-zero counts
contribute, so the sparse form touches nothing else.

Mixtures of all modalities live in one array (documents, modalities, topics), so that mates lie
side by side in memory; topics are held words × topics, so that every inner loop is contiguous.
"""

from typing import Any, Protocol

import numpy as np
from scipy import sparse

from gplsa.core.compile import SIMD, inlined, kernel
from gplsa.core.parallel import even_blocks, run_blocks
from gplsa.core.types import FloatArray

# Above this share of non-zeros matrix products beat the walk over the non-zeros.
DENSE_SHARE = 0.2
# Rows of one dense block: fixed, so that sums over blocks do not depend on the thread count.
_DENSE_ROWS = 256
# Keeps 0/0 out where a topic has lost every word of a document; in 4 bytes its inverse
# must still leave room for sums.
_TINY, _TINY_SINGLE = 1e-300, 1e-30


class Counts(Protocol):
    """One modality's counts, prepared for many iterations."""

    shape: tuple[int, int]

    def expect(
        self, doc_topic: FloatArray, view: int, word_topic: FloatArray, doc_counts: FloatArray
    ) -> tuple[FloatArray, FloatArray]:
        """Write Q into doc_counts[:, view]; return M (words × topics) and log-likelihoods (docs).

        doc_topic, doc_counts (n_docs, n_modalities, n_topics); word_topic (n_words, n_topics).
        """
        ...

    def expect_documents(
        self, doc_topic: FloatArray, view: int, word_topic: FloatArray, doc_counts: FloatArray
    ) -> FloatArray:
        """As `expect` without M: what folding in with fixed topics needs."""
        ...


@inlined()
def _log_times(x: float, p: float, product: float, total: float) -> Any:
    """Account for x·log p: `total` and `product` such that total + log product is the sum so far.

    Most counts are 1, and a logarithm costs as much as some thirty topics: those probabilities
    are multiplied up, and one logarithm is taken of many, before the product could underflow.
    """
    if x != 1.0 or p < 1e-100 or p > 1.0:
        return product, total + x * np.log(p)
    product *= p
    if product < 1e-150:
        return 1.0, total + np.log(product)
    return product, total


@kernel(fastmath=SIMD)
def _document_pass(
    start: int,
    stop: int,
    indptr: Any,
    words: Any,
    values: Any,
    slots: Any,
    offset: Any,
    doc_topic: Any,
    view: int,
    word_topic: Any,
    doc_counts: Any,
    ratios: Any,
    loglik: Any,
) -> None:
    """Q and the log-likelihoods of documents start..stop, and every ratio r for the other pass,
    unless `ratios` is empty.

    Four words at a time share the loads of θ and the load and store of Q.
    """
    n_topics, kept = word_topic.shape[1], len(ratios) > 0
    # Sums in as many bytes as the topics have.
    zero = word_topic.dtype.type(0.0)
    tiny = word_topic.dtype.type(_TINY if word_topic.itemsize == 8 else _TINY_SINGLE)
    for d in range(start, stop):
        for z in range(n_topics):
            doc_counts[d, view, z] = zero
        total, product = 0.0, 1.0
        first, last = indptr[d], indptr[d + 1]
        fours = first + (last - first) // 4 * 4
        for j in range(first, fours, 4):
            w0, w1, w2, w3 = words[j], words[j + 1], words[j + 2], words[j + 3]
            p0, p1, p2, p3 = zero, zero, zero, zero
            for z in range(n_topics):
                share = doc_topic[d, view, z]
                p0 += share * word_topic[w0, z]
                p1 += share * word_topic[w1, z]
                p2 += share * word_topic[w2, z]
                p3 += share * word_topic[w3, z]
            p0 = max(p0 + offset[w0], tiny)
            p1 = max(p1 + offset[w1], tiny)
            p2 = max(p2 + offset[w2], tiny)
            p3 = max(p3 + offset[w3], tiny)
            r0, r1, r2, r3 = (
                values[j] / p0,
                values[j + 1] / p1,
                values[j + 2] / p2,
                values[j + 3] / p3,
            )
            for z in range(n_topics):
                doc_counts[d, view, z] += (
                    r0 * word_topic[w0, z]
                    + r1 * word_topic[w1, z]
                    + r2 * word_topic[w2, z]
                    + r3 * word_topic[w3, z]
                )
            if kept:
                ratios[slots[j]], ratios[slots[j + 1]] = r0, r1
                ratios[slots[j + 2]], ratios[slots[j + 3]] = r2, r3
            product, total = _log_times(values[j], p0, product, total)
            product, total = _log_times(values[j + 1], p1, product, total)
            product, total = _log_times(values[j + 2], p2, product, total)
            product, total = _log_times(values[j + 3], p3, product, total)
        for j in range(fours, last):
            w = words[j]
            p = zero
            for z in range(n_topics):
                p += doc_topic[d, view, z] * word_topic[w, z]
            p = max(p + offset[w], tiny)
            ratio = values[j] / p
            for z in range(n_topics):
                doc_counts[d, view, z] += ratio * word_topic[w, z]
            if kept:
                ratios[slots[j]] = ratio
            product, total = _log_times(values[j], p, product, total)
        for z in range(n_topics):
            doc_counts[d, view, z] *= doc_topic[d, view, z]
        loglik[d] = total + np.log(product)


@kernel(fastmath=SIMD)
def _word_pass(
    start: int,
    stop: int,
    indptr: Any,
    documents: Any,
    ratios: Any,
    doc_topic: Any,
    view: int,
    word_topic: Any,
    word_counts: Any,
) -> None:
    """M of words start..stop, four documents at a time."""
    n_topics = word_topic.shape[1]
    zero = word_topic.dtype.type(0.0)
    for w in range(start, stop):
        for z in range(n_topics):
            word_counts[w, z] = zero
        first, last = indptr[w], indptr[w + 1]
        fours = first + (last - first) // 4 * 4
        for j in range(first, fours, 4):
            d0, d1, d2, d3 = documents[j], documents[j + 1], documents[j + 2], documents[j + 3]
            r0, r1, r2, r3 = ratios[j], ratios[j + 1], ratios[j + 2], ratios[j + 3]
            for z in range(n_topics):
                word_counts[w, z] += (
                    r0 * doc_topic[d0, view, z]
                    + r1 * doc_topic[d1, view, z]
                    + r2 * doc_topic[d2, view, z]
                    + r3 * doc_topic[d3, view, z]
                )
        for j in range(fours, last):
            d = documents[j]
            for z in range(n_topics):
                word_counts[w, z] += ratios[j] * doc_topic[d, view, z]
        for z in range(n_topics):
            word_counts[w, z] *= word_topic[w, z]


@kernel()
def _sort_by_word(indptr: Any, words: Any, free: Any, documents: Any, slots: Any) -> None:
    """The documents of every word in a row, and by document the places of its words in there.

    free  where the row of each word begins; afterwards, where it ends
    """
    for d in range(len(indptr) - 1):
        for j in range(indptr[d], indptr[d + 1]):
            slot = free[words[j]]
            documents[slot], slots[j] = d, slot
            free[words[j]] = slot + 1


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
        of_word = np.bincount(counts.indices, minlength=self.shape[1])
        self._word_indptr = np.concatenate([[0], np.cumsum(of_word)])
        self._documents = np.empty(counts.nnz, dtype=np.int32)
        # Ratios are written where the pass by word will read them in a row.
        self._slots = np.empty(counts.nnz, dtype=np.int64)
        _sort_by_word(
            self._indptr, self._words, self._word_indptr[:-1].copy(), self._documents, self._slots
        )
        self._ratios = np.empty(counts.nnz, dtype=dtype)
        self._offset = np.zeros(self.shape[1], dtype) if offset is None else offset.astype(dtype)
        self._n_threads = n_threads
        self._document_blocks = even_blocks(np.diff(self._indptr), n_threads)
        self._word_blocks = even_blocks(np.diff(self._word_indptr), n_threads)

    def expect_documents(
        self, doc_topic: FloatArray, view: int, word_topic: FloatArray, doc_counts: FloatArray
    ) -> FloatArray:
        return self._expect(doc_topic, view, word_topic, doc_counts, self._ratios[:0])

    def _expect(
        self,
        doc_topic: FloatArray,
        view: int,
        word_topic: FloatArray,
        doc_counts: FloatArray,
        ratios: FloatArray,
    ) -> FloatArray:
        loglik = np.empty(self.shape[0])

        def task(start: int, stop: int) -> None:
            _document_pass(
                start,
                stop,
                self._indptr,
                self._words,
                self._values,
                self._slots,
                self._offset,
                doc_topic,
                view,
                word_topic,
                doc_counts,
                ratios,
                loglik,
            )

        run_blocks(task, self._document_blocks, self._n_threads)
        return loglik

    def expect(
        self, doc_topic: FloatArray, view: int, word_topic: FloatArray, doc_counts: FloatArray
    ) -> tuple[FloatArray, FloatArray]:
        loglik = self._expect(doc_topic, view, word_topic, doc_counts, self._ratios)
        word_counts = np.empty_like(word_topic)

        def task(start: int, stop: int) -> None:
            _word_pass(
                start,
                stop,
                self._word_indptr,
                self._documents,
                self._ratios,
                doc_topic,
                view,
                word_topic,
                word_counts,
            )

        run_blocks(task, self._word_blocks, self._n_threads)
        return word_counts, loglik


class DenseCounts:
    """Counts with few zeros (images): the same sums as matrix products, in blocks of rows."""

    def __init__(self, counts: FloatArray, offset: FloatArray | None, n_threads: int) -> None:
        self.shape = counts.shape
        self._n_threads = n_threads
        self._values = counts
        self._offset = np.zeros(1, counts.dtype) if offset is None else offset.astype(counts.dtype)
        self._tiny = _TINY if counts.dtype == np.float64 else _TINY_SINGLE
        n_docs = self.shape[0]
        self._blocks = [
            (start, min(start + _DENSE_ROWS, n_docs)) for start in range(0, n_docs, _DENSE_ROWS)
        ]

    def _ratios(
        self, start: int, stop: int, theta: FloatArray, word_topic: FloatArray, loglik: FloatArray
    ) -> FloatArray:
        values = self._values[start:stop]
        p = np.maximum(theta @ word_topic.T + self._offset, self._tiny)
        loglik[start:stop] = np.einsum("dw,dw->d", values, np.log(p))
        return values / p

    def expect_documents(
        self, doc_topic: FloatArray, view: int, word_topic: FloatArray, doc_counts: FloatArray
    ) -> FloatArray:
        loglik = np.empty(self.shape[0])

        def task(start: int, stop: int) -> None:
            theta = doc_topic[start:stop, view]
            ratios = self._ratios(start, stop, theta, word_topic, loglik)
            doc_counts[start:stop, view] = theta * (ratios @ word_topic)

        run_blocks(task, self._blocks, self._n_threads)
        return loglik

    def expect(
        self, doc_topic: FloatArray, view: int, word_topic: FloatArray, doc_counts: FloatArray
    ) -> tuple[FloatArray, FloatArray]:
        loglik = np.empty(self.shape[0])
        parts: dict[int, FloatArray] = {}

        def task(start: int, stop: int) -> None:
            theta = doc_topic[start:stop, view]
            ratios = self._ratios(start, stop, theta, word_topic, loglik)
            doc_counts[start:stop, view] = theta * (ratios @ word_topic)
            parts[start] = ratios.T @ theta

        run_blocks(task, self._blocks, self._n_threads)
        word_counts = np.zeros_like(word_topic)
        for start, _ in self._blocks:  # in order: floating-point sums depend on it
            word_counts += parts[start]
        return word_counts * word_topic, loglik


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
