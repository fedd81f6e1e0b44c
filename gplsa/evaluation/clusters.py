"""How well clusters of documents agree with given classes."""

from typing import Any

import numpy as np

from gplsa.core.types import FloatArray


def clustering_accuracy(classes: Any, clusters: Any) -> float:
    """Share of documents whose cluster stands for their class, at the best one-to-one matching.

    classes, clusters  a label for every document, of any type; there may be more of one kind than
    of the other.  The matching is found by the Hungarian method.  [Xu, Liu, Gong 2003]
    """
    from scipy.optimize import linear_sum_assignment

    table = _contingency(classes, clusters)
    rows, columns = linear_sum_assignment(table, maximize=True)
    return float(table[rows, columns].sum() / table.sum())


def normalized_mutual_information(classes: Any, clusters: Any) -> float:
    r"""I(C, Ĉ) / max(H(C), H(Ĉ)): 1 where clusters are the classes, 0 where they are independent.

    [Wang, Chang, Lyu, eq. 23; Xu, Liu, Gong 2003].  One class and one cluster agree: 1.
    """
    p = _contingency(classes, clusters)
    p /= p.sum()
    ends = p.sum(axis=1), p.sum(axis=0)
    larger = max(float(-(end * np.log(end)).sum()) for end in ends)
    together = p > 0
    information = (p[together] * np.log(p[together] / np.outer(*ends)[together])).sum()
    return float(np.clip(information / larger, 0.0, 1.0)) if larger > 0 else 1.0


def _contingency(classes: Any, clusters: Any) -> FloatArray:
    """Number of documents of every class (rows) in every cluster (columns)."""
    sizes = np.shape(classes), np.shape(clusters)
    if sizes[0] != sizes[1] or len(sizes[0]) != 1 or sizes[0][0] == 0:
        raise ValueError(
            "classes and clusters must give one label each to the same documents, at least one, "
            f"got shapes {sizes[0]} and {sizes[1]}"
        )
    names, row = np.unique(np.asarray(classes), return_inverse=True)
    groups, column = np.unique(np.asarray(clusters), return_inverse=True)
    table = np.zeros((len(names), len(groups)))
    np.add.at(table, (row, column), 1.0)
    return table
