"""Words that a model was not shown: documents halved, and what is said of the other half."""

import numpy as np
from scipy import sparse

from gplsa.core.types import FloatArray

# Of a word that no topic knows.
_LEAST = 1e-12


def split_words(
    counts: sparse.csr_matrix, random_state: int | np.random.Generator | None = None
) -> tuple[sparse.csr_matrix, sparse.csr_matrix]:
    """Halve every document: one part to fold in, the other to predict.

    Whole numbers are halved by their occurrences, fractions word by word.
    """
    rng = np.random.default_rng(random_state)
    shown = sparse.csr_matrix(counts, dtype=np.float64, copy=True)
    if (shown.data == np.round(shown.data)).all() and shown.data.max(initial=0.0) < 2**53:
        shown.data = rng.binomial(shown.data.astype(np.int64), 0.5).astype(np.float64)
    else:
        shown.data = np.where(rng.random(shown.nnz) < 0.5, shown.data, 0.0)
    held = sparse.csr_matrix(counts - shown)
    shown.eliminate_zeros()
    held.eliminate_zeros()
    return shown, held


def log_likelihood(held: sparse.csr_matrix, doc_topic: FloatArray, topic_word: FloatArray) -> float:
    """Σ_dw x_dw log (θφ)_dw, in nats; a word that no topic knows has probability 1e-12.

    held  x (n_docs, n_words);  doc_topic  θ (n_docs, n_topics);  topic_word  φ (n_topics, n_words)
    """
    total = 0.0
    for d in range(held.shape[0]):
        words = held.indices[held.indptr[d] : held.indptr[d + 1]]
        predicted = np.maximum(doc_topic[d] @ topic_word[:, words], _LEAST)
        total += held.data[held.indptr[d] : held.indptr[d + 1]] @ np.log(predicted)
    return float(total)
