"""Graph coupling on COIL-20: J after equal time, one Newton-CG step against colour classes.

    python -m benchmarks.coupling [--seconds 4] [--seed 0]

Both begin from the same state, run in the same loop with the same momentum, and differ in the
update of the mixtures alone: all documents together, or one colour class of the graph after the
other, each document solved exactly given its neighbours. The table says J and iterations reached.
"""

import argparse
import contextlib
import time
from collections.abc import Callable

import numpy as np
from scipy import sparse

from benchmarks._coil import N_OBJECTS, coil
from benchmarks._common import Array, print_table
from gplsa.core.coupling.joint import Coupling, Links
from gplsa.core.divergences.divergence import divergence_of
from gplsa.core.em import Counts, prepare_counts
from gplsa.core.fitting import FitProgress, Watch, climb
from gplsa.core.problem import State, TopicProblem
from gplsa.core.simplex import COUNT_FLOOR
from gplsa.core.start import random_start
from gplsa.core.sums import scaled_rows
from gplsa.models._fit import START_ITERATIONS
from gplsa.names import REGULARIZERS

STRENGTHS = (0.1, 1.0, 10.0, 100.0, 1000.0)


class TimeIsUp(Exception):
    pass


class ColourClasses(Coupling):
    """The published way: documents that share no edge are updated together, colour by colour."""

    def __init__(self, links: Links, present: Array, n_topics: int, n_threads: int) -> None:
        super().__init__(links, present, n_topics, n_threads)
        assert links.strength is not None
        self._classes = [(rows, links.strength[rows]) for rows in colour_classes(links.strength)]
        self._divergence = links.divergence

    @property
    def settled(self) -> bool:
        return True

    def improve(self, doc_counts: Array, doc_topic: Array) -> Array:
        mixtures = doc_topic[:, 0].copy()
        for rows, links in self._classes:
            mixtures[rows] = self._divergence.update(
                np.maximum(doc_counts[rows, 0], COUNT_FLOOR), links, mixtures
            )
        return mixtures[:, None, :]


def colour_classes(graph: sparse.csr_matrix) -> list[Array]:
    """Greedy colouring, documents of high degree first; every class is free of edges."""
    colour = np.full(graph.shape[0], -1)
    for d in np.argsort(-np.diff(graph.indptr), kind="stable"):
        taken = set(colour[graph.indices[graph.indptr[d] : graph.indptr[d + 1]]].tolist())
        colour[d] = next(c for c in range(len(taken) + 1) if c not in taken)
    return [np.flatnonzero(colour == c) for c in range(colour.max() + 1)]


def started(counts: sparse.csr_matrix, prepared: Counts, present: Array, seed: int) -> State:
    """The start every fit has: iterations without any coupling."""
    start = random_start([counts], N_OBJECTS, np.random.default_rng(seed))
    alone = TopicProblem(
        [prepared],
        Coupling(Links(divergence_of("skl"), 0.0), present, N_OBJECTS, 1),
        shared=False,
        n_threads=1,
    )
    state = State(start.doc_topic[:, None, :], start.word_topics)
    watch = Watch(START_ITERATIONS, None)
    return climb(
        alone, state, iterations=START_ITERATIONS, tol=0.0, accelerate=True, watch=watch
    ).at.state


def objective_after(
    seconds: float, make: Callable[[], Coupling], prepared: Counts, state: State
) -> tuple[float, int]:
    """J after so many seconds, and the iterations they held."""
    problem = TopicProblem([prepared], make(), shared=False, n_threads=1)
    problem.improve(problem.evaluate(state))  # compiled before the clock starts
    problem = TopicProblem([prepared], make(), shared=False, n_threads=1)
    last: list[FitProgress] = []
    end = time.perf_counter() + seconds

    def on_iteration(progress: FitProgress) -> None:
        last[:] = [progress]
        if time.perf_counter() > end:
            raise TimeIsUp

    with contextlib.suppress(TimeIsUp):
        climb(
            problem,
            state,
            iterations=10_000,
            tol=0.0,
            accelerate=True,
            watch=Watch(10_000, on_iteration),
        )
    return last[0].objective, last[0].iteration


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=4.0)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    pixels, _, graph = coil()
    counts = sparse.csr_matrix(scaled_rows(sparse.csr_matrix(pixels), np.ones(len(pixels))))
    prepared = prepare_counts(counts)
    present = np.ones((len(pixels), 1), dtype=bool)
    state = started(counts, prepared, present, options.seed)
    rows: list[list[object]] = []
    for regularizer in REGULARIZERS:
        for strength in STRENGTHS:
            links = Links(divergence_of(regularizer), 0.0, sparse.csr_matrix(strength * graph))
            results = [
                objective_after(
                    options.seconds,
                    lambda way=way, links=links: way(links, present, N_OBJECTS, 1),
                    prepared,
                    state,
                )
                for way in (ColourClasses, Coupling)
            ]
            (theirs, their_iterations), (ours, our_iterations) = results
            verdict = "yes" if ours >= theirs - 1e-6 * abs(theirs) else "NO"
            rows.append(
                [
                    regularizer,
                    strength,
                    f"{theirs:.2f}",
                    their_iterations,
                    f"{ours:.2f}",
                    our_iterations,
                    verdict,
                ]
            )
    print_table(
        f"COIL-20, K = 20, J after {options.seconds:g} s",
        ["D", "λ", "colour classes", "sweeps", "Newton-CG", "sweeps", "no worse"],
        rows,
    )


if __name__ == "__main__":
    main()
