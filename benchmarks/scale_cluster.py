"""What a fit over parts sends around, and how fast it would be on many computers.

    python -m benchmarks.scale_cluster [--documents 16000] [--parts 63] [--group 4 16 63]
    python -m benchmarks.scale_cluster --dask [--documents 30000] [--rounds 2]

The first draws two parts (as `benchmarks.scale` does, 100 topics) and measures on one thread: the
seconds of a visit of a part, those of whoever adds its sums, the bytes of φ that go out and of the
sums that come back.  The tables are worked out from these: a pass over so many parts by groups of
parts that are visited under the same topics, on 1, 4, 16, 64 workers of one thread each,

    groups · (busy · φ/B + ⌈group / busy⌉ · visit + group · (sums/B + adding)),

where busy are the workers, at most a group, and B the bytes a second of the network of the computer
that holds the folder: every worker reads φ there and leaves its sums there, and the same computer
adds them.  How many parts make a group is part of the schedule: a quarter of all, and four at
least, so that no more workers than that are busy at once.  The share is that of sending and adding
in the time of a pass; nothing is taken to overlap.

The second measures two workers of Dask of one thread each beside two threads, in turn, on this
computer: 1 would be as fast.
"""

import argparse
import math
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse

from benchmarks._common import print_table
from benchmarks.scale import N_TOPICS, draw_corpus, draw_counts
from gplsa.core.coupling.joint import Links
from gplsa.core.divergences.skl import SKL
from gplsa.core.fitting import FitProgress
from gplsa.core.out_of_core.incremental import Schedule
from gplsa.core.out_of_core.runner import Runner, Threads
from gplsa.core.out_of_core.source import Slices, Source
from gplsa.core.out_of_core.store import FolderStore
from gplsa.core.out_of_core.tasks import visit_chunk
from gplsa.core.sums import scaled_rows
from gplsa.corpus.chunks.folder import WeighedParts
from gplsa.models._chunks import ChunkPlan, Place, fit_chunks
from gplsa.models._fit import Plan

WORKERS = (1, 4, 16, 64)
NETWORKS = {"1 Gbit/s": 1e9 / 8, "10 Gbit/s": 1e10 / 8}
PASSES = 4


class Measured:
    """One thread; keeps what every visit took and sent."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self.out = self.back = 0

    def share(self, value: Any) -> Any:
        return value

    def run(self, task: Callable[..., Any], jobs: Sequence[tuple[Any, ...]]) -> Iterator[Any]:
        for job in jobs:
            before = time.perf_counter()
            result = task(*job)
            if task is visit_chunk:
                self.seconds.append(time.perf_counter() - before)
                work, _, visit, group = job
                self.out = sum(work.store.load(name, group).nbytes for name in visit.topics)
                self.back = sum(work.store.load(name, job[1]).nbytes for name in visit.sums)
            yield result


def fitted(source: Source, runner: Runner, threads: int, passes: int) -> list[float]:
    """Seconds of every pass but the first, whose visits are longer."""
    plan = Plan(N_TOPICS, 300, 0.0, "nndsvd", 1, True, threads)
    schedule, times = Schedule(passes=passes, tol=0.0), []
    done: list[int] = []

    def told(now: FitProgress) -> None:
        if not done or now.iteration > done[-1]:
            done.append(now.iteration)
            times.append(time.perf_counter())

    with tempfile.TemporaryDirectory() as name:
        fit_chunks(
            *(source, Links(SKL(), 1.0), plan, ChunkPlan(schedule=schedule)),
            np.random.default_rng(0),
            Place(runner, FolderStore(name), name, told),
        )
    return np.diff(times[1:]).tolist()


def work_out(n_documents: int, n_parts: int, groups: Sequence[int]) -> None:
    sides = [
        sparse.csr_matrix(sparse.vstack(pair, format="csr"))
        for pair in zip(*(draw_counts(seed, n_documents) for seed in (0, 1)), strict=True)
    ]
    counts = [scaled_rows(side, np.ones(2 * n_documents)) for side in sides]
    runner = Measured()
    passes = fitted(Slices.even(counts, 2), runner, 1, PASSES)
    visit = float(np.median(runner.seconds[2:]))
    adding = max(float(np.median(passes)) / 2 - visit, 0.0)
    print(f"\nA visit of {n_documents:,} documents: {visit:.2f} s on one thread; adding: ", end="")
    print(f"{adding:.2f} s; φ: {runner.out / 1e6:.0f} MB; sums: {runner.back / 1e6:.0f} MB")
    for network, bandwidth in NETWORKS.items():
        rows: list[list[Any]] = []
        for group in groups:
            row: list[Any] = [group]
            for workers in WORKERS:
                busy = min(workers, group)
                sent = busy * runner.out / bandwidth
                around = sent + group * (runner.back / bandwidth + adding)
                whole = around + math.ceil(group / busy) * visit
                row += [n_parts / group * whole, around / whole]
            rows.append(row)
        header = ["group", *(f"{w} workers: {what}" for w in WORKERS for what in ("s", "share"))]
        print_table(f"A pass over {n_parts} parts, {network}", header, rows)


def beside_threads(n_documents: int, rounds: int, folder: Path) -> None:
    from distributed import Client, LocalCluster

    from gplsa.core.cluster.dask_runner import DaskRunner

    corpus = draw_corpus(folder / str(n_documents), n_documents)
    source = WeighedParts.of(corpus, None)

    def measured() -> Iterator[list[Any]]:
        for turn in range(rounds):
            threads = float(np.median(fitted(source, Threads(2), 2, PASSES)))
            with (
                LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
                Client(cluster, set_as_default=False) as client,
            ):
                dask = float(np.median(fitted(source, DaskRunner(client), 1, PASSES)))
            yield [turn + 1, threads, dask, threads / dask]

    header = ["round", "two threads: s a pass", "two workers: s a pass", "speed"]
    print_table(f"{n_documents:,} documents", header, measured())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=int, help="in a part; with --dask, in all")
    parser.add_argument("--parts", type=int, default=63)
    parser.add_argument("--group", type=int, nargs="+", default=[4, 16, 63])
    parser.add_argument("--dask", action="store_true")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--folder", default=str(Path(tempfile.gettempdir()) / "gplsa-scale"))
    options = parser.parse_args()
    if options.dask:
        beside_threads(options.documents or 30_000, options.rounds, Path(options.folder))
    else:
        work_out(options.documents or 16_000, options.parts, options.group)


if __name__ == "__main__":
    main()
