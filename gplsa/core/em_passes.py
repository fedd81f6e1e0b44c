"""The two passes of the EM kernel over non-zero counts: by document, then by word.

`gplsa.core.em` says what they add up to; each owns the rows start..stop that it writes.
"""

import numpy as np

from gplsa.core.compile import SIMD, inlined, kernel

# Keeps 0/0 out where a topic has lost every word of a document; in 4 bytes its inverse
# must still leave room for sums.
TINY, TINY_SINGLE = 1e-300, 1e-30


@inlined()
def _log_times(x, p, product, total):
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


@inlined()
def _predicted(d, view, words, doc_topic, word_topic):
    """(θφ) of a document at four words."""
    w0, w1, w2, w3 = words
    zero = word_topic.dtype.type(0.0)
    p0, p1, p2, p3 = zero, zero, zero, zero
    for z in range(word_topic.shape[1]):
        share = doc_topic[d, view, z]
        p0 += share * word_topic[w0, z]
        p1 += share * word_topic[w1, z]
        p2 += share * word_topic[w2, z]
        p3 += share * word_topic[w3, z]
    return p0, p1, p2, p3


@inlined()
def _add(d, view, words, ratios, word_topic, doc_counts):
    """r φ of four words, added to a document's."""
    w0, w1, w2, w3 = words
    r0, r1, r2, r3 = ratios
    for z in range(word_topic.shape[1]):
        doc_counts[d, view, z] += (
            r0 * word_topic[w0, z]
            + r1 * word_topic[w1, z]
            + r2 * word_topic[w2, z]
            + r3 * word_topic[w3, z]
        )


@kernel(fastmath=SIMD)
def document_pass(
    start, stop, indptr, words, values, slots, offset, doc_topic, view, word_topic, doc_counts,
    ratios, loglik,
):  # fmt: skip
    """Q and log-likelihoods of documents start..stop; r for the other pass, unless it is empty.

    Four words at a time share the loads of θ and the load and store of Q.
    """
    n_topics, kept = word_topic.shape[1], len(ratios) > 0
    # Sums in as many bytes as the topics have.
    zero = word_topic.dtype.type(0.0)
    tiny = word_topic.dtype.type(TINY if word_topic.itemsize == 8 else TINY_SINGLE)
    for d in range(start, stop):
        for z in range(n_topics):
            doc_counts[d, view, z] = zero
        total, product = 0.0, 1.0
        first, last = indptr[d], indptr[d + 1]
        fours = first + (last - first) // 4 * 4
        for j in range(first, fours, 4):
            w0, w1, w2, w3 = words[j], words[j + 1], words[j + 2], words[j + 3]
            p0, p1, p2, p3 = _predicted(d, view, (w0, w1, w2, w3), doc_topic, word_topic)
            p0, p1 = max(p0 + offset[w0], tiny), max(p1 + offset[w1], tiny)
            p2, p3 = max(p2 + offset[w2], tiny), max(p3 + offset[w3], tiny)
            r0, r1 = values[j] / p0, values[j + 1] / p1
            r2, r3 = values[j + 2] / p2, values[j + 3] / p3
            _add(d, view, (w0, w1, w2, w3), (r0, r1, r2, r3), word_topic, doc_counts)
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
def word_pass(start, stop, indptr, documents, ratios, doc_topic, view, word_topic, word_counts):
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
