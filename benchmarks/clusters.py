"""By which reading of topic mixtures documents should be clustered, and why k-means fails on faces.

    python -m benchmarks.clusters [--seeds 5] [--only faces objects debates stories]
    python -m benchmarks.clusters --cause
    python -m benchmarks.clusters --iterations
    python -m benchmarks.clusters --table-1

Collections and their two parts: `benchmarks._classed`.  Fits: as many topics as classes, or three
times as many (×3), started from random documents, other settings the defaults.  λ of each kind of
model is the best for each reading (mean of accuracy and NMI) on the first parts, three seeds; the
first table is of these, and the reading that `model.clusters` takes was chosen by it.  The second
is the accuracy on the second parts, mean and 95 % interval over the seeds, at the λ of the first
ones; on the stories λ is that of the debates.

--cause    faces, first part: how much of the variance of θ is person and how much light, in how
           many directions (the exponential of the entropy of their shares), and whether those that
           weigh little are rough on the graph (rank correlation of singular values with uᵀLu)
--iterations   faces: the same readings of fits that are stopped early
--table-1  Table 1 of Wang, Chang, Lyu as far as it can be had: 30 of 34 persons drawn by seed
"""

import argparse
import os
import warnings
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from numpy.typing import NDArray
from scipy.sparse.csgraph import laplacian
from scipy.stats import spearmanr
from sklearn.cluster import KMeans, SpectralClustering

from benchmarks._classed import PARTS, Classed, faces
from benchmarks._common import DATA, interval, print_table
from gplsa import GNMF, GPLSA, PLSA, knn_graph
from gplsa.evaluation import clustering_accuracy, normalized_mutual_information
from gplsa.models.clusters import cluster_documents

Array = NDArray[np.float64]
Labels = NDArray[np.int64]
Job = tuple[str, int, str, float, int, int]
"""Collection, part, kind of model, λ, iterations, seed."""

NEAR = 10
ITERATIONS = 200
EARLY = (5, 10, 20)
PERSONS = 30
CHOOSING = range(100, 103)
PICTURES = {
    "PLSA": (0.0,),
    "GPLSA l1": (0.1, 1.0),
    "GPLSA l2": (300.0, 3000.0),
    "GPLSA skl": (10.0, 100.0),
    "PLSA ×3": (0.0,),
    "GPLSA l2 ×3": (300.0, 3000.0),
    "GPLSA skl ×3": (10.0, 100.0),
}
TEXTS = {
    "PLSA": (0.0,),
    "GPLSA l1": (0.1, 0.3),
    "GPLSA l2": (1.0, 10.0),
    "GPLSA skl": (0.1, 1.0),
    "PLSA ×3": (0.0,),
    "GPLSA l2 ×3": (1.0, 10.0),
    "GPLSA skl ×3": (0.1, 1.0),
}
GRID = {"faces": PICTURES, "objects": PICTURES, "debates": TEXTS, "stories": TEXTS}
ONE_A_CLASS = [kind for kind in PICTURES if "×" not in kind]
GNMF_LAM = {"frobenius": (10.0, 100.0, 1000.0), "kl": (3.0, 30.0)}
EARLY_LAM = {"PLSA": 0.0, "GPLSA l1": 0.1, "GPLSA l2": 1000.0, "GPLSA skl": 100.0}
"""The best for k-means on θ of converged fits of the first part, among .1, 1, 10, 100 and 1000."""
CAUSES = (
    ("PLSA", 0.0),
    ("GPLSA l2", 100.0),
    ("GPLSA l2", 1000.0),
    ("GPLSA skl", 10.0),
    ("GPLSA skl", 100.0),
)
PAPER = {
    "k-means on pixels": (0.268, 0.484),
    "GPLSA l1": (0.388, 0.573),
    "GPLSA l2": (0.844, 0.912),
    "GPLSA skl": (0.763, 0.881),
    "GNMF frobenius": (0.829, 0.905),
    "GNMF kl": (0.615, 0.781),
}


def means(rows: Array, n: int, seed: int) -> Labels:
    return np.asarray(KMeans(n, n_init=10, random_state=seed).fit_predict(rows))


