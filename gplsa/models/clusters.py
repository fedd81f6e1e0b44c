"""Clusters of documents by their topic mixtures."""

import warnings
from collections.abc import Mapping
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

from gplsa.core.types import FloatArray, IntArray
from gplsa.errors import InputError
from gplsa.models._validation import Problems
from gplsa.renamed import renamed

STARTS = 10
_RANK = 1e-10  # directions that hold less than this share of the largest are rounding


class Clusters:
    """A mixin of models with mixtures p(z|d): documents by what they are about together."""

    doc_topic_: Any

    @renamed(seed="random_state")
    def clusters(self, n_clusters: int, *, random_state: Any = 0) -> IntArray:
        """The cluster of every document of the fit, (n_docs,), from 0, the largest cluster first.

        As `gplsa.models.clusters.cluster_documents` reads mixtures; of several modalities their
        mean.  random_state  whole number or numpy Generator: the same one gives the same clusters
        Raises ValueError where n_clusters is no whole number from 1 to the number of documents.
        """
        from sklearn.utils.validation import check_is_fitted

        check_is_fitted(self, "doc_topic_")
        mixtures = self.doc_topic_
        if isinstance(mixtures, Mapping):
            mixtures = np.mean([*mixtures.values()], axis=0)
        problems = Problems()
        problems.number("n_clusters", n_clusters, least=1, most=len(mixtures), integer=True)
        problems.generator(random_state)
        problems.raise_if_any()
        return cluster_documents(mixtures, n_clusters, random_state=random_state)


def checked_number(n: Any, n_documents: int) -> int:
    """The number of clusters that a person asks for; InputError where there are not so many."""
    whole = isinstance(n, int | np.integer) and not isinstance(n, bool)
    if not whole or not 1 <= n <= n_documents:
        raise InputError(
            "The number of clusters is a whole number from 1 to {n_documents:,}, the number of "
            "documents, not {value!r}.",
            n_documents=n_documents,
            value=n,
        )
    return int(n)


def cluster_documents(
    doc_topic: Any, n_clusters: int, *, whiten: bool = True, random_state: Any = None
) -> IntArray:
    r"""Clusters (n_docs,), numbered from 0 by their size, of mixtures θ (n_docs, n_topics).

        √θ = U S Vᵀ;   k-means on the rows of the leading n_clusters columns of U, at length 1

    [Ng, Jordan, Weiss 2002, on the Bhattacharyya coefficients Σ_z √(θ_dz θ_ez)].  In θ directions
    that tell small groups apart weigh next to nothing where a graph has drawn neighbours together;
    in U all weigh alike. docs/METHOD.md has the figures.

    whiten  False: k-means on θ as it is, as papers do
    random_state  seed or numpy Generator;  of ten starts of k-means the best is kept
    There may be fewer clusters than asked for, where not so many documents differ.
    """
    rows = np.asarray(doc_topic, dtype=np.float64)
    if whiten:
        left, singular, _ = np.linalg.svd(np.sqrt(np.maximum(rows, 0.0)), full_matrices=False)
        left = left[:, singular > _RANK * singular[0]][:, :n_clusters]
        rows = left / np.maximum(np.linalg.norm(left, axis=1, keepdims=True), 1e-300)
    seed = int(np.random.default_rng(random_state).integers(2**31))
    n_different = len(np.unique(rows.round(12), axis=0))
    means = k_means(rows, min(n_clusters, n_different), STARTS, seed)
    found = means.labels_
    order = np.argsort(-np.bincount(found, minlength=means.n_clusters), kind="stable")
    number = np.empty_like(order)
    number[order] = np.arange(len(order))
    return np.asarray(number[found])


def k_means(rows: FloatArray, n_clusters: int, n_init: int, seed: int) -> Any:
    """The fitted KMeans of scikit-learn; fewer centres differ where not so many rows do."""
    from sklearn.cluster import KMeans
    from sklearn.exceptions import ConvergenceWarning

    # On a busy computer k-means with a thread for each core takes many times as long.
    with warnings.catch_warnings(), threadpool_limits(1):
        warnings.simplefilter("ignore", ConvergenceWarning)
        return KMeans(n_clusters, n_init=n_init, random_state=seed).fit(rows)
