"""Topics of many documents: ours over parts beside gensim, tomotopy, scikit-learn and BigARTM.

    python -m benchmarks.scale_peers [--documents 100000] [--seconds 600] [--folder DIR]

One side of the pairs that `benchmarks.scale` draws. Every model runs in a process of its own on
both cores until its time is up, and leaves its topics from time to time. Topics are judged on
2,000 unseen documents, all in the same way: mixtures are found by EM on every other word of a
document, and the perplexity is that of the words between; topics carry a hundredth of the corpus
mean, so that none is punished for a word it never met. The table says when each came within 1 % of
the best perplexity of any, its best, and its peak of memory. What a model does before its first
iteration (reading the counts into its own form) belongs to its time. BigARTM (`pip install bigartm
six tqdm`, PROTOCOL_BUFFERS_PYTHON_IMPLEMENTATION=python) is not among the requirements, as it holds
others back.
"""

import argparse
import contextlib
import json
import os
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse

from benchmarks._common import in_own_process, peak_memory, print_table
from benchmarks.peers import named_words, tomotopy_topics
from benchmarks.scale import N_TOPICS, N_WORDS, draw_corpus, draw_counts
from gplsa.core.coupling.joint import Links
from gplsa.core.divergences.skl import SKL
from gplsa.core.out_of_core.incremental import Schedule
from gplsa.core.out_of_core.runner import Threads
from gplsa.core.out_of_core.store import FolderStore
from gplsa.core.sums import column_sums, scaled_rows
from gplsa.models._chunks import Backend, fit_chunks
from gplsa.models._fit import FitParameters
from tests.in_memory import Slices

N_UNSEEN, UNSEEN_SEED = 2_000, 1_000_003
FOLD_ITERATIONS = 50
MEAN_SHARE = 0.01
WITHIN = 1.01
THREADS = 2

Topics = Iterator[np.ndarray]
"""p(w|z), (n_topics, n_words) up to scale, after every iteration."""


def ours(counts: sparse.csr_matrix, folder: Path) -> Topics:
    source = Slices.even([scaled_rows(counts, np.ones(counts.shape[0]))], 16)
    plan = FitParameters(N_TOPICS, max_iter=300, init="nndsvd", n_jobs=THREADS)
    store = FolderStore(folder / "ours")
    store.keep([])
    # Every call goes on where the last one has left the store.
    for passes in range(1, 1_000):
        schedule = Schedule(passes=passes, tol=0.0)
        fitted = fit_chunks(
            *(source, Links(SKL(), 0.0), plan, schedule, np.random.default_rng(0)),
            Backend(Threads(THREADS), store, "peers"),
        )
        yield fitted.word_topics[0].T


def scikit_learn(counts: sparse.csr_matrix, _: Path) -> Topics:
    from sklearn.decomposition import LatentDirichletAllocation

    n_docs, batch = counts.shape[0], 2_048
    model = LatentDirichletAllocation(
        N_TOPICS, learning_method="online", total_samples=n_docs, n_jobs=THREADS, random_state=0
    )
    while True:
        for first in range(0, n_docs, batch):
            model.partial_fit(counts[first : first + batch])
            if first // batch % 12 == 11:
                yield model.components_


def gensim(counts: sparse.csr_matrix, _: Path) -> Topics:
    from gensim.matutils import Sparse2Corpus
    from gensim.models import LdaMulticore

    corpus = list(Sparse2Corpus(counts, documents_columns=False))
    names = {word: str(word) for word in range(counts.shape[1])}
    model = LdaMulticore(
        None, N_TOPICS, names, workers=THREADS, eval_every=None, random_state=0, chunksize=4_000
    )
    while True:
        model.update(corpus)
        yield model.get_topics()


def tomotopy(counts: sparse.csr_matrix, _: Path) -> Topics:
    import tomotopy as tp

    model = tp.LDAModel(k=N_TOPICS, seed=0)
    for words in named_words(counts):
        model.add_doc(words)
    while True:
        model.train(5, workers=THREADS)
        yield tomotopy_topics(model, counts.shape[1])


def bigartm(counts: sparse.csr_matrix, folder: Path) -> Topics:
    folder = folder.resolve()
    # It writes logs and batches into the working folder of its process.
    os.chdir(folder)
    import artm

    names = {word: f"w{word}" for word in range(counts.shape[1])}
    batches = artm.BatchVectorizer(
        data_format="bow_n_wd",
        n_wd=counts.T.toarray() if counts.shape[0] <= 2_000 else counts.T.tocsr(),
        vocabulary=names,
        target_folder=str(folder / "batches"),
    )
    model = artm.ARTM(num_topics=N_TOPICS, dictionary=batches.dictionary, num_processors=THREADS)
    order = [int(word[1:]) for word in model.phi_.index]
    while True:
        model.fit_offline(batches, num_collection_passes=1)
        topics = np.zeros((N_TOPICS, counts.shape[1]))
        topics[:, order] = model.phi_.to_numpy().T
        yield topics


