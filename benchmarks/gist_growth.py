"""Time and memory of keywords as the vocabularies grow.

    python -m benchmarks.gist_growth [--words 5000 20000 50000] [--documents 1000] [--topics 100]

Pairs are drawn: a document of concepts, of which each side keeps four in five, under words of its
own. Every size runs in a process of its own, so that its peak of memory is its own.
"""

import argparse
import resource
import subprocess
import sys
import time

import numpy as np
from scipy import sparse

from benchmarks._common import print_table, synthetic_counts
from gplsa import MultimodalGPLSA
from gplsa.keywords import KeywordRanker, Pairs, PairTopics

N_UNSEEN = 100
LENGTH = 250
KEPT = 0.8
# Resident memory is told in kilobytes by Linux and in bytes by macOS.
UNIT = 1 if sys.platform == "darwin" else 1024


def one_side(concepts: sparse.csr_matrix, rng: np.random.Generator) -> sparse.csr_matrix:
    """The concepts a side keeps, in the order of its own words."""
    kept = concepts.copy()
    kept.data = rng.binomial(kept.data.astype(int), KEPT).astype(float)
    kept.eliminate_zeros()
    return kept[:, rng.permutation(kept.shape[1])]


def peak_megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * UNIT / 1e6


def measure(n_words: int, n_docs: int, n_topics: int) -> list[float]:
    """Words a side, non-zeros, seconds and megabytes of the fit, milliseconds of one document."""
    rng = np.random.default_rng(0)
    # A quarter more words are drawn than asked for: the rarest never occur.
    concepts = synthetic_counts(n_docs + N_UNSEEN, n_words * 5 // 4, LENGTH)[:, :n_words]
    source, target = one_side(concepts, rng), one_side(concepts, rng)
    unseen, source, target = source[n_docs:], source[:n_docs], target[:n_docs]
    model = MultimodalGPLSA(n_topics, max_iter=20, random_state=0)
    model.fit({"source": source, "target": target})
    before = peak_megabytes()
    start = time.perf_counter()
    ranker = KeywordRanker.fit(
        Pairs(source, target),
        PairTopics(
            (model.topic_word_["source"], model.topic_word_["target"]),
            (model.doc_topic_["source"], model.doc_topic_["target"]),
        ),
        random_state=0,
    )
    fitting = time.perf_counter() - start
    after = peak_megabytes()
    ranker.keywords(unseen[:2])
    times = []
    for row in range(N_UNSEEN):
        start = time.perf_counter()
        ranker.keywords(unseen[row])
        times.append(time.perf_counter() - start)
    arrays = sum(array.nbytes for array in ranker.to_arrays().values()) / 1e6
    return [
        source.shape[1],
        source.nnz + target.nnz,
        fitting,
        after - before,
        arrays,
        1e3 * float(np.median(times)),
        1e3 * max(times),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--words", type=int, nargs="+", default=[5_000, 20_000, 50_000])
    parser.add_argument("--documents", type=int, default=1_000)
    parser.add_argument("--topics", type=int, default=100)
    parser.add_argument("--one", action="store_true", help="measure one size, here")
    options = parser.parse_args()
    if options.one:
        print(*measure(options.words[0], options.documents, options.topics))
        return
    rows = []
    for n_words in options.words:
        command = [sys.executable, "-m", "benchmarks.gist_growth", "--one", "--words", str(n_words)]
        command += ["--documents", str(options.documents), "--topics", str(options.topics)]
        out = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        words, nonzeros, *figures = (float(part) for part in out.split())
        rows.append([f"{words:,.0f}", f"{nonzeros:,.0f}", *figures])
    print_table(
        f"Keywords as vocabularies grow: {options.documents:,} pairs, {options.topics} topics",
        [
            "words a side",
            "non-zeros",
            "fit (s)",
            "memory the fit adds (MB)",
            "kept in the model (MB)",
            "ms a document, median",
            "largest",
        ],
        rows,
    )


if __name__ == "__main__":
    main()
