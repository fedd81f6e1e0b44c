"""The fit over a corpus in chunks as the corpus grows, beside the fit in memory.

    python -m benchmarks.scale [--documents 10000 30000 100000] [--in-memory 30000] [--init nmf]
                              [--folder DIR]

Pairs are drawn from 100 topics over 50,000 words a side, whose frequencies follow Zipf's law, with
160 different words a side, and written chunk by chunk. Every fit runs in a process of its own, so
that its peak of memory is its own. Fits in memory are run up to `--in-memory` documents; the passes
that the parts need are those after which their J is within 0.1 % of it. What is drawn stays in the
folder for the next run.
"""

import argparse
import json
import tempfile
import time
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse

from benchmarks._common import in_own_process, peak_memory, print_table
from gplsa.core.compile import kernel
from gplsa.core.coupling.joint import Links
from gplsa.core.divergences.skl import SKL
from gplsa.core.fitting import FitProgress
from gplsa.core.out_of_core.incremental import Schedule
from gplsa.core.out_of_core.runner import Threads
from gplsa.core.out_of_core.store import FolderStore
from gplsa.corpus.chunks.chunk import write_chunk
from gplsa.corpus.chunks.folder import ChunkedCorpus, WeighedParts, chunk_folder, is_corpus_folder
from gplsa.models._chunks import Backend, fit_chunks
from gplsa.models._fit import FitParameters, Side, fit_modalities
from gplsa.names import INITS
from gplsa.reading.chunks.build import documents_per_chunk, write_manifest
from gplsa.text.lines import LineCounts

N_TOPICS, N_WORDS, DISTINCT = 100, 50_000, 160
SHARED_WORDS = 100
CONCENTRATION = 0.05
ENOUGH = 1e-3


@kernel()
def _draw(seed: int, words_of_rank: Any, words: Any, counts: Any) -> None:
    """Documents with as many different words a side as `words` (documents, sides, distinct) has."""
    np.random.seed(seed)
    n_sides, n_topics, n_words = words_of_rank.shape
    place = np.zeros(n_words, dtype=np.int64)
    theta = np.zeros(n_topics)
    for d in range(len(words)):
        total = 0.0
        for z in range(n_topics):
            total += np.random.gamma(CONCENTRATION, 1.0)
            theta[z] = total
        for side in range(n_sides):
            found = 0
            while found < words.shape[2]:
                z = min(np.searchsorted(theta, np.random.random() * total), n_topics - 1)
                # Log-uniform ranks: p(rank) = log(1 + 1/rank) / log(n + 1).
                rank = min(int(np.exp(np.random.random() * np.log(n_words + 1.0))) - 1, n_words - 1)
                word = words_of_rank[side, z, rank]
                at = place[word]
                if at < found and words[d, side, at] == word:
                    counts[d, side, at] += 1
                else:
                    words[d, side, found], counts[d, side, found] = word, 1
                    place[word] = found
                    found += 1


def draw_corpus(folder: Path, n_documents: int) -> ChunkedCorpus:
    """Drawn chunk by chunk, or found where it was drawn before."""
    if is_corpus_folder(folder):
        return ChunkedCorpus.open(folder)
    size = documents_per_chunk(n_documents)
    for number, first in enumerate(range(0, n_documents, size)):
        n_docs = min(size, n_documents - first)
        sides = [LineCounts.one_each(counts) for counts in draw_counts(number, n_docs)]
        facts = [{"id": str(first + d), "title": "", "fields": {}} for d in range(n_docs)]
        write_chunk(chunk_folder(folder, number), sides, [[""] * n_docs] * 2, facts)
    for view in range(2):
        (folder / f"vocabulary-{view}.json").write_text("{}", encoding="utf-8")
    write_manifest(folder, "drawn", {"a": "", "b": ""}, (N_WORDS, N_WORDS))
    return ChunkedCorpus.open(folder)


def draw_counts(seed: int, n_documents: int) -> list[sparse.csr_matrix]:
    """Both sides of some documents, of the same topics at any seed."""
    words = np.empty((n_documents, 2, DISTINCT), dtype=np.int32)
    counts = np.empty((n_documents, 2, DISTINCT), dtype=np.int32)
    _draw(seed, _words_of_rank(), words, counts)
    return [_matrix(words[:, v], counts[:, v]) for v in range(2)]


@cache
def _words_of_rank() -> np.ndarray:
    """(sides, topics, words): the words of each topic, the most frequent one first."""
    rng = np.random.default_rng(0)
    ranks = np.empty((2, N_TOPICS, N_WORDS), dtype=np.int32)
    for of_topic in ranks.reshape(-1, N_WORDS):
        of_topic[:SHARED_WORDS] = rng.permutation(SHARED_WORDS)
        of_topic[SHARED_WORDS:] = SHARED_WORDS + rng.permutation(N_WORDS - SHARED_WORDS)
    return ranks