MODELS: dict[str, Callable[[sparse.csr_matrix, Path], Topics]] = {
    "ours, part by part": ours,
    "scikit-learn online LDA": scikit_learn,
    "gensim LdaMulticore": gensim,
    "tomotopy LDA": tomotopy,
    "BigARTM PLSA": bigartm,
}


def perplexity(topics: np.ndarray, mean: np.ndarray, unseen: sparse.csr_matrix) -> float:
    """Of every other word of unseen documents, mixtures learned from the words between.

    Words that the corpus does not hold are asked of nobody.
    """
    shares = topics / np.maximum(topics.sum(axis=1, keepdims=True), 1e-300)
    word_topic = np.ascontiguousarray(((1 - MEAN_SHARE) * shares + MEAN_SHARE * mean).T)
    odd = np.arange(unseen.nnz) % 2 == 1
    given, asked = unseen.copy(), unseen.copy()
    given.data, asked.data = np.where(odd, 0.0, unseen.data), np.where(odd, unseen.data, 0.0)
    given.eliminate_zeros()
    start = np.full(N_TOPICS, 1 / N_TOPICS)
    reader = FitParameters(tol=1e-4, n_jobs=THREADS)
    mixtures = reader._folded(given, word_topic.T, start, FOLD_ITERATIONS)
    rows, words = asked.nonzero()
    met = mean[words] > 0
    rows, words = rows[met], words[met]
    counts = np.asarray(asked[rows, words]).ravel()
    p = np.einsum("iz,iz->i", mixtures[rows], word_topic[words])
    return float(np.exp(-(counts @ np.log(p)) / counts.sum()))


def drawn(folder: Path, n_documents: int) -> tuple[sparse.csr_matrix, sparse.csr_matrix]:
    corpus = draw_corpus(folder, n_documents)
    parts = [corpus.chunk(number).counts(0) for number in range(corpus.n_chunks)]
    counts = sparse.csr_matrix(sparse.vstack(parts, format="csr")).astype(np.float64)
    return counts, draw_counts(UNSEEN_SEED, N_UNSEEN)[0]


def measure(name: str, folder: Path, n_documents: int, seconds: float) -> dict[str, Any]:
    """Seconds and perplexity at every stop of one model; judging is no part of its time."""
    counts, unseen = drawn(folder, n_documents)
    mean = column_sums(counts) / counts.sum()
    perplexity(np.ones((N_TOPICS, N_WORDS)), mean, unseen[:2])  # kernels are compiled before
    stops: list[tuple[float, float]] = []
    spent, peak, since = 0.0, 0.0, time.perf_counter()
    for topics in MODELS[name](counts, folder):
        spent += time.perf_counter() - since
        peak = peak_memory()
        stops.append((spent, perplexity(topics, mean, unseen)))
        if spent > seconds:
            break
        since = time.perf_counter()
    return {"stops": stops, "gigabytes": peak}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=int, default=100_000)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--folder", default=str(Path(tempfile.gettempdir()) / "gplsa-scale"))
    parser.add_argument("--models", nargs="+", choices=MODELS, default=list(MODELS))
    parser.add_argument("--one", choices=MODELS, help=argparse.SUPPRESS)
    options = parser.parse_args()
    place = Path(options.folder) / str(options.documents)
    if options.one:
        print(json.dumps(measure(options.one, place, options.documents, options.seconds)))
        return
    ran: dict[str, dict[str, Any]] = {}
    draw_corpus(place, options.documents)
    given = ["--documents", options.documents, "--seconds", options.seconds]
    for name in options.models:
        # A program that is not installed leaves its reason on the terminal, and no row.
        with contextlib.suppress(subprocess.CalledProcessError):
            ran[name] = in_own_process(
                "scale_peers", "--one", name, *given, "--folder", options.folder
            )
    aim = WITHIN * min(p for one in ran.values() for _, p in one["stops"])
    rows = []
    for name, one in ran.items():
        reached = next((s for s, p in one["stops"] if p <= aim), None)
        best = min(p for _, p in one["stops"])
        rows.append([name, one["stops"][0][0], reached or "never", best, one["gigabytes"]])
    header = ["", "s to the first topics", f"s to perplexity {aim:.0f}", "best", "GB"]
    print_table(f"{options.documents:,} documents, {options.seconds:.0f} s each", header, rows)


if __name__ == "__main__":
    main()
