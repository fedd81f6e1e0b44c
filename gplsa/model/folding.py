"""New documents read by topics that were fitted before."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
from scipy import sparse

from gplsa.core.sums import word_shares

if TYPE_CHECKING:
    from gplsa.models import MultimodalGPLSA

# More steps overfit short documents.
FOLD_IN_STEPS = 3


def reader(
    topic_word: dict[str, np.ndarray],
    doc_topic: dict[str, np.ndarray],
    counts: Mapping[str, sparse.csr_matrix],
    background: float,
) -> "MultimodalGPLSA":
    """A model of topics that were fitted before to `counts`, to fold documents in with."""
    from gplsa.models import MultimodalGPLSA

    # No tolerance: as many steps as are asked for, as few overfit short documents least.
    n_topics = len(next(iter(topic_word.values())))
    model = MultimodalGPLSA(n_topics, background_weight=background, tol=0.0)
    model.modalities_ = tuple(topic_word)
    model.background_ = {name: word_shares(counts[name]) for name in topic_word}
    # Column by column, as folding in reads them: else every single document copies them all.
    model.topic_word_ = {name: np.asfortranarray(topics) for name, topics in topic_word.items()}
    model.doc_topic_ = doc_topic
    return model
