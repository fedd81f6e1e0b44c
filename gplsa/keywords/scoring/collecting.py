"""The sums over a document's words that features of candidates are made of."""

import numpy as np

from gplsa.core.compile import inlined, kernel


@inlined
def _weight(count):
    return 1.0 + np.log(count) if count >= 1.0 else count


@kernel
def weight_of(count):
    return _weight(count)


@kernel
def collect(
    x_ptr, x_word, x_count, source_idf,
    indptr, indices, translation, pair_share, log_not_unit, n_target,
):  # fmt: skip
    n_docs = len(x_ptr) - 1
    seen = np.full(n_target, -1, dtype=np.int64)
    out_ptr = np.zeros(n_docs + 1, dtype=np.int64)
    for d in range(n_docs):
        n = 0
        for a in range(x_ptr[d], x_ptr[d + 1]):
            for i in range(indptr[x_word[a]], indptr[x_word[a] + 1]):
                if seen[indices[i]] != d:
                    seen[indices[i]] = d
                    n += 1
        out_ptr[d + 1] = out_ptr[d] + n
    size = out_ptr[n_docs]
    terms = np.empty(size, dtype=np.int32)
    support, best, unit, expected = np.zeros(size), np.zeros(size), np.zeros(size), np.zeros(size)
    believer = np.zeros(size, dtype=np.int64)
    callers = np.zeros((size, 3))
    slot = np.empty(n_target, dtype=np.int64)
    seen[:] = -1
    for d in range(n_docs):
        n = out_ptr[d]
        tfidf = np.empty(x_ptr[d + 1] - x_ptr[d])
        for a in range(len(tfidf)):
            tfidf[a] = _weight(x_count[x_ptr[d] + a]) * source_idf[x_word[x_ptr[d] + a]]
        log_place = np.empty(len(tfidf))
        log_place[np.argsort(-tfidf, kind="mergesort")] = np.log1p(np.arange(len(tfidf)))
        for a in range(x_ptr[d], x_ptr[d + 1]):
            count, weight = x_count[a], _weight(x_count[a])
            for i in range(indptr[x_word[a]], indptr[x_word[a] + 1]):
                e = indices[i]
                if seen[e] != d:
                    seen[e] = d
                    slot[e] = n
                    terms[n] = e
                    n += 1
                s = slot[e]
                called = weight * translation[i]
                support[s] += called
                callers[s, 0] += called * tfidf[a - x_ptr[d]]
                callers[s, 1] += called * log_place[a - x_ptr[d]]
                callers[s, 2] += called * called
                expected[s] += count * translation[i]
                unit[s] += count * log_not_unit[i]
                if pair_share[i] > best[s]:
                    best[s] = pair_share[i]
                    believer[s] = x_word[a]
    for s in range(size):
        if support[s] > 0.0:
            callers[s] /= support[s]
            callers[s, 2] /= support[s]
    return out_ptr, terms, support, best, believer, unit, expected, callers
