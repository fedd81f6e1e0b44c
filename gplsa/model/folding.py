"""New documents read by topics that were fitted before."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
from scipy import sparse

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
    return model.set_topics(topic_word, doc_topic, counts)