def unit(rows: Array) -> Array:
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-300)


def whitened(rows: Array, n: int) -> Array:
    left, singular, _ = np.linalg.svd(rows, full_matrices=False)
    return unit(left[:, singular > 1e-10 * singular[0]][:, :n])


def spectral(graph: object, n: int, seed: int) -> Labels:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns of a graph in several pieces
        cut = SpectralClustering(n, affinity="precomputed", random_state=seed)
        return np.asarray(cut.fit_predict(graph))


CHOSEN = "√θ, whitened"
READINGS: dict[str, Callable[[Array, int, int], Labels]] = {
    "θ": means,
    "√θ": lambda t, n, seed: means(np.sqrt(t), n, seed),
    "θ, length 1": lambda t, n, seed: means(unit(t), n, seed),
    "θ, z-scores": lambda t, n, seed: means((t - t.mean(0)) / np.maximum(t.std(0), 1e-9), n, seed),
    "heaviest topic": lambda t, n, seed: t.argmax(axis=1),
    "θ, whitened": lambda t, n, seed: means(whitened(t, n), n, seed),
    CHOSEN: lambda t, n, seed: cluster_documents(t, n, random_state=seed),
    "graph of √θ, cut": lambda t, n, seed: spectral(knn_graph(np.sqrt(t), NEAR), n, seed),
}

part_of = cache(lambda name, part: PARTS[name][part]())


def mixtures(data: Classed, kind: str, lam: float, iterations: int, seed: int) -> Array:
    kind, _, times = kind.partition(" ×")
    n_topics = data.n_classes * int(times or 1)
    options = {"max_iter": iterations, "init": "random", "random_state": seed, "n_jobs": 1}
    if kind == "PLSA":
        return PLSA(n_topics, **options).fit(data.first).doc_topic_
    model, form = kind.split()
    if model == "GNMF":
        fitted = GNMF(n_topics, loss=form, lam=lam, **options)
        return fitted.fit(data.first, graph=data.graph).representation_
    fitted = GPLSA(n_topics, regularizer=form, lam=lam, **options)
    return fitted.fit(data.first, graph=data.graph).doc_topic_


def figures(data: Classed, found: Labels) -> tuple[float, float]:
    return (
        clustering_accuracy(data.classes, found),
        normalized_mutual_information(data.classes, found),
    )


def one_fit(job: Job) -> list[tuple[float, float]]:
    """Accuracy and NMI by each reading."""
    name, part, kind, lam, iterations, seed = job
    data = part_of(name, part)
    theta = mixtures(data, kind, lam, iterations, seed)
    return [figures(data, read(theta, data.n_classes, seed)) for read in READINGS.values()]


class Fits:
    """Figures (seeds, readings, 2) of every fit that was asked for, each fitted once."""

    def __init__(self, pool: ProcessPoolExecutor) -> None:
        self._pool = pool
        self._known: dict[Job, list[tuple[float, float]]] = {}

    def of(
        self,
        name: str,
        part: int,
        kind: str,
        lam: float,
        seeds: Iterable[int],
        iterations: int = ITERATIONS,
    ) -> Array:
        jobs = [(name, part, kind, lam, iterations, seed) for seed in seeds]
        new = [job for job in jobs if job not in self._known]
        self._known |= dict(zip(new, self._pool.map(one_fit, new), strict=True))
        return np.array([self._known[job] for job in jobs])

    def best(self, name: str, kind: str) -> list[float]:
        """By reading, the λ with the best mean of accuracy and NMI on the first part."""
        where = "debates" if PARTS[name][0] is None else name
        grid = GRID[name][kind]
        tried = [self.of(where, 0, kind, lam, CHOOSING).mean(axis=(0, 2)) for lam in grid]
        return [grid[place] for place in np.argmax(tried, axis=0)]

    def best_early(self, kind: str, reading: int) -> tuple[float, int]:
        """On faces, the λ and the number of iterations that are best for a reading."""
        tried = {
            (lam, iterations): self.of("faces", 0, kind, lam, CHOOSING, iterations)[
                :, reading
            ].mean()
            for lam in (10.0, *PICTURES[kind])
            for iterations in EARLY
        }
        return max(tried, key=lambda setting: tried[setting])


