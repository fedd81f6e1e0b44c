"""Clusters of COIL-20 by GPLSA and GNMF, beside k-means, spectral clustering and the paper's.

    python -m benchmarks.clustering [--classes 10 15 20] [--choose 10] [--report 10]
                                    [--methods "GNMF kl" …]

As in Table 2 of Wang, Chang, Lyu: K classes drawn by seed, as many topics as classes, the 0-1
graph of five nearest neighbours, k-means (n_init = 10) on the low-dimensional rows.  Once on these
rows as they are, as in the paper, and once *whitened*: on the left singular vectors of their roots,
at length 1 (`gplsa.models.clusters`).  GPLSA and GNMF start from topics of random documents and
random mixtures.  λ and the number of iterations are chosen for each of the two readings by mean
accuracy + NMI on the draws 100, 101 …; mean and standard deviation are of the draws
0, 1 …  With all 20 classes every draw has the same pictures, and only the start differs.
"""

import argparse
import os
import warnings
from concurrent.futures import ProcessPoolExecutor
from itertools import product

# One thread each: on a busy machine k-means with OpenMP threads takes thirty times as long.
os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from scipy import sparse
from scipy.io import loadmat
from sklearn.cluster import SpectralClustering

from benchmarks._common import DATA, Array, print_table, spread
from gplsa import GNMF, GPLSA, knn_graph
from gplsa.evaluation.classes import clustering_accuracy, normalized_mutual_information
from gplsa.models.clusters import cluster_documents

GRID = {
    "GPLSA l1": (1.0, 3.0),
    "GPLSA l2": (300.0, 1000.0, 3000.0),
    "GPLSA skl": (10.0, 30.0, 100.0),
    "GNMF frobenius": (10.0, 100.0, 300.0, 1000.0),
    "GNMF kl": (3.0, 10.0, 30.0),
}
ITERATIONS = {"GPLSA": (20, 40, 100), "GNMF": (40, 100)}
PAPER = {
    10: {"k-means": (43.89, 54.14), "GPLSA l1": (60.00, 65.95), "GPLSA l2": (85.00, 88.62)}
    | {"GPLSA skl": (87.36, 90.18), "GNMF frobenius": (79.58, 87.92), "GNMF kl": (84.31, 88.44)},
    15: {"k-means": (65.37, 71.08), "GPLSA l1": (67.87, 76.54), "GPLSA l2": (85.83, 86.22)}
    | {"GPLSA skl": (86.39, 89.18), "GNMF frobenius": (84.35, 85.31), "GNMF kl": (84.17, 87.60)},
    20: {"k-means": (60.49, 73.86), "GPLSA l1": (73.68, 81.69), "GPLSA l2": (80.97, 88.36)}
    | {"GPLSA skl": (81.81, 90.14), "GNMF frobenius": (72.22, 87.60), "GNMF kl": (73.68, 85.18)},
}
N_OBJECTS = 20
READINGS = (False, True)
"""Whether k-means sees whitened rows."""


def draw(n_classes: int, seed: int) -> tuple[Array, Array, sparse.csr_matrix]:
    """Grey values, object numbers, and the graph of `n_classes` objects drawn by seed."""
    path = DATA / "coil20" / "COIL20.mat"
    if not path.is_file():
        raise SystemExit(f"{path.name} is not on this machine: set GPLSA_DATA to its parent folder")
    content = loadmat(path)
    objects = content["Y"].ravel().astype(int) - 1
    wanted = np.isin(objects, np.random.default_rng(seed).permutation(N_OBJECTS)[:n_classes])
    pixels = np.asarray(content["X"], dtype=np.float64)[wanted]
    return pixels, objects[wanted], knn_graph(pixels, 5)


def figures(objects: Array, clusters: Array) -> tuple[float, float]:
    return clustering_accuracy(objects, clusters), normalized_mutual_information(objects, clusters)


