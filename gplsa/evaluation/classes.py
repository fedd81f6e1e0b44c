"""How well a similarity finds documents of the query's class, and how well clusters agree with
classes.

`similarity` (n_queries, n_documents), higher is nearer; classes and clusters are labels of any
kind.  Ties go against the documents of the right class: a similarity that tells nothing finds
nothing.  Queries whose class no document has are left out.
"""

from typing import Any

import numpy as np

from gplsa.core.types import BoolArray

TOP_RELEVANT = 10


def mean_average_precision(similarity: Any, query_classes: Any, document_classes: Any) -> float:
    r"""mAP over the whole ranking: mean over queries of 1/R Σ_{i=1..R} i / rank_i.

    rank_i is the place, from 1, of the i-th of the R documents of the query's class.
    [Rasiwasia et al. 2010]
    """
    relevant = ranked_relevance(similarity, query_classes, document_classes)
    return _mean_precision(relevant, relevant.shape[1])


def top_average_precision(
    similarity: Any, query_classes: Any, document_classes: Any, n_relevant: int = TOP_RELEVANT
) -> float:
    r"""The GPLSA paper's mAP: mean over queries of 1/m Σ_{i=1..m} i / rank_i, m = min(R, 10).

    Only the best `n_relevant` documents of the query's class count, so the figure is higher than
    `mean_average_precision` of the same ranking and must not be set beside it.
    [Wang, Chang, Lyu, section 5.2]
    """
    relevant = ranked_relevance(similarity, query_classes, document_classes)
    return _mean_precision(relevant, n_relevant)


def class_precision(
    similarity: Any, query_classes: Any, document_classes: Any, n_best: int = 10
) -> float:
    """precision@n: share of the `n_best` nearest documents that are of the query's class."""
    return float(ranked_relevance(similarity, query_classes, document_classes)[:, :n_best].mean())


def ranked_relevance(similarity: Any, query_classes: Any, document_classes: Any) -> BoolArray:
    """(queries that can be answered, n_documents): is the j-th nearest of the query's class?"""
    values = np.asarray(similarity, dtype=np.float64)
    asked, held = np.asarray(query_classes), np.asarray(document_classes)
    if values.ndim != 2 or values.shape != (len(asked), len(held)):
        raise ValueError(
            f"similarity must be queries by documents, {len(asked)}×{len(held)}, "
            f"but is {'×'.join(map(str, values.shape))}"
        )
    right = asked[:, None] == held[None, :]
    if not right.any():
        raise ValueError("no document is of the class of any query")
    order = np.lexsort((right, -values), axis=1)
    return np.take_along_axis(right, order, axis=1)[right.any(axis=1)]


def _mean_precision(relevant: BoolArray, n_relevant: int) -> float:
    """Mean of the precision at the places of the first `n_relevant` hits, then over queries."""
    hits = np.cumsum(relevant, axis=1)
    counted = relevant & (hits <= n_relevant)
    found = np.where(counted, hits / np.arange(1, relevant.shape[1] + 1), 0.0).sum(axis=1)
    return float((found / counted.sum(axis=1)).mean())


def clustering_accuracy(classes: Any, clusters: Any) -> float:
    """Share of documents whose cluster stands for their class, at the best one-to-one matching.

    classes, clusters  a label for every document, of any type; there may be more of one kind than
    of the other.  The matching is found by the Hungarian method.  [Xu, Liu, Gong 2003]
    """
    from scipy.optimize import linear_sum_assignment
    from sklearn.metrics.cluster import contingency_matrix

    _check_labels(classes, clusters)
    table = contingency_matrix(classes, clusters)
    rows, columns = linear_sum_assignment(table, maximize=True)
    return float(table[rows, columns].sum() / table.sum())


def normalized_mutual_information(classes: Any, clusters: Any) -> float:
    r"""I(C, Ĉ) / max(H(C), H(Ĉ)): 1 where clusters are the classes, 0 where they are independent.

    [Wang, Chang, Lyu, eq. 23; Xu, Liu, Gong 2003].  One class and one cluster agree: 1.
    """
    from sklearn.metrics import normalized_mutual_info_score

    _check_labels(classes, clusters)
    return float(normalized_mutual_info_score(classes, clusters, average_method="max"))


def _check_labels(classes: Any, clusters: Any) -> None:
    sizes = np.shape(classes), np.shape(clusters)
    if sizes[0] != sizes[1] or len(sizes[0]) != 1 or sizes[0][0] == 0:
        raise ValueError(
            "classes and clusters must give one label each to the same documents, at least one, "
            f"got shapes {sizes[0]} and {sizes[1]}"
        )