def choosing(fits: Fits, names: Sequence[str]) -> None:
    """The readings on the first parts, each at its best λ."""
    rows, columns = [], []
    for name in names:
        if PARTS[name][0] is None:
            continue
        for kind in GRID[name]:
            chosen = fits.best(name, kind)
            values = [
                fits.of(name, 0, kind, lam, CHOOSING)[:, r].mean() for r, lam in enumerate(chosen)
            ]
            columns.append(values)
            rows.append([f"{name}, {kind}", *(f"{value:.3f}" for value in values)])
    rows.append(["mean", *(f"{value:.3f}" for value in np.mean(columns, axis=0))])
    print_table("First parts: mean of accuracy and NMI", ["", *READINGS], rows)


def reporting(fits: Fits, names: Sequence[str], seeds: int) -> None:
    """The readings on the second parts."""
    rows, columns = [], []
    for name in names:
        for kind in GRID[name]:
            found = [
                fits.of(name, 1, kind, lam, range(seeds))[:, r, 0]
                for r, lam in enumerate(fits.best(name, kind))
            ]
            columns.append([values.mean() for values in found])
            rows.append([f"{name}, {kind}", *(interval(values) for values in found)])
    rows.append(["mean", *(f"{value:.3f}" for value in np.mean(columns, axis=0))])
    print_table(f"Second parts: accuracy, {seeds} seeds", ["", *READINGS], rows)
    for name in names:
        for part in (0, 1) if PARTS[name][0] else (1,):
            data = part_of(name, part)
            accuracy, agreement = figures(data, spectral(data.graph, data.n_classes, 0))
            where = f"{name}, part {part + 1}"
            print(f"\nspectral clustering of the graph, {where}: {accuracy:.3f}, {agreement:.3f}")


def between(rows: Array, groups: Labels) -> float:
    """Share of the variance of `rows` that lies between the groups."""
    centred = rows - rows.mean(axis=0)
    sums = np.zeros((groups.max() + 1, rows.shape[1]))
    np.add.at(sums, groups, centred)
    sizes = np.bincount(groups)
    filled = sizes > 0
    return float((sums[filled] ** 2 / sizes[filled, None]).sum() / (centred**2).sum())


def one_cause(job: tuple[str, float, int]) -> list[float]:
    kind, lam, seed = job
    data = part_of("faces", 0)
    assert data.second is not None
    n = data.n_classes
    theta = mixtures(data, kind, lam, ITERATIONS, seed)
    spread = np.linalg.svd(theta - theta.mean(axis=0), compute_uv=False) ** 2
    shares = spread / spread.sum()
    left, singular, _ = np.linalg.svd(np.sqrt(theta), full_matrices=False)
    roughness = np.einsum("dk,dk->k", left, laplacian(data.graph) @ left)
    return [
        between(theta, data.classes),
        between(theta, data.second),
        float(shares[:3].sum()),
        float(np.exp(-(shares * np.log(np.maximum(shares, 1e-300))).sum())),
        float(spearmanr(singular, roughness).statistic),
        clustering_accuracy(data.classes, means(theta, n, seed)),
        clustering_accuracy(data.classes, cluster_documents(theta, n, random_state=seed)),
    ]


def cause(pool: ProcessPoolExecutor) -> None:
    """What the variance of mixtures is made of, with and without a graph."""
    rows = []
    for kind, lam in CAUSES:
        found = np.array(list(pool.map(one_cause, [(kind, lam, seed) for seed in CHOOSING])))
        told = kind + (f", λ = {lam:g}" if lam else "")
        rows.append([told, *(f"{value:.3f}" for value in found.mean(axis=0))])
    header = ["", "between persons", "between lights", "in three directions"]
    header += ["directions in use", "weight, roughness", "accuracy by θ", "whitened"]
    print_table("Faces, first part: variance of θ", header, rows)