def one_fit(job: tuple[str, int, float, int, int]) -> list[tuple[float, float]]:
    """Accuracy and NMI of one fit, in both readings."""
    method, n_classes, lam, iterations, seed = job
    pixels, objects, graph = draw(n_classes, seed)
    model, kind = method.split()
    options = {"init": "random", "tol": 0.0, "random_state": seed, "n_jobs": 1}
    options |= {"lam": lam, "max_iter": iterations}
    if model == "GNMF":
        rows = GNMF(n_classes, loss=kind, **options).fit(pixels, graph=graph).representation_
    else:
        rows = GPLSA(n_classes, regularizer=kind, **options).fit(pixels, graph=graph).doc_topic_
    return [
        figures(objects, cluster_documents(rows, n_classes, whiten=whiten, random_state=seed))
        for whiten in READINGS
    ]


def one_baseline(job: tuple[int, int]) -> list[tuple[float, float]]:
    """k-means on pixels of length 1, and normalised cuts on the same graph."""
    n_classes, seed = job
    pixels, objects, graph = draw(n_classes, seed)
    pixels /= np.linalg.norm(pixels, axis=1, keepdims=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns of a graph in several pieces, which this one is
        spectral = SpectralClustering(n_classes, affinity="precomputed", random_state=seed)
        cut = spectral.fit_predict(graph)
    return [
        figures(objects, cluster_documents(pixels, n_classes, whiten=False, random_state=seed)),
        figures(objects, cut),
    ]


def measure(
    pool: ProcessPoolExecutor, method: str, n_classes: int, choose: int, report: int
) -> list[list[object]]:
    """One row for each reading: the setting chosen, accuracy and NMI."""
    settings = list(product(GRID[method], ITERATIONS[method.split(maxsplit=1)[0]]))
    seeds = range(100, 100 + choose)
    jobs = [(method, n_classes, *setting, seed) for setting in settings for seed in seeds]
    scores = np.array(list(pool.map(one_fit, jobs))).reshape(len(settings), choose, 2, 2)
    best = [settings[k] for k in scores.sum(axis=3).mean(axis=1).argmax(axis=0)]
    found = {
        setting: np.array(
            list(pool.map(one_fit, [(method, n_classes, *setting, seed) for seed in range(report)]))
        )
        for setting in set(best)
    }
    return [
        [
            f"{method}, λ = {lam:g}, {iterations} iterations"
            + (", whitened" if READINGS[r] else ""),
            *(spread(found[lam, iterations][:, r, figure]) for figure in (0, 1)),
            _paper(n_classes, method) if r == 0 else None,
        ]
        for r, (lam, iterations) in enumerate(best)
    ]


def _paper(n_classes: int, method: str) -> str | None:
    pair = PAPER.get(n_classes, {}).get(method)
    return None if pair is None else f"{pair[0]:.1f} / {pair[1]:.1f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--classes", nargs="+", type=int, default=[10, 15, 20])
    parser.add_argument(
        "--choose", type=int, default=10, help="draws to choose λ and iterations on"
    )
    parser.add_argument("--report", type=int, default=10, help="draws to report on")
    parser.add_argument("--methods", nargs="+", choices=GRID, default=list(GRID))
    options = parser.parse_args()
    header = ["method", "accuracy, %", "NMI, %", "paper"]
    with ProcessPoolExecutor() as pool:
        for n_classes in options.classes:
            jobs = [(n_classes, seed) for seed in range(options.report)]
            found = np.array(list(pool.map(one_baseline, jobs)))
            names = ("k-means", "spectral clustering")
            rows: list[list[object]] = [
                [name, spread(found[:, b, 0]), spread(found[:, b, 1]), _paper(n_classes, name)]
                for b, name in enumerate(names)
            ]
            for method in options.methods:
                rows += measure(pool, method, n_classes, options.choose, options.report)
            print_table(f"COIL-20, K = {n_classes}", header, rows)


if __name__ == "__main__":
    main()
