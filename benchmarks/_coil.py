"""COIL-20: pictures of twenty objects, their neighbourhood graph, and two measures of clusters."""

from typing import Any

import numpy as np
from scipy import sparse
from scipy.io import loadmat
from scipy.optimize import linear_sum_assignment
from sklearn.metrics import normalized_mutual_info_score

from benchmarks._common import DATA, Array
from gplsa import knn_graph

N_OBJECTS = 20


def coil() -> tuple[Array, Array, sparse.csr_matrix]:
    """Grey values (1440, 1024), object numbers 0..19, and the 0-1 graph of five neighbours."""
    path = DATA / "coil20" / "COIL20.mat"
    if not path.is_file():
        raise SystemExit(f"{path.name} is not on this machine: set GPLSA_DATA to its parent folder")
    content = loadmat(path)
    pixels = np.asarray(content["X"], dtype=np.float64)
    return pixels, content["Y"].ravel() - 1, knn_graph(pixels, 5)


def accuracy(labels: Any, clusters: Any) -> float:
    """Share of documents whose cluster stands for their class, at the best assignment."""
    size = max(labels.max(), clusters.max()) + 1
    table = np.zeros((size, size))
    np.add.at(table, (labels, clusters), 1)
    rows, columns = linear_sum_assignment(-table)
    return float(table[rows, columns].sum() / len(labels))


def nmi(labels: Any, clusters: Any) -> float:
    """Mutual information divided by the larger entropy, as in the paper."""
    return float(normalized_mutual_info_score(labels, clusters, average_method="max"))
