"""How well clusters of documents agree with given classes."""

from typing import Any

import numpy as np


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
