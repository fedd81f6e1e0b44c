"""What it costs to move the topics less often in a pass, so that more parts are visited at once.

    python -m benchmarks.scale_groups [--documents 24000] [--parts 48] [--moves 12 6 4 2]

J a document, as the parts saw it, after passes 4, 8, 12 and 16, and seconds of all, on one thread;
pairs as `benchmarks.scale` draws them, cut into small parts.
"""

import argparse
import tempfile
import time
from collections.abc import Iterator
from typing import Any

import numpy as np
from scipy import sparse

from benchmarks._common import print_table
from benchmarks.scale import N_TOPICS, draw_counts
from gplsa.core.coupling.joint import Links
from gplsa.core.divergences.skl import SKL
from gplsa.core.out_of_core.incremental import Schedule
from gplsa.core.out_of_core.runner import Threads
from gplsa.core.out_of_core.source import Slices
from gplsa.core.out_of_core.store import FolderStore
from gplsa.core.sums import scaled_rows
from gplsa.models._chunks import ChunkPlan, Place, fit_chunks
from gplsa.models._fit import Plan

AFTER = (4, 8, 12, 16)


def row_of(source: Slices, n_documents: int, moves: int) -> list[Any]:
    schedule = Schedule(passes=AFTER[-1], tol=0.0, group=1, moves=moves)
    plan = Plan(N_TOPICS, 300, 0.0, "nndsvd", 1, True, 1)
    before = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        history = fit_chunks(
            *(source, Links(SKL(), 1.0), plan, ChunkPlan(schedule=schedule)),
            np.random.default_rng(0),
            Place(Threads(1), FolderStore(folder), "groups"),
        ).history
    seconds = time.perf_counter() - before
    return [moves, *(f"{history[done - 1] / n_documents:.3f}" for done in AFTER), seconds]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=int, default=24_000)
    parser.add_argument("--parts", type=int, default=48)
    parser.add_argument("--moves", type=int, nargs="+", default=[12, 6, 4, 2])
    options = parser.parse_args()
    sides = [sparse.csr_matrix(side) for side in draw_counts(0, options.documents)]
    counts = [scaled_rows(side, np.ones(options.documents)) for side in sides]
    source = Slices.even(counts, options.parts)

    def rows() -> Iterator[list[Any]]:
        for moves in options.moves:
            yield row_of(source, options.documents, moves)

    header = ["moves a pass", *(f"J after {done}" for done in AFTER), "s"]
    print_table(f"{options.documents:,} pairs in {options.parts} parts", header, rows())


if __name__ == "__main__":
    main()
