"""Words that a model was not shown: documents halved, and what is said of the other half."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from scipy import sparse

from gplsa.core.sums import entries_of
from gplsa.core.types import FloatArray

_LEAST = 1e-12  # of a word that no topic knows


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
        words, often = entries_of(held, d)
        total += often @ np.log(np.maximum(doc_topic[d] @ topic_word[:, words], _LEAST))
    return float(total)


def score_of(
    transform: Callable[[dict[str, sparse.csr_matrix]], Any],
    expected: Mapping[str, FloatArray],
    matrices: Mapping[str, sparse.csr_matrix],
) -> float:
    r"""Log-likelihood a word of the held-out half of every document, in nats: larger is better.

        Σ_v Σ_dw h^v_dw log Σ_z θ^v_dz φ^v_zw / Σ_v Σ_dw h^v_dw

    [document completion: Wallach et al. 2009, section 5]. Which half is held out depends on the
    counts alone, so that models are compared on the same words.

    transform  θ of what is shown: one for all modalities, or a dict of them
    expected   φ by modality, with the background where there is one
    Raises ValueError where the documents are too short for any word to be held out.
    """
    halves = {name: split_words(matrix, 0) for name, matrix in matrices.items()}
    n_words = float(sum(held.sum() for _, held in halves.values()))
    if n_words == 0.0:
        raise ValueError("the documents have no words to predict")
    found = transform({name: shown for name, (shown, _) in halves.items()})
    mixtures = found if isinstance(found, dict) else dict.fromkeys(halves, found)
    held = {name: of_name for name, (_, of_name) in halves.items()}
    return sum(log_likelihood(held[m], mixtures[m], expected[m]) for m in held) / n_words
