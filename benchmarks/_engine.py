"""The engine by itself: against the memory, what agreement costs, growth, the first fit."""

import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
from scipy import io, sparse

from benchmarks import _common as common
from benchmarks._common import N_TOPICS, seconds
from gplsa import GPLSA, MultimodalGPLSA, knn_graph
from gplsa.core.coupling.joint import Coupling
from gplsa.core.em import prepare_counts

median = statistics.median


# --- against the memory -------------------------------------------------------------------------


def copy_bandwidth(threads: int) -> float:
    """Bytes a second that `threads` threads read and write when they copy large arrays."""
    source = np.ones(2**25)
    target = np.empty_like(source)
    pairs = list(zip(np.array_split(target, threads), np.array_split(source, threads), strict=True))
    with ThreadPoolExecutor(threads) as pool:

        def copy() -> None:
            list(pool.map(lambda pair: np.copyto(*pair), pairs))

        copy()
        best = median(seconds(copy) for _ in range(9))
    return 2 * source.nbytes / best


def kernel_figures(counts: sparse.csr_matrix, threads: int, rounds: int) -> list[float]:
    """ms of the kernel, GB/s of copying, and ms and multiple of the 24-byte and 16-byte bounds."""
    rng = np.random.default_rng(0)
    doc_topic = rng.dirichlet(np.ones(N_TOPICS), counts.shape[0])[:, None, :]
    word_topic = np.ascontiguousarray(rng.dirichlet(np.ones(counts.shape[1]), N_TOPICS).T)
    doc_counts = np.empty_like(doc_topic)
    prepared = prepare_counts(counts, n_threads=threads)

    def kernel() -> None:
        prepared.expect(doc_topic, 0, word_topic, doc_counts)

    kernel()
    kernels, bandwidths = [], []
    for _ in range(max(rounds, 3)):
        bandwidths.append(copy_bandwidth(threads))
        kernels += [seconds(kernel) for _ in range(5)]
    took, bandwidth = median(kernels), median(bandwidths)
    figures = [1e3 * took, bandwidth / 1e9]
    for n_bytes in (24, 16):
        bound = n_bytes * counts.nnz * N_TOPICS / bandwidth
        figures += [1e3 * bound, took / bound]
    return figures


def part_kernel(rounds: int, quick: bool) -> None:
    corpora = {"Europarl-like": common.europarl_like()}
    if not quick:
        corpora["20-newsgroups-like"] = common.newsgroups_like()
    rows = [
        [name, threads, *kernel_figures(counts, threads, rounds)]
        for name, counts in corpora.items()
        for threads in (1, 2)
    ]
    common.print_table(
        f"The EM kernel against copying memory, {N_TOPICS} topics, float64. A fused kernel moves "
        "24 bytes · non-zeros · topics, two passes 16",
        [
            "counts",
            "threads",
            "kernel (ms)",
            "copy (GB/s)",
            "24-byte bound (ms)",
            "× bound",
            "16-byte bound (ms)",
            "× bound",
        ],
        rows,
    )


# --- what the coupling costs --------------------------------------------------------------------


@contextmanager
def stopwatch(owner: type, name: str) -> Iterator[list[float]]:
    """Seconds of every call of a method while the block runs."""
    method, taken = getattr(owner, name), []

    def timed(*args: Any, **kwargs: Any) -> Any:
        start = perf_counter()
        result = method(*args, **kwargs)
        taken.append(perf_counter() - start)
        return result

    setattr(owner, name, timed)
    try:
        yield taken
    finally:
        setattr(owner, name, method)


def timed_iterations(fit: Callable[[int], object], iterations: int) -> tuple[float, float, float]:
    """Seconds an iteration in all, in the update of the mixtures and in their penalty."""

    def run(max_iter: int) -> np.ndarray:
        with stopwatch(Coupling, "improve") as updates, stopwatch(Coupling, "penalty") as penalties:
            total = seconds(lambda: fit(max_iter))
        return np.array([total, sum(updates), sum(penalties)])

    return tuple((run(iterations + 2) - run(2)) / iterations)


def part_theta(rounds: int, quick: bool) -> None:
    def counterparts(regularizer: str, lam: float) -> Callable[[int], object]:
        return lambda max_iter: MultimodalGPLSA(
            N_TOPICS, regularizer=regularizer, lam=lam, max_iter=max_iter, tol=0.0, random_state=0
        ).fit(pair)

    def images(regularizer: str, lam: float) -> Callable[[int], object]:
        return lambda max_iter: GPLSA(
            20, regularizer=regularizer, lam=lam, max_iter=max_iter, tol=0.0, random_state=0
        ).fit(pixels, graph=graph)

    cases: list[tuple[str, Callable[..., Callable[[int], object]]]] = []
    pair = common.europarl(("de", "en"))
    if pair is None:
        print("\nEuroparl: not run, its documents are not on this machine")
    else:
        pair = {language: counts[:1000] for language, counts in pair.items()}
        cases.append((f"Europarl, 1,000 pairs, {N_TOPICS} topics", counterparts))
    coil = common.DATA / "coil20" / "COIL20.mat"
    if coil.is_file() and not quick:
        pixels = io.loadmat(coil)["X"]
        graph = knn_graph(pixels, 5)
        cases.append(("COIL-20, 5 neighbours, 20 topics", images))
    rows = []
    for name, case in cases:
        for regularizer in ("l1", "l2", "skl"):
            for lam in (1.0, 100.0):
                fit = case(regularizer, lam)
                fit(2)
                runs = [timed_iterations(fit, 20) for _ in range(rounds)]
                total, update, penalty = (median(column) for column in zip(*runs, strict=True))
                rows.append(
                    [
                        name,
                        regularizer,
                        lam,
                        1e3 * total,
                        f"{update / total:.0%}",
                        f"{penalty / total:.0%}",
                    ]
                )
    common.print_table(
        "What agreement costs",
        ["corpus", "regularizer", "λ", "ms a sweep", "update of the mixtures", "penalty in J"],
        rows,
    )


