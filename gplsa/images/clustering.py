"""k-means in mini-batches: centres of many places, seeded, stopped between steps if need be."""

import numpy as np
from threadpoolctl import threadpool_limits

from gplsa.core.types import Float32Array
from gplsa.message import Message
from gplsa.progress import Progress, report

PHASE = Message("Learning visual words")
BATCH, PASSES, STARTS = 4_096, 12, 3


def cluster(
    rows: Float32Array, n_clusters: int, rng: np.random.Generator, progress: Progress | None = None
) -> Float32Array:
    """Centres (n_clusters, n_columns) of `rows`, sorted by how many rows are theirs, most first.

    [Sculley 2010]
    """
    from sklearn.cluster import MiniBatchKMeans  # takes longer than all that reading needs

    seed = int(rng.integers(2**31))
    means = MiniBatchKMeans(
        n_clusters, n_init=1, init_size=STARTS * n_clusters, random_state=seed, batch_size=BATCH
    )
    steps = max(PASSES * len(rows) // BATCH, 1)
    # Threads would add the same numbers in another order: the same seed must give the same words.
    with threadpool_limits(1):
        for step in range(steps):
            drawn = rng.choice(len(rows), min(max(BATCH, STARTS * n_clusters), len(rows)), False)
            means.partial_fit(rows[drawn])
            report(progress, (step + 1) / steps, PHASE)
        sizes = np.bincount(means.predict(rows), minlength=n_clusters)
    order = np.argsort(-sizes, kind="stable")
    return np.ascontiguousarray(means.cluster_centers_[order], dtype=np.float32)
