"""How fast a fit is beside its peers: an iteration, and the way to the same likelihood.

    make bench                          three corpora, three rounds; half an hour and more
    make bench BENCH_ARGS="--quick"     the smallest corpus, one round: does it run at all?

Prints Markdown tables. Times are medians over `--rounds`; within a round every contender runs
once, so that a busy minute of the machine meets all of them.
"""

import argparse
import os

# Before numpy is imported, for everybody alike.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import platform
import statistics
import time
import warnings
from collections import defaultdict
from collections.abc import Callable
from typing import Any

from scipy import sparse

from benchmarks import _common as common
from benchmarks._common import N_TOPICS, seconds
from benchmarks._corpora import SPEECHES, rows
from benchmarks.peers import Peer, all_peers
from gplsa import PLSA
from gplsa.core.sums import row_sums
from gplsa.text import Vocabulary, WordOptions

OURS = "gplsa PLSA"
OURS_ONE_THREAD = "gplsa PLSA, 1 thread"

median = statistics.median


def our_fit(n_jobs: int | None) -> Callable[..., tuple[Any, Any]]:
    """Weighted by length, PLSA maximises the likelihood of the raw counts, as its peers do."""

    def fit(counts, n_topics, iterations, seed):
        model = PLSA(n_topics, max_iter=iterations, tol=0.0, random_state=seed, n_jobs=n_jobs)
        model.fit(counts, sample_weight=row_sums(counts))
        return model.doc_topic_, model.topic_word_

    return fit


def our_climb(counts: sparse.csr_matrix, iterations: int, seed: int) -> list[tuple[float, float]]:
    """(seconds since the call, likelihood) after every iteration of a fit, its start included."""
    climb: list[tuple[float, float]] = []
    n_tokens = float(counts.sum())
    start = time.perf_counter()
    PLSA(N_TOPICS, max_iter=iterations, tol=0.0, random_state=seed).fit(
        counts,
        sample_weight=row_sums(counts),
        callback=lambda p: climb.append((time.perf_counter() - start, p.objective / n_tokens)),
    )
    return climb


def first_at(climb: list[tuple[float, float]], likelihood: float) -> float | None:
    return next((when for when, reached in climb if reached >= likelihood), None)


def compare(
    title: str, counts: sparse.csr_matrix, peers: list[Peer], rounds: int, *, thorough: bool
) -> None:
    """One table: what an iteration costs, and how long the same likelihood takes."""
    ours = [Peer(OURS, our_fit(None), 100, 20), Peer(OURS_ONE_THREAD, our_fit(1), 100, 20)]
    contenders = [peer for peer in ours + peers if peer.missing is None]
    per_iteration, totals, reached = defaultdict(list), defaultdict(list), defaultdict(list)
    same_for_us = defaultdict(list)
    for seed in range(rounds):
        climb = our_climb(counts, 200, seed)
        for peer in contenders:
            iterations = peer.iterations if thorough else peer.few
            short = seconds(lambda peer=peer, seed=seed: peer.fit(counts, N_TOPICS, 1, seed))
            start = time.perf_counter()
            model = peer.fit(counts, N_TOPICS, iterations, seed)
            long = time.perf_counter() - start
            # The difference of two fits leaves out what comes before and after the iterations.
            per_iteration[peer.name].append((long - short) / (iterations - 1))
            likelihood = common.likelihood(counts, *model)
            totals[peer.name].append(long)
            reached[peer.name].append(likelihood)
            same_for_us[peer.name].append(first_at(climb, likelihood))
    table: list[list[object]] = []
    for peer in ours + peers:
        if peer.missing is not None:
            table.append([peer.name, peer.missing, *[None] * 6])
            continue
        name, iterations = peer.name, peer.iterations if thorough else peer.few
        ours_then = [when for when in same_for_us[name] if when is not None]
        us = median(ours_then) if len(ours_then) == rounds else None
        total = median(totals[name])
        table.append(
            [
                name,
                1e3 * median(per_iteration[name]),
                median(per_iteration[name]) / median(per_iteration[OURS]),
                iterations,
                total,
                f"{median(reached[name]):.4f}",
                us,
                total / us if us else None,
            ]
        )
    n_docs, n_words = counts.shape
    common.print_table(
        f"{title}: {n_docs:,} documents, {n_words:,} words, {counts.nnz:,} non-zeros, "
        f"{N_TOPICS} topics, {rounds} rounds",
        ["", "ms an iteration", "× ours", "iterations", "seconds in all",
         "log-likelihood of a word", "ours is there after (s)", "× ours"],
        table,
    )  # fmt: skip


def compare_all(rounds: int, quick: bool) -> None:
    peers = all_peers()
    # Compilation and first imports are not what is compared.
    tiny = common.synthetic_counts(200, 300, 40, n_topics=5)
    for peer in [*peers, Peer(OURS, our_fit(None), 1, 1)]:
        if peer.missing is None:
            peer.fit(tiny, 5, 2, 0)
    english = [row["en"] for row in rows(SPEECHES)]
    counts = Vocabulary.build(english, WordOptions("en"))[1]
    compare("Europarl, English", counts, peers, rounds, thorough=not quick)
    if quick:
        return
    counts = common.synthetic_counts(1_333, 6_000, 140)
    compare("Europarl-like", counts, peers, rounds, thorough=True)
    counts = common.synthetic_counts(11_314, 20_000, 75)
    compare("20-newsgroups-like", counts, peers, rounds, thorough=False)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--quick", action="store_true", help="small corpora, one round")
    options = parser.parse_args()
    # Peers warn of their own habits (unconverged on purpose, worker seeds, old calls).
    warnings.simplefilter("ignore")
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, {platform.machine()}")
    compare_all(1 if options.quick else options.rounds, options.quick)


if __name__ == "__main__":
    main()