# --- as corpora grow ----------------------------------------------------------------------------

_GROWTH_CHILD = """
import resource, sys, time
import numpy as np
from scipy import sparse
from gplsa import PLSA
counts = sparse.load_npz(sys.argv[1])
PLSA(5, max_iter=2, random_state=0).fit(counts[:50])
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
stamps = [time.perf_counter()]
PLSA(int(sys.argv[2]), max_iter=11, tol=0.0, random_state=0).fit(
    counts, callback=lambda p: stamps.append(time.perf_counter())
)
after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(stamps[1] - stamps[0], np.median(np.diff(stamps[1:])), after - before)
"""


def part_growth(rounds: int, quick: bool) -> None:
    # Resident memory is told in kilobytes by Linux and in bytes by macOS.
    unit = 1 if sys.platform == "darwin" else 1024
    rows = []
    for n_docs in (1_000, 3_000, 10_000) if quick else (1_000, 3_000, 10_000, 30_000, 100_000):
        counts = common.newsgroups_like(n_docs)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "counts.npz"
            sparse.save_npz(path, counts, compressed=False)
            runs = [
                [float(part) for part in child(_GROWTH_CHILD, str(path), str(N_TOPICS)).split()]
                for _ in range(1 if n_docs > 10_000 else rounds)
            ]
        start, iteration, memory = (median(column) for column in zip(*runs, strict=True))
        in_bytes = counts.data.nbytes + counts.indices.nbytes + counts.indptr.nbytes
        rows.append(
            [
                f"{n_docs:,}",
                f"{counts.nnz:,}",
                start,
                1e3 * iteration,
                1e9 * iteration / (counts.nnz * N_TOPICS),
                in_bytes / 1e6,
                memory * unit / 1e6,
            ]
        )
    common.print_table(
        f"As a 20-newsgroups-like corpus grows, {N_TOPICS} topics",
        [
            "documents",
            "non-zeros",
            "start and first sweep (s)",
            "ms a sweep",
            "ns per non-zero and topic",
            "counts (MB)",
            "memory the fit adds (MB)",
        ],
        rows,
    )


# --- from nothing to the first fit --------------------------------------------------------------

_START_CHILD = """
import sys, time
times = [time.perf_counter()]
import gplsa
times.append(time.perf_counter())
from gplsa import PLSA, MultimodalGPLSA
times.append(time.perf_counter())
import numpy as np
counts = np.random.default_rng(0).poisson(0.1, (30, 40))
def fit():
    if sys.argv[1] == "PLSA":
        PLSA(3, max_iter=15, random_state=0).fit(counts)
    else:
        MultimodalGPLSA(3, regularizer=sys.argv[1], max_iter=15, random_state=0).fit(
            {"a": counts, "b": counts}
        )
for _ in range(2):
    start = time.perf_counter()
    fit()
    times.append(time.perf_counter() - start)
print(times[1] - times[0], times[2] - times[1], times[3] - times[4])
"""


def child(code: str, *arguments: str, **environment: str) -> str:
    """What a fresh Python prints."""
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env=os.environ | environment,
        cwd=Path(__file__).parents[1],
        check=True,
        capture_output=True,
        text=True,
    ).stdout


def part_start(rounds: int, quick: bool) -> None:
    rows = []
    for model in ("PLSA",) if quick else ("PLSA", "l1", "l2", "skl"):
        imports, models, cold, cached = [], [], [], []
        for _ in range(rounds):
            with tempfile.TemporaryDirectory() as cache:
                for compilations in (cold, cached):
                    printed = child(_START_CHILD, model, NUMBA_CACHE_DIR=cache)
                    for figures, figure in zip(
                        (imports, models, compilations), printed.split(), strict=True
                    ):
                        figures.append(float(figure))
        name = model if model == "PLSA" else f"MultimodalGPLSA, {model}"
        rows.append([name, *map(median, (imports, models, cold, cached))])
    common.print_table(
        "From nothing to the first fit (seconds)",
        ["", "import gplsa", "its models", "first fit compiles, cold", "the same, cached"],
        rows,
    )
