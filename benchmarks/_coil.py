"""COIL-20: pictures of twenty objects and their neighbourhood graph."""

import numpy as np
from scipy import sparse
from scipy.io import loadmat

from benchmarks._common import DATA, Array
from gplsa import knn_graph

N_OBJECTS = 20


def coil(chosen: Array | None = None) -> tuple[Array, Array, sparse.csr_matrix]:
    """Grey values (n, 1024), object numbers 0..19, and the 0-1 graph of five neighbours.

    chosen  numbers of the objects wanted; all twenty (1,440 pictures) by default
    """
    path = DATA / "coil20" / "COIL20.mat"
    if not path.is_file():
        raise SystemExit(f"{path.name} is not on this machine: set GPLSA_DATA to its parent folder")
    content = loadmat(path)
    objects = content["Y"].ravel().astype(int) - 1
    wanted = np.isin(objects, np.arange(N_OBJECTS) if chosen is None else chosen)
    pixels = np.asarray(content["X"], dtype=np.float64)[wanted]
    return pixels, objects[wanted], knn_graph(pixels, 5)
