from collections.abc import Callable, Mapping
from typing import Any

from scipy import sparse

from gplsa.core.held_out import log_likelihood, split_words
from gplsa.core.types import FloatArray


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
    total = sum(
        log_likelihood(held, mixtures[name], expected[name]) for name, (_, held) in halves.items()
    )
    return total / n_words
