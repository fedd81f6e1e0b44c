"""What the benchmarks share: corpora, the likelihood that compares all models, tables."""

import json
import os
import resource
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.special import stdtrit

Array = NDArray[np.float64]

DATA = Path(os.environ.get("GPLSA_DATA", Path(__file__).resolve().parents[2] / "shared" / "data"))

N_TOPICS = 100


def seconds(work: Callable[[], object]) -> float:
    start = perf_counter()
    work()
    return perf_counter() - start


def synthetic_counts(
    n_docs: int, n_words: int, length: float, *, n_topics: int = 100, seed: int = 0
) -> sparse.csr_matrix:
    """Counts drawn from a topic model whose word frequencies follow Zipf's law.

    `length` is the median number of words of a document; lengths are log-normal (sigma 0.6).
    """
    rng = np.random.default_rng(seed)
    frequency = 1.0 / np.arange(10, n_words + 10)
    topics = rng.gamma(0.05, size=(n_topics, n_words)) * frequency + 1e-3 * frequency
    cumulative = np.cumsum(topics / topics.sum(axis=1, keepdims=True), axis=1)
    lengths = np.maximum(5, rng.lognormal(np.log(length), 0.6, n_docs)).astype(int)
    rows = []
    for n_tokens in lengths:
        mixture = rng.dirichlet(np.full(n_topics, 0.05))
        words = [
            np.searchsorted(cumulative[topic], rng.random(tokens))
            for topic, tokens in enumerate(rng.multinomial(n_tokens, mixture))
            if tokens
        ]
        rows.append(np.minimum(np.concatenate(words), n_words - 1))
    documents = np.repeat(np.arange(n_docs), [len(row) for row in rows])
    ones = np.ones(len(documents))
    counts = sparse.csr_matrix((ones, (documents, np.concatenate(rows))), (n_docs, n_words))
    return counts[:, np.flatnonzero(counts.sum(axis=0))]


def likelihood(counts: sparse.csr_matrix, doc_topic: Array, topic_word: Array) -> float:
    """Mean log p(w|d) of a word of `counts`, in nats, with rows brought to sum 1.

    The same for every model: p(w|d) = Σ_z p(z|d) p(w|z), whatever it maximised itself.
    """
    theta = np.asarray(doc_topic, dtype=np.float64)
    phi = np.asarray(topic_word, dtype=np.float64)
    theta = theta / np.maximum(theta.sum(axis=1, keepdims=True), 1e-300)
    phi = np.ascontiguousarray((phi / np.maximum(phi.sum(axis=1, keepdims=True), 1e-300)).T)
    total = 0.0
    for start in range(0, counts.shape[0], 500):
        block = counts[start : start + 500].tocoo()
        p = np.einsum("iz,iz->i", theta[start + block.row], phi[block.col])
        total += float(block.data @ np.log(np.maximum(p, 1e-300)))
    return total / float(counts.sum())


def interval(values: Iterable[float], digits: int = 3, *, signed: bool = False) -> str:
    """Mean, and half of its 95 % interval by Student's t."""
    found = np.array([*values])
    mean = f"{found.mean():{'+' if signed else ''}.{digits}f}"
    if len(found) < 2:
        return mean
    half = stdtrit(len(found) - 1, 0.975) * found.std(ddof=1) / np.sqrt(len(found))
    return f"{mean} ± {half:.{digits}f}"


def spread(values: Array) -> str:
    """Mean and standard deviation of shares, in per cent."""
    return f"{100 * values.mean():.1f} ± {100 * values.std():.1f}"


def in_own_process(module: str, *arguments: object) -> Any:
    """What `python -m benchmarks.MODULE …` prints last, as JSON: its peak of memory is its own."""
    command = [sys.executable, "-m", f"benchmarks.{module}", *map(str, arguments)]
    told = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    return json.loads(told.splitlines()[-1])


def peak_memory() -> float:
    """The largest resident memory of this process and its children, in GB."""
    unit = 1 if sys.platform == "darwin" else 1024  # bytes on macOS, kilobytes elsewhere
    who = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return max(resource.getrusage(one).ru_maxrss for one in who) * unit / 1e9


def print_table(title: str, header: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """A Markdown table; floats to three digits, None as a dash."""

    def cell(value: object) -> str:
        if value is None:
            return "–"
        return f"{value:.3g}" if isinstance(value, float) else str(value)

    print(f"\n### {title}\n")
    print("| " + " | ".join(header) + " |")
    print("|" + "---|" * len(header))
    for row in rows:
        print("| " + " | ".join(cell(value) for value in row) + " |", flush=True)
