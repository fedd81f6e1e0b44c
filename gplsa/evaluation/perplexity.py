"""How well topics predict words they were not shown."""

import numpy as np
from scipy import sparse

from gplsa.core.held_out import log_likelihood
from gplsa.core.types import FloatArray


def held_out_perplexity(
    held: sparse.csr_matrix, doc_topic: FloatArray, topic_word: FloatArray
) -> float:
    r"""exp(−Σ_dw x_dw log (θφ)_dw / Σ_dw x_dw): smaller is better, the vocabulary's size is chance.

    held        counts that were kept back (n_docs, n_words)
    doc_topic   θ from the other part of the same documents; topic_word φ (n_topics, n_words)
    Words that no topic knows have probability 1e-12.  [Hofmann 1999, section 4.1]
    """
    held = sparse.csr_matrix(held)
    if held.nnz == 0:
        raise ValueError("held has no words to predict")
    return float(np.exp(-log_likelihood(held, doc_topic, topic_word) / held.sum()))