def early(fits: Fits, seeds: int) -> None:
    """Fits that are stopped before they have converged."""
    places = [[*READINGS].index(name) for name in ("θ", "√θ", CHOSEN)]
    rows = []
    for kind in ONE_A_CLASS:
        lam = EARLY_LAM[kind]
        for iterations in (*EARLY, 40, ITERATIONS):
            found = fits.of("faces", 1, kind, lam, range(seeds), iterations)
            told = kind + (f", λ = {lam:g}" if lam else "")
            rows.append([told, iterations, *(interval(found[:, r, 0]) for r in places)])
    print_table("Faces, second part: accuracy", ["", "sweeps", "θ", "√θ", CHOSEN], rows)


def one_of_table(job: tuple[str, float, int, int]) -> list[tuple[float, float]]:
    """Figures by k-means on the mixtures, and by whitened roots."""
    kind, lam, iterations, seed = job
    data = faces(np.random.default_rng(seed).permutation(34)[:PERSONS])
    if kind == "k-means on pixels":
        return [figures(data, means(unit(data.first), PERSONS, seed))] * 2
    if kind == "spectral clustering of the graph":
        return [figures(data, spectral(data.graph, PERSONS, seed))] * 2
    theta = mixtures(data, kind, lam, iterations, seed)
    better = cluster_documents(theta, PERSONS, random_state=seed)
    return [figures(data, means(theta, PERSONS, seed)), figures(data, better)]


def table_1(fits: Fits, pool: ProcessPoolExecutor, seeds: int) -> None:
    """Converged fits with λ by reading from the first part; then fits that are stopped early."""
    place = [[*READINGS].index(name) for name in ("θ", CHOSEN)]
    alone = ("k-means on pixels", "spectral clustering of the graph")
    rows: list[tuple[str, list[tuple[float, int]]]] = [(kind, [(0.0, 0)] * 2) for kind in alone]
    for kind in (*ONE_A_CLASS, "PLSA ×3"):
        rows.append((kind, [(fits.best("faces", kind)[r], ITERATIONS) for r in place]))
    for kind in ("GPLSA l2", "GPLSA skl"):
        rows.append((kind, [fits.best_early(kind, r) for r in place]))
    for loss, grid in GNMF_LAM.items():
        kind = f"GNMF {loss}"
        tried = [fits.of("faces", 0, kind, lam, CHOOSING).mean(axis=(0, 2)) for lam in grid]
        best = np.argmax(tried, axis=0)
        rows.append((kind, [(grid[best[r]], ITERATIONS) for r in place]))
    printed = []
    for kind, settings in rows:
        both = [
            np.array(list(pool.map(one_of_table, [(kind, *how, s) for s in range(seeds)])))[:, r]
            for r, how in enumerate(settings)
        ]
        told = [
            f"λ = {lam:g}, " * bool(lam) + f"{iterations} sweeps" for lam, iterations in settings
        ]
        cells = [interval(found[:, figure]) for found in both for figure in (0, 1)]
        theirs = PAPER.get(kind, (None, None))
        printed.append([kind, *cells, *theirs, " | ".join(told) if settings[0][1] else ""])
    header = ["", "accuracy, k-means on θ", "NMI", "accuracy, clusters", "NMI", "theirs", "NMI"]
    title = f"CMU PIE, {PERSONS} of 34 persons, {seeds} draws"
    print_table(title, [*header, "settings"], printed)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cause", action="store_true")
    parser.add_argument("--iterations", action="store_true")
    parser.add_argument("--table-1", action="store_true")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--only", nargs="+", choices=PARTS, default=list(PARTS))
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    options = parser.parse_args()
    os.environ.setdefault("NLTK_DATA", str(DATA / "nltk_data"))
    with ProcessPoolExecutor(max_workers=options.workers) as pool:
        fits = Fits(pool)
        if options.cause:
            cause(pool)
        elif options.iterations:
            early(fits, options.seeds)
        elif options.table_1:
            table_1(fits, pool, options.seeds)
        else:
            choosing(fits, options.only)
            reporting(fits, options.only, options.seeds)


if __name__ == "__main__":
    main()