def _matrix(words: np.ndarray, counts: np.ndarray) -> sparse.csr_matrix:
    indptr = np.arange(0, words.size + 1, DISTINCT)
    shape = (len(words), N_WORDS)
    matrix = sparse.csr_matrix((counts.ravel().astype(float), words.ravel(), indptr), shape=shape)
    matrix.sort_indices()
    return matrix


def measure(
    how: str, folder: Path, n_documents: int, passes: int, threads: int, init: str
) -> dict[str, Any]:
    """One fit of a corpus that was drawn: J, seconds, megabytes."""
    corpus = draw_corpus(folder, n_documents)
    if how == "draw":
        return {}
    source = WeighedParts.of(corpus, None)
    plan = FitParameters(N_TOPICS, max_iter=300, init=init, n_jobs=threads)
    links, rng, times = Links(SKL(), 1.0), np.random.default_rng(0), [time.perf_counter()]

    def told(now: FitProgress) -> None:
        if how == "memory" or now.iteration > len(times) - 2:
            times.append(time.perf_counter())

    before = time.perf_counter()
    if how == "memory":
        parts = [source.matrices(part) for part in range(corpus.n_chunks)]
        counts = [
            sparse.csr_matrix(sparse.vstack(side, format="csr"))
            for side in zip(*parts, strict=True)
        ]
        del parts
        history = fit_modalities([Side(side) for side in counts], links, plan, rng, told).history
    else:
        schedule = Schedule(passes=passes)
        store = FolderStore(folder / "fits")
        store.keep([])
        runner = Threads(threads)
        key = str(time.time())
        backend = Backend(runner, store, key, told)
        history = fit_chunks(source, links, plan, schedule, rng, backend).history
        store.keep([])
    return {
        "history": history,
        "seconds": time.perf_counter() - before,
        "step": float(np.median(np.diff(times[2:]))) if len(times) > 3 else float("nan"),
        "gigabytes": peak_memory(),
    }


def row_of(options: argparse.Namespace, n_documents: int) -> list[Any]:
    def run(how: str) -> dict[str, Any]:
        given = ["--documents", n_documents, "--passes", options.passes, "--init", options.init]
        given += ["--threads", options.threads, "--folder", options.folder]
        return in_own_process("scale", "--one", how, *given)

    run("draw")
    parts = run("parts")
    reached = parts["history"][-1]
    seen = ", ".join(f"{objective / n_documents:.4f}" for objective in parts["history"])
    print(f"{n_documents:,} documents, J a document after every pass: {seen}", flush=True)
    row = [n_documents, len(parts["history"]) - 1, parts["step"], parts["seconds"]]
    row += [parts["gigabytes"], _passes_to(reached, parts["history"])]
    if n_documents > options.in_memory:
        return [*row, None, None, None, None, None]
    whole = run("memory")
    aim = whole["history"][-1]
    needed = _passes_to(aim, parts["history"])
    below = 100 * (aim - reached) / abs(aim)
    iterations = len(whole["history"]) - 1
    return [*row, needed, below, iterations, whole["seconds"], whole["gigabytes"]]


def _passes_to(aim: float, history: list[float]) -> int | str:
    """Passes after which J is within 0.1 % of an aim."""
    near = [n for n, at in enumerate(history, start=1) if at >= aim - ENOUGH * abs(aim)]
    return min(near[0], len(history) - 1) if near else "never"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=int, nargs="+", default=[10_000, 30_000, 100_000])
    parser.add_argument("--in-memory", type=int, default=30_000)
    parser.add_argument("--passes", type=int, default=25)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--init", choices=INITS, default="nmf")
    parser.add_argument("--folder", default=str(Path(tempfile.gettempdir()) / "gplsa-scale"))
    parser.add_argument("--one", choices=("draw", "parts", "memory"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        [n_documents] = options.documents
        place = Path(options.folder) / str(n_documents)
        how = (options.passes, options.threads, options.init)
        print(json.dumps(measure(options.one, place, n_documents, *how)))
        return
    rows = [row_of(options, n_documents) for n_documents in options.documents]
    header = ["documents", "passes", "s a pass", "s", "GB", "passes to 0.1 % of its end"]
    header += ["passes to 0.1 % of J in memory", "% below J in memory"]
    header += ["iterations there", "s there", "GB there"]
    print_table(f"A corpus in parts, {options.threads} threads", header, rows)
    if len(rows) > 1:
        sizes, steps = (np.log([row[at] for row in rows]) for at in (0, 2))
        print(f"a pass grows with documents^{np.polyfit(sizes, steps, 1)[0]:.2f}")


if __name__ == "__main__":
    main()
